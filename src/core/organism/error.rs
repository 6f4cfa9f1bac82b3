//! Errors of organism files.

use std::io;
use std::path::PathBuf;

use super::Organism;
use super::file::FORMAT;
use crate::files;

/// An error while reading or writing an organism.
#[derive(Debug, thiserror::Error)]
pub enum OrganismError {
    /// The text is neither the name of an embedded organism nor a file.
    #[error("“{text}” is neither a file nor an organism ({}, random:SEED)", Organism::NAMES.join(", "))]
    Unknown {
        /// The requested name.
        text: String,
    },
    /// The file cannot be read.
    #[error("{}: {cause}; check the path and the permissions", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// The system's error.
        cause: io::Error,
    },
    /// The file cannot be written.
    #[error("{}: cannot write the organism: {cause}{}", file.display(), advice(cause))]
    Write {
        /// The file.
        file: PathBuf,
        /// The system's error.
        cause: io::Error,
    },
    /// A newer version of the program wrote the file.
    #[error(
        "{file}: the file has format {found}, but this version of Eyas reads formats up to {FORMAT}; use a newer version"
    )]
    Newer {
        /// The file.
        file: String,
        /// The format of the file.
        found: u32,
    },
    /// The file's content is not an organism.
    #[error("{file}, line {line}, column {column}: {problem}")]
    Content {
        /// The file.
        file: String,
        /// The line, 1-based.
        line: usize,
        /// The column, 1-based.
        column: usize,
        /// The error and how to fix it.
        problem: String,
    },
}

/// Returns advice for a file that cannot be written.
fn advice(cause: &io::Error) -> &'static str {
    match files::advice(cause) {
        "" => "; use a writable path",
        advice => advice,
    }
}
