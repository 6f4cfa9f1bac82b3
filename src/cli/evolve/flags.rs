//! The flags of `eyas evolve`, as changes of a preset's settings.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use eyas::evolution::settings::{
    Crossover, EvolutionSettings, GaSettings, OptimizerSettings, PlyScore, PositionSource, Selection,
};
use eyas::positions::PositionSet;

use super::super::{Failure, Globals};

/// Expected offspring of the best under rank selection, unless set.
const PRESSURE: f64 = 2.0;
/// Organisms in a tournament, unless set.
const TOURNAMENT_SIZE: u32 = 2;

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
    /// Generations after generation 0 [default: the preset's]
    #[arg(long, value_name = "N")]
    generations: Option<u32>,
    /// Organisms a generation [default: the preset's]
    #[arg(long, value_name = "N")]
    population: Option<u32>,
    /// Probability that a pair of parents is crossed [default: the preset's]
    #[arg(long, value_name = "X")]
    crossover_rate: Option<f64>,
    /// How parents are crossed [default: the preset's]
    #[arg(long, value_enum)]
    crossover: Option<CrossoverArg>,
    /// Probability that a bit flips [default: the preset's]
    #[arg(long, value_name = "X")]
    mutation_rate: Option<f64>,
    /// How parents are chosen [default: proportional]
    #[arg(long, value_enum)]
    selection: Option<SelectionArg>,
    /// With rank selection: expected offspring of the best, 1 to 2 [default: 2]
    #[arg(long, value_name = "X")]
    pressure: Option<f64>,
    /// With tournament selection: how many are drawn [default: 2]
    #[arg(long, value_name = "N")]
    tournament_size: Option<u32>,
    /// How many of the best go on unchanged [default: the preset's]
    #[arg(long, value_name = "N")]
    elite: Option<u32>,
    /// Independent runs [default: 1]
    #[arg(long, value_name = "N")]
    runs: Option<u32>,
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

#[derive(Debug, Clone, Copy, ValueEnum)]
enum CrossoverArg {
    Uniform,
    OnePoint,
    TwoPoint,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SelectionArg {
    Proportional,
    Rank,
    Tournament,
}

/// A flag a person gave, and what it changes.
pub(super) struct Override {
    flag: &'static str,
    change: Box<dyn Fn(&mut EvolutionSettings)>,
}

impl Override {
    /// Puts the flag's value into the settings.
    pub(super) fn apply(&self, settings: &mut EvolutionSettings) {
        (self.change)(settings);
    }
}

fn ga(settings: &mut EvolutionSettings) -> &mut GaSettings {
    let OptimizerSettings::Ga(ga) = &mut settings.optimizer;
    ga
}

/// Files are known by their absolute path, so that a session can be gone on with from another folder.
/// The name of an embedded set stands for that set.
fn source(path: &PathBuf) -> Result<PositionSource, Failure> {
    match path.to_str() {
        Some(name) if PositionSet::NAMES.contains(&name) => Ok(PositionSource::Embedded(name.to_owned())),
        _ => std::path::absolute(path)
            .map(PositionSource::File)
            .map_err(|cause| Failure::Input(format!("{}: {cause}", path.display()))),
    }
}

/// The flags that were given, `--preset` apart.
pub(super) fn overrides(args: &EvolveArgs, globals: &Globals) -> Result<Vec<Override>, Failure> {
    let mut given = Vec::new();
    let mut add = |flag, change: Box<dyn Fn(&mut EvolutionSettings)>| given.push(Override { flag, change });
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
    if let Some(generations) = args.generations {
        add("--generations", Box::new(move |settings| settings.generations = generations));
    }
    if let Some(population) = args.population {
        add("--population", Box::new(move |settings| ga(settings).population = population));
    }
    if let Some(rate) = args.crossover_rate {
        add("--crossover-rate", Box::new(move |settings| ga(settings).crossover_rate = rate));
    }
    if let Some(crossover) = args.crossover {
        let crossover = match crossover {
            CrossoverArg::Uniform => Crossover::Uniform,
            CrossoverArg::OnePoint => Crossover::OnePoint,
            CrossoverArg::TwoPoint => Crossover::TwoPoint,
        };
        add("--crossover", Box::new(move |settings| ga(settings).crossover = crossover));
    }
    if let Some(rate) = args.mutation_rate {
        add("--mutation-rate", Box::new(move |settings| ga(settings).mutation_rate = rate));
    }
    if let Some(selection) = args.selection {
        let selection = match selection {
            SelectionArg::Proportional => Selection::Proportional,
            SelectionArg::Rank => Selection::Rank { pressure: args.pressure.unwrap_or(PRESSURE) },
            SelectionArg::Tournament => {
                Selection::Tournament { size: args.tournament_size.unwrap_or(TOURNAMENT_SIZE) }
            }
        };
        add("--selection", Box::new(move |settings| ga(settings).selection = selection));
    }
    if let Some(elite) = args.elite {
        add("--elite", Box::new(move |settings| ga(settings).elite = elite));
    }
    if let Some(runs) = args.runs {
        add("--runs", Box::new(move |settings| settings.runs = runs));
    }
    if let Some(path) = &args.train {
        let source = source(path)?;
        add("--train", Box::new(move |settings| settings.train = source.clone()));
    }
    if let Some(path) = &args.test {
        let source = source(path)?;
        add("--test", Box::new(move |settings| settings.test = source.clone()));
    }
    if args.pressure.is_some() && args.selection != Some(SelectionArg::Rank) {
        return Err(Failure::Input("--pressure goes with --selection rank".to_owned()));
    }
    if args.tournament_size.is_some() && args.selection != Some(SelectionArg::Tournament) {
        return Err(Failure::Input("--tournament-size goes with --selection tournament".to_owned()));
    }
    Ok(given)
}

/// The given flags that would change the settings a session was begun with.
pub(super) fn contradictions(
    recorded: &EvolutionSettings,
    globals: &Globals,
    overrides: &[Override],
) -> Vec<&'static str> {
    let preset = globals.preset.as_ref().is_some_and(|preset| *preset != recorded.preset);
    let changes = |flag: &&Override| {
        let mut settings = recorded.clone();
        flag.apply(&mut settings);
        settings != *recorded
    };
    let flags = overrides.iter().filter(changes).map(|flag| flag.flag);
    preset.then_some("--preset").into_iter().chain(flags).collect()
}
