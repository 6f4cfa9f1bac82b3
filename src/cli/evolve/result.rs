//! The output of `eyas evolve`.

use eyas::experiment::Experiment;
use eyas::job::{self, report::RunResult};
use eyas::organism::Organism;
use eyas::session;
use serde_json::json;

use super::super::Outcome;
use super::super::running::Finished;
use super::mentor_report;

/// Returns the result, given the champion of each run. The run with the best training score comes first; of equal runs,
/// the first.
pub(super) fn outcome(finished: &Finished, champions: &[Organism]) -> Outcome {
    let settings = finished.settings();
    let results = job::results(&finished.folder, &finished.recorded);
    let best = session::best(&results, |result| result.best_score);
    let run = |result: &RunResult| match result.details.mentor_report() {
        Some(report) => mentor_report::outcome(result, report, settings, champions.get(result.run as usize)),
        None if settings.objective.properties().counts_moves[0] => moves(result),
        None => values(result, settings),
    };
    let best_run = best.filter(|_| results.len() > 1);
    let time = finished.seconds.map(|(build, wall)| {
        format!("{} generations in {wall:.1} s; preparation {build:.1} s", finished.generations())
    });
    Outcome::default()
        .runs(&results, best, run)
        .lines(best_run.map(|best| format!("best run: {}; {}", best.run + 1, finished.champion())))
        .lines(finished.stops())
        .lines(time)
        .values(finished.values())
        .value("build_seconds", finished.seconds.map(|(build, _)| build))
}

/// Describes a run by the moves of grandmasters that the champion chooses.
fn moves(result: &RunResult) -> Outcome {
    let RunResult { best_score, train_total, test_score, test_total, mean_score_first, .. } = result;
    let share = |correct: u64, total: u64| 100.0 * correct as f64 / total.max(1) as f64;
    let (train, test) = (share(*best_score, *train_total), share(*test_score, *test_total));
    let (run, champion) = (result.run + 1, result.champion.display().to_string());
    Outcome::default()
        .line(format!(
            "run {run}: generation 0 mean {mean_score_first:.1} correct; champion {best_score} of {train_total} \
             ({train:.1} %) in training, {test_score} of {test_total} ({test:.1} %) in test; {champion}"
        ))
        .values(json!({
            "run": run,
            "evaluations": result.evaluations,
            "mean_correct_first": mean_score_first,
            "best_correct": best_score,
            "train_total": train_total,
            "test_correct": test_score,
            "test_total": test_total,
            "champion": champion,
        }))
}

/// Describes a run by the values of the objective in its own unit, such as nats.
fn values(result: &RunResult, settings: &Experiment) -> Outcome {
    let train = settings.measure(result.train_total);
    let test = settings.test_measure(result.test_total);
    let (run, champion) = (result.run + 1, result.champion.display().to_string());
    Outcome::default()
        .line(format!(
            "run {run}: generation 0 mean {}; champion: {} in training, {} in test; {champion}",
            train.number(result.mean_score_first),
            train.summary(result.best_score),
            test.summary(result.test_score)
        ))
        .values(json!({
            "run": run,
            "objective": settings.objective.formula(),
            "evaluations": result.evaluations,
            "mean_first": train.value(result.mean_score_first),
            "train": train.value(result.best_score as f64),
            "test": test.value(result.test_score as f64),
            "champion": champion,
        }))
}
