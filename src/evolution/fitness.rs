//! What an optimizer is judged by: a fitness function cut into pure, keyed tasks, and who runs them.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use crate::randomness::Randomness;
use crate::threads::{Interrupt, ThreadPool};

/// A piece of fitness work: some organisms against some of the fitness function's items (positions,
/// later games). Its result depends on its content alone, never on who runs it, where or when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// Parameter values, one vector an organism, in schema order.
    pub organisms: Arc<Vec<Vec<i32>>>,
    /// Which of the organisms this task is about.
    pub of: Range<usize>,
    /// Which of the fitness function's items.
    pub items: Range<usize>,
}

/// A fitness function. Nothing in it knows which optimizer drives it.
pub trait Fitness: Send + Sync {
    /// The tasks whose results, added up organism by organism, are the measures of `organisms`.
    fn tasks(&self, organisms: Arc<Vec<Vec<i32>>>) -> Vec<Task>;

    /// Runs one task: one count for each organism in `task.of`.
    fn run(&self, task: &Task) -> Vec<u64>;

    /// The largest possible measure (the number of positions, or of nodes that can be saved).
    fn total(&self) -> u64;

    /// The fitness of one generation, where each has one of its own, such as a sample of the positions; `None` where
    /// all generations have the same. What it is depends on the arguments alone.
    fn of_generation(&self, _generation: u32, _randomness: &Randomness) -> Option<Box<dyn Fitness + '_>> {
        None
    }

    /// What was found of each item for an organism that was measured: nodes, where the fitness counts nodes.
    fn by_item(&self, _organism: &[i32]) -> Option<Vec<u32>> {
        None
    }

    /// How far the work on the tasks made last is; `None` where it is too quick for that to matter.
    fn pulse(&self) -> Option<Pulse> {
        None
    }

    /// The organisms measured so far are recorded: what was kept so as not to measure them again may go.
    fn recorded(&self) {}
}

impl<F: Fitness + ?Sized> Fitness for Arc<F> {
    fn tasks(&self, organisms: Arc<Vec<Vec<i32>>>) -> Vec<Task> {
        (**self).tasks(organisms)
    }

    fn run(&self, task: &Task) -> Vec<u64> {
        (**self).run(task)
    }

    fn total(&self) -> u64 {
        (**self).total()
    }

    fn of_generation(&self, generation: u32, randomness: &Randomness) -> Option<Box<dyn Fitness + '_>> {
        (**self).of_generation(generation, randomness)
    }

    fn by_item(&self, organism: &[i32]) -> Option<Vec<u32>> {
        (**self).by_item(organism)
    }

    fn pulse(&self) -> Option<Pulse> {
        (**self).pulse()
    }

    fn recorded(&self) {
        (**self).recorded();
    }
}

/// How far the work on the tasks of a generation is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pulse {
    /// Searches done.
    pub done: u64,
    /// Searches there are to do.
    pub total: u64,
    /// Nodes searched for them.
    pub nodes: u64,
}

/// Runs tasks. The pool of threads is one executor; one that spreads tasks over machines fits behind
/// the same trait.
pub trait Executor: Send + Sync {
    /// The results in the order of the tasks, or `None` where `interrupt` was raised first.
    fn execute(&self, fitness: &dyn Fitness, tasks: &[Task], interrupt: &Interrupt) -> Option<Vec<Vec<u64>>>;
}

impl Executor for ThreadPool {
    fn execute(&self, fitness: &dyn Fitness, tasks: &[Task], interrupt: &Interrupt) -> Option<Vec<Vec<u64>>> {
        self.install(|| {
            // One by one, as a task may be long and a thread would keep to itself what it has taken.
            let tasks = tasks.par_iter().with_max_len(1);
            tasks.map(|task| (!interrupt.raised()).then(|| fitness.run(task))).collect()
        })
    }
}

/// Measures a whole generation: makes the tasks, has them run, adds their results up. Organisms with the
/// same values, which a converging population has many of, are measured once. `None` where `interrupt`
/// was raised first.
pub fn measure(
    fitness: &dyn Fitness,
    executor: &dyn Executor,
    organisms: &[Vec<i32>],
    interrupt: &Interrupt,
) -> Option<Vec<u64>> {
    let mut places = HashMap::new();
    let mut distinct = Vec::with_capacity(organisms.len());
    let place_of: Vec<usize> = organisms
        .iter()
        .map(|organism| {
            *places.entry(organism).or_insert_with(|| {
                distinct.push(organism.clone());
                distinct.len() - 1
            })
        })
        .collect();
    let mut measures = vec![0; distinct.len()];
    let tasks = fitness.tasks(Arc::new(distinct));
    let results = executor.execute(fitness, &tasks, interrupt)?;
    for (task, counts) in tasks.iter().zip(results) {
        for (measure, count) in measures[task.of.clone()].iter_mut().zip(counts) {
            *measure += count;
        }
    }
    Some(place_of.into_iter().map(|place| measures[place]).collect())
}
