//! What `eyas match` prints.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use eyas::arena::game::Ending;
use eyas::arena::latency::{Latency, latencies};
use eyas::arena::plan::Plan;
use eyas::arena::settings::ContestSettings;
use eyas::arena::standing::{Standings, Test};
use eyas::arena::statistics::rating::ratings;
use eyas::arena::statistics::sprt::Verdict;
use eyas::arena::tally::Tally;
use eyas::session::Games;
use serde_json::{Value, json};

use super::super::Outcome;

/// A match that is over.
pub(super) struct Finished<'a> {
    pub(super) settings: &'a ContestSettings,
    /// The games that count.
    pub(super) games: &'a Games,
    pub(super) plan: &'a Plan,
    pub(super) standings: &'a Standings,
    pub(super) test: Option<&'a Test>,
    /// Where its games are, and the file that was asked for.
    pub(super) folder: PathBuf,
    pub(super) pgn: PathBuf,
}

impl Finished<'_> {
    pub(super) fn outcome(&self) -> Outcome {
        let tally = self.standings.tallies().first().cloned().unwrap_or_default();
        let ([losses, draws, wins], pairs, trials) = (tally.games(), tally.pairs(), tally.trials());
        let (points, games) = tally.score();
        let normalized = trials.normalized_elo();
        let ratio = self.test.map(|test| test.sprt().ratio(&test.trials()));
        let faults: u64 = self.standings.faults().iter().sum();
        let names: Vec<&str> = self.settings.players.iter().map(|player| player.name.as_str()).collect();
        let by_kind = self.faults();
        let latencies = self.latencies();
        let latency: Vec<String> =
            names.iter().zip(&latencies).filter_map(|(name, latency)| latency_of(name, latency)).collect();

        let mut text = format!("{}, {}\n", names.join(" – "), self.settings.control);
        let percent = if games > 0 { 100.0 * points / games as f64 } else { 0.0 };
        let rows = [
            (
                "score",
                format!("{points} of {games} ({percent:.1} %): {wins} won, {draws} drawn, {losses} lost"),
            ),
            ("pentanomial", format!("{pairs:?} pairs of 0, ½, 1, 1½, 2 points")),
            ("Elo", estimate(trials.elo(), trials.elo_error())),
            ("nElo", estimate(normalized.map(|found| found.value), normalized.map(|found| found.error))),
            ("LOS", trials.superiority().map_or_else(none, |los| format!("{:.1} %", 100.0 * los))),
            ("SPRT", self.test.zip(ratio).map_or_else(String::new, |(test, ratio)| told(test, ratio))),
            ("faults", if by_kind.is_empty() { String::new() } else { words(&by_kind) }),
            ("latency", latency.join("; ")),
            ("games", self.pgn.display().to_string()),
        ];
        for (name, value) in rows.iter().filter(|(_, value)| !value.is_empty()) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name:<12} {value}");
        }
        let json = json!({
            "players": names,
            "games": games,
            "wins": wins,
            "draws": draws,
            "losses": losses,
            "pentanomial": pairs,
            "elo": trials.elo(),
            "elo_error": trials.elo_error(),
            "nelo": normalized.map(|found| found.value),
            "nelo_error": normalized.map(|found| found.error),
            "los": trials.superiority(),
            "llr": ratio,
            "sprt": self.test.map(|test| verdict(test.verdict())),
            "faults": faults,
            "faults_by_player": self.standings.faults(),
            "latency_by_player": latencies.iter().map(latency_json).collect::<Vec<_>>(),
            "pgn": self.pgn.display().to_string(),
            "session": self.folder.display().to_string(),
        });
        Outcome { text, json }
    }

    /// The table of a tournament: players by points, with their ratings and what they scored against each other.
    pub(super) fn table(&self) -> Outcome {
        let players = self.settings.players.len();
        let ratings = ratings(players, &self.standings.encounters(self.plan));
        let mut scores = vec![vec![None; players]; players];
        for ([first, second], tally) in self.plan.pairings().iter().zip(self.standings.tallies()) {
            let (points, games) = tally.score();
            scores[*first][*second] = Some((points, games));
            scores[*second][*first] = Some((games as f64 - points, games));
        }
        let total = |player: usize| {
            let met = scores[player].iter().flatten();
            met.fold((0.0, 0), |(points, games), (more, played)| (points + more, games + played))
        };
        let mut order: Vec<usize> = (0..players).collect();
        order.sort_by(|one, other| total(*other).0.total_cmp(&total(*one).0));

        let name = |player: usize| self.settings.players[player].name.as_str();
        let widest = order.iter().map(|player| name(*player).chars().count()).max().unwrap_or(0).max(6);
        let mut text = format!("{} players, {}\n", players, self.settings.control);
        // Writing to a string cannot fail.
        let _ = write!(text, "{:>3}  {:<widest$} {:>15} {:>7} {:>6}", "", "player", "Elo", "points", "games");
        for place in 1..=players {
            let _ = write!(text, " {place:>7}");
        }
        for (place, player) in order.iter().enumerate() {
            let (points, games) = total(*player);
            let rating = ratings[*player].map(|rating| (Some(rating.value), Some(rating.error)));
            let rating = rating.map_or_else(none, |(value, error)| estimate(value, error));
            let _ = write!(
                text,
                "\n{:>3}  {:<widest$} {rating:>15} {points:>7} {games:>6}",
                place + 1,
                name(*player)
            );
            for other in &order {
                let score =
                    scores[*player][*other].map_or_else(none, |(points, games)| format!("{points}/{games}"));
                let _ = write!(text, " {score:>7}");
            }
        }
        let by_kind = self.faults();
        if !by_kind.is_empty() {
            let _ = write!(text, "\nfaults       {}", words(&by_kind));
        }
        let latencies = self.latencies();
        for told in order.iter().filter_map(|player| latency_of(name(*player), &latencies[*player])) {
            let _ = write!(text, "\nlatency      {told}");
        }
        let _ = writeln!(text, "\ngames        {}", self.pgn.display());

        let player = |player: &usize| {
            let (points, games) = total(*player);
            json!({
                "name": name(*player),
                "points": points,
                "games": games,
                "elo": ratings[*player].map(|rating| rating.value),
                "elo_error": ratings[*player].map(|rating| rating.error),
                "faults": self.standings.faults()[*player],
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
        let pairings = self.plan.pairings().iter().zip(self.standings.tallies());
        let json = json!({
            "players": order.iter().map(player).collect::<Vec<_>>(),
            "pairings": pairings.map(pairing).collect::<Vec<_>>(),
            "games": self.games.len(),
            "faults": self.standings.faults().iter().sum::<u64>(),
            "pgn": self.pgn.display().to_string(),
            "session": self.folder.display().to_string(),
        });
        Outcome { text, json }
    }

    fn latencies(&self) -> Vec<Latency> {
        latencies(self.settings.control, self.plan, self.settings.players.len(), self.games)
    }

    /// How often which player lost by what.
    fn faults(&self) -> BTreeMap<(String, String), u64> {
        let mut found = BTreeMap::new();
        for (number, record) in self.games {
            let (Ending::Forfeit { verdict, .. }, Some(winner)) = (&record.ending, record.winner) else {
                continue;
            };
            let Some(fixture) = self.plan.fixture(*number) else { continue };
            let loser = &self.settings.players[fixture.players[usize::from(winner.is_white())]];
            *found.entry((loser.name.clone(), verdict.to_string())).or_default() += 1;
        }
        found
    }
}

/// A player's latency in words, where there is something to tell.
fn latency_of(name: &str, latency: &Latency) -> Option<String> {
    let ready = latency.ready.map(|ready| {
        format!("ready in {:.1} ms, {:.1} at most", milliseconds(ready.median), milliseconds(ready.most))
    });
    let overruns = (latency.overruns > 0).then(|| {
        format!("{} moves over the time, {:.1} ms at most", latency.overruns, milliseconds(latency.overrun))
    });
    let parts: Vec<String> = [ready, overruns].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| format!("{name}: {}", parts.join(", ")))
}

/// The same in milliseconds; `null` where there is nothing to tell.
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

fn estimate(value: Option<f64>, error: Option<f64>) -> String {
    match (value, error) {
        (Some(value), Some(error)) => format!("{value:+.1} ± {error:.1}"),
        (Some(value), None) => format!("{value:+.1}, error unknown"),
        (None, _) => none(),
    }
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Open => "open",
        Verdict::H0 => "H0",
        Verdict::H1 => "H1",
    }
}

fn told(test: &Test, ratio: f64) -> String {
    let (low, high) = test.sprt().bounds();
    let found = match test.verdict() {
        Verdict::Open => "open".to_owned(),
        decided => format!("{} is believed", verdict(decided)),
    };
    format!("{found}: LLR {ratio:.2} of {low:.2} to {high:.2}; {}", test.sprt())
}

fn words(faults: &BTreeMap<(String, String), u64>) -> String {
    let word =
        |((player, verdict), count): (&(String, String), &u64)| format!("{player}: {count} by {verdict}");
    faults.iter().map(word).collect::<Vec<_>>().join("; ")
}
