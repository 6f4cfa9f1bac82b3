//! The output of `eyas evolve --stage mentor` for a run.

use std::fmt::Write;

use eyas::experiment::Experiment;
use eyas::job::report::RunResult;
use eyas::objectives::scores::ScoresSettings;
use eyas::objectives::scores::fit::Method;
use eyas::objectives::scores::{LeftOut, MentorReport, SetErrors};
use eyas::organism::{Genome, Organism};
use serde_json::{Map, Value, json};

/// The value of a parameter in a mentor organism and in the champion that mimics it.
struct Recovered {
    name: String,
    mentor: Option<i32>,
    champion: i32,
}

/// Returns the mentor's parameters and the champion's, if the only mentor is an organism.
fn recovered(champion: Option<&Organism>, settings: &Experiment) -> Vec<Recovered> {
    let original = settings.objective.scores().and_then(ScoresSettings::original);
    let (Some(original), Some(champion)) = (original, champion) else {
        return Vec::new();
    };
    let Genome { schema, values, .. } = &champion.evaluation;
    let mentor = original.under(schema);
    let parameters = schema.parameters.iter().map(|parameter| parameter.name.clone());
    let rows = parameters.zip(mentor).zip(values.iter().copied());
    rows.map(|((name, mentor), champion)| Recovered { name, mentor, champion }).collect()
}

/// Returns the report as JSON.
pub(super) fn json(
    result: &RunResult,
    mentor_report: &MentorReport,
    settings: &Experiment,
    champion: Option<&Organism>,
) -> Value {
    let parameters: Vec<Value> = recovered(champion, settings)
        .into_iter()
        .map(|Recovered { name, mentor, champion }| json!({ "name": name, "mentor": mentor, "champion": champion }))
        .collect();
    let left_out = |set: &SetErrors| {
        let count = |left: &LeftOut| (left.reason.name().to_owned(), json!(left.count));
        set.left_out.iter().map(count).collect::<Map<String, Value>>()
    };
    let mentors: Vec<Value> = mentor_report
        .mentors
        .iter()
        .map(|mentor| {
            json!({
                "name": mentor.name,
                "weight": mentor.weight,
                "error_train": mentor.train,
                "error_test": mentor.test,
            })
        })
        .collect();
    let MentorReport { train, test, fits, .. } = mentor_report;
    let fit = |method| fits.iter().find(|fit| fit.method == method);
    json!({
        "run": result.run + 1,
        "evaluations": result.evaluations,
        "error_mean_first": ScoresSettings::error(result.mean_score_first),
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
        "mentors": mentors,
        "fit_least_squares_train": fit(Method::LeastSquares).map(|fit| fit.train.mean),
        "fit_least_squares_test": fit(Method::LeastSquares).map(|fit| fit.test.mean),
        "fit_least_absolute_train": fit(Method::LeastAbsolute).map(|fit| fit.train.mean),
        "fit_least_absolute_test": fit(Method::LeastAbsolute).map(|fit| fit.test.mean),
        "fit_least_absolute_bound": fit(Method::LeastAbsolute).and_then(|fit| fit.bound),
        "parameters": parameters,
        "champion": result.champion.display().to_string(),
    })
}

/// Returns the report as text.
pub(super) fn text(
    result: &RunResult,
    mentor_report: &MentorReport,
    settings: &Experiment,
    champion: Option<&Organism>,
) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "run {}: generation 0 mean error {:.1} centipawns; champion {}",
        result.run + 1,
        ScoresSettings::error(result.mean_score_first),
        result.champion.display()
    );
    for (name, set) in [("training", &mentor_report.train), ("test", &mentor_report.test)] {
        let SetErrors { positions, left_out, champion, population } = set;
        let _ = writeln!(
            text,
            "  {name}: mean error {:.2} centipawns on {positions} positions, median {:.2}, 90 % within {:.2}; population \
             {population:.2}",
            champion.mean, champion.median, champion.q90
        );
        let all = *positions + left_out.iter().map(|left| left.count).sum::<u64>();
        if let Some(words) = LeftOut::describe(&format!("  {name}"), all as usize, left_out) {
            let _ = writeln!(text, "{words}");
        }
    }
    for fit in &mentor_report.fits {
        let name = match fit.method {
            Method::LeastSquares => "least squares",
            Method::LeastAbsolute => "least absolute errors",
        };
        let (train, test) = (fit.train.mean, fit.test.mean);
        let proof = match (fit.method, fit.is_proved()) {
            (Method::LeastSquares, _) => "",
            (Method::LeastAbsolute, true) => " (proven minimum of the training error)",
            (Method::LeastAbsolute, false) => " (best found, not proven minimal)",
        };
        let _ = writeln!(
            text,
            "  static fit of the schema, {name}: mean error {train:.2} training, {test:.2} test{proof}"
        );
    }
    if mentor_report.mentors.len() > 1 {
        for mentor in &mentor_report.mentors {
            let _ = writeln!(
                text,
                "  mean error from {} (weight {:.3}): {:.2} training, {:.2} test",
                mentor.name, mentor.weight, mentor.train, mentor.test
            );
        }
    }
    for Recovered { name, mentor, champion } in recovered(champion, settings) {
        let mentor = mentor.map_or_else(|| "–".to_owned(), |value| value.to_string());
        let _ = writeln!(text, "  {name:<32} mentor {mentor:>5}  champion {champion:>5}");
    }
    text
}
