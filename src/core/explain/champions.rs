//! The champions of a recorded run, and the positions in which their moves are compared with the moves played.

use std::path::Path;
use std::sync::Arc;

use super::Error;
use crate::disagreement::{Champion, Learning, PositionBook, Turn, ValueChange};
use crate::engine::schema::Schema;
use crate::evolution::record::GenerationRecord;
use crate::experiment::Experiment;
use crate::objectives::agreement::{self, Agreement};
use crate::objectives::source::default_cache_folder;
use crate::threads::{Interrupt, ThreadPool};

/// The positions of an experiment, prepared to compare many organisms.
pub struct Prepared {
    /// The positions.
    pub book: PositionBook,
    schema: Arc<Schema>,
    fitness: Agreement,
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
        let schema = Arc::clone(experiment.schema());
        let objective = experiment.objective.settings();
        let book = PositionBook::load(&objective.shown_positions())?;
        let default = default_cache_folder();
        let (cache, ply_score) = (cache.or(default.as_deref()), objective.properties().ply_score);
        match Agreement::build(book.set(), &schema, ply_score, cache, pool, progress, interrupt) {
            Err(agreement::Error::Schema(_)) => Err(Error::NoEvaluation),
            built => Ok(Prepared { fitness: built?, book, schema }),
        }
    }

    /// Computes the answers of the champions of generations, given in order. `progress` receives the number of finished
    /// generations and of all.
    ///
    /// # Errors
    /// Returns an error if the interrupt was raised.
    pub fn learning(
        &self,
        generations: &[Arc<GenerationRecord>],
        pool: &ThreadPool,
        progress: &dyn Fn(u64, u64),
        interrupt: &Interrupt,
    ) -> Result<Learning, Error> {
        let champion = |record: &Arc<GenerationRecord>| Champion {
            generation: record.generation,
            values: record.champion_values.clone(),
        };
        let champions = generations.iter().map(champion).collect();
        Learning::new(&self.schema, &champions, &self.fitness, None, pool, progress, interrupt)?
            .ok_or(Error::Interrupted)
    }

    /// See [`Learning::causes`].
    ///
    /// # Errors
    /// Returns an error if the parameters are not those of an evaluation.
    pub fn causes(
        &self,
        learning: &Learning,
        position: usize,
        index: usize,
    ) -> Result<Vec<ValueChange>, Error> {
        Ok(learning.causes(position, index, &self.fitness)?)
    }

    /// See [`Learning::turns`].
    ///
    /// # Errors
    /// Returns an error if the parameters are not those of an evaluation.
    pub fn turns(&self, learning: &Learning, position: usize) -> Result<Vec<Turn>, Error> {
        Ok(learning.turns(position, &self.fitness)?)
    }

    /// Returns the change that decided about most of the positions that turned with a champion, with the numbers of learned
    /// and of forgotten ones; the first of equal changes.
    ///
    /// # Errors
    /// Returns an error if the parameters are not those of an evaluation.
    pub fn decisive(
        &self,
        learning: &Learning,
        index: usize,
    ) -> Result<Option<(ValueChange, [usize; 2])>, Error> {
        let changes = learning.changes(index).into_iter();
        let mut counts: Vec<(ValueChange, [usize; 2])> = changes.map(|change| (change, [0; 2])).collect();
        for (side, positions) in learning.turned(index).into_iter().enumerate() {
            for position in positions {
                for cause in self.causes(learning, position, index)? {
                    let found = counts.iter_mut().find(|(change, _)| *change == cause);
                    found.into_iter().for_each(|(_, counts)| counts[side] += 1);
                }
            }
        }
        let decided = |counts: &[usize; 2]| counts[0] + counts[1];
        let first_of_best = |best: (ValueChange, [usize; 2]), next: (ValueChange, [usize; 2])| {
            if decided(&next.1) > decided(&best.1) { next } else { best }
        };
        Ok(counts.into_iter().reduce(first_of_best).filter(|(_, counts)| decided(counts) > 0))
    }
}
