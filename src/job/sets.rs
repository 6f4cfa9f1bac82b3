//! The position sets of a stage, read before a session is created and kept until their fitness is built.

use super::source::{Role, SourceError};
use crate::experiment::Experiment;
use crate::objectives::SetDigest;
use crate::positions::PositionSet;
use crate::positions::PositionSource;

/// The sets whose fitness is not built yet.
#[derive(Debug, Default)]
pub(super) struct Sets {
    train: Option<PositionSet>,
    test: Option<PositionSet>,
}

impl Sets {
    /// Reads both sets. Returns their digests.
    pub(super) fn load(&mut self, settings: &Experiment) -> Result<[SetDigest; 2], SourceError> {
        let (train, train_digest) = load(settings.objective.settings().train())?;
        let (test, test_digest) = load(test_set(settings)?)?;
        (self.train, self.test) = (Some(train), Some(test));
        Ok([train_digest, test_digest])
    }

    /// Moves a set out. A set that was moved out before is read again.
    pub(super) fn take(&mut self, role: Role, settings: &Experiment) -> Result<PositionSet, SourceError> {
        let (set, source) = match role {
            Role::Train => (self.train.take(), settings.objective.settings().train()),
            Role::Test => (self.test.take(), test_set(settings)?),
        };
        match set {
            Some(set) => Ok(set),
            None => Ok(load(source)?.0),
        }
    }
}

/// Returns the test set.
pub(super) fn test_set(settings: &Experiment) -> Result<&PositionSource, SourceError> {
    let missing = || SourceError::Input("the experiment has no test set".to_owned());
    settings.objective.settings().test().first().copied().ok_or_else(missing)
}

/// Reads a set of positions and computes its digest.
pub(super) fn load(source: &PositionSource) -> Result<(PositionSet, SetDigest), SourceError> {
    let set = PositionSet::load(source).map_err(|error| SourceError::Input(error.to_string()))?;
    // The name in the settings, so that it does not depend on the working directory.
    let name = source.name();
    let positions = set.examples.len() as u64;
    let blake3 = blake3::Hash::from_bytes(set.content_hash()).to_string();
    Ok((set, SetDigest { name, positions, blake3 }))
}
