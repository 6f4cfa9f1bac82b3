//! Restores files of a finished session from its journal.

use std::fs;
use std::path::Path;

use super::champion::{self, FileState};
use super::error::Error;
use crate::objectives::matches;
use crate::objectives::scores::{self, ScoresFile};
use crate::objectives::suite;
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
    if let Some(settings) = recorded.header.settings.objective.scores() {
        notices.extend(check_scores(&scores::scores_path(folder), scores::context(settings))?);
    }
    let files = champion::champion_files(folder, &recorded.header, &recorded.results)?;
    let wrong = files.iter().any(|(path, champion)| FileState::compare(path, champion) != FileState::Same);
    // A job removes these files when it ends, because the journal has their content.
    let leftovers = [suite::searches_path(folder), matches::games_path(folder)];
    if !wrong && has_checkpoint && !leftovers.iter().any(|path| path.exists()) {
        return Ok(CheckedSession { recorded, notices });
    }
    // The lock is held until the files are written.
    let (mut session, recorded) = Session::open(folder)?;
    notices.extend(recorded.warnings.iter().cloned());
    session.checkpoint()?;
    // A failure to remove them is harmless.
    leftovers.iter().for_each(|path| drop(fs::remove_file(path)));
    if !has_checkpoint {
        let path = Session::checkpoint_path(folder);
        notices.push(format!("{}: the file was written again from the journal", path.display()));
    }
    for (path, file) in champion::champion_files(folder, &recorded.header, &recorded.results)? {
        notices.extend(champion::write_if_different(&path, &file)?.notice(&path));
    }
    Ok(CheckedSession { recorded, notices })
}

/// Checks the mentors' scores of a finished session. Returns a notice if they are missing or incomplete.
fn check_scores(path: &Path, context: [u8; 32]) -> Result<Option<String>, Error> {
    match scores::check_scores(path, context) {
        Ok(ScoresFile::Complete) => Ok(None),
        Ok(ScoresFile::Missing) => Ok(Some(format!(
            "{}: the file is missing, so the mentors' scores of single positions are lost. The result in the journal is \
             complete",
            path.display()
        ))),
        Ok(ScoresFile::Unterminated) => Ok(Some(format!(
            "{}: the last line is missing, because the file was truncated or written by an earlier version of Eyas. The \
             result in the journal is complete",
            path.display()
        ))),
        Err(what) => {
            let what = format!(
                "{what}. Restore the file from a backup; or delete it: the result in the journal is complete, and only the \
                 mentors' scores of single positions are lost"
            );
            Err(session::Error::Damaged { path: path.to_owned(), what }.into())
        }
    }
}
