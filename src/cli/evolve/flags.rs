//! The flags of `eyas evolve`.

use clap::{Args, ValueEnum};
use eyas::experiment::{Experiment, presets};
use eyas::objectives::Objective;

use super::super::headings::OBJECTIVE;
use super::super::settings::{FlagSet, Override, SettingFlags, seed};
use super::super::workers::WorkersArgs;
use super::super::{Failure, Globals};

/// Arguments of `eyas evolve`.
#[derive(Debug, Args)]
pub(crate) struct EvolveArgs {
    /// Papers' name of the objective: grandmaster is --objective moves, mentor is --objective scores
    #[arg(long, value_enum, conflicts_with = "objective", help_heading = OBJECTIVE)]
    stage: Option<StageArg>,
    #[command(flatten)]
    settings: SettingFlags<EvolveFlags>,
    #[command(flatten)]
    pub(crate) workers: WorkersArgs,
}

/// The settings that are flags of `eyas evolve`.
#[derive(Debug, Clone)]
struct EvolveFlags;

impl FlagSet for EvolveFlags {
    const MEMBERS: &'static [&'static str] = &["", "optimizer", "moves", "likelihood", "scores", "results"];

    // The last four belong to the options of engines, which `eyas tune` changes.
    const EXCEPT: &'static [&'static str] = &["seed", "nodes", "depth", "positions", "hash"];

    fn presets() -> Vec<Experiment> {
        let moves = presets::PRESETS.iter().filter_map(|(name, _)| presets::named(name).ok());
        let scores =
            presets::MENTOR_PRESETS.iter().filter_map(|(name, _)| presets::mentor(name, Vec::new()).ok());
        moves.chain(scores).collect()
    }
}

/// A stage of `eyas evolve`, as a flag's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StageArg {
    /// Agreement with the moves of grandmasters
    Grandmaster,
    /// Closeness to the scores of a mentor
    Mentor,
}

impl StageArg {
    /// Returns the name of the stage's objective.
    fn objective(self) -> &'static str {
        match self {
            StageArg::Grandmaster => "moves",
            StageArg::Mentor => "scores",
        }
    }
}

/// The presets among which `--preset` selects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presets {
    /// Those of the objective *moves*, also for objectives without presets.
    Moves,
    /// Those of the objective *scores*.
    Scores,
}

impl Presets {
    /// Returns the preset of this name, the default if `name` is `None`.
    pub(crate) fn named(self, name: Option<&str>) -> Result<Experiment, Failure> {
        let experiment = match self {
            // The flags name the mentors.
            Presets::Scores => presets::mentor(name.unwrap_or(presets::MENTOR_DEFAULT), Vec::new()),
            Presets::Moves => presets::named(name.unwrap_or(presets::DEFAULT)),
        };
        experiment.map_err(Failure::about("--preset"))
    }

    /// Returns the presets of the objective of a formula.
    pub(crate) fn of_formula(formula: &str) -> Presets {
        if formula == "scores" { Presets::Scores } else { Presets::Moves }
    }

    /// Returns the presets of an experiment's objective.
    pub(crate) fn of(objective: &Objective) -> Presets {
        Presets::of_formula(objective.name())
    }
}

impl EvolveArgs {
    /// Returns the presets of the requested objective; `None` if no objective is requested.
    pub(crate) fn presets(&self) -> Option<Presets> {
        match self.stage {
            Some(StageArg::Mentor) => Some(Presets::Scores),
            Some(StageArg::Grandmaster) => Some(Presets::Moves),
            None => self.settings.text("objective").as_deref().map(Presets::of_formula),
        }
    }

    /// Returns the given flags, without `--preset`.
    ///
    /// # Errors
    /// A flag belongs to another objective.
    pub(crate) fn overrides(&self, presets: Presets, globals: &Globals) -> Result<Vec<Override>, Failure> {
        let mentors = self.settings.given_of("scores");
        if let (Presets::Moves, Some(name)) = (presets, mentors.first()) {
            return Err(Failure::Input(format!("--{name} requires --objective scores")));
        }
        let stage = self.stage.map(|stage| {
            let objective = stage.objective();
            // The name of an objective is a valid formula.
            Override::new("--stage", move |experiment| drop(experiment.objective.set_formula(objective)))
        });
        Ok(seed(globals).into_iter().chain(stage).chain(self.settings.overrides()).collect())
    }
}
