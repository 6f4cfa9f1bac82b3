//! Checks the planted organisms of a journal.

use super::entry::Entry;
use crate::evolution::optimizers::OptimizerSettings;
use crate::experiment::Experiment;

/// The state of a journal that limits planting.
pub(super) struct Planting {
    /// The number of bits of a chromosome; `None` for an unknown schema, which other code rejects.
    bits: Option<usize>,
    optimizer: OptimizerSettings,
    run: u32,
    /// The next generation.
    generation: u32,
    /// The number of organisms planted in the next generation.
    pending: u32,
}

impl Planting {
    /// Creates the state before the first line.
    pub(super) fn new(settings: &Experiment) -> Planting {
        Planting {
            bits: Some(settings.schema().bits()),
            optimizer: settings.optimizer.clone(),
            run: 0,
            generation: 0,
            pending: 0,
        }
    }

    /// Updates the state with an entry, or returns why the entry is invalid.
    pub(super) fn apply(&mut self, entry: &Entry) -> Result<(), String> {
        match entry {
            Entry::Generation(record) => {
                (self.run, self.generation, self.pending) = (record.run, record.generation + 1, 0);
            }
            Entry::Result(result) => (self.run, self.generation, self.pending) = (result.run + 1, 0, 0),
            Entry::Settings(change) => self.optimizer = change.optimizer.clone(),
            Entry::Plant(plant) => {
                let invalid = |why: String| Err(format!("cannot plant “{}” here: {why}", plant.name));
                if (plant.run, plant.generation) != (self.run, self.generation) {
                    return invalid(format!(
                        "it is for generation {} of run {}, but the next generation is {} of run {}",
                        plant.generation,
                        plant.run + 1,
                        self.generation,
                        self.run + 1
                    ));
                }
                let found = plant.chromosome.len();
                if let Some(bits) = self.bits.filter(|&bits| bits != found) {
                    return invalid(format!("it has {found} bits, but the schema has {bits}"));
                }
                self.pending += 1;
            }
        }
        let places = self.optimizer.plantable();
        if self.pending > places {
            return Err(format!(
                "{} organisms are planted, but there is room for only {places}",
                self.pending
            ));
        }
        Ok(())
    }
}
