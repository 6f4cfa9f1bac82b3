//! The genetic algorithm's operators: small pure pieces over a random stream.
//!
//! Everything random is decided by integer comparisons and divisions that are exact or correctly
//! rounded, never by logarithms or other functions whose last bit may differ between machines.

pub mod crossover;
pub mod mutation;
pub mod selection;
