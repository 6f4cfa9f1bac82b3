//! The measure of engines by searches of positions: an engine with the values of an organism searches each position once,
//! and the objective decides what its answer is worth.
//!
//! An engine that crashes, hangs or gives an illegal move gets the worst result on that position. Such faults are counted.
//! An engine in another process may not search twice alike, so no search is repeated within a session: results of a
//! generation in progress are in a file ([`Memo`]), and the scores of measured organisms are those of the records.

mod settings;

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::sync::{Arc, Mutex};

use shakmaty::Chess;

use super::memo::{self, Key, Memo};
use super::memoized::{Computed, Memoized};
use super::players::ValuePlayers;
use super::source::{Past, SourceError};
use super::suite::searches_path;
use super::{ObjectiveContext, search_fault};
use crate::arena::game::FaultKind;
use crate::arena::node_counts::NodeCounts;
use crate::arena::{Player, PlayerError};
use crate::engine::search::{Bound, Game, Limits, SearchMode, SearchResult, Signal, Value};
use crate::evolution::fault::Fault;
use crate::evolution::fitness::{Fitness, Task, TaskProgress};
use crate::threads::lock;
pub use settings::EngineSearch;
pub(super) use settings::{depth, hash, nodes, positions};

/// What an engine answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Answer {
    /// The move and the number of nodes.
    pub(super) outcome: SearchResult,
    /// The last exact score, from the side to move's view.
    pub(super) score: Option<Value>,
}

impl Answer {
    /// Lets a player search a position from an empty state.
    ///
    /// # Errors
    /// Returns an error if the player has a fault.
    pub(super) fn of(
        player: &mut dyn Player,
        position: &Chess,
        limits: &Limits,
        signal: &Signal,
    ) -> Result<Answer, PlayerError> {
        player.forget(signal)?;
        let mut score = None;
        let outcome = player.search(&Game::new(position.clone()), limits, signal, &mut |report| {
            if report.index == 1 && report.line.bound == Bound::Exact {
                score = Some(report.line.value);
            }
            ControlFlow::Continue(())
        })?;
        Ok(Answer { outcome, score })
    }
}

/// What the answers on some positions are worth.
pub(super) trait Judge: Send + Sync {
    fn positions(&self) -> &[Chess];

    fn result(&self, index: usize, answer: &Answer) -> u32;

    /// Returns the largest result of a position.
    fn most(&self) -> u32;

    /// Returns the result of a position without an answer.
    fn worst(&self) -> u32;

    /// Returns the score of an organism with this sum of results.
    fn score(&self, sum: u64) -> u64;

    fn largest(&self) -> u64;
}

/// What a session already knows.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// Results of the generation in progress.
    memo: Memo,
    /// The scores of measured organisms, and the positions on which they had faults.
    scores: HashMap<Key, (u64, Vec<Fault>)>,
}

fn key(values: &[i32]) -> Key {
    memo::key_of("eyas 2026 searches of an engine", &[], values)
}

impl Known {
    /// Loads what a resumed session knows of the searches of an engine; nothing if its organisms are none.
    pub(super) fn of_session(past: &Past<'_>) -> Known {
        if past.outline.engine.is_none() {
            return Known::default();
        }
        let path = searches_path(past.folder);
        let hash = memo::session_hash("eyas 2026 searches of an engine in a session", past);
        let Some(memo) = Memo::of_session(&path, hash, past) else { return Known::default() };
        let mut scores = HashMap::new();
        for record in past.history {
            for (place, individual) in record.population.iter().enumerate() {
                let faults = record.faults.get(place).cloned().unwrap_or_default();
                let key = key(&individual.chromosome.decode(past.outline.schema));
                scores.insert(key, (individual.score, faults));
            }
        }
        Known { memo, scores }
    }
}

/// Measures engines by their answers on the positions of a judge.
pub(super) struct EngineFitness<J> {
    judge: J,
    players: ValuePlayers,
    limits: Limits,
    hash: usize,
    memoized: Memoized,
    scores: Mutex<HashMap<Key, (u64, Vec<Fault>)>>,
}

impl<J: Judge> EngineFitness<J> {
    /// Creates the fitness of the engine of an experiment.
    ///
    /// # Errors
    /// Returns an error if the engine does not exist.
    pub(super) fn new(
        search: &EngineSearch,
        outline: &ObjectiveContext<'_>,
        judge: J,
        known: Known,
    ) -> Result<EngineFitness<J>, SourceError> {
        let hash = search.table();
        let players = ValuePlayers::new(outline, SearchMode::Plain, hash).map_err(SourceError::input)?;
        Ok(EngineFitness {
            judge,
            players,
            limits: search.limits(),
            hash,
            memoized: Memoized::new(Arc::new(known.memo)),
            scores: Mutex::new(known.scores),
        })
    }

    /// Returns the score and the faults of an organism, if it was measured before.
    fn measured(&self, key: Key) -> Option<(u64, Vec<Fault>)> {
        lock(&self.scores).get(&key).cloned()
    }

    /// Returns the result of a position. After a failure no position is searched.
    fn result(&self, organism: &[i32], index: usize) -> u32 {
        let result = self.memoized.result(key(organism), index, || self.search(organism, index));
        result.filter(|result| !search_fault::is_fault(*result)).unwrap_or_else(|| self.judge.worst())
    }

    /// Searches a position and returns its result.
    ///
    /// # Errors
    /// Returns an error if the engine cannot be started, or cannot search any position.
    fn search(&self, organism: &[i32], index: usize) -> Result<Computed, PlayerError> {
        let signal = Signal::default();
        let mut player = self.players.factory(organism, self.hash).player(&signal)?;
        match Answer::of(player.as_mut(), &self.judge.positions()[index], &self.limits, &signal) {
            Ok(answer) => {
                let (result, nodes) = (self.judge.result(index, &answer), answer.outcome.nodes);
                Ok(Computed { result, nodes, is_work: true })
            }
            Err(error) if error.fault.is_lasting() => Err(error),
            Err(error) => {
                tracing::warn!(%error, "an engine has no answer on a position because of a fault");
                let result = search_fault::result(Some(FaultKind::of(&error.fault)));
                Ok(Computed { result, nodes: 0, is_work: true })
            }
        }
    }
}

impl<J: Judge> Fitness for EngineFitness<J> {
    fn tasks(&self, organisms: Arc<Vec<Vec<i32>>>) -> Vec<Task> {
        let count = self.judge.positions().len();
        let mut tasks = Vec::new();
        let mut searches = 0;
        for (place, organism) in organisms.iter().enumerate() {
            let key = key(organism);
            if self.measured(key).is_some() {
                continue;
            }
            searches += (0..count).filter(|index| self.memoized.memo().get(key, *index).is_none()).count();
            let task = |index| Task {
                organisms: Arc::clone(&organisms),
                range: place..place + 1,
                items: index..index + 1,
            };
            tasks.extend((0..count).map(task));
        }
        self.memoized.begin(searches);
        tasks
    }

    fn has_items(&self, items: &Range<usize>) -> bool {
        self.judge.positions().get(items.clone()).is_some()
    }

    fn run(&self, task: &Task) -> Vec<u64> {
        let sum = |organism: &Vec<i32>| {
            task.items.clone().map(|index| u64::from(self.result(organism, index))).sum()
        };
        task.organisms[task.range.clone()].iter().map(sum).collect()
    }

    /// Returns two numbers for each search: its result and its nodes. Nothing if no position can be searched.
    fn compute(&self, task: &Task) -> Vec<u64> {
        let organisms = &task.organisms[task.range.clone()];
        let searched = organisms.iter().flat_map(|organism| {
            let search = move |index| self.memoized.noted(self.search(organism, index));
            task.items.clone().map_while(search)
        });
        searched.flat_map(Computed::raw).collect()
    }

    fn accept(&self, task: &Task, raw: &[u64]) -> Option<Vec<u64>> {
        let is_possible = |result| result <= self.judge.most() || search_fault::is_fault(result);
        self.memoized.accept(task, raw, key, is_possible)?;
        Some(self.run(task))
    }

    fn is_known(&self, task: &Task) -> bool {
        self.memoized.knows(task, key)
    }

    fn score(&self, organism: &[i32], sum: u64) -> u64 {
        let key = key(organism);
        if let Some((score, _)) = self.measured(key) {
            return score;
        }
        let score = self.judge.score(sum);
        if self.failure().is_none() {
            let faults = self.faults(organism);
            lock(&self.scores).insert(key, (score, faults));
        }
        score
    }

    fn total(&self) -> u64 {
        self.judge.largest()
    }

    fn faults(&self, organism: &[i32]) -> Vec<Fault> {
        let key = key(organism);
        if let Some((_, faults)) = self.measured(key) {
            return faults;
        }
        let results = self.memoized.memo().prefix(key);
        search_fault::faults(results)
    }

    fn failure(&self) -> Option<String> {
        self.memoized.failure()
    }

    fn task_progress(&self) -> Option<TaskProgress> {
        Some(self.memoized.progress())
    }

    fn node_counts(&self) -> NodeCounts {
        self.players.node_counts()
    }

    fn recorded(&self) {
        self.memoized.memo().recorded();
    }
}
