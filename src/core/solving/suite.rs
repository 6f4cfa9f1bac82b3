//! Test positions with their right and wrong moves.

use shakmaty::{Chess, Move};

use crate::positions::PositionSource;
use crate::positions::epd::EpdRecord;
use crate::positions::fen::fields;
use crate::positions::{PositionsError, Variant, moves, records};

/// A position with its right and wrong moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The name in the suite (`id`).
    pub id: Option<String>,
    /// The position.
    pub position: Chess,
    /// The right moves (`bm`, or `sm` without `bm`). If empty, all moves except those in `avoid` are right.
    pub best: Vec<Move>,
    /// The wrong moves (`am`).
    pub avoid: Vec<Move>,
}

/// A named list of problems.
#[derive(Debug, Clone)]
pub struct Suite {
    /// The name of the built-in set or of the file.
    pub name: String,
    /// The problems in file order.
    pub problems: Vec<Problem>,
}

/// Why records do not form a suite.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// A record has neither right nor wrong moves.
    #[error(
        "{file}, line {line}, column 1: the record has none of bm, am and sm; \
         add the best moves (bm) or those to avoid (am)"
    )]
    NoMove {
        /// The path of the file.
        file: String,
        /// The line, 1-based.
        line: usize,
    },
    /// The positions cannot be read, or there are none.
    #[error(transparent)]
    Positions(#[from] PositionsError),
}

impl Problem {
    /// Converts a record, or returns `None` if it has neither right nor wrong moves.
    #[must_use]
    pub fn from_record(record: &EpdRecord) -> Option<Problem> {
        let best = match record.moves("bm") {
            [] => record.moves("sm"),
            best => best,
        };
        let avoid = record.moves("am");
        (!best.is_empty() || !avoid.is_empty()).then(|| Problem {
            id: record.text("id").map(str::to_owned),
            position: record.position.clone(),
            best: best.to_vec(),
            avoid: avoid.to_vec(),
        })
    }

    /// Returns whether the move is right.
    #[must_use]
    pub fn is_right(&self, m: Move) -> bool {
        (self.best.is_empty() || self.best.contains(&m)) && !self.avoid.contains(&m)
    }
}

impl Suite {
    /// Creates a suite from records with their line numbers.
    ///
    /// # Errors
    /// Returns an error for the first record without right and wrong moves, or if there are no records.
    pub fn from_records(name: &str, records: &[(usize, EpdRecord)]) -> Result<Suite, SuiteError> {
        if records.is_empty() {
            return Err(PositionsError::Empty { file: name.to_owned() }.into());
        }
        let problem = |(line, record): &(usize, EpdRecord)| {
            Problem::from_record(record)
                .ok_or_else(|| SuiteError::NoMove { file: name.to_owned(), line: *line })
        };
        let problems = records.iter().map(problem).collect::<Result<Vec<Problem>, _>>()?;
        Ok(Suite { name: name.to_owned(), problems })
    }

    /// Loads a suite from its source.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or a line is invalid, and as [`Suite::from_records`] does.
    pub fn load(source: &PositionSource) -> Result<Suite, SuiteError> {
        Suite::from_records(&source.name(), &records(source)?)
    }

    /// Keeps `count` problems at equal distances, starting with the first; all of them if there are no more.
    #[must_use]
    pub fn spread(self, count: usize) -> Suite {
        Suite { problems: spread(&self.problems, count), ..self }
    }

    /// Splits the suite into its first, third, fifth … problems and the others.
    #[must_use]
    pub fn halves(self) -> [Suite; 2] {
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for (index, problem) in self.problems.into_iter().enumerate() {
            if index.is_multiple_of(2) { first.push(problem) } else { second.push(problem) }
        }
        [first, second].map(|problems| Suite { name: self.name.clone(), problems })
    }

    /// Returns the variant that a player must support: Chess960 if any position is of Chess960.
    #[must_use]
    pub fn variant(&self) -> Variant {
        let variants = self.problems.iter().map(|problem| Variant::of(&problem.position));
        variants.into_iter().find(|variant| !variant.is_standard()).unwrap_or_default()
    }

    /// Returns a hash of the positions with their right and wrong moves, in order. Names do not matter. A session uses
    /// it to detect a changed suite.
    #[must_use]
    pub fn content_hash(&self) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new_derive_key("eyas 2026 suite");
        for problem in &self.problems {
            hasher.update(fields(&problem.position).as_bytes());
            for (kind, moves) in [(b" bm", &problem.best), (b" am", &problem.avoid)] {
                hasher.update(kind);
                let mut moves: Vec<String> =
                    moves.iter().map(|m| moves::uci(&problem.position, *m)).collect();
                moves.sort_unstable();
                moves.iter().for_each(|m| {
                    hasher.update(b" ").update(m.as_bytes());
                });
            }
            hasher.update(b"\n");
        }
        *hasher.finalize().as_bytes()
    }
}

/// Returns `count` of the items at equal distances, beginning with the first; all if there are no more.
pub(crate) fn spread<T: Clone>(items: &[T], count: usize) -> Vec<T> {
    let all = items.len();
    let count = count.min(all);
    (0..count).map(|index| items[index * all / count].clone()).collect()
}
