//! Why a report cannot be made.

use std::io;
use std::path::PathBuf;

use crate::{figures, files, pipeline, session};

/// The error of a report.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A figure cannot be made.
    #[error(transparent)]
    Figure(#[from] figures::Error),
    /// A session cannot be read.
    #[error(transparent)]
    Session(#[from] session::Error),
    /// A pipeline cannot be read.
    #[error(transparent)]
    Pipeline(#[from] pipeline::Error),
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
    /// Returns whether the input caused the error, rather than a condition of the system.
    #[must_use]
    pub fn is_input(&self) -> bool {
        match self {
            Error::Figure(error) => error.is_input(),
            Error::Session(error) => error.is_input(),
            Error::Pipeline(error) => error.is_input(),
            Error::Settings { .. } | Error::Write { .. } => false,
        }
    }
}
