//! The list of sessions: what each is and how it ended.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::checkpoint::{self, Checkpoint, Standing};
use super::error::Error;
use super::{CHECKPOINT, Header, JOURNAL, SESSION, best, folder, past, sealed};

/// How a session ended, or that it has not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// All runs are complete.
    Complete,
    /// It can be gone on with.
    Unfinished,
    /// A process, perhaps this one, is working on it.
    InUse,
    /// A later version wrote it, in this format.
    Later(u32),
    /// It cannot be read; why, and what can be done.
    Damaged(String),
}

/// A session in a list.
#[derive(Debug, Clone)]
pub struct SessionSummary {
    /// Its folder.
    pub folder: PathBuf,
    /// The folder's name.
    pub name: String,
    /// What it is about (its settings, sets, and where it was forked from); `None` where that cannot be read.
    pub header: Option<Header>,
    /// Where it stood at the last checkpoint; nowhere where that cannot be read.
    pub standing: Standing,
    /// The best run's measure on the test set, where all runs are complete and the journal is sound.
    pub test: Option<u64>,
    /// How it ended.
    pub ending: Ending,
    /// When the checkpoint was last written.
    pub modified: Option<SystemTime>,
}

impl SessionSummary {
    /// Generations asked for in all runs, generation 0 not counted; 0 where that cannot be read.
    #[must_use]
    pub fn generations_asked(&self) -> u64 {
        self.header
            .as_ref()
            .map_or(0, |header| u64::from(header.settings.generations) * u64::from(header.settings.runs))
    }

    /// Generations measured in all runs, generation 0 not counted.
    #[must_use]
    pub fn generations_done(&self) -> u64 {
        let Some(Header { settings, .. }) = &self.header else { return 0 };
        let standing = &self.standing;
        let complete = u64::from(standing.finished_runs.min(settings.runs)) * u64::from(settings.generations);
        let begun = standing.generation.filter(|_| standing.run == standing.finished_runs);
        complete + u64::from(begun.unwrap_or(0))
    }
}

/// The sessions in a folder of sessions, by name. Reads a few small files each, and the journals of finished
/// sessions for their results. A missing root holds none.
///
/// # Errors
/// The root cannot be read.
pub fn list(root: &Path) -> Result<Vec<SessionSummary>, Error> {
    let entries = match fs::read_dir(root) {
        Ok(entries) => entries,
        Err(cause) if cause.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(cause) => return Err(Error::io("read the folder", root)(cause)),
    };
    let mut sessions = Vec::new();
    for entry in entries {
        let folder = entry.map_err(Error::io("read the folder", root))?.path();
        if folder.join(SESSION).is_file() {
            sessions.push(summary(&folder));
        }
    }
    sessions.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(sessions)
}

/// One session as in the list. A folder without one is a damaged session there.
#[must_use]
pub fn summary(folder: &Path) -> SessionSummary {
    let modified = [CHECKPOINT, SESSION]
        .into_iter()
        .find_map(|name| fs::metadata(folder.join(name)).and_then(|file| file.modified()).ok());
    let header = sealed::read::<Header>(&folder.join(SESSION)).map(|(header, _)| header);
    let checkpoint = checkpoint::read::<Checkpoint>(&folder.join(CHECKPOINT));
    let standing = checkpoint.as_ref().ok().and_then(Option::as_ref).map(|checkpoint| &checkpoint.standing);
    let standing = standing.cloned().unwrap_or_default();
    let trouble = header.as_ref().err().or(checkpoint.as_ref().err());
    let safe = checkpoint.as_ref().ok().and_then(Option::as_ref).map_or(0, |checkpoint| checkpoint.bytes);
    let journal = folder.join(JOURNAL);
    let length = fs::metadata(&journal).map_or(0, |file| file.len());
    let ending = match trouble {
        Some(Error::Future { found, .. }) => Ending::Later(*found),
        Some(error) => Ending::Damaged(error.to_string()),
        None if length < safe => Ending::Damaged(format!(
            "{}: the journal is cut short: {length} bytes of {safe}. Restore it from a copy",
            journal.display()
        )),
        None if folder::in_use(folder) => Ending::InUse,
        None if standing.finished => Ending::Complete,
        None => Ending::Unfinished,
    };
    let results = if standing.finished { past::results(folder).unwrap_or_default() } else { Vec::new() };
    SessionSummary {
        folder: folder.to_owned(),
        name: folder.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        header: header.ok(),
        standing,
        test: best(&results, |result| result.best_correct).map(|result| result.test_correct),
        ending,
        modified,
    }
}
