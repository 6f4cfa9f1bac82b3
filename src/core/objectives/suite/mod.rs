//! The objective *suite* (2014 paper, section IV, the tuning stage): evolves the parameters of the search. Fitness is
//! how soon the search finds the best moves of a suite of tactical positions; the evaluation does not change.
//!
//! An organism is a search genome. It searches each position from an empty state until an iteration completes whose
//! best move is a best move of the position (or to the node limit, see [`Found`]). The nodes until then are counted, or
//! the node limit if no iteration succeeds. Fewer nodes are fitter. The measure is the complement, the nodes *saved*:
//! node limit times positions minus nodes, which is also the weight on the roulette wheel. So larger is fitter, as in
//! all stages. With [`Cost::LogNodes`] logarithms of nodes take the place of nodes.
//!
//! Few nodes on tactical positions do not make a strong search. So a run may end with a [`play_off`] by games.
//!
//! A search depends only on the parameters and the position, because the engine clears its state before it. So results
//! are stored ([`memo`]), no organism is searched twice in a session, and each search is a separate task, which keeps
//! all threads busy until the end.

pub mod constant;
pub mod cost;
mod examination;
pub mod play_off;
mod quiet;
pub mod settings;
pub(in crate::objectives) mod source;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock};

use crate::arena::game::FaultKind;
use crate::arena::node_counts::NodeCounts;
use crate::arena::{Player, PlayerError, PlayerFactory};
use crate::engine::evaluation::Weights;
use crate::engine::schema::{Schema, SchemaError};
use crate::engine::search::{Engine, Limits, SearchMode, SearchParameters, Signal};
use crate::evolution::fault::Fault;
use crate::evolution::fitness::{Fitness, Task, TaskProgress};
use crate::objectives::memo::{self, Memo};
use crate::objectives::memoized::{Computed, Memoized};
use crate::objectives::players::ValuePlayers;
use crate::objectives::source::SourceError;
use crate::objectives::{ObjectiveContext, search_fault};
use crate::organism::FixedEvaluation;
use crate::solving::{Attempt, Problem, Solver, Until};
use crate::threads::lock;
use constant::Constants;
use cost::Cost;
pub use examination::{Examination, Solved, Tally};
pub use settings::{Found, SuiteSettings};
pub use source::{searches_path, training_problems};

/// Measures how soon searches find the best moves of some positions.
#[derive(Clone)]
pub struct SuiteFitness {
    problems: Arc<Vec<Problem>>,
    schema: Arc<Schema>,
    solver: Solver,
    players: SearchPlayers,
    node_limit: u32,
    found: Found,
    cost: Cost,
    memoized: Arc<Memoized>,
    /// The positions that only generation 0 searches; `None` if all are searched.
    dropped: Option<Dropped>,
}

#[derive(Clone)]
enum SearchPlayers {
    /// Searches in this process, with this evaluation.
    Organisms {
        weights: Weights,
        /// The size of each transposition table in MiB.
        hash: usize,
        /// Idle engines, kept because allocating a transposition table is expensive.
        idle: Arc<Mutex<Vec<Engine>>>,
    },
    /// An engine in processes of its own.
    Engine(ValuePlayers),
}

/// The positions that only generation 0 searches.
#[derive(Clone)]
struct Dropped {
    /// Their results; empty before generation 0 of the first run is measured.
    constants: Arc<OnceLock<Constants>>,
    /// The number of positions that can be dropped, the first of all.
    positions: usize,
}

impl SuiteFitness {
    /// Creates the fitness of searches under `schema` on these positions. `memo` has the known results.
    ///
    /// # Errors
    /// Returns an error if the evaluation's schema is unknown, or if the search lacks a parameter of `schema`.
    pub fn new(
        settings: &SuiteSettings,
        evaluation: &FixedEvaluation,
        schema: Arc<Schema>,
        problems: Vec<Problem>,
        memo: Arc<Memo>,
    ) -> Result<SuiteFitness, SchemaError> {
        let weights = evaluation.weights();
        // Checks once that the search has all parameters.
        let minimums: Vec<i32> = schema.parameters.iter().map(|parameter| parameter.range.0).collect();
        let parameters = SearchParameters::of(&schema, &minimums)?;
        let hash = settings.table() as usize;
        let factory = PlayerFactory::Organism { weights: weights.clone(), parameters, hash, strength: None };
        let players = SearchPlayers::Organisms { weights, hash, idle: Arc::default() };
        Ok(SuiteFitness::with(settings, players, factory, (schema, problems), memo))
    }

    /// Creates the fitness of the options of an engine on these positions. `memo` has the known results.
    ///
    /// # Errors
    /// Returns an error if the engine does not exist.
    pub(in crate::objectives) fn of_engine(
        settings: &SuiteSettings,
        outline: &ObjectiveContext<'_>,
        problems: Vec<Problem>,
        memo: Arc<Memo>,
    ) -> Result<SuiteFitness, SourceError> {
        let hash = settings.table() as usize;
        let players = ValuePlayers::new(outline, SearchMode::Plain, hash).map_err(SourceError::input)?;
        let factory = players.factory(&outline.schema.smallest(), hash);
        let (schema, players) = (Arc::clone(outline.schema), SearchPlayers::Engine(players));
        Ok(SuiteFitness::with(settings, players, factory, (schema, problems), memo))
    }

    fn with(
        settings: &SuiteSettings,
        players: SearchPlayers,
        factory: PlayerFactory,
        (schema, problems): (Arc<Schema>, Vec<Problem>),
        memo: Arc<Memo>,
    ) -> SuiteFitness {
        let limits = Limits::nodes(u64::from(settings.node_limit));
        let until = match settings.found {
            Found::First => Until::Found,
            Found::Stays => Until::Limit,
        };
        SuiteFitness {
            problems: Arc::new(problems),
            schema,
            solver: Solver { factory, limits, until },
            players,
            node_limit: settings.node_limit,
            found: settings.found,
            cost: settings.cost,
            memoized: Arc::new(Memoized::new(memo)),
            dropped: None,
        }
    }

    /// Drops those of the first `positions` positions that do not distinguish the organisms measured first. `constants`
    /// receives their results, or has them already.
    #[must_use]
    pub fn dropping(self, constants: Arc<OnceLock<Constants>>, positions: usize) -> SuiteFitness {
        SuiteFitness { dropped: Some(Dropped { constants, positions }), ..self }
    }

    /// Returns the same fitness without dropped positions. Both share all results.
    fn without_dropping(&self) -> SuiteFitness {
        SuiteFitness { dropped: None, ..self.clone() }
    }

    /// Returns the number of searches so far.
    #[must_use]
    pub fn searches(&self) -> u64 {
        self.memoized.stored()
    }

    /// Returns the nodes until an organism finds the best move of a position; 0 if it does not within the limit.
    fn nodes_to_best(&self, organism: &[i32], item: usize) -> u32 {
        let key = memo::key(organism);
        if let Some(nodes) = self.known(key, item) {
            return nodes;
        }
        self.memoized.result(key, item, || self.search(organism, item)).map_or(0, nodes_of)
    }

    /// Returns the result of a position if it needs no search: it is dropped, or the organism was searched before.
    fn known(&self, key: memo::Key, item: usize) -> Option<u32> {
        let searched = || self.memoized.memo().get(key, item).map(nodes_of);
        self.constants().and_then(|constants| constants.get(item)).or_else(searched)
    }

    /// Returns the results of dropped positions, once they are determined.
    fn constants(&self) -> Option<&Constants> {
        self.dropped.as_ref()?.constants.get()
    }

    /// Returns the results of all positions of an organism, if none needs a search.
    fn results(&self, organism: &[i32]) -> Option<Vec<u32>> {
        let (key, count) = (memo::key(organism), self.problems.len());
        match self.constants() {
            Some(_) => (0..count).map(|item| self.known(key, item)).collect(),
            None => Some(self.memoized.memo().complete(key, count)?.into_iter().map(nodes_of).collect()),
        }
    }

    /// Searches a position and returns the result for the memo: nodes, 0, or a fault ([`search_fault`]).
    ///
    /// # Errors
    /// Returns an error if an engine cannot be started, or cannot search any position.
    fn search(&self, organism: &[i32], item: usize) -> Result<Computed, PlayerError> {
        let attempt = match &self.players {
            SearchPlayers::Organisms { weights, hash, idle } => {
                let value = |name: &str| organism.get(self.schema.index_of(name)?).copied();
                let parameters = SearchParameters::named(value);
                let kept = lock(idle).pop();
                let mut engine = match kept {
                    Some(mut engine) => {
                        engine.set_parameters(parameters);
                        engine
                    }
                    None => Engine::new(weights, parameters, *hash),
                };
                let attempt = self.attempt(&mut engine, item);
                lock(idle).push(engine);
                attempt
            }
            SearchPlayers::Engine(players) => {
                let factory = players.factory(organism, 0);
                self.attempt(factory.player(&Signal::default())?.as_mut(), item)
            }
        };
        let computed = |result| Computed { result, nodes: attempt.searched, is_work: true };
        if let Some(error) = attempt.fault {
            if error.fault.is_lasting() {
                return Err(*error);
            }
            tracing::warn!(%error, "an engine did not solve a position because of a fault");
            return Ok(computed(search_fault::result(Some(FaultKind::of(&error.fault)))));
        }
        // A move found with the very last node scores the same as an unsolved position.
        let solved_after = match self.found {
            Found::First => attempt.nodes_first,
            Found::Stays => attempt.nodes,
        };
        Ok(computed(match u32::try_from(solved_after) {
            Ok(nodes) if nodes < self.node_limit => nodes.max(1),
            _ => 0,
        }))
    }

    fn attempt(&self, player: &mut dyn Player, item: usize) -> Attempt {
        self.solver.attempt(player, item, &self.problems[item], &Signal::default())
    }
}

/// Returns the nodes of a result; 0 for a position that was not solved.
fn nodes_of(result: u32) -> u32 {
    if search_fault::is_fault(result) { 0 } else { result }
}

/// Returns the results of an organism with these nodes, for the memo, if it had a fault on these positions.
fn results_of(nodes: &[u32], faults: &[Fault]) -> Vec<u32> {
    let mut results = nodes.to_vec();
    for fault in faults {
        if let Some(result) = results.get_mut(fault.item as usize) {
            *result = search_fault::result(fault.kind);
        }
    }
    results
}

impl Fitness for SuiteFitness {
    fn tasks(&self, organisms: Arc<Vec<Vec<i32>>>) -> Vec<Task> {
        let count = self.problems.len();
        let mut tasks = Vec::new();
        let mut searches = 0;
        for (index, organism) in organisms.iter().enumerate() {
            let key = memo::key(organism);
            let mut add = |items| {
                tasks.push(Task { organisms: Arc::clone(&organisms), range: index..index + 1, items })
            };
            if self.results(organism).is_some() {
                add(0..count);
            } else {
                (0..count).for_each(|item| add(item..item + 1));
                searches += (0..count).filter(|&item| self.known(key, item).is_none()).count();
            }
        }
        self.memoized.begin(searches);
        tasks
    }

    fn has_items(&self, items: &Range<usize>) -> bool {
        self.problems.get(items.clone()).is_some()
    }

    fn run(&self, task: &Task) -> Vec<u64> {
        let saved =
            |organism: &Vec<i32>, item| self.cost.saved(self.nodes_to_best(organism, item), self.node_limit);
        let total = |organism| task.items.clone().map(|item| saved(organism, item)).sum();
        task.organisms[task.range.clone()].iter().map(total).collect()
    }

    /// Returns two numbers for each search: its result for the memo, and the nodes of the search. Nothing if no position
    /// can be searched.
    fn compute(&self, task: &Task) -> Vec<u64> {
        let organisms = &task.organisms[task.range.clone()];
        let searched = organisms.iter().flat_map(|organism| {
            task.items.clone().map(move |item| self.memoized.noted(self.search(organism, item)))
        });
        searched.map_while(|searched| searched).flat_map(Computed::raw).collect()
    }

    fn accept(&self, task: &Task, raw: &[u64]) -> Option<Vec<u64>> {
        let is_possible = |result| result < self.node_limit.max(1) || search_fault::is_fault(result);
        self.memoized.accept(task, raw, memo::key, is_possible)?;
        Some(self.run(task))
    }

    fn is_known(&self, task: &Task) -> bool {
        task.organisms[task.range.clone()].iter().all(|organism| {
            let key = memo::key(organism);
            task.items.clone().all(|item| self.known(key, item).is_some())
        })
    }

    fn total(&self) -> u64 {
        self.cost.of(self.node_limit) * self.problems.len() as u64
    }

    fn by_item(&self, organism: &[i32]) -> Option<Vec<u32>> {
        self.results(organism)
    }

    /// Determines which positions are dropped, when the first organisms are measured. Creates no tasks.
    fn further_tasks(&self, organisms: &Arc<Vec<Vec<i32>>>) -> Vec<Task> {
        if let Some(Dropped { constants, positions }) = &self.dropped {
            let results =
                || organisms.iter().filter_map(|organism| self.results(organism)).collect::<Vec<_>>();
            constants.get_or_init(|| Constants::of(&results(), *positions));
        }
        Vec::new()
    }

    /// Returns the score with the results of dropped positions, also for the organisms that were searched on them.
    fn score(&self, organism: &[i32], sum: u64) -> u64 {
        let results = self.dropped.as_ref().and_then(|_| self.results(organism));
        results.map_or(sum, |results| {
            results.into_iter().map(|nodes| self.cost.saved(nodes, self.node_limit)).sum()
        })
    }

    fn task_progress(&self) -> Option<TaskProgress> {
        Some(self.memoized.progress())
    }

    fn faults(&self, organism: &[i32]) -> Vec<Fault> {
        search_fault::faults(self.memoized.memo().prefix(memo::key(organism)))
    }

    fn failure(&self) -> Option<String> {
        self.memoized.failure()
    }

    fn node_counts(&self) -> NodeCounts {
        match &self.players {
            SearchPlayers::Organisms { .. } => NodeCounts::default(),
            SearchPlayers::Engine(players) => players.node_counts(),
        }
    }

    fn recorded(&self) {
        self.memoized.memo().recorded();
    }
}
