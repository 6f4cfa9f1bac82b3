//! The maximum-likelihood distribution of scores under a hypothesis.
//!
//! Van den Bergh, *Comparing the approximations for the GLR of a multinomial*, proposition 1.1: with observed
//! frequencies p and a hypothesis Σ q·a = 0, the likeliest q is p / (1 + x·a), with x such that the hypothesis holds.

/// The maximum number of bisections. A few more than the bits of a double, after which an interval has no midpoint.
const HALVINGS: u32 = 200;

/// The maximum number of linearizations of a hypothesis that depends on the distribution, and the change below which
/// they end.
const ROUNDS: u32 = 400;
const NEAR: f64 = 1e-12;

/// Returns the likeliest distribution with the mean `mean`, or `None` if the mean is outside the range of all scores.
pub(super) fn with_mean(observed: &[(f64, f64)], mean: f64) -> Option<Vec<f64>> {
    with_zero_mean(observed.iter().map(|(score, frequency)| (score - mean, *frequency)))
}

/// Returns the likeliest distribution with a mean of `deviations` standard deviations above ½ (Van den Bergh, *Comments
/// on normalized Elo*, section 4.1). The scores are sorted, from 0 to 1. Repeatedly linearizes the hypothesis around the
/// last solution.
pub(super) fn with_deviations(observed: &[(f64, f64)], deviations: f64) -> Option<Vec<f64>> {
    // Starts at a solution with the scores 0 and 1 only. There the linear hypothesis has values of both signs, whatever
    // the number of deviations is.
    let mean = 0.5 + deviations / (2.0 * (1.0 + deviations * deviations).sqrt());
    let mut solution = vec![0.0; observed.len()];
    *solution.first_mut()? = 1.0 - mean;
    *solution.last_mut()? = mean;
    for _ in 0..ROUNDS {
        let pairs = || observed.iter().map(|(score, _)| *score).zip(&solution);
        let mean: f64 = pairs().map(|(score, q)| score * q).sum();
        let deviation = pairs().map(|(score, q)| (score - mean).powi(2) * q).sum::<f64>().sqrt();
        // The derivative of the standard deviation by the frequency of a score.
        let slope = |score: f64| deviation * (1.0 + ((score - mean) / deviation).powi(2)) / 2.0;
        let linear = observed.iter().map(|(score, p)| (score - 0.5 - deviations * slope(*score), *p));
        let next = with_zero_mean(linear)?;
        let change = next.iter().zip(&solution).map(|(next, last)| (next - last).abs()).fold(0.0, f64::max);
        solution = next;
        if change < NEAR {
            break;
        }
    }
    Some(solution)
}

fn with_zero_mean(observed: impl Iterator<Item = (f64, f64)> + Clone) -> Option<Vec<f64>> {
    let values = observed.clone().map(|(value, _)| value);
    let (least, greatest) =
        (values.clone().fold(f64::INFINITY, f64::min), values.fold(f64::NEG_INFINITY, f64::max));
    if least >= 0.0 || greatest <= 0.0 {
        return None;
    }
    let mean = |x: f64| observed.clone().map(|(value, p)| p * value / (1.0 + x * value)).sum::<f64>();
    // The mean decreases from infinity to minus infinity between these bounds.
    let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
    for _ in 0..HALVINGS {
        let middle = low.midpoint(high);
        if middle == low || middle == high {
            break;
        }
        if mean(middle) > 0.0 { low = middle } else { high = middle }
    }
    let x = low.midpoint(high);
    Some(observed.map(|(value, p)| p / (1.0 + x * value)).collect())
}
