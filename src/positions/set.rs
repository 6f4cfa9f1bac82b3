//! Sets of positions with the moves that count as right.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use shakmaty::fen::Epd;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, EnPassantMode, Move};

use super::epd::{self, EpdError, EpdRecord};
use crate::evolution::settings::PositionSource;

/// A position with the moves that count as right in it.
#[derive(Debug, Clone)]
pub struct Example {
    /// The position.
    pub position: Chess,
    /// The move played (`sm`), or the best moves (`bm`); never empty, all legal, none twice.
    pub moves: Vec<Move>,
}

/// A named list of examples.
#[derive(Debug, Clone)]
pub struct PositionSet {
    /// The embedded set's name or the file's name.
    pub name: String,
    /// The examples in file order.
    pub examples: Arc<Vec<Example>>,
}

/// Why positions could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum PositionsError {
    /// The file cannot be read.
    #[error("{file}: {cause}; check the path and that it can be read")]
    Unreadable {
        /// The file's path.
        file: String,
        /// What the system says.
        cause: io::Error,
    },
    /// A line cannot be understood.
    #[error(transparent)]
    Epd(#[from] EpdError),
    /// A record tells no right move.
    #[error(
        "{file}, line {line}, column 1: the record has neither sm nor bm; add the move played (sm) or the best moves (bm)"
    )]
    NoMove {
        /// The file's path.
        file: String,
        /// The line, 1-based.
        line: usize,
    },
    /// There is no record at all.
    #[error("{file}, line 1, column 1: there is no position in it; name a file with one EPD record a line")]
    Empty {
        /// The file's path.
        file: String,
    },
    /// No set of that name is embedded.
    #[error("no embedded position set is called “{name}”; known are {known}", known = PositionSet::NAMES.join(", "))]
    Unknown {
        /// The name asked for.
        name: String,
    },
}

const EMBEDDED: [&[u8]; 3] = [
    include_bytes!("../../positions/gm2600-train.epd"),
    include_bytes!("../../positions/gm2600-test.epd"),
    include_bytes!("../../positions/ecm879.epd"),
];

impl PositionSet {
    /// The names of the embedded sets.
    pub const NAMES: [&str; 3] = ["gm2600-train", "gm2600-test", "ecm879"];

    /// An embedded set. Each call parses it anew (some tens of milliseconds); keep the result.
    ///
    /// # Errors
    /// [`PositionsError::Unknown`] for a name that is not embedded.
    pub fn embedded(name: &str) -> Result<PositionSet, PositionsError> {
        PositionSet::from_records(name, &embedded_records(name)?)
    }

    /// The set in an EPD file.
    ///
    /// # Errors
    /// When the file cannot be read, a line is wrong, a record has neither `sm` nor `bm`, or none is there.
    pub fn read(path: &Path) -> Result<PositionSet, PositionsError> {
        PositionSet::from_records(&path.display().to_string(), &read_records(path)?)
    }

    /// The set that settings name.
    ///
    /// # Errors
    /// As [`PositionSet::embedded`] and [`PositionSet::read`].
    pub fn load(source: &PositionSource) -> Result<PositionSet, PositionsError> {
        match source {
            PositionSource::Embedded(name) => PositionSet::embedded(name),
            PositionSource::File(path) => PositionSet::read(path),
        }
    }

    /// The set of these records, which come with their lines; `sm` is taken where a record has it, else `bm`.
    ///
    /// # Errors
    /// The first record that has neither, or that there is none.
    pub fn from_records(name: &str, records: &[(usize, EpdRecord)]) -> Result<PositionSet, PositionsError> {
        let example = |(line, record): &(usize, EpdRecord)| {
            let moves = match record.moves("sm") {
                [] => record.moves("bm"),
                played => played,
            };
            if moves.is_empty() {
                return Err(PositionsError::NoMove { file: name.to_owned(), line: *line });
            }
            Ok(Example { position: record.position.clone(), moves: moves.to_vec() })
        };
        let examples = records.iter().map(example).collect::<Result<Vec<_>, _>>()?;
        if examples.is_empty() {
            return Err(PositionsError::Empty { file: name.to_owned() });
        }
        Ok(PositionSet { name: name.to_owned(), examples: Arc::new(examples) })
    }

    /// A hash of the positions and their moves in order. The name, texts and the way moves were written do
    /// not matter, so caches and sessions can tell whether they still speak of the same set.
    #[must_use]
    pub fn content_hash(&self) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new_derive_key("eyas 2026 position set");
        for example in self.examples.iter() {
            hasher.update(Epd::from_position(&example.position, EnPassantMode::Legal).to_string().as_bytes());
            let mut moves: Vec<String> =
                example.moves.iter().map(|m| UciMove::from_standard(*m).to_string()).collect();
            moves.sort_unstable();
            for m in moves {
                hasher.update(b" ");
                hasher.update(m.as_bytes());
            }
            hasher.update(b"\n");
        }
        *hasher.finalize().as_bytes()
    }
}

/// The records of an embedded set with their lines, for what they say besides the moves.
///
/// # Errors
/// [`PositionsError::Unknown`] for a name that is not embedded.
pub fn embedded_records(name: &str) -> Result<Vec<(usize, EpdRecord)>, PositionsError> {
    let index = PositionSet::NAMES
        .iter()
        .position(|known| *known == name)
        .ok_or_else(|| PositionsError::Unknown { name: name.to_owned() })?;
    Ok(epd::read(name, EMBEDDED[index])?)
}

/// The records of an EPD file with their lines.
///
/// # Errors
/// When the file cannot be read or a line is wrong.
pub fn read_records(path: &Path) -> Result<Vec<(usize, EpdRecord)>, PositionsError> {
    let file = path.display().to_string();
    match fs::read(path) {
        Ok(bytes) => Ok(epd::read(&file, &bytes)?),
        Err(cause) => Err(PositionsError::Unreadable { file, cause }),
    }
}
