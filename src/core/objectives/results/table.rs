//! Tables of losses: the loss of a position for each score, in integers.
//!
//! Sums of integers are exact, so a loss does not depend on the order of the positions or on the number of threads.

use super::logistic::{Logistic, loss};
use crate::engine::evaluation::Score;
use crate::engine::features::ONE;
use crate::objectives::result_set::Points;

/// Units of a loss per nat.
pub(super) const UNITS_PER_NAT: f64 = (1_u32 << 20) as f64;

/// The largest score of the table in centipawns. Scores beyond count as this score.
const LARGEST: i32 = 4_095;

/// The number of scores of the table.
const SCORES: usize = 2 * LARGEST as usize + 1;

/// The classes of positions with equal losses for equal scores: White's points, two sides to move.
pub(super) const CLASSES: usize = 2 * Points::COUNT;

/// The losses of all classes at all scores from −4,095 to 4,095 centipawns, rounded to whole centipawns.
#[derive(Debug, Clone)]
pub(super) struct LossTable {
    losses: Vec<u32>,
}

/// Returns the class of positions with these points.
pub(super) fn class(points: Points, white_to_move: bool) -> u8 {
    2 * points.hundredths() + u8::from(white_to_move)
}

/// Returns White's points and the side to move (1: White, −1: Black) of a class.
pub(super) fn points_and_turn(class: u8) -> (f64, f64) {
    (f64::from(class / 2) / 100.0, f64::from(class % 2) * 2.0 - 1.0)
}

impl LossTable {
    pub(super) fn new(logistic: &Logistic) -> LossTable {
        let row = |class: u8| {
            let (points, turn) = points_and_turn(class);
            (-LARGEST..=LARGEST).map(move |score| {
                let nats = loss(logistic.logit(f64::from(score), turn), points);
                // The loss at the ends is far below the limit of 32 bits unless the scale is tiny.
                (nats * UNITS_PER_NAT).round().min(f64::from(u32::MAX)) as u32
            })
        };
        LossTable { losses: (0..CLASSES as u8).flat_map(row).collect() }
    }

    /// Returns the loss of a position of this class with this score (sixteenths of a centipawn, White's view).
    #[inline]
    pub(super) fn loss(&self, class: u8, score: Score) -> u32 {
        let centipawns = ((score + ONE / 2) >> ONE.trailing_zeros()).clamp(-LARGEST, LARGEST);
        self.losses[usize::from(class) * SCORES + (centipawns + LARGEST) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_the_losses_of_the_model() {
        let logistic = Logistic { scale: 150.0, tempo: 10.0, bias: 15.0 };
        let table = LossTable::new(&logistic);
        for result in Points::RESULTS {
            for white in [false, true] {
                for score in [-900, -1, 0, 37, 2_000] {
                    let turn = if white { 1.0 } else { -1.0 };
                    let exact = loss(logistic.logit(f64::from(score), turn), result.value());
                    let found = f64::from(table.loss(class(result, white), score * ONE)) / UNITS_PER_NAT;
                    assert!((found - exact).abs() < 1e-6, "{result:?} {white} {score}");
                }
            }
        }
        assert_eq!(table.loss(0, Score::MAX - ONE), table.loss(0, LARGEST * ONE), "scores are limited");
        assert_eq!(table.loss(0, Score::MIN), table.loss(0, -LARGEST * ONE));
    }
}
