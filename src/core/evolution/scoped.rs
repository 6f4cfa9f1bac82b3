//! Fitness functions that other processes can build.

use std::ops::Range;
use std::sync::Arc;

use super::fault::Fault;
use super::fitness::{Fitness, Model, PastOfRun, Scope, Task, TaskProgress};
use crate::arena::node_counts::NodeCounts;
use crate::randomness::Randomness;

/// A fitness function with its scope.
pub struct ScopedFitness<'a> {
    /// The fitness function.
    pub fitness: Box<dyn Fitness + 'a>,
    /// How another process can build it.
    pub scope: Scope,
}

#[deny(
    clippy::missing_trait_methods,
    reason = "a default method of the trait would hide that of the fitness"
)]
impl Fitness for ScopedFitness<'_> {
    fn tasks(&self, organisms: Arc<Vec<Vec<i32>>>) -> Vec<Task> {
        self.fitness.tasks(organisms)
    }

    fn has_items(&self, items: &Range<usize>) -> bool {
        self.fitness.has_items(items)
    }

    fn run(&self, task: &Task) -> Vec<u64> {
        self.fitness.run(task)
    }

    fn compute(&self, task: &Task) -> Vec<u64> {
        self.fitness.compute(task)
    }

    fn accept(&self, task: &Task, raw: &[u64]) -> Option<Vec<u64>> {
        self.fitness.accept(task, raw)
    }

    fn is_known(&self, task: &Task) -> bool {
        self.fitness.is_known(task)
    }

    fn scope(&self) -> Option<&Scope> {
        Some(&self.scope)
    }

    fn total(&self) -> u64 {
        self.fitness.total()
    }

    fn of_generation(
        &self,
        generation: u32,
        randomness: &Randomness,
        past: PastOfRun<'_>,
    ) -> Option<Box<dyn Fitness + '_>> {
        let fitness = self.fitness.of_generation(generation, randomness, past)?;
        let generation = Some((randomness.run(), generation));
        let best = past.best.map(<[i32]>::to_vec);
        let scope = Scope { generation, best, pairs: past.pairs, ..self.scope.clone() };
        Some(Box::new(ScopedFitness { fitness, scope }))
    }

    fn is_function_of_values(&self) -> bool {
        self.fitness.is_function_of_values()
    }

    fn model(&self) -> Option<&dyn Model> {
        self.fitness.model()
    }

    fn by_item(&self, organism: &[i32]) -> Option<Vec<u32>> {
        self.fitness.by_item(organism)
    }

    fn further_tasks(&self, organisms: &Arc<Vec<Vec<i32>>>) -> Vec<Task> {
        self.fitness.further_tasks(organisms)
    }

    fn score(&self, organism: &[i32], sum: u64) -> u64 {
        self.fitness.score(organism, sum)
    }

    fn games(&self, organism: &[i32]) -> Option<Vec<u8>> {
        self.fitness.games(organism)
    }

    fn faults(&self, organism: &[i32]) -> Vec<Fault> {
        self.fitness.faults(organism)
    }

    fn failure(&self) -> Option<String> {
        self.fitness.failure()
    }

    fn task_progress(&self) -> Option<TaskProgress> {
        self.fitness.task_progress()
    }

    fn node_counts(&self) -> NodeCounts {
        self.fitness.node_counts()
    }

    fn recorded(&self) {
        self.fitness.recorded();
    }
}
