//! Rounds of games: a generation, the confirmation, the milestones, the final match, its proof.

use crate::arena::PlayerFactory;
use crate::arena::game::{FaultKind, Record, Rules};
use crate::arena::matches::Match;
use crate::arena::opening::Opening;
use crate::arena::plan::{Fixture, Fixtures};
use crate::arena::standing::Standings;
use crate::arena::tally::Tally;
use crate::evolution::fault::Fault;
use crate::evolution::record::{Results, Scores};
use crate::objectives::confirmation::{Pairs, reversed};
use crate::objectives::event::RoundPurpose;
use crate::objectives::game_store::GameId;

/// The only run of a coevolution.
pub(super) const RUN: u32 = 0;

/// Hexadecimal digits of an organism's hash.
const IDENTITY_DIGITS: usize = 16;

/// The players of a round and its schedule.
#[derive(Debug)]
pub struct Round {
    pub(super) event: RoundPurpose,
    pub(super) plan: Fixtures,
    /// The number of the first game. The milestones continue from the confirmation, the final match from the
    /// milestones.
    pub(super) first: u64,
    /// The index of the first opening. All games of a coevolution share one permutation of the openings.
    pub(super) opening: u64,
    /// The organisms, then the members of the hall of fame.
    pub(super) factories: Vec<PlayerFactory>,
    pub(super) identities: Vec<String>,
    /// The number of organisms among the factories, and the generations in which the other factories first were the
    /// fittest.
    pub(super) organisms: usize,
    pub(super) hall: Vec<u32>,
    pub(super) rules: Rules,
}

impl Round {
    /// Returns the purpose of the round.
    #[must_use]
    pub fn event(&self) -> RoundPurpose {
        self.event
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.plan.games()
    }

    /// Returns the generations in which the members of the hall of fame first were the fittest.
    #[must_use]
    pub fn hall(&self) -> &[u32] {
        &self.hall
    }

    /// Returns the results of two players, the lower number first; `None` if they do not play each other.
    #[must_use]
    pub fn tally<'a>(&self, standings: &'a Standings, players: [usize; 2]) -> Option<&'a Tally> {
        let index = self.plan.pairings().iter().position(|pairing| *pairing == players)?;
        standings.tallies().get(index)
    }

    pub(super) fn matches<'a>(&'a self, opening: &'a (dyn Fn(u64) -> Opening + Sync)) -> Match<'a> {
        Match { factories: &self.factories, plan: &self.plan, rules: &self.rules, limits: &[], opening }
    }

    pub(super) fn id(&self, fixture: Fixture) -> GameId {
        GameId {
            run: RUN,
            generation: self.event.generation(),
            game: self.first + fixture.game,
            players: fixture.players.map(|player| player as u32),
            identities: fixture.players.map(|player| self.identities[player].clone()),
            hall: fixture.players.iter().find_map(|player| self.leader_generation(*player)),
            final_match: matches!(self.event, RoundPurpose::FinalMatch | RoundPurpose::Proof),
        }
    }

    /// Returns the generation in which a player first was the fittest, if it is a member of the hall of fame.
    fn leader_generation(&self, player: usize) -> Option<u32> {
        self.hall.get(player.checked_sub(self.organisms)?).copied()
    }

    pub(super) fn standings(&self, records: &[Record]) -> Standings {
        let numbered: Vec<(u64, &Record)> = (0..).zip(records).collect();
        let numbered = numbered.iter().map(|(game, record)| (game, *record));
        Standings::from_games(&self.plan, self.factories.len(), numbered)
    }

    /// Returns games lost, drawn and won.
    #[must_use]
    pub fn scores(&self, standings: &Standings) -> Scores {
        let mut results: Results = vec![vec![[0; 3]; self.organisms]; self.organisms];
        let mut hall: Results = vec![vec![[0; 3]; self.organisms]; self.hall.len()];
        for (&[first, second], tally) in self.plan.pairings().iter().zip(standings.tallies()) {
            let [lost, drawn, won] = tally.games().map(|games| games as u32);
            match second.checked_sub(self.organisms) {
                Some(member) => hall[member][first] = [lost, drawn, won],
                None => {
                    results[first][second] = [lost, drawn, won];
                    results[second][first] = [won, drawn, lost];
                }
            }
        }
        let faults = standings.fault_games().iter().take(self.organisms);
        let fault = |(game, kind): &(u64, FaultKind)| Fault {
            item: u32::try_from(*game).unwrap_or(u32::MAX),
            kind: Some(*kind),
        };
        let of_organism = |games: &Vec<(u64, FaultKind)>| games.iter().map(fault).collect();
        Scores { results, hall, faults: faults.map(of_organism).collect() }
    }

    /// Returns the pairs of games of each organism against each other by their total points.
    #[must_use]
    pub fn pairs(&self, standings: &Standings) -> Pairs {
        let mut pairs: Pairs = vec![vec![[0; 5]; self.organisms]; self.organisms];
        for (&[first, second], tally) in self.plan.pairings().iter().zip(standings.tallies()) {
            if second < self.organisms {
                let counts = tally.pairs().map(|pairs| pairs as u32);
                pairs[first][second] = counts;
                pairs[second][first] = reversed(counts);
            }
        }
        pairs
    }
}

/// Returns the identity of an organism: a hash of its values.
pub(super) fn identity(values: &[i32]) -> String {
    let mut hasher = blake3::Hasher::new();
    for value in values {
        hasher.update(&value.to_le_bytes());
    }
    hasher.finalize().to_hex()[..IDENTITY_DIGITS].to_owned()
}
