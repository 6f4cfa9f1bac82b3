//! Settings of a weighted sum of objectives, and what follows from them.

use serde::{Deserialize, Serialize};

use super::source::SumSource;
use crate::engine::one_ply::PlyScore;
use crate::evolution::setting::{Setting, SettingsError};
use crate::objectives::measure::{Format, Measure, Share};
use crate::objectives::source::FitnessSource;
use crate::objectives::{Objective, ObjectiveSettings, Outline};
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
        let is_loss = !self.objective.settings().measure(1).larger_is_better;
        if is_loss { self.largest() / UNITS } else { 0.0 }
    }
}

impl SumSettings {
    /// Returns the sum in the syntax of `--objective`: `moves+results:0.3`.
    #[must_use]
    pub fn formula(&self) -> String {
        let part = |part: &Part| match (part.objective.settings().name(), part.weight) {
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
    fn name(&self) -> &'static str {
        "sum"
    }

    /// Returns the stage of the first part.
    fn stage(&self) -> &'static str {
        self.first().map_or(self.name(), ObjectiveSettings::stage)
    }

    fn source(&self) -> Box<dyn FitnessSource> {
        Box::new(SumSource::new(self))
    }

    fn validate(&self, outline: &Outline<'_>) -> Result<(), SettingsError> {
        if !(2..=MAX_PARTS).contains(&self.parts.len()) {
            return Err(invalid(format!(
                "a sum has 2 to {MAX_PARTS} parts, not {}; write it as moves+results:0.3",
                self.parts.len()
            )));
        }
        for (index, part) in self.parts.iter().enumerate() {
            let objective = part.objective.settings();
            let name = objective.name();
            if objective.sum_value().is_none() {
                return Err(invalid(format!("{name} cannot be part of a sum; use moves and results")));
            }
            if self.parts[..index].iter().any(|other| other.objective.settings().name() == name) {
                return Err(invalid(format!("{name} occurs more than once; name each objective once")));
            }
            if objective.samples() {
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

    fn is_differentiable(&self) -> bool {
        self.parts.iter().all(|part| part.objective.settings().is_differentiable())
    }

    fn train(&self) -> &PositionSource {
        static NONE: PositionSource = PositionSource::Multiple(Vec::new());
        self.first().map_or(&NONE, ObjectiveSettings::train)
    }

    fn shown_positions(&self) -> PositionSource {
        self.first().map_or_else(|| self.train().clone(), ObjectiveSettings::shown_positions)
    }

    fn test(&self) -> Vec<&PositionSource> {
        self.parts.iter().flat_map(|part| part.objective.settings().test()).collect()
    }

    fn sources_mut(&mut self) -> Vec<&mut PositionSource> {
        self.parts.iter_mut().flat_map(|part| part.objective.settings_mut().sources_mut()).collect()
    }

    fn engines(&self) -> Vec<&str> {
        self.parts.iter().flat_map(|part| part.objective.settings().engines()).collect()
    }

    fn is_distributable(&self) -> bool {
        self.parts.iter().all(|part| part.objective.settings().is_distributable())
    }

    fn preparations(&self) -> [&'static str; 2] {
        self.first()
            .map_or(["preparing the training set", "preparing the test set"], ObjectiveSettings::preparations)
    }

    fn ply_score(&self) -> PlyScore {
        self.first().map_or(PlyScore::Quiescence, ObjectiveSettings::ply_score)
    }

    fn largest_score(&self, _: u32, _: u64) -> u64 {
        self.parts.iter().map(|part| part.largest().round() as u64).sum()
    }

    /// Returns the differences to the worst value of the generation.
    fn fitness(&self, scores: &[u64]) -> Vec<f64> {
        let worst = scores.last().copied().unwrap_or(0);
        scores.iter().map(|score| (score - worst) as f64 / UNITS).collect()
    }

    fn weight(&self) -> String {
        "sum less the worst".to_owned()
    }

    fn basis(&self) -> (&'static str, String) {
        ("sum of", self.formula())
    }

    fn measure(&self, largest: u64) -> Measure {
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

    fn sizes(&self, _: u64, _: u64) -> String {
        self.parts.iter().map(|part| part.objective.settings().name()).collect::<Vec<_>>().join(" and ")
    }
}
