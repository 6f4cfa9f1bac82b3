//! Errors of an organism against its mentor.

use serde::{Deserialize, Serialize};

/// Statistics of absolute errors over some positions, in centipawns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Errors {
    /// Mean.
    pub mean: f64,
    /// Median.
    pub median: f64,
    /// 90th percentile.
    pub q90: f64,
}

impl Errors {
    /// Computes the statistics of absolute errors in centipawns. Quantiles interpolate linearly, as in
    /// [`Spread`](crate::evolution::record::Spread).
    #[must_use]
    pub fn of(mut errors: Vec<f64>) -> Errors {
        if errors.is_empty() {
            return Errors::default();
        }
        errors.sort_unstable_by(f64::total_cmp);
        let last = errors.len() - 1;
        let quantile = |order: f64| {
            let rank = order * last as f64;
            let (below, share) = (rank.floor() as usize, rank.fract());
            errors[below] + share * (errors[(below + 1).min(last)] - errors[below])
        };
        let mean = errors.iter().sum::<f64>() / errors.len() as f64;
        Errors { mean, median: quantile(0.5), q90: quantile(0.9) }
    }
}
