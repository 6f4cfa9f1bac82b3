//! The results that the papers report for the method of the open session: points, because the papers print no curves.

use crate::experiment::Experiment;
use crate::numbers::thousands;
use crate::objectives::Objective;

/// The results of a paper.
#[derive(Debug, Clone, PartialEq)]
pub struct Paper {
    /// The values in one line.
    pub summary: String,
    /// The entry in a narrow legend.
    pub short: &'static str,
    /// The values.
    pub points: Vec<Point>,
}

/// A value that a paper reports.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// The generation.
    pub at: Moment,
    /// The value in the unit of the chart.
    pub value: f64,
    /// What the value is.
    pub label: String,
    /// Whether it is that of the best organism, not the mean.
    pub is_best: bool,
}

/// The generation of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// This generation.
    Generation(u32),
    /// The last generation.
    End,
}

/// Returns the results of the paper with the same method, if there is one. `largest` is the largest possible score.
#[must_use]
pub fn of(settings: &Experiment, largest: u64) -> Option<Paper> {
    match (&settings.objective, settings.schema().name.as_str()) {
        (Objective::Moves(_), "paper-2014") if largest > 0 => Some(simulated(largest)),
        (Objective::Scores(_), "paper-2008") => Some(mentored()),
        _ => None,
    }
}

/// Returns the results of the 2014 paper on 5,000 training positions (section V.A), scaled to `positions`: the mean of
/// generation 0, the final mean, and the best organism.
fn simulated(positions: u64) -> Paper {
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

/// Returns the results of the 2008 paper with the mentor Falcon (section 4.1 and figure 2), in centipawns: a mean above
/// 250 and a best above 130 in the first generations, a best below 50 in generation 35, and both in generation 300.
fn mentored() -> Paper {
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
