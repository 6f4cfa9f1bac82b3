//! Probabilities of the result of a game, as the option `UCI_ShowWDL` reports them.
//!
//! A side with a score of `x` centipawns wins with the probability `1 / (1 + e^((a − x) / b))` and loses with that of
//! `−x`; the rest are draws.

use std::fmt;

use crate::engine::search::Value;

/// The score in centipawns at which a side wins every second game: `a`.
const EVEN: f64 = 0.0;

/// Centipawns that multiply the odds of winning by e: `b`.
const SCALE: f64 = 1.0;

/// Probabilities of win, draw and loss for the side to move, in permille.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Wdl {
    win: u32,
    draw: u32,
    loss: u32,
}

impl Wdl {
    /// Returns the probabilities for a score of the side to move. A mate is certain.
    pub(super) fn of(value: Value) -> Wdl {
        match value {
            Value::Mate(moves) if moves > 0 => Wdl { win: 1000, draw: 0, loss: 0 },
            Value::Mate(_) => Wdl { win: 0, draw: 0, loss: 1000 },
            Value::Centipawns(score) => {
                let permille = |score: i32| (1000.0 * win(f64::from(score), EVEN, SCALE)).round() as u32;
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

/// Returns the probability of winning with a score of `x` centipawns, for the parameters `a` and `b`.
fn win(x: f64, a: f64, b: f64) -> f64 {
    1.0 / (1.0 + ((a - x) / b).exp())
}

#[cfg(test)]
mod tests;
