//! The measure of engines by searches of positions: an engine with the values of an organism searches each position once,
//! and the objective decides what its answer is worth.
//!
//! An engine that crashes, hangs or gives an illegal move gets the worst result on that position. Such faults are counted.
//! An engine in another process may not search twice alike, so no search is repeated within a session: results of a
//! generation in progress are in a file ([`Memo`]), and the scores of measured organisms are those of the records.

mod settings;

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use shakmaty::Chess;

use super::players::ValuePlayers;
use super::source::{Past, SourceError};
use super::suite::memo::{self, Key, Memo};
use super::suite::searches_path;
use super::{Outline, search_fault};
use crate::arena::PlayerError;
use crate::arena::game::Verdict;
use crate::arena::node_counts::NodeCounts;
use crate::engine::search::{Bound, Game, Limits, Outcome, SearchMode, Signal, Value};
use crate::evolution::fault::Fault;
use crate::evolution::fitness::{Fitness, Task, TaskProgress};
use crate::threads::lock;
pub use settings::EngineSearch;
pub(super) use settings::{depth, hash, nodes, positions};

/// What an engine answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Answer {
    /// The move and the number of nodes.
    pub(super) outcome: Outcome,
    /// The last exact score, from the side to move's view.
    pub(super) score: Option<Value>,
}

/// The result of a search.
#[derive(Debug, Clone, Copy)]
struct Searched {
    /// What the answer is worth, or the number of a [fault](search_fault::is_fault).
    result: u32,
    nodes: u64,
}

/// What the answers on some positions are worth.
pub(super) trait Judge: Send + Sync {
    /// Returns the positions.
    fn positions(&self) -> &[Chess];

    /// Returns the result of an answer on the position of this index.
    fn result(&self, index: usize, answer: &Answer) -> u32;

    /// Returns the largest result of a position.
    fn most(&self) -> u32;

    /// Returns the result of a position without an answer.
    fn worst(&self) -> u32;

    /// Returns the score of an organism with this sum of results.
    fn score(&self, sum: u64) -> u64;

    /// Returns the largest score.
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
    /// Loads what a resumed session knows.
    pub(super) fn of_session(past: &Past<'_>) -> Known {
        let path = searches_path(past.folder);
        let hash = memo::session_hash("eyas 2026 searches of an engine in a session", past);
        let Some(memo) = Memo::of_session(&path, hash, past) else { return Known::default() };
        let mut scores = HashMap::new();
        for record in past.history {
            for (place, individual) in record.population.iter().enumerate() {
                let faults = record.faults.get(place).cloned().unwrap_or_default();
                let key = key(&individual.chromosome.decode(past.schema));
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
    memo: Memo,
    scores: Mutex<HashMap<Key, (u64, Vec<Fault>)>>,
    /// Why no position can be searched.
    failure: Mutex<Option<String>>,
    /// The values of [`Fitness::task_progress`].
    done: AtomicU64,
    total: AtomicU64,
    nodes: AtomicU64,
}

impl<J: Judge> EngineFitness<J> {
    /// Creates the fitness of the engine of an experiment.
    ///
    /// # Errors
    /// Returns an error if the engine does not exist.
    pub(super) fn new(
        search: &EngineSearch,
        outline: &Outline<'_>,
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
            memo: known.memo,
            scores: Mutex::new(known.scores),
            failure: Mutex::default(),
            done: AtomicU64::new(0),
            total: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
        })
    }

    /// Returns the score and the faults of an organism, if it was measured before.
    fn measured(&self, key: Key) -> Option<(u64, Vec<Fault>)> {
        lock(&self.scores).get(&key).cloned()
    }

    /// Returns the result of a position. After a failure no position is searched.
    fn result(&self, organism: &[i32], index: usize) -> u32 {
        let key = key(organism);
        let result = match self.memo.get(key, index) {
            Some(known) => known,
            None if self.failure().is_some() => search_fault::result(None),
            None => match self.try_search(organism, index) {
                Some(searched) => {
                    self.keep(key, index, searched);
                    searched.result
                }
                None => search_fault::result(None),
            },
        };
        if search_fault::is_fault(result) { self.judge.worst() } else { result }
    }

    /// Stores the result of a search and counts it.
    fn keep(&self, key: Key, index: usize, Searched { result, nodes }: Searched) {
        self.memo.keep(key, index, result);
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Searches a position. Returns `None` if no position can be searched, and stores the reason.
    fn try_search(&self, organism: &[i32], index: usize) -> Option<Searched> {
        self.search(organism, index)
            .inspect_err(|error| {
                tracing::error!(%error, "no position can be searched");
                *lock(&self.failure) = Some(error.to_string());
            })
            .ok()
    }

    /// Searches a position and returns its result.
    ///
    /// # Errors
    /// Returns an error if the engine cannot be started, or cannot search any position.
    fn search(&self, organism: &[i32], index: usize) -> Result<Searched, PlayerError> {
        let signal = Signal::default();
        let mut player = self.players.factory(organism, self.hash).player(&signal)?;
        let game = Game::new(self.judge.positions()[index].clone());
        let mut score = None;
        let searched = player.forget(&signal).and_then(|()| {
            player.search(&game, &self.limits, &signal, &mut |report| {
                if report.index == 1 && report.line.bound == Bound::Exact {
                    score = Some(report.line.value);
                }
                ControlFlow::Continue(())
            })
        });
        match searched {
            Ok(outcome) => {
                let nodes = outcome.nodes;
                Ok(Searched { result: self.judge.result(index, &Answer { outcome, score }), nodes })
            }
            Err(error) if error.fault.is_lasting() => Err(error),
            Err(error) => {
                tracing::warn!(%error, "an engine has no answer on a position because of a fault");
                let result = search_fault::result(Some(Verdict::of(&error.fault)));
                Ok(Searched { result, nodes: 0 })
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
            searches += (0..count).filter(|index| self.memo.get(key, *index).is_none()).count();
            let task = |index| Task {
                organisms: Arc::clone(&organisms),
                range: place..place + 1,
                items: index..index + 1,
            };
            tasks.extend((0..count).map(task));
        }
        self.done.store(0, Ordering::Relaxed);
        self.nodes.store(0, Ordering::Relaxed);
        self.total.store(searches as u64, Ordering::Relaxed);
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
        let searched = organisms
            .iter()
            .flat_map(|organism| task.items.clone().map_while(move |index| self.try_search(organism, index)));
        searched.flat_map(|Searched { result, nodes }| [result.into(), nodes]).collect()
    }

    fn accept(&self, task: &Task, raw: &[u64]) -> Option<Vec<u64>> {
        let (results, rest) = raw.as_chunks::<2>();
        let most = u64::from(self.judge.most());
        let is_possible = |[result, _]: &[u64; 2]| {
            *result <= most || u32::try_from(*result).is_ok_and(search_fault::is_fault)
        };
        let is_complete = rest.is_empty() && results.len() == task.range.len() * task.items.len();
        if !is_complete || !results.iter().all(is_possible) {
            return None;
        }
        let mut results = results.iter();
        for organism in &task.organisms[task.range.clone()] {
            for (index, [result, nodes]) in task.items.clone().zip(&mut results) {
                self.keep(key(organism), index, Searched { result: *result as u32, nodes: *nodes });
            }
        }
        Some(self.run(task))
    }

    fn is_known(&self, task: &Task) -> bool {
        task.organisms[task.range.clone()].iter().all(|organism| {
            let key = key(organism);
            task.items.clone().all(|index| self.memo.get(key, index).is_some())
        })
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
        let results = self.memo.prefix(key);
        search_fault::faults(results)
    }

    fn failure(&self) -> Option<String> {
        lock(&self.failure).clone()
    }

    fn task_progress(&self) -> Option<TaskProgress> {
        Some(TaskProgress {
            done: self.done.load(Ordering::Relaxed),
            total: self.total.load(Ordering::Relaxed),
            nodes: self.nodes.load(Ordering::Relaxed),
        })
    }

    fn node_counts(&self) -> NodeCounts {
        self.players.node_counts()
    }

    fn recorded(&self) {
        self.memo.recorded();
    }
}

/// Returns `count` of the items at equal distances, beginning with the first; all if there are no more or without a number.
pub(super) fn spread<T: Clone>(items: &[T], count: Option<u32>) -> Vec<T> {
    let all = items.len();
    let count = count.map_or(all, |count| (count as usize).min(all));
    (0..count).map(|index| items[index * all / count].clone()).collect()
}
