//! The output of `eyas tune`.

use std::fmt::Write;
use std::path::PathBuf;

use eyas::objectives::suite::Examination;
use eyas::objectives::suite::Tally;
use eyas::session::{self, Recorded, RunEntry, Session};
use serde_json::{Value, json};

use super::super::Outcome;

/// A finished session.
pub(super) struct Finished {
    pub(super) folder: PathBuf,
    pub(super) recorded: Recorded,
    /// Seconds that this process spent on preparation and on evolution; `None` if it only read the session.
    pub(super) seconds: Option<(f64, f64)>,
}

/// The figures of a run.
struct Figures<'a> {
    run: &'a RunEntry,
    /// Minimum and mean of the nodes in generation 0.
    first_best: u64,
    first_mean: f64,
    /// Nodes of the champion.
    best: u64,
}

impl Finished {
    /// Returns the result. The run with the fewest nodes comes first; of equal runs, the first.
    pub(super) fn outcome(&self) -> Outcome {
        Outcome { text: self.text(), json: self.json() }
    }

    fn positions(&self) -> u64 {
        self.recorded.header.train.positions
    }

    fn figures<'a>(&self, run: &'a RunEntry) -> Figures<'a> {
        let settings = &self.recorded.header.settings;
        let largest = self.recorded.header.largest_score();
        let nodes = |score: u64| largest.saturating_sub(score);
        let first =
            self.recorded.history.iter().find(|record| (record.run, record.generation) == (run.run, 0));
        Figures {
            run,
            first_best: nodes(first.map_or(0, |record| record.spread.best)),
            first_mean: settings.largest_score(self.positions()) as f64 - run.mean_score_first,
            best: nodes(run.best_score),
        }
    }

    fn json(&self) -> Value {
        let settings = &self.recorded.header.settings;
        let run = |run: &RunEntry| {
            let figures = self.figures(run);
            json!({
                "run": run.run + 1,
                "evaluations": run.evaluations,
                "first_best_nodes": figures.first_best,
                "first_mean_nodes": figures.first_mean,
                "best_nodes": figures.best,
                "solved": figures.trained().map(|trained| trained.champion.found),
                "untuned_nodes": figures.trained().map(|trained| trained.untuned.nodes),
                "untuned_solved": figures.trained().map(|trained| trained.untuned.found),
                "validation": figures.validation().map(validated).collect::<Vec<Value>>(),
                "champion": Session::champion_path(&self.folder, settings, run.run).display().to_string(),
            })
        };
        let results = &self.recorded.results;
        let best = session::best(results, |run| run.best_score);
        let mut object = best.map_or_else(|| json!({}), run);
        object["champion"] = json!(Session::best_champion_path(&self.folder).display().to_string());
        object["generations"] = json!(settings.generations);
        object["positions"] = json!(self.positions());
        object["node_limit"] = json!(settings.objective.suite().map(|tuning| tuning.node_limit));
        object["schema"] = json!(settings.schema().name);
        object["session"] = json!(self.folder.display().to_string());
        object["wall_seconds"] = json!(self.seconds.map(|(_, wall)| wall));
        object["runs"] = results.iter().map(run).collect();
        object
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let positions = self.positions();
        for run in &self.recorded.results {
            let figures = self.figures(run);
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "run {}: nodes for {positions} positions: generation 0 best {}, mean {:.0}; champion {}",
                run.run + 1,
                figures.first_best,
                figures.first_mean,
                figures.best
            );
            for examination in &run.examinations {
                let Examination { suite, positions, trained, champion, untuned, .. } = examination;
                let which = if *trained { "training" } else { "validation" };
                let result = |Tally { nodes, found }: &Tally| format!("{found} solved, {nodes} nodes");
                let _ = writeln!(
                    text,
                    "  {suite}, {positions} {which} positions: {}; untuned {}",
                    result(champion),
                    result(untuned)
                );
            }
        }
        let _ = writeln!(text, "champion: {}", Session::best_champion_path(&self.folder).display());
        if let Some((_, wall)) = self.seconds {
            let generations = self.recorded.header.settings.generations;
            let _ = writeln!(text, "{generations} generations in {wall:.1} s");
        }
        text
    }
}

impl Figures<'_> {
    fn trained(&self) -> Option<&Examination> {
        self.run.examinations.iter().find(|examination| examination.trained)
    }

    fn validation(&self) -> impl Iterator<Item = &Examination> {
        self.run.examinations.iter().filter(|examination| !examination.trained)
    }
}

fn validated(examination: &Examination) -> Value {
    json!({
        "suite": examination.suite,
        "positions": examination.positions,
        "nodes": examination.champion.nodes,
        "solved": examination.champion.found,
        "untuned_nodes": examination.untuned.nodes,
        "untuned_solved": examination.untuned.found,
    })
}
