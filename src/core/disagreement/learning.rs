//! When the champions of a run learned and forgot the right moves, and which changes of values taught them.
//!
//! The champion of a generation is its fittest organism. A position is *learned* in the generation from which on all
//! champions play a right move, and *forgotten* in the generation from which on none does.

use std::sync::Arc;

use super::with_value;
use crate::engine::evaluation::{Layout, Weights};
use crate::engine::schema::Schema;
use crate::objectives::agreement::{Agreement, Answers, Error};
use crate::threads::{Interrupt, ThreadPool};

/// The number of champions that are evaluated at once.
const TOGETHER: usize = 64;

/// How the champions of a run answered a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Learned {
    /// Every champion played a right move.
    Always,
    /// All champions play a right move from this generation on.
    Since(u32),
    /// No champion plays a right move from this generation on.
    Forgotten(u32),
    /// No champion ever played a right move.
    Never,
}

impl Learned {
    /// Returns the generation in which the answer turned for the last time.
    #[must_use]
    pub fn generation(self) -> Option<u32> {
        match self {
            Learned::Since(generation) | Learned::Forgotten(generation) => Some(generation),
            Learned::Always | Learned::Never => None,
        }
    }
}

/// A changed value of a champion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValueChange {
    /// The index of the parameter in the schema.
    pub parameter: usize,
    /// The value of the champion before.
    pub from: i32,
    /// The value of the champion.
    pub to: i32,
}

/// The champion of a generation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Champion {
    /// The generation.
    pub generation: u32,
    /// The values of its parameters.
    pub values: Vec<i32>,
}

/// A generation in which the answer of the champion to a position turned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// The generation.
    pub generation: u32,
    /// Whether its champion plays a right move.
    pub right: bool,
    /// The changes of values that decided.
    pub causes: Vec<ValueChange>,
}

/// The champions of a run in the order of their generations, with their answers.
#[derive(Debug, Clone)]
pub struct Learning {
    schema: Arc<Schema>,
    champions: Arc<[Champion]>,
    /// The answers of each champion.
    answers: Vec<Answers>,
}

impl Learning {
    /// Computes the answers of champions. Those that begin `known` are not computed again. `progress` receives the number
    /// of finished champions and of all. Returns `None` if the interrupt was raised.
    ///
    /// # Errors
    /// Returns an error if the parameters are not those of an evaluation.
    pub fn new(
        schema: &Arc<Schema>,
        champions: &Arc<[Champion]>,
        fitness: &Agreement,
        known: Option<&Learning>,
        pool: &ThreadPool,
        progress: &dyn Fn(u64, u64),
        interrupt: &Interrupt,
    ) -> Result<Option<Learning>, Error> {
        let layout = Layout::of(schema)?;
        let known = known.filter(|known| known.schema == *schema);
        let shared = known.map_or(0, |known| {
            known.champions.iter().zip(champions.iter()).take_while(|(one, other)| one == other).count()
        });
        let mut answers = known.map_or_else(Vec::new, |known| known.answers[..shared].to_vec());
        for chunk in champions[shared..].chunks(TOGETHER) {
            progress(answers.len() as u64, champions.len() as u64);
            let weights: Vec<Weights> =
                chunk.iter().map(|champion| layout.weights(&champion.values)).collect();
            match pool.install(|| fitness.answers_of(&weights, interrupt)) {
                Some(more) => answers.extend(more),
                None => return Ok(None),
            }
        }
        Ok(Some(Learning { schema: Arc::clone(schema), champions: Arc::clone(champions), answers }))
    }

    /// Returns the champions.
    #[must_use]
    pub fn champions(&self) -> &Arc<[Champion]> {
        &self.champions
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.answers.first().map_or(0, Answers::len)
    }

    /// Returns the index of the champion of a generation, or of the latest one before it.
    #[must_use]
    pub fn index_of(&self, generation: u32) -> usize {
        self.champions.partition_point(|champion| champion.generation <= generation).saturating_sub(1)
    }

    /// For each champion, whether it plays a right move in a position.
    pub fn history(&self, position: usize) -> impl DoubleEndedIterator<Item = bool> + ExactSizeIterator + '_ {
        self.answers.iter().map(move |answers| answers.get(position))
    }

    /// Returns whether a champion plays a right move in a position.
    #[must_use]
    pub fn answered(&self, index: usize, position: usize) -> bool {
        self.answers.get(index).is_some_and(|answers| answers.get(position))
    }

    /// Returns how the champions answered a position.
    #[must_use]
    pub fn state(&self, position: usize) -> Learned {
        let last = self.history(position).next_back().unwrap_or(false);
        let run = self.history(position).rev().take_while(|right| *right == last).count();
        match (last, self.answers.len() - run) {
            (true, 0) => Learned::Always,
            (false, 0) => Learned::Never,
            (true, since) => Learned::Since(self.champions[since].generation),
            (false, since) => Learned::Forgotten(self.champions[since].generation),
        }
    }

    /// Returns the numbers of positions that a champion learned and forgot since the one before.
    #[must_use]
    pub fn turn_counts(&self, index: usize) -> [usize; 2] {
        self.with_before(index).map_or([0; 2], |[before, now]| [now.beyond(before), before.beyond(now)])
    }

    /// Returns the positions that a champion answers right and the one before does not, and the opposite.
    #[must_use]
    pub fn turned(&self, index: usize) -> [Vec<usize>; 2] {
        let Some([before, now]) = self.with_before(index) else { return [vec![], vec![]] };
        [(before, now), (now, before)].map(|(wrong, right)| {
            (0..self.positions()).filter(|at| right.get(*at) && !wrong.get(*at)).collect()
        })
    }

    /// Returns the answers of the champion before, and of a champion.
    fn with_before(&self, index: usize) -> Option<[&Answers; 2]> {
        Some([self.answers.get(index.checked_sub(1)?)?, self.answers.get(index)?])
    }

    /// Returns how a champion differs from the one before.
    #[must_use]
    pub fn changes(&self, index: usize) -> Vec<ValueChange> {
        let Some(before) = index.checked_sub(1) else { return Vec::new() };
        let pairs = self.champions[before].values.iter().zip(&self.champions[index].values).enumerate();
        let changed = pairs.filter(|(_, (from, to))| from != to);
        changed.map(|(parameter, (from, to))| ValueChange { parameter, from: *from, to: *to }).collect()
    }

    /// Returns the changes that decided about a position whose answer turned with a champion: without any of them the
    /// answer would not have turned. If several changes suffice, each alone, it returns those. It is empty if only several
    /// together turn it.
    ///
    /// # Errors
    /// Returns an error if the parameters are not those of an evaluation.
    pub fn causes(
        &self,
        position: usize,
        index: usize,
        fitness: &Agreement,
    ) -> Result<Vec<ValueChange>, Error> {
        let Some(before) = index.checked_sub(1) else { return Ok(Vec::new()) };
        let layout = Layout::of(&self.schema)?;
        let (old, new) = (&self.champions[before].values, &self.champions[index].values);
        let (changes, now) = (self.changes(index), self.answers[index].get(position));
        let without = changes.iter().map(|change| with_value(new, change.parameter, change.from));
        let alone = changes.iter().map(|change| with_value(old, change.parameter, change.to));
        let organisms: Vec<Weights> = without.chain(alone).map(|values| layout.weights(&values)).collect();
        let answers = fitness.answers_at(position, &organisms);
        let (without, alone) = answers.split_at(changes.len());
        let decided = |answers: &[bool], answer: bool| -> Vec<ValueChange> {
            let with = changes.iter().zip(answers);
            with.filter(|(_, given)| **given == answer).map(|(change, _)| *change).collect()
        };
        let needed = decided(without, !now);
        Ok(if needed.is_empty() { decided(alone, now) } else { needed })
    }

    /// Returns all turns of the answer to a position, the first one first.
    ///
    /// # Errors
    /// Returns an error if the parameters are not those of an evaluation.
    pub fn turns(&self, position: usize, fitness: &Agreement) -> Result<Vec<Turn>, Error> {
        let history: Vec<bool> = self.history(position).collect();
        let turned = (1..history.len()).filter(|at| history[*at] != history[at - 1]);
        turned
            .map(|index| {
                let generation = self.champions[index].generation;
                Ok(Turn { generation, right: history[index], causes: self.causes(position, index, fitness)? })
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::disagreement::PositionBook;
    use crate::session::{Recorded, Session};

    /// The session of the repository, measured on its own training set.
    struct Example {
        recorded: Recorded,
        fitness: Agreement,
        champions: Arc<[Champion]>,
    }

    impl Example {
        fn new() -> Example {
            let recorded = Session::open_read_only(Path::new("sessions/example")).unwrap();
            let settings = recorded.header.settings.objective.settings();
            let book = PositionBook::load(&settings.shown_positions()).unwrap();
            let (pool, never) = (ThreadPool::new(2).unwrap(), Interrupt::default());
            let schema = recorded.header.settings.schema();
            let ply_score = settings.properties().ply_score;
            let fitness =
                Agreement::build(book.set(), schema, ply_score, None, &pool, &|_, _| {}, &never).unwrap();
            let champion = |record: &Arc<crate::evolution::record::GenerationRecord>| Champion {
                generation: record.generation,
                values: record.champion_values.clone(),
            };
            let champions = recorded.history.iter().map(champion).collect();
            Example { recorded, fitness, champions }
        }

        fn learning(&self, threads: usize, known: Option<&Learning>, champions: usize) -> Learning {
            let (pool, never) = (ThreadPool::new(threads).unwrap(), Interrupt::default());
            let champions = self.champions[..champions].into();
            let schema = self.recorded.header.settings.schema();
            Learning::new(schema, &champions, &self.fitness, known, &pool, &|_, _| {}, &never)
                .unwrap()
                .unwrap()
        }
    }

    #[test]
    fn the_answers_of_champions_are_those_of_the_journal() {
        let example = Example::new();
        let history = &example.recorded.history;
        let learning = example.learning(2, None, history.len());
        for (index, record) in history.iter().enumerate() {
            assert_eq!(learning.answers[index].count() as u64, record.spread.best, "{index}");
            let turned = learning.turned(index).map(|positions| positions.len());
            assert_eq!(turned, learning.turn_counts(index));
            let before =
                index.checked_sub(1).map_or(record.spread.best, |before| history[before].spread.best);
            assert_eq!(before as usize + turned[0] - turned[1], record.spread.best as usize);
            assert_eq!(learning.index_of(record.generation), index);
        }
        let states: Vec<Learned> =
            (0..learning.positions()).map(|position| learning.state(position)).collect();
        for (position, state) in states.iter().enumerate() {
            let answers: Vec<bool> = learning.history(position).collect();
            let last = matches!(state, Learned::Always | Learned::Since(_));
            let since = state.generation().map_or(0, |generation| learning.index_of(generation));
            assert!(answers[since..].iter().all(|right| *right == last), "{position}: {state:?}");
            assert!(since == 0 || answers[since - 1] != last, "{position}: {state:?}");
        }
        let right =
            states.iter().filter(|state| matches!(state, Learned::Always | Learned::Since(_))).count();
        assert_eq!(right as u64, history.last().unwrap().spread.best);
    }

    /// Without a needed cause, or with a sufficient one alone, the answers of whole organisms turn.
    #[test]
    fn a_cause_is_needed_or_suffices() {
        let example = Example::new();
        let learning = example.learning(1, None, example.champions.len());
        let right = |values: &[i32], position| example.fitness.answers(values).get(position);
        let (mut needed, mut sufficient) = (0, 0);
        for position in (0..learning.positions()).step_by(50) {
            for turn in learning.turns(position, &example.fitness).unwrap() {
                let index = learning.index_of(turn.generation);
                let (before, now) =
                    (&learning.champions[index - 1].values, &learning.champions[index].values);
                assert_eq!(right(now, position), turn.right);
                for cause in turn.causes {
                    if right(&with_value(now, cause.parameter, cause.from), position) != turn.right {
                        needed += 1;
                    } else {
                        let alone = with_value(before, cause.parameter, cause.to);
                        assert_eq!(right(&alone, position), turn.right);
                        sufficient += 1;
                    }
                }
            }
        }
        assert!(needed + sufficient > 10, "{needed}, {sufficient}");
    }

    #[test]
    fn learning_depends_neither_on_the_threads_nor_on_what_was_known() {
        let example = Example::new();
        let all = example.champions.len();
        let whole = example.learning(1, None, all);
        let part = example.learning(3, None, all / 2);
        assert_eq!(example.learning(3, Some(&part), all).answers, whole.answers);
    }
}
