//! The fitness function of a weighted sum.

use std::ops::Range;
use std::sync::Arc;

use crate::arena::node_counts::NodeCounts;
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
    /// Returns the part that has these items, and the items as the part numbers them; `None` if there is no such part.
    fn part(&self, items: &Range<usize>) -> Option<(&WeightedFitness, Range<usize>)> {
        let index = items.start / STRIDE;
        let part = self.parts.get(index)?;
        let first = index * STRIDE;
        Some((part, items.start - first..items.end.checked_sub(first)?))
    }

    /// Returns the part that a task belongs to, and the task with the part's own item numbers.
    fn task_of_part(&self, task: &Task) -> Option<(&WeightedFitness, Task)> {
        let (part, items) = self.part(&task.items)?;
        Some((part, Task { items, ..task.clone() }))
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

    fn has_items(&self, items: &Range<usize>) -> bool {
        self.part(items).is_some_and(|(part, own)| part.fitness.has_items(&own))
    }

    fn run(&self, task: &Task) -> Vec<u64> {
        let Some((part, own)) = self.task_of_part(task) else { return Vec::new() };
        part.fitness.run(&own).into_iter().map(|measure| part.scaled(measure)).collect()
    }

    fn compute(&self, task: &Task) -> Vec<u64> {
        self.task_of_part(task).map_or_else(Vec::new, |(part, own)| part.fitness.compute(&own))
    }

    fn accept(&self, task: &Task, raw: &[u64]) -> Option<Vec<u64>> {
        let (part, own) = self.task_of_part(task)?;
        Some(part.fitness.accept(&own, raw)?.into_iter().map(|measure| part.scaled(measure)).collect())
    }

    fn is_known(&self, task: &Task) -> bool {
        self.task_of_part(task).is_some_and(|(part, own)| part.fitness.is_known(&own))
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

    fn node_counts(&self) -> NodeCounts {
        let mut counts = NodeCounts::default();
        self.parts.iter().for_each(|part| counts.merge(&part.fitness.node_counts()));
        counts
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
