//! The checkpoint: how far the journal is safe, and where the session stands.

use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::entry::Entry;
use super::error::Error;
use super::journal::Place;
use super::sealed;
use crate::evolution::settings::EvolutionSettings;

/// Where a session stands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// The run last worked on, 0 first.
    pub run: u32,
    /// Its last measured generation; `None` before generation 0.
    pub generation: Option<u32>,
    /// The best measure on the training set of any run so far.
    pub best: Option<u64>,
    /// How many runs are complete.
    pub finished_runs: u32,
    /// Whether all are.
    pub finished: bool,
}

impl Standing {
    /// Takes note of a fact of a session with these settings.
    pub(super) fn note(&mut self, entry: &Entry, settings: &EvolutionSettings) {
        match entry {
            Entry::Generation(record) => {
                (self.run, self.generation) = (record.run, Some(record.generation));
                self.best = self.best.max(Some(record.spread.best));
            }
            Entry::Settings(_) | Entry::Plant(_) => {}
            Entry::Result(result) => {
                self.finished_runs = result.run + 1;
                self.finished = self.finished_runs >= settings.runs;
            }
        }
    }
}

/// How far a file of lines with chained checksums is safe on the disk. A match has no more in its `checkpoint.ron`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Mark {
    /// Bytes that are safe.
    pub(super) bytes: u64,
    /// Lines that are safe.
    pub(super) lines: u64,
    /// The last of these lines' checksum.
    pub(super) check: String,
}

impl Mark {
    /// The mark of a file that is safe up to here.
    pub(super) fn of(end: Place) -> Mark {
        Mark { bytes: end.bytes, lines: end.lines, check: end.check() }
    }

    /// Whether a file with these places between its whole lines, the start first, still has all that was safe.
    pub(super) fn is_in(&self, places: &[Place]) -> bool {
        let met = usize::try_from(self.lines).ok().and_then(|lines| places.get(lines));
        met.is_some_and(|place| Mark::of(*place) == *self)
    }
}

/// The content of `checkpoint.ron`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Checkpoint {
    /// Bytes of the journal that are safe.
    pub(super) bytes: u64,
    /// Lines of the journal that are safe.
    pub(super) lines: u64,
    /// The last of these lines' checksum.
    pub(super) check: String,
    /// Where the session stands.
    pub(super) standing: Standing,
    /// The games of what the journal has recorded, in a coevolution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) games: Option<Mark>,
}

impl Checkpoint {
    /// The checkpoint of a journal that ends here, in a session that stands there and has these games.
    pub(super) fn of(end: Place, standing: &Standing, games: Option<&Mark>) -> Checkpoint {
        let Mark { bytes, lines, check } = Mark::of(end);
        Checkpoint { bytes, lines, check, standing: standing.clone(), games: games.cloned() }
    }

    /// How far the journal is safe.
    pub(super) fn mark(&self) -> Mark {
        Mark { bytes: self.bytes, lines: self.lines, check: self.check.clone() }
    }
}

/// Replaces the checkpoint, a session's or a match's.
pub(super) fn write(path: &Path, checkpoint: &impl Serialize) -> Result<(), Error> {
    sealed::write(path, checkpoint).map(drop)
}

/// Reads a checkpoint; `None` where there is none.
pub(super) fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, Error> {
    match sealed::read(path) {
        Ok((checkpoint, _)) => Ok(Some(checkpoint)),
        Err(Error::Io { cause, .. }) if cause.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
