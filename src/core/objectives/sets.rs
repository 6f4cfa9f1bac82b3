//! The position sets of an objective, read before a session is created and kept until their fitness is built.

use super::SetDigest;
use super::source::{SetRole, SourceError};
use crate::positions::{PositionSet, PositionSource};

/// A training set and a test set whose fitness is not built yet.
#[derive(Debug)]
pub(super) struct Sets {
    train: (PositionSource, Option<PositionSet>),
    test: (PositionSource, Option<PositionSet>),
}

impl Sets {
    /// Creates the sets, without reading them.
    pub(super) fn new(train: PositionSource, test: PositionSource) -> Sets {
        Sets { train: (train, None), test: (test, None) }
    }

    /// Reads both sets. Returns their digests.
    pub(super) fn load(&mut self) -> Result<[SetDigest; 2], SourceError> {
        let (train, train_digest) = load(&self.train.0)?;
        let (test, test_digest) = load(&self.test.0)?;
        (self.train.1, self.test.1) = (Some(train), Some(test));
        Ok([train_digest, test_digest])
    }

    /// Moves a set out. A set that was moved out before is read again.
    pub(super) fn take(&mut self, role: SetRole) -> Result<PositionSet, SourceError> {
        let (source, set) = match role {
            SetRole::Train => &mut self.train,
            SetRole::Test => &mut self.test,
        };
        match set.take() {
            Some(set) => Ok(set),
            None => Ok(load(source)?.0),
        }
    }
}

/// Reads a set of positions and computes its digest.
pub(super) fn load(source: &PositionSource) -> Result<(PositionSet, SetDigest), SourceError> {
    let set = PositionSet::load(source).map_err(SourceError::input)?;
    // The name in the settings, so that it does not depend on the working directory.
    let name = source.name();
    let positions = set.examples.len() as u64;
    let blake3 = blake3::Hash::from_bytes(set.content_hash()).to_string();
    Ok((set, SetDigest { name, positions, blake3 }))
}
