//! Fitness functions, split into pure, keyed tasks, and the executors that run the tasks.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use super::fault::Fault;
use crate::arena::node_counts::NodeCounts;
use crate::randomness::Randomness;
use crate::threads::{Interrupt, ThreadPool};

/// A unit of fitness work: some organisms on some of the fitness function's items (positions). The result depends only
/// on the task's content, not on the thread, the machine or the time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// Parameter values in schema order, one vector per organism.
    pub organisms: Arc<Vec<Vec<i32>>>,
    /// The organisms that this task measures, as a range of `organisms`.
    pub range: Range<usize>,
    /// The range of the fitness function's items.
    pub items: Range<usize>,
}

impl Task {
    /// Returns tasks of at most `size` organisms, each with all `items` of the fitness function. They are for measures
    /// that are not sums over items, such as means.
    pub(crate) fn with_all_items(organisms: &Arc<Vec<Vec<i32>>>, size: usize, items: usize) -> Vec<Task> {
        let count = organisms.len();
        let task = |first| Task {
            organisms: Arc::clone(organisms),
            range: first..(first + size).min(count),
            items: 0..items,
        };
        (0..count).step_by(size).map(task).collect()
    }
}

/// Says which fitness function another process must build to run a task.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Scope {
    /// The name of the published experiment.
    pub setup: String,
    /// Whether the fitness is that of the test set.
    pub test: bool,
    /// The run and the generation, if each generation has a different fitness.
    pub generation: Option<(u32, u32)>,
    /// The values of the best organism before the generation, if the fitness depends on it.
    pub best: Option<Vec<i32>>,
    /// The number of pairs of games of each organism, if the user changed it during the run.
    pub pairs: Option<u32>,
    /// Whether the same task has the same result everywhere. Games with clocks do not.
    pub repeatable: bool,
}

/// A loss that is convex and twice differentiable in the real-valued parameters, or nearly so. Optimizers that use
/// derivatives minimize it instead of maximizing the measure itself.
pub trait Model: Send + Sync {
    /// Returns the loss and its derivatives at these values, in schema order. Sums have a fixed order, so the result has
    /// the same bits for any number of threads. Parallel work runs on the threads of the current pool.
    fn derivatives(&self, values: &[f64]) -> Derivatives;

    /// Returns the number of items over which the loss is summed, or the sum of their weights.
    fn items(&self) -> f64;
}

/// A loss and its derivatives with respect to all parameters, in schema order.
#[derive(Debug, Clone, PartialEq)]
pub struct Derivatives {
    /// The loss, summed over all items. In a likelihood it is the negative natural logarithm of the probability.
    pub loss: f64,
    /// The first derivatives, per unit of each parameter.
    pub gradient: Vec<f64>,
    /// The second derivatives, row by row. The matrix is symmetric and positive semidefinite. A loss that is not twice
    /// differentiable has a matrix that bounds the loss from above instead.
    pub hessian: Vec<f64>,
}

impl Derivatives {
    /// Creates derivatives of `parameters` parameters that are all 0.
    #[must_use]
    pub fn zero(parameters: usize) -> Derivatives {
        Derivatives {
            loss: 0.0,
            gradient: vec![0.0; parameters],
            hessian: vec![0.0; parameters * parameters],
        }
    }

    /// Adds the derivatives of another loss with the same parameters.
    pub fn add(&mut self, other: &Derivatives) {
        self.add_scaled(other, 1.0);
    }

    /// Adds the derivatives of another loss with the same parameters, multiplied by `factor`.
    pub fn add_scaled(&mut self, other: &Derivatives, factor: f64) {
        self.loss += factor * other.loss;
        self.gradient.iter_mut().zip(&other.gradient).for_each(|(sum, slope)| *sum += factor * slope);
        self.hessian.iter_mut().zip(&other.hessian).for_each(|(sum, element)| *sum += factor * element);
    }
}

/// What a generation may depend on besides its number.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PastOfRun<'a> {
    /// The values of the best organism so far: the optimizer's estimate or, without one, the fittest organism of the
    /// generation before. `None` before generation 0 if there is no estimate.
    pub best: Option<&'a [i32]>,
    /// The number of pairs of games of each organism, if the user changed it during the run.
    pub pairs: Option<u32>,
}

/// A fitness function. It is independent of the optimizer.
pub trait Fitness: Send + Sync {
    /// Returns tasks whose results, summed per organism, are the measures of `organisms`.
    fn tasks(&self, organisms: Arc<Vec<Vec<i32>>>) -> Vec<Task>;

    /// Returns whether a task of this fitness can have these items. What comes from another process is checked by it.
    fn has_items(&self, items: &Range<usize>) -> bool;

    /// Runs one task. Returns one count for each organism in `task.range`.
    fn run(&self, task: &Task) -> Vec<u64>;

    /// Runs one task for another process. Returns its raw results, which [`Fitness::accept`] of that process converts.
    /// Stores nothing.
    fn compute(&self, task: &Task) -> Vec<u64> {
        self.run(task)
    }

    /// Accepts the raw results of a task that another process computed, as if [`Fitness::run`] had run the task, and
    /// returns its counts. Returns `None` if they cannot be the results of this task.
    fn accept(&self, task: &Task, raw: &[u64]) -> Option<Vec<u64>> {
        let is_possible = raw.len() == task.range.len() && raw.iter().all(|count| *count <= self.total());
        is_possible.then(|| raw.to_vec())
    }

    /// Returns whether the result of a task is known already, so that it takes no time to run.
    fn is_known(&self, _task: &Task) -> bool {
        false
    }

    /// Returns how another process can build this fitness; `None` if only this process has it.
    fn scope(&self) -> Option<&Scope> {
        None
    }

    /// Returns the largest possible measure (the number of positions, or of nodes that can be saved).
    fn total(&self) -> u64;

    /// Returns the fitness of one generation if each generation has a different one, such as a sample of the positions.
    /// Returns `None` if all generations have the same fitness. The result depends on the arguments only.
    fn of_generation(
        &self,
        _generation: u32,
        _randomness: &Randomness,
        _past: PastOfRun<'_>,
    ) -> Option<Box<dyn Fitness + '_>> {
        None
    }

    /// Returns whether the measure is all there is to know of an organism and depends on its values only. Organisms of the
    /// generation before are not measured again then, if all generations have the same fitness.
    fn is_function_of_values(&self) -> bool {
        false
    }

    /// Returns the differentiable loss that replaces the measure for derivatives; `None` if there is none.
    fn model(&self) -> Option<&dyn Model> {
        None
    }

    /// Returns the result of each item for a measured organism: nodes, if the fitness counts nodes.
    fn by_item(&self, _organism: &[i32]) -> Option<Vec<u32>> {
        None
    }

    /// Returns further tasks for the same organisms, created after the results of all earlier ones are known: a fitness
    /// that stops measuring hopeless organisms measures in several steps. No tasks end the measurement.
    fn further_tasks(&self, _organisms: &Arc<Vec<Vec<i32>>>) -> Vec<Task> {
        Vec::new()
    }

    /// Converts the sum of an organism's counts to its measure, if organisms may have different numbers of tasks.
    fn score(&self, _organism: &[i32], sum: u64) -> u64 {
        sum
    }

    /// Returns the half points (0, 1 or 2) of each game of a measured organism, if organisms play games.
    fn games(&self, _organism: &[i32]) -> Option<Vec<u8>> {
        None
    }

    /// Returns the games or the positions of a measured organism that ended by a fault of a player. In a game, it is the
    /// organism's own fault if it lost the game.
    fn faults(&self, _organism: &[i32]) -> Vec<Fault> {
        Vec::new()
    }

    /// Returns why no more organisms can be measured, such as an engine that cannot be started. The results of the last
    /// tasks are not valid then.
    fn failure(&self) -> Option<String> {
        None
    }

    /// Returns the progress of the tasks created last, or `None` if they are too fast for progress to matter.
    fn task_progress(&self) -> Option<TaskProgress> {
        None
    }

    /// Returns the nodes that engines reported for their searches in this process, with the limits of these searches.
    fn node_counts(&self) -> NodeCounts {
        NodeCounts::default()
    }

    /// Called when the organisms measured so far are recorded. Results cached to avoid measuring them again may be
    /// dropped.
    fn recorded(&self) {}
}

#[deny(
    clippy::missing_trait_methods,
    reason = "a default method of the trait would hide that of the fitness"
)]
impl<F: Fitness + ?Sized> Fitness for Arc<F> {
    fn tasks(&self, organisms: Arc<Vec<Vec<i32>>>) -> Vec<Task> {
        (**self).tasks(organisms)
    }

    fn has_items(&self, items: &Range<usize>) -> bool {
        (**self).has_items(items)
    }

    fn run(&self, task: &Task) -> Vec<u64> {
        (**self).run(task)
    }

    fn compute(&self, task: &Task) -> Vec<u64> {
        (**self).compute(task)
    }

    fn accept(&self, task: &Task, raw: &[u64]) -> Option<Vec<u64>> {
        (**self).accept(task, raw)
    }

    fn is_known(&self, task: &Task) -> bool {
        (**self).is_known(task)
    }

    fn scope(&self) -> Option<&Scope> {
        (**self).scope()
    }

    fn total(&self) -> u64 {
        (**self).total()
    }

    fn of_generation(
        &self,
        generation: u32,
        randomness: &Randomness,
        past: PastOfRun<'_>,
    ) -> Option<Box<dyn Fitness + '_>> {
        (**self).of_generation(generation, randomness, past)
    }

    fn is_function_of_values(&self) -> bool {
        (**self).is_function_of_values()
    }

    fn model(&self) -> Option<&dyn Model> {
        (**self).model()
    }

    fn by_item(&self, organism: &[i32]) -> Option<Vec<u32>> {
        (**self).by_item(organism)
    }

    fn further_tasks(&self, organisms: &Arc<Vec<Vec<i32>>>) -> Vec<Task> {
        (**self).further_tasks(organisms)
    }

    fn score(&self, organism: &[i32], sum: u64) -> u64 {
        (**self).score(organism, sum)
    }

    fn games(&self, organism: &[i32]) -> Option<Vec<u8>> {
        (**self).games(organism)
    }

    fn faults(&self, organism: &[i32]) -> Vec<Fault> {
        (**self).faults(organism)
    }

    fn failure(&self) -> Option<String> {
        (**self).failure()
    }

    fn task_progress(&self) -> Option<TaskProgress> {
        (**self).task_progress()
    }

    fn node_counts(&self) -> NodeCounts {
        (**self).node_counts()
    }

    fn recorded(&self) {
        (**self).recorded();
    }
}

/// The progress of the tasks of a generation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TaskProgress {
    /// Number of completed searches.
    pub done: u64,
    /// Number of searches in total.
    pub total: u64,
    /// Number of nodes searched so far.
    pub nodes: u64,
}

/// Runs tasks. The thread pool is one executor. An executor that distributes tasks over machines can implement the same
/// trait.
pub trait Executor: Send + Sync {
    /// Returns the results in the order of the tasks, or `None` if `interrupt` was raised before the end.
    fn execute(&self, fitness: &dyn Fitness, tasks: &[Task], interrupt: &Interrupt) -> Option<Vec<Vec<u64>>>;

    /// Returns a model's derivatives at these values.
    fn derivatives(&self, model: &dyn Model, values: &[f64]) -> Derivatives {
        model.derivatives(values)
    }
}

impl Executor for ThreadPool {
    fn execute(&self, fitness: &dyn Fitness, tasks: &[Task], interrupt: &Interrupt) -> Option<Vec<Vec<u64>>> {
        self.install(|| {
            // Distribute single tasks: a task may be long, and a thread would keep all tasks of a chunk.
            let tasks = tasks.par_iter().with_max_len(1);
            tasks.map(|task| (!interrupt.raised()).then(|| fitness.run(task))).collect()
        })
    }

    fn derivatives(&self, model: &dyn Model, values: &[f64]) -> Derivatives {
        self.install(|| model.derivatives(values))
    }
}

/// Measures a whole generation: creates the tasks, executes them and sums their results, until no task is left.
/// Organisms with equal values, which are common in a converging population, are measured once. Returns `None` if
/// `interrupt` was raised before the end.
pub fn measure(
    fitness: &dyn Fitness,
    executor: &dyn Executor,
    organisms: &[Vec<i32>],
    interrupt: &Interrupt,
) -> Option<Vec<u64>> {
    let mut index_by_values = HashMap::new();
    let mut distinct = Vec::with_capacity(organisms.len());
    let indices: Vec<usize> = organisms
        .iter()
        .map(|organism| {
            *index_by_values.entry(organism).or_insert_with(|| {
                distinct.push(organism.clone());
                distinct.len() - 1
            })
        })
        .collect();
    let distinct = Arc::new(distinct);
    let mut sums = vec![0; distinct.len()];
    let mut tasks = fitness.tasks(Arc::clone(&distinct));
    loop {
        let results = executor.execute(fitness, &tasks, interrupt)?;
        for (task, counts) in tasks.iter().zip(results) {
            for (sum, count) in sums[task.range.clone()].iter_mut().zip(counts) {
                *sum += count;
            }
        }
        tasks = fitness.further_tasks(&distinct);
        if tasks.is_empty() {
            break;
        }
    }
    let measures: Vec<u64> =
        distinct.iter().zip(sums).map(|(organism, sum)| fitness.score(organism, sum)).collect();
    Some(indices.into_iter().map(|index| measures[index]).collect())
}

/// Like [`measure`], for organisms of which some have measures already: those in `known` are not measured again.
pub fn measure_unknown(
    fitness: &dyn Fitness,
    executor: &dyn Executor,
    organisms: &[Vec<i32>],
    known: &HashMap<Vec<i32>, u64>,
    interrupt: &Interrupt,
) -> Option<Vec<u64>> {
    let unknown: Vec<Vec<i32>> =
        organisms.iter().filter(|values| !known.contains_key(*values)).cloned().collect();
    let mut measures = measure(fitness, executor, &unknown, interrupt)?.into_iter();
    organisms.iter().map(|values| known.get(values).copied().or_else(|| measures.next())).collect()
}
