//! The openings that games of a match begin with.
//!
//! They come from games (PGN), from positions (EPD or FEN, one a line), from a Polyglot book, or from the set that
//! is embedded. Every move of an opening is legal, and no game is over where its opening ends.
//!
//! Which opening comes at which place of a match ([`Openings::nth`]) depends on the openings, the order, the seed
//! and the place alone: a match that is resumed, or played by any number of threads, gets the same.

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
pub use order::{Order, ParseOrderError};

use crate::engine::search::Game;
use crate::positions::Variant;
use embedded::Embedded;
use file::Kind;
use list::{Collector, List};
use order::Shuffle;
use polyglot::Book;
use starts::Starts;

/// The most plies of a game in PGN that are its opening, if not told otherwise.
pub const GAME_PLIES: u32 = 40;

/// The most plies of a walk through a Polyglot book, if not told otherwise.
pub const BOOK_PLIES: u32 = 16;

/// What a game begins with.
#[derive(Debug, Clone)]
pub struct Opening {
    /// Where it begins and the moves that are played from there.
    pub game: Game,
    /// What it is called, as far as its source says: `B33 Sicilian Defence, Sveshnikov`, or `B33`.
    pub name: Option<String>,
}

impl Opening {
    /// The same opening, of Chess960 if that is the variant.
    fn under(self, variant: Variant) -> Opening {
        if variant.is_standard() || Variant::of(self.game.start()) == variant {
            return self;
        }
        let mut game = Game::new(variant.apply(self.game.start().clone()));
        self.game.moves().iter().for_each(|m| game.play(*m));
        Opening { game, ..self }
    }
}

/// Openings to choose from, at least one.
#[derive(Debug)]
pub struct Openings {
    content: Content,
    shuffle: Shuffle,
    fingerprint: [u8; 32],
    /// Chess960 where all openings are played by its rules.
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
    /// How many openings the embedded set has.
    pub const EMBEDDED: usize = embedded::COUNT;

    /// The openings in a file, which is read into memory (at most [`LARGEST`] bytes). A file called `.pgn`, `.epd`,
    /// `.fen` or `.bin` is taken for what it is called; what another holds is seen by its content. A file that is compressed
    /// with xz, zstd, gzip or bzip2 is unpacked (to at most [`LARGEST`] bytes), and counts as the file inside: `x.epd.gz`
    /// as `x.epd`.
    ///
    /// Of a game in PGN the opening is the main line, at most [`GAME_PLIES`]; a walk through a Polyglot book has at
    /// most [`BOOK_PLIES`]. Of games and positions that end in the same position the first is taken, as playing it twice
    /// would not count as evidence twice. What stands behind the position in a line of EPD is not read.
    ///
    /// # Errors
    /// When the file cannot be read, is too large, holds no opening, or anything in it is wrong.
    pub fn read(path: &Path) -> Result<Openings, OpeningError> {
        Openings::read_file(path, None)
    }

    /// As [`Openings::read`], with at most so many plies.
    ///
    /// # Errors
    /// As [`Openings::read`].
    pub fn read_up_to(path: &Path, plies: NonZeroU32) -> Result<Openings, OpeningError> {
        Openings::read_file(path, Some(plies))
    }

    fn read_file(path: &Path, plies: Option<NonZeroU32>) -> Result<Openings, OpeningError> {
        let bytes = file::bytes(path)?;
        let (name, bytes) = archive::unpack(path, bytes)?;
        let kind = file::kind(&name, &bytes);
        Openings::parse(&path.display().to_string(), kind, bytes, plies.map(NonZeroU32::get))
    }

    /// The embedded set: [`Openings::EMBEDDED`] balanced openings of eight moves, spread over what is played. Each call
    /// unpacks it anew (some milliseconds); keep the result.
    ///
    /// # Errors
    /// None that a test would not have found.
    pub fn embedded() -> Result<Openings, OpeningError> {
        let fingerprint = blake3::derive_key("eyas 2026 embedded openings", embedded::PACKED);
        let content = Content::Embedded(Embedded::unpack()?);
        Ok(Openings { content, shuffle: Shuffle::default(), fingerprint, variant: Variant::Standard })
    }

    /// The openings of Chess960: its 960 start positions, and after all of them start positions followed by the same
    /// quiet pawn move of each side. Each call makes them anew (some milliseconds); keep the result.
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

    /// The same openings, all of them Chess960 if that is the variant.
    ///
    /// # Errors
    /// [`OpeningError::BookOfVariant`] for a Polyglot book, which knows standard chess only.
    pub fn under(self, variant: Variant) -> Result<Openings, OpeningError> {
        match (&self.content, variant) {
            (_, Variant::Standard) => Ok(self),
            (Content::Book(_), Variant::Chess960) => Err(OpeningError::BookOfVariant),
            (_, Variant::Chess960) => Ok(Openings { variant, ..self }),
        }
    }

    /// Chess960 if any opening is of Chess960: what players must be able to play.
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

    /// The opening at a place of a match, 0 first; [`Plan::opening`](super::plan::Plan::opening) says which pair of games
    /// has which place. After the last opening the first comes again.
    ///
    /// A Polyglot book has no first and no last opening: in either order each place has a walk of its own, drawn by
    /// the moves' weights, and two places may have the same.
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
        opening.under(self.variant)
    }

    /// How many openings there are, no two with the same final position; `None` for a Polyglot book.
    #[must_use]
    pub fn count(&self) -> Option<usize> {
        match &self.content {
            Content::Embedded(embedded) => Some(embedded.len()),
            Content::List(list) => Some(list.len()),
            Content::Starts(starts) => Some(starts.len()),
            Content::Book(_) => None,
        }
    }

    /// How many openings of the file were left out because an earlier one reaches the same final position.
    #[must_use]
    pub fn repeated(&self) -> usize {
        match &self.content {
            Content::List(list) => list.repeated(),
            Content::Embedded(_) | Content::Book(_) | Content::Starts(_) => 0,
        }
    }

    /// A hash of the file's content and of how it was read. Whoever resumes a match can tell by it that
    /// [`Openings::nth`] tells what it told before.
    #[must_use]
    pub fn fingerprint(&self) -> [u8; 32] {
        self.fingerprint
    }
}
