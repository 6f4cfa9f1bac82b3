//! The output of `eyas tune` if the options of an engine are tuned.

use std::fmt::Write;
use std::path::Path;

use eyas::engine_options::TunedEngine;
use eyas::objectives::self_play::confirmation::FinalMatch;
use eyas::session::{self, Evidence, Recorded, RunEntry, Session};
use serde_json::{Map, Value, json};

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
    if let Some(report) = &run.match_report {
        return (Some(report.games), report.faults);
    }
    let records = || recorded.history.iter().filter(|record| record.run == run.run);
    let of_generations =
        || records().flat_map(|record| &record.faults).map(|faults| faults.len() as u64).sum();
    let Some(found) = &run.confirmation else { return (None, of_generations()) };
    let tables = records().filter_map(|record| record.crosstable.as_ref());
    let milestones: u64 = found.milestones.iter().map(|milestone| milestone.games()).sum();
    let last = found.final_match.as_ref().map_or(0, FinalMatch::games);
    let games = tables.map(|table| table.games()).sum::<u64>() + found.games() + milestones + last;
    (Some(games), found.faults.max(of_generations()))
}

/// The result of a session that tunes an engine.
struct Tuned<'a> {
    folder: &'a Path,
    engine: &'a TunedEngine,
    recorded: &'a Recorded,
}

impl Tuned<'_> {
    fn values(&self, run: &RunEntry) -> Vec<i32> {
        run.champion.decode(self.engine.schema())
    }

    fn json_of(&self, run: &RunEntry) -> Value {
        let settings = &self.recorded.header.settings;
        let evidence = Evidence::of(run);
        let (games, faults) = counts(self.recorded, run);
        let has_games = games.is_some();
        json!({
            "run": run.run + 1,
            "values": named(self.engine.numbers(&self.values(run))),
            "games": games,
            "elo": evidence.elo,
            "elo_error": evidence.error,
            "llr": evidence.llr,
            "verdict": has_games.then_some(evidence.verdict()),
            "faults": faults,
            "faults_by_organism": FaultyOrganisms::of(self.engine, self.recorded, run).json(self.engine),
            "keeps_start": run.keeps_start(),
            "score": (!has_games).then(|| self.shown(run.best_score)),
            "start_score": run.start_scores.map(|[train, _]| self.shown(train)),
            "test_score": run.start_scores.map(|_| self.shown_on_test(run.test_score)),
            "start_test_score": run.start_scores.map(|[_, test]| self.shown_on_test(test)),
            "champion": Session::champion_path(self.folder, settings, run.run).display().to_string(),
            "matches": run.match_report.as_ref().map(|report| match_report::json(report)),
        })
    }

    /// Returns a score on the training set in the unit in which the objective shows it.
    fn shown(&self, score: u64) -> f64 {
        let header = &self.recorded.header;
        header.settings.measure(header.largest_score()).value(score as f64)
    }

    /// Returns a score on the test set in the unit in which the objective shows it.
    fn shown_on_test(&self, score: u64) -> f64 {
        let header = &self.recorded.header;
        header.settings.test_measure(header.largest_test_score()).value(score as f64)
    }

    /// Describes a run in one line or several.
    fn text_of(&self, run: &RunEntry) -> String {
        let mut text = String::new();
        let (games, faults) = counts(self.recorded, run);
        let number = run.run + 1;
        // Writing to a string cannot fail.
        let _ = match games {
            Some(_) => writeln!(text, "run {number}: {}", Evidence::of(run).text()),
            None => Ok(()),
        };
        if let Some([train, test]) = run.start_scores {
            let header = &self.recorded.header;
            let unit = header.settings.measure(header.largest_score()).unit;
            let _ = writeln!(
                text,
                "run {number}: {} {unit} in training, the start {}",
                self.shown(run.best_score),
                self.shown(train)
            );
            if header.test.positions > 0 {
                let _ = writeln!(
                    text,
                    "  {} {unit} on the test set, the start {}",
                    self.shown_on_test(run.test_score),
                    self.shown_on_test(test)
                );
            }
        }
        text += &run.match_report.as_ref().map_or_else(String::new, |report| match_report::text(report));
        if run.match_report.is_none()
            && let Some(games) = games
        {
            let _ = writeln!(text, "  {games} games in all");
            if run.keeps_start() == Some(true) {
                let _ = writeln!(text, "  no tuned values beat the start, so the result is the start itself");
            }
        }
        if faults > 0 {
            let what = if games.is_some() { "games" } else { "searches" };
            let lost = if games.is_some() { ", which lost them" } else { ", and count as the worst answer" };
            let _ = writeln!(
                text,
                "  {faults} {what} ended by a fault of an engine{lost}; run again with --log FILE to see why"
            );
            text += &FaultyOrganisms::of(self.engine, self.recorded, run).text(self.engine);
        }
        text
    }
}

/// Returns the result of a finished session that tunes this engine.
pub(super) fn outcome(
    folder: &Path,
    engine: &TunedEngine,
    recorded: &Recorded,
    seconds: Option<(f64, f64)>,
) -> Outcome {
    let tuned = Tuned { folder, engine, recorded };
    let settings = &recorded.header.settings;
    let best = best(recorded);
    let mut object = best.map_or_else(|| json!({}), |run| tuned.json_of(run));
    object["champion"] = json!(Session::best_champion_path(folder).display().to_string());
    object["start"] = named(engine.numbers(&engine.start()));
    object["player"] = json!(engine.player());
    object["objective"] = json!(settings.objective.settings().name());
    object["optimizer"] = json!(settings.optimizer.name());
    object["generations"] = json!(settings.generations);
    object["reproducible"] = json!(!settings.objective.settings().is_timed());
    object["session"] = json!(folder.display().to_string());
    object["wall_seconds"] = json!(seconds.map(|(_, wall)| wall));
    object["runs"] = recorded.results.iter().map(|run| tuned.json_of(run)).collect::<Vec<Value>>().into();

    let mut text: String = recorded.results.iter().map(|run| tuned.text_of(run)).collect();
    if settings.objective.settings().is_timed() {
        text += "The games had a clock, so another run with the same seed plays other games.\n";
    }
    if let Some(best) = best {
        text += "values, with the start:\n";
        let values = tuned.values(best);
        let both = engine.numbers(&values).into_iter().zip(engine.numbers(&engine.start()));
        for ((name, value), (_, start)) in both {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {name} = {value} ({start})");
        }
        text += &engine.commands(&values);
    }
    let _ = writeln!(text, "champion: {}", Session::best_champion_path(folder).display());
    if let Some((_, wall)) = seconds {
        let _ = writeln!(text, "{} generations in {wall:.1} s", settings.generations);
    }
    Outcome { text, json: object }.suspected(recorded.nodes.suspect())
}
