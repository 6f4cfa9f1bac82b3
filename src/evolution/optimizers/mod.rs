//! The optimizers that can drive an evolution.

pub mod ga;
