//! Probabilities of the result of a game, as the option `UCI_ShowWDL` reports them.
//!
//! A side with a score of `x` centipawns wins with the probability `1 / (1 + e^((a − x) / b))` and loses with that of
//! `−x`; the rest are draws. `a` and `b` depend on the pieces that are left: the fewer they are, the more certain is a
//! result.

use std::fmt;

use shakmaty::Board;

use crate::engine::pieces::share_left;
use crate::engine::search::Value;

/// The parameters of the probabilities, in centipawns: without pieces besides kings and pawns, and with those of the
/// start position. Between the two they are linear in the pieces.
#[derive(Debug, Clone, Copy)]
struct Model {
    /// The score at which a side wins every second game: `a`.
    even: [f64; 2],
    /// What multiplies the odds of winning by e: `b`.
    scale: [f64; 2],
}

/// The most likely parameters for the results of the training part of `gm2600-results` (140,282 positions), with the
/// evaluation of `eyas`, the default player, as the score. A test shows that no other parameters nearby are more likely.
/// The mean negative log-likelihood is 0.9636 nats.
const MODEL: Model = Model { even: [79.0, 96.0], scale: [64.0, 180.0] };

impl Model {
    /// Returns the probability of winning with a score of `x` centipawns and this share of the pieces.
    fn win(&self, x: f64, pieces: f64) -> f64 {
        let between = |[without, with]: [f64; 2]| without + (with - without) * pieces;
        1.0 / (1.0 + ((between(self.even) - x) / between(self.scale)).exp())
    }
}

/// Probabilities of win, draw and loss for the side to move, in permille.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Wdl {
    win: u32,
    draw: u32,
    loss: u32,
}

impl Wdl {
    /// Returns the probabilities for a score of the side to move on this board. A mate is certain.
    pub(super) fn of(value: Value, board: &Board) -> Wdl {
        match value {
            Value::Mate(moves) if moves > 0 => Wdl { win: 1000, draw: 0, loss: 0 },
            Value::Mate(_) => Wdl { win: 0, draw: 0, loss: 1000 },
            Value::Centipawns(score) => {
                let permille =
                    |score: i32| (1000.0 * MODEL.win(f64::from(score), share_left(board))).round() as u32;
                let (win, loss) = (permille(score), permille(-score));
                Wdl { win, draw: 1000 - win - loss, loss }
            }
        }
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.draw, self.loss)
    }
}

#[cfg(test)]
mod tests;
