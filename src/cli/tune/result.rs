//! The output of `eyas tune`.

use std::fmt;

use eyas::objectives::confirmation::{Confirmation, FinalMatch};
use eyas::objectives::details::play_off::summary;
use eyas::objectives::details::{Examination, PlayOffResult, Solved, Tally};
use eyas::objectives::suite::SuiteSettings;
use eyas::objectives::suite::constant::Constants;
use eyas::objectives::suite::cost::Cost;
use eyas::session::{self, RunEntry};
use serde::Serialize;
use serde_json::{Value, json};

use super::super::Outcome;
use super::super::running::Finished;

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

/// A session that tunes a search.
struct Tuned<'a> {
    finished: &'a Finished,
    /// How the nodes of a position count.
    cost: Cost,
}

/// Returns the result. The run with the fewest nodes comes first; of equal runs, the first.
pub(super) fn outcome(finished: &Finished) -> Outcome {
    let suite = finished.settings().objective.suite();
    let tuned = Tuned { finished, cost: suite.map_or(Cost::Nodes, |suite| suite.cost) };
    let results = &finished.recorded.results;
    let dropped = tuned.dropped();
    let games = results.iter().filter_map(|run| Some((run.run + 1, run.details.confirmation()?)));
    Outcome::default()
        .lines(dropped.map(|Solved { by_none, by_all }| {
            let all = by_none + by_all;
            format!(
                "{all} positions were searched in generation 0 only: none of its organisms solved {by_none}, and all of \
                 them solved {by_all}"
            )
        }))
        .runs(results, session::best(results, |run| run.best_score), |run| tuned.run(run))
        .lines(games.map(|(run, games)| format!("result of run {run}: {}", summary(games))))
        .lines(finished.lines())
        .values(finished.values())
        .values(json!({
            "positions": tuned.positions(),
            "dropped_unsolved": dropped.map(|dropped| dropped.by_none),
            "dropped_solved": dropped.map(|dropped| dropped.by_all),
            "node_limit": suite.map(|suite| suite.node_limit),
            "schema": finished.settings().schema().name,
        }))
}

impl Tuned<'_> {
    fn positions(&self) -> u64 {
        self.finished.recorded.header.train.positions
    }

    fn suite(&self) -> Option<&SuiteSettings> {
        self.finished.settings().objective.suite()
    }

    /// Returns the number of quiet positions among all positions.
    fn quiet(&self) -> u64 {
        self.suite().map_or(0, |suite| suite.quiet.into())
    }

    /// Counts the positions that only generation 0 searched; `None` if all generations searched all positions.
    fn dropped(&self) -> Option<Solved> {
        self.suite().filter(|suite| suite.drop_constant)?;
        let positions = usize::try_from(self.positions() - self.quiet()).ok()?;
        Constants::recorded(&self.finished.recorded.history, positions).map(|constants| constants.solved())
    }

    fn figures<'a>(&self, run: &'a RunEntry) -> Figures<'a> {
        let recorded = &self.finished.recorded;
        let largest = recorded.header.largest_score();
        let nodes = |score: u64| match (self.cost, largest.saturating_sub(score)) {
            (Cost::Nodes, nodes) => Number::Nodes(nodes),
            (Cost::LogNodes, units) => Number::Logarithms(units as f64 * self.cost.shown()),
        };
        let records = || recorded.history.iter().filter(|record| record.run == run.run);
        let first = records().next().filter(|record| record.generation == 0);
        Figures {
            run,
            first_best: nodes(first.map_or(0, |record| record.spread.best)),
            first_mean: (largest as f64 - run.mean_score_first) * self.cost.shown(),
            best: nodes(run.best_score),
            first_solved: Solved::of(first.into_iter().flat_map(|record| &record.nodes)),
            all_solved: Solved::of(records().flat_map(|record| &record.nodes)),
        }
    }

    fn run(&self, run: &RunEntry) -> Outcome {
        let figures = self.figures(run);
        let Figures { first_best, first_mean, best, first_solved, all_solved, .. } = figures;
        let (number, positions) = (run.run + 1, self.positions());
        let quiet = match self.quiet() {
            0 => String::new(),
            quiet => format!(", {quiet} of them quiet"),
        };
        let unit = match self.cost {
            Cost::Nodes => "nodes",
            Cost::LogNodes => "Σ log₂ nodes",
        };
        let solved = [("generation 0", first_solved), ("the run", all_solved)].map(|(who, solved)| {
            let Solved { by_none, by_all } = solved;
            format!("  no organism of {who} solved {by_none} positions, and all of them solved {by_all}")
        });
        let trained = figures.trained();
        Outcome::default()
            .line(format!(
                "run {number}: {unit} for {positions} positions{quiet}: generation 0 best {first_best}, mean \
                 {first_mean:.0}; champion {best}"
            ))
            .lines(solved)
            .lines(run.details.examinations().into_iter().flatten().map(examined))
            .values(json!({
                "run": number,
                "evaluations": run.evaluations,
                "first_best_nodes": first_best,
                "first_mean_nodes": first_mean,
                "best_nodes": best,
                "solved": trained.map(|trained| trained.champion.found),
                "untuned_nodes": trained.map(|trained| trained.untuned.nodes),
                "untuned_solved": trained.map(|trained| trained.untuned.found),
                "first_unsolved": first_solved.by_none,
                "first_always_solved": first_solved.by_all,
                "unsolved": all_solved.by_none,
                "always_solved": all_solved.by_all,
                "quiet": figures.quiet().map(validated),
                "play_off": run.details.confirmation().map(play_off),
                "validation": figures.validation().map(validated).collect::<Vec<Value>>(),
                "champion": self.finished.champion_of(run.run),
            }))
    }
}

/// Describes the champion and the untuned search on a suite.
fn examined(examination: &Examination) -> String {
    let Examination { suite, positions, trained, quiet, champion, untuned, .. } = examination;
    if *quiet {
        let (found, untuned) = (champion.found, untuned.found);
        return format!("  {suite}: {found} of {positions} solved; untuned {untuned}");
    }
    let which = if *trained { "training" } else { "validation" };
    let result = |Tally { nodes, found }: &Tally| format!("{found} solved, {nodes} nodes");
    let (champion, untuned) = (result(champion), result(untuned));
    format!("  {suite}, {positions} {which} positions: {champion}; untuned {untuned}")
}

impl Figures<'_> {
    fn trained(&self) -> Option<&Examination> {
        self.run.details.examinations().into_iter().flatten().find(|examination| examination.trained)
    }

    fn quiet(&self) -> Option<&Examination> {
        self.run.details.examinations().into_iter().flatten().find(|examination| examination.quiet)
    }

    fn validation(&self) -> impl Iterator<Item = &Examination> {
        self.run.details.examinations().into_iter().flatten().filter(|examination| !examination.trained)
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
    let verdict = PlayOffResult::of(games);
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
