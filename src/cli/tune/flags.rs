//! The flags of `eyas tune`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use eyas::engine_options::TunedEngine;
use eyas::experiment::{Experiment, Target, presets};
use eyas::objectives::Objective;
use eyas::objectives::properties::Evolved;
use eyas::organism::{FixedEvaluation, Organism, REFERENCE};

use super::super::headings::{OBJECTIVE, OUTPUT, RUN, TARGET};
use super::super::settings::{FlagSet, Override, SettingFlags, choice, seed, unaliased};
use super::super::workers::WorkersArgs;
use super::super::{Failure, Globals, values};
use super::options::EngineArgs;

/// The default organism.
pub(in crate::cli) const ORGANISM: &str = REFERENCE;

/// Arguments of `eyas tune`.
#[derive(Debug, Args)]
#[command(next_help_heading = TARGET)]
pub(crate) struct TuneArgs {
    #[command(flatten)]
    pub(super) engine: EngineArgs,
    /// Organism whose search is tuned; its evaluation does not change: a file or an embedded name [default: reference]
    #[arg(long, value_name = "ORGANISM")]
    organism: Option<String>,
    /// Objective that measures searches or engines [default: suite for searches, matches for engines]
    #[arg(long, value_name = "OBJECTIVE", value_parser = objectives(), help_heading = OBJECTIVE)]
    objective: Option<String>,
    #[command(flatten)]
    settings: SettingFlags<TuneFlags>,
    /// Concurrent games, or searches of positions [default: one per thread]
    #[arg(long, value_name = "C", value_parser = values::concurrency, help_heading = RUN, conflicts_with = "threads")]
    pub(super) concurrency: Option<usize>,
    /// Write the games to this file, in the order in which they end
    #[arg(long, value_name = "OUT", help_heading = OUTPUT, conflicts_with = "workers")]
    pub(super) pgn: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) workers: WorkersArgs,
}

/// The settings that are flags of `eyas tune`.
#[derive(Debug, Clone)]
struct TuneFlags;

impl FlagSet for TuneFlags {
    const MEMBERS: &'static [&'static str] =
        &["", "optimizer", "suite", "matches", "self-play", "moves", "scores"];

    // The target is a search or an engine.
    const EXCEPT: &'static [&'static str] = &[
        "seed",
        "objective",
        "search",
        "scales",
        "score",
        "move-score",
        "temperature",
        "loss",
        "sample",
        "mentor-static",
    ];

    fn presets() -> Vec<Experiment> {
        let Ok(reference) = Organism::named_or_path(ORGANISM) else { return Vec::new() };
        let evaluation = FixedEvaluation::of(&reference);
        let suite = presets::TUNING_PRESETS
            .iter()
            .filter_map(|(name, _)| presets::tuning(name, evaluation.clone()).ok());
        let games = presets::GAMES_PRESETS
            .iter()
            .filter_map(|(name, _)| presets::games(name, evaluation.clone()).ok());
        let self_play = presets::GAMES_PRESETS
            .iter()
            .filter_map(|(name, _)| presets::search_self_play(name, evaluation.clone()).ok());
        suite.chain(games).chain(self_play).collect()
    }
}

/// Returns the objectives that measure searches or engines, as values of a flag.
fn objectives() -> PossibleValuesParser {
    let mut all = Objective::single();
    all.retain(|objective| objective.properties().measures.iter().any(|one| *one != Evolved::Evaluations));
    choice("objective", all.iter().map(|objective| (objective.name(), objective.summary())))
}

/// Returns a preset for the search of an organism with this evaluation, the default if `name` is `None`.
pub(in crate::cli) fn search_preset(
    objective: &str,
    name: Option<&str>,
    evaluation: FixedEvaluation,
) -> Result<Experiment, Failure> {
    if !measures_searches(objective) {
        return Err(Failure::Input(
            "--objective: searches are not measured by moves or scores. Tune an engine (eyas tune ENGINE), or use \
             another objective"
                .to_owned(),
        ));
    }
    presets::of_search(objective, name, evaluation).map_err(Failure::about("--preset"))
}

/// Returns whether the objective with this name measures searches.
pub(in crate::cli) fn measures_searches(objective: &str) -> bool {
    let objective = Objective::named(objective);
    objective.is_some_and(|objective| objective.properties().measures.contains(&Evolved::Searches))
}

/// Returns a preset for the options of an engine, the default if `name` is `None`.
pub(in crate::cli) fn engine_preset(
    objective: &str,
    name: Option<&str>,
    engine: TunedEngine,
) -> Result<Experiment, Failure> {
    presets::of_options(objective, name, engine).map_err(Failure::about("--preset"))
}

/// Loads the evaluation of an organism.
pub(in crate::cli) fn evaluation_of(text: &str) -> Result<FixedEvaluation, Failure> {
    let organism = Organism::named_or_path(text).map_err(Failure::about("--organism"))?;
    Ok(FixedEvaluation::of(&organism))
}

impl TuneArgs {
    /// Returns the requested objective.
    pub(super) fn objective(&self) -> Option<String> {
        self.objective.as_deref().map(|name| unaliased("objective", name))
    }

    /// Returns the evaluation of the organism.
    pub(super) fn evaluation(&self) -> Result<FixedEvaluation, Failure> {
        evaluation_of(self.organism.as_deref().unwrap_or(ORGANISM))
    }

    /// Returns the given flags, without `--preset`, if this engine is tuned or, without one, an organism.
    pub(super) fn overrides(
        &self,
        globals: &Globals,
        engine: Option<&TunedEngine>,
    ) -> Result<Vec<Override>, Failure> {
        let mut given: Vec<Override> = seed(globals).into_iter().collect();
        if let Some(organism) = &self.organism {
            let new = evaluation_of(organism)?;
            given.push(Override::new("--organism", move |experiment| {
                if let Target::Search { evaluation, .. } = &mut experiment.target {
                    evaluation.clone_from(&new);
                }
            }));
        }
        given.extend(self.settings.overrides());
        given.extend(self.engine.overrides(engine, self.settings.text("perturbation").is_some()));
        Ok(given)
    }
}
