//! The results of the 2014 paper.

use crate::numbers::thousands;
use crate::objectives::paper::{Moment, Paper, Point};

/// Returns the results of the 2014 paper on 5,000 training positions (section V.A), scaled to `positions`: the mean of
/// generation 0, the final mean, and the best organism.
pub(super) fn simulated(positions: u64) -> Paper {
    let value = |score: f64| score * positions as f64 / 5000.0;
    let number = |score| thousands(value(score).round() as u64);
    let point = |at, score, name: &str| Point {
        at,
        value: value(score),
        label: format!("paper’s {name} {}", number(score)),
        is_best: name.contains("best"),
    };
    Paper {
        summary: format!("mean ≈ {}, ≈ {}, best {}", number(800.0), number(1500.0), number(1620.0)),
        short: "◆ paper 2014",
        points: vec![
            point(Moment::Generation(0), 800.0, "first mean ≈"),
            point(Moment::End, 1500.0, "mean ≈"),
            point(Moment::End, 1620.0, "best"),
        ],
    }
}
