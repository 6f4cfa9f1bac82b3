//! The form that changes the settings of the genetic algorithm.

use std::ops::RangeInclusive;

use super::bounds::BoundsFields;
use super::{Field, Form, FormSpec, NUMBER, Outcome, Problem, WHOLE, number};
use crate::evolution::operators::crossover::Crossover;
use crate::evolution::operators::selection::Selection;
use crate::evolution::optimizers::OptimizerSettings;
use crate::evolution::optimizers::ga::{GaSettings, MAX_MUTATIONS};
use crate::job::report::NewSettings;
use crate::tui::changeable::Changeable;

#[derive(Debug, Clone)]
pub(super) struct Rates {
    /// The size of the population, which does not change.
    population: u32,
    /// Whether mutation is given per chromosome instead of per bit.
    per_chromosome: bool,
    /// Whether organisms play games.
    has_pairs: bool,
    bounds: BoundsFields,
}

/// A note with the new settings.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct NewRates(pub(crate) NewSettings);

/// The range of the number of pairs of games.
pub(super) const PAIRS: RangeInclusive<u32> = 1..=100_000;

/// Returns the field of the number of games.
pub(super) fn pairs_field(pairs: u32, changeable: &Changeable) -> Field {
    if changeable.is_self_play {
        Field::text("games", "games of each pair of organisms", pairs)
    } else {
        Field::text("pairs", "pairs of games of each organism", pairs)
    }
}

impl Rates {
    const CROSSOVER: usize = 0;
    const CROSSOVER_RATE: usize = 1;
    const MUTATION: usize = 2;
    const SELECTION: usize = 3;
    const PRESSURE: usize = 4;
    const SIZE: usize = 5;
    const ELITE: usize = 6;
    const PAIRS: usize = 7;
    const CROSSOVERS: [Crossover; 3] = [Crossover::Uniform, Crossover::OnePoint, Crossover::TwoPoint];

    pub(super) fn form(settings: &GaSettings, changeable: &Changeable) -> Form {
        let crossover = Self::CROSSOVERS.iter().position(|known| *known == settings.crossover).unwrap_or(0);
        let (selection, pressure, size) = match settings.selection {
            Selection::Proportional => (0, 2.0, 2),
            Selection::Rank { pressure } => (1, pressure, 2),
            Selection::Tournament { size } => (2, 2.0, size),
        };
        let mut fields = vec![
            Field::choice(
                "crossover",
                "how the parents’ bits are mixed",
                ["uniform", "one-point", "two-point"],
                crossover,
            ),
            Field::text("crossover rate", "0 to 1, per pair of parents", settings.crossover_rate),
            match settings.mutations {
                Some(mutations) => {
                    Field::text("mutations", "flipped bits per chromosome, expected", mutations)
                }
                None => Field::text("mutation rate", "0 to 1, per bit", settings.mutation_rate),
            },
            Field::choice(
                "selection",
                "how parents are chosen",
                ["fitness-proportional", "linear ranking", "tournament"],
                selection,
            ),
            Field::text("pressure", "1 to 2: offspring of the best", pressure),
            Field::text("tournament", "organisms per tournament", size),
            Field::text("elite", "organisms copied unchanged", settings.elite),
        ];
        let pairs = changeable.settings.pairs;
        let (per_chromosome, has_pairs) = (settings.mutations.is_some(), pairs.is_some());
        fields.extend(pairs.map(|pairs| pairs_field(pairs, changeable)));
        let bounds = BoundsFields::new(changeable, fields.len());
        fields.extend(bounds.fields());
        Form::new(Rates { population: settings.population, per_chromosome, has_pairs, bounds }, fields)
    }

    /// Returns the probability per bit and the expected number of flips per chromosome, one of which applies.
    fn mutation(&self, fields: &[Field]) -> Result<(f64, Option<f64>), Problem> {
        if self.per_chromosome {
            let mutations = number(fields, Self::MUTATION, 0.0..=MAX_MUTATIONS, NUMBER)?;
            return Ok((GaSettings::default().mutation_rate, Some(mutations)));
        }
        Ok((number(fields, Self::MUTATION, 0.0..=1.0, NUMBER)?, None))
    }
}

impl FormSpec for Rates {
    fn title(&self) -> String {
        "Genetic algorithm, from the next generation on".to_owned()
    }

    fn matters(&self, fields: &[Field], index: usize) -> bool {
        let selection = fields.get(Self::SELECTION).map_or(0, Field::chosen);
        match index {
            Self::PRESSURE => selection == 1,
            Self::SIZE => selection == 2,
            _ => self.bounds.matters(fields, index).unwrap_or(true),
        }
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let crossover = fields.get(Self::CROSSOVER).map_or(0, Field::chosen);
        let selection = match fields.get(Self::SELECTION).map_or(0, Field::chosen) {
            0 => Selection::Proportional,
            1 => Selection::Rank { pressure: number(fields, Self::PRESSURE, 1.0..=2.0, NUMBER)? },
            _ => Selection::Tournament { size: number(fields, Self::SIZE, 1..=self.population, WHOLE)? },
        };
        let (mutation_rate, mutations) = self.mutation(fields)?;
        let pairs = self.has_pairs.then(|| number(fields, Self::PAIRS, PAIRS, WHOLE)).transpose()?;
        let ga = GaSettings {
            population: self.population,
            selection,
            crossover: Self::CROSSOVERS.get(crossover).copied().unwrap_or(Crossover::Uniform),
            crossover_rate: number(fields, Self::CROSSOVER_RATE, 0.0..=1.0, NUMBER)?,
            mutation_rate,
            mutations,
            elite: number(fields, Self::ELITE, 0..=self.population.saturating_sub(1), WHOLE)?,
        };
        let optimizer = OptimizerSettings::Ga(ga);
        let bounds = self.bounds.read(fields)?;
        Ok(Outcome::notify(NewRates(NewSettings { optimizer, pairs, bounds })))
    }
}
