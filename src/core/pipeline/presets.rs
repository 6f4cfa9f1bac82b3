//! The preset plans: their names, descriptions and stages.

use super::plan::PipelinePlan;
use crate::arena::control::Control;
use crate::engine::schema::Schema;
use crate::evolution::optimizers::OptimizerSettings;
use crate::evolution::optimizers::regression::RegressionSettings;
use crate::evolution::setting::SettingsError;
use crate::experiment::Experiment;
use crate::experiment::presets::{self, coevolution, named, tuning};
use crate::objectives::Objective;
use crate::objectives::results::ResultsSettings;
use crate::objectives::self_play::Scale;
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
        "the extended evaluation: regression on expected points, coevolution, tuning with a play-off; about an hour",
    ),
    (
        "quick-2014",
        "the 2014 paper's stages in less than ten minutes: smaller numbers, the extended search, several scales",
    ),
];

/// The share of the training games that each run of the preset `quick` draws, so that its champions differ.
const QUICK_SHARE: f64 = 0.5;

/// The share of the training games that each run of the preset `strong` draws.
const STRONG_SHARE: f64 = 0.8;

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
        "strong" => vec![strong_results()?, strong_coevolution()?, strong_tuning()?],
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
        if settings.objective.properties().plays_itself() {
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

/// Regression on the expected points of positions with the extended evaluation. Each run draws most of the games.
fn strong_results() -> Result<Experiment, SettingsError> {
    let mut settings = named("extended")?;
    settings.runs = CHAMPIONS;
    if let Objective::Results(results) = &mut settings.objective {
        results.share = STRONG_SHARE;
    }
    Ok(settings)
}

/// A coevolution of the champions at the scales of the preset `quick`, at more nodes per move.
fn strong_coevolution() -> Result<Experiment, SettingsError> {
    let mut settings = quick_coevolution()?;
    if let Some(games) = settings.objective.self_play_mut() {
        games.control = Control::Nodes(5_000);
    }
    Ok(settings)
}

/// Tuning with a longer play-off than that of the preset `quick`.
fn strong_tuning() -> Result<Experiment, SettingsError> {
    let mut settings = tuning("verified", placeholder()?)?;
    settings.target.set_schema(Schema::built_in("search-full")?);
    Ok(settings)
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
