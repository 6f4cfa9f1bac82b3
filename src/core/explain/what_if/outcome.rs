//! What a run was with an event, and without it.

use super::Event;
use crate::evolution::record::Spread;
use crate::evolution::statistics::spread;
use crate::statistics::{Estimate, mean_of};

/// What a run was with an event, and without it.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The event.
    pub event: Event,
    /// The final best score of the run.
    pub original: u64,
    /// The final best score of the twin.
    pub twin: u64,
    /// The generation in which the best scores of the two differ most, and that of the run minus that of the twin; `None` if
    /// they never differ.
    pub widest: Option<(u32, i64)>,
    /// The number of values in which the final champions differ.
    pub values: usize,
    /// The final best scores with the event and without it, for each other seed.
    pub seeds: Vec<[u64; 2]>,
}

impl Outcome {
    /// Returns the final best score of the run minus that of the twin.
    #[must_use]
    pub fn difference(&self) -> i64 {
        self.original as i64 - self.twin as i64
    }

    /// Returns, for each other seed, the final best score with the event minus that without it.
    pub fn differences(&self) -> impl Iterator<Item = i64> {
        self.seeds.iter().map(|[with, without]| *with as i64 - *without as i64)
    }

    /// Returns the mean of [`Outcome::differences`] with its 95 % interval; `None` without seeds.
    #[must_use]
    pub fn mean(&self) -> Option<Estimate> {
        mean_of(&self.differences().map(|difference| difference as f64).collect::<Vec<_>>())
    }

    /// Returns the lower quartile, the median and the upper quartile of [`Outcome::differences`]; `None` without seeds.
    #[must_use]
    pub fn quartiles(&self) -> Option<[f64; 3]> {
        let least = self.differences().min()?;
        let mut above: Vec<u64> = self.differences().map(|difference| difference.abs_diff(least)).collect();
        above.sort_unstable_by(|one, other| other.cmp(one));
        let Spread { q25, median, q75, .. } = spread(&above);
        Some([q25, median, q75].map(|quantile| quantile + least as f64))
    }

    /// Returns for how many seeds the score is better with the event, equal, and better without it.
    #[must_use]
    pub fn counts(&self) -> [usize; 3] {
        let count = |of: fn(&i64) -> bool| self.differences().filter(of).count();
        [
            count(|difference| *difference > 0),
            count(|difference| *difference == 0),
            count(|difference| *difference < 0),
        ]
    }
}
