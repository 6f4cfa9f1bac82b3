//! Why a figure, or a report of figures, cannot be made.

use std::io;
use std::path::{Path, PathBuf};

use crate::{files, pipeline, race, session};

/// The error of a figure or of a report.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The folder holds nothing that has figures.
    #[error(
        "{}: this folder holds no session, match, race or pipeline; name the folder of one, such as \
         sessions/session-0001",
        .0.display()
    )]
    NoSource(PathBuf),
    /// The session, or a session of the race or pipeline, cannot be read.
    #[error(transparent)]
    Session(#[from] session::Error),
    /// The race cannot be read.
    #[error(transparent)]
    Race(#[from] race::Error),
    /// The pipeline cannot be read.
    #[error(transparent)]
    Pipeline(#[from] pipeline::Error),
    /// Nothing is recorded yet.
    #[error("{}: {what}", .folder.display())]
    Empty {
        /// The folder.
        folder: PathBuf,
        /// What is missing, and what to do.
        what: &'static str,
    },
    /// There is no figure of this name.
    #[error("“{name}” is not a figure of {}; its figures are {}", .folder.display(), .names.join(", "))]
    Unknown {
        /// The name.
        name: String,
        /// The folder.
        folder: PathBuf,
        /// The names of the figures.
        names: Vec<&'static str>,
    },
    /// There is no such run, generation or game.
    #[error("{}: there is no {what}; {available}", .folder.display())]
    Missing {
        /// The folder.
        folder: PathBuf,
        /// What was requested.
        what: String,
        /// What there is.
        available: String,
    },
    /// The format of a file is unknown.
    #[error("{}: the name of the file must end in .svg for a picture or .csv for numbers", .0.display())]
    Format(PathBuf),
    /// The settings of a session cannot be written as RON.
    #[error("{}: its settings cannot be written: {cause}", .folder.display())]
    Settings {
        /// The folder of the session.
        folder: PathBuf,
        /// The cause.
        cause: ron::Error,
    },
    /// A file or folder cannot be written.
    #[error("{}: cannot be written: {cause}{}", .path.display(), files::advice(cause))]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// The cause.
        cause: io::Error,
    },
}

impl Error {
    /// Returns the conversion of an error of writing a file or folder.
    pub(crate) fn write(path: &Path) -> impl FnOnce(io::Error) -> Error {
        |cause| Error::Write { path: path.to_owned(), cause }
    }

    /// Returns whether the input caused the error, rather than a condition of the system.
    #[must_use]
    pub fn is_input(&self) -> bool {
        match self {
            Error::Session(error) => error.is_input(),
            Error::Race(error) => error.is_input(),
            Error::Pipeline(error) => error.is_input(),
            Error::Settings { .. } | Error::Write { .. } => false,
            _ => true,
        }
    }
}
