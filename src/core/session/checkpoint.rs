//! The checkpoint: the synced length of the journal, and the progress of the session.

use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::entry::Entry;
use super::error::Error;
use super::journal::Place;
use super::sealed;
use crate::experiment::Experiment;

/// The progress of a session.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SessionProgress {
    /// The current run; the first is 0.
    pub run: u32,
    /// The last evaluated generation of the current run; `None` before generation 0.
    pub generation: Option<u32>,
    /// The best score on the training set in all runs so far.
    pub best: Option<u64>,
    /// The number of complete runs.
    pub finished_runs: u32,
    /// Whether all runs are complete.
    pub finished: bool,
}

impl SessionProgress {
    /// Updates the progress with an entry of a session with these settings.
    pub(super) fn update(&mut self, entry: &Entry, settings: &Experiment) {
        match entry {
            Entry::Generation(record) => self.measure((record.run, record.generation), record.spread.best),
            Entry::Settings(_) | Entry::Plant(_) | Entry::Withdraw(_) | Entry::Stop(_) => {}
            Entry::Result(result) => self.finish(result.run, settings),
        }
    }

    /// Updates the progress with a generation of a run and its best score.
    pub(super) fn measure(&mut self, (run, generation): (u32, u32), best: u64) {
        (self.run, self.generation) = (run, Some(generation));
        self.best = self.best.max(Some(best));
    }

    /// Updates the progress with the end of a run.
    pub(super) fn finish(&mut self, run: u32, settings: &Experiment) {
        self.finished_runs = run + 1;
        self.finished = self.finished_runs >= settings.runs;
    }
}

/// The synced length of a file of lines with chained checksums. The `checkpoint.ron` of a match holds only this.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Mark {
    /// The number of synced bytes.
    pub(super) bytes: u64,
    /// The number of synced lines.
    pub(super) lines: u64,
    /// The checksum of the last synced line.
    pub(super) check: String,
}

impl Mark {
    /// Creates the mark of a file that is synced up to `end`.
    pub(super) fn new(end: Place) -> Mark {
        Mark { bytes: end.bytes, lines: end.lines, check: end.check() }
    }

    /// Returns whether a file still has all synced lines. `places` are the places between its complete lines,
    /// beginning with the start of the file.
    pub(super) fn is_in(&self, places: &[Place]) -> bool {
        let place = usize::try_from(self.lines).ok().and_then(|lines| places.get(lines));
        place.is_some_and(|place| Mark::new(*place) == *self)
    }
}

/// The content of `checkpoint.ron`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Checkpoint {
    /// The number of synced bytes of the journal.
    pub(super) bytes: u64,
    /// The number of synced lines of the journal.
    pub(super) lines: u64,
    /// The checksum of the last synced line.
    pub(super) check: String,
    pub(super) standing: SessionProgress,
    /// In a coevolution, the synced length of the games file at the last recorded generation or result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) games: Option<Mark>,
}

impl Checkpoint {
    /// Creates the checkpoint of a journal that ends at `end`.
    pub(super) fn new(end: Place, progress: &SessionProgress, games: Option<&Mark>) -> Checkpoint {
        let Mark { bytes, lines, check } = Mark::new(end);
        Checkpoint { bytes, lines, check, standing: progress.clone(), games: games.cloned() }
    }

    /// Returns the synced length of the journal.
    pub(super) fn mark(&self) -> Mark {
        Mark { bytes: self.bytes, lines: self.lines, check: self.check.clone() }
    }
}

/// Replaces the checkpoint of a session or of a match.
pub(super) fn write(path: &Path, checkpoint: &impl Serialize) -> Result<(), Error> {
    sealed::write(path, checkpoint).map(drop)
}

/// Reads a checkpoint as [`read`] does. A damaged one is as good as none, with a warning: the journal has all that counts.
pub(super) fn read_undamaged<T: DeserializeOwned>(path: &Path) -> Result<(Option<T>, Option<String>), Error> {
    match read(path) {
        Err(Error::Damaged { path, .. }) => {
            let path = path.display();
            let warning =
                format!("{path}: the file is damaged. It is not needed, because the journal is intact.");
            tracing::warn!("{warning}");
            Ok((None, Some(warning)))
        }
        other => Ok((other?, None)),
    }
}

/// Reads a checkpoint; returns `None` if there is none.
pub(super) fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, Error> {
    match sealed::read(path) {
        Ok((checkpoint, _)) => Ok(Some(checkpoint)),
        Err(Error::Io { cause, .. }) if cause.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
