//! The output of `eyas tune` if the options of an engine are tuned.

use eyas::arena::control::Control;
use eyas::engine_options::TunedEngine;
use eyas::objectives::confirmation::FinalMatch;
use eyas::session::{self, Evidence, Recorded, RunEntry};
use serde_json::{Map, Value, json};

use super::super::running::Finished;
use super::super::{Outcome, match_report};
use super::faults::FaultyOrganisms;

/// Returns the run with the best score in its confirmation; of equal runs, the first.
pub(super) fn best(recorded: &Recorded) -> Option<&RunEntry> {
    session::best(&recorded.results, |run| run.best_score)
}

/// Returns the names of the options with their values as JSON.
pub(super) fn named(numbers: Vec<(String, String)>) -> Value {
    let number = |text: String| serde_json::from_str::<Value>(&text).unwrap_or(Value::from(text));
    Value::Object(numbers.into_iter().map(|(name, text)| (name, number(text))).collect::<Map<_, _>>())
}

/// Returns the number of games of a run and of those that ended by a fault; for an objective without games, `None` and the
/// number of searches that ended by a fault.
fn counts(recorded: &Recorded, run: &RunEntry) -> (Option<u64>, u64) {
    if let Some(report) = run.details.match_report() {
        return (Some(report.games), report.faults);
    }
    let records = || recorded.history.iter().filter(|record| record.run == run.run);
    let of_generations =
        || records().flat_map(|record| &record.faults).map(|faults| faults.len() as u64).sum();
    let Some(found) = run.details.confirmation() else { return (None, of_generations()) };
    let tables = records().filter_map(|record| record.crosstable.as_ref());
    let milestones: u64 = found.milestones.iter().map(|milestone| milestone.games()).sum();
    let last = found.final_match.as_ref().map_or(0, FinalMatch::games)
        + found.proof.as_ref().map_or(0, |proof| proof.played.games());
    let games = tables.map(|table| table.games()).sum::<u64>() + found.games() + milestones + last;
    (Some(games), found.faults.max(of_generations()))
}

/// The result of a session that tunes an engine.
struct Tuned<'a> {
    finished: &'a Finished,
    engine: &'a TunedEngine,
}

impl Tuned<'_> {
    fn values(&self, run: &RunEntry) -> Vec<i32> {
        run.champion.decode(self.engine.schema())
    }

    /// Returns the limit of each move in the games of the tuning.
    fn control(&self) -> Option<Control> {
        Some(self.finished.settings().objective.properties().play?.control)
    }

    /// Returns a score on the training set in the unit in which the objective shows it.
    fn shown(&self, score: u64) -> f64 {
        let header = &self.finished.recorded.header;
        header.settings.measure(header.largest_score()).value(score as f64)
    }

    /// Returns a score on the test set in the unit in which the objective shows it.
    fn shown_on_test(&self, score: u64) -> f64 {
        let header = &self.finished.recorded.header;
        header.settings.test_measure(header.largest_test_score()).value(score as f64)
    }

    fn run(&self, run: &RunEntry) -> Outcome {
        let recorded = &self.finished.recorded;
        let (number, evidence) = (run.run + 1, Evidence::of(run));
        let (games, faults) = counts(recorded, run);
        let (has_games, start) = (games.is_some(), run.details.start_scores());
        let faulty = FaultyOrganisms::of(self.engine, recorded, run);
        let report = run.details.match_report().map(match_report::outcome);
        let all = games.filter(|_| report.is_none());
        let keeps = all.is_some() && run.details.keeps_start() == Some(true);
        let kept = "  no tuned values beat the start, so the result is the start itself";
        Outcome::default()
            .lines(games.map(|_| format!("run {number}: {}", evidence.text())))
            .lines(start.into_iter().flat_map(|start| self.scores(run, *start)))
            .under("matches", report)
            .lines(all.map(|games| format!("  {games} games in all")))
            .lines(keeps.then(|| kept.to_owned()))
            .lines((faults > 0).then(|| self.faults(faults, has_games, &faulty)))
            .values(json!({
                "run": number,
                "values": named(self.engine.numbers(&self.values(run))),
                "games": games,
                "elo": evidence.elo,
                "elo_error": evidence.error,
                "llr": evidence.llr,
                "verdict": has_games.then_some(evidence.verdict()),
                "transfer": evidence.proof.as_ref().map(|longer| longer.transfer.name()),
                "proofs": match_report::proofs(&evidence, self.control()),
                "faults": faults,
                "faults_by_organism": faulty.json(self.engine),
                "keeps_start": run.details.keeps_start(),
                "score": (!has_games).then(|| self.shown(run.best_score)),
                "start_score": start.map(|[train, _]| self.shown(*train)),
                "test_score": start.map(|_| self.shown_on_test(run.test_score)),
                "start_test_score": start.map(|[_, test]| self.shown_on_test(*test)),
                "champion": self.finished.champion_of(run.run),
            }))
    }

    /// Describes the scores of the champion and of the start, on the test set too if there is one.
    fn scores(&self, run: &RunEntry, [train, test]: [u64; 2]) -> impl Iterator<Item = String> {
        let header = &self.finished.recorded.header;
        let unit = header.settings.measure(header.largest_score()).unit;
        let (best, start) = (self.shown(run.best_score), self.shown(train));
        let trained = format!("run {}: {best} {unit} in training, the start {start}", run.run + 1);
        let (best, start) = (self.shown_on_test(run.test_score), self.shown_on_test(test));
        let tested = format!("  {best} {unit} on the test set, the start {start}");
        [trained].into_iter().chain((header.test.positions > 0).then_some(tested))
    }

    fn faults(&self, faults: u64, has_games: bool, faulty: &FaultyOrganisms) -> String {
        let (what, lost) = if has_games {
            ("games", ", which lost them")
        } else {
            ("searches", ", and count as the worst answer")
        };
        let organisms = faulty.text(self.engine);
        format!(
            "  {faults} {what} ended by a fault of an engine{lost}; run again with --log FILE to see why\n{organisms}"
        )
    }
}

/// Returns the result of a finished session that tunes this engine.
pub(super) fn outcome(finished: &Finished, engine: &TunedEngine) -> Outcome {
    let tuned = Tuned { finished, engine };
    let (settings, recorded) = (finished.settings(), &finished.recorded);
    let best = best(recorded);
    let is_timed = settings.objective.properties().play.is_some_and(|play| play.control.is_timed());
    let timed = "The games had a clock, so another run with the same seed plays other games.";
    let start = engine.numbers(&engine.start());
    let values = best.map(|best| {
        let values = tuned.values(best);
        let both = engine.numbers(&values).into_iter().zip(&start);
        let both: String =
            both.map(|((name, value), (_, start))| format!("  {name} = {value} ({start})\n")).collect();
        format!("values, with the start:\n{both}{}", engine.commands(&values))
    });
    Outcome::default()
        .runs(&recorded.results, best, |run| tuned.run(run))
        .lines(is_timed.then(|| timed.to_owned()))
        .lines(values)
        .lines(finished.lines())
        .values(finished.values())
        .values(json!({
            "start": named(start),
            "player": engine.player(),
            "objective": settings.objective.name(),
            "optimizer": settings.optimizer.name(),
            "reproducible": !is_timed,
        }))
        .suspected(recorded.nodes.suspect())
}
