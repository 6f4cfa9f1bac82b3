//! Regression: Newton's method on the objective's differentiable loss, for objectives that have one.
//!
//! Each generation makes one step of the projected Newton method (`evolution::newton`). The organisms of a
//! generation are:
//!
//! - the point with every value rounded,
//! - the fittest organism of the previous generation,
//! - while the point moves, other roundings: the nearest plane of Babai (“On Lovász' Lattice Reduction and the Nearest
//!   Lattice Point Problem”, Combinatorica 6, 1986) and the values nearest to a half rounded to the other side,
//! - neighbours of the fittest organism, which differ from it by a power of two in one parameter. They improve the score
//!   itself, of which the loss is only a smooth form.
//!
//! The points follow from the organism at the start and the losses alone. So they are computed again when a session
//! resumes.

use std::sync::{Arc, Mutex};

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use super::population::population;
use super::{OptimizerDefinition, OptimizerSettings};
use crate::engine::schema::Schema;
use crate::evolution::newton::{Iterate, factor};
use crate::evolution::optimizer::{Candidate, Generation, Models, Optimizer};
use crate::evolution::setting::{Kind, Setting, Value};
use crate::organism::chromosome::Chromosome;
use crate::organism::{FixedEvaluation, Organism};
use crate::randomness::Randomness;
use crate::threads::lock;

/// A value this close to an integer has no other rounding.
const INTEGER: f64 = 1e-3;

/// The settings of the regression.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegressionSettings {
    /// Number of organisms per generation.
    pub population: u32,
    /// The organism whose values are the start; `None` for the fittest organism of generation 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Box<FixedEvaluation>>,
}

impl Default for RegressionSettings {
    fn default() -> RegressionSettings {
        RegressionSettings { population: 20, start: None }
    }
}

/// The declared settings.
pub const SETTINGS: &[Setting<RegressionSettings>] = &[
    population(2),
    Setting::<RegressionSettings>::new(
        "start",
        "ORGANISM",
        Kind::Text,
        "With regression: organism whose values are the start; otherwise the fittest of random organisms",
        |regression| regression.start.as_ref().map(|start| start.organism.as_str().into()),
        |regression, value| {
            let organism =
                |value: &Value| Organism::named_or_path(&value.text()).map_err(|error| error.to_string());
            let start = value.optional(organism)?;
            regression.start = start.map(|organism| Box::new(FixedEvaluation::of(&organism)));
            Ok(())
        },
    ),
];

impl OptimizerDefinition for RegressionSettings {
    fn optimizer(&self, schema: &Arc<Schema>) -> Box<dyn Optimizer> {
        Box::new(Regression::new(self.clone(), schema))
    }

    /// The point of Newton's method and the fittest organism keep their places.
    fn plantable(&self) -> u32 {
        self.population.saturating_sub(2)
    }

    fn needs_model(&self) -> bool {
        true
    }
}

/// The regression of one run.
struct Regression {
    schema: Arc<Schema>,
    ranges: Vec<(f64, f64)>,
    settings: RegressionSettings,
    /// The start that the objective gives, if it gives one.
    objective_start: Option<Vec<i32>>,
    /// The values at the start; `None` before generation 0 is measured.
    start: Option<Vec<i32>>,
    /// The organisms of the last measured generation, fittest first.
    last_generation: Vec<Candidate>,
    /// The points of the generations so far, which would be computed again otherwise.
    iterates: Mutex<Vec<Iterate>>,
}

impl Regression {
    fn new(settings: RegressionSettings, schema: &Arc<Schema>) -> Regression {
        let range = |(low, high): (i32, i32)| (f64::from(low), f64::from(high));
        Regression {
            ranges: schema.parameters.iter().map(|parameter| range(parameter.range)).collect(),
            schema: Arc::clone(schema),
            settings,
            objective_start: None,
            start: None,
            last_generation: Vec::new(),
            iterates: Mutex::default(),
        }
    }

    /// Returns the values of the settings' organism, in schema order and within the ranges, or the objective's start. A
    /// parameter that the organism lacks has the value next to 0.
    fn given_start(&self) -> Option<Vec<i32>> {
        let Some(organism) = &self.settings.start else { return self.objective_start.clone() };
        let given = organism.under(&self.schema);
        let both = self.schema.parameters.iter().zip(given);
        Some(
            both.map(|(parameter, value)| value.unwrap_or(0).clamp(parameter.range.0, parameter.range.1))
                .collect(),
        )
    }

    /// Returns the organisms of generation 0: that of the settings, if there is one, and random ones.
    fn first_generation(&self, randomness: &Randomness) -> Vec<Candidate> {
        let mut rng = randomness.stream(0, "start");
        let random = std::iter::repeat_with(|| Chromosome::random(self.schema.bits(), &mut rng));
        let given = self.given_start().and_then(|values| Chromosome::encode(&self.schema, &values));
        let candidate = |chromosome| Candidate { chromosome, born: 0, parents: Vec::new() };
        given.into_iter().chain(random).take(self.settings.population as usize).map(candidate).collect()
    }

    /// Returns the point of a generation and that of the generation before; `None` if there is no loss.
    fn iterates(&self, generation: u32, models: &dyn Models) -> Option<[Iterate; 2]> {
        let start = self.start.as_ref()?;
        // The list is valid whenever no point is being added.
        let mut iterates = lock(&self.iterates);
        for number in iterates.len() as u32..=generation {
            let next = match iterates.last() {
                None => Iterate::start(start.iter().map(|value| f64::from(*value)), &self.ranges),
                Some(last) if last.is_settled && models.are_equal() => last.clone(),
                Some(last) => last.next(&self.ranges, |values| models.derivatives(number, values))?,
            };
            iterates.push(next);
        }
        let generation = generation as usize;
        Some([iterates.get(generation)?.clone(), iterates.get(generation.checked_sub(1)?)?.clone()])
    }

    /// Returns the roundings of the points of a generation, the nearest first.
    fn roundings(&self, [now, before]: &[Iterate; 2]) -> Vec<Vec<i32>> {
        let nearest: Vec<i32> = now.point.iter().map(|value| value.round() as i32).collect();
        let mut all = vec![nearest.clone()];
        if now.point == before.point {
            return all;
        }
        all.push(self.nearest_plane(now));
        let rest = |index: &usize| now.point[*index] - f64::from(nearest[*index]);
        let mut undecided: Vec<usize> =
            (0..nearest.len()).filter(|index| rest(index).abs() > INTEGER).collect();
        undecided.sort_by(|a, b| rest(b).abs().total_cmp(&rest(a).abs()));
        all.extend(undecided.into_iter().map(|index| {
            let mut other = nearest.clone();
            other[index] += if rest(&index) > 0.0 { 1 } else { -1 };
            other
        }));
        all
    }

    /// Rounds the values one after another. Each rounding moves the values that are not rounded yet to the minimum of
    /// the quadratic approximation.
    fn nearest_plane(&self, iterate: &Iterate) -> Vec<i32> {
        let point = &iterate.point;
        let mut rounded: Vec<f64> = point.iter().map(|value| value.round()).collect();
        let is_inside =
            |index: &usize| point[*index] > self.ranges[*index].0 && point[*index] < self.ranges[*index].1;
        let inside: Vec<usize> = (0..point.len()).filter(is_inside).collect();
        let factor = factor(&iterate.hessian, point.len(), &inside);
        for (row, &index) in inside.iter().enumerate().rev() {
            let moved: f64 = (row + 1..inside.len())
                .map(|later| factor.rows()[later][row] * (rounded[inside[later]] - point[inside[later]]))
                .sum();
            let (low, high) = self.ranges[index];
            rounded[index] = (point[index] - moved / factor.rows()[row][row]).round().clamp(low, high);
        }
        rounded.into_iter().map(|value| value as i32).collect()
    }

    /// Returns values that differ from others by a power of two in one parameter.
    fn neighbour(&self, values: &[i32], rng: &mut impl Rng) -> Vec<i32> {
        let mut neighbour = values.to_vec();
        let index = rng.random_range(0..values.len().max(1));
        if let (Some(value), Some(parameter)) = (neighbour.get_mut(index), self.schema.parameters.get(index))
        {
            let (low, high) = parameter.range;
            let step = 1 << rng.random_range(0..u32::from(parameter.bits).max(1));
            let moved = if rng.random() { value.saturating_add(step) } else { value.saturating_sub(step) };
            *value = moved.clamp(low, high);
        }
        neighbour
    }

    /// Returns the organisms of a generation after the first.
    fn next_generation(
        &self,
        generation: u32,
        randomness: &Randomness,
        fittest: &Candidate,
        roundings: &[Vec<i32>],
    ) -> Vec<Candidate> {
        let population = self.settings.population as usize;
        let values = fittest.chromosome.decode(&self.schema);
        let mut rng = randomness.stream(generation, "neighbours");
        let neighbours = std::iter::repeat_with(|| (self.neighbour(&values, &mut rng), vec![0]));
        // At least half of the organisms are neighbours.
        let roundings =
            roundings.iter().take((population / 2).max(1)).map(|values| (values.clone(), Vec::new()));
        let fittest = std::iter::once((values.clone(), vec![0]));
        let (first, others) = (roundings.clone().take(1), roundings.skip(1));
        let organisms = first.chain(fittest).chain(others).chain(neighbours).take(population);
        organisms
            .filter_map(|(values, parents)| Some((Chromosome::encode(&self.schema, &values)?, parents)))
            .map(|(chromosome, parents)| {
                let same = self.last_generation.iter().find(|candidate| candidate.chromosome == chromosome);
                Candidate { born: same.map_or(generation, |same| same.born), chromosome, parents }
            })
            .collect()
    }

    fn candidates(
        &self,
        generation: u32,
        randomness: &Randomness,
        models: Option<&dyn Models>,
    ) -> Vec<Candidate> {
        let Some(fittest) = self.last_generation.first() else { return self.first_generation(randomness) };
        let iterates = models.and_then(|models| self.iterates(generation, models));
        let roundings = iterates.map(|iterates| self.roundings(&iterates)).unwrap_or_default();
        self.next_generation(generation, randomness, fittest, &roundings)
    }
}

impl Optimizer for Regression {
    /// Searches the neighbours of the fittest organism only.
    fn ask(&self, generation: u32, randomness: &Randomness) -> Vec<Candidate> {
        self.candidates(generation, randomness, None)
    }

    fn ask_with(&self, generation: u32, randomness: &Randomness, models: &dyn Models) -> Vec<Candidate> {
        self.candidates(generation, randomness, Some(models))
    }

    fn tell(&mut self, generation: Generation<'_>, _: &Randomness) {
        if self.start.is_none() {
            let fittest =
                generation.candidates.first().map(|fittest| fittest.chromosome.decode(&self.schema));
            self.start = self.given_start().or(fittest);
        }
        self.last_generation = generation.candidates;
    }

    fn start(&mut self, start: &Chromosome) {
        self.objective_start = Some(start.decode(&self.schema));
    }

    fn change(&mut self, settings: &OptimizerSettings) {
        let Some(regression) = settings.regression() else { return };
        self.settings = regression.clone();
    }
}

#[cfg(test)]
mod tests;
