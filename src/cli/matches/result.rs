//! The output of `eyas match`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use eyas::arena::crosstable::{Row, crosstable};
use eyas::arena::latency::Latency;
use eyas::arena::settings::MatchSettings;
use eyas::arena::standing::Test;
use eyas::arena::tally::Tally;
use eyas::director::{MatchSession, Review};
use eyas::figures::table::{Cell, Column, Table};
use eyas::statistics::sprt::Verdict;
use serde_json::{Value, json};

use super::super::Outcome;

/// The reason why a test without unused openings is undecided.
const EXHAUSTED: &str = "openings exhausted";

/// Warnings about the settings of a match.
pub(super) fn warnings(settings: &MatchSettings) -> Vec<String> {
    settings.demand().warning().into_iter().collect()
}

/// A finished match.
pub(super) struct Finished<'a> {
    pub(super) match_session: &'a MatchSession,
    /// What the games that count show.
    pub(super) review: &'a Review,
    /// The file of its games.
    pub(super) pgn: PathBuf,
}

impl Finished<'_> {
    /// Returns the result of a match of two, or the table of a tournament.
    pub(super) fn outcome(&self) -> Outcome {
        let outcome = if self.settings().players.len() == 2 { self.of_two() } else { self.table() };
        let pgn = self.pgn.display().to_string();
        let mut warnings = warnings(self.settings());
        warnings.extend_from_slice(self.match_session.warnings());
        outcome
            .row("games", &*pgn)
            .values(json!({
                "repeated_games": self.review.repeated,
                "faults": self.review.standings.faults().iter().sum::<u64>(),
                "pgn": pgn,
                "session": self.match_session.folder().display().to_string(),
                "time_losses": self.review.time_losses,
                "warnings": warnings,
            }))
            .suspected(self.review.suspect.clone())
    }

    fn settings(&self) -> &MatchSettings {
        self.match_session.settings()
    }

    fn of_two(&self) -> Outcome {
        let test = self.match_session.test();
        let tally = self.review.standings.tallies().first().cloned().unwrap_or_default();
        let ([losses, draws, wins], pairs, trials) = (tally.games(), tally.pairs(), tally.trials());
        let (points, games) = tally.score();
        let (nelo, nelo_error) =
            trials.normalized_elo().map_or((None, None), |found| (Some(found.value), found.error));
        let ratio = test.map(|test| test.sprt().ratio(&test.trials()));
        let names: Vec<&str> = self.settings().players.iter().map(|player| player.name.as_str()).collect();
        let latencies = &self.review.latencies;
        let latency: Vec<String> =
            names.iter().zip(latencies).filter_map(|(name, latency)| latency_of(name, latency)).collect();
        let percent = if games > 0 { 100.0 * points / games as f64 } else { 0.0 };
        Outcome::default()
            .line(format!("{}, {}", names.join(" – "), self.settings().limits()))
            .row(
                "score",
                format!("{points} of {games} ({percent:.1} %): {wins} won, {draws} drawn, {losses} lost"),
            )
            .row("pentanomial", format!("{pairs:?} game pairs with 0, ½, 1, 1½, 2 points"))
            .row("Elo", estimate(trials.elo(), trials.elo_error()))
            .row("nElo", estimate(nelo, nelo_error))
            .row("LOS", percentage(trials.superiority()))
            .row(
                "SPRT",
                test.zip(ratio).map_or_else(String::new, |(test, ratio)| self.test_text(test, ratio)),
            )
            .row("copies", self.copies())
            .row("faults", self.faults())
            .row("latency", latency.join("; "))
            .values(json!({
                "players": names,
                "games": games,
                "wins": wins,
                "draws": draws,
                "losses": losses,
                "pentanomial": pairs,
                "elo": trials.elo(),
                "elo_error": trials.elo_error(),
                "nelo": nelo,
                "nelo_error": nelo_error,
                "los": trials.superiority(),
                "llr": ratio,
                "sprt": test.map(|test| self.verdict(test)),
                "sprt_reason": self.match_session.is_exhausted().then_some(EXHAUSTED),
                "faults_by_player": self.review.standings.faults(),
                "latency_by_player": latencies.iter().map(latency_json).collect::<Vec<_>>(),
            }))
    }

    /// Returns the crosstable of a tournament: players by points, with their ratings and their scores against each
    /// other.
    fn table(&self) -> Outcome {
        let players = self.settings().players.len();
        let rows = crosstable(self.match_session.plan(), players, &self.review.standings);
        let name = |player: usize| self.settings().players[player].name.as_str();
        let latencies = &self.review.latencies;
        let cells = |(place, row): (usize, &Row)| {
            let Row { player, score: (points, games), rating, against } = row;
            let score = |(points, games)| format!("{points}/{games}");
            let fixed = [
                Cell::count(place),
                Cell::text(name(*player)),
                Cell::number(rating.map(|rating| rating.value), 1),
                Cell::number(rating.and_then(|rating| rating.error), 1),
                Cell::Number(*points, 1),
                Cell::count(*games),
            ];
            let against = against.iter().map(|found| Cell::text(found.map_or_else(none, score)));
            fixed.into_iter().chain(against).collect()
        };
        let titles = ["", "player", "Elo", "±", "points", "games"].map(str::to_owned).into_iter();
        let table = Table {
            columns: titles
                .chain((1..=players).map(|place| place.to_string()))
                .map(|title| Column::new(&title, ""))
                .collect(),
            rows: (1..).zip(&rows).map(cells).collect(),
        };
        let player = |Row { player, score: (points, games), rating, .. }: &Row| {
            json!({
                "name": name(*player),
                "points": points,
                "games": games,
                "elo": rating.map(|rating| rating.value),
                "elo_error": rating.and_then(|rating| rating.error),
                "faults": self.review.standings.faults()[*player],
                "latency": latency_json(&latencies[*player]),
            })
        };
        let pairing = |([first, second], tally): (&[usize; 2], &Tally)| {
            let [losses, draws, wins] = tally.games();
            json!({
                "players": [name(*first), name(*second)],
                "wins": wins,
                "draws": draws,
                "losses": losses,
                "pentanomial": tally.pairs(),
            })
        };
        let pairings = self.match_session.plan().pairings().iter().zip(self.review.standings.tallies());
        let outcome = Outcome::default()
            .line(format!("{players} players, {}", self.settings().limits()))
            .lines(table.lines())
            .row("faults", self.faults())
            .row("copies", self.copies())
            .values(json!({
                "players": rows.iter().map(player).collect::<Vec<_>>(),
                "pairings": pairings.map(pairing).collect::<Vec<_>>(),
                "games": self.review.games,
            }));
        let latencies = rows.iter().filter_map(|row| latency_of(name(row.player), &latencies[row.player]));
        latencies.fold(outcome, |outcome, latency| outcome.row("latency", latency))
    }

    /// Returns the number of repeated games as text; empty if there are none.
    fn copies(&self) -> String {
        let games = self.review.games;
        match self.review.repeated {
            0 => String::new(),
            1 => format!("1 of {games} games repeats an earlier game move for move and adds no information"),
            copies => {
                format!(
                    "{copies} of {games} games repeat an earlier game move for move and add no information"
                )
            }
        }
    }

    fn verdict(&self, test: &Test) -> &'static str {
        match test.verdict() {
            Verdict::Open if self.match_session.is_exhausted() => "undecided",
            Verdict::Open => "open",
            Verdict::H0 => "H0",
            Verdict::H1 => "H1",
        }
    }

    fn test_text(&self, test: &Test, ratio: f64) -> String {
        let (low, high) = test.sprt().bounds();
        let verdict = self.verdict(test);
        let found = match test.verdict() {
            Verdict::Open if self.match_session.is_exhausted() => format!("{verdict}: {EXHAUSTED}"),
            Verdict::Open => verdict.to_owned(),
            Verdict::H0 | Verdict::H1 => format!("{verdict} accepted"),
        };
        format!("{found}: LLR {ratio:.2} of {low:.2} to {high:.2}; {}", test.sprt())
    }

    /// Returns the number of forfeits by player and reason as text; empty if there are none.
    fn faults(&self) -> String {
        let mut found: BTreeMap<_, u64> = BTreeMap::new();
        for (player, games) in self.settings().players.iter().zip(self.review.standings.fault_games()) {
            for (_, kind) in games {
                *found.entry((player.name.as_str(), kind.to_string())).or_default() += 1;
            }
        }
        let words = found.iter().map(|((player, verdict), count)| format!("{player}: {count} by {verdict}"));
        words.collect::<Vec<_>>().join("; ")
    }
}

/// Returns a player's latency as text, if it was measured.
fn latency_of(name: &str, latency: &Latency) -> Option<String> {
    let ready = latency.ready.map(|ready| {
        format!(
            "ready after {:.1} ms (median), {:.1} ms at most",
            milliseconds(ready.median),
            milliseconds(ready.most)
        )
    });
    let overruns = (latency.overruns > 0).then(|| {
        format!(
            "{} moves over the time limit, by {:.1} ms at most",
            latency.overruns,
            milliseconds(latency.overrun)
        )
    });
    let parts: Vec<String> = [ready, overruns].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| format!("{name}: {}", parts.join(", ")))
}

/// Returns a player's latency in milliseconds; `null` if it was not measured.
fn latency_json(latency: &Latency) -> Value {
    if *latency == Latency::default() {
        return Value::Null;
    }
    json!({
        "ready_median": latency.ready.map(|ready| milliseconds(ready.median)),
        "ready_most": latency.ready.map(|ready| milliseconds(ready.most)),
        "overruns": latency.overruns,
        "overrun_most": milliseconds(latency.overrun),
    })
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn none() -> String {
    "–".to_owned()
}

/// Returns a probability in percent.
pub(super) fn percentage(probability: Option<f64>) -> String {
    probability.map_or_else(none, |probability| format!("{:.1} %", 100.0 * probability))
}

/// Returns an estimate with its error.
pub(super) fn estimate(value: Option<f64>, error: Option<f64>) -> String {
    match (value, error) {
        (Some(value), Some(error)) => format!("{value:+.1} ± {error:.1}"),
        (Some(value), None) => format!("{value:+.1}, error unknown"),
        (None, _) => none(),
    }
}
