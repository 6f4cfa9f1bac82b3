//! What the mentor stage needs to know (2008).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::FixedEvaluation;
use crate::engine::one_ply::PlyScore;

/// An error of a thousandth of a centipawn.
const FINE: u64 = 1_000;

/// How a mentor finds a position's score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hearing {
    /// By a search of so many plies; two in the paper.
    Depth(u32),
    /// By a search of so many nodes.
    Nodes(u64),
    /// By its static evaluation, without a search.
    Static,
}

/// In words, as “2 plies”.
impl fmt::Display for Hearing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Hearing::Depth(1) => f.write_str("1 ply"),
            Hearing::Depth(plies) => write!(f, "{plies} plies"),
            Hearing::Nodes(nodes) => write!(f, "{nodes} nodes"),
            Hearing::Static => f.write_str("evaluation alone"),
        }
    }
}

/// What becomes of the scores of several mentors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Combination {
    /// Their mean.
    Mean,
    /// Their median; of two in the middle the mean.
    Median,
    /// Their mean, each the heavier the nearer it is to the median of all on the training set; two weigh the same.
    Agreement,
}

/// In a word.
impl fmt::Display for Combination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Combination::Mean => "mean",
            Combination::Median => "median",
            Combination::Agreement => "agreement",
        })
    }
}

/// How much the roulette wheel gives an organism for its error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Weighting {
    /// In inverse proportion to a power of its error: 1 is the 2008 paper's to the letter (figure 1, step 3), 2 squares
    /// that, as the later papers square the fitness that their roulette wheel is given.
    Inverse {
        /// The power, at least 1.
        power: u32,
    },
    /// The worst error of its generation less its own. A single outlier makes all others nearly alike.
    BelowWorst,
}

impl Weighting {
    /// What an optimizer is told of the organisms with these measures, fittest first.
    #[must_use]
    pub fn told(self, measures: &[u64]) -> Vec<f64> {
        let worst = measures.last().copied().unwrap_or(0);
        let told = |measure: &u64| match self {
            // An error of nothing counts as the smallest that a measure can tell.
            Weighting::Inverse { power } => {
                let error = MentorSettings::LARGEST_MEASURE.saturating_sub(*measure).max(1) as f64;
                // One product after the other: the same bits on every machine.
                (0..power).fold(1.0, |weight, _| weight * (FINE as f64 / error))
            }
            Weighting::BelowWorst => (measure - worst) as f64 / FINE as f64,
        };
        measures.iter().map(told).collect()
    }
}

/// A mentor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MentorName {
    /// As people name it: `organism:…`, `uci:…`, `xboard:…`, or a name.
    pub spec: String,
    /// Of an organism its evaluation, as it was when the evolution began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<FixedEvaluation>,
}

/// Whom the organisms mimic, and how that is measured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MentorSettings {
    /// The mentors, at least one.
    pub mentors: Vec<MentorName>,
    /// How they score a position.
    pub hearing: Hearing,
    /// How an organism scores a position.
    pub score: PlyScore,
    /// How many of the training positions are drawn anew in each generation; all where that is as many or more.
    pub sample: u32,
    /// What becomes of the scores of several.
    pub combination: Combination,
    /// What an error is worth to proportional selection.
    pub weighting: Weighting,
    /// Whether it is White's turn in all positions, as in the paper; those where that is illegal are left out.
    pub white_to_move: bool,
}

impl MentorSettings {
    /// The largest measure: that of an organism without any error. A measure is this less the mean absolute error in
    /// thousandths of a centipawn, rounded down; an error of 100,000 centipawns or more is the largest there is.
    pub const LARGEST_MEASURE: u64 = 100_000 * FINE;

    /// The measure of an organism whose absolute errors on `positions` positions add up to `sum` sixteenths of a
    /// centipawn.
    #[must_use]
    pub fn measure(sum: u64, positions: u64) -> u64 {
        let mean = u128::from(sum) * u128::from(FINE) / (16 * u128::from(positions.max(1)));
        MentorSettings::LARGEST_MEASURE - mean.min(u128::from(MentorSettings::LARGEST_MEASURE)) as u64
    }

    /// The mean absolute error in centipawns that a measure, or a mean of measures, stands for.
    #[must_use]
    pub fn error(measure: f64) -> f64 {
        (MentorSettings::LARGEST_MEASURE as f64 - measure) / FINE as f64
    }

    /// The evaluation that is to be found again: that of the only mentor, where it is an organism.
    #[must_use]
    pub fn original(&self) -> Option<&FixedEvaluation> {
        match self.mentors.as_slice() {
            [only] => only.evaluation.as_ref(),
            _ => None,
        }
    }
}
