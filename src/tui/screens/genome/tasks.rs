//! What the screen has read beside itself.

use std::sync::Arc;

use crate::disagreement::Moments;
use crate::positions::{PositionSet, PositionSource};
use crate::tui::background::{TaskResult, Work};

/// Finds how the features of some positions spread.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FindSpread(pub(crate) PositionSource);

/// How the features of some positions spread.
#[derive(Debug, Clone)]
pub(crate) struct Spread {
    /// Which positions.
    pub(crate) source: PositionSource,
    /// How they spread.
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
