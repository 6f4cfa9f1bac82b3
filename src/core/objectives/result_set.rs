//! Sets of quiet positions with the results of their games, for Texel's method (Österlund, “Texel's Tuning Method”,
//! Chess Programming Wiki).
//!
//! `docs/file-formats.md` describes the files. The positions of one game are strongly correlated, so a set is split by
//! game ([`Part::of`]): no game is in two parts.

mod file;
mod line;
mod packed;
pub mod sampling;
#[cfg(test)]
mod tests;
mod text;

use std::fmt;
use std::io;
use std::path::Path;

use shakmaty::Chess;

use crate::files::{self, has_extension};
use crate::objectives::SetDigest;
use crate::positions::PositionSource;
use crate::positions::epd::EpdError;
use crate::positions::fen::fields;

pub use file::LARGEST;
#[cfg(any(test, fuzzing))]
pub(crate) use packed::with_check;

/// White's points in a position, in hundredths: the result of its game, or what an engine expects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(u8);

impl Points {
    /// Black won.
    pub const LOSS: Points = Points(0);
    /// The game was drawn.
    pub const DRAW: Points = Points(50);
    /// White won.
    pub const WIN: Points = Points(100);
    /// The results of games, from White's worst to White's best.
    pub const RESULTS: [Points; 3] = [Points::LOSS, Points::DRAW, Points::WIN];
    /// The number of different points.
    pub(super) const COUNT: usize = 101;

    /// Returns the nearest points, if the number is from 0 to 1.
    #[must_use]
    pub fn of(points: f64) -> Option<Points> {
        (0.0..=1.0).contains(&points).then(|| Points((points * 100.0).round() as u8))
    }

    /// Returns the number of hundredths.
    pub(super) fn hundredths(self) -> u8 {
        self.0
    }

    /// Returns the points: 0 for a loss, ½ for a draw, 1 for a win, or a number between them.
    #[must_use]
    pub fn value(self) -> f64 {
        f64::from(self.0) / 100.0
    }
}

/// Results of games are written as in PGN: `0-1`, `1/2-1/2` or `1-0`; other points as `0.73`.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Points::LOSS => f.write_str("0-1"),
            Points::DRAW => f.write_str("1/2-1/2"),
            Points::WIN => f.write_str("1-0"),
            Points(hundredths) => write!(f, "0.{hundredths:02}"),
        }
    }
}

/// The game from which positions come.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GameSource {
    /// Players, event and date: `Carlsen,M – Anand,V, Linares 2009.02.27`. A single line; may be empty.
    pub text: String,
}

/// A position with White's points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultPosition {
    /// The position. Files do not keep its move counters.
    pub position: Chess,
    /// The result of the game, or what an engine expects.
    pub points: Points,
    /// The index of the game in [`ResultSet::games`].
    pub game: u32,
}

/// A part of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// The positions on which organisms are measured: eight of ten games.
    Train,
    /// The positions that decide when to stop and which settings to use: one of ten games.
    Validation,
    /// The positions on which a champion is measured once: one of ten games.
    Test,
}

impl Part {
    /// Returns the part to which a game belongs. The split is fixed and depends on no seed: games whose index ends in 0
    /// are the test part, those whose index ends in 1 the validation part, all others the training part.
    #[must_use]
    pub fn of(game: u32) -> Part {
        match game % 10 {
            0 => Part::Test,
            1 => Part::Validation,
            _ => Part::Train,
        }
    }
}

/// A named set of positions with the results of their games.
///
/// # Example
///
/// ```
/// use eyas_core::objectives::result_set::{Part, ResultSet};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let set = ResultSet::embedded("gm2600-results")?;
/// let train = set.part(Part::Train).count();
/// assert!(train > set.positions.len() / 2);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultSet {
    /// The name of the embedded set or of the file.
    pub name: String,
    /// The games. Their order determines the parts.
    pub games: Vec<GameSource>,
    /// The positions in file order.
    pub positions: Vec<ResultPosition>,
}

/// An error while loading a set.
#[derive(Debug, thiserror::Error)]
pub enum ResultSetError {
    /// The file cannot be read.
    #[error("{file}: {cause}; check the path and the permissions")]
    Unreadable {
        /// The file's path.
        file: String,
        /// The system's error.
        cause: io::Error,
    },
    /// The file or its decompressed content is larger than [`LARGEST`].
    #[error("{file}: the positions exceed the limit of {} MiB; use a smaller file", LARGEST >> 20)]
    TooLarge {
        /// The file's path.
        file: String,
    },
    /// The compressed file is damaged.
    #[error(
        "{file}: the zstd file is damaged or truncated ({cause}); copy it again, or use an uncompressed file"
    )]
    Damaged {
        /// The file's path.
        file: String,
        /// The error of the decoder.
        cause: io::Error,
    },
    /// The file has a version of the format that is not supported.
    #[error(
        "{file}, line 1, column 1: the format is “{found}”, but this version of Eyas reads “{}” and “{}”; use a newer \
         Eyas",
        text::HEADER,
        packed::HEADER
    )]
    Version {
        /// The file's path.
        file: String,
        /// The first line of the file.
        found: String,
    },
    /// A packed file is damaged.
    #[error("{file}: the packed file is damaged: {problem}; copy it again, or write it again")]
    Packed {
        /// The file's path.
        file: String,
        /// What is wrong.
        problem: String,
    },
    /// A packed file has points for positions of an embedded set that this version of Eyas has not.
    #[error(
        "{file}: the points belong to other positions than those of the embedded set “{set}”; use the version of Eyas \
         that wrote the file, or label the set again"
    )]
    OtherPositions {
        /// The file's path.
        file: String,
        /// The name of the embedded set.
        set: String,
    },
    /// A line cannot be parsed.
    #[error(transparent)]
    Line(#[from] EpdError),
    /// The file contains no position.
    #[error(
        "{file}, line 1, column 1: the file contains no position; use a file with one position and one result per line"
    )]
    Empty {
        /// The file's path.
        file: String,
    },
    /// No embedded set has this name.
    #[error("unknown embedded set of results “{name}”; use one of: {known}", known = ResultSet::NAMES.join(", "))]
    Unknown {
        /// The requested name.
        name: String,
    },
}

const EMBEDDED: [&[u8]; 4] = [
    include_bytes!("../data/positions/gm2600-results.packed"),
    include_bytes!("../data/positions/self-play-results.packed"),
    include_bytes!("../data/positions/gm2600-points.packed"),
    include_bytes!("../data/positions/self-play-points.packed"),
];

impl ResultSet {
    /// The names of the embedded sets. `positions/README.md` describes their sources.
    pub const NAMES: [&str; 4] = ["gm2600-results", "self-play-results", "gm2600-points", "self-play-points"];

    /// The names of the embedded sets that hold the points that an engine expects, instead of the results of games.
    pub const EXPECTED_POINTS: [&str; 2] = ["gm2600-points", "self-play-points"];

    /// Returns an embedded set. Each call decodes it again (some tenths of a second), so keep the result.
    ///
    /// # Errors
    /// Returns [`ResultSetError::Unknown`] if no embedded set has the name.
    pub fn embedded(name: &str) -> Result<ResultSet, ResultSetError> {
        let index = ResultSet::NAMES
            .iter()
            .position(|known| *known == name)
            .ok_or_else(|| ResultSetError::Unknown { name: name.to_owned() })?;
        ResultSet::parse(name, EMBEDDED[index], true)
    }

    /// Reads a set from a file, compressed with zstd or not, in one of the formats of `docs/file-formats.md`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, is damaged or too large, has an invalid line, or no position.
    pub fn read(path: &Path) -> Result<ResultSet, ResultSetError> {
        let name = path.display().to_string();
        ResultSet::parse(&name, &file::read(path)?, false)
    }

    /// Reads a set from the content of a file, which may be embedded.
    pub(crate) fn parse(name: &str, bytes: &[u8], is_embedded: bool) -> Result<ResultSet, ResultSetError> {
        if packed::is_packed(bytes) {
            packed::read(name, bytes, is_embedded)
        } else {
            text::read(name, &file::unpack(name, bytes)?)
        }
    }

    /// Loads the set of a source. Several sets are concatenated.
    ///
    /// # Errors
    /// Returns the errors of [`ResultSet::embedded`] and [`ResultSet::read`].
    pub fn load(source: &PositionSource) -> Result<ResultSet, ResultSetError> {
        match source {
            PositionSource::Embedded(name) => ResultSet::embedded(name),
            PositionSource::File(path) => ResultSet::read(path),
            PositionSource::Multiple(sources) => {
                let mut all = ResultSet { name: source.name(), games: Vec::new(), positions: Vec::new() };
                for source in sources {
                    all.append(ResultSet::load(source)?);
                }
                Ok(all)
            }
        }
    }

    /// Appends the games and positions of another set.
    fn append(&mut self, other: ResultSet) {
        // Files are limited to fewer games.
        let first = u32::try_from(self.games.len()).unwrap_or(u32::MAX);
        self.games.extend(other.games);
        let moved = |position: ResultPosition| ResultPosition {
            game: position.game.saturating_add(first),
            ..position
        };
        self.positions.extend(other.positions.into_iter().map(moved));
    }

    /// Writes the set: packed if the name ends in `.packed`, compressed with zstd if it ends in `.zst`, otherwise as text.
    /// The file is replaced as a whole. Positions are written by game.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written. An old file is then unchanged.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        if has_extension(path, PACKED) {
            files::replace(path, &packed::write(self)?)
        } else if has_extension(path, "zst") {
            files::replace(path, &file::pack(&text::write(self))?)
        } else {
            files::replace(path, text::write(self).as_bytes())
        }
    }

    /// Writes the set as [`ResultSet::write`] does. But if its positions are some of those of an embedded set, in the same
    /// order, a packed file has only their points.
    ///
    /// # Errors
    /// As [`ResultSet::write`].
    pub fn write_points(&self, embedded: &str, path: &Path) -> io::Result<()> {
        if has_extension(path, PACKED)
            && let Ok(embedded) = ResultSet::embedded(embedded)
            && let Some(points) = packed::write_points(self, &embedded)?
        {
            return files::replace(path, &points);
        }
        self.write(path)
    }

    /// Returns the positions of a part, in file order.
    pub fn part(&self, part: Part) -> impl Iterator<Item = &ResultPosition> {
        self.positions.iter().filter(move |position| Part::of(position.game) == part)
    }

    /// Returns the set's name, its number of positions, and a hash of positions, results and games in order, from which
    /// sessions detect a different set. The names of the games have no influence.
    #[must_use]
    pub fn digest(&self) -> SetDigest {
        let mut hasher = blake3::Hasher::new_derive_key("eyas 2026 result set");
        for ResultPosition { position, points, game } in &self.positions {
            hasher.update(&game.to_le_bytes());
            hasher.update(fields(position).as_bytes());
            hasher.update(b" ");
            hasher.update(points.to_string().as_bytes());
            hasher.update(b"\n");
        }
        SetDigest {
            name: self.name.clone(),
            positions: self.positions.len() as u64,
            blake3: hasher.finalize().to_string(),
        }
    }
}

/// The ending of the names of packed files.
const PACKED: &str = "packed";
