//! Lines with the score of a match while it is played, after each few games.

use eyas::arena::crosstable::{Row, crosstable};
use eyas::arena::game::Record;
use eyas::arena::plan::{Fixture, Fixtures};
use eyas::arena::standing::{Standings, Test};
use eyas::director::MatchSession;

use super::result::{estimate, percentage};

/// The score so far, and when it is shown.
pub(super) struct ScoreLines {
    every: u64,
    names: Vec<String>,
    plan: Fixtures,
    standings: Standings,
    test: Option<Test>,
    games: u64,
}

impl ScoreLines {
    /// Creates lines after each `every` games of a match, which may have games already.
    pub(super) fn new(match_session: &MatchSession, every: u64) -> ScoreLines {
        let players = &match_session.settings().players;
        let plan = match_session.plan().clone();
        ScoreLines {
            every,
            names: players.iter().map(|player| player.name.clone()).collect(),
            standings: match_session.standings().clone(),
            plan,
            test: match_session.test().cloned(),
            games: match_session.finished(),
        }
    }

    /// Adds a finished game. Returns a line if one is due.
    pub(super) fn add(&mut self, fixture: Fixture, record: &Record) -> Option<String> {
        self.standings.add(fixture, record);
        self.test.iter_mut().for_each(|test| test.add(fixture, record));
        self.games += 1;
        self.games.is_multiple_of(self.every).then(|| {
            let score = if self.names.len() == 2 { self.of_two() } else { self.of_all() };
            format!("score after {} of {}: {score}", self.games, self.plan.games())
        })
    }

    fn of_two(&self) -> String {
        let tally = self.standings.tallies().first().cloned().unwrap_or_default();
        let ([lost, drawn, won], (points, games), trials) = (tally.games(), tally.score(), tally.trials());
        let mut parts = vec![
            format!(
                "{} {points} of {games} ({:.1} %): {won} won, {drawn} drawn, {lost} lost",
                self.names[0],
                100.0 * points / games.max(1) as f64
            ),
            format!("Elo {}", estimate(trials.elo(), trials.elo_error())),
            format!("LOS {}", percentage(trials.superiority())),
            format!("pentanomial {:?}", tally.pairs()),
        ];
        parts.extend(self.test.as_ref().map(|test| {
            let (low, high) = test.sprt().bounds();
            format!("LLR {:.2} of {low:.2} to {high:.2}", test.sprt().ratio(&test.trials()))
        }));
        parts.join("; ")
    }

    /// Returns the points of all players of a tournament, highest first.
    fn of_all(&self) -> String {
        let rows = crosstable(&self.plan, self.names.len(), &self.standings);
        let part = |Row { player, score: (points, games), rating, .. }: &Row| {
            let rating = rating.map(|rating| format!(", Elo {}", estimate(Some(rating.value), rating.error)));
            format!("{} {points}/{games}{}", self.names[*player], rating.unwrap_or_default())
        };
        rows.iter().map(part).collect::<Vec<_>>().join("; ")
    }
}
