//! The background task of the Genome screen.

use std::sync::Arc;

use crate::disagreement::Moments;
use crate::positions::{PositionSet, PositionSource};
use crate::tui::background::{TaskResult, Work};

/// A task that computes the spread of the features over a set of positions.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FindSpread(pub(crate) PositionSource);

/// The spread of the features over a set of positions.
#[derive(Debug, Clone)]
pub(crate) struct Spread {
    pub(crate) source: PositionSource,
    /// The covariances of the features.
    pub(crate) moments: Arc<Moments>,
}

impl Work for FindSpread {
    fn run(&self) -> TaskResult {
        match PositionSet::load(&self.0) {
            Ok(set) => {
                TaskResult::found(Spread { source: self.0.clone(), moments: Arc::new(Moments::of(&set)) })
            }
            Err(error) => TaskResult::Failed(error.to_string()),
        }
    }
}
