//! How a contest stands: results by pairing, faults by player, and whether a test has been decided.

use std::collections::BTreeMap;

use shakmaty::Color;

use super::game::Record;
use super::plan::{Fixture, Plan};
use super::statistics::Trials;
use super::statistics::rating::Encounter;
use super::statistics::sprt::{Sprt, Verdict};
use super::tally::Tally;

/// Results of the games so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standings {
    tallies: Vec<Tally>,
    faults: Vec<u64>,
}

impl Standings {
    /// Before the first game.
    #[must_use]
    pub fn new(plan: &Plan, players: usize) -> Standings {
        Standings { tallies: vec![Tally::default(); plan.pairings().len()], faults: vec![0; players] }
    }

    /// How games stand that are over.
    #[must_use]
    pub fn of<'a>(
        plan: &Plan,
        players: usize,
        games: impl IntoIterator<Item = (&'a u64, &'a Record)>,
    ) -> Standings {
        let mut standings = Standings::new(plan, players);
        for (number, record) in games {
            if let Some(fixture) = plan.fixture(*number) {
                standings.add(fixture, record);
            }
        }
        standings
    }

    /// Adds a game that is over.
    pub fn add(&mut self, fixture: Fixture, record: &Record) {
        let half_points = first_half_points(fixture, record);
        if let Some(tally) = self.tallies.get_mut(fixture.pairing) {
            tally.add(fixture.pair, half_points);
        }
        if let Some((loser, ..)) = record.forfeit()
            && let Some(faults) = self.faults.get_mut(fixture.player(loser))
        {
            *faults += 1;
        }
    }

    /// The results of each of the plan's pairings.
    #[must_use]
    pub fn tallies(&self) -> &[Tally] {
        &self.tallies
    }

    /// Games that each player lost by a fault of its own.
    #[must_use]
    pub fn faults(&self) -> &[u64] {
        &self.faults
    }

    /// What the players scored against each other.
    #[must_use]
    pub fn encounters(&self, plan: &Plan) -> Vec<Encounter> {
        plan.pairings().iter().zip(&self.tallies).map(|(players, tally)| tally.encounter(*players)).collect()
    }
}

/// Half points of the pairing's first player.
fn first_half_points(fixture: Fixture, record: &Record) -> usize {
    record.half_points(if fixture.first_has_white() { Color::White } else { Color::Black })
}

/// A test that looks at the pairs of a match in their order, whatever order they end in: so it is decided by the same
/// pair for any number of threads.
#[derive(Debug, Clone)]
pub struct Test {
    sprt: Sprt,
    /// Pairs of games by their points, up to the first that is not complete.
    pairs: [u64; 5],
    next: u64,
    /// Half points of the games known of later pairs.
    waiting: BTreeMap<u64, Vec<usize>>,
    decided: Option<Verdict>,
}

impl Test {
    /// Before the first game.
    #[must_use]
    pub fn new(sprt: Sprt) -> Test {
        Test { sprt, pairs: [0; 5], next: 0, waiting: BTreeMap::new(), decided: None }
    }

    /// Adds a game that is over. Once the test is decided nothing changes it.
    pub fn add(&mut self, fixture: Fixture, record: &Record) {
        self.waiting.entry(fixture.pair).or_default().push(first_half_points(fixture, record));
        while self.decided.is_none() {
            let Some([one, other]) = self.waiting.get(&self.next).and_then(|games| games.first_chunk())
            else {
                return;
            };
            self.pairs[one + other] += 1;
            self.next += 1;
            self.decided =
                Some(self.sprt.verdict(&self.trials())).filter(|verdict| *verdict != Verdict::Open);
        }
    }

    /// The test's hypotheses.
    #[must_use]
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }

    /// The pairs it has looked at.
    #[must_use]
    pub fn trials(&self) -> Trials {
        Trials::Pairs(self.pairs)
    }

    /// What it says; [`Verdict::Open`] until it is decided.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.decided.unwrap_or(Verdict::Open)
    }

    /// Whether it believes one of its hypotheses.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.decided.is_some()
    }

    /// How many games count once it is decided: those up to the pair that decided it.
    #[must_use]
    pub fn games(&self) -> Option<u64> {
        self.decided.map(|_| 2 * self.next)
    }
}
