//! Checks the order of the entries of a journal, the lengths of its organisms, and which are planted where.

use super::entry::Entry;
use crate::evolution::optimizers::OptimizerSettings;
use crate::experiment::Experiment;
use crate::organism::chromosome::Chromosome;

/// The state of a journal, which decides what entry may come next.
pub(super) struct Planting {
    /// The number of bits of a chromosome.
    bits: usize,
    optimizer: OptimizerSettings,
    run: u32,
    /// The next generation.
    generation: u32,
    /// The organisms planted in the next generation.
    pending: Vec<Chromosome>,
}

impl Planting {
    /// Creates the state before the first line.
    pub(super) fn new(settings: &Experiment) -> Planting {
        Planting {
            bits: settings.schema().bits(),
            optimizer: settings.optimizer.clone(),
            run: 0,
            generation: 0,
            pending: Vec::new(),
        }
    }

    /// Updates the state with an entry, or returns why the entry is invalid.
    pub(super) fn apply(&mut self, entry: &Entry) -> Result<(), String> {
        match entry {
            Entry::Generation(record) => {
                self.check_next(record.run, record.generation)?;
                record.population.iter().try_for_each(|one| self.check_length(&one.chromosome))?;
                self.begin(record.run, record.generation + 1);
            }
            Entry::Result(result) => {
                if result.run != self.run {
                    return Err(format!(
                        "it is the result of run {}, not of run {}",
                        result.run + 1,
                        self.run + 1
                    ));
                }
                self.check_length(&result.champion)?;
                self.begin(result.run + 1, 0);
            }
            Entry::Stop(_) => {}
            Entry::Settings(change) => self.optimizer = change.optimizer.clone(),
            Entry::Plant(plant) => {
                let invalid = |why: String| Err(format!("cannot plant “{}” here: {why}", plant.name));
                self.check_next(plant.run, plant.generation).or_else(invalid)?;
                self.check_length(&plant.chromosome).or_else(invalid)?;
                self.pending.push(plant.chromosome.clone());
            }
            Entry::Withdraw(plant) => {
                let invalid = |why: String| Err(format!("cannot withdraw “{}” here: {why}", plant.name));
                self.check_next(plant.run, plant.generation).or_else(invalid)?;
                match self.pending.iter().rposition(|planted| *planted == plant.chromosome) {
                    Some(at) => drop(self.pending.remove(at)),
                    None => return invalid("it is not planted".to_owned()),
                }
            }
        }
        let (planted, places) = (self.pending.len(), self.optimizer.plantable());
        if planted > places as usize {
            return Err(format!("{planted} organisms are planted, but there is room for only {places}"));
        }
        Ok(())
    }

    /// Begins a generation, in which nothing is planted yet.
    fn begin(&mut self, run: u32, generation: u32) {
        (self.run, self.generation) = (run, generation);
        self.pending.clear();
    }

    /// Returns why a chromosome is none of the schema.
    fn check_length(&self, chromosome: &Chromosome) -> Result<(), String> {
        let (found, bits) = (chromosome.len(), self.bits);
        if found == bits {
            return Ok(());
        }
        Err(format!("a chromosome has {found} bits, but the schema has {bits}"))
    }

    /// Returns why an entry of this generation does not come next.
    fn check_next(&self, run: u32, generation: u32) -> Result<(), String> {
        if (run, generation) == (self.run, self.generation) {
            return Ok(());
        }
        Err(format!(
            "it is for generation {generation} of run {}, but the next generation is {} of run {}",
            run + 1,
            self.generation,
            self.run + 1
        ))
    }
}
