//! Settings of the objective *likelihood*, and what follows from them.

use serde::{Deserialize, Serialize};

use super::source::LikelihoodSource;
use crate::evolution::setting::{Kind, Setting, SettingsError, check_all};
use crate::numbers::thousands;
use crate::objectives::agreement::TEMPERATURE;
use crate::objectives::details::Details;
use crate::objectives::measure::{Format, Measure, Share};
use crate::objectives::properties::Properties;
use crate::objectives::shared_settings::{self, position_source};
use crate::objectives::source::{FitnessSource, SetRole};
use crate::objectives::{ObjectiveContext, ObjectiveMeasure, ObjectiveSettings, ObjectiveTexts, SetDigest};
use crate::positions::PositionSource;

/// The probability that organisms give to the moves played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LikelihoodSettings {
    /// The positions on which organisms are measured.
    pub train: PositionSource,
    /// The positions on which the champion is measured once.
    pub test: PositionSource,
    /// The lead in centipawns that makes a move e times as likely.
    pub temperature: f64,
}

impl LikelihoodSettings {
    /// Units of a score per nat.
    const UNITS_PER_NAT: f64 = (1_u32 << 20) as f64;
    /// The loss of a position that counts at most, in nats.
    const LARGEST_LOSS: f64 = 32.0;
    /// The score of a position whose move is certain.
    pub(super) const LARGEST_SCORE: u64 = 32 << 20;

    /// Returns the score of a position whose move has a probability with this logarithm.
    pub(super) fn score_of(log_chance: f64) -> u64 {
        let gain = (LikelihoodSettings::LARGEST_LOSS + log_chance).max(0.0);
        (gain * LikelihoodSettings::UNITS_PER_NAT).round() as u64
    }

    /// Returns the loss in nats that a mean score of the positions represents.
    #[must_use]
    pub fn loss(score: f64) -> f64 {
        LikelihoodSettings::LARGEST_LOSS - score / LikelihoodSettings::UNITS_PER_NAT
    }
}

impl Default for LikelihoodSettings {
    fn default() -> LikelihoodSettings {
        LikelihoodSettings {
            train: PositionSource::Embedded("gm2600-train".to_owned()),
            test: PositionSource::Embedded("gm2600-test".to_owned()),
            temperature: TEMPERATURE,
        }
    }
}

/// The declared settings.
pub const SETTINGS: &[Setting<LikelihoodSettings>] = &[
    shared_settings::train(
        |settings| Some(settings.train.name().into()),
        |settings, value| position_source(&value).map(|source| settings.train = source),
    ),
    shared_settings::test(
        |settings| Some(settings.test.name().into()),
        |settings, value| position_source(&value).map(|source| settings.test = source),
    ),
    Setting::new(
        "temperature",
        "CP",
        Kind::Real(1.0, 10_000.0),
        "Lead in centipawns that makes a move e times as likely; the fitted values grow with it",
        |settings| Some(settings.temperature.into()),
        |settings, value| value.real().map(|temperature| settings.temperature = temperature),
    ),
];

impl ObjectiveSettings for LikelihoodSettings {
    fn properties(&self) -> Properties {
        Properties {
            about: "make the moves played probable",
            is_differentiable: true,
            preparations: ["evaluating moves, training set", "evaluating moves, test set"],
            ..Properties::of("likelihood")
        }
    }

    fn source(&self) -> Box<dyn FitnessSource> {
        Box::new(LikelihoodSource::new(self))
    }

    fn validate(&self, _: &ObjectiveContext<'_>) -> Result<(), SettingsError> {
        check_all(SETTINGS, self)
    }

    fn shown_positions(&self) -> PositionSource {
        self.train.clone()
    }

    fn sources_mut(&mut self) -> Vec<&mut PositionSource> {
        vec![&mut self.train, &mut self.test]
    }
}

impl ObjectiveMeasure for LikelihoodSettings {
    fn largest_score(&self, _: SetRole, _: u32, positions: u64) -> u64 {
        positions * LikelihoodSettings::LARGEST_SCORE
    }

    fn measure(&self, _: SetRole, largest: u64) -> Measure {
        let positions = (largest / LikelihoodSettings::LARGEST_SCORE).max(1);
        Measure {
            largest,
            offset: LikelihoodSettings::LARGEST_LOSS,
            factor: -1.0 / (LikelihoodSettings::UNITS_PER_NAT * positions as f64),
            larger_is_better: false,
            logarithmic: true,
            format: Format::Fraction,
            share: Share::None,
            titles: vec![
                "Negative log-likelihood of the moves played, nats a position; less is better".to_owned(),
                "Negative log-likelihood, nats".to_owned(),
                "Loss, nats".to_owned(),
            ],
            unit: "nats",
            heading: "loss",
            histogram: "Loss",
            phrase: "loss {number} nats".to_owned(),
            predicate: "gives the moves played a loss of {number} nats",
        }
    }

    /// Returns the differences of the losses to the worst loss of the generation, in nats.
    fn fitness(&self, scores: &[u64]) -> Vec<f64> {
        let worst = scores.last().copied().unwrap_or(0);
        scores.iter().map(|score| (score - worst) as f64 / LikelihoodSettings::UNITS_PER_NAT).collect()
    }

    fn sum_value(&self) -> Option<f64> {
        Some(LikelihoodSettings::LARGEST_LOSS)
    }
}

impl ObjectiveTexts for LikelihoodSettings {
    fn sizes(&self, train: u64, test: u64) -> String {
        format!("{} training and {} test positions", thousands(train), thousands(test))
    }

    fn basis(&self) -> (&'static str, String) {
        ("loss of", "moves, after captures".to_owned())
    }

    fn weight(&self) -> String {
        "worst loss less own".to_owned()
    }

    fn champion_description(&self, score: u64, train: &SetDigest, _: &Details) -> Option<String> {
        let loss = LikelihoodSettings::loss(score as f64 / train.positions.max(1) as f64);
        Some(format!(
            "evolved, {} stage: loss {loss:.4} nats a position on average, {} positions of {}",
            self.properties().stage,
            thousands(train.positions),
            train.name
        ))
    }
}
