//! The fields of the forms, and what their contents mean.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::form::{Field, Outcome};
use crate::evolution::settings::{Crossover, EvolutionSettings, GaSettings, OptimizerSettings, Selection};
use crate::tui::format::thousands;

/// What is wrong with which field.
#[derive(Debug)]
pub(crate) struct Problem {
    /// The field.
    pub(crate) field: usize,
    /// What is wrong, and what may stand there.
    pub(crate) text: String,
}

/// Reads a number within bounds.
fn number<T: FromStr + PartialOrd + Display>(
    fields: &[Field],
    field: usize,
    bounds: RangeInclusive<T>,
    kind: &str,
) -> Result<T, Problem> {
    let text: String =
        fields.get(field).map_or("", Field::shown).chars().filter(|c| *c != ',' && *c != '_').collect();
    let text = text.trim();
    let refuse = |what: String| Problem { field, text: what };
    let (low, high) = (bounds.start(), bounds.end());
    let number: T = text
        .parse()
        .map_err(|_| refuse(format!("“{text}” is not {kind}; {low} to {high} may stand here")))?;
    if bounds.contains(&number) { Ok(number) } else { Err(refuse(format!("{low} to {high} may stand here"))) }
}

const WHOLE: &str = "a whole number";
const NUMBER: &str = "a number";

/// A new run: the presets to choose from, with the settings in use first where there are any.
#[derive(Debug, Clone)]
pub(crate) struct NewRun {
    bases: Vec<EvolutionSettings>,
}

impl NewRun {
    const SEED: usize = 1;
    const GENERATIONS: usize = 2;
    const POPULATION: usize = 3;
    const RUNS: usize = 4;

    /// The form; none where there is no preset.
    pub(crate) fn form(
        presets: &[EvolutionSettings],
        now: Option<&EvolutionSettings>,
    ) -> Option<(NewRun, Vec<Field>)> {
        let mut bases: Vec<EvolutionSettings> = presets.to_vec();
        let mut names: Vec<String> = presets.iter().map(|preset| preset.preset.clone()).collect();
        let mut seed = presets.first().map_or(1, |preset| preset.seed);
        if let Some(now) = now {
            seed = now.seed.wrapping_add(1);
            let as_preset =
                bases.iter().any(|base| EvolutionSettings { seed: now.seed, ..base.clone() } == *now);
            if !as_preset {
                bases.insert(0, now.clone());
                names.insert(0, format!("{}, as changed here", now.preset));
            }
        }
        let base = bases.first()?.clone();
        let OptimizerSettings::Ga(algorithm) = &base.optimizer;
        let fields = vec![
            Field::choice("preset", "the values below start from it", names, 0),
            Field::text("seed", "names every random stream", seed),
            Field::text("generations", "after generation 0", base.generations),
            Field::text("population", "organisms a generation", algorithm.population),
            Field::text("runs", "independent; more than one is an ensemble", base.runs),
        ];
        Some((NewRun { bases }, fields))
    }

    /// Fills the fields from the preset chosen; the seed stays.
    pub(crate) fn refill(&self, fields: &mut [Field]) {
        let Some(base) = fields.first().and_then(|field| self.bases.get(field.chosen())) else { return };
        let OptimizerSettings::Ga(algorithm) = &base.optimizer;
        let values = [
            (Self::GENERATIONS, base.generations),
            (Self::POPULATION, algorithm.population),
            (Self::RUNS, base.runs),
        ];
        for (index, value) in values {
            if let Some(field) = fields.get_mut(index) {
                *field = Field::text(field.label, field.hint.clone(), value);
            }
        }
    }

    /// The settings the fields say.
    pub(crate) fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let chosen = fields.first().map_or(0, Field::chosen);
        let Some(base) = self.bases.get(chosen) else {
            return Err(Problem { field: 0, text: "choose a preset".to_owned() });
        };
        let mut settings = base.clone();
        settings.seed = number(fields, Self::SEED, 0..=u64::MAX, WHOLE)?;
        settings.generations = number(fields, Self::GENERATIONS, 1..=1_000_000, WHOLE)?;
        settings.runs = number(fields, Self::RUNS, 1..=1000, WHOLE)?;
        let OptimizerSettings::Ga(algorithm) = &mut settings.optimizer;
        algorithm.population = number(fields, Self::POPULATION, 2..=100_000, WHOLE)?;
        if algorithm.elite >= algorithm.population {
            let text = format!("more than the {} that go on unchanged", thousands(algorithm.elite.into()));
            return Err(Problem { field: Self::POPULATION, text });
        }
        Ok(Outcome::Begin(Box::new(settings)))
    }
}

/// The genetic algorithm's settings; the population stays as it is.
#[derive(Debug, Clone)]
pub(crate) struct Rates {
    population: u32,
}

impl Rates {
    const CROSSOVER: usize = 0;
    const CROSSOVER_RATE: usize = 1;
    const MUTATION_RATE: usize = 2;
    const SELECTION: usize = 3;
    const PRESSURE: usize = 4;
    const SIZE: usize = 5;
    const ELITE: usize = 6;
    const CROSSOVERS: [Crossover; 3] = [Crossover::Uniform, Crossover::OnePoint, Crossover::TwoPoint];

    /// The form.
    pub(crate) fn form(now: &GaSettings) -> (Rates, Vec<Field>) {
        let crossover = Self::CROSSOVERS.iter().position(|known| *known == now.crossover).unwrap_or(0);
        let (selection, pressure, size) = match now.selection {
            Selection::Proportional => (0, 2.0, 2),
            Selection::Rank { pressure } => (1, pressure, 2),
            Selection::Tournament { size } => (2, 2.0, size),
        };
        let fields = vec![
            Field::choice(
                "crossover",
                "how two parents' bits are mixed",
                ["uniform", "one-point", "two-point"],
                crossover,
            ),
            Field::text("crossover rate", "0 to 1, per pair of parents", now.crossover_rate),
            Field::text("mutation rate", "0 to 1, per bit", now.mutation_rate),
            Field::choice(
                "selection",
                "how parents are chosen",
                ["fitness-proportional", "linear ranking", "tournament"],
                selection,
            ),
            Field::text("pressure", "1 to 2, offspring of the best", pressure),
            Field::text("tournament", "organisms drawn", size),
            Field::text("elite", "go on unchanged", now.elite),
        ];
        (Rates { population: now.population }, fields)
    }

    /// Whether a field matters under the selection chosen.
    pub(crate) fn matters(fields: &[Field], index: usize) -> bool {
        let selection = fields.get(Self::SELECTION).map_or(0, Field::chosen);
        match index {
            Self::PRESSURE => selection == 1,
            Self::SIZE => selection == 2,
            _ => true,
        }
    }

    /// The settings the fields say.
    pub(crate) fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let crossover = fields.get(Self::CROSSOVER).map_or(0, Field::chosen);
        let selection = match fields.get(Self::SELECTION).map_or(0, Field::chosen) {
            0 => Selection::Proportional,
            1 => Selection::Rank { pressure: number(fields, Self::PRESSURE, 1.0..=2.0, NUMBER)? },
            _ => Selection::Tournament { size: number(fields, Self::SIZE, 1..=self.population, WHOLE)? },
        };
        Ok(Outcome::Settings(GaSettings {
            population: self.population,
            selection,
            crossover: Self::CROSSOVERS.get(crossover).copied().unwrap_or(Crossover::Uniform),
            crossover_rate: number(fields, Self::CROSSOVER_RATE, 0.0..=1.0, NUMBER)?,
            mutation_rate: number(fields, Self::MUTATION_RATE, 0.0..=1.0, NUMBER)?,
            elite: number(fields, Self::ELITE, 0..=self.population.saturating_sub(1), WHOLE)?,
        }))
    }
}
