//! Lists the saved matches in a directory.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::match_config::Header;
use crate::session::{Error, MatchFolder};

/// A saved match.
#[derive(Debug)]
pub struct Saved {
    /// The directory of the match.
    pub folder: PathBuf,
    /// The time of its last change.
    pub modified: Option<SystemTime>,
    /// The header and the number of finished games, or why it cannot be read.
    pub content: Result<(Header, u64), Error>,
}

/// Returns all saved matches in a directory, newest first. Empty if the directory does not exist.
///
/// # Errors
/// Returns an error if the directory cannot be read.
pub fn saved(root: &Path) -> Result<Vec<Saved>, Error> {
    let entries = match fs::read_dir(root) {
        Ok(entries) => entries,
        Err(cause) if cause.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(cause) => return Err(unread(root)(cause)),
    };
    let mut found = Vec::new();
    for entry in entries {
        let folder = entry.map_err(unread(root))?.path();
        if MatchFolder::is_match(&folder) {
            let modified = fs::metadata(&folder).and_then(|folder| folder.modified()).ok();
            let content = MatchFolder::read_header(&folder);
            found.push(Saved { folder, modified, content });
        }
    }
    found.sort_by(|one, other| (other.modified, &other.folder).cmp(&(one.modified, &one.folder)));
    Ok(found)
}

fn unread(root: &Path) -> impl FnOnce(io::Error) -> Error {
    move |cause| Error::Io { doing: "read the folder", path: root.to_owned(), cause }
}
