//! The names and formats of the scores of an objective.
//!
//! A recorded score is an integer, and a larger score is always better, because evolution needs an order. People think
//! of some objectives in other numbers: of a search in nodes, of which few are good. A [`Measure`] converts a score to
//! the number shown ([`Measure::value`]) and states which direction is better.

use crate::numbers::{compact, decimal, percent, rounded, significant, thousands, tick};

/// The names and formats of the scores of an objective.
#[derive(Debug, Clone, PartialEq)]
pub struct Measure {
    /// The largest possible score.
    pub largest: u64,
    /// The number shown is `offset + factor × score`.
    pub offset: f64,
    /// See `offset`.
    pub factor: f64,
    /// Whether a larger number shown is better.
    pub larger_is_better: bool,
    /// Whether a chart has a logarithmic axis, because the number falls by orders of magnitude.
    pub logarithmic: bool,
    /// The format of the number.
    pub format: Format,
    /// The base of a percentage.
    pub share: Share,
    /// Titles of a chart, longest first.
    pub titles: Vec<String>,
    /// The unit of the number shown; empty if it has none.
    pub unit: &'static str,
    /// The heading of a column, at most six characters.
    pub heading: &'static str,
    /// The title of a histogram.
    pub histogram: &'static str,
    /// A phrase with `{number}` and `{share}`: “{number} of 5,000, {share} %”.
    pub phrase: String,
    /// A predicate with `{number}` and `{share}`: “agrees in {number} positions, {share} %”.
    pub predicate: &'static str,
}

/// The format of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A count, written in full.
    Count,
    /// A large count, shortened in tables.
    LargeCount,
    /// A number with one decimal; a tick of an axis is a whole number.
    Decimal,
    /// A number with one decimal if it is below 1,000.
    Error,
    /// A number with four decimals if it is below 10.
    Fraction,
}

/// The base of a percentage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Share {
    /// The score as a share of the largest score.
    Score,
    /// The number shown as a share of the largest score.
    Shown,
    /// There is no percentage.
    None,
}

impl Default for Measure {
    fn default() -> Measure {
        Measure {
            largest: 0,
            offset: 0.0,
            factor: 1.0,
            larger_is_better: true,
            logarithmic: false,
            format: Format::Count,
            share: Share::Score,
            titles: vec!["Fitness".to_owned()],
            unit: "",
            heading: "",
            histogram: "Fitness",
            phrase: String::new(),
            predicate: "",
        }
    }
}

impl Measure {
    /// Returns the number shown for a score, or for a mean of scores, with at most nine decimals.
    #[must_use]
    pub fn value(&self, score: f64) -> f64 {
        decimal(self.offset + self.factor * score)
    }

    /// Returns the heading of a column of percentages.
    #[must_use]
    pub fn share_heading(&self) -> &'static str {
        if self.share == Share::None { "" } else { "%" }
    }

    /// Formats a score in at most six characters.
    #[must_use]
    pub fn number(&self, score: f64) -> String {
        self.amount(self.value(score))
    }

    /// Formats a number shown in at most six characters.
    #[must_use]
    pub fn amount(&self, value: f64) -> String {
        match self.format {
            Format::LargeCount if value.is_finite() => compact(value.round().max(0.0) as u64),
            Format::Decimal => format!("{value:.1}"),
            Format::Error => short(value),
            Format::Fraction => fraction(value),
            Format::Count | Format::LargeCount => rounded(value),
        }
    }

    /// Formats the size of a difference of two numbers shown in at most six characters.
    #[must_use]
    pub fn difference(&self, value: f64) -> String {
        match self.format {
            Format::LargeCount => significant(value.abs().round() as u64, 3),
            Format::Decimal => format!("{:.1}", value.abs()),
            Format::Error => short(value.abs()),
            Format::Fraction => fraction(value.abs()),
            Format::Count => rounded(value.abs()),
        }
    }

    /// Formats a round number at an axis.
    #[must_use]
    pub fn tick(&self, value: f64) -> String {
        match self.format {
            Format::LargeCount => tick(value.round().max(0.0) as u64),
            Format::Error if value < 1.0 => short(value.max(0.0)),
            Format::Fraction => fraction(value.max(0.0)),
            Format::Count | Format::Decimal | Format::Error => thousands(value.max(0.0).round() as u64),
        }
    }

    /// Formats a score as a percentage; empty if there is none.
    #[must_use]
    pub fn percentage(&self, score: f64) -> String {
        match self.share {
            Share::Score => percent(score, self.largest),
            Share::Shown => percent(self.value(score), self.largest),
            Share::None => String::new(),
        }
    }

    /// Describes a score in a phrase, with the number in full.
    #[must_use]
    pub fn summary(&self, score: u64) -> String {
        if self.phrase.is_empty() {
            return self.fill("{number} of {largest}, {share} %", score);
        }
        self.fill(&self.phrase, score)
    }

    /// Describes an organism with this score by a predicate.
    #[must_use]
    pub fn description(&self, score: u64) -> String {
        let predicate = if self.predicate.is_empty() {
            "agrees in {number} positions, {share} %"
        } else {
            self.predicate
        };
        self.fill(predicate, score)
    }

    fn fill(&self, template: &str, score: u64) -> String {
        let value = self.value(score as f64);
        let number = match self.format {
            Format::Decimal | Format::Error | Format::Fraction => self.amount(value),
            Format::Count | Format::LargeCount => rounded(value),
        };
        template
            .replace("{number}", &number)
            .replace("{largest}", &thousands(self.largest))
            .replace("{share}", &self.percentage(score as f64))
    }
}

/// Formats a number with one decimal if it is below 1,000.
fn short(value: f64) -> String {
    if value < 1000.0 { format!("{value:.1}") } else { rounded(value) }
}

/// Formats a number in at most six characters, with four decimals if it is below 10.
fn fraction(value: f64) -> String {
    match value.abs() {
        ..10.0 => format!("{value:.4}"),
        10.0..100.0 => format!("{value:.2}"),
        _ => short(value),
    }
}
