//! Settings of the objective *results*, and what follows from them.

use serde::{Deserialize, Serialize};

use super::source::ResultsSource;
use super::tempo::SetTempo;
use crate::evolution::setting::{Kind, Setting, SettingsError, Value, check_all};
use crate::numbers::thousands;
use crate::objectives::details::Details;
use crate::objectives::measure::{Format, Measure, Share};
use crate::objectives::moves::MovesSettings;
use crate::objectives::properties::{Comparable, Properties};
use crate::objectives::result_set::ResultSet;
use crate::objectives::source::{FitnessSource, SetRole};
use crate::objectives::{ObjectiveContext, ObjectiveMeasure, ObjectiveSettings, ObjectiveTexts, SetDigest};
use crate::positions::PositionSource;

/// The settings of the objective *results*: positions with the results of their games, and the loss.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultsSettings {
    /// The positions. The training part measures organisms, the test part measures the champion.
    pub results: PositionSource,
    /// Centipawns that multiply the odds of winning by e; `None` to fit the scale to the evaluation of the embedded
    /// organism `reference`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<f64>,
    /// The standard deviation of a Gaussian prior around the values of `reference`, in centipawns; `None` for no prior.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prior: Option<f64>,
    /// The advantage of the side to move in these positions beyond the value that the evaluation gives to the move, for
    /// schemas with such a value; `None` for [`SetTempo::of`] the positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tempo: Option<SetTempo>,
    /// The share of the training games that each run draws and measures; 1 for all.
    #[serde(default = "all", skip_serializing_if = "is_all")]
    pub share: f64,
    /// The weight of a position of a drawn game.
    pub draw_weight: f64,
    /// The weight of a position without pieces, relative to one with all pieces.
    pub endgame_weight: f64,
}

fn all() -> f64 {
    1.0
}

fn is_all(share: &f64) -> bool {
    *share >= 1.0
}

impl ResultsSettings {
    /// Units of a score per nat.
    pub const UNITS_PER_NAT: u64 = 1_000_000_000;

    /// The largest score: that of a perfect prediction. A score is this minus the mean loss in billionths of a nat. A
    /// mean loss of more than 50 nats counts as 50.
    pub const LARGEST_SCORE: u64 = 50 * ResultsSettings::UNITS_PER_NAT;

    /// Returns the mean loss in nats that a score, or a mean of scores, represents.
    #[must_use]
    pub fn loss(score: f64) -> f64 {
        (ResultsSettings::LARGEST_SCORE as f64 - score) / ResultsSettings::UNITS_PER_NAT as f64
    }
}

impl Default for ResultsSettings {
    fn default() -> ResultsSettings {
        ResultsSettings {
            results: PositionSource::Embedded(ResultSet::NAMES[0].to_owned()),
            scale: None,
            prior: None,
            tempo: None,
            share: 1.0,
            draw_weight: 1.0,
            endgame_weight: 1.0,
        }
    }
}

/// The declared settings.
pub const SETTINGS: &[Setting<ResultsSettings>] = &[
    Setting::<ResultsSettings>::new(
        "results",
        "FILE",
        Kind::Text,
        "Positions with the results of their games: a file or the name of an embedded set, or several, separated by commas",
        |settings| Some(settings.results.name().into()),
        |settings, value| {
            settings.results = PositionSource::listed_absolute(&value.text(), &ResultSet::NAMES)?;
            Ok(())
        },
    )
    .in_forms("games to predict: embedded sets or files, with commas; more teach more"),
    Setting::<ResultsSettings>::new(
        "scale",
        "CP",
        Kind::OptionalReal(1.0, 10_000.0),
        "Centipawns that multiply the odds of winning by e; “none” fits them to the evaluation of “reference”",
        |settings| settings.scale.map(Value::Real),
        |settings, value| value.optional(Value::real).map(|scale| settings.scale = scale),
    ),
    Setting::<ResultsSettings>::new(
        "prior",
        "CP",
        Kind::OptionalReal(0.01, 1e6),
        "Standard deviation of a Gaussian prior around the values of “reference”, in centipawns",
        |settings| settings.prior.map(Value::Real),
        |settings, value| value.optional(Value::real).map(|deviation| settings.prior = deviation),
    )
    .in_forms("centipawns from “reference”; less stays nearer"),
    Setting::<ResultsSettings>::new(
        "tempo",
        "MG:EG",
        Kind::Text,
        "Centipawns by which the side to move stands better in these positions than in others, in the middlegame and in the endgame; 52:31 for expected points and 0:0 for results if not given",
        |settings| settings.tempo.map(|tempo| tempo.to_string().into()),
        |settings, value| value.optional(Value::parsed).map(|tempo| settings.tempo = tempo),
    ),
    Setting::<ResultsSettings>::new(
        "share",
        "X",
        Kind::Real(0.01, 1.0),
        "Share of the training games that each run draws and measures; less than 1 makes the champions of runs differ",
        |settings| Some(settings.share.into()),
        |settings, value| value.real().map(|share| settings.share = share),
    ),
    Setting::<ResultsSettings>::new(
        "draw-weight",
        "X",
        Kind::Real(0.0, 100.0),
        "Weight of a position of a drawn game",
        |settings| Some(settings.draw_weight.into()),
        |settings, value| value.real().map(|weight| settings.draw_weight = weight),
    ),
    Setting::<ResultsSettings>::new(
        "endgame-weight",
        "X",
        Kind::Real(0.0, 100.0),
        "Weight of a position without pieces, relative to one with all pieces",
        |settings| Some(settings.endgame_weight.into()),
        |settings, value| value.real().map(|weight| settings.endgame_weight = weight),
    ),
];

impl ObjectiveSettings for ResultsSettings {
    fn properties(&self) -> Properties {
        Properties {
            about: "predict the results of games (Texel)",
            // Each run draws its games once.
            comparable: if is_all(&self.share) { Comparable::All } else { Comparable::InRun },
            is_differentiable: true,
            preparations: ["evaluating positions, training games", "evaluating positions, test games"],
            ..Properties::of("results")
        }
    }

    fn source(&self) -> Box<dyn FitnessSource> {
        Box::new(ResultsSource::new(self))
    }

    fn validate(&self, outline: &ObjectiveContext<'_>) -> Result<(), SettingsError> {
        check_all(SETTINGS, self)?;
        let added = self.tempo.filter(|tempo| *tempo != SetTempo::NONE);
        if added.is_some_and(|tempo| tempo.places(outline.schema).is_none()) {
            let reason = format!(
                "the schema {} has no value of the move (TEMPO_MG, TEMPO_EG), to which it is added; use 0:0",
                outline.schema.name
            );
            return Err(SettingsError::Invalid { name: "tempo", reason });
        }
        Ok(())
    }

    /// Returns the default of the objective *moves*, because positions with results have no moves.
    fn shown_positions(&self) -> PositionSource {
        MovesSettings::default().train
    }

    fn sources_mut(&mut self) -> Vec<&mut PositionSource> {
        vec![&mut self.results]
    }
}

impl ObjectiveMeasure for ResultsSettings {
    fn largest_score(&self, _: SetRole, _: u32, _: u64) -> u64 {
        ResultsSettings::LARGEST_SCORE
    }

    fn measure(&self, _: SetRole, largest: u64) -> Measure {
        Measure {
            largest,
            offset: ResultsSettings::LARGEST_SCORE as f64 / ResultsSettings::UNITS_PER_NAT as f64,
            factor: -1.0 / ResultsSettings::UNITS_PER_NAT as f64,
            larger_is_better: false,
            logarithmic: true,
            format: Format::Fraction,
            share: Share::None,
            titles: vec![
                "Loss of predicted results, nats a position; less is better".to_owned(),
                "Loss of predicted results, nats".to_owned(),
                "Loss, nats".to_owned(),
            ],
            unit: "nats",
            heading: "loss",
            histogram: "Loss",
            phrase: "loss {number} nats".to_owned(),
            predicate: "predicts results with a loss of {number} nats",
        }
    }

    /// Returns the differences of the losses to the worst loss of the generation, in nats.
    fn fitness(&self, scores: &[u64]) -> Vec<f64> {
        let worst = scores.last().copied().unwrap_or(0);
        scores.iter().map(|score| (score - worst) as f64 / ResultsSettings::UNITS_PER_NAT as f64).collect()
    }

    fn sum_value(&self) -> Option<f64> {
        Some((ResultsSettings::LARGEST_SCORE / ResultsSettings::UNITS_PER_NAT) as f64)
    }
}

impl ObjectiveTexts for ResultsSettings {
    fn sizes(&self, _: u64, _: u64) -> String {
        "positions with results".to_owned()
    }

    fn basis(&self) -> (&'static str, String) {
        ("loss of", "results, static".to_owned())
    }

    fn weight(&self) -> String {
        "worst loss less own".to_owned()
    }

    fn champion_description(&self, score: u64, train: &SetDigest, _: &Details) -> Option<String> {
        Some(format!(
            "evolved, {} stage: loss {:.4} nats a position on average, {} positions of {}",
            self.properties().stage,
            ResultsSettings::loss(score as f64),
            thousands(train.positions),
            train.name
        ))
    }
}
