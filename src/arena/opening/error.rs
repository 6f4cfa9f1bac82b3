//! Errors of opening files.

use std::io;

use crate::positions::epd::EpdError;

/// The largest accepted file, in bytes. Files are read into memory.
pub const LARGEST: u64 = 256 << 20;

/// Why openings cannot be read, with the place and a remedy.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// The file cannot be read.
    #[error("{file}: {cause}; check the path and that it can be read")]
    Unreadable {
        /// The path of the file.
        file: String,
        /// The error of the operating system.
        cause: io::Error,
    },
    /// The file is larger than [`LARGEST`].
    #[error("{file}: it has more than {} MiB, the most that is read; name a smaller file or a part of it", LARGEST >> 20)]
    TooLarge {
        /// The path of the file.
        file: String,
    },
    /// The file has an unsupported compression.
    #[error("{file}: it is compressed with {with}; unpack it and name the file that comes out")]
    Compressed {
        /// The path of the file.
        file: String,
        /// The compression format.
        with: &'static str,
    },
    /// The compressed file is damaged.
    #[error(
        "{file}: the {with} archive is damaged or cut short ({cause}); fetch the file again, or unpack what can be saved \
         and name that"
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
    #[error("{file}: the {with} archive unpacks to more than {} MiB, the most that is read; name a smaller file or a part of it", LARGEST >> 20)]
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
    #[error("{file}: there is no opening in it; {FORMS}")]
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
        "a Polyglot book holds openings of standard chess; leave --variant chess960 away, or name a file of positions"
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
    "name a file of games (.pgn), of positions (.epd, .fen; one a line) or a Polyglot book (.bin)";
