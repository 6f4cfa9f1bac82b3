//! The output of `eyas evolve --stage mentor` for a run.

use eyas::experiment::Experiment;
use eyas::job::report::RunResult;
use eyas::objectives::details::{BestFit, LeftOut, MentorErrors, MentorReport, Method, SetErrors};
use eyas::organism::{Genome, Organism};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::super::Outcome;

/// The value of a parameter in a mentor organism and in the champion that mimics it.
#[derive(Serialize)]
struct Recovered {
    name: String,
    mentor: Option<i32>,
    champion: i32,
}

/// Returns the mentor's parameters and the champion's, if the only mentor is an organism.
fn recovered(champion: Option<&Organism>, settings: &Experiment) -> Vec<Recovered> {
    let original = settings.objective.settings().original();
    let (Some(original), Some(champion)) = (original, champion) else {
        return Vec::new();
    };
    let Genome { schema, values, .. } = &champion.evaluation;
    let mentor = original.under(schema);
    let parameters = schema.parameters.iter().map(|parameter| parameter.name.clone());
    let rows = parameters.zip(mentor).zip(values.iter().copied());
    rows.map(|((name, mentor), champion)| Recovered { name, mentor, champion }).collect()
}

/// Returns a run that mimics mentors.
pub(super) fn outcome(
    result: &RunResult,
    report: &MentorReport,
    settings: &Experiment,
    champion: Option<&Organism>,
) -> Outcome {
    let MentorReport { train, test, fits, mentors } = report;
    let (run, path) = (result.run + 1, result.champion.display().to_string());
    let first = MentorReport::error(result.mean_score_first);
    let parameters = recovered(champion, settings);
    let lines = parameters.iter().map(|Recovered { name, mentor, champion }| {
        let mentor = mentor.map_or_else(|| "–".to_owned(), |value| value.to_string());
        format!("  {name:<32} mentor {mentor:>5}  champion {champion:>5}")
    });
    let of_mentors =
        mentors.iter().filter(|_| mentors.len() > 1).map(|MentorErrors { name, weight, train, test }| {
            format!("  mean error from {name} (weight {weight:.3}): {train:.2} training, {test:.2} test")
        });
    let fit = |method| fits.iter().find(|fit| fit.method == method);
    Outcome::default()
        .line(format!("run {run}: generation 0 mean error {first:.1} centipawns; champion {path}"))
        .lines(set("training", train))
        .lines(set("test", test))
        .lines(fits.iter().map(fit_line))
        .lines(of_mentors)
        .lines(lines)
        .values(json!({
            "run": run,
            "evaluations": result.evaluations,
            "error_mean_first": first,
            "error_train": train.champion.mean,
            "error_test": test.champion.mean,
            "median_train": train.champion.median,
            "median_test": test.champion.median,
            "q90_train": train.champion.q90,
            "q90_test": test.champion.q90,
            "population_train": train.population,
            "population_test": test.population,
            "positions_train": train.positions,
            "positions_test": test.positions,
            "left_out_train": left_out(train),
            "left_out_test": left_out(test),
            "mentors": mentors.iter().map(mentor).collect::<Vec<Value>>(),
            "fit_least_squares_train": fit(Method::LeastSquares).map(|fit| fit.train.mean),
            "fit_least_squares_test": fit(Method::LeastSquares).map(|fit| fit.test.mean),
            "fit_least_absolute_train": fit(Method::LeastAbsolute).map(|fit| fit.train.mean),
            "fit_least_absolute_test": fit(Method::LeastAbsolute).map(|fit| fit.test.mean),
            "fit_least_absolute_bound": fit(Method::LeastAbsolute).and_then(|fit| fit.bound),
            "parameters": parameters,
            "champion": path,
        }))
}

fn left_out(set: &SetErrors) -> Map<String, Value> {
    set.left_out.iter().map(|left| (left.reason.name().to_owned(), json!(left.count))).collect()
}

fn mentor(mentor: &MentorErrors) -> Value {
    let MentorErrors { name, weight, train, test } = mentor;
    json!({ "name": name, "weight": weight, "error_train": train, "error_test": test })
}

/// Describes the errors on a set, and the positions that were left out.
fn set(name: &str, set: &SetErrors) -> Vec<String> {
    let SetErrors { positions, left_out, champion, population } = set;
    let errors = format!(
        "  {name}: mean error {:.2} centipawns on {positions} positions, median {:.2}, 90 % within {:.2}; population \
         {population:.2}",
        champion.mean, champion.median, champion.q90
    );
    let all = *positions + left_out.iter().map(|left| left.count).sum::<u64>();
    let words = LeftOut::describe(&format!("  {name}"), all as usize, left_out);
    [errors].into_iter().chain(words).collect()
}

fn fit_line(fit: &BestFit) -> String {
    let (name, proof) = match (fit.method, fit.is_proved()) {
        (Method::LeastSquares, _) => ("least squares", ""),
        (Method::LeastAbsolute, true) => ("least absolute errors", " (proven minimum of the training error)"),
        (Method::LeastAbsolute, false) => ("least absolute errors", " (best found, not proven minimal)"),
    };
    let (train, test) = (fit.train.mean, fit.test.mean);
    format!("  static fit of the schema, {name}: mean error {train:.2} training, {test:.2} test{proof}")
}
