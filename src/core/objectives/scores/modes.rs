//! The choices of the objective *scores*: how mentors score positions, how their scores are combined, and how errors are
//! weighed.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::settings::{ScoresSettings, UNITS_PER_CENTIPAWN};

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
    /// In inverse proportion to a power of the error. 1 is the definition of the 2008 paper (figure 1, step 3). 2
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
                let error = ScoresSettings::LARGEST_MEASURE.saturating_sub(*measure).max(1) as f64;
                // Repeated multiplication gives the same bits on every machine.
                (0..power).fold(1.0, |weight, _| weight * (UNITS_PER_CENTIPAWN as f64 / error))
            }
            Weighting::BelowWorst => (measure - worst) as f64 / UNITS_PER_CENTIPAWN as f64,
        };
        measures.iter().map(fitness).collect()
    }
}
