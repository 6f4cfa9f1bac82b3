//! The optimizers.

pub mod ga;
