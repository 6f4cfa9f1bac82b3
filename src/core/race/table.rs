//! The result of a race as texts, for the command line and the workbench.

use super::rank_tests::Friedman;
use super::standing::{Comparison, Pair};
use crate::objectives::measure::{Format, Measure};

/// Returns the optimizers, the best mean rank first.
#[must_use]
pub fn order(comparison: &Comparison) -> Vec<usize> {
    let mut order: Vec<usize> = (0..comparison.summaries.len()).collect();
    let rank = |optimizer: usize| comparison.summaries[optimizer].mean_rank;
    order.sort_by(|one, other| rank(*one).total_cmp(&rank(*other)));
    order
}

/// Formats a score, a median or a quartile in the unit of the measure.
#[must_use]
pub fn number(measure: &Measure, score: f64) -> String {
    let value = measure.value(score);
    match measure.format {
        Format::Count => {
            let text = format!("{value:.1}");
            text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
        }
        Format::Error => format!("{value:.2}"),
        Format::Fraction => format!("{value:.6}"),
        Format::LargeCount | Format::Decimal => measure.amount(value),
    }
}

/// Formats two quartiles, the smaller number first.
#[must_use]
pub fn range(measure: &Measure, q25: f64, q75: f64) -> String {
    let (low, high) = if measure.factor < 0.0 { (q75, q25) } else { (q25, q75) };
    format!("{} to {}", number(measure, low), number(measure, high))
}

/// Formats a probability with two significant digits.
#[must_use]
pub fn probability(p: f64) -> String {
    match p {
        ..0.0001 => "p < 0.0001".to_owned(),
        ..0.00095 => format!("p = {p:.4}"),
        ..0.0995 => format!("p = {p:.3}"),
        _ => format!("p = {p:.2}"),
    }
}

/// Describes the Friedman test on a set.
#[must_use]
pub fn friedman(comparison: &Comparison) -> String {
    match comparison.friedman {
        None => "all scores are equal".to_owned(),
        Some(Friedman { statistic, p, exact, .. }) => {
            let note = if exact { ", exact" } else { "" };
            format!("chi² = {statistic:.2}, {}{note}", probability(p))
        }
    }
}

/// Returns the better optimizer of a pair first, by the number of seeds; of equals, the first of the plan.
#[must_use]
pub fn oriented(pair: &Pair) -> Pair {
    let Pair { optimizers: [one, other], wins: [won, lost], .. } = *pair;
    if won >= lost { *pair } else { Pair { optimizers: [other, one], wins: [lost, won], ..*pair } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_have_few_digits() {
        let texts = [0.00001, 0.00044, 0.00586, 0.0247, 0.112, 1.0].map(probability);
        assert_eq!(texts, ["p < 0.0001", "p = 0.0004", "p = 0.006", "p = 0.025", "p = 0.11", "p = 1.00"]);
    }
}
