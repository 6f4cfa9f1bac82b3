//! When the champions of a run learned the right moves, and which changes of values taught them.
//!
//! The champion of a generation is its fittest organism. A position is *learned* in the generation from which on all
//! champions play a right move, and *forgotten* in the generation from which on none does.

use std::path::Path;

use super::Error;
use crate::disagreement::{PositionBook, with_value};
use crate::engine::evaluation::{Layout, Weights};
use crate::evolution::record::GenerationRecord;
use crate::experiment::Experiment;
use crate::objectives::moves::{self, Answers, MovesFitness};
use crate::objectives::source::default_cache_folder;
use crate::threads::{Interrupt, ThreadPool};

/// How the champions of a run answered a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Every champion played a right move.
    Known,
    /// All champions play a right move from this generation on.
    Learned(u32),
    /// No champion plays a right move from this generation on.
    Forgotten(u32),
    /// No champion ever played a right move.
    Never,
}

/// A changed value of a champion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// The index of the parameter in the schema.
    pub parameter: usize,
    /// The value of the champion before.
    pub from: i32,
    /// The value of the champion.
    pub to: i32,
}

/// A change of the champion from one generation to the next.
#[derive(Debug, Clone)]
struct Step {
    changes: Vec<Change>,
    /// The answers of the champion before with each of the changes alone.
    alone: Vec<Answers>,
    /// The answers of the champion without each of the changes.
    without: Vec<Answers>,
}

/// The answers of all champions of a run.
#[derive(Debug, Clone)]
pub struct Learning {
    /// The answers of each generation's champion.
    answers: Vec<Answers>,
    /// For each generation, how its champion differs from the one before; `None` if it does not.
    steps: Vec<Option<Step>>,
}

/// The positions of an experiment, prepared to compare many organisms.
pub struct Prepared {
    /// The positions.
    pub book: PositionBook,
    fitness: MovesFitness,
    layout: Layout,
}

impl Prepared {
    /// Prepares the positions in which the moves of organisms can be compared with the moves played. `cache` is the folder
    /// of quiescence trees, `None` for the default one.
    ///
    /// # Errors
    /// Returns an error if the parameters are not those of an evaluation, if the positions cannot be read, or if the
    /// interrupt was raised.
    pub fn new(
        experiment: &Experiment,
        cache: Option<&Path>,
        pool: &ThreadPool,
        progress: &(dyn Fn(u64, u64) + Sync),
        interrupt: &Interrupt,
    ) -> Result<Prepared, Error> {
        let schema = experiment.schema();
        let layout = Layout::of(schema).map_err(|_| Error::NoEvaluation)?;
        let objective = experiment.objective.settings();
        let book = PositionBook::load(&objective.shown_positions())?;
        let default = default_cache_folder();
        let (cache, ply_score) = (cache.or(default.as_deref()), objective.properties().ply_score);
        let built = MovesFitness::build(book.set(), schema, ply_score, cache, pool, progress, interrupt);
        match built {
            Err(moves::Error::Interrupted) => Err(Error::Interrupted),
            built => Ok(Prepared { fitness: built?, book, layout }),
        }
    }
}

impl Learning {
    /// Computes the answers of the champions of a run, given its generations in order, and of the organisms between two
    /// champions. `progress` receives the number of finished generations and of all.
    ///
    /// # Errors
    /// Returns an error if the interrupt was raised.
    pub fn new(
        generations: &[impl AsRef<GenerationRecord>],
        prepared: &Prepared,
        pool: &ThreadPool,
        progress: &dyn Fn(u64, u64),
        interrupt: &Interrupt,
    ) -> Result<Learning, Error> {
        let Prepared { fitness, layout, .. } = prepared;
        let values: Vec<&[i32]> =
            generations.iter().map(|record| record.as_ref().champion_values.as_slice()).collect();
        let answers_of = |organisms: &[Vec<i32>]| {
            let weights: Vec<Weights> = organisms.iter().map(|values| layout.weights(values)).collect();
            pool.install(|| fitness.answers_of(&weights, interrupt)).ok_or(Error::Interrupted)
        };
        let mut learning = Learning { answers: Vec::new(), steps: Vec::new() };
        for (index, now) in values.iter().enumerate() {
            progress(index as u64, values.len() as u64);
            let before = index.checked_sub(1).map(|index| values[index]);
            let step = match before {
                Some(before) if before != *now => Some(Step::between(before, now, answers_of)?),
                _ => None,
            };
            let answers = match learning.answers.last().filter(|_| before == Some(now)) {
                Some(same) => same.clone(),
                None => answers_of(&[now.to_vec()])?.swap_remove(0),
            };
            learning.answers.push(answers);
            learning.steps.push(step);
        }
        Ok(learning)
    }

    /// Returns the number of generations.
    #[must_use]
    pub fn generations(&self) -> usize {
        self.answers.len()
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.answers.first().map_or(0, Answers::len)
    }

    /// For each generation, whether its champion plays a right move in a position.
    pub fn history(&self, position: usize) -> impl DoubleEndedIterator<Item = bool> + '_ {
        self.answers.iter().map(move |answers| answers.get(position))
    }

    /// Returns how the champions answered a position.
    #[must_use]
    pub fn state(&self, position: usize) -> State {
        let last = self.history(position).next_back().unwrap_or(false);
        let run = self.history(position).rev().take_while(|right| *right == last).count();
        let since = (self.generations() - run) as u32;
        match (last, since) {
            (true, 0) => State::Known,
            (true, _) => State::Learned(since),
            (false, 0) => State::Never,
            (false, _) => State::Forgotten(since),
        }
    }

    /// Returns the positions that a generation's champion answers right and the one before does not, and the opposite.
    #[must_use]
    pub fn turned(&self, generation: u32) -> [Vec<usize>; 2] {
        let at = generation as usize;
        let Some(before) = at.checked_sub(1).filter(|_| at < self.generations()) else {
            return [vec![], vec![]];
        };
        let right = |index: usize, position| self.answers[index].get(position);
        [(before, at), (at, before)].map(|(wrong, now)| {
            (0..self.positions())
                .filter(|position| right(now, *position) && !right(wrong, *position))
                .collect()
        })
    }

    /// Returns how the champion of a generation differs from the one before.
    #[must_use]
    pub fn changes(&self, generation: u32) -> &[Change] {
        self.steps.get(generation as usize).and_then(Option::as_ref).map_or(&[], |step| &step.changes)
    }

    /// Returns the changes of a generation that decided about a position whose answer turned in it: without any of them
    /// the answer would not have turned. If several changes suffice, each alone, it returns those. It is empty if only
    /// several together turn it.
    #[must_use]
    pub fn causes(&self, position: usize, generation: u32) -> Vec<Change> {
        let Some(Some(step)) = self.steps.get(generation as usize) else { return Vec::new() };
        let now = self.answers[generation as usize].get(position);
        let decided = |answers: &[Answers], answer: bool| -> Vec<Change> {
            let with = step.changes.iter().zip(answers);
            with.filter(|(_, answers)| answers.get(position) == answer).map(|(change, _)| *change).collect()
        };
        let needed = decided(&step.without, !now);
        if needed.is_empty() { decided(&step.alone, now) } else { needed }
    }
}

impl Step {
    fn between(
        before: &[i32],
        now: &[i32],
        answers_of: impl Fn(&[Vec<i32>]) -> Result<Vec<Answers>, Error>,
    ) -> Result<Step, Error> {
        let pairs = before.iter().zip(now).enumerate();
        let changes: Vec<Change> = pairs
            .filter(|(_, (from, to))| from != to)
            .map(|(parameter, (from, to))| Change { parameter, from: *from, to: *to })
            .collect();
        let alone = changes.iter().map(|change| with_value(before, change.parameter, change.to));
        let without = changes.iter().map(|change| with_value(now, change.parameter, change.from));
        let organisms: Vec<Vec<i32>> = alone.chain(without).collect();
        let mut alone = answers_of(&organisms)?;
        let without = alone.split_off(changes.len());
        Ok(Step { changes, alone, without })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;

    /// The session of the repository, measured on its own training set.
    fn learning(threads: usize) -> Learning {
        let recorded = Session::open_read_only(Path::new("sessions/example")).unwrap();
        let (pool, interrupt) = (ThreadPool::new(threads).unwrap(), Interrupt::default());
        let prepared = Prepared::new(&recorded.header.settings, None, &pool, &|_, _| {}, &interrupt).unwrap();
        Learning::new(&recorded.history, &prepared, &pool, &|_, _| {}, &interrupt).unwrap()
    }

    #[test]
    fn the_answers_of_champions_are_those_of_the_journal() {
        let recorded = Session::open_read_only(Path::new("sessions/example")).unwrap();
        let learning = learning(2);
        assert_eq!(learning.generations(), recorded.history.len());
        for (generation, record) in recorded.history.iter().enumerate() {
            assert_eq!(learning.answers[generation].count() as u64, record.spread.best, "{generation}");
            let [learned, forgotten] = learning.turned(generation as u32);
            let before = generation
                .checked_sub(1)
                .map_or(record.spread.best, |before| recorded.history[before].spread.best);
            assert_eq!(before as usize + learned.len() - forgotten.len(), record.spread.best as usize);
        }
        let states: Vec<State> = (0..learning.positions()).map(|position| learning.state(position)).collect();
        for (position, state) in states.iter().enumerate() {
            let history: Vec<bool> = learning.history(position).collect();
            let (since, last) = match state {
                State::Known | State::Never => (0, *state == State::Known),
                State::Learned(since) | State::Forgotten(since) => {
                    (*since as usize, matches!(state, State::Learned(_)))
                }
            };
            assert!(history[since..].iter().all(|right| *right == last), "{position}: {state:?}");
            assert!(since == 0 || history[since - 1] != last, "{position}: {state:?}");
        }
        let right = states.iter().filter(|state| matches!(state, State::Known | State::Learned(_))).count();
        assert_eq!(right as u64, recorded.history.last().unwrap().spread.best);
    }

    #[test]
    fn a_cause_is_needed_or_suffices() {
        let learning = learning(1);
        let (mut needed, mut sufficient) = (0, 0);
        for generation in 1..learning.generations() as u32 {
            for position in learning.turned(generation).concat() {
                let step = learning.steps[generation as usize].as_ref().unwrap();
                let now = learning.answers[generation as usize].get(position);
                for cause in learning.causes(position, generation) {
                    let at = step.changes.iter().position(|change| *change == cause).unwrap();
                    if step.without[at].get(position) != now {
                        needed += 1;
                    } else {
                        assert_eq!(step.alone[at].get(position), now);
                        sufficient += 1;
                    }
                }
            }
        }
        assert!(needed > 100 && sufficient > 0, "{needed}, {sufficient}");
    }

    #[test]
    fn learning_does_not_depend_on_the_threads() {
        assert_eq!(learning(1).answers, learning(3).answers);
    }
}
