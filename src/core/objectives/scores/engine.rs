//! The distance of an engine's scores from those of the mentors.

use shakmaty::{Chess, Position as _};

use super::ScoresSettings;
use crate::engine::evaluation::Score;
use crate::engine::features::ONE;
use crate::engine::quiescence;
use crate::engine::search::Value;
use crate::objectives::engine_searches::{Answer, Judge};

/// The largest score of an engine in centipawns, which also stands for a mate.
const LARGEST: i32 = 15_000;

/// The error of a position without a score, in centipawns: that of the worst possible score, or more.
const WORST: u32 = 2 * LARGEST as u32;

/// The positions and their target scores, in sixteenths of a centipawn from White's view.
pub(super) struct TargetScores {
    positions: Vec<Chess>,
    goals: Vec<Score>,
}

impl TargetScores {
    pub(super) fn of(examples: Vec<(Chess, Score)>) -> TargetScores {
        let (positions, goals) = examples.into_iter().unzip();
        TargetScores { positions, goals }
    }
}

impl Judge for TargetScores {
    fn positions(&self) -> &[Chess] {
        &self.positions
    }

    /// Returns the absolute error in sixteenths of a centipawn.
    fn result(&self, index: usize, answer: &Answer) -> u32 {
        let centipawns = match answer.score {
            None => return self.worst(),
            Some(Value::Centipawns(score)) => score.clamp(-LARGEST, LARGEST),
            Some(Value::Mate(moves)) => LARGEST * moves.signum(),
        };
        let score = quiescence::from(self.positions[index].turn(), centipawns * ONE);
        score.abs_diff(self.goals[index]).min(self.worst())
    }

    fn most(&self) -> u32 {
        self.worst()
    }

    fn worst(&self) -> u32 {
        WORST * ONE.unsigned_abs()
    }

    fn score(&self, sum: u64) -> u64 {
        ScoresSettings::measure(sum, self.positions.len() as u64)
    }

    fn largest(&self) -> u64 {
        ScoresSettings::LARGEST_MEASURE
    }
}
