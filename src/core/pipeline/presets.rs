//! The preset plans: their names, descriptions and stages.

use std::sync::Arc;

use super::plan::PipelinePlan;
use super::stage::Stage;
use crate::arena::control::Control;
use crate::engine::schema::Schema;
use crate::evolution::optimizers::OptimizerSettings;
use crate::evolution::optimizers::regression::RegressionSettings;
use crate::evolution::setting::SettingsError;
use crate::experiment::Experiment;
use crate::experiment::presets::{self, coevolution, named, search_self_play, tuning};
use crate::objectives::Objective;
use crate::objectives::proof::ProofSettings;
use crate::objectives::results::ResultsSettings;
use crate::objectives::self_play::Scale;
use crate::objectives::start;
use crate::objectives::suite::play_off::PlayOffSettings;
use crate::organism::FixedEvaluation;

/// The number of champions of the first stage (2009 and 2014: the best of ten runs).
const CHAMPIONS: u32 = 10;

/// The names of the presets, each with a one-line description.
pub const PRESETS: [(&str, &str); 5] = [
    (
        "paper-2014",
        "the 2014 paper: ten runs of 200 generations, 50 generations of coevolution, 50 of tuning",
    ),
    ("paper-2009", "the 2009 paper: ten runs, coevolution with the full search, no search tuning"),
    (
        "quick",
        "all stages in less than ten minutes: regression on results of games, a short coevolution, tuning with a play-off",
    ),
    (
        "strong",
        "the extended evaluation: one regression on expected points, then SPSA of the search by self-play; about twenty minutes",
    ),
    (
        "quick-2014",
        "the 2014 paper's stages in less than ten minutes: smaller numbers, the extended search, several scales",
    ),
];

/// The share of the training games that each run of the preset `quick` draws, so that its champions differ.
const QUICK_SHARE: f64 = 0.5;

/// The parameters of the search that the preset `strong` tunes: name, bits, smallest value. Others keep their values.
const MARGINS: [(&str, u8, i32); 19] = [
    ("ASPIRATION_WINDOW", 6, 5),
    ("REVERSE_FUTILITY_MARGIN", 8, 20),
    ("LATE_MOVE_REDUCTION_BASE", 6, 0),
    ("LATE_MOVE_REDUCTION_SLOPE", 6, 15),
    ("LATE_MOVE_REDUCTION_HISTORY", 6, 40),
    ("LATE_MOVE_PRUNING_BASE", 3, 2),
    ("LATE_MOVE_PRUNING_SLOPE", 4, 2),
    ("LATE_FUTILITY_BASE", 8, 0),
    ("LATE_FUTILITY_SLOPE", 8, 0),
    ("EXCHANGE_PRUNING_QUIET", 7, 0),
    ("EXCHANGE_PRUNING_CAPTURE", 8, 0),
    ("SINGULAR_MARGIN", 6, 0),
    ("DELTA_MARGIN", 9, 60),
    ("LATE_MOVE_REDUCTION_CUT", 3, 0),
    ("LATE_MOVE_REDUCTION_WORSENING", 3, 0),
    ("LATE_MOVE_REDUCTION_CAPTURE", 3, 0),
    ("SINGULAR_DOUBLE_MARGIN", 7, 0),
    ("SINGULAR_REDUCTION", 3, 0),
    ("QUIESCENCE_TABLE_SCORE", 1, 0),
];

/// The standard deviation of the prior of the preset `quick`, in centipawns.
const QUICK_PRIOR: f64 = 15.0;

/// Scales of the initial organisms of the preset `quick`. Results determine the scale well, so they are close.
const QUICK_SCALES: [Scale; 5] = [
    Scale { material: 100, positional: 100 },
    Scale { material: 100, positional: 85 },
    Scale { material: 100, positional: 70 },
    Scale { material: 110, positional: 85 },
    Scale { material: 110, positional: 70 },
];

/// Returns the preset plan with this name, which starts from random bits.
///
/// # Errors
/// [`SettingsError::Preset`] if there is no preset with this name.
pub fn preset(name: &str) -> Result<PipelinePlan, SettingsError> {
    let stages = match name {
        "paper-2014" => vec![
            Experiment { runs: CHAMPIONS, ..named("paper-2014")? },
            coevolution("paper-2014", Vec::new())?,
            tuning("paper-2014", placeholder()?)?,
        ],
        "paper-2009" => vec![
            Experiment { runs: CHAMPIONS, ..named("paper-2014")? },
            coevolution("paper-2009", Vec::new())?,
        ],
        "quick" => vec![quick_results()?, quick_coevolution()?, quick_tuning()?],
        "strong" => vec![named("extended")?, strong_tuning()?],
        "quick-2014" => vec![
            Experiment { runs: CHAMPIONS, generations: 100, ..named("paper-2014")? },
            coevolution("quick", Vec::new())?,
            quick_tuning_2014()?,
        ],
        _ => {
            let known = PRESETS.map(|(known, _)| known).join(", ");
            return Err(SettingsError::Preset { name: name.to_owned(), known });
        }
    };
    let mut plan = PipelinePlan {
        eyas: env!("CARGO_PKG_VERSION").to_owned(),
        preset: name.to_owned(),
        start: None,
        stages,
    };
    let champions = plan.founders() as u32;
    for settings in &mut plan.stages {
        name.clone_into(&mut settings.preset);
        if Stage::of(settings) == Some(Stage::Coevolution) {
            settings.optimizer.set_population(champions);
        }
    }
    Ok(plan)
}

/// Regression on the results of games. Each run draws half of the games.
fn quick_results() -> Result<Experiment, SettingsError> {
    let results =
        ResultsSettings { share: QUICK_SHARE, prior: Some(QUICK_PRIOR), ..ResultsSettings::default() };
    Ok(Experiment {
        runs: CHAMPIONS,
        generations: 15,
        objective: Objective::Results(results),
        optimizer: OptimizerSettings::Regression(RegressionSettings::default()),
        ..named("paper-2014")?
    })
}

/// A short coevolution: its first generation chooses among champions and scales, which is most of the gain.
fn quick_coevolution() -> Result<Experiment, SettingsError> {
    let mut settings = coevolution("quick", Vec::new())?;
    settings.generations = 3;
    if let Some(games) = settings.objective.self_play_mut() {
        games.control = Control::Nodes(3_000);
        games.scales = QUICK_SCALES.to_vec();
    }
    Ok(settings)
}

/// SPSA of the margins and reductions of the search by self-play.
fn strong_tuning() -> Result<Experiment, SettingsError> {
    let mut settings = search_self_play("spsa", placeholder()?)?;
    settings.target.set_schema(Arc::new(margins()?));
    settings.generations = 500;
    if let OptimizerSettings::Spsa(spsa) = &mut settings.optimizer {
        spsa.perturbation = 0.1;
        spsa.first_step = 0.02;
        spsa.stability = 50;
        spsa.averaging = true;
    }
    if let Some(games) = settings.objective.self_play_mut() {
        games.games_per_pair = 16;
        games.confirmation_games = 100;
        games.estimate_alone = true;
        games.match_games = 600;
        games.proof = ProofSettings::NONE;
    }
    Ok(settings)
}

/// Returns the schema of the full search in which only [`MARGINS`] are free; the others have their untuned values.
fn margins() -> Result<Schema, SettingsError> {
    let mut schema = (*Schema::built_in("search-full")?).clone();
    let untuned = start::untuned(&schema).unwrap_or_else(|| schema.smallest());
    for (parameter, value) in schema.parameters.iter_mut().zip(untuned) {
        let free = MARGINS.iter().find(|(name, ..)| *name == parameter.name);
        let (_, bits, low) = *free.unwrap_or(&("", 0, value));
        (parameter.bits, parameter.range) = (bits, (low, low + (1 << bits) - 1));
    }
    "search-margins".clone_into(&mut schema.name);
    "margins and reductions of search-full; the other parameters have their untuned values"
        .clone_into(&mut schema.description);
    Ok(schema)
}

/// Tuning on half of a suite, with a play-off by games that keeps the untuned search if no other one wins.
fn quick_tuning() -> Result<Experiment, SettingsError> {
    let mut settings = tuning("verified", placeholder()?)?;
    settings.target.set_schema(Schema::built_in("search-extended")?);
    if let Some(PlayOffSettings { games, match_games, .. }) =
        settings.objective.suite_mut().and_then(|suite| suite.play_off.as_mut())
    {
        (*games, *match_games) = (4, 200);
    }
    Ok(settings)
}

fn quick_tuning_2014() -> Result<Experiment, SettingsError> {
    let mut settings = tuning(presets::TUNING_DEFAULT, placeholder()?)?;
    settings.generations = 12;
    settings.target.set_schema(Schema::built_in("search-extended")?);
    if let Some(tuning) = settings.objective.suite_mut() {
        (tuning.node_limit, tuning.positions) = (20_000, Some(300));
    }
    Ok(settings)
}

/// Returns a placeholder for the evaluation that the previous stage provides.
fn placeholder() -> Result<FixedEvaluation, SettingsError> {
    let schema = Schema::built_in("paper-2014")?.into();
    Ok(FixedEvaluation { organism: String::new(), schema, values: Vec::new() })
}
