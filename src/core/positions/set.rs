//! Position sets: positions with their correct moves.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Move};

use super::epd::{self, EpdError, EpdRecord};
use super::fen::fields;
use super::moves;
use crate::files;

/// The largest accepted EPD file, in bytes. Files are read into memory.
const LARGEST: u64 = 512 << 20;

/// The source of a position set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum PositionSource {
    /// The name of an embedded set: `gm2600-train`, `gm2600-test` or `ecm879`; for openings `balanced-8-moves`.
    Embedded(String),
    /// An EPD file.
    File(PathBuf),
    /// Several sets, concatenated; no positions if empty.
    Multiple(Vec<PositionSource>),
}

impl PositionSource {
    /// Returns the embedded set of this name if it is one of `names`, otherwise the file at this path.
    #[must_use]
    pub fn named(path: &Path, names: &[&str]) -> PositionSource {
        match path.to_str() {
            Some(name) if names.contains(&name) => PositionSource::Embedded(name.to_owned()),
            _ => PositionSource::File(path.to_owned()),
        }
    }

    /// Like [`PositionSource::named`], with an absolute path, so that the file is found from another folder.
    ///
    /// # Errors
    /// Returns an error if the path is empty, or if the current folder is unknown.
    pub fn named_absolute(path: &Path, names: &[&str]) -> Result<PositionSource, String> {
        match PositionSource::named(path, names) {
            PositionSource::File(path) => std::path::absolute(&path)
                .map(PositionSource::File)
                .map_err(|cause| format!("{}: {cause}", path.display())),
            embedded => Ok(embedded),
        }
    }

    /// Like [`PositionSource::named_absolute`], for one set or for several, separated by commas. A file may have commas in
    /// its name.
    ///
    /// # Errors
    /// As [`PositionSource::named_absolute`].
    pub fn listed_absolute(list: &str, names: &[&str]) -> Result<PositionSource, String> {
        let one = |name: &str| PositionSource::named_absolute(Path::new(name), names);
        if !list.contains(',') || Path::new(list).is_file() {
            return one(list);
        }
        list.split(',').map(|name| one(name.trim())).collect::<Result<_, _>>().map(PositionSource::Multiple)
    }

    /// Returns the name of the set or the path of the file; for several sets all names, separated by commas.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            PositionSource::Embedded(name) => name.clone(),
            PositionSource::File(path) => path.display().to_string(),
            PositionSource::Multiple(sources) => {
                sources.iter().map(PositionSource::name).collect::<Vec<_>>().join(", ")
            }
        }
    }
}

/// A position with its correct moves.
#[derive(Debug, Clone)]
pub struct Example {
    /// The position.
    pub position: Chess,
    /// The move played (`sm`) or the best moves (`bm`). Never empty, all legal, without duplicates.
    pub moves: Vec<Move>,
}

/// A named list of examples.
///
/// # Example
///
/// ```
/// use eyas_core::positions::PositionSet;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let suite = PositionSet::embedded("ecm879")?;
/// assert_eq!(suite.examples.len(), 879);
/// assert!(!suite.examples[0].moves.is_empty());
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct PositionSet {
    /// The name of the embedded set or of the file.
    pub name: String,
    /// The examples in file order.
    pub examples: Arc<Vec<Example>>,
}

/// An error while loading positions.
#[derive(Debug, thiserror::Error)]
pub enum PositionsError {
    /// The file cannot be read.
    #[error("{file}: {cause}; check the path and the permissions")]
    Unreadable {
        /// The file's path.
        file: String,
        /// The system's error.
        cause: io::Error,
    },
    /// A line cannot be parsed.
    #[error(transparent)]
    Epd(#[from] EpdError),
    /// A record has no correct move.
    #[error(
        "{file}, line {line}, column 1: the record has neither sm nor bm; \
         add the move played (sm) or the best moves (bm)"
    )]
    NoMove {
        /// The file's path.
        file: String,
        /// The line, 1-based.
        line: usize,
    },
    /// The file contains no record.
    #[error(
        "{file}, line 1, column 1: the file contains no position; use a file with one EPD record per line"
    )]
    Empty {
        /// The file's path.
        file: String,
    },
    /// No embedded set has this name.
    #[error("unknown embedded position set “{name}”; use one of: {known}", known = PositionSet::NAMES.join(", "))]
    Unknown {
        /// The requested name.
        name: String,
    },
}

/// The EPD text of an embedded set.
#[derive(Debug, Clone, Copy)]
enum Embedded {
    Text(&'static str),
    /// Compressed with zstd.
    Compressed(&'static [u8]),
}

const EMBEDDED: [Embedded; 3] = [
    Embedded::Compressed(include_bytes!("../data/positions/gm2600-train.epd.zst")),
    Embedded::Compressed(include_bytes!("../data/positions/gm2600-test.epd.zst")),
    Embedded::Text(include_str!("../data/positions/ecm879.epd")),
];

impl PositionSet {
    /// The names of the embedded sets.
    pub const NAMES: [&str; 3] = ["gm2600-train", "gm2600-test", "ecm879"];

    /// Returns an embedded set. Each call parses it again (some tens of ms), so keep the result.
    ///
    /// # Errors
    /// Returns [`PositionsError::Unknown`] if no embedded set has the name.
    pub fn embedded(name: &str) -> Result<PositionSet, PositionsError> {
        PositionSet::from_records(name, &embedded_records(name)?)
    }

    /// Reads a set from an EPD file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, a line is invalid, a record has neither `sm` nor `bm`, or there is
    /// no record.
    pub fn read(path: &Path) -> Result<PositionSet, PositionsError> {
        PositionSet::from_records(&path.display().to_string(), &read_records(path)?)
    }

    /// Loads the set of a source.
    ///
    /// # Errors
    /// Returns the errors of [`PositionSet::embedded`] and [`PositionSet::read`].
    pub fn load(source: &PositionSource) -> Result<PositionSet, PositionsError> {
        PositionSet::from_records(&source.name(), &records(source)?)
    }

    /// Builds a set from records with their line numbers. Uses `sm` if a record has it, otherwise `bm`.
    ///
    /// # Errors
    /// Returns an error for the first record that has neither, or if there is no record.
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

    /// Returns a hash of the positions and their moves in order, from which caches and sessions detect a different set.
    /// The name, texts and move notation have no influence.
    #[must_use]
    pub fn content_hash(&self) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new_derive_key("eyas 2026 position set");
        for example in self.examples.iter() {
            hasher.update(fields(&example.position).as_bytes());
            let mut moves: Vec<String> =
                example.moves.iter().map(|m| moves::uci(&example.position, *m)).collect();
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

/// Returns the EPD text of an embedded set.
///
/// # Errors
/// Returns [`PositionsError::Unknown`] if no embedded set has the name.
pub fn embedded_text(name: &str) -> Result<Cow<'static, str>, PositionsError> {
    let index = PositionSet::NAMES
        .iter()
        .position(|known| *known == name)
        .ok_or_else(|| PositionsError::Unknown { name: name.to_owned() })?;
    match EMBEDDED[index] {
        Embedded::Text(text) => Ok(Cow::Borrowed(text)),
        Embedded::Compressed(bytes) => {
            let text = files::embedded_text(bytes);
            text.map(Cow::Owned).map_err(|cause| PositionsError::Unreadable { file: name.to_owned(), cause })
        }
    }
}

/// Returns the records of an embedded set with their line numbers, including all operations.
///
/// # Errors
/// Returns [`PositionsError::Unknown`] if no embedded set has the name.
pub fn embedded_records(name: &str) -> Result<Vec<(usize, EpdRecord)>, PositionsError> {
    Ok(epd::read(name, embedded_text(name)?.as_bytes())?)
}

/// Returns the records of a source, with their line numbers. Several sets are concatenated.
///
/// # Errors
/// Returns the errors of [`embedded_records`] and [`read_records`].
pub fn records(source: &PositionSource) -> Result<Vec<(usize, EpdRecord)>, PositionsError> {
    match source {
        PositionSource::Embedded(name) => embedded_records(name),
        PositionSource::File(path) => read_records(path),
        PositionSource::Multiple(sources) => {
            Ok(sources.iter().map(records).collect::<Result<Vec<_>, _>>()?.concat())
        }
    }
}

/// Reads the records of an EPD file with their line numbers.
///
/// # Errors
/// Returns an error if the file cannot be read or a line is invalid.
pub fn read_records(path: &Path) -> Result<Vec<(usize, EpdRecord)>, PositionsError> {
    let file = path.display().to_string();
    match files::read(path, LARGEST) {
        Ok(bytes) => Ok(epd::read(&file, &bytes)?),
        Err(cause) => Err(PositionsError::Unreadable { file, cause }),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn embedded_sets_are_complete_canonical_and_disjoint() {
        let mut positions = HashSet::new();
        for (name, count) in PositionSet::NAMES.into_iter().zip([5000, 5000, 879]) {
            let records = embedded_records(name).unwrap();
            assert_eq!(records.len(), count);
            let plain: Vec<EpdRecord> = records.iter().map(|(_, record)| record.clone()).collect();
            assert!(epd::write(&plain) == embedded_text(name).unwrap(), "{name} is not canonical");
            for record in &plain {
                assert!(positions.insert(fields(&record.position)), "{record} occurs twice");
            }
            assert_eq!(PositionSet::embedded(name).unwrap().examples.len(), count);
        }
    }

    #[test]
    fn game_positions_have_players_and_the_winner_to_move() {
        for (_, record) in embedded_records("gm2600-train").unwrap() {
            let winner = match record.text("c3") {
                Some("1-0") => shakmaty::Color::White,
                Some("0-1") => shakmaty::Color::Black,
                other => panic!("{other:?}"),
            };
            assert_eq!(shakmaty::Position::turn(&record.position), winner);
            assert_eq!(record.moves("sm").len(), 1);
            assert!(record.text("c0").unwrap().contains(" – "));
        }
    }

    #[test]
    fn three_middlegames_have_more_than_one_best_move() {
        let set = PositionSet::embedded("ecm879").unwrap();
        assert_eq!(set.examples.iter().filter(|example| example.moves.len() > 1).count(), 3);
    }

    fn parse(text: &str) -> Result<PositionSet, PositionsError> {
        PositionSet::from_records("suite.epd", &epd::read("suite.epd", text.as_bytes())?)
    }

    const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - -";

    #[test]
    fn the_move_played_precedes_the_best_moves() {
        let set = parse(&format!("{KINGS} bm Kd1 Kd2; sm Kf1;\n{KINGS} bm Kd1 Kd2;")).unwrap();
        assert_eq!(set.examples.iter().map(|example| example.moves.len()).collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn a_record_without_a_correct_move_is_an_error() {
        let error = parse(&format!("# two\n{KINGS} bm Kd1;\n{KINGS} am Kd1;")).unwrap_err().to_string();
        assert!(
            error.starts_with("suite.epd, line 3, column 1: ") && error.contains("neither sm nor bm"),
            "{error}"
        );
        assert!(matches!(parse("# nothing\n"), Err(PositionsError::Empty { .. })));
        assert!(
            PositionSet::embedded("gm2700")
                .unwrap_err()
                .to_string()
                .contains("gm2600-train, gm2600-test, ecm879")
        );
        assert!(PositionSet::read(Path::new("no/such.epd")).unwrap_err().to_string().contains("no/such.epd"));
    }

    #[test]
    fn the_hash_depends_on_content_only() {
        let hash = |text: &str| parse(text).unwrap().content_hash();
        let first = hash(&format!("{KINGS} bm Kd1 Kd2;"));
        assert_eq!(hash(&format!("\n{KINGS} 3 4 sm e1d2 Kd1+; id x")), first);
        assert_ne!(hash(&format!("{KINGS} bm Kd1;")), first);
        assert_ne!(hash(&format!("{KINGS} bm Kd1 Kd2;\n{KINGS} bm Kd1 Kd2;")), first);
        assert_ne!(hash("4k3/8/8/8/8/8/8/4K3 b - - bm Kd7;"), first);
    }
}
