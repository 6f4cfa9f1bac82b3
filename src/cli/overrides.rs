//! Flags as changes of an evolution's settings, and those of the genetic algorithm, which all stages share.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use eyas::evolution::settings::{Crossover, EvolutionSettings, GaSettings, OptimizerSettings, Selection};
use eyas::positions::PositionSet;
use eyas::positions::PositionSource;

use super::{Failure, Globals};

/// Expected offspring of the best under rank selection, unless set.
const PRESSURE: f64 = 2.0;
/// Organisms in a tournament, unless set.
const TOURNAMENT_SIZE: u32 = 2;

/// What a flag does to settings.
pub(super) type Change = Box<dyn Fn(&mut EvolutionSettings)>;

/// A flag a person gave, and what it changes.
pub(super) struct Override {
    pub(super) flag: &'static str,
    pub(super) change: Change,
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

/// The flags of the genetic algorithm.
#[derive(Debug, Default, Args)]
pub(crate) struct GaArgs {
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

/// Files are known by their absolute path, so that a session can be gone on with from another folder.
/// The name of an embedded set stands for that set.
pub(super) fn source(path: &PathBuf) -> Result<PositionSource, Failure> {
    match path.to_str() {
        Some(name) if PositionSet::NAMES.contains(&name) => Ok(PositionSource::Embedded(name.to_owned())),
        _ => std::path::absolute(path)
            .map(PositionSource::File)
            .map_err(|cause| Failure::Input(format!("{}: {cause}", path.display()))),
    }
}

impl GaArgs {
    /// The flags that were given.
    pub(super) fn overrides(&self) -> Result<Vec<Override>, Failure> {
        let mut given = Vec::new();
        let mut add = |flag, change: Change| given.push(Override { flag, change });
        if let Some(generations) = self.generations {
            add("--generations", Box::new(move |settings| settings.generations = generations));
        }
        if let Some(population) = self.population {
            add("--population", Box::new(move |settings| ga(settings).population = population));
        }
        if let Some(rate) = self.crossover_rate {
            add("--crossover-rate", Box::new(move |settings| ga(settings).crossover_rate = rate));
        }
        if let Some(crossover) = self.crossover {
            let crossover = match crossover {
                CrossoverArg::Uniform => Crossover::Uniform,
                CrossoverArg::OnePoint => Crossover::OnePoint,
                CrossoverArg::TwoPoint => Crossover::TwoPoint,
            };
            add("--crossover", Box::new(move |settings| ga(settings).crossover = crossover));
        }
        if let Some(rate) = self.mutation_rate {
            add("--mutation-rate", Box::new(move |settings| ga(settings).mutation_rate = rate));
        }
        if let Some(selection) = self.selection {
            let selection = match selection {
                SelectionArg::Proportional => Selection::Proportional,
                SelectionArg::Rank => Selection::Rank { pressure: self.pressure.unwrap_or(PRESSURE) },
                SelectionArg::Tournament => {
                    Selection::Tournament { size: self.tournament_size.unwrap_or(TOURNAMENT_SIZE) }
                }
            };
            add("--selection", Box::new(move |settings| ga(settings).selection = selection));
        }
        if let Some(elite) = self.elite {
            add("--elite", Box::new(move |settings| ga(settings).elite = elite));
        }
        if let Some(runs) = self.runs {
            add("--runs", Box::new(move |settings| settings.runs = runs));
        }
        if self.pressure.is_some() && self.selection != Some(SelectionArg::Rank) {
            return Err(Failure::Input("--pressure goes with --selection rank".to_owned()));
        }
        if self.tournament_size.is_some() && self.selection != Some(SelectionArg::Tournament) {
            return Err(Failure::Input("--tournament-size goes with --selection tournament".to_owned()));
        }
        Ok(given)
    }
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
