//! The schedule of a match or tournament: the players of every game, by number.
//!
//! Games come in pairs with one opening and reversed colours. A round has one pair of games for each pairing, so in a
//! tournament that stops early all pairings have played nearly equally often. In a plan of single games every game has
//! a different opening, and colours alternate from round to round.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use shakmaty::Color;

/// The pairing of the players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Pairing {
    /// Every player meets every other player. With two players this is a match.
    #[default]
    RoundRobin,
    /// The first player meets every other player.
    Gauntlet,
}

/// All games, numbered from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixtures {
    pairings: Vec<[usize; 2]>,
    rounds: u64,
    /// Games of a pairing in a round: two with the same opening, or one.
    games_per_round: u64,
}

/// A scheduled game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fixture {
    /// The number of the game, from 0.
    pub game: u64,
    /// The number of the pair of games, from 0. [`Fixtures::opening`] returns its opening. In a plan of single games each
    /// game is a pair.
    pub pair: u64,
    /// The index into [`Fixtures::pairings`].
    pub pairing: usize,
    /// The players of White and Black.
    pub players: [usize; 2],
}

impl Fixture {
    /// Returns the player of a side.
    #[must_use]
    pub fn player(&self, side: Color) -> usize {
        self.players[usize::from(side.is_black())]
    }

    /// Returns whether the first player of the pairing has White.
    #[must_use]
    pub fn first_has_white(&self) -> bool {
        self.players[0] < self.players[1]
    }
}

impl Fixtures {
    /// Schedules `games` for each pairing. An odd number is rounded up to complete pairs.
    #[must_use]
    pub fn new(event: Pairing, players: usize, games: u64) -> Fixtures {
        let all = (0..players).flat_map(|first| (first + 1..players).map(move |second| [first, second]));
        let meets = |[first, _]: &[usize; 2]| event == Pairing::RoundRobin || *first == 0;
        Fixtures { pairings: all.filter(meets).collect(), rounds: games.div_ceil(2), games_per_round: 2 }
    }

    /// Schedules a round robin with `games` for each pairing and a different opening for every game. Colours alternate:
    /// with an even number of games each player has White equally often, with an odd number once more or less.
    #[must_use]
    pub fn singles(players: usize, games: u64) -> Fixtures {
        Fixtures { rounds: games, games_per_round: 1, ..Fixtures::new(Pairing::RoundRobin, players, 0) }
    }

    /// Extends [`Fixtures::singles`] by `games` of each player with each of `guests`. The numbers of the guests follow
    /// those of the players, and guests do not meet each other. The games with guests end each round.
    #[must_use]
    pub fn singles_with_guests(players: usize, guests: usize, games: u64) -> Fixtures {
        let mut plan = Fixtures::singles(players, games);
        let visits =
            (0..players).flat_map(|player| (players..players + guests).map(move |guest| [player, guest]));
        plan.pairings.extend(visits);
        plan
    }

    /// Schedules `games` of each of `hosts` with each of `guests`, who have higher numbers. An odd number is rounded up
    /// to complete pairs. No other players meet.
    #[must_use]
    pub fn visits(hosts: &[usize], guests: Range<usize>, games: u64) -> Fixtures {
        let pairings = guests.flat_map(|guest| hosts.iter().map(move |host| [*host, guest]));
        Fixtures { pairings: pairings.collect(), rounds: games.div_ceil(2), games_per_round: 2 }
    }

    /// Removes the pairings for which `is_left_out` returns `true`.
    #[must_use]
    pub fn without(mut self, is_left_out: impl Fn(&[usize; 2]) -> bool) -> Fixtures {
        self.pairings.retain(|pairing| !is_left_out(pairing));
        self
    }

    /// Returns the pairings. The player with the lower number comes first.
    #[must_use]
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games_per_round * self.rounds * self.pairings.len() as u64
    }

    /// Returns a game by its number, or `None` beyond the last game.
    #[must_use]
    pub fn fixture(&self, game: u64) -> Option<Fixture> {
        if game >= self.games() {
            return None;
        }
        let pair = game / self.games_per_round;
        let (round, pairing) = (pair / self.pairings.len() as u64, pair % self.pairings.len() as u64);
        let pairing = pairing as usize;
        let [first, second] = self.pairings[pairing];
        // The sum balances the colours of a round over the players.
        let turn = if self.games_per_round == 2 { game } else { round + (first + second) as u64 };
        let players = if turn.is_multiple_of(2) { [first, second] } else { [second, first] };
        Some(Fixture { game, pair, pairing, players })
    }

    /// Returns the index, among `openings`, of the opening of a pair of games. Every pair has a different index if the
    /// openings cannot be counted, as in a Polyglot book.
    ///
    /// A pairing uses every opening once before it repeats one.
    #[must_use]
    pub fn opening(&self, pair: u64, openings: Option<usize>) -> u64 {
        match (self.pairings.len() as u64, openings) {
            (0, _) | (_, None | Some(0)) => pair,
            (pairings, Some(openings)) => opening_index(pair, pairings, openings as u64),
        }
    }
}

/// Returns the opening index of a pair of games. A round has `pairings` pairs. `pairings` and `openings` are not 0.
///
/// The indices are cyclic. After `openings / gcd(pairings, openings)` rounds a pairing would repeat its openings, so
/// from then on all indices are shifted by one.
fn opening_index(pair: u64, pairings: u64, openings: u64) -> u64 {
    let round = pair / pairings;
    let shift = round / (openings / gcd(pairings, openings));
    (pair % openings + shift % openings) % openings
}

fn gcd(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { gcd(other, one % other) }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_match_reverses_colours_within_each_pair() {
        let plan = Fixtures::new(Pairing::RoundRobin, 2, 5);
        assert_eq!(plan.games(), 6);
        let fixtures: Vec<_> = (0..7).map_while(|game| plan.fixture(game)).collect();
        let found: Vec<_> = fixtures.iter().map(|fixture| (fixture.pair, fixture.players)).collect();
        assert_eq!(found, [(0, [0, 1]), (0, [1, 0]), (1, [0, 1]), (1, [1, 0]), (2, [0, 1]), (2, [1, 0])]);
        assert!(fixtures[0].first_has_white() && !fixtures[1].first_has_white());
    }

    #[test]
    fn in_a_round_robin_all_pairings_are_equally_frequent() {
        let plan = Fixtures::new(Pairing::RoundRobin, 5, 4);
        let mut met: HashMap<[usize; 2], u32> = HashMap::new();
        for game in 0..plan.games() {
            *met.entry(plan.fixture(game).unwrap().players).or_default() += 1;
        }
        assert_eq!((met.len(), plan.games()), (20, 40));
        assert!(met.values().all(|count| *count == 2), "{met:?}");
        // After one round each pairing has played once with each colour.
        let early: Vec<usize> = (0..20).map(|game| plan.fixture(game).unwrap().pairing).collect();
        assert!((0..10).all(|pairing| early.iter().filter(|one| **one == pairing).count() == 2));
    }

    #[test]
    fn guests_meet_only_hosts_in_pairs_of_games() {
        let plan = Fixtures::visits(&[0, 2], 4..6, 3);
        assert_eq!(plan.pairings(), [[0, 4], [2, 4], [0, 5], [2, 5]]);
        assert_eq!(plan.games(), 16);
        let fixtures: Vec<_> = (0..16).map_while(|game| plan.fixture(game)).collect();
        for [host, guest] in plan.pairings() {
            for players in [[*host, *guest], [*guest, *host]] {
                assert_eq!(fixtures.iter().filter(|fixture| fixture.players == players).count(), 2);
            }
        }
        assert_eq!(Fixtures::visits(&[0], 1..1, 8).games() + Fixtures::visits(&[0], 1..3, 0).games(), 0);
    }

    #[test]
    fn in_a_gauntlet_only_the_first_meets_the_others() {
        let plan = Fixtures::new(Pairing::Gauntlet, 4, 2);
        assert_eq!(plan.pairings(), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(plan.games(), 6);
    }

    #[test]
    fn single_games_have_an_opening_each_and_balanced_colours() {
        for games in [1, 3, 4] {
            let plan = Fixtures::singles(10, games);
            assert_eq!(plan.games(), 45 * games);
            let (mut openings, mut whites) = (HashMap::new(), [0_i64; 10]);
            let mut ahead: HashMap<usize, i64> = HashMap::new();
            for fixture in (0..plan.games()).filter_map(|game| plan.fixture(game)) {
                *openings.entry(fixture.pair).or_insert(0) += 1;
                let [white, black] = fixture.players;
                (whites[white], whites[black]) = (whites[white] + 1, whites[black] - 1);
                let [first, second] = plan.pairings()[fixture.pairing];
                assert_eq!(fixture.first_has_white(), white == first);
                assert_eq!([white.min(black), white.max(black)], [first, second]);
                *ahead.entry(fixture.pairing).or_default() += if fixture.first_has_white() { 1 } else { -1 };
            }
            assert!(openings.values().all(|games| *games == 1), "{openings:?}");
            let most = if games % 2 == 0 { 0 } else { 1 };
            assert!(ahead.values().chain(&whites).all(|surplus| surplus.abs() <= most), "{whites:?}");
        }
    }

    #[test]
    fn guests_meet_all_players_equally_often_but_not_each_other() {
        let plan = Fixtures::singles_with_guests(4, 3, 4);
        assert_eq!((plan.games(), Fixtures::singles_with_guests(4, 0, 4)), (72, Fixtures::singles(4, 4)));
        let mut met: HashMap<[usize; 2], u32> = HashMap::new();
        for fixture in (0..72).filter_map(|game| plan.fixture(game)) {
            *met.entry(fixture.players).or_default() += 1;
            assert_eq!(fixture.pair, fixture.game, "an opening of its own");
        }
        assert!(met.values().all(|count| *count == 2), "{met:?}");
        assert!(met.keys().all(|players| players.iter().any(|player| *player < 4)), "{met:?}");
        assert_eq!(met.len(), 4 * 3 + 2 * 4 * 3);
    }

    #[test]
    fn one_player_has_no_games() {
        assert_eq!(Fixtures::new(Pairing::RoundRobin, 1, 10).games(), 0);
        assert_eq!(Fixtures::new(Pairing::Gauntlet, 0, 10).fixture(0), None);
    }

    #[test]
    fn each_pair_has_its_own_opening_until_all_are_used() {
        let plan = Fixtures::new(Pairing::RoundRobin, 3, 8);
        let places = |openings| -> Vec<u64> { (0..12).map(|pair| plan.opening(pair, openings)).collect() };
        assert_eq!(places(None), (0..12).collect::<Vec<_>>());
        assert_eq!(places(Some(34_700)), places(None));
        // Without the shift the first pairing would have the openings 0, 3, 0, 3.
        assert_eq!(places(Some(6)), [0, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 0]);
        assert_eq!(Fixtures::new(Pairing::RoundRobin, 1, 8).opening(3, Some(2)), 3);
    }

    proptest! {
        #[test]
        fn no_pairing_repeats_an_opening_before_it_has_used_all(pairings in 1..60_u64, openings in 1..200_u64) {
            for pairing in [0, pairings / 2, pairings - 1] {
                let met: HashSet<u64> =
                    (0..openings).map(|round| opening_index(round * pairings + pairing, pairings, openings)).collect();
                prop_assert_eq!(met.len() as u64, openings);
                prop_assert!(met.iter().all(|place| *place < openings));
            }
            for pair in 0..openings {
                prop_assert_eq!(opening_index(pair, pairings, openings), pair);
            }
        }
    }
}
