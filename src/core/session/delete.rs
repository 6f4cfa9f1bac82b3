//! Deletes the files of sessions, and no other files.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use super::error::Error;
use super::{
    CHECKPOINT, FIGURES, GAMES, JOURNAL, KEPT, LOCK, REPORT, SESSION, compressed, folder, given_name,
    node_counts,
};
use crate::files;
use crate::objectives::Objective;

/// Removes the files of a session, and its folder if that is then empty. Returns the paths of other files that were
/// left in the folder. A damaged session can be deleted if its `session.ron` exists. Links are not followed: the
/// folder and `session.ron` must not be links, and links in the folder are left.
///
/// # Errors
/// The folder holds no session, a process has locked it, or a file cannot be removed. The files before it are then
/// removed already, and the deletion can be repeated.
pub fn delete(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    // Remove a trailing slash, which would follow a link.
    let folder: &Path = &folder.components().collect::<PathBuf>();
    let refuse = |why| Err(Error::NotDeletable { path: folder.to_owned(), why });
    let is_link = |path: &Path| fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
    if is_link(folder) {
        return refuse("this is a link, not a folder");
    }
    if !folder.exists() {
        return Err(Error::Missing(folder.to_owned()));
    }
    if !is_file(&folder.join(SESSION)) {
        return refuse("the folder is not a session, because it contains no session.ron");
    }
    if is_link(&folder.join(LOCK)) {
        return refuse("the folder is not a session, because its lock file is a link");
    }
    let lock = match folder::lock(folder) {
        Err(Error::Locked(path)) => return Err(Error::InUse(path)),
        lock => lock?,
    };
    delete_exports(&folder.join(FIGURES), &["svg", "csv"])?;
    delete_report(&folder.join(REPORT))?;
    // Remove the journal before the checkpoint, and the session file last. An interrupted deletion then leaves a
    // session that is detected as damaged (or, at the last moment, as empty) and that can be deleted again.
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(Error::io("read the folder", folder))? {
        let name = entry.map_err(Error::io("read the folder", folder))?.file_name();
        files.extend(deletion_order(&name).map(|order| (order, folder.join(name))));
    }
    files.sort();
    for (_, path) in files.iter().filter(|(_, path)| is_file(path)) {
        files::remove(path).map_err(Error::io("remove", path))?;
    }
    drop(lock);

    let mut left = Vec::new();
    for entry in fs::read_dir(folder).map_err(Error::io("read the folder", folder))? {
        left.push(entry.map_err(Error::io("read the folder", folder))?.path());
    }
    left.sort();
    if left.is_empty() {
        files::remove_folder(folder).map_err(Error::io("remove the folder", folder))?;
    }
    Ok(left)
}

/// Removes a report. Other files are left.
fn delete_report(folder: &Path) -> Result<(), Error> {
    // The folders of `crate::report`, and what they hold.
    for (part, ending) in [("figures", "svg"), ("tables", "csv"), ("experiments", "ron")] {
        if !fs::symlink_metadata(folder).is_ok_and(|found| found.is_dir()) {
            return Ok(());
        }
        delete_exports(&folder.join(part), &[ending])?;
    }
    delete_exports(folder, &["html"])
}

/// Removes the files in a folder with these endings, and the folder if it is then empty. Other files are left.
fn delete_exports(folder: &Path, endings: &[&str]) -> Result<(), Error> {
    if !fs::symlink_metadata(folder).is_ok_and(|found| found.is_dir()) {
        return Ok(());
    }
    let mut left = 0;
    for entry in fs::read_dir(folder).map_err(Error::io("read the folder", folder))? {
        let path = entry.map_err(Error::io("read the folder", folder))?.path();
        let ending = path.extension().and_then(OsStr::to_str);
        if ending.is_some_and(|ending| endings.contains(&ending)) && is_file(&path) {
            files::remove(&path).map_err(Error::io("remove", &path))?;
        } else {
            left += 1;
        }
    }
    if left == 0 {
        files::remove_folder(folder).map_err(Error::io("remove the folder", folder))?;
    }
    Ok(())
}

/// Returns whether the path is a regular file and not a link.
fn is_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_file())
}

/// Returns the position in the deletion order of a file with this name; `None` if sessions have no such file.
fn deletion_order(name: &OsStr) -> Option<u8> {
    let name = name.to_str()?;
    match name {
        _ if [JOURNAL, GAMES].contains(&name.strip_suffix(compressed::ENDING).unwrap_or(name)) => Some(1),
        CHECKPOINT => Some(2),
        LOCK => Some(3),
        SESSION => Some(4),
        _ if Objective::files().any(|file| name == file.name)
            || name == node_counts::FILE
            || name == given_name::FILE
            || name == KEPT
            || folder::is_temporary(OsStr::new(name))
            || is_champion(name) =>
        {
            Some(0)
        }
        _ => None,
    }
}

/// Returns whether this is the name of a champion's file: `champion.ron`, `champion-1.ron` …
fn is_champion(name: &str) -> bool {
    let middle = name.strip_prefix("champion").and_then(|rest| rest.strip_suffix(".ron"));
    middle.is_some_and(|middle| {
        middle.is_empty()
            || middle.strip_prefix('-').is_some_and(|number| {
                number.parse::<u32>().is_ok_and(|run| run > 0 && run.to_string() == number)
            })
    })
}
