//! What the papers report of an evolution like the one that is open: points and words. No curve of them is known.

use crate::objectives::Objective;
use crate::tui::evolution::Evolution;
use crate::tui::format::thousands;

/// What a paper reports.
pub(super) struct Paper {
    /// In one line.
    pub(super) words: String,
    /// Which paper, for a legend with little room.
    pub(super) short: &'static str,
    /// The points.
    pub(super) points: Vec<Point>,
}

/// One value that a paper tells.
pub(super) struct Point {
    /// When.
    pub(super) at: Moment,
    /// The value as it is shown.
    pub(super) value: f64,
    /// What it is.
    pub(super) words: String,
}

/// When a value was seen.
pub(super) enum Moment {
    /// In this generation.
    Generation(u32),
    /// At the end, whenever that is.
    End,
}

/// What a paper reports of the same method; none for other methods.
pub(super) fn of(open: &Evolution) -> Option<Paper> {
    let settings = open.settings.as_ref()?;
    match (&settings.objective, settings.schema().name.as_str()) {
        (Objective::Moves(_), "paper-2014") if open.train_total > 0 => Some(simulated(open.train_total)),
        (Objective::Scores(_), "paper-2008") => Some(mentored()),
        _ => None,
    }
}

/// The 2014 paper of its 5,000 training positions (section V.A): the mean of generation 0, the mean where it stabilises,
/// the best organism; scaled to so many positions.
fn simulated(positions: u64) -> Paper {
    let value = |score: f64| score * positions as f64 / 5000.0;
    let number = |score| thousands(value(score).round() as u64);
    let point = |at, score, words: &str| Point {
        at,
        value: value(score),
        words: format!("paper’s {words} {}", number(score)),
    };
    Paper {
        words: format!("mean ≈ {}, ≈ {}, best {}", number(800.0), number(1500.0), number(1620.0)),
        short: "   ◆ paper 2014",
        points: vec![
            point(Moment::Generation(0), 800.0, "first mean ≈"),
            point(Moment::End, 1500.0, "mean ≈"),
            point(Moment::End, 1620.0, "best"),
        ],
    }
}

/// The 2008 paper of its mentor Falcon (section 4.1 and figure 2), in centipawns: a mean of more than 250 and a best of
/// more than 130 in the first few generations, a best below 50 as early as generation 35, both at generation 300.
fn mentored() -> Paper {
    let point = |at, value, words: &str| Point {
        at: Moment::Generation(at),
        value,
        words: format!("paper’s {words} {value}"),
    };
    Paper {
        words: "best 130, 50, 28, mean 250, 47".to_owned(),
        short: "   ◆ paper 2008",
        points: vec![
            point(0, 250.0, "first mean >"),
            point(0, 130.0, "first best >"),
            point(35, 50.0, "best <"),
            point(300, 47.0, "mean"),
            point(300, 28.0, "best"),
        ],
    }
}
