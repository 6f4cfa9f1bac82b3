//! Restores files of a finished session from its journal.

use std::path::{Path, PathBuf};

use super::champion::{self, FileState};
use super::error::Error;
use crate::files;
use crate::objectives::Objective;
use crate::session::{self, Recorded, Session};

/// The record of a session, and notices about its files.
#[derive(Debug)]
pub struct CheckedSession {
    /// The content of its journal.
    pub recorded: Recorded,
    /// Notices for the user: files that were damaged or changed, and were written again.
    pub notices: Vec<String>,
}

/// Reads a finished session and rewrites files that disagree with its journal: the champions and the checkpoint.
/// Removes leftovers of a killed job. If nothing is wrong, it writes and locks nothing. An unfinished session is only
/// read, because the job that resumes it repairs it.
///
/// # Errors
/// Returns an error if the session or its file of mentors' scores is damaged (the journal cannot restore the latter),
/// if a repair is needed while another process has locked the session, or if a file cannot be written.
pub fn repair(folder: &Path) -> Result<CheckedSession, Error> {
    let (recorded, has_checkpoint) = Session::inspect(folder)?;
    if !recorded.finished() {
        return Ok(CheckedSession { recorded, notices: Vec::new() });
    }
    let mut notices = Vec::new();
    let checked = recorded.header.settings.objective.settings().check_files(folder);
    notices.extend(checked.map_err(|(path, what)| session::Error::Damaged { path, what })?);
    let files = champion::champion_files(folder, &recorded.header, &recorded.results)?;
    let wrong = files.iter().any(|(path, champion)| FileState::compare(path, champion) != FileState::Same);
    // A job removes these files when it ends, because the journal has their content.
    let leftovers = Objective::files().filter(|file| file.is_temporary).map(|file| folder.join(file.name));
    let leftovers: Vec<PathBuf> = leftovers.collect();
    if !wrong && has_checkpoint && !leftovers.iter().any(|path| path.exists()) {
        return Ok(CheckedSession { recorded, notices });
    }
    // The lock is held until the files are written.
    let (mut session, recorded) = Session::open(folder)?;
    notices.extend(recorded.warnings.iter().cloned());
    session.checkpoint()?;
    // A failure to remove them is harmless.
    leftovers.iter().for_each(|path| drop(files::remove(path)));
    if !has_checkpoint {
        let path = Session::checkpoint_path(folder);
        notices.push(format!("{}: the file was written again from the journal", path.display()));
    }
    for (path, file) in champion::champion_files(folder, &recorded.header, &recorded.results)? {
        notices.extend(champion::write_if_different(&path, &file)?.notice(&path));
    }
    Ok(CheckedSession { recorded, notices })
}
