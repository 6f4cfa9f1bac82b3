//! The flags of `eyas evolve`.

use clap::{Args, ValueEnum};
use eyas::experiment::{Experiment, presets};

use super::super::settings::{FlagSet, Override, SettingFlags, seed};
use super::super::{Failure, Globals};

/// Arguments of `eyas evolve`.
#[derive(Debug, Args)]
pub(crate) struct EvolveArgs {
    /// Objective of the evolution [default: grandmaster]
    #[arg(long, value_enum)]
    stage: Option<StageArg>,
    #[command(flatten)]
    settings: SettingFlags<EvolveFlags>,
}

/// The settings that are flags of `eyas evolve`.
#[derive(Debug, Clone)]
struct EvolveFlags;

impl FlagSet for EvolveFlags {
    const MEMBERS: &'static [&'static str] = &["", "optimizer", "moves", "scores"];

    fn presets() -> Vec<Experiment> {
        let moves = presets::PRESETS.iter().filter_map(|(name, _)| presets::named(name).ok());
        let scores =
            presets::MENTOR_PRESETS.iter().filter_map(|(name, _)| presets::mentor(name, Vec::new()).ok());
        moves.chain(scores).collect()
    }
}

/// A stage of `eyas evolve`, as a flag's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StageArg {
    /// Agreement with the moves of grandmasters
    Grandmaster,
    /// Closeness to the scores of a mentor
    Mentor,
}

impl StageArg {
    /// Returns the name of the stage.
    pub(crate) fn name(self) -> &'static str {
        match self {
            StageArg::Grandmaster => "grandmaster",
            StageArg::Mentor => "mentor",
        }
    }

    /// Returns a preset of the stage, the default if `name` is `None`.
    pub(crate) fn preset(self, name: Option<&str>) -> Result<Experiment, Failure> {
        let experiment = match self {
            // The flags name the mentors.
            StageArg::Mentor => presets::mentor(name.unwrap_or(presets::MENTOR_DEFAULT), Vec::new()),
            StageArg::Grandmaster => presets::named(name.unwrap_or(presets::DEFAULT)),
        };
        experiment.map_err(|error| Failure::Input(format!("--preset: {error}")))
    }
}

impl EvolveArgs {
    /// Returns the requested stage.
    pub(crate) fn stage(&self) -> Option<StageArg> {
        self.stage
    }

    /// Returns the given flags, without `--preset`.
    ///
    /// # Errors
    /// A flag belongs to another stage.
    pub(crate) fn overrides(&self, stage: StageArg, globals: &Globals) -> Result<Vec<Override>, Failure> {
        let (foreign, remedy) = match stage {
            StageArg::Grandmaster => ("scores", "--stage mentor"),
            StageArg::Mentor => ("moves", "--stage grandmaster"),
        };
        if let Some(name) = self.settings.given_of(foreign).first() {
            return Err(Failure::Input(format!("--{name} requires {remedy}")));
        }
        Ok(seed(globals).into_iter().chain(self.settings.overrides()).collect())
    }
}
