//! The fitness of one event: the mean points of each organism.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard};

use super::game_pool::{LARGEST, Wanted, fault_kind, half_points};
use super::racing::hopeless;
use super::{GamePool, GamesPurpose, LARGEST_SCORE, mean_points};
use crate::arena::node_counts::NodeCounts;
use crate::evolution::fault::Fault;
use crate::evolution::fitness::{Fitness, PastOfRun, Task, TaskProgress};
use crate::objectives::memo::Key;
use crate::objectives::memoized::Computed;
use crate::randomness::Randomness;
use crate::threads::lock;

/// The least number of pairs between two looks at the standings.
const MIN_BLOCK: usize = 4;
/// The number of looks at the standings, if there are enough pairs.
const LOOKS: usize = 8;

/// The organisms that still play, and the number of pairs that they have been given.
#[derive(Debug, Default)]
struct Race {
    playing: Vec<usize>,
    pairs: usize,
    /// The number of pairs between two looks at the standings.
    block: usize,
    /// The number of games that each organism has been given. More of its games may be known: from an earlier race, or
    /// from before the user changed something.
    given: HashMap<Key, usize>,
}

impl Race {
    fn given(&self, organism: Key) -> usize {
        self.given.get(&organism).copied().unwrap_or(0)
    }
}

/// Measures organisms by the games of one event.
pub struct MatchFitness {
    pool: Arc<GamePool>,
    event: GamesPurpose,
    /// The values of the best organism before the event; `None` before generation 0 and after the last generation.
    best: Option<Vec<i32>>,
    race: Mutex<Race>,
}

impl MatchFitness {
    /// Creates the fitness of an event.
    #[must_use]
    pub fn new(pool: Arc<GamePool>, event: GamesPurpose) -> MatchFitness {
        MatchFitness { pool, event, best: None, race: Mutex::default() }
    }

    /// Returns the number of games played by this process in all events.
    #[must_use]
    pub fn played(&self) -> u64 {
        self.pool.played()
    }

    /// Returns the number of pairs of each organism.
    fn pairs(&self) -> usize {
        self.pool.pairs(self.event)
    }

    /// Returns a game of the organism at this place among those of a task.
    fn wanted<'a>(&'a self, task: &'a Task, place: usize, game: usize) -> Wanted<'a> {
        let (best, organism) = (self.best.as_deref(), &task.organisms[place]);
        Wanted { event: self.event, best, organism, place, game }
    }

    fn race(&self) -> MutexGuard<'_, Race> {
        lock(&self.race)
    }

    /// Returns the results of the games that a race has given to an organism.
    fn results(&self, race: &Race, organism: &[i32]) -> Vec<u32> {
        let key = self.event.key(organism);
        let mut results = self.pool.memoized().memo().prefix(key);
        results.truncate(race.given(key));
        results
    }

    /// Returns the race of this number of organisms before its first game.
    fn new_race(&self, organisms: usize) -> Race {
        let pairs = self.pairs();
        let is_race = self.pool.settings().racing && organisms > 1;
        let block = if is_race { pairs.div_ceil(LOOKS).max(MIN_BLOCK) } else { pairs };
        Race { playing: (0..organisms).collect(), block, ..Race::default() }
    }

    /// Returns the tasks of the next block, one for each game, or one for all games that are known.
    fn next_tasks(&self, race: &mut Race, organisms: &Arc<Vec<Vec<i32>>>) -> Vec<Task> {
        let next = (race.pairs + race.block).min(self.pairs());
        let games = 2 * race.pairs..2 * next;
        race.pairs = next;
        let mut tasks = Vec::new();
        for &place in &race.playing {
            let key = self.event.key(&organisms[place]);
            race.given.insert(key, games.end);
            let mut add = |items| {
                tasks.push(Task { organisms: Arc::clone(organisms), range: place..place + 1, items });
            };
            if games.clone().all(|game| self.pool.memoized().memo().get(key, game).is_some()) {
                add(games.clone());
            } else {
                games.clone().for_each(|game| add(game..game + 1));
            }
        }
        tasks
    }

    /// Removes the hopeless organisms from the race.
    fn drop_hopeless(&self, race: &mut Race, organisms: &[Vec<i32>]) {
        let pairs_of = |place: &usize| -> Vec<u8> {
            let games = self.results(race, &organisms[*place]);
            games.chunks_exact(2).map(|pair| half_points(pair[0]) + half_points(pair[1])).collect()
        };
        let pairs: Vec<Vec<u8>> = race.playing.iter().map(pairs_of).collect();
        let mut drops = hopeless(&pairs, self.pool.settings().racing_level).into_iter();
        race.playing.retain(|_| !drops.next().unwrap_or(false));
        if race.playing.len() == 1 {
            // The race is decided.
            race.playing.clear();
        }
    }
}

impl Fitness for MatchFitness {
    fn tasks(&self, organisms: Arc<Vec<Vec<i32>>>) -> Vec<Task> {
        let games = 2 * self.pairs();
        let known = |organism: &Vec<i32>| self.pool.memoized().memo().prefix(self.event.key(organism)).len();
        let unknown = |organism: &Vec<i32>| games.saturating_sub(known(organism));
        self.pool.begin(self.event, organisms.iter().map(unknown).sum());
        let mut race = self.race();
        *race = self.new_race(organisms.len());
        self.next_tasks(&mut race, &organisms)
    }

    fn further_tasks(&self, organisms: &Arc<Vec<Vec<i32>>>) -> Vec<Task> {
        let mut race = self.race();
        let pairs = self.pairs();
        if race.pairs >= pairs || self.pool.memoized().failure().is_some() {
            return Vec::new();
        }
        let before = race.playing.len();
        self.drop_hopeless(&mut race, organisms);
        let dropped = before - race.playing.len();
        self.pool.memoized().cancel((dropped * 2 * (pairs - race.pairs)) as u64);
        self.next_tasks(&mut race, organisms)
    }

    fn has_items(&self, items: &Range<usize>) -> bool {
        items.start <= items.end && items.end <= 2 * self.pairs()
    }

    fn run(&self, task: &Task) -> Vec<u64> {
        let half_points = |place| {
            task.items.clone().map(|game| self.pool.half_points(&self.wanted(task, place, game))).sum()
        };
        task.range.clone().map(half_points).collect()
    }

    /// Returns two numbers for each game: the result and the nodes of both players. Nothing if no game can be played.
    fn compute(&self, task: &Task) -> Vec<u64> {
        let games = task.range.clone().flat_map(|place| {
            task.items.clone().map_while(move |game| self.pool.compute(&self.wanted(task, place, game)))
        });
        games.flat_map(Computed::raw).collect()
    }

    fn accept(&self, task: &Task, raw: &[u64]) -> Option<Vec<u64>> {
        let key = |organism: &[i32]| self.event.key(organism);
        self.pool.memoized().accept(task, raw, key, |result| result <= LARGEST)?;
        Some(self.run(task))
    }

    fn is_known(&self, task: &Task) -> bool {
        self.pool.memoized().knows(task, |organism| self.event.key(organism))
    }

    fn score(&self, organism: &[i32], sum: u64) -> u64 {
        mean_points(sum, self.race().given(self.event.key(organism)) as u64)
    }

    fn total(&self) -> u64 {
        LARGEST_SCORE
    }

    /// Returns the proof if the event is the final match. So workers need no other word for it.
    fn of_generation(
        &self,
        generation: u32,
        randomness: &Randomness,
        past: PastOfRun<'_>,
    ) -> Option<Box<dyn Fitness + '_>> {
        if self.event == GamesPurpose::FinalMatch {
            return Some(Box::new(MatchFitness::new(Arc::clone(&self.pool), GamesPurpose::Proof)));
        }
        let pairs = past.pairs.unwrap_or(self.pool.settings().pairs);
        let event = GamesPurpose::Generation { run: randomness.run(), generation, pairs };
        let fitness = MatchFitness::new(Arc::clone(&self.pool), event);
        let best = past.best.map(<[i32]>::to_vec);
        Some(Box::new(MatchFitness { best, ..fitness }))
    }

    fn games(&self, organism: &[i32]) -> Option<Vec<u8>> {
        Some(self.results(&self.race(), organism).into_iter().map(half_points).collect())
    }

    fn faults(&self, organism: &[i32]) -> Vec<Fault> {
        let results = self.results(&self.race(), organism);
        let fault = |(item, result)| Some(Fault { item, kind: fault_kind(result)? });
        (0..).zip(results).filter_map(fault).collect()
    }

    fn failure(&self) -> Option<String> {
        self.pool.memoized().failure()
    }

    fn task_progress(&self) -> Option<TaskProgress> {
        Some(self.pool.memoized().progress())
    }

    fn node_counts(&self) -> NodeCounts {
        self.pool.node_counts()
    }

    fn recorded(&self) {
        self.pool.memoized().memo().recorded();
    }
}
