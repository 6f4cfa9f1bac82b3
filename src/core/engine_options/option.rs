//! One option that is tuned: a number with a start and a range.

use serde::{Deserialize, Serialize};

use super::OptionProblem;
use crate::engine::schema::{Group, Parameter};

/// The largest distance between the ends of a range, in steps: a gene has at most 16 bits.
const MAX_STEPS: f64 = 65_535.0;

/// The least number of steps in the range of a number with decimals, if its digits allow it.
const MIN_STEPS: f64 = 1_000.0;

/// The largest number of digits after the point.
const MAX_DECIMALS: usize = 9;

/// The perturbation at the end of a tune as a share of the range, for an option that has no other one.
pub(super) const PERTURBATION: f64 = 0.05;

/// What the number of an option stands for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum OptionType {
    /// An integer.
    #[default]
    Int,
    /// A number with decimals.
    Float,
    /// 0 for `false`, 1 for `true`.
    Check,
    /// The index of one of these words, 0 for the first.
    Combo(Vec<String>),
}

impl OptionType {
    /// Returns whether the number is an integer that the engine receives as it is.
    pub(super) fn is_int(&self) -> bool {
        *self == OptionType::Int
    }
}

/// An option of an engine that is tuned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TunableOption {
    /// The name of the option.
    pub name: String,
    /// What the number stands for.
    #[serde(default, skip_serializing_if = "OptionType::is_int")]
    pub kind: OptionType,
    /// The value from which the tune starts.
    pub start: f64,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// The perturbation in the last generation of SPSA.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub c_end: Option<f64>,
    /// The learning rate at the end of a tune in OpenBench. It is kept, but has no effect here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r_end: Option<f64>,
}

/// Returns the number of digits after the point in the shortest text of a number.
fn digits(number: f64) -> usize {
    number.to_string().split_once('.').map_or(0, |(_, digits)| digits.len())
}

impl TunableOption {
    /// Checks the numbers.
    ///
    /// # Errors
    /// Returns the first problem.
    pub fn validate(&self) -> Result<(), OptionProblem> {
        if self.name.trim().is_empty() || self.name.chars().any(char::is_control) {
            return Err(OptionProblem::Name);
        }
        if let OptionType::Combo(words) = &self.kind
            && words.iter().any(|word| word.chars().any(char::is_control))
        {
            return Err(OptionProblem::Word);
        }
        let numbers = [("start", self.start), ("min", self.min), ("max", self.max)];
        let rate = self.r_end.map(|r_end| ("r_end", r_end));
        if let Some((field, value)) = numbers.into_iter().chain(rate).find(|(_, value)| !value.is_finite()) {
            return Err(OptionProblem::Infinite { field, value });
        }
        let is_integer = self.kind != OptionType::Float;
        if let Some((field, value)) =
            numbers.into_iter().find(|(_, value)| is_integer && value.fract() != 0.0)
        {
            return Err(OptionProblem::NotInteger { field, value });
        }
        let (min, max, start) = (self.min, self.max, self.start);
        if min >= max {
            return Err(OptionProblem::Range { min, max });
        }
        if !(min..=max).contains(&start) {
            return Err(OptionProblem::Start { start, min, max });
        }
        let values = match &self.kind {
            OptionType::Int | OptionType::Float => None,
            OptionType::Check => Some(2),
            OptionType::Combo(words) => Some(words.len()),
        };
        if let Some(values) = values.filter(|values| min < 0.0 || max > *values as f64 - 1.0) {
            return Err(OptionProblem::Values { min, max, values });
        }
        if let Some(c_end) = self.c_end.filter(|c_end| !(c_end.is_finite() && *c_end > 0.0)) {
            return Err(OptionProblem::Perturbation(c_end));
        }
        let outside = |value: f64| (value * self.scale()).abs() > f64::from(i32::MAX);
        if self.steps(self.decimals()) > MAX_STEPS || outside(min) || outside(max) {
            return Err(OptionProblem::Size { min, max });
        }
        Ok(())
    }

    /// Returns the number of steps between the ends of the range if values have this number of digits after the point.
    fn steps(&self, decimals: usize) -> f64 {
        ((self.max - self.min) * 10_f64.powi(decimals as i32)).round()
    }

    /// Returns the number of digits after the point of all values: those of the start and the range at least, and enough
    /// for small steps.
    #[must_use]
    pub fn decimals(&self) -> usize {
        if self.kind != OptionType::Float {
            return 0;
        }
        let mut decimals =
            [self.start, self.min, self.max].map(digits).into_iter().max().unwrap_or(0).min(MAX_DECIMALS);
        while decimals < MAX_DECIMALS && self.steps(decimals) < MIN_STEPS {
            decimals += 1;
        }
        decimals
    }

    /// Returns the difference of neighbouring values.
    #[must_use]
    pub fn unit(&self) -> f64 {
        1.0 / self.scale()
    }

    /// Returns the number of steps in 1.
    fn scale(&self) -> f64 {
        10_f64.powi(self.decimals() as i32)
    }

    /// Returns the integer of a schema for a value of the option.
    pub(super) fn step_of(&self, value: f64) -> i32 {
        (value * self.scale()).round() as i32
    }

    /// Returns the integer of a schema for the value nearest to a number; `None` if the number is outside the range.
    #[must_use]
    pub fn nearest_step(&self, number: f64) -> Option<i32> {
        (self.min..=self.max).contains(&number).then(|| self.step_of(number))
    }

    /// Returns the perturbation in the last generation of SPSA, in units of the option.
    pub(super) fn last_perturbation(&self) -> f64 {
        self.c_end.unwrap_or(PERTURBATION * (self.max - self.min))
    }

    /// Returns the perturbation in the last generation of SPSA, in units of the schema.
    pub(super) fn perturbation(&self) -> f64 {
        self.last_perturbation() * self.scale()
    }

    /// Returns the value for an integer of a schema, as parameter files write it.
    #[must_use]
    pub fn number(&self, step: i32) -> String {
        let decimals = self.decimals();
        if decimals == 0 {
            return step.to_string();
        }
        let (sign, unit) = (if step < 0 { "-" } else { "" }, 10_u32.pow(decimals as u32));
        let size = step.unsigned_abs();
        format!("{sign}{}.{:0decimals$}", size / unit, size % unit)
    }

    /// Returns the value for an integer of a schema, as `setoption` needs it.
    #[must_use]
    pub fn text(&self, step: i32) -> String {
        match &self.kind {
            OptionType::Int | OptionType::Float => self.number(step),
            OptionType::Check => (step != 0).to_string(),
            OptionType::Combo(words) => {
                let word = usize::try_from(step).ok().and_then(|index| words.get(index));
                word.cloned().unwrap_or_default()
            }
        }
    }

    /// Returns the parameter of a schema that stands for the option.
    pub(super) fn parameter(&self) -> Parameter {
        let (low, high) = (self.step_of(self.min), self.step_of(self.max));
        let (unit, description) = match &self.kind {
            OptionType::Int => (String::new(), "an integer".to_owned()),
            OptionType::Float => (self.number(1), "a number with decimals".to_owned()),
            OptionType::Check => ("flag".to_owned(), "0 for false, 1 for true".to_owned()),
            OptionType::Combo(words) => {
                let words: Vec<String> =
                    words.iter().enumerate().map(|(index, word)| format!("{index} {word}")).collect();
                ("index".to_owned(), words.join(", "))
            }
        };
        Parameter {
            name: self.name.clone(),
            bits: (u32::BITS - high.abs_diff(low).leading_zeros()) as u8,
            range: (low, high),
            group: Group::Options,
            unit,
            description,
        }
    }
}
