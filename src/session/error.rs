//! Why a session cannot be used.

use std::io;
use std::path::{Path, PathBuf};

use super::FORMAT;
use super::journal::{self, Place};
use crate::evolution::validation::SettingsError;
use crate::files;

/// Why a session cannot be begun, opened or written. Nothing of it was lost or changed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The operating system refused.
    #[error(
        "cannot {doing} {path}: {cause}{advice}",
        path = path.display(),
        advice = files::advice(cause)
    )]
    Io {
        /// What was tried.
        doing: &'static str,
        /// On which file or folder.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// Another process writes to it.
    #[error(
        "{path}: another process is working on this session; wait for it to end, or choose another folder",
        path = .0.display()
    )]
    Locked(PathBuf),
    /// The folder is not free for a new session.
    #[error(
        "{path}: the folder already holds files; go on with its session (--resume), or choose another folder",
        path = .0.display()
    )]
    Exists(PathBuf),
    /// A link that leads nowhere.
    #[error(
        "{path}: this is a link to something that is not there; remove the link, or choose another folder with --session",
        path = .0.display()
    )]
    DanglingLink(PathBuf),
    /// There is no session.
    #[error("{path}: there is no session in this folder", path = .0.display())]
    Missing(PathBuf),
    /// A later version wrote it.
    #[error(
        "{path}: written in format {found} by a later version of eyas; this version knows format {FORMAT}. \
         Use the later version",
        path = path.display()
    )]
    Future {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u32,
    },
    /// A session in use cannot be deleted.
    #[error("{path}: this session is in use; close it, then delete it", path = .0.display())]
    InUse(PathBuf),
    /// What is to be deleted is no session.
    #[error(
        "{path}: {why}, so nothing was deleted; remove it by other means if you want it gone",
        path = path.display()
    )]
    NotDeletable {
        /// The folder.
        path: PathBuf,
        /// What it is instead.
        why: &'static str,
    },
    /// The generation to fork from is not recorded.
    #[error(
        "{path}: generation {generation} of run {run} is not recorded; fork from one that is",
        path = path.display(), run = run + 1
    )]
    NoGeneration {
        /// The session.
        path: PathBuf,
        /// The run, 0 first.
        run: u32,
        /// The generation.
        generation: u32,
    },
    /// A fork cannot have fewer generations than it begins with.
    #[error(
        "a fork from generation {generation} cannot end at generation {asked}; ask for {generation} or more"
    )]
    ForkTooShort {
        /// The number asked for.
        asked: u32,
        /// The generation it was to be forked from.
        generation: u32,
    },
    /// The fork's settings cannot be used.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The runs of a session all have the same number of generations.
    #[error(
        "the complete runs before run {run} have {recorded} generations and all runs of a session have the \
         same number, so a fork of this run cannot have {asked}; leave the number as it is, or fork run 1",
        run = run + 1
    )]
    ForkUnequal {
        /// The run, 0 first.
        run: u32,
        /// The number asked for.
        asked: u32,
        /// The number of the complete runs.
        recorded: u32,
    },
    /// A file is not what was written.
    #[error("{path}: {what}", path = path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where and how it is wrong, and what can be done.
        what: String,
    },
}

impl Error {
    /// Wraps an operating system's error with what was tried.
    pub(crate) fn io(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Error {
        let path = path.to_owned();
        move |cause| Error::Io { doing, path, cause }
    }

    /// Bytes after the end of a file to which nothing is added any more.
    pub(super) fn trailing(path: PathBuf, of: &str, end: Place, rest: &[u8]) -> Error {
        let what = format!(
            "after line {}, the last of the {of}, {} bytes follow that eyas did not write there, beginning with {}. If \
             they are of no use, cut them off: truncate -s {} {}",
            end.lines,
            rest.len(),
            journal::excerpt(rest),
            end.bytes,
            path.display()
        );
        Error::Damaged { path, what }
    }

    /// Whether the input is at fault (a folder in use, a damaged file) rather than the moment (a full disk).
    #[must_use]
    pub fn is_input(&self) -> bool {
        match self {
            Error::Io { cause, .. } => {
                matches!(cause.kind(), io::ErrorKind::NotADirectory | io::ErrorKind::InvalidFilename)
            }
            _ => true,
        }
    }
}
