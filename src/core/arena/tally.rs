//! The results of a pairing.

use std::collections::BTreeMap;

use crate::statistics::Trials;
use crate::statistics::rating::HeadToHead;

/// The results of a pairing from the view of its first player.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tally {
    /// Games lost, drawn and won.
    games: [u64; 3],
    /// Pairs of games by points: 0, ½, 1, 1½, 2.
    pairs: [u64; 5],
    /// Half points of the finished game of each incomplete pair.
    halves: BTreeMap<u64, usize>,
}

impl Tally {
    /// Adds a game of a pair in which the first player scored this number of half points.
    pub fn add(&mut self, pair: u64, half_points: usize) {
        let half_points = half_points.min(2);
        self.games[half_points] += 1;
        match self.halves.remove(&pair) {
            Some(other) => self.pairs[half_points + other] += 1,
            None => {
                self.halves.insert(pair, half_points);
            }
        }
    }

    /// Returns the games lost, drawn and won.
    #[must_use]
    pub fn games(&self) -> [u64; 3] {
        self.games
    }

    /// Returns the complete pairs by points: 0, ½, 1, 1½, 2.
    #[must_use]
    pub fn pairs(&self) -> [u64; 5] {
        self.pairs
    }

    /// Returns the points of the first player and the number of games.
    #[must_use]
    pub fn score(&self) -> (f64, u64) {
        let [lost, drawn, won] = self.games;
        (won as f64 + drawn as f64 / 2.0, lost + drawn + won)
    }

    /// Returns the input of the rating: complete pairs, and games of incomplete pairs.
    #[must_use]
    pub fn encounter(&self, players: [usize; 2]) -> HeadToHead {
        let mut games = [0; 3];
        for half_points in self.halves.values() {
            games[*half_points] += 1;
        }
        HeadToHead { players, games, pairs: self.pairs }
    }

    /// Returns the input of the statistics: complete pairs.
    #[must_use]
    pub fn trials(&self) -> Trials {
        Trials::Pairs(self.pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_counts_when_both_games_are_finished() {
        let mut tally = Tally::default();
        tally.add(0, 2);
        tally.add(1, 1);
        assert_eq!((tally.games(), tally.pairs()), ([0, 1, 1], [0; 5]));
        assert_eq!(tally.encounter([3, 5]), HeadToHead { players: [3, 5], games: [0, 1, 1], pairs: [0; 5] });
        tally.add(1, 2);
        tally.add(0, 0);
        assert_eq!(tally.encounter([3, 5]), HeadToHead::from_pairs([3, 5], [0, 0, 1, 1, 0]));
        assert_eq!((tally.games(), tally.pairs()), ([1, 1, 2], [0, 0, 1, 1, 0]));
        assert_eq!(tally.score(), (2.5, 4));
        assert_eq!(tally.trials().count(), 2);
    }
}
