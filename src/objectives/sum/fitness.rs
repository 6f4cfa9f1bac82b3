//! The fitness function of a weighted sum.

use std::sync::Arc;

use crate::evolution::fitness::{Derivatives, Fitness, Model, Task};

/// The distance between the item numbers of two parts. No part has as many items.
const STRIDE: usize = 1 << 40;

/// A part of a sum: a fitness function, and the units of the sum for one unit of its measure.
pub(super) struct WeightedFitness {
    pub(super) fitness: Box<dyn Fitness>,
    pub(super) factor: f64,
    /// The weight of the part's mean loss in the loss of the sum.
    pub(super) weight: f64,
}

impl WeightedFitness {
    fn scaled(&self, measure: u64) -> u64 {
        (measure as f64 * self.factor).round() as u64
    }
}

/// The weighted sum of the measures of several fitness functions.
pub(super) struct SumFitness {
    pub(super) parts: Vec<WeightedFitness>,
}

impl SumFitness {
    /// Returns the part that a task belongs to, and the task with the part's own item numbers.
    fn part(&self, task: &Task) -> (&WeightedFitness, Task) {
        let index = task.items.start / STRIDE;
        let first = index * STRIDE;
        let own = Task { items: task.items.start - first..task.items.end - first, ..task.clone() };
        (&self.parts[index], own)
    }
}

impl Fitness for SumFitness {
    /// Returns the tasks of all parts. The items of part `i` begin at `i` times the stride.
    fn tasks(&self, organisms: Arc<Vec<Vec<i32>>>) -> Vec<Task> {
        let of_part = |(index, part): (usize, &WeightedFitness)| {
            let first = index * STRIDE;
            let numbered =
                |task: Task| Task { items: task.items.start + first..task.items.end + first, ..task };
            part.fitness.tasks(Arc::clone(&organisms)).into_iter().map(numbered).collect::<Vec<_>>()
        };
        self.parts.iter().enumerate().flat_map(of_part).collect()
    }

    fn run(&self, task: &Task) -> Vec<u64> {
        let (part, own) = self.part(task);
        part.fitness.run(&own).into_iter().map(|measure| part.scaled(measure)).collect()
    }

    fn compute(&self, task: &Task) -> Vec<u64> {
        let (part, own) = self.part(task);
        part.fitness.compute(&own)
    }

    fn accept(&self, task: &Task, raw: &[u64]) -> Option<Vec<u64>> {
        let (part, own) = self.part(task);
        Some(part.fitness.accept(&own, raw)?.into_iter().map(|measure| part.scaled(measure)).collect())
    }

    fn is_known(&self, task: &Task) -> bool {
        let (part, own) = self.part(task);
        part.fitness.is_known(&own)
    }

    fn total(&self) -> u64 {
        self.parts.iter().map(|part| part.scaled(part.fitness.total())).sum()
    }

    fn is_function_of_values(&self) -> bool {
        self.parts.iter().all(|part| part.fitness.is_function_of_values())
    }

    fn model(&self) -> Option<&dyn Model> {
        self.parts.iter().all(|part| part.fitness.model().is_some()).then_some(self)
    }

    fn recorded(&self) {
        self.parts.iter().for_each(|part| part.fitness.recorded());
    }
}

impl Model for SumFitness {
    /// Returns the weighted sum of the mean losses. All of them are logarithms of probabilities, in nats.
    fn derivatives(&self, values: &[f64]) -> Derivatives {
        let mut sum = Derivatives::zero(values.len());
        for part in &self.parts {
            if let Some(model) = part.fitness.model() {
                sum.add_scaled(&model.derivatives(values), part.weight / model.items().max(1.0));
            }
        }
        sum
    }

    fn items(&self) -> f64 {
        1.0
    }
}
