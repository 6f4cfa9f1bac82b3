//! The state of a match or tournament: results by pairing, faults by player, and the decision of a test.

use std::collections::BTreeMap;

use shakmaty::Color;

use super::game::{FaultKind, Record};
use super::plan::{Fixture, Fixtures};
use super::tally::Tally;
use crate::statistics::Trials;
use crate::statistics::rating::HeadToHead;
use crate::statistics::sprt::{Sprt, Verdict};

/// The results of the games so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standings {
    tallies: Vec<Tally>,
    faults: Vec<u64>,
    /// The numbers of the games that each player lost by a fault, with the kind.
    fault_games: Vec<Vec<(u64, FaultKind)>>,
}

impl Standings {
    /// Creates standings without games.
    #[must_use]
    pub fn new(plan: &Fixtures, players: usize) -> Standings {
        Standings {
            tallies: vec![Tally::default(); plan.pairings().len()],
            faults: vec![0; players],
            fault_games: vec![Vec::new(); players],
        }
    }

    /// Returns the standings after these games.
    #[must_use]
    pub fn from_games<'a>(
        plan: &Fixtures,
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

    /// Adds a finished game.
    pub fn add(&mut self, fixture: Fixture, record: &Record) {
        let half_points = first_half_points(fixture, record);
        if let Some(tally) = self.tallies.get_mut(fixture.pairing) {
            tally.add(fixture.pair, half_points);
        }
        if let Some((loser, kind, _)) = record.forfeit() {
            let loser = fixture.player(loser);
            self.faults.get_mut(loser).into_iter().for_each(|faults| *faults += 1);
            if let Some(games) = self.fault_games.get_mut(loser) {
                games.push((fixture.game, kind));
                games.sort_unstable_by_key(|(game, _)| *game);
            }
        }
    }

    /// Returns the results of each pairing, in the order of the plan.
    #[must_use]
    pub fn tallies(&self) -> &[Tally] {
        &self.tallies
    }

    /// Returns the number of games that each player lost by a fault.
    #[must_use]
    pub fn faults(&self) -> &[u64] {
        &self.faults
    }

    /// Returns the numbers of the games that each player lost by a fault, in increasing order, with the kind.
    #[must_use]
    pub fn fault_games(&self) -> &[Vec<(u64, FaultKind)>] {
        &self.fault_games
    }

    /// Returns the results of the players against each other.
    #[must_use]
    pub fn encounters(&self, plan: &Fixtures) -> Vec<HeadToHead> {
        plan.pairings().iter().zip(&self.tallies).map(|(players, tally)| tally.encounter(*players)).collect()
    }
}

/// Returns the half points of the pairing's first player.
fn first_half_points(fixture: Fixture, record: &Record) -> usize {
    record.half_points(if fixture.first_has_white() { Color::White } else { Color::Black })
}

/// A sequential test over the pairs of a match. It adds pairs by number, not by the time at which they end, so the same
/// pair decides it for any number of threads.
#[derive(Debug, Clone)]
pub struct Test {
    sprt: Sprt,
    /// Pairs of games by points (0, ½, 1, 1½, 2), up to the first incomplete pair.
    pairs: [u64; 5],
    next: u64,
    /// Half points of the finished games of later pairs.
    waiting: BTreeMap<u64, Vec<usize>>,
    decided: Option<Verdict>,
}

impl Test {
    /// Creates a test without games.
    #[must_use]
    pub fn new(sprt: Sprt) -> Test {
        Test { sprt, pairs: [0; 5], next: 0, waiting: BTreeMap::new(), decided: None }
    }

    /// Adds a finished game. A decided test does not change.
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

    /// Returns the hypotheses of the test.
    #[must_use]
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }

    /// Returns the pairs that the test has used.
    #[must_use]
    pub fn trials(&self) -> Trials {
        Trials::Pairs(self.pairs)
    }

    /// Returns the verdict, which is [`Verdict::Open`] until the test is decided.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.decided.unwrap_or(Verdict::Open)
    }

    /// Returns whether the test has accepted one of its hypotheses.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.decided.is_some()
    }

    /// Returns the number of games up to the pair that decided the test, or `None` if it is open. Later games do not
    /// count.
    #[must_use]
    pub fn games(&self) -> Option<u64> {
        self.decided.map(|_| 2 * self.next)
    }
}
