//! The population, a setting of every optimizer.

use crate::evolution::setting::{Kind, Setting};

/// The maximum population. A mistyped number is rejected before it fills the memory.
pub(super) const MAX_POPULATION: u64 = 1_000_000;

/// Settings with a population.
pub trait Population {
    /// Returns the number of organisms per generation.
    fn population(&self) -> u32;

    /// Changes the number of organisms per generation.
    fn set_population(&mut self, population: u32);
}

/// Returns the setting of the number of organisms per generation, which is at least `least`.
pub(super) const fn population<S: Population>(least: u64) -> Setting<S> {
    Setting::<S>::new(
        "population",
        "N",
        Kind::Integer(least, MAX_POPULATION),
        "Number of organisms per generation",
        |settings: &S| Some(settings.population().into()),
        |settings, value| value.integer().map(|number| settings.set_population(number)),
    )
    .in_forms("more search more widely, but each generation takes longer")
}
