//! Settings of a weighted sum of objectives, and what follows from them.

use serde::{Deserialize, Serialize};

use super::source::SumSource;
use crate::evolution::setting::{Setting, SettingsError};
use crate::objectives::measure::{Format, Measure, Share};
use crate::objectives::properties::Properties;
use crate::objectives::source::{FitnessSource, SetRole};
use crate::objectives::{Objective, ObjectiveContext, ObjectiveMeasure, ObjectiveSettings, ObjectiveTexts};
use crate::positions::PositionSource;

/// Units of a score for a value of 1.
const UNITS: f64 = 1e9;

/// The largest weight of a part.
const MAX_WEIGHT: f64 = 1e6;

/// The largest number of parts.
const MAX_PARTS: usize = 8;

/// A part of a sum.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The weight.
    pub weight: f64,
    /// The objective.
    pub objective: Objective,
}

/// The settings of a weighted sum: its parts, the most important first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SumSettings {
    /// The parts, at least two.
    pub parts: Vec<Part>,
}

/// A sum has no settings of its own: `--objective` names the parts, and each part has its settings.
pub const SETTINGS: &[Setting<SumSettings>] = &[];

impl Part {
    /// Returns the largest value of the part, in units of the sum; 0 if it cannot be part of a sum.
    fn largest(&self) -> f64 {
        self.weight * self.objective.settings().sum_value().unwrap_or(0.0) * UNITS
    }

    /// Returns the units of the sum for one unit of the part's score, if the part's largest score is `largest`.
    pub(super) fn factor(&self, largest: u64) -> f64 {
        self.largest() / largest.max(1) as f64
    }

    /// Returns the value of the sum's score 0 that this part causes: that of the worst loss, or 0.
    fn offset(&self) -> f64 {
        let is_loss = !self.objective.settings().measure(SetRole::Train, 1).larger_is_better;
        if is_loss { self.largest() / UNITS } else { 0.0 }
    }
}

impl SumSettings {
    /// Returns the sum in the syntax of `--objective`: `moves+results:0.3`.
    #[must_use]
    pub fn formula(&self) -> String {
        let part = |part: &Part| match (part.objective.name(), part.weight) {
            (name, 1.0) => name.to_owned(),
            (name, weight) => format!("{name}:{weight}"),
        };
        self.parts.iter().map(part).collect::<Vec<_>>().join("+")
    }

    fn first(&self) -> Option<&dyn ObjectiveSettings> {
        self.parts.first().map(|part| part.objective.settings())
    }
}

fn invalid(reason: String) -> SettingsError {
    SettingsError::Invalid { name: "objective", reason }
}

impl ObjectiveSettings for SumSettings {
    fn properties(&self) -> Properties {
        let parts = || self.parts.iter().map(|part| part.objective.settings().properties());
        let own = Properties {
            about: "combine several objectives, each with its weight",
            is_differentiable: parts().all(|part| part.is_differentiable),
            is_distributable: parts().all(|part| part.is_distributable),
            ..Properties::of("sum")
        };
        let of_first = |first: Properties| Properties {
            stage: first.stage,
            ply_score: first.ply_score,
            preparations: first.preparations,
            ..own
        };
        parts().next().map_or(own, of_first)
    }

    fn source(&self) -> Box<dyn FitnessSource> {
        Box::new(SumSource::new(self))
    }

    fn validate(&self, outline: &ObjectiveContext<'_>) -> Result<(), SettingsError> {
        if !(2..=MAX_PARTS).contains(&self.parts.len()) {
            return Err(invalid(format!(
                "a sum has 2 to {MAX_PARTS} parts, not {}; write it as moves+results:0.3",
                self.parts.len()
            )));
        }
        for (index, part) in self.parts.iter().enumerate() {
            let objective = part.objective.settings();
            let properties = objective.properties();
            let name = properties.name;
            if objective.sum_value().is_none() {
                return Err(invalid(format!("{name} cannot be part of a sum; use moves and results")));
            }
            if self.parts[..index].iter().any(|other| other.objective.name() == name) {
                return Err(invalid(format!("{name} occurs more than once; name each objective once")));
            }
            if properties.comparable.samples() {
                return Err(invalid(format!("{name} cannot be part of a sum if it measures samples")));
            }
            if !(part.weight > 0.0 && part.weight <= MAX_WEIGHT) {
                return Err(invalid(format!(
                    "the weight of {name} is {}; it must be above 0 and at most {MAX_WEIGHT}",
                    part.weight
                )));
            }
            objective.validate(outline)?;
        }
        Ok(())
    }

    fn shown_positions(&self) -> PositionSource {
        self.first().map_or(PositionSource::Multiple(Vec::new()), ObjectiveSettings::shown_positions)
    }

    fn sources_mut(&mut self) -> Vec<&mut PositionSource> {
        self.parts.iter_mut().flat_map(|part| part.objective.settings_mut().sources_mut()).collect()
    }

    fn engines(&self) -> Vec<&str> {
        self.parts.iter().flat_map(|part| part.objective.settings().engines()).collect()
    }
}

impl ObjectiveMeasure for SumSettings {
    fn largest_score(&self, _: SetRole, _: u32, _: u64) -> u64 {
        self.parts.iter().map(|part| part.largest().round() as u64).sum()
    }

    fn measure(&self, _: SetRole, largest: u64) -> Measure {
        Measure {
            largest,
            offset: -self.parts.iter().map(Part::offset).sum::<f64>(),
            factor: 1.0 / UNITS,
            format: Format::Fraction,
            share: Share::None,
            titles: vec![format!("Weighted sum {}; more is better", self.formula()), self.formula()],
            heading: "sum",
            histogram: "Sum",
            phrase: format!("{{number}} of {}", self.formula()),
            predicate: "has a weighted sum of {number}",
            ..Measure::default()
        }
    }

    /// Returns the differences to the worst value of the generation.
    fn fitness(&self, scores: &[u64]) -> Vec<f64> {
        let worst = scores.last().copied().unwrap_or(0);
        scores.iter().map(|score| (score - worst) as f64 / UNITS).collect()
    }
}

impl ObjectiveTexts for SumSettings {
    fn sizes(&self, _: u64, _: u64) -> String {
        self.parts.iter().map(|part| part.objective.name()).collect::<Vec<_>>().join(" and ")
    }

    fn basis(&self) -> (&'static str, String) {
        ("sum of", self.formula())
    }

    fn weight(&self) -> String {
        "sum less the worst".to_owned()
    }
}
