//! Errors of sessions.

use std::io;
use std::path::{Path, PathBuf};

use super::FORMAT;
use super::journal::{self, Place};
use crate::evolution::setting::SettingsError;
use crate::files;

/// An error that prevents a session from being created, opened or written. No recorded data was lost or changed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An operation of the operating system failed.
    #[error(
        "cannot {doing} {path}: {cause}{advice}",
        path = path.display(),
        advice = files::advice(cause)
    )]
    Io {
        /// The attempted operation.
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        cause: io::Error,
    },
    /// Another process has locked the session.
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
    /// The path is a link without a target.
    #[error(
        "{path}: this is a link to something that is not there; remove the link, or choose another folder with --session",
        path = .0.display()
    )]
    DanglingLink(PathBuf),
    /// There is no session.
    #[error("{path}: there is no session in this folder", path = .0.display())]
    Missing(PathBuf),
    /// An earlier version wrote the session.
    #[error(
        "{path}: written in format {found} by an earlier version of eyas; this version reads format {FORMAT} only. \
         Use the earlier version, or start a new session",
        path = path.display()
    )]
    Past {
        /// The file with the earlier format.
        path: PathBuf,
        /// The format of the file.
        found: u32,
    },
    /// A later version wrote the session.
    #[error(
        "{path}: written in format {found} by a later version of eyas; this version knows format {FORMAT}. \
         Use the later version",
        path = path.display()
    )]
    Future {
        /// The file with the unknown format.
        path: PathBuf,
        /// The format of the file.
        found: u32,
    },
    /// A session in use cannot be deleted.
    #[error("{path}: this session is in use; close it, then delete it", path = .0.display())]
    InUse(PathBuf),
    /// The folder to delete is not a session.
    #[error(
        "{path}: {why}, so nothing was deleted; remove it by other means if you want it gone",
        path = path.display()
    )]
    NotDeletable {
        /// The folder that was to be deleted.
        path: PathBuf,
        /// The reason why it is not a session.
        why: &'static str,
    },
    /// The generation to fork from is not recorded.
    #[error(
        "{path}: generation {generation} of run {run} is not recorded; fork from one that is",
        path = path.display(), run = run + 1
    )]
    NoGeneration {
        /// The folder of the session.
        path: PathBuf,
        /// The run; the first is 0.
        run: u32,
        /// The missing generation.
        generation: u32,
    },
    /// A fork cannot have fewer generations than its common history.
    #[error(
        "a fork from generation {generation} cannot end at generation {asked}; ask for {generation} or more"
    )]
    ForkTooShort {
        /// The requested number of generations.
        asked: u32,
        /// The generation to fork from.
        generation: u32,
    },
    /// The settings of the fork are invalid.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// All runs of a session must have the same number of generations.
    #[error(
        "the complete runs before run {run} have {recorded} generations and all runs of a session have the \
         same number, so a fork of this run cannot have {asked}; leave the number as it is, or fork run 1",
        run = run + 1
    )]
    ForkUnequal {
        /// The run; the first is 0.
        run: u32,
        /// The requested number of generations.
        asked: u32,
        /// The number of generations of the complete runs.
        recorded: u32,
    },
    /// A file was changed or damaged.
    #[error("{path}: {what}", path = path.display())]
    Damaged {
        /// The damaged file.
        path: PathBuf,
        /// The location and kind of the damage, and how to repair it.
        what: String,
    },
}

impl Error {
    /// Wraps an error of the operating system with the attempted operation.
    pub(crate) fn io(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Error {
        let path = path.to_owned();
        move |cause| Error::Io { doing, path, cause }
    }

    /// Returns the error for bytes after the end of a file that is complete.
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

    /// Returns whether the input causes the error (a folder in use, a damaged file) rather than the environment (a
    /// full disk).
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
