//! The population, a setting of every optimizer.

use crate::evolution::setting::{Kind, Setting, Value};

/// The maximum population. A mistyped number is rejected before it fills the memory.
pub(super) const MAX_POPULATION: u64 = 1_000_000;

/// Returns the setting of the number of organisms per generation, which is at least `least`.
pub(super) const fn population<S>(
    least: u64,
    get: fn(&S) -> Option<Value>,
    set: fn(&mut S, Value) -> Result<(), String>,
) -> Setting<S> {
    let kind = Kind::Integer(least, MAX_POPULATION);
    Setting::<S>::new("population", "N", kind, "Number of organisms per generation", get, set)
        .in_forms("more search more widely, but each generation takes longer")
}
