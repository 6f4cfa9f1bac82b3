//! The output of `eyas evolve`.

use std::fmt::Write;
use std::path::PathBuf;

use eyas::experiment::Experiment;
use eyas::job::report::RunResult;
use eyas::organism::Organism;
use eyas::session::{self, Session};
use serde_json::{Value, json};

use super::super::Outcome;
use super::mentor_report as mentor_text;

/// A finished session.
pub(super) struct Finished {
    pub(super) folder: PathBuf,
    pub(super) settings: Experiment,
    pub(super) results: Vec<RunResult>,
    /// The champion of each run, as recorded in the journal.
    pub(super) champions: Vec<Organism>,
    /// Seconds that this process spent on preparation and on evolution; `None` if it only read the session.
    pub(super) seconds: Option<(f64, f64)>,
}

impl Finished {
    /// Returns the result. The run with the best training score comes first; of equal runs, the first.
    pub(super) fn outcome(&self) -> Outcome {
        Outcome { text: self.text(), json: self.json() }
    }

    fn best(&self) -> Option<&RunResult> {
        session::best(&self.results, |result| result.best_score)
    }

    fn champion(&self, result: &RunResult) -> Option<&Organism> {
        self.champions.get(result.run as usize)
    }

    fn json(&self) -> Value {
        let run = |result: &RunResult| {
            if let Some(mentor_report) = &result.mentor_report {
                return mentor_text::json(result, mentor_report, &self.settings, self.champion(result));
            }
            if !self.counts_moves() {
                return self.value_json(result);
            }
            json!({
                "run": result.run + 1,
                "evaluations": result.evaluations,
                "mean_correct_first": result.mean_score_first,
                "best_correct": result.best_score,
                "train_total": result.train_total,
                "test_correct": result.test_score,
                "test_total": result.test_total,
                "champion": result.champion.display().to_string(),
            })
        };
        let mut object = self.best().map_or_else(|| json!({}), run);
        object["champion"] = json!(Session::best_champion_path(&self.folder).display().to_string());
        object["generations"] = json!(self.settings.generations);
        object["session"] = json!(self.folder.display().to_string());
        object["build_seconds"] = json!(self.seconds.map(|(build, _)| build));
        object["wall_seconds"] = json!(self.seconds.map(|(_, wall)| wall));
        object["runs"] = self.results.iter().map(run).collect();
        object
    }

    fn counts_moves(&self) -> bool {
        self.settings.objective.settings().counts_moves()[0]
    }

    /// Returns a run as JSON: the values of the objective in its own unit, such as nats.
    fn value_json(&self, result: &RunResult) -> Value {
        let train = self.settings.measure(result.train_total);
        let test = self.settings.test_measure(result.test_total);
        json!({
            "run": result.run + 1,
            "objective": self.settings.objective.formula(),
            "evaluations": result.evaluations,
            "mean_first": train.value(result.mean_score_first),
            "train": train.value(result.best_score as f64),
            "test": test.value(result.test_score as f64),
            "champion": result.champion.display().to_string(),
        })
    }

    /// Describes a run by the values of the objective in its own unit.
    fn value_text(&self, result: &RunResult) -> String {
        let train = self.settings.measure(result.train_total);
        let test = self.settings.test_measure(result.test_total);
        format!(
            "run {}: generation 0 mean {}; champion: {} in training, {} in test; {}\n",
            result.run + 1,
            train.number(result.mean_score_first),
            train.summary(result.best_score),
            test.summary(result.test_score),
            result.champion.display()
        )
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let share = |correct: u64, total: u64| 100.0 * correct as f64 / total.max(1) as f64;
        for result in &self.results {
            if let Some(mentor_report) = &result.mentor_report {
                text.push_str(&mentor_text::text(
                    result,
                    mentor_report,
                    &self.settings,
                    self.champion(result),
                ));
                continue;
            }
            if !self.counts_moves() {
                text.push_str(&self.value_text(result));
                continue;
            }
            let RunResult { best_score, train_total, test_score, test_total, .. } = result;
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "run {}: generation 0 mean {:.1} correct; champion {best_score} of {train_total} ({:.1} %) in training, \
                 {test_score} of {test_total} ({:.1} %) in test; {}",
                result.run + 1,
                result.mean_score_first,
                share(*best_score, *train_total),
                share(*test_score, *test_total),
                result.champion.display()
            );
        }
        if let (Some(best), true) = (self.best(), self.results.len() > 1) {
            let champion = Session::best_champion_path(&self.folder);
            let _ = writeln!(text, "best run: {}; {}", best.run + 1, champion.display());
        }
        if let Some((build, wall)) = self.seconds {
            let generations = self.settings.generations;
            let _ = writeln!(text, "{generations} generations in {wall:.1} s; preparation {build:.1} s");
        }
        text
    }
}
