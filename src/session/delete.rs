//! Deletes sessions: their own files and nothing else.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use super::error::Error;
use super::{CHECKPOINT, GAMES, JOURNAL, LOCK, SCORES, SEARCHES, SESSION, folder};

/// Removes a session's own files, and its folder if that is then empty; says what was left in it. A damaged
/// session can be deleted too, as long as `session.ron` is there. No link is followed: neither the folder nor
/// `session.ron` may be one, and links in the folder are left.
///
/// # Errors
/// The folder holds no session, somebody is working on it, or a file cannot be removed (those before it are
/// gone then, and deleting can be tried again).
pub fn delete(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    // Without a slash at its end, which would follow a link.
    let folder: &Path = &folder.components().collect::<PathBuf>();
    let refuse = |why| Err(Error::NotDeletable { path: folder.to_owned(), why });
    let is_link = |path: &Path| fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
    if is_link(folder) {
        return refuse("this is a link and no folder");
    }
    if !folder.exists() {
        return Err(Error::Missing(folder.to_owned()));
    }
    if !is_file(&folder.join(SESSION)) {
        return refuse("this folder holds no session.ron of its own, so it is no session");
    }
    if is_link(&folder.join(LOCK)) {
        return refuse("the lock in this folder is a link, which no session has");
    }
    let lock = match folder::lock(folder) {
        Err(Error::Locked(path)) => return Err(Error::InUse(path)),
        lock => lock?,
    };
    // The journal goes before the checkpoint, and the session file last: what a kill leaves is a session that
    // is seen to be damaged, or at the last instant to be empty, and can be deleted again.
    let mut own = Vec::new();
    for entry in fs::read_dir(folder).map_err(Error::io("read the folder", folder))? {
        let name = entry.map_err(Error::io("read the folder", folder))?.file_name();
        own.extend(order(&name).map(|order| (order, folder.join(name))));
    }
    own.sort();
    for (_, path) in own.iter().filter(|(_, path)| is_file(path)) {
        fs::remove_file(path).map_err(Error::io("remove", path))?;
    }
    drop(lock);

    let mut left = Vec::new();
    for entry in fs::read_dir(folder).map_err(Error::io("read the folder", folder))? {
        left.push(entry.map_err(Error::io("read the folder", folder))?.path());
    }
    left.sort();
    if left.is_empty() {
        fs::remove_dir(folder).map_err(Error::io("remove the folder", folder))?;
    }
    Ok(left)
}

/// Whether this is a file and no link to one.
fn is_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_file())
}

/// When a file of this name is removed; `None` where a session has none of that name.
fn order(name: &OsStr) -> Option<u8> {
    let name = name.to_str()?;
    match name {
        JOURNAL | GAMES => Some(1),
        CHECKPOINT => Some(2),
        SESSION => Some(3),
        LOCK => Some(4),
        _ if name == SEARCHES
            || name == SCORES
            || folder::is_litter(OsStr::new(name))
            || is_champion(name) =>
        {
            Some(0)
        }
        _ => None,
    }
}

/// Whether a champion is kept under this name: `champion.ron`, `champion-1.ron` …
fn is_champion(name: &str) -> bool {
    let middle = name.strip_prefix("champion").and_then(|rest| rest.strip_suffix(".ron"));
    middle.is_some_and(|middle| {
        middle.is_empty()
            || middle.strip_prefix('-').is_some_and(|number| {
                number.parse::<u32>().is_ok_and(|run| run > 0 && run.to_string() == number)
            })
    })
}
