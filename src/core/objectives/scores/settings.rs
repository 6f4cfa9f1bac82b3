//! Settings of the objective *scores* (2008), and what follows from them.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::book::{ScoresFile, check_scores, context};
use super::loss::Loss;
pub use super::modes::{Combination, ScoringMode, Weighting};
use super::paper::mentored;
use super::recall::MentorScores;
use super::record::MentorReport;
use super::scoring;
use super::source::{SCORES, ScoresSource, scores_path};
use crate::arena::control::Control;
use crate::engine::one_ply::PlyScore;
use crate::evolution::setting::{Kind, Needs, Setting, SettingsError, Value, check_all};
use crate::numbers::thousands;
use crate::objectives::details::Details;
use crate::objectives::engine_searches::{self, EngineSearch};
use crate::objectives::measure::{Format, Measure, Share};
use crate::objectives::paper::Paper;
use crate::objectives::properties::{Comparable, Evolved, Properties, SessionFile};
use crate::objectives::shared_settings::{self, node_limit, position_source};
use crate::objectives::source::{FitnessSource, SetRole};
use crate::objectives::{ObjectiveContext, ObjectiveMeasure, ObjectiveSettings, ObjectiveTexts, SetDigest};
use crate::organism::FixedEvaluation;
use crate::positions::PositionSource;

/// Maximum number of mentors, and of plies that they search.
const MAX_MENTORS: usize = 100;
const MAX_PLIES: u64 = 100;

/// Maximum power of the error in selection.
const MAX_POWER: u32 = 16;

/// Measure units per centipawn: the resolution of an error is a thousandth of a centipawn.
pub(super) const UNITS_PER_CENTIPAWN: u64 = 1_000;

/// A mentor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MentorName {
    /// The specification that the user gave: `organism:…`, `uci:…`, `xboard:…`, or a name.
    pub spec: String,
    /// For an organism, its evaluation when the evolution began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<FixedEvaluation>,
}

/// The settings of the objective *scores*: the mentors, and the measure of the distance from their scores.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoresSettings {
    /// The positions on which organisms are measured.
    pub train: PositionSource,
    /// The positions on which the champion is measured once.
    pub test: PositionSource,
    /// The mentors, at least one.
    pub mentors: Vec<MentorName>,
    /// How the mentors score a position.
    pub mode: ScoringMode,
    /// How an organism scores a position.
    pub score: PlyScore,
    /// Number of training positions sampled anew in each generation; all if there are no more.
    pub sample: u32,
    /// How the scores of several mentors are combined.
    pub combination: Combination,
    /// How errors become weights of proportional selection.
    pub weighting: Weighting,
    /// Whether White is to move in all positions, as in the paper. Positions in which that is illegal are left out.
    pub white_to_move: bool,
    /// The loss that optimizers with derivatives minimize.
    #[serde(default, skip_serializing_if = "Loss::is_default")]
    pub loss: Loss,
    /// How the options of an engine are measured.
    #[serde(default, skip_serializing_if = "EngineSearch::is_default")]
    pub engine: EngineSearch,
}

impl ScoresSettings {
    /// The largest measure: that of an organism without error. A measure is this minus the mean absolute error in
    /// thousandths of a centipawn, rounded down. Errors of more than 100,000 centipawns count as 100,000.
    pub const LARGEST_MEASURE: u64 = 100_000 * UNITS_PER_CENTIPAWN;

    /// The value of `sample` that measures every generation on all positions.
    pub const NO_SAMPLE: u32 = u32::MAX;

    /// Returns the measure of an organism whose absolute errors on `positions` positions sum to `sum` sixteenths of a
    /// centipawn.
    #[must_use]
    pub fn measure(sum: u64, positions: u64) -> u64 {
        let mean = u128::from(sum) * u128::from(UNITS_PER_CENTIPAWN) / (16 * u128::from(positions.max(1)));
        ScoresSettings::LARGEST_MEASURE - mean.min(u128::from(ScoresSettings::LARGEST_MEASURE)) as u64
    }
}

impl Default for ScoresSettings {
    /// Returns the settings of the 2008 paper, without a mentor.
    fn default() -> ScoresSettings {
        ScoresSettings {
            train: PositionSource::Embedded("gm2600-train".to_owned()),
            test: PositionSource::Embedded("gm2600-test".to_owned()),
            mentors: Vec::new(),
            mode: ScoringMode::Depth(2),
            score: PlyScore::Static,
            sample: 1000,
            combination: Combination::Mean,
            weighting: Weighting::Inverse { power: 1 },
            white_to_move: true,
            loss: Loss::default(),
            engine: EngineSearch::default(),
        }
    }
}

/// The declared settings.
pub const SETTINGS: &[Setting<ScoresSettings>] = &[
    Setting::<ScoresSettings>::new(
        "mentor",
        "SPEC",
        Kind::List,
        "Player whose scores are mimicked: organism:ORGANISM, uci:COMMAND, xboard:COMMAND or a name; repeatable",
        |settings| Some(settings.mentors.iter().map(|mentor| mentor.spec.clone()).collect::<Vec<_>>().into()),
        |settings, value| {
            let mentors: Result<Vec<_>, _> = value.list().iter().map(|text| scoring::named(text)).collect();
            settings.mentors = mentors.map_err(|error| error.to_string())?;
            Ok(())
        },
    ),
    Setting::<ScoresSettings>::new(
        "mentor-depth",
        "PLIES",
        Kind::Integer(0, MAX_PLIES),
        "Depth of a mentor's search in plies; 0 for its static evaluation",
        |settings| match settings.mode {
            ScoringMode::Depth(depth) => Some(depth.into()),
            ScoringMode::Static => Some(0_u32.into()),
            ScoringMode::Nodes(_) => None,
        },
        |settings, value| {
            settings.mode = match value.integer()? {
                0 => ScoringMode::Static,
                depth => ScoringMode::Depth(depth),
            };
            Ok(())
        },
    )
    .in_forms("plies that a mentor searches; more teach better, but slower")
    .conflicting(&["mentor-nodes", "mentor-static"]),
    Setting::<ScoresSettings>::new(
        "mentor-nodes",
        "N",
        Kind::Integer(1, u64::MAX),
        "Node limit of a mentor's search",
        |settings| match settings.mode {
            ScoringMode::Nodes(nodes) => Some(nodes.into()),
            ScoringMode::Depth(_) | ScoringMode::Static => None,
        },
        |settings, value| value.integer().map(|nodes| settings.mode = ScoringMode::Nodes(nodes)),
    )
    .conflicting(&["mentor-static"]),
    Setting::<ScoresSettings>::new(
        "mentor-static",
        "",
        Kind::Switch,
        "Mentors give their static evaluation; for organisms only",
        |settings| (settings.mode == ScoringMode::Static).then(|| "".into()),
        |settings, _| {
            settings.mode = ScoringMode::Static;
            Ok(())
        },
    ),
    Setting::<ScoresSettings>::new(
        "score",
        "KIND",
        Kind::Choice(&[("quiescence", "A quiescence search"), ("static", "The static evaluation")]),
        "How an organism scores a position",
        |settings| Some(settings.score.name().into()),
        |settings, value| {
            settings.score = PlyScore::named(&value.text()).unwrap_or(PlyScore::Quiescence);
            Ok(())
        },
    ),
    Setting::<ScoresSettings>::new(
        "sample",
        "N",
        Kind::Integer(1, u64::MAX),
        "Number of training positions drawn anew for each generation",
        |settings| Some(settings.sample.into()),
        |settings, value| value.integer().map(|number| settings.sample = number),
    )
    .in_forms("positions drawn for each generation; more measure more exactly"),
    Setting::<ScoresSettings>::new(
        "combine",
        "KIND",
        Kind::Choice(&[
            ("mean", ""),
            ("median", ""),
            ("agreement", "The mean, weighted by agreement with the other mentors"),
        ]),
        "How the scores of several mentors are combined",
        |settings| Some(settings.combination.to_string().into()),
        |settings, value| {
            settings.combination = match value.text().as_str() {
                "median" => Combination::Median,
                "agreement" => Combination::Agreement,
                _ => Combination::Mean,
            };
            Ok(())
        },
    ),
    Setting::<ScoresSettings>::new(
        "weight",
        "KIND",
        Kind::Choice(&[
            ("inverse", "In inverse proportion to the error, as in figure 1 of the 2008 paper"),
            ("inverse-square", "In inverse proportion to the square of the error"),
            ("below-worst", "The worst error of the generation minus the organism's error"),
        ]),
        "How proportional selection weighs an error",
        |settings| match settings.weighting {
            Weighting::Inverse { power: 1 } => Some("inverse".into()),
            Weighting::Inverse { power: 2 } => Some("inverse-square".into()),
            Weighting::Inverse { .. } => None,
            Weighting::BelowWorst => Some("below-worst".into()),
        },
        |settings, value| {
            settings.weighting = match value.text().as_str() {
                "inverse" => Weighting::Inverse { power: 1 },
                "below-worst" => Weighting::BelowWorst,
                _ => Weighting::Inverse { power: 2 },
            };
            Ok(())
        },
    ),
    Setting::<ScoresSettings>::new(
        "turn",
        "KIND",
        Kind::Choice(&[
            ("white", "White, as in the paper; positions in which that is illegal are left out"),
            ("given", "The side to move in the file"),
        ]),
        "Side to move in the positions",
        |settings| Some(if settings.white_to_move { "white" } else { "given" }.into()),
        |settings, value| {
            settings.white_to_move = value.text() == "white";
            Ok(())
        },
    ),
    Setting::<ScoresSettings>::new(
        "loss",
        "KIND",
        Kind::Choice(&[("squares", "The squares of the errors"), ("absolute", "The absolute errors")]),
        "With regression: the sum that it minimizes",
        |settings| Some(settings.loss.name().into()),
        |settings, value| {
            settings.loss = if value.text() == "absolute" { Loss::Absolute } else { Loss::Squares };
            Ok(())
        },
    )
    .needing(Needs::Derivatives),
    engine_searches::nodes(
        |settings: &ScoresSettings| node_limit(&settings.engine.control),
        |settings, value| value.integer().map(|nodes| settings.engine.control = Control::Nodes(nodes)),
    ),
    engine_searches::depth(
        |settings: &ScoresSettings| settings.engine.control.depth().map(Into::into),
        |settings, value| value.integer().map(|plies| settings.engine.control = Control::Depth(plies)),
    ),
    engine_searches::positions(
        |settings: &ScoresSettings| settings.engine.positions.map(Into::into),
        |settings, value| value.optional(Value::integer).map(|number| settings.engine.positions = number),
    ),
    engine_searches::hash(
        |settings: &ScoresSettings| Some(settings.engine.hash.into()),
        |settings, value| value.integer().map(|size| settings.engine.hash = size),
    ),
    shared_settings::train(
        |settings| Some(settings.train.name().into()),
        |settings, value| position_source(&value).map(|source| settings.train = source),
    ),
    shared_settings::test(
        |settings| Some(settings.test.name().into()),
        |settings, value| position_source(&value).map(|source| settings.test = source),
    ),
];

impl ObjectiveSettings for ScoresSettings {
    fn properties(&self) -> Properties {
        let samples = self.sample != ScoresSettings::NO_SAMPLE;
        Properties {
            about: "give positions the scores that an engine or an organism gives them",
            stage: "mentor",
            measures: &[Evolved::Evaluations, Evolved::Options],
            comparable: if samples { Comparable::InGeneration } else { Comparable::All },
            is_differentiable: true,
            // The mentors score the positions on one machine. What remains is a matrix product.
            is_distributable: false,
            preparations: [
                "scoring positions with the mentor, training set",
                "scoring positions with the mentor, test set",
            ],
            files: &[SessionFile { name: SCORES, is_forked: true, is_shared: false, is_temporary: false }],
            ..Properties::of("scores")
        }
    }

    fn source(&self) -> Box<dyn FitnessSource> {
        Box::new(ScoresSource::new(self))
    }

    fn validate(&self, outline: &ObjectiveContext<'_>) -> Result<(), SettingsError> {
        let count = self.mentors.len();
        if !(1..=MAX_MENTORS).contains(&count) {
            let value = format!("given {count} times");
            return Err(SettingsError::out_of_range("mentor", value, "given 1 to 100 times"));
        }
        check_all(SETTINGS, self)?;
        self.engine.validate(outline)?;
        if outline.engine.is_some() && self.sample != ScoresSettings::NO_SAMPLE {
            let reason = "an engine is measured on all positions; --positions sets their number".to_owned();
            return Err(SettingsError::Invalid { name: "sample", reason });
        }
        if let Weighting::Inverse { power } = self.weighting
            && !(1..=MAX_POWER).contains(&power)
        {
            return Err(SettingsError::out_of_range("weight", power, "inverse to a power of 1 to 16"));
        }
        let engine = self.mentors.iter().find(|mentor| mentor.evaluation.is_none());
        match engine.filter(|_| self.mode == ScoringMode::Static) {
            None => Ok(()),
            Some(mentor) => Err(SettingsError::Invalid {
                name: "mentor-static",
                reason: format!(
                    "“{}” is not an organism, and engine protocols have no command for the static evaluation; use \
                     --mentor-depth 1 or more",
                    mentor.spec
                ),
            }),
        }
    }

    fn shown_positions(&self) -> PositionSource {
        self.train.clone()
    }

    fn sources_mut(&mut self) -> Vec<&mut PositionSource> {
        vec![&mut self.train, &mut self.test]
    }

    fn engines(&self) -> Vec<&str> {
        let engines = self.mentors.iter().filter(|mentor| mentor.evaluation.is_none());
        engines.map(|mentor| mentor.spec.as_str()).collect()
    }

    fn mentor_scores(&self, folder: &Path) -> Option<MentorScores> {
        Some(MentorScores { scores: scores_path(folder), settings: self.clone() })
    }

    /// Returns the evaluation of the only mentor, if it is an organism.
    fn original(&self) -> Option<&FixedEvaluation> {
        match self.mentors.as_slice() {
            [only] => only.evaluation.as_ref(),
            _ => None,
        }
    }

    fn check_files(&self, folder: &Path) -> Result<Option<String>, (PathBuf, String)> {
        let path = scores_path(folder);
        match check_scores(&path, context(self)) {
            Ok(ScoresFile::Complete) => Ok(None),
            Ok(ScoresFile::Missing) => Ok(Some(format!(
                "{}: the file is missing, so the mentors' scores of single positions are lost. The result in the journal \
                 is complete",
                path.display()
            ))),
            Ok(ScoresFile::Unterminated) => Ok(Some(format!(
                "{}: the last line is missing, because the file was truncated or written by an earlier version of Eyas. \
                 The result in the journal is complete",
                path.display()
            ))),
            Err(what) => {
                let what = format!(
                    "{what}. Restore the file from a backup; or delete it: the result in the journal is complete, and only \
                     the mentors' scores of single positions are lost"
                );
                Err((path, what))
            }
        }
    }
}

impl ObjectiveMeasure for ScoresSettings {
    fn largest_score(&self, _: SetRole, _: u32, _: u64) -> u64 {
        ScoresSettings::LARGEST_MEASURE
    }

    fn measure(&self, _: SetRole, largest: u64) -> Measure {
        Measure {
            largest,
            offset: ScoresSettings::LARGEST_MEASURE as f64 / UNITS_PER_CENTIPAWN as f64,
            factor: -1.0 / UNITS_PER_CENTIPAWN as f64,
            larger_is_better: false,
            logarithmic: true,
            format: Format::Error,
            share: Share::None,
            titles: vec![
                "Centipawns from the mentor, on average; fewer are better".to_owned(),
                "Centipawns from the mentor".to_owned(),
                "Error, centipawns".to_owned(),
            ],
            unit: "centipawns",
            heading: "error",
            histogram: "Error",
            phrase: "{number} centipawns".to_owned(),
            predicate: "is {number} centipawns from the mentor",
        }
    }

    fn fitness(&self, scores: &[u64]) -> Vec<f64> {
        self.weighting.fitness(scores)
    }
}

impl ObjectiveTexts for ScoresSettings {
    fn sizes(&self, _: u64, _: u64) -> String {
        "positions scored by the mentor".to_owned()
    }

    fn basis(&self) -> (&'static str, String) {
        ("sample", format!("{} a generation", thousands(self.sample.into())))
    }

    fn weight(&self) -> String {
        match self.weighting {
            Weighting::Inverse { power: 1 } => "1/error".to_owned(),
            Weighting::Inverse { power: 2 } => "1/error²".to_owned(),
            Weighting::Inverse { power } => format!("1/error^{power}"),
            Weighting::BelowWorst => "worst error less own".to_owned(),
        }
    }

    fn paper(&self, schema: &str, _: u64) -> Option<Paper> {
        (schema == "paper-2008").then(mentored)
    }

    fn champion_description(&self, score: u64, train: &SetDigest, _: &Details) -> Option<String> {
        Some(format!(
            "evolved, {} stage: {:.1} centipawns from the mentor on average, {} positions of {}",
            self.properties().stage,
            MentorReport::error(score as f64),
            thousands(train.positions),
            train.name
        ))
    }
}
