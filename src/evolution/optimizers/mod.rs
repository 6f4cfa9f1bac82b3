//! Optimizers: each in one file, registered here.

pub mod ga;

use serde::{Deserialize, Serialize};

use super::optimizer::Optimizer;
use super::setting::SettingsError;
use ga::{GaSettings, GeneticAlgorithm};

/// The optimizer that proposes organisms, with its settings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum OptimizerSettings {
    /// The genetic algorithm of the papers.
    Ga(GaSettings),
}

impl OptimizerSettings {
    /// Creates the optimizer of these settings for chromosomes of `bits` bits.
    #[must_use]
    pub fn optimizer(&self, bits: usize) -> Box<dyn Optimizer> {
        match self {
            OptimizerSettings::Ga(ga) => Box::new(GeneticAlgorithm::new(ga.clone(), bits)),
        }
    }

    /// Returns the number of organisms per generation.
    #[must_use]
    pub fn population(&self) -> u32 {
        match self {
            OptimizerSettings::Ga(ga) => ga.population,
        }
    }

    /// Changes the number of organisms per generation.
    pub fn set_population(&mut self, population: u32) {
        match self {
            OptimizerSettings::Ga(ga) => ga.population = population,
        }
    }

    /// Returns how many organisms of a generation the user may plant: all but the elite, and all but one.
    #[must_use]
    pub fn plantable(&self) -> u32 {
        match self {
            OptimizerSettings::Ga(ga) => ga.population.saturating_sub(ga.elite.max(1)),
        }
    }

    /// Checks the range of every number.
    ///
    /// # Errors
    /// Returns the first number outside its range.
    pub fn validate(&self) -> Result<(), SettingsError> {
        match self {
            OptimizerSettings::Ga(ga) => ga.validate(),
        }
    }
}
