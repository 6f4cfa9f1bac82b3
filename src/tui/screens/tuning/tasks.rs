//! What the screen has read beside itself.

use std::sync::Arc;

use super::{Read, Trained};
use crate::solving::Suite;
use crate::tui::background::{TaskResult, Work};

/// Reads the positions that searches are tuned on.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ReadPositions(pub(crate) Trained);

/// The positions, or why they cannot be read.
#[derive(Debug, Clone)]
pub(crate) struct Positions {
    /// Which.
    pub(crate) of: Trained,
    /// What was read.
    pub(crate) problems: Read,
}

impl Work for ReadPositions {
    fn run(&self) -> TaskResult {
        TaskResult::found(Positions { of: self.0.clone(), problems: read(&self.0) })
    }
}

/// The positions of a session that tunes searches, as its job takes them.
fn read((source, positions): &Trained) -> Read {
    let suite = Suite::load(source).map_err(|error| error.to_string())?;
    let suite = match positions {
        Some(positions) => suite.spread(*positions as usize),
        None => suite,
    };
    Ok(Arc::new(suite.problems))
}
