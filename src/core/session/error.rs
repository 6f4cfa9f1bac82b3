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
        "{path}: another process uses this session; wait until it ends, or use another folder",
        path = .0.display()
    )]
    Locked(PathBuf),
    /// The folder is not free for a new session.
    #[error(
        "{path}: the folder is not empty; resume its session with --resume, or use another folder",
        path = .0.display()
    )]
    Exists(PathBuf),
    /// The folder is not free for a plan.
    #[error("{path}: the folder is not empty; use another folder for the {kind}", path = path.display())]
    Occupied {
        /// The folder.
        path: PathBuf,
        /// What was to be planned: a pipeline or a race.
        kind: &'static str,
    },
    /// There is no plan.
    #[error("{path}: the folder contains no {kind}", path = path.display())]
    NoPlan {
        /// The folder.
        path: PathBuf,
        /// What is missing: a pipeline or a race.
        kind: &'static str,
    },
    /// The path is a link without a target.
    #[error(
        "{path}: the target of this link does not exist; remove the link, or use --session with another folder",
        path = .0.display()
    )]
    DanglingLink(PathBuf),
    /// The name of a session or a match is invalid.
    #[error("the name {0:?} is invalid; a name has at most 60 characters and no control characters")]
    InvalidName(String),
    /// Another session or match has the name.
    #[error("{by} has the name {name:?} already; choose another one", by = by.display())]
    NameTaken {
        /// The name.
        name: String,
        /// The folder that has it.
        by: PathBuf,
    },
    /// Only finished sessions can be compressed.
    #[error("{path}: the session is not finished; finish it with --resume before you compress it", path = .0.display())]
    NotFinished(PathBuf),
    /// An unfinished session was compressed by another program.
    #[error(
        "{path}: the session is not finished, but its journal is compressed; decompress it with zstd -d --rm \
         journal.jsonl.zst, and games.jsonl.zst if it exists",
        path = .0.display()
    )]
    Compressed(PathBuf),
    /// There is no session.
    #[error("{path}: the folder contains no session", path = .0.display())]
    Missing(PathBuf),
    /// An earlier version wrote the session.
    #[error(
        "{path}: the file has format {found} of an earlier version of Eyas, but this version supports format {FORMAT}; \
         use the earlier version, or start a new session",
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
        "{path}: the file has format {found} of a later version of Eyas, but this version supports format {FORMAT}; use \
         the later version",
        path = path.display()
    )]
    Future {
        /// The file with the unknown format.
        path: PathBuf,
        /// The format of the file.
        found: u32,
    },
    /// A session in use cannot be deleted.
    #[error("{path}: the session is in use; close it before you delete it", path = .0.display())]
    InUse(PathBuf),
    /// The folder to delete is not a session.
    #[error(
        "{path}: {why}; nothing was deleted",
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
        "{path}: generation {generation} of run {run} is not recorded; fork from a recorded generation",
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
        "a fork from generation {generation} cannot end at generation {asked}; set the number of generations to at least {generation}"
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
        "all runs of a session have the same number of generations, and the complete runs before run {run} have \
         {recorded}, so a fork of this run cannot have {asked}; keep the number {recorded}, or fork run 1",
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
            "{of} ends after line {}, but {} bytes follow that Eyas did not write, starting with {}. Remove them if you do not \
             need them: truncate -s {} {}",
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
