//! What can be wrong with a schema or its name.

use std::io;
use std::path::PathBuf;

use super::{Schema, SchemaKind};

/// An error in a schema or its name.
#[derive(Debug, thiserror::Error)]
pub enum SchemaError {
    /// No built-in schema has this name.
    #[error(
        "unknown schema “{0}”; use one of: {evaluation}, {search}",
        evaluation = Schema::EVALUATION_NAMES.join(", "),
        search = Schema::SEARCH_NAMES.join(", ")
    )]
    Unknown(String),
    /// No built-in schema of this purpose has this name.
    #[error("unknown {purpose} schema “{name}”; use one of: {known}", known = purpose.names().join(", "))]
    Unfit {
        /// The requested purpose.
        purpose: SchemaKind,
        /// The requested name.
        name: String,
    },
    /// The text is not a schema.
    #[error(
        "schema {name}, line {}, column {}: {}", cause.span.start.line, cause.span.start.col, cause.code
    )]
    Syntax {
        /// The schema's name.
        name: String,
        /// Position and reason of the syntax error.
        cause: Box<ron::error::SpannedError>,
    },
    /// The file cannot be read.
    #[error("{path}: {cause}; give a schema file, or one of the names {known}", path = .path.display(), known = Schema::names().join(", "))]
    Read {
        /// The file.
        path: PathBuf,
        /// The reason.
        cause: io::Error,
    },
    /// A file's schema has the name of an embedded one, but other content.
    #[error(
        "{path}: an embedded schema is already called “{name}”, and its parameters differ; choose another name in the file",
        path = .path.display()
    )]
    NameTaken {
        /// The file.
        path: PathBuf,
        /// The name.
        name: String,
    },
    /// A word that shall be dropped fits no parameter.
    #[error(
        "schema {schema}: nothing is called “{word}”; give one of its groups, {groups}, or the beginning of names"
    )]
    NotDropped {
        /// The schema's name.
        schema: String,
        /// The word.
        word: String,
        /// The groups of the schema.
        groups: String,
    },
    /// No parameter remains.
    #[error("schema {schema}: no parameter remains; drop fewer")]
    Empty {
        /// The schema's name.
        schema: String,
    },
    /// A parameter's bits and range do not match, or a name occurs twice.
    #[error("schema {schema}: parameter {parameter}: {reason}")]
    Parameter {
        /// The schema's name.
        schema: String,
        /// The parameter's name.
        parameter: String,
        /// The reason.
        reason: String,
    },
}
