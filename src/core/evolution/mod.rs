//! Evolution: chromosomes, genetic operators, optimizers behind an ask-and-tell interface, and generation records.
//!
//! ```text
//! settings ─▶ run ── ask ──▶ optimizer (optimizers/ga over operators/)
//!              │ ◀─ candidates
//!              │ ── measure ─▶ fitness (on an executor)
//!              │ ◀─ scores
//!              │ ── tell (fitness of the scores) ─▶ optimizer
//!              ▼
//!            record (statistics)
//! ```

pub mod blocked;
pub mod bounds;
pub mod fame;
pub mod fault;
pub mod fitness;
pub mod linear;
mod newton;
pub mod operators;
pub mod optimizer;
pub mod optimizers;
pub mod record;
pub mod report;
pub mod run;
pub mod scoped;
pub mod setting;
pub mod statistics;
#[cfg(test)]
pub(crate) mod testing;
