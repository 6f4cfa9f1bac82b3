//! Settings of the objective *moves*, and what follows from them.

use serde::{Deserialize, Serialize};

use super::paper::simulated;
use super::source::MovesSource;
use crate::arena::control::Control;
use crate::engine::one_ply::PlyScore;
use crate::evolution::setting::{Kind, Needs, Setting, SettingsError, Value, check_all};
use crate::numbers::thousands;
use crate::objectives::agreement::TEMPERATURE;
use crate::objectives::engine_searches::{self, EngineSearch};
use crate::objectives::measure::Measure;
use crate::objectives::paper::Paper;
use crate::objectives::properties::{Evolved, Properties};
use crate::objectives::shared_settings::{self, node_limit, position_source};
use crate::objectives::source::{FitnessSource, SetRole};
use crate::objectives::{ObjectiveContext, ObjectiveMeasure, ObjectiveSettings, ObjectiveTexts};
use crate::positions::PositionSource;

/// Agreement with the moves that grandmasters played (2009; 2014, section III.B).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovesSettings {
    /// The positions on which organisms are measured.
    pub train: PositionSource,
    /// The positions on which the champion is measured once.
    pub test: PositionSource,
    /// How the score of a move is computed.
    pub ply_score: PlyScore,
    /// The temperature of the softmax preference in centipawns, for optimizers that use derivatives.
    #[serde(default = "temperature", skip_serializing_if = "is_default_temperature")]
    pub temperature: f64,
    /// How the options of an engine are measured.
    #[serde(default, skip_serializing_if = "EngineSearch::is_default")]
    pub engine: EngineSearch,
}

fn temperature() -> f64 {
    TEMPERATURE
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_default_temperature(temperature: &f64) -> bool {
    *temperature == TEMPERATURE
}

impl Default for MovesSettings {
    fn default() -> MovesSettings {
        MovesSettings {
            train: PositionSource::Embedded("gm2600-train".to_owned()),
            test: PositionSource::Embedded("gm2600-test".to_owned()),
            ply_score: PlyScore::Quiescence,
            temperature: TEMPERATURE,
            engine: EngineSearch::default(),
        }
    }
}

/// The declared settings.
pub const SETTINGS: &[Setting<MovesSettings>] = &[
    shared_settings::train(
        |settings| Some(settings.train.name().into()),
        |settings, value| position_source(&value).map(|source| settings.train = source),
    ),
    shared_settings::test(
        |settings| Some(settings.test.name().into()),
        |settings, value| position_source(&value).map(|source| settings.test = source),
    ),
    Setting::new(
        "move-score",
        "KIND",
        Kind::Choice(&[
            ("quiescence", "A quiescence search after the move"),
            ("static", "The static evaluation after the move"),
        ]),
        "How a move is scored",
        |settings| Some(settings.ply_score.name().into()),
        |settings, value| {
            settings.ply_score = PlyScore::named(&value.text()).unwrap_or(PlyScore::Quiescence);
            Ok(())
        },
    ),
    Setting::<MovesSettings>::new(
        "temperature",
        "CP",
        Kind::Real(1.0, 10_000.0),
        "With regression: lead in centipawns that makes a move e times as likely; the fitted values grow with it",
        |settings| Some(settings.temperature.into()),
        |settings, value| value.real().map(|temperature| settings.temperature = temperature),
    )
    .needing(Needs::Derivatives),
    engine_searches::nodes(
        |settings: &MovesSettings| node_limit(&settings.engine.control),
        |settings, value| value.integer().map(|nodes| settings.engine.control = Control::Nodes(nodes)),
    ),
    engine_searches::depth(
        |settings: &MovesSettings| settings.engine.control.depth().map(Into::into),
        |settings, value| value.integer().map(|plies| settings.engine.control = Control::Depth(plies)),
    ),
    engine_searches::positions(
        |settings: &MovesSettings| settings.engine.positions.map(Into::into),
        |settings, value| value.optional(Value::integer).map(|number| settings.engine.positions = number),
    ),
    engine_searches::hash(
        |settings: &MovesSettings| Some(settings.engine.hash.into()),
        |settings, value| value.integer().map(|size| settings.engine.hash = size),
    ),
];

impl ObjectiveSettings for MovesSettings {
    fn properties(&self) -> Properties {
        Properties {
            about: "choose the moves that grandmasters played",
            stage: "grandmaster",
            measures: &[Evolved::Evaluations, Evolved::Options],
            is_differentiable: true,
            counts_moves: [true; 2],
            ply_score: self.ply_score,
            preparations: match self.ply_score {
                PlyScore::Quiescence => {
                    ["building quiescence trees, training set", "building quiescence trees, test set"]
                }
                PlyScore::Static => ["evaluating moves, training set", "evaluating moves, test set"],
            },
            ..Properties::of("moves")
        }
    }

    fn source(&self) -> Box<dyn FitnessSource> {
        Box::new(MovesSource::new(self))
    }

    fn validate(&self, outline: &ObjectiveContext<'_>) -> Result<(), SettingsError> {
        check_all(SETTINGS, self)?;
        self.engine.validate(outline)
    }

    fn shown_positions(&self) -> PositionSource {
        self.train.clone()
    }

    fn sources_mut(&mut self) -> Vec<&mut PositionSource> {
        vec![&mut self.train, &mut self.test]
    }
}

impl ObjectiveMeasure for MovesSettings {
    fn largest_score(&self, _: SetRole, _: u32, positions: u64) -> u64 {
        positions
    }

    fn measure(&self, _: SetRole, largest: u64) -> Measure {
        measure(largest)
    }

    /// Returns the squares of the scores (2014, section III.B).
    fn fitness(&self, scores: &[u64]) -> Vec<f64> {
        scores.iter().map(|score| (*score as f64).powi(2)).collect()
    }

    fn sum_value(&self) -> Option<f64> {
        Some(1.0)
    }
}

impl ObjectiveTexts for MovesSettings {
    fn sizes(&self, train: u64, test: u64) -> String {
        format!("{} training and {} test positions", thousands(train), thousands(test))
    }

    fn basis(&self) -> (&'static str, String) {
        match self.ply_score {
            PlyScore::Quiescence => ("move by", "1 ply + quiescence".to_owned()),
            PlyScore::Static => ("move by", "1 ply, static".to_owned()),
        }
    }

    fn weight(&self) -> String {
        "fitness²".to_owned()
    }

    fn paper(&self, schema: &str, largest: u64) -> Option<Paper> {
        (schema == "paper-2014" && largest > 0).then(|| simulated(largest))
    }
}

/// Returns the measure of agreement with grandmasters in `largest` positions.
#[must_use]
pub fn measure(largest: u64) -> Measure {
    let of = match largest {
        0 => String::new(),
        all => format!(", of {}", thousands(all)),
    };
    let words = ["Moves equal to the grandmasters’", "Grandmasters’ moves found", "Moves found"];
    Measure {
        largest,
        titles: words.map(|words| format!("{words}{of}")).to_vec(),
        unit: "moves",
        heading: "agree",
        ..Measure::default()
    }
}
