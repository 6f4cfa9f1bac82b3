//! The openings of the games in a match.
//!
//! Openings come from games (PGN), from positions (EPD or FEN, one per line), from a Polyglot book, or from the
//! built-in set. Every move of an opening is legal, and no game is over at the end of its opening.
//!
//! The opening at an index of a match ([`Openings::nth`]) depends only on the openings, the order, the seed and the
//! index. A resumed match has the same openings, for any number of threads.

mod archive;
mod embedded;
mod error;
mod file;
mod games;
mod list;
mod order;
mod polyglot;
mod positions;
mod starts;
#[cfg(test)]
mod tests;

use std::num::NonZeroU32;
use std::path::Path;

pub use error::{LARGEST, OpeningError};
pub use order::Order;

use crate::engine::search::Game;
use crate::positions::Variant;
use embedded::Embedded;
use file::Kind;
use list::{Collector, List};
use order::Shuffle;
use polyglot::Book;
use starts::Starts;

/// The default maximum length of an opening from a PGN game, in plies.
pub const GAME_PLIES: u32 = 40;

/// The default maximum length of a walk through a Polyglot book, in plies.
pub const BOOK_PLIES: u32 = 16;

/// The opening of a game.
#[derive(Debug, Clone)]
pub struct Opening {
    /// The start position and the moves of the opening.
    pub game: Game,
    /// The name, if the source contains one: `B33 Sicilian Defence, Sveshnikov`, or `B33`.
    pub name: Option<String>,
}

impl Opening {
    /// Converts the opening to Chess960 if that is the variant.
    fn with_variant(self, variant: Variant) -> Opening {
        if variant.is_standard() || Variant::of(self.game.start()) == variant {
            return self;
        }
        let mut game = Game::new(variant.apply(self.game.start().clone()));
        self.game.moves().iter().for_each(|m| game.play(*m));
        Opening { game, ..self }
    }
}

/// A set of openings. It contains at least one.
#[derive(Debug)]
pub struct Openings {
    content: Content,
    shuffle: Shuffle,
    fingerprint: [u8; 32],
    /// Chess960 if all openings are played by its rules.
    variant: Variant,
}

#[derive(Debug)]
enum Content {
    Embedded(Embedded),
    List(List),
    Book(Book),
    Starts(Starts),
}

impl Openings {
    /// The number of openings in the built-in set.
    pub const EMBEDDED: usize = embedded::COUNT;

    /// Reads the openings of a file, which must have at most [`LARGEST`] bytes. The extensions `.pgn`, `.epd`, `.fen`
    /// and `.bin` determine the format. For all other files the content does. A file that is compressed with xz, zstd,
    /// gzip or bzip2 is decompressed (to at most [`LARGEST`] bytes) and treated as the file inside: `x.epd.gz` as
    /// `x.epd`.
    ///
    /// The opening of a PGN game is its main line, up to [`GAME_PLIES`]. A walk through a Polyglot book has at most
    /// [`BOOK_PLIES`]. Of games and positions with the same final position only the first is used, because a second
    /// game from it gives no new evidence. EPD operations after the position are ignored.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, is too large, contains no opening, or is not valid.
    pub fn read(path: &Path) -> Result<Openings, OpeningError> {
        Openings::read_file(path, None)
    }

    /// Reads openings as [`Openings::read`] does, with at most this number of plies.
    ///
    /// # Errors
    /// Returns an error as [`Openings::read`] does.
    pub fn read_up_to(path: &Path, plies: NonZeroU32) -> Result<Openings, OpeningError> {
        Openings::read_file(path, Some(plies))
    }

    fn read_file(path: &Path, plies: Option<NonZeroU32>) -> Result<Openings, OpeningError> {
        Openings::from_bytes(path, file::bytes(path)?, plies, LARGEST)
    }

    /// Reads the content of a file as [`Openings::read`] does, with at most `largest` bytes after decompression.
    pub(crate) fn from_bytes(
        path: &Path,
        bytes: Vec<u8>,
        plies: Option<NonZeroU32>,
        largest: u64,
    ) -> Result<Openings, OpeningError> {
        let (name, bytes) = archive::unpack(path, bytes, largest)?;
        let kind = file::kind(&name, &bytes);
        Openings::parse(&path.display().to_string(), kind, bytes, plies.map(NonZeroU32::get))
    }

    /// Returns the built-in set: [`Openings::EMBEDDED`] balanced openings of eight moves, spread over those played in
    /// practice. Each call decompresses it again (some milliseconds), so keep the result.
    ///
    /// # Errors
    /// Returns an error if the built-in data is damaged. A test checks that it is not.
    pub fn embedded() -> Result<Openings, OpeningError> {
        let fingerprint = blake3::derive_key("eyas 2026 embedded openings", embedded::PACKED);
        let content = Content::Embedded(Embedded::unpack()?);
        Ok(Openings { content, shuffle: Shuffle::default(), fingerprint, variant: Variant::Standard })
    }

    /// Returns the openings of Chess960: first the 960 start positions, then start positions followed by the same quiet
    /// pawn move of each side. Each call computes them again (some milliseconds), so keep the result.
    #[must_use]
    pub fn chess960() -> Openings {
        let starts = Starts::new();
        let mut hasher = blake3::Hasher::new_derive_key("eyas 2026 openings of chess960");
        hasher.update(&starts.len().to_le_bytes());
        Openings {
            fingerprint: *hasher.finalize().as_bytes(),
            content: Content::Starts(starts),
            shuffle: Shuffle::default(),
            variant: Variant::Chess960,
        }
    }

    /// Converts all openings to Chess960 if that is the variant.
    ///
    /// # Errors
    /// Returns [`OpeningError::BookOfVariant`] for a Polyglot book, which supports only standard chess.
    pub fn with_variant(self, variant: Variant) -> Result<Openings, OpeningError> {
        match (&self.content, variant) {
            (_, Variant::Standard) => Ok(self),
            (Content::Book(_), Variant::Chess960) => Err(OpeningError::BookOfVariant),
            (_, Variant::Chess960) => Ok(Openings { variant, ..self }),
        }
    }

    /// Returns the variant that players must support: Chess960 if any opening is of Chess960.
    #[must_use]
    pub fn variant(&self) -> Variant {
        match &self.content {
            Content::List(list) if list.has_chess960() => Variant::Chess960,
            _ => self.variant,
        }
    }

    fn parse(file: &str, kind: Kind, bytes: Vec<u8>, plies: Option<u32>) -> Result<Openings, OpeningError> {
        let usual = if kind == Kind::Book { BOOK_PLIES } else { GAME_PLIES };
        let plies = plies.unwrap_or(usual);
        let mut hasher = blake3::Hasher::new_derive_key("eyas 2026 openings");
        hasher.update(&[kind as u8]);
        hasher.update(&plies.to_le_bytes());
        hasher.update(&bytes);
        let fingerprint = *hasher.finalize().as_bytes();

        let plies = plies as usize;
        let mut collector = Collector::default();
        match kind {
            Kind::Games => games::read(file, &bytes, plies, &mut collector)?,
            Kind::Positions => positions::read(file, &bytes, &mut collector)?,
            Kind::Book => {
                let content = Content::Book(Book::new(file, bytes, plies)?);
                let (shuffle, variant) = (Shuffle::default(), Variant::Standard);
                return Ok(Openings { content, shuffle, fingerprint, variant });
            }
        }
        let list = collector.finish().ok_or_else(|| OpeningError::NoOpening { file: file.to_owned() })?;
        let (content, shuffle) = (Content::List(list), Shuffle::default());
        Ok(Openings { content, shuffle, fingerprint, variant: Variant::Standard })
    }

    /// Returns the opening at an index of a match, from 0. [`Plan::opening`](super::plan::Fixtures::opening) returns the
    /// index for a pair of games. The openings repeat after the last one.
    ///
    /// A Polyglot book has no list of openings. In both orders each index has a separate walk, drawn by the weights of
    /// the moves, and two indices can have the same walk.
    #[must_use]
    pub fn nth(&self, order: Order, seed: u64, index: u64) -> Opening {
        let place = |count: usize| match order {
            Order::Sequential => (index % count as u64) as usize,
            Order::Random => self.shuffle.place(count, seed, index),
        };
        let opening = match &self.content {
            Content::Embedded(embedded) => embedded.opening(place(embedded.len())),
            Content::List(list) => list.opening(place(list.len())),
            Content::Starts(starts) => starts.nth(order, seed, index),
            Content::Book(book) => Opening { game: book.walk(seed, index), name: None },
        };
        opening.with_variant(self.variant)
    }

    /// Returns the number of openings, which all have different final positions, or `None` for a Polyglot book.
    #[must_use]
    pub fn count(&self) -> Option<usize> {
        match &self.content {
            Content::Embedded(embedded) => Some(embedded.len()),
            Content::List(list) => Some(list.len()),
            Content::Starts(starts) => Some(starts.len()),
            Content::Book(_) => None,
        }
    }

    /// Returns how many openings of the file were skipped because an earlier one reaches the same final position.
    #[must_use]
    pub fn repeated(&self) -> usize {
        match &self.content {
            Content::List(list) => list.repeated(),
            Content::Embedded(_) | Content::Book(_) | Content::Starts(_) => 0,
        }
    }

    /// Returns a hash of the file's content and of how it was read. If it has not changed when a match is resumed,
    /// [`Openings::nth`] returns the same openings as before.
    #[must_use]
    pub fn fingerprint(&self) -> [u8; 32] {
        self.fingerprint
    }
}
