//! The background task of the place Genome.

use crate::disagreement::Moments;
use crate::engine::features::FeatureSet;
use crate::positions::{PositionSet, PositionSource};
use crate::tui::prelude::*;

/// A task that computes the spread of the features over a set of positions.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FindSpread(pub(crate) PositionSource, pub(crate) FeatureSet);

/// The spread of the features over a set of positions.
#[derive(Debug, Clone)]
pub(crate) struct Spread {
    pub(crate) request: FindSpread,
    /// The covariances of the features.
    pub(crate) moments: Arc<Moments>,
}

impl TaskWork for FindSpread {
    fn run(&self) -> TaskResult {
        TaskResult::of(
            PositionSet::load(&self.0)
                .map(|set| Spread { request: self.clone(), moments: Arc::new(Moments::of(&set, self.1)) }),
        )
    }
}
