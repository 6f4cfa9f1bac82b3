//! The record of a complete run of the mentor stage.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::answer::Reason;
use super::combination::Target;
use super::errors::Errors;
use super::fit::Method;
use super::settings::{ScoresSettings, UNITS_PER_CENTIPAWN};

/// Maximum number of positions to list by number; the rest are only counted.
const MAX_LISTED: usize = 10;

/// Positions of a set that were left out for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeftOut {
    /// The reason.
    pub reason: Reason,
    /// The number of positions.
    pub count: u64,
    /// The numbers of the first of them in the set, beginning with 1.
    pub first: Vec<u32>,
}

impl LeftOut {
    /// Counts the positions left out, by reason.
    #[must_use]
    pub fn of(targets: &[Target]) -> Vec<LeftOut> {
        let mut found: BTreeMap<Reason, (u64, Vec<u32>)> = BTreeMap::new();
        for (number, target) in (1..).zip(targets) {
            if let Err(reason) = target {
                let (count, first) = found.entry(*reason).or_default();
                *count += 1;
                if first.len() < MAX_LISTED {
                    first.push(number);
                }
            }
        }
        found.into_iter().map(|(reason, (count, first))| LeftOut { reason, count, first }).collect()
    }

    /// Describes the positions left out; `None` if there are none.
    #[must_use]
    pub fn describe(set: &str, all: usize, left_out: &[LeftOut]) -> Option<String> {
        let sum: u64 = left_out.iter().map(|left| left.count).sum();
        let mut text = format!("{set}: {sum} of {all} positions are excluded");
        for (number, LeftOut { reason, count, first }) in left_out.iter().enumerate() {
            let start = if number == 0 { ':' } else { ';' };
            let first: Vec<String> = first.iter().map(u32::to_string).collect();
            let more = if *count > first.len() as u64 { ", …" } else { "" };
            // Writing to a string cannot fail.
            let _ = write!(text, "{start} {count} {} (number {}{more})", reason.phrase(), first.join(", "));
        }
        (sum > 0).then_some(text)
    }
}

/// How close the champion came to its mentor on a set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetErrors {
    /// Number of positions used.
    pub positions: u64,
    /// Positions left out.
    pub left_out: Vec<LeftOut>,
    /// The champion's errors.
    pub champion: Errors,
    /// The mean of the mean errors over the last population, in centipawns.
    pub population: f64,
}

/// How close the champion came to one of several mentors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MentorErrors {
    /// The mentor's name.
    pub name: String,
    /// The weight of the mentor's scores. All weights sum to 1.
    pub weight: f64,
    /// The champion's mean absolute error against the mentor on the training set, in centipawns.
    pub train: f64,
    /// The champion's mean absolute error against the mentor on the test set, in centipawns.
    pub test: f64,
}

/// A fit of the schema to the training set with real-valued parameters.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BestFit {
    /// The objective that the fit minimizes.
    pub method: Method,
    /// Errors on the training set.
    pub train: Errors,
    /// Errors on the test set.
    pub test: Errors,
    /// For least absolute errors: a lower bound of any organism's mean error on the training set in centipawns, if
    /// positions are scored by static evaluation. Sessions of earlier versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<f64>,
}

/// Maximum difference between a fit's mean error and its lower bound, in centipawns, for the fit to count as proved
/// optimal.
const PROOF_TOLERANCE: f64 = 0.005;

impl BestFit {
    /// Returns whether it is proved that no organism has a mean training error smaller by 0.005 centipawns or more.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        self.bound.is_some_and(|bound| self.train.mean - bound < PROOF_TOLERANCE)
    }
}

/// How close a run's champion came to its mentors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MentorReport {
    /// The errors on the training set.
    pub train: SetErrors,
    /// The errors on the test set.
    pub test: SetErrors,
    /// Errors against each mentor.
    pub mentors: Vec<MentorErrors>,
    /// The best static scores of the schema: by least squares, and by least absolute errors.
    pub fits: Vec<BestFit>,
}

impl MentorReport {
    /// Returns the mean absolute error in centipawns that a measure, or a mean of measures, represents.
    #[must_use]
    pub fn error(measure: f64) -> f64 {
        (ScoresSettings::LARGEST_MEASURE as f64 - measure) / UNITS_PER_CENTIPAWN as f64
    }
}
