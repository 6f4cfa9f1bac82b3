//! The flags of `eyas evolve`, as changes of a preset's settings.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use eyas::evolution::settings::PlyScore;

use super::super::overrides::{Change, GaArgs, Override, source};
use super::super::{Failure, Globals};

/// Arguments of `eyas evolve`.
#[derive(Debug, Default, Args)]
pub(crate) struct EvolveArgs {
    /// What organisms are measured by [default: grandmaster]
    #[arg(long, value_enum)]
    stage: Option<StageArg>,
    /// Parameter schema [default: the preset's]
    #[arg(long, value_name = "NAME")]
    schema: Option<String>,
    /// What proposes organisms [default: ga]
    #[arg(long, value_enum)]
    optimizer: Option<OptimizerArg>,
    /// How a move is scored [default: quiescence]
    #[arg(long, value_enum)]
    fitness: Option<FitnessArg>,
    #[command(flatten)]
    ga: GaArgs,
    /// Training positions, EPD [default: the embedded gm2600-train]
    #[arg(long, value_name = "FILE")]
    train: Option<PathBuf>,
    /// Test positions, EPD [default: the embedded gm2600-test]
    #[arg(long, value_name = "FILE")]
    test: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum StageArg {
    Grandmaster,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum OptimizerArg {
    Ga,
}

/// How a move is scored, as a flag's value.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum FitnessArg {
    Quiescence,
    Static,
}

impl From<FitnessArg> for PlyScore {
    fn from(fitness: FitnessArg) -> PlyScore {
        match fitness {
            FitnessArg::Quiescence => PlyScore::Quiescence,
            FitnessArg::Static => PlyScore::Static,
        }
    }
}

/// The flags that were given, `--preset` apart.
pub(super) fn overrides(args: &EvolveArgs, globals: &Globals) -> Result<Vec<Override>, Failure> {
    let mut given = Vec::new();
    let mut add = |flag, change: Change| given.push(Override { flag, change });
    // These have one value so far; that clap knew it is all there is to check.
    let (Some(StageArg::Grandmaster) | None, Some(OptimizerArg::Ga) | None) = (args.stage, args.optimizer);
    if let Some(seed) = globals.seed {
        add("--seed", Box::new(move |settings| settings.seed = seed));
    }
    if let Some(schema) = args.schema.clone() {
        add("--schema", Box::new(move |settings| settings.schema.clone_from(&schema)));
    }
    if let Some(fitness) = args.fitness {
        let ply_score = fitness.into();
        add("--fitness", Box::new(move |settings| settings.ply_score = ply_score));
    }
    if let Some(path) = &args.train {
        let source = source(path)?;
        add("--train", Box::new(move |settings| settings.train = source.clone()));
    }
    if let Some(path) = &args.test {
        let source = source(path)?;
        add("--test", Box::new(move |settings| settings.test = source.clone()));
    }
    given.extend(args.ga.overrides()?);
    Ok(given)
}
