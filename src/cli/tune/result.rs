//! The output of `eyas tune`.

use std::fmt::{self, Write};
use std::path::PathBuf;

use eyas::objectives::self_play::confirmation::{Confirmation, FinalMatch};
use eyas::objectives::suite::constant::Constants;
use eyas::objectives::suite::cost::Cost;
use eyas::objectives::suite::play_off::{Verdict, summary};
use eyas::objectives::suite::{Examination, Solved, SuiteSettings, Tally};
use eyas::session::{self, Recorded, RunEntry, Session};
use serde::Serialize;
use serde_json::{Value, json};

use super::super::Outcome;

/// A finished session.
pub(super) struct Finished {
    pub(super) folder: PathBuf,
    pub(super) recorded: Recorded,
    /// Seconds that this process spent on preparation and on evolution; `None` if it only read the session.
    pub(super) seconds: Option<(f64, f64)>,
}

/// The figures of a run. Nodes are logarithms of nodes if the cost is.
struct Figures<'a> {
    run: &'a RunEntry,
    /// Minimum and mean of the nodes in generation 0.
    first_best: Number,
    first_mean: f64,
    /// Nodes of the champion.
    best: Number,
    /// Which positions the organisms of generation 0 and of all generations solved.
    first_solved: Solved,
    all_solved: Solved,
}

/// A sum of nodes, which is an integer, or of their logarithms.
#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
enum Number {
    Nodes(u64),
    Logarithms(f64),
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Nodes(nodes) => nodes.fmt(f),
            Number::Logarithms(sum) => write!(f, "{sum:.1}"),
        }
    }
}

impl Finished {
    /// Returns the result. The run with the fewest nodes comes first; of equal runs, the first.
    pub(super) fn outcome(&self) -> Outcome {
        Outcome { text: self.text(), json: self.json() }
    }

    fn positions(&self) -> u64 {
        self.recorded.header.train.positions
    }

    fn suite(&self) -> Option<&SuiteSettings> {
        self.recorded.header.settings.objective.suite()
    }

    /// Returns the number of quiet positions among all positions.
    fn quiet(&self) -> u64 {
        self.suite().map_or(0, |suite| suite.quiet.into())
    }

    /// Counts the positions that only generation 0 searched; `None` if all generations searched all positions.
    fn dropped(&self) -> Option<Solved> {
        self.suite().filter(|suite| suite.drop_constant)?;
        let positions = usize::try_from(self.positions() - self.quiet()).ok()?;
        Constants::recorded(&self.recorded.history, positions).map(|constants| constants.solved())
    }

    fn figures<'a>(&self, run: &'a RunEntry) -> Figures<'a> {
        let largest = self.recorded.header.largest_score();
        let cost = self.cost();
        let nodes = |score: u64| match (cost, largest.saturating_sub(score)) {
            (Cost::Nodes, nodes) => Number::Nodes(nodes),
            (Cost::LogNodes, units) => Number::Logarithms(units as f64 * cost.shown()),
        };
        let records = || self.recorded.history.iter().filter(|record| record.run == run.run);
        let first = records().next().filter(|record| record.generation == 0);
        Figures {
            run,
            first_best: nodes(first.map_or(0, |record| record.spread.best)),
            first_mean: (largest as f64 - run.mean_score_first) * cost.shown(),
            best: nodes(run.best_score),
            first_solved: Solved::of(first.into_iter().flat_map(|record| &record.nodes)),
            all_solved: Solved::of(records().flat_map(|record| &record.nodes)),
        }
    }

    fn cost(&self) -> Cost {
        self.suite().map_or(Cost::Nodes, |tuning| tuning.cost)
    }

    /// Returns the name of the cost.
    fn unit(&self) -> &'static str {
        match self.cost() {
            Cost::Nodes => "nodes",
            Cost::LogNodes => "Σ log₂ nodes",
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
                "first_unsolved": figures.first_solved.by_none,
                "first_always_solved": figures.first_solved.by_all,
                "unsolved": figures.all_solved.by_none,
                "always_solved": figures.all_solved.by_all,
                "quiet": figures.quiet().map(validated),
                "play_off": run.confirmation.as_ref().map(play_off),
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
        let dropped = self.dropped();
        object["dropped_unsolved"] = json!(dropped.map(|dropped| dropped.by_none));
        object["dropped_solved"] = json!(dropped.map(|dropped| dropped.by_all));
        object["node_limit"] = json!(self.suite().map(|tuning| tuning.node_limit));
        object["schema"] = json!(settings.schema().name);
        object["session"] = json!(self.folder.display().to_string());
        object["wall_seconds"] = json!(self.seconds.map(|(_, wall)| wall));
        object["runs"] = results.iter().map(run).collect();
        object
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let positions = match self.quiet() {
            0 => format!("{} positions", self.positions()),
            quiet => format!("{} positions, {quiet} of them quiet", self.positions()),
        };
        if let Some(Solved { by_none, by_all }) = self.dropped() {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{} positions were searched in generation 0 only: none of its organisms solved {by_none}, and all \
                 of them solved {by_all}",
                by_none + by_all
            );
        }
        for run in &self.recorded.results {
            let figures = self.figures(run);
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "run {}: {} for {positions}: generation 0 best {}, mean {:.0}; champion {}",
                run.run + 1,
                self.unit(),
                figures.first_best,
                figures.first_mean,
                figures.best
            );
            for (who, solved) in [("generation 0", figures.first_solved), ("the run", figures.all_solved)] {
                let Solved { by_none, by_all } = solved;
                let _ = writeln!(
                    text,
                    "  no organism of {who} solved {by_none} positions, and all of them solved {by_all}"
                );
            }
            for examination in &run.examinations {
                let Examination { suite, positions, trained, quiet, champion, untuned, .. } = examination;
                if *quiet {
                    let (found, untuned) = (champion.found, untuned.found);
                    let _ = writeln!(text, "  {suite}: {found} of {positions} solved; untuned {untuned}");
                    continue;
                }
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
        for run in &self.recorded.results {
            if let Some(games) = &run.confirmation {
                let _ = writeln!(text, "result of run {}: {}", run.run + 1, summary(games));
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

    fn quiet(&self) -> Option<&Examination> {
        self.run.examinations.iter().find(|examination| examination.quiet)
    }

    fn validation(&self) -> impl Iterator<Item = &Examination> {
        self.run.examinations.iter().filter(|examination| !examination.trained)
    }
}

/// Returns a play-off and its verdict.
fn play_off(games: &Confirmation) -> Value {
    let (scores, ratings) = (games.scores(), games.ratings());
    let player = |index: usize| {
        let player = &games.players[index];
        json!({
            "untuned": player.founder.is_some(),
            "place": player.place.map(|place| place + 1),
            "points": scores[index].0,
            "games": scores[index].1,
            "elo": ratings[index].map(|rating| rating.value),
            "elo_error": ratings[index].and_then(|rating| rating.error),
        })
    };
    let verdict = Verdict::of(games);
    json!({
        "result": if verdict.is_tuned() { "tuned" } else { "untuned" },
        "summary": summary(games),
        "games": games.games(),
        "players": games.order().into_iter().map(player).collect::<Vec<Value>>(),
        "final_match": games.final_match.as_ref().map(final_match),
    })
}

/// Returns the final match, from the view of the best tuned search.
fn final_match(found: &FinalMatch) -> Value {
    let ([losses, draws, wins], elo) = (found.results, found.elo());
    json!({
        "games": found.games(),
        "losses": losses,
        "draws": draws,
        "wins": wins,
        "pentanomial": found.pairs,
        "elo": elo.map(|elo| elo.value),
        "elo_error": elo.and_then(|elo| elo.error),
    })
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
