//! Evolution: chromosomes, operators, optimizers behind ask-and-tell, and what is recorded of them.

pub mod chromosome;
pub mod fitness;
pub mod optimizer;
pub mod randomness;
pub mod record;
pub mod settings;
