//! The operators of the genetic algorithm: small pure functions over a random stream.
//!
//! Every random decision uses integer comparisons and divisions that are exact or correctly rounded. Logarithms and
//! other functions are avoided, because their last bit may differ between machines.

pub mod crossover;
pub mod mutation;
pub mod selection;
