//! The library of Eyas without its workbench. The package `eyas` offers both, and describes them.

pub mod analysis;
mod append_log;
pub mod arena;
#[cfg(test)]
mod calibration;
pub mod config;
pub mod demo;
pub mod director;
pub mod disagreement;
pub mod engine;
pub mod engine_options;
pub mod evolution;
pub mod experiment;
pub mod explain;
pub mod figures;
pub mod files;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
pub mod job;
pub mod measuring;
pub mod numbers;
pub mod objectives;
pub mod organism;
pub mod pipeline;
pub mod platform;
pub mod players;
pub mod positions;
pub mod progress;
pub mod race;
pub mod randomness;
#[cfg(feature = "nats")]
pub mod remote;
pub mod report;
pub mod session;
pub mod solving;
pub mod statistics;
pub mod strength;
pub mod text;
pub mod threads;
pub mod trust;
pub mod uci;

/// The time after which a test stops waiting for an event and fails. Even the slowest machine needs far less.
#[cfg(test)]
const TEST_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(600);
