//! The results of the 2008 paper.

use crate::objectives::paper::{Moment, Paper, Point};

/// Returns the results of the 2008 paper with the mentor Falcon (section 4.1 and figure 2), in centipawns: a mean above
/// 250 and a best above 130 in the first generations, a best below 50 in generation 35, and both in generation 300.
pub(super) fn mentored() -> Paper {
    let point = |at, value, name: &str| Point {
        at: Moment::Generation(at),
        value,
        label: format!("paper’s {name} {value}"),
        is_best: name.contains("best"),
    };
    Paper {
        summary: "best 130, 50, 28, mean 250, 47".to_owned(),
        short: "◆ paper 2008",
        points: vec![
            point(0, 250.0, "first mean >"),
            point(0, 130.0, "first best >"),
            point(35, 50.0, "best <"),
            point(300, 47.0, "mean"),
            point(300, 28.0, "best"),
        ],
    }
}
