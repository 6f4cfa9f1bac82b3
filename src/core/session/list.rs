//! The list of sessions with their states.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::checkpoint::{self, Checkpoint, SessionProgress};
use super::error::Error;
use super::lookup::{self, JournalSummary};
use super::read::in_force;
use super::{CHECKPOINT, Header, JOURNAL, SESSION, best, compressed, folder, given_name, sealed};
use crate::experiment::Experiment;
use crate::files;

/// The state of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SessionState {
    /// All runs are complete.
    Complete,
    /// It can be resumed.
    Unfinished,
    /// A process, perhaps this one, is writing to it.
    InUse,
    /// A later version wrote it, in this format.
    Later(u32),
    /// It cannot be read. Describes the damage and how to repair it.
    Damaged(String),
}

/// A summary of a session.
#[derive(Debug, Clone)]
pub struct SessionSummary {
    /// The folder of the session.
    pub folder: PathBuf,
    /// The name of the folder.
    pub name: String,
    /// The name that the user gave to the session.
    pub given_name: Option<String>,
    /// The header (settings, sets, parent); `None` if it cannot be read.
    pub header: Option<Header>,
    /// The settings currently in force; `None` if the header cannot be read.
    pub settings: Option<Experiment>,
    /// The progress that the journal records; that of the last checkpoint if the journal is damaged before it.
    pub progress: SessionProgress,
    /// The best run's score on the test set, if all runs are complete and the journal is valid.
    pub test: Option<u64>,
    /// The state of the session.
    pub state: SessionState,
    /// The time when the checkpoint was last written.
    pub modified: Option<SystemTime>,
}

impl SessionSummary {
    /// Returns the requested number of generations in all runs, without generation 0; 0 if the header cannot be read.
    #[must_use]
    pub fn generations_asked(&self) -> u64 {
        self.header
            .as_ref()
            .map_or(0, |header| u64::from(header.settings.generations) * u64::from(header.settings.runs))
    }

    /// Returns the number of evaluated generations in all runs, without generation 0.
    #[must_use]
    pub fn generations_done(&self) -> u64 {
        let Some(Header { settings, .. }) = &self.header else { return 0 };
        let progress = &self.progress;
        let complete = u64::from(progress.finished_runs.min(settings.runs)) * u64::from(settings.generations);
        let current = progress.generation.filter(|_| progress.run == progress.finished_runs);
        complete + u64::from(current.unwrap_or(0))
    }
}

/// Returns the sessions in a folder of sessions, sorted by name. Reads the journal of each, but verifies most of its lines
/// without parsing them. A missing root is empty.
///
/// # Errors
/// The root cannot be read.
pub fn list(root: &Path) -> Result<Vec<SessionSummary>, Error> {
    let folders = folder::list(root, |folder| folder.join(SESSION).is_file())?;
    Ok(folders.iter().map(|folder| summary(folder)).collect())
}

/// Returns the summary of one session. A folder without a session is reported as a damaged session.
#[must_use]
pub fn summary(folder: &Path) -> SessionSummary {
    let modified = [CHECKPOINT, SESSION]
        .into_iter()
        .find_map(|name| fs::metadata(folder.join(name)).and_then(|file| file.modified()).ok());
    let header = sealed::read::<Header>(&folder.join(SESSION)).map(|(header, _)| header);
    let checkpoint = checkpoint::read::<Checkpoint>(&folder.join(CHECKPOINT));
    let checkpointed = checkpoint.as_ref().ok().and_then(Option::as_ref);
    // A process that was killed leaves generations after its last checkpoint.
    let outline = header
        .as_ref()
        .map_or_else(|_| JournalSummary::default(), |header| lookup::outline(folder, &header.settings));
    let is_whole = checkpointed.is_none_or(|checkpoint| outline.lines >= checkpoint.lines);
    let progress = match checkpointed.filter(|_| !is_whole) {
        Some(checkpoint) => checkpoint.standing.clone(),
        None => outline.progress,
    };
    let error = header.as_ref().err().or(checkpoint.as_ref().err());
    let synced = checkpointed.map_or(0, |checkpoint| checkpoint.bytes);
    let journal = folder.join(JOURNAL);
    let length = compressed::length(&journal);
    let state = match error {
        Some(Error::Future { found, .. }) => SessionState::Later(*found),
        Some(error) => SessionState::Damaged(error.to_string()),
        None if length < synced => SessionState::Damaged(format!(
            "{}: the journal is truncated to {length} of {synced} bytes. Restore it from a backup",
            journal.display()
        )),
        None if folder::in_use(folder) => SessionState::InUse,
        None if progress.finished => SessionState::Complete,
        None => SessionState::Unfinished,
    };
    let results = if progress.finished { outline.results } else { Vec::new() };
    let settings = header.as_ref().ok().map(|header| in_force(&header.settings, &outline.changes));
    SessionSummary {
        folder: folder.to_owned(),
        name: files::name(folder),
        given_name: given_name(folder),
        header: header.ok(),
        settings,
        progress,
        test: best(&results, |result| result.best_score).map(|result| result.test_score),
        state,
        modified,
    }
}
