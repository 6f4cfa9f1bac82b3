//! Why openings cannot be read.

use std::io;

use crate::positions::epd::EpdError;

/// Largest file that is read, in bytes: files are read into memory.
pub const LARGEST: u64 = 256 << 20;

/// What is wrong with a file of openings, where, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// The file cannot be read.
    #[error("{file}: {cause}; check the path and that it can be read")]
    Unreadable {
        /// The file's path.
        file: String,
        /// What the system says.
        cause: io::Error,
    },
    /// The file is larger than is read into memory.
    #[error("{file}: it has more than {} MiB, the most that is read; name a smaller file or a part of it", LARGEST >> 20)]
    TooLarge {
        /// The file's path.
        file: String,
    },
    /// The file is compressed in a way that is not read.
    #[error("{file}: it is compressed with {with}; unpack it and name the file that comes out")]
    Compressed {
        /// The file's path.
        file: String,
        /// What it is compressed with.
        with: &'static str,
    },
    /// The file is compressed, and cannot be unpacked.
    #[error(
        "{file}: the {with} archive is damaged or cut short ({cause}); fetch the file again, or unpack what can be saved \
         and name that"
    )]
    Damaged {
        /// The file's path.
        file: String,
        /// What it is compressed with.
        with: &'static str,
        /// What the decoder says.
        cause: io::Error,
    },
    /// The file is compressed, and its content is larger than is read into memory.
    #[error("{file}: the {with} archive unpacks to more than {} MiB, the most that is read; name a smaller file or a part of it", LARGEST >> 20)]
    Expands {
        /// The file's path.
        file: String,
        /// What it is compressed with.
        with: &'static str,
    },
    /// The file has no bytes.
    #[error("{file}: the file is empty; {FORMS}")]
    Empty {
        /// The file's path.
        file: String,
    },
    /// The file holds no opening.
    #[error("{file}: there is no opening in it; {FORMS}")]
    NoOpening {
        /// The file's path.
        file: String,
    },
    /// A line of positions cannot be used.
    #[error(transparent)]
    Position(#[from] EpdError),
    /// A game cannot be used.
    #[error("{file}, game {game} (line {line}): {problem}; {remedy}")]
    Game {
        /// The file's path.
        file: String,
        /// The game's place in the file, 1 first.
        game: u64,
        /// The line on which the game begins, 1-based.
        line: u64,
        /// What is wrong.
        problem: String,
        /// What to do.
        remedy: &'static str,
    },
    /// A Polyglot book cannot be played as Chess960.
    #[error(
        "a Polyglot book holds openings of standard chess; leave --variant chess960 away, or name a file of positions"
    )]
    BookOfVariant,
    /// A Polyglot book is broken.
    #[error("{file}, byte {offset}: {problem}; {remedy}")]
    Book {
        /// The file's path.
        file: String,
        /// Where in the file, in bytes from its beginning.
        offset: usize,
        /// What is wrong.
        problem: String,
        /// What to do.
        remedy: &'static str,
    },
}

const FORMS: &str =
    "name a file of games (.pgn), of positions (.epd, .fen; one a line) or a Polyglot book (.bin)";
