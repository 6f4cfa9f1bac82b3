//! Errors of opening files.

use std::io;

use crate::positions::epd::EpdError;

/// The largest accepted file, in bytes. Files are read into memory.
pub const LARGEST: u64 = 256 << 20;

/// Why openings cannot be read, with the place and a remedy.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// The file cannot be read.
    #[error("{file}: {cause}; check the path and the permissions")]
    Unreadable {
        /// The path of the file.
        file: String,
        /// The error of the operating system.
        cause: io::Error,
    },
    /// The file is larger than [`LARGEST`].
    #[error("{file}: the file exceeds the limit of {} MiB; use a smaller file", LARGEST >> 20)]
    TooLarge {
        /// The path of the file.
        file: String,
    },
    /// The file has a compression that this build does not support.
    #[error("{file}: compression with {with} is not supported by this build; decompress the file first")]
    Compressed {
        /// The path of the file.
        file: String,
        /// The compression format.
        with: &'static str,
    },
    /// The compressed file is damaged.
    #[error(
        "{file}: the {with} file is damaged or truncated ({cause}); download it again, or use an uncompressed file"
    )]
    Damaged {
        /// The path of the file.
        file: String,
        /// The compression format.
        with: &'static str,
        /// The error of the decoder.
        cause: io::Error,
    },
    /// The decompressed content is larger than [`LARGEST`].
    #[error("{file}: the {with} file decompresses to more than the limit of {} MiB; use a smaller file", LARGEST >> 20)]
    Expands {
        /// The path of the file.
        file: String,
        /// The compression format.
        with: &'static str,
    },
    /// The file is empty.
    #[error("{file}: the file is empty; {FORMS}")]
    Empty {
        /// The path of the file.
        file: String,
    },
    /// The file contains no opening.
    #[error("{file}: the file contains no opening; {FORMS}")]
    NoOpening {
        /// The path of the file.
        file: String,
    },
    /// A line of a position file is invalid.
    #[error(transparent)]
    Position(#[from] EpdError),
    /// A game is invalid.
    #[error("{file}, game {game} (line {line}): {problem}; {remedy}")]
    Game {
        /// The path of the file.
        file: String,
        /// The number of the game in the file, from 1.
        game: u64,
        /// The first line of the game, 1-based.
        line: u64,
        /// The error.
        problem: String,
        /// The remedy.
        remedy: &'static str,
    },
    /// A Polyglot book cannot be used for Chess960.
    #[error(
        "a Polyglot book contains openings of standard chess; remove --variant chess960, or use a file of positions"
    )]
    BookOfVariant,
    /// A Polyglot book is invalid.
    #[error("{file}, byte {offset}: {problem}; {remedy}")]
    Book {
        /// The path of the file.
        file: String,
        /// The offset in the file, in bytes.
        offset: usize,
        /// The error.
        problem: String,
        /// The remedy.
        remedy: &'static str,
    },
}

const FORMS: &str =
    "use a file of games (.pgn), a file of positions (.epd, .fen; one per line) or a Polyglot book (.bin)";
