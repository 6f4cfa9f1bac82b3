//! Working directories of engines.

use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use tempfile::TempDir;

/// The working directory of an engine. Some engines write files into it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
pub enum Folder {
    /// The current directory of Eyas.
    #[default]
    Here,
    /// A new empty directory, which is deleted after the engine has exited.
    Own,
    /// This directory.
    At(PathBuf),
}

/// The directory of one process.
pub(super) enum WorkingFolder {
    Here,
    Own(TempDir),
    At(PathBuf),
}

impl WorkingFolder {
    /// Creates the directory if it is a temporary one.
    pub(super) fn new(folder: &Folder) -> io::Result<WorkingFolder> {
        Ok(match folder {
            Folder::Here => WorkingFolder::Here,
            Folder::Own => WorkingFolder::Own(tempfile::Builder::new().prefix("eyas-engine-").tempdir()?),
            Folder::At(path) if path.is_dir() => WorkingFolder::At(path.clone()),
            Folder::At(path) => {
                let reason = format!("the working folder {} does not exist", path.display());
                return Err(io::Error::new(io::ErrorKind::NotFound, reason));
            }
        })
    }

    /// Returns the path, or `None` for the current directory of Eyas.
    pub(super) fn path(&self) -> Option<&Path> {
        match self {
            WorkingFolder::Here => None,
            WorkingFolder::Own(folder) => Some(folder.path()),
            WorkingFolder::At(path) => Some(path),
        }
    }
}
