//! The checkpoint: how far the journal is safe, and where the session stands.

use std::path::Path;

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
}

impl Checkpoint {
    /// The checkpoint of a journal that ends here, in a session that stands there.
    pub(super) fn of(end: Place, standing: &Standing) -> Checkpoint {
        Checkpoint { bytes: end.bytes, lines: end.lines, check: end.check(), standing: standing.clone() }
    }
}

/// Replaces the checkpoint.
pub(super) fn write(path: &Path, checkpoint: &Checkpoint) -> Result<(), Error> {
    sealed::write(path, checkpoint).map(drop)
}

/// Reads the checkpoint; `None` where there is none.
pub(super) fn read(path: &Path) -> Result<Option<Checkpoint>, Error> {
    match sealed::read(path) {
        Ok((checkpoint, _)) => Ok(Some(checkpoint)),
        Err(Error::Io { cause, .. }) if cause.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
