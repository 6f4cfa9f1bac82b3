//! The background tasks of the place Genome.

use crate::disagreement::Moments;
use crate::engine::features::FeatureSet;
use crate::explain::family::{self, Origin};
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

/// A task that reads from the journal where the values of a generation's organisms came from.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FindOrigins {
    /// The session's folder.
    pub(crate) folder: PathBuf,
    /// The run, 0 first.
    pub(crate) run: u32,
    pub(crate) generation: u32,
    pub(crate) experiment: Box<Experiment>,
}

impl FindOrigins {
    /// Returns whether both tasks read the same generation.
    pub(super) fn is_of(&self, other: &FindOrigins) -> bool {
        (&self.folder, self.run, self.generation) == (&other.folder, other.run, other.generation)
    }
}

/// The origins of the values of a generation's organisms, or why there are none.
#[derive(Debug, Clone)]
pub(crate) struct Origins {
    pub(crate) request: FindOrigins,
    pub(crate) origins: Result<Arc<Vec<Vec<Origin>>>, String>,
}

impl TaskWork for FindOrigins {
    fn run(&self) -> TaskResult {
        let origins = family::origins(&self.folder, &self.experiment, self.run, self.generation);
        let origins = origins.map(Arc::new).map_err(|error| error.to_string());
        TaskResult::found(Origins { request: self.clone(), origins })
    }
}
