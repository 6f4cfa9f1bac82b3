//! Work on several machines: a coordinator gives the tasks of an experiment and the games of a match to workers.
//!
//! ```text
//! job ── tasks ──▶ coordinator ── EYAS_TASKS ───▶ worker (any number, on any machine)
//!                      ▲    └──── EYAS_BLOBS ───▶ experiment, positions, organisms, by hash
//!                      └───────── EYAS_RESULTS ◀── results, with key, worker and signature
//! ```
//!
//! NATS JetStream is the queue: it stores, delivers, and delivers again. A task is a pure function of its content, so
//! it does not matter who computes it and how often; the first result with its key is accepted. A worker builds
//! fitness functions and players with the same code as the coordinator. Network code runs on one thread in each
//! process, and everything else is synchronous.
//!
//! What comes over the network is not trusted: messages and inputs have limits of size, an experiment names no file
//! and no command, and results are checked by computing a share of them again.
//!
//! * **Pure tasks.** `Fitness::compute` computes a task on a worker and stores nothing; `Fitness::accept` puts its results where
//!   `Fitness::run` would have put its own. So a session does not depend on who computed what.
//! * **What others can do is no failure.** A worker that leaves returns its task, one that cannot run an engine says so, and one
//!   that misses an input receives it again. Only workers that vanish use up the deliveries of a message.
//! * **Trust.** Other builds are refused. Checked results wait until a second worker agrees; if it does not, the coordinator
//!   computes the task itself and names who was wrong.
//! * **Back-pressure.** A few bundles for each thread are outstanding. Short tasks travel in bundles of about 50 ms, which become
//!   smaller near the end, so that all workers end at about the same time.
//! * **Players stay at the board.** Each thread keeps the two players of its last game, so tables and processes are made once.
//! * **Engines.** Only names of profiles and values of options travel.

mod batch;
pub mod blobs;
mod compute;
mod coordinator;
mod drive;
mod error;
mod executor;
#[cfg(any(test, fuzzing))]
pub(crate) mod fuzzed;
mod game_results;
mod games;
mod inputs;
mod ledger;
mod link;
mod nats;
mod nothing;
pub mod protocol;
mod roster;
mod settable;
mod setup;
mod signature;
mod worker;

pub use coordinator::{Coordinator, CoordinatorOptions};
pub use error::Error;
pub use executor::NatsWorkers;
pub use nats::Access;
pub use signature::Signature;
pub use worker::{Distortion, Leaving, WorkerOptions, WorkerSummary, work};

/// Returns a random identity for a process.
fn identity() -> String {
    use rand::Rng;
    let mut bytes = [0; 12];
    rand::rng().fill_bytes(&mut bytes);
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
