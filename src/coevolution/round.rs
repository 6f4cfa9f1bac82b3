//! Organisms that meet: a generation, the confirmation, the milestones, the final match.

use crate::arena::Contender;
use crate::arena::contest::Contest;
use crate::arena::game::{Record, Rules};
use crate::arena::opening::Opening;
use crate::arena::plan::{Fixture, Plan};
use crate::arena::standing::Standings;
use crate::arena::tally::Tally;
use crate::evolution::confirmation::Pairs;
use crate::evolution::record::{Results, Scores};
use crate::session::GameId;

/// The only run of a coevolution.
pub(super) const RUN: u32 = 0;

/// Digits of an organism's hash.
const DIGITS: usize = 16;

/// What is played for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// The fitness of a generation.
    Generation(u32),
    /// The championship of the run.
    Confirmation,
    /// How strong the leaders of all generations were, against the founders.
    Milestones,
    /// How much stronger the champion is than the best founder.
    FinalMatch,
}

impl Event {
    /// The generation, if it is one's.
    #[must_use]
    pub fn generation(self) -> Option<u32> {
        match self {
            Event::Generation(generation) => Some(generation),
            Event::Confirmation | Event::Milestones | Event::FinalMatch => None,
        }
    }

    /// Whether it is played when all generations are measured.
    #[must_use]
    pub fn concludes(self) -> bool {
        self.generation().is_none()
    }
}

/// Organisms that meet, and how.
#[derive(Debug)]
pub struct Round {
    pub(super) event: Event,
    pub(super) plan: Plan,
    /// The number of its first game: milestones go on after the confirmation, and the final match after these.
    pub(super) first: u64,
    /// The place of its first opening. All games of a coevolution have the openings of one permutation.
    pub(super) opening: u64,
    /// The organisms, then the members of the hall of fame.
    pub(super) contenders: Vec<Contender>,
    pub(super) identities: Vec<String>,
    /// How many of them are organisms, and the generations that the others first led.
    pub(super) organisms: usize,
    pub(super) hall: Vec<u32>,
    pub(super) rules: Rules,
}

impl Round {
    /// What is played for.
    #[must_use]
    pub fn event(&self) -> Event {
        self.event
    }

    /// How many games it has.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.plan.games()
    }

    /// The generations that its members of the hall of fame first led.
    #[must_use]
    pub fn hall(&self) -> &[u32] {
        &self.hall
    }

    /// What two players scored, the one of the lower number first; `None` where they do not meet.
    #[must_use]
    pub fn tally<'a>(&self, standings: &'a Standings, players: [usize; 2]) -> Option<&'a Tally> {
        let place = self.plan.pairings().iter().position(|pairing| *pairing == players)?;
        standings.tallies().get(place)
    }

    pub(super) fn contest<'a>(&'a self, opening: &'a (dyn Fn(u64) -> Opening + Sync)) -> Contest<'a> {
        Contest { contenders: &self.contenders, plan: &self.plan, rules: &self.rules, opening }
    }

    pub(super) fn id(&self, fixture: Fixture) -> GameId {
        GameId {
            run: RUN,
            generation: self.event.generation(),
            game: self.first + fixture.game,
            players: fixture.players.map(|player| player as u32),
            identities: fixture.players.map(|player| self.identities[player].clone()),
            hall: fixture.players.iter().find_map(|player| self.veteran(*player)),
            final_match: self.event == Event::FinalMatch,
        }
    }

    /// The generation that a player first led, where it is a member of the hall of fame.
    fn veteran(&self, player: usize) -> Option<u32> {
        self.hall.get(player.checked_sub(self.organisms)?).copied()
    }

    pub(super) fn standings(&self, records: &[Record]) -> Standings {
        let numbered: Vec<(u64, &Record)> = (0..).zip(records).collect();
        let numbered = numbered.iter().map(|(game, record)| (game, *record));
        Standings::of(&self.plan, self.contenders.len(), numbered)
    }

    /// Games lost, drawn and won.
    #[must_use]
    pub fn scores(&self, standings: &Standings) -> Scores {
        let mut results: Results = vec![vec![[0; 3]; self.organisms]; self.organisms];
        let mut hall: Results = vec![vec![[0; 3]; self.organisms]; self.hall.len()];
        for (&[first, second], tally) in self.plan.pairings().iter().zip(standings.tallies()) {
            let [lost, drawn, won] = tally.games().map(|games| games as u32);
            match second.checked_sub(self.organisms) {
                Some(veteran) => hall[veteran][first] = [lost, drawn, won],
                None => {
                    results[first][second] = [lost, drawn, won];
                    results[second][first] = [won, drawn, lost];
                }
            }
        }
        Scores { results, hall }
    }

    /// Pairs of games by the points of both, of each organism against each other.
    #[must_use]
    pub fn pairs(&self, standings: &Standings) -> Pairs {
        let mut pairs: Pairs = vec![vec![[0; 5]; self.organisms]; self.organisms];
        for (&[first, second], tally) in self.plan.pairings().iter().zip(standings.tallies()) {
            if second < self.organisms {
                let seen = tally.pairs().map(|pairs| pairs as u32);
                pairs[first][second] = seen;
                pairs[second][first] = reversed(seen);
            }
        }
        pairs
    }
}

/// The same results as the other side sees them.
pub(crate) fn reversed<const N: usize>(mut counts: [u32; N]) -> [u32; N] {
    counts.reverse();
    counts
}

/// What an organism is, as a hash of its values.
pub(super) fn identity(values: &[i32]) -> String {
    let mut hasher = blake3::Hasher::new();
    for value in values {
        hasher.update(&value.to_le_bytes());
    }
    hasher.finalize().to_hex()[..DIGITS].to_owned()
}
