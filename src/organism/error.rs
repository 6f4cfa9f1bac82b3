//! What can be wrong with an organism file.

use std::io;
use std::path::PathBuf;

use super::Organism;
use super::file::FORMAT;
use crate::files;

/// Why an organism could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum OrganismError {
    /// Neither an embedded organism's name nor a file.
    #[error("“{text}” is neither a file nor an organism of the names {}, random:SEED", Organism::NAMES.join(", "))]
    Unknown {
        /// What was asked for.
        text: String,
    },
    /// The file cannot be read.
    #[error("{}: {cause}; check the path and that it can be read", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// The file cannot be written.
    #[error("{}: cannot be written: {cause}{}", file.display(), refused(cause))]
    Write {
        /// The file.
        file: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// The file was written by a newer version of the program.
    #[error(
        "{file}: the file has format {found}, this version of Eyas reads up to {FORMAT}; use a newer Eyas"
    )]
    Newer {
        /// The file.
        file: String,
        /// Its format.
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
        /// What is wrong and what to do.
        problem: String,
    },
}

/// What can be done about a file that cannot be written.
fn refused(cause: &io::Error) -> &'static str {
    match files::advice(cause) {
        "" => "; name a place that can be written",
        advice => advice,
    }
}
