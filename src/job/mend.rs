//! A finished session whose other files are made to agree with its journal.

use std::fs;
use std::path::Path;

use super::champion::{self, Kept};
use super::error::Error;
use crate::mentor::{self, Scores};
use crate::session::{self, Recorded, Session};

/// What a finished session has recorded, and which of its files were wrong.
#[derive(Debug)]
pub struct Mended {
    /// What its journal says.
    pub recorded: Recorded,
    /// What people should know: files that were damaged or changed, and were written again.
    pub notices: Vec<String>,
}

/// Reads a finished session and writes those of its files again that do not say what the journal says: the champions and
/// the checkpoint. Removes what a killed job left behind. Where nothing is wrong it changes and locks nothing. An
/// unfinished session it only reads, as the job that resumes it does the same.
///
/// # Errors
/// The session is damaged, or what the mentors said is, which cannot be told from the journal; something is wrong and
/// another process has the session, or it cannot be written.
pub fn mend(folder: &Path) -> Result<Mended, Error> {
    let (recorded, has_checkpoint) = Session::inspect(folder)?;
    if !recorded.finished() {
        return Ok(Mended { recorded, notices: Vec::new() });
    }
    let mut notices = Vec::new();
    if let Some(settings) = &recorded.header.settings.mentor {
        notices.extend(check_scores(&Session::scores_path(folder), mentor::context(settings))?);
    }
    let files = champion::files(folder, &recorded.header, &recorded.results)?;
    let wrong = files.iter().any(|(path, organism)| Kept::of(path, organism) != Kept::Same);
    // A job that comes to its end removes it: what it holds is in the journal.
    let leftover = Session::searches_path(folder);
    if !wrong && has_checkpoint && !leftover.exists() {
        return Ok(Mended { recorded, notices });
    }
    // The lock is held until the files are written.
    let (mut session, recorded) = Session::open(folder)?;
    notices.extend(recorded.warnings.iter().cloned());
    session.checkpoint()?;
    // If it cannot be removed it only takes up room.
    let _ = fs::remove_file(leftover);
    if !has_checkpoint {
        let path = Session::checkpoint_path(folder);
        notices.push(format!("{}: the file was written again from the journal", path.display()));
    }
    for (path, organism) in champion::files(folder, &recorded.header, &recorded.results)? {
        notices.extend(champion::keep(&path, &organism)?.notice(&path));
    }
    Ok(Mended { recorded, notices })
}

/// Checks what the mentors of a finished session said; what people should know where it is not there.
fn check_scores(path: &Path, context: [u8; 32]) -> Result<Option<String>, Error> {
    match mentor::check_scores(path, context) {
        Ok(Scores::Whole) => Ok(None),
        Ok(Scores::Missing) => Ok(Some(format!(
            "{}: the file is missing, and with it what the mentors said of single positions. The result is that of the \
             journal",
            path.display()
        ))),
        Ok(Scores::Endless) => Ok(Some(format!(
            "{}: the last line is missing: the file was cut short, or an earlier version of eyas wrote it. The result is \
             that of the journal",
            path.display()
        ))),
        Err(what) => {
            let what = format!(
                "{what}. Restore the file from a copy; or delete it: the result stands in the journal, and only what the \
                 mentors said of single positions is lost"
            );
            Err(session::Error::Damaged { path: path.to_owned(), what }.into())
        }
    }
}
