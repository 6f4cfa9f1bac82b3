//! The fitness source of a coevolution: openings, and the positions on which the champion is tested.

use std::path::Path;

use super::grandmaster::Grandmaster;
use super::sets;
use super::source::{Built, FitnessSource, Role, SourceError};
use crate::experiment::Experiment;
use crate::objectives::SetDigest;
use crate::objectives::self_play;
use crate::threads::{Interrupt, ThreadPool};

/// Openings for the games, and agreement with grandmasters' moves for the champion.
#[derive(Debug, Default)]
pub(super) struct Coevolution {
    grandmaster: Grandmaster,
}

impl FitnessSource for Coevolution {
    fn load(&mut self, settings: &Experiment) -> Result<[SetDigest; 2], SourceError> {
        let openings =
            self_play::openings(settings).map_err(|error| SourceError::Input(error.to_string()))?;
        let digest = SetDigest {
            name: settings.objective.settings().train().name(),
            positions: openings.count().unwrap_or(0) as u64,
            blake3: blake3::Hash::from_bytes(openings.fingerprint()).to_string(),
        };
        let (_, test) = sets::load(sets::test_set(settings)?)?;
        Ok([digest, test])
    }

    /// Builds the fitness of the test set. The other measures are games.
    fn build(
        &mut self,
        _: Role,
        settings: &Experiment,
        cache: Option<&Path>,
        pool: &ThreadPool,
        progress: &(dyn Fn(u64, u64) + Sync),
        interrupt: &Interrupt,
    ) -> Result<Built, SourceError> {
        self.grandmaster.build(Role::Test, settings, cache, pool, progress, interrupt)
    }
}
