//! Lists the saved matches in a directory.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::match_config::Header;
use crate::session::{self, Error, MatchFolder, folder};

/// A saved match.
#[derive(Debug)]
pub struct Saved {
    /// The directory of the match.
    pub folder: PathBuf,
    /// The name that the user gave to the match.
    pub name: Option<String>,
    /// The time of its last game, or of its creation.
    pub modified: Option<SystemTime>,
    /// The header and the number of finished games, or why it cannot be read.
    pub content: Result<(Header, u64), Error>,
}

/// Returns all saved matches in a directory, newest first. Empty if the directory does not exist.
///
/// # Errors
/// Returns an error if the directory cannot be read.
pub fn saved(root: &Path) -> Result<Vec<Saved>, Error> {
    let saved = |folder: PathBuf| Saved {
        modified: MatchFolder::modified(&folder),
        content: MatchFolder::read_header(&folder),
        name: session::given_name(&folder),
        folder,
    };
    let folders = folder::list(root, MatchFolder::is_match)?;
    let mut found: Vec<Saved> = folders.into_iter().map(saved).collect();
    found.sort_by(|one, other| (other.modified, &other.folder).cmp(&(one.modified, &one.folder)));
    Ok(found)
}
