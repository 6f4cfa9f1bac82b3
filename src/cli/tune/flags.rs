//! The flags of `eyas tune`.

use clap::{Args, ValueEnum};
use eyas::engine_options::TunedEngine;
use eyas::experiment::{Experiment, Target, presets};
use eyas::objectives::Objective;
use eyas::organism::{FixedEvaluation, Organism, REFERENCE};

use super::super::headings::{OBJECTIVE, TARGET};
use super::super::settings::{FlagSet, Override, SettingFlags, seed};
use super::super::workers::WorkersArgs;
use super::super::{Failure, Globals};
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
    #[arg(long, value_enum, help_heading = OBJECTIVE)]
    objective: Option<ObjectiveArg>,
    #[command(flatten)]
    settings: SettingFlags<TuneFlags>,
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

/// An objective of `eyas tune`, as a flag's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ObjectiveArg {
    /// Nodes until the best moves of a test suite are found
    Suite,
    /// Points in games against fixed opponents
    #[value(alias = "match")]
    Matches,
    /// Points in games against each other
    SelfPlay,
    /// Positions in which an engine finds the move played
    Moves,
    /// Distance of an engine's scores from those of mentors
    Scores,
}

impl ObjectiveArg {
    /// Returns the name of the stage.
    pub(super) fn stage(self) -> &'static str {
        let name = self.to_possible_value();
        let objective = name.and_then(|name| Objective::named(name.get_name()));
        objective.map_or("", |objective| objective.properties().stage)
    }

    /// Returns the objective of a stage.
    pub(super) fn of_stage(stage: &str) -> Option<ObjectiveArg> {
        ObjectiveArg::value_variants().iter().copied().find(|objective| objective.stage() == stage)
    }

    /// Returns the objective with this name if it measures searches.
    pub(in crate::cli) fn of_searches(name: &str) -> Option<ObjectiveArg> {
        let objective = ObjectiveArg::from_str(name, false).ok()?;
        (!matches!(objective, ObjectiveArg::Moves | ObjectiveArg::Scores)).then_some(objective)
    }

    /// Returns a preset for the search of an organism with this evaluation, the default if `name` is `None`.
    pub(in crate::cli) fn preset(
        self,
        name: Option<&str>,
        evaluation: FixedEvaluation,
    ) -> Result<Experiment, Failure> {
        let experiment = match self {
            ObjectiveArg::Suite => presets::tuning(name.unwrap_or(presets::TUNING_DEFAULT), evaluation),
            ObjectiveArg::Matches => presets::games(name.unwrap_or(presets::GAMES_DEFAULT), evaluation),
            ObjectiveArg::SelfPlay => {
                presets::search_self_play(name.unwrap_or(presets::GAMES_DEFAULT), evaluation)
            }
            ObjectiveArg::Moves | ObjectiveArg::Scores => {
                return Err(Failure::Input(
                    "--objective: searches are not measured by moves or scores. Tune an engine (--player and --params), \
                     or use another objective"
                        .to_owned(),
                ));
            }
        };
        experiment.map_err(Failure::about("--preset"))
    }

    /// Returns a preset for the options of an engine, the default if `name` is `None`.
    pub(in crate::cli) fn engine_preset(
        self,
        name: Option<&str>,
        engine: TunedEngine,
    ) -> Result<Experiment, Failure> {
        let games = name.unwrap_or(presets::GAMES_DEFAULT);
        let positions = name.unwrap_or(presets::OPTIONS_DEFAULT);
        let experiment = match self {
            ObjectiveArg::Suite => presets::options_suite(positions, engine),
            ObjectiveArg::Matches => presets::options(games, engine),
            ObjectiveArg::SelfPlay => presets::options_self_play(games, engine),
            ObjectiveArg::Moves => presets::options_moves(positions, engine),
            ObjectiveArg::Scores => presets::options_scores(positions, engine),
        };
        experiment.map_err(Failure::about("--preset"))
    }
}

/// Loads the evaluation of an organism.
pub(in crate::cli) fn evaluation_of(text: &str) -> Result<FixedEvaluation, Failure> {
    let organism = Organism::named_or_path(text).map_err(Failure::about("--organism"))?;
    Ok(FixedEvaluation::of(&organism))
}

impl TuneArgs {
    /// Returns the requested objective.
    pub(super) fn objective(&self) -> Option<ObjectiveArg> {
        self.objective
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
