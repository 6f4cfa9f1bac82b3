//! Agreement with the moves played, by an engine that searches each position.

use shakmaty::{Chess, Move};

use crate::objectives::engine_searches::{Answer, Judge};
use crate::positions::Example;

/// The positions and the moves played there.
pub(super) struct PlayedMoves {
    positions: Vec<Chess>,
    played: Vec<Vec<Move>>,
}

impl PlayedMoves {
    pub(super) fn of(examples: Vec<Example>) -> PlayedMoves {
        let both = examples.into_iter().map(|example| (example.position, example.moves));
        let (positions, played) = both.unzip();
        PlayedMoves { positions, played }
    }
}

impl Judge for PlayedMoves {
    fn positions(&self) -> &[Chess] {
        &self.positions
    }

    /// Returns 1 for the move played.
    fn result(&self, index: usize, answer: &Answer) -> u32 {
        answer.outcome.best.is_some_and(|best| self.played[index].contains(&best)).into()
    }

    fn most(&self) -> u32 {
        1
    }

    fn worst(&self) -> u32 {
        0
    }

    fn score(&self, sum: u64) -> u64 {
        sum
    }

    fn largest(&self) -> u64 {
        self.positions.len() as u64
    }
}
