//! The folder an engine runs in.

use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use tempfile::TempDir;

/// Where an engine runs: some write into the folder they are in.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
pub enum Folder {
    /// Where Eyas does.
    #[default]
    Here,
    /// In an empty folder of its own, which is deleted when the engine is gone.
    Own,
    /// In this one.
    At(PathBuf),
}

/// A folder for one process.
pub(super) enum Place {
    Here,
    Own(TempDir),
    At(PathBuf),
}

impl Place {
    /// Makes the folder, where it is to be made.
    pub(super) fn of(folder: &Folder) -> io::Result<Place> {
        Ok(match folder {
            Folder::Here => Place::Here,
            Folder::Own => Place::Own(tempfile::Builder::new().prefix("eyas-engine-").tempdir()?),
            Folder::At(path) if path.is_dir() => Place::At(path.clone()),
            Folder::At(path) => {
                let reason = format!("there is no folder {} to run in", path.display());
                return Err(io::Error::new(io::ErrorKind::NotFound, reason));
            }
        })
    }

    /// Its path; `None` where Eyas is.
    pub(super) fn path(&self) -> Option<&Path> {
        match self {
            Place::Here => None,
            Place::Own(folder) => Some(folder.path()),
            Place::At(path) => Some(path),
        }
    }
}
