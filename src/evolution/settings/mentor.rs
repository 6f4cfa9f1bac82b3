//! Settings of the mentor stage (2008).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::FixedEvaluation;
use crate::engine::one_ply::PlyScore;

/// Measure units per centipawn: the resolution of an error is a thousandth of a centipawn.
const UNITS_PER_CENTIPAWN: u64 = 1_000;

/// How a mentor scores a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ScoringMode {
    /// By a search to this depth in plies; two in the paper.
    Depth(u32),
    /// By a search of this many nodes.
    Nodes(u64),
    /// By its static evaluation, without a search.
    Static,
}

/// Formats the limit in words, such as “2 plies”.
impl fmt::Display for ScoringMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScoringMode::Depth(1) => f.write_str("1 ply"),
            ScoringMode::Depth(plies) => write!(f, "{plies} plies"),
            ScoringMode::Nodes(nodes) => write!(f, "{nodes} nodes"),
            ScoringMode::Static => f.write_str("static evaluation"),
        }
    }
}

/// How the scores of several mentors are combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Combination {
    /// The mean.
    Mean,
    /// The median; for an even number, the mean of the two in the middle.
    Median,
    /// The weighted mean. A mentor weighs more the closer it is to the median of all on the training set; two mentors
    /// weigh the same.
    Agreement,
}

/// Formats the combination as one word.
impl fmt::Display for Combination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Combination::Mean => "mean",
            Combination::Median => "median",
            Combination::Agreement => "agreement",
        })
    }
}

/// How the roulette wheel weighs an organism by its error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Weighting {
    /// In inverse proportion to a power of the error. 1 is the 2008 paper's literal definition (figure 1, step 3). 2
    /// squares it, as the later papers square the fitness for their roulette wheel.
    Inverse {
        /// The power, at least 1.
        power: u32,
    },
    /// The worst error of the generation minus its own error. A single outlier makes all others nearly equal.
    BelowWorst,
}

impl Weighting {
    /// Returns the fitness that the optimizer receives for organisms with these measures, fittest first.
    #[must_use]
    pub fn fitness(self, measures: &[u64]) -> Vec<f64> {
        let worst = measures.last().copied().unwrap_or(0);
        let fitness = |measure: &u64| match self {
            // An error of 0 counts as the smallest error that a measure can represent.
            Weighting::Inverse { power } => {
                let error = MentorSettings::LARGEST_MEASURE.saturating_sub(*measure).max(1) as f64;
                // Repeated multiplication gives the same bits on every machine.
                (0..power).fold(1.0, |weight, _| weight * (UNITS_PER_CENTIPAWN as f64 / error))
            }
            Weighting::BelowWorst => (measure - worst) as f64 / UNITS_PER_CENTIPAWN as f64,
        };
        measures.iter().map(fitness).collect()
    }
}

/// A mentor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MentorName {
    /// The specification that the user gave: `organism:…`, `uci:…`, `xboard:…`, or a name.
    pub spec: String,
    /// For an organism, its evaluation when the evolution began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<FixedEvaluation>,
}

/// Whose scores the organisms mimic, and how the distance is measured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MentorSettings {
    /// The mentors, at least one.
    pub mentors: Vec<MentorName>,
    /// How the mentors score a position.
    pub hearing: ScoringMode,
    /// How an organism scores a position.
    pub score: PlyScore,
    /// Number of training positions sampled anew in each generation; all if there are no more.
    pub sample: u32,
    /// How the scores of several mentors are combined.
    pub combination: Combination,
    /// How errors become weights of proportional selection.
    pub weighting: Weighting,
    /// Whether White is to move in all positions, as in the paper. Positions in which that is illegal are left out.
    pub white_to_move: bool,
}

impl MentorSettings {
    /// The largest measure: that of an organism without error. A measure is this minus the mean absolute error in
    /// thousandths of a centipawn, rounded down. Errors of more than 100,000 centipawns count as 100,000.
    pub const LARGEST_MEASURE: u64 = 100_000 * UNITS_PER_CENTIPAWN;

    /// Returns the measure of an organism whose absolute errors on `positions` positions sum to `sum` sixteenths of a
    /// centipawn.
    #[must_use]
    pub fn measure(sum: u64, positions: u64) -> u64 {
        let mean = u128::from(sum) * u128::from(UNITS_PER_CENTIPAWN) / (16 * u128::from(positions.max(1)));
        MentorSettings::LARGEST_MEASURE - mean.min(u128::from(MentorSettings::LARGEST_MEASURE)) as u64
    }

    /// Returns the mean absolute error in centipawns that a measure, or a mean of measures, represents.
    #[must_use]
    pub fn error(measure: f64) -> f64 {
        (MentorSettings::LARGEST_MEASURE as f64 - measure) / UNITS_PER_CENTIPAWN as f64
    }

    /// Returns the evaluation to be recovered: that of the only mentor, if it is an organism.
    #[must_use]
    pub fn original(&self) -> Option<&FixedEvaluation> {
        match self.mentors.as_slice() {
            [only] => only.evaluation.as_ref(),
            _ => None,
        }
    }
}
