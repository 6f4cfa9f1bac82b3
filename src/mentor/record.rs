//! What is recorded of a complete run of the mentor stage.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::answer::Reason;
use super::combination::Target;
use super::errors::Errors;
use super::fit::Method;

/// Numbers of positions that are named; of more only how many there are.
const NAMED: usize = 10;

/// Positions of a set that were left out for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeftOut {
    /// The reason.
    pub reason: Reason,
    /// How many.
    pub count: u64,
    /// The first of them, by their number in the set, 1 first.
    pub first: Vec<u32>,
}

impl LeftOut {
    /// What was left out of these, by reason.
    #[must_use]
    pub fn of(targets: &[Target]) -> Vec<LeftOut> {
        let mut found: BTreeMap<Reason, (u64, Vec<u32>)> = BTreeMap::new();
        for (number, target) in (1..).zip(targets) {
            if let Err(reason) = target {
                let (count, first) = found.entry(*reason).or_default();
                *count += 1;
                if first.len() < NAMED {
                    first.push(number);
                }
            }
        }
        found.into_iter().map(|(reason, (count, first))| LeftOut { reason, count, first }).collect()
    }

    /// In words; `None` where nothing was left out.
    #[must_use]
    pub fn words(set: &str, all: usize, left_out: &[LeftOut]) -> Option<String> {
        let sum: u64 = left_out.iter().map(|left| left.count).sum();
        let mut text = format!("{set}: {sum} of {all} positions are left out");
        for (number, LeftOut { reason, count, first }) in left_out.iter().enumerate() {
            let start = if number == 0 { ':' } else { ';' };
            let first: Vec<String> = first.iter().map(u32::to_string).collect();
            let more = if *count > first.len() as u64 { ", …" } else { "" };
            // Writing to a string cannot fail.
            let _ = write!(text, "{start} {count} {} (number {}{more})", reason.words(), first.join(", "));
        }
        (sum > 0).then_some(text)
    }
}

/// How near the champion came to its mentor on a set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetErrors {
    /// How many positions were used.
    pub positions: u64,
    /// What was left out.
    pub left_out: Vec<LeftOut>,
    /// The champion's errors.
    pub champion: Errors,
    /// The mean over the last population of the mean errors.
    pub population: f64,
}

/// How near the champion came to one of several mentors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MentorErrors {
    /// What people call the mentor.
    pub name: String,
    /// How heavy its scores are, of 1 in all.
    pub weight: f64,
    /// The champion's mean absolute error against it on the training set, centipawns.
    pub train: f64,
    /// The same on the test set.
    pub test: f64,
}

/// A fit of the schema to the training set, with any real numbers for values.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BestFit {
    /// What it makes small.
    pub method: Method,
    /// Its errors on the training set.
    pub train: Errors,
    /// On the test set.
    pub test: Errors,
    /// Of least absolute errors: a mean error on the training set, centipawns, that no organism is below when positions
    /// are scored by their evaluation alone. Sessions of earlier versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<f64>,
}

/// How near a proof must come to a fit's own mean error, in centipawns, for the fit to be called the best possible.
const PROVED: f64 = 0.005;

impl BestFit {
    /// Whether no organism has a mean training error that is smaller by 0.005 centipawns or more.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        self.bound.is_some_and(|bound| self.train.mean - bound < PROVED)
    }
}

/// How near a run's champion came to its mentors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mimicry {
    /// On the training set.
    pub train: SetErrors,
    /// On the test set.
    pub test: SetErrors,
    /// Against each mentor.
    pub mentors: Vec<MentorErrors>,
    /// The best static scores of the schema: by least squares, and by least absolute errors.
    pub fits: Vec<BestFit>,
}
