//! Which organisms a run measures next: those of the optimizer and those that the user planted, within the bounds.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::Run;
use crate::evolution::bounds::{Bounds, NamedBounds};
use crate::evolution::optimizer::{Candidate, Models};
use crate::evolution::record::{Founder, GenerationRecord};
use crate::organism::chromosome::Chromosome;

/// The reason why an organism cannot be planted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PlantError {
    /// The chromosome does not have the length of this run's schema.
    #[error("the organism has another schema: its chromosome has {found} bits instead of {expected}")]
    Length {
        /// Number of bits of the run's chromosomes.
        expected: usize,
        /// Number of bits of this chromosome.
        found: usize,
    },
    /// The maximum number of organisms is already planted.
    #[error(
        "at most {places} organisms can be planted in one generation, because the elite and at least one offspring remain"
    )]
    Full {
        /// The maximum number.
        places: usize,
    },
}

impl Run {
    /// Replaces the bounds of the values from the next generation on: all those that are narrower than the ranges. Values
    /// outside are moved to the nearest bound.
    pub fn change_bounds(&mut self, named: &NamedBounds) {
        if *named == self.named_bounds {
            return;
        }
        let bounds = Bounds::of(&self.schema, named);
        self.optimizer.bound(&bounds);
        self.named_bounds.clone_from(named);
        self.bounds = Some(bounds);
    }

    /// Returns the bounds that are narrower than the ranges.
    #[must_use]
    pub fn bounds(&self) -> &NamedBounds {
        &self.named_bounds
    }

    /// Moves values outside the bounds to the nearest bound.
    pub(super) fn limited(&self, chromosome: Chromosome) -> Chromosome {
        match &self.bounds {
            Some(bounds) => bounds.limited(&self.schema, &chromosome),
            None => chromosome,
        }
    }

    /// Plants an organism in the next generation, in the place of one of the offspring.
    ///
    /// # Errors
    /// Returns an error and changes nothing if the organism has another schema, or if the maximum number is already
    /// planted.
    pub fn plant(&mut self, chromosome: Chromosome) -> Result<(), PlantError> {
        let (expected, found) = (self.schema.bits(), chromosome.len());
        if found != expected {
            return Err(PlantError::Length { expected, found });
        }
        if self.planted.len() >= self.max_planted {
            return Err(PlantError::Full { places: self.max_planted });
        }
        self.planted.push(chromosome);
        Ok(())
    }

    /// Withdraws an organism that is planted in the next generation. Returns whether it was planted.
    pub fn withdraw(&mut self, chromosome: &Chromosome) -> bool {
        let found = self.planted.iter().rposition(|planted| planted == chromosome);
        found.map(|at| self.planted.remove(at)).is_some()
    }

    /// Returns whether this organism is planted in the next generation.
    #[must_use]
    pub fn has_planted(&self, chromosome: &Chromosome) -> bool {
        self.planted.contains(chromosome)
    }

    /// Returns the number of organisms planted in the next generation.
    #[must_use]
    pub fn planted(&self) -> usize {
        self.planted.len()
    }

    /// Returns the bits that mutation flipped in an organism of the next generation, which `record` is: that with this place
    /// in the order of fitness (0 first). The number is its place in the optimizer's proposal. `None` if the optimizer does
    /// not mutate bits, or if there is no such organism.
    #[must_use]
    pub fn mutated(&self, record: &GenerationRecord, place: usize) -> Option<(u32, Chromosome)> {
        let candidates = self.candidates(None);
        let scores: HashMap<&Chromosome, u64> =
            record.population.iter().map(|individual| (&individual.chromosome, individual.score)).collect();
        let mut seats: Vec<usize> = (0..candidates.len()).collect();
        seats.sort_by_key(|seat| Reverse(scores.get(&candidates[*seat].chromosome)));
        let seat = *seats.get(place)?;
        let is_planted = seat >= candidates.len().saturating_sub(self.planted.len());
        let flips = self.optimizer.mutations(self.next, &self.randomness)?.into_iter().nth(seat)?;
        let flips = if is_planted { Chromosome::zeros(flips.len()) } else { flips };
        Some((seat as u32, flips))
    }

    /// Returns the founders or the optimizer's proposal, with the planted organisms in the last places in the order of
    /// planting.
    pub(super) fn candidates(&self, models: Option<&dyn Models>) -> Vec<Candidate> {
        let mut candidates = if self.next == 0 && !self.initial.is_empty() {
            let founder = |founder: &Founder| Candidate {
                chromosome: founder.chromosome.clone(),
                born: 0,
                parents: Vec::new(),
            };
            self.initial.iter().map(founder).collect()
        } else {
            match models {
                Some(models) => self.optimizer.ask_with(self.next, &self.randomness, models),
                None => self.optimizer.ask(self.next, &self.randomness),
            }
        };
        let first = candidates.len().saturating_sub(self.planted.len());
        for (place, chromosome) in candidates[first..].iter_mut().zip(&self.planted) {
            *place = Candidate { chromosome: chromosome.clone(), born: self.next, parents: Vec::new() };
        }
        if self.bounds.is_some() {
            for candidate in &mut candidates {
                candidate.chromosome = self.limited(candidate.chromosome.clone());
            }
        }
        candidates
    }
}
