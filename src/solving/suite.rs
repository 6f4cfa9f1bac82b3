//! Positions with what is known about their moves.

use shakmaty::fen::Epd;
use shakmaty::{Chess, EnPassantMode, Move};

use crate::positions::PositionSource;
use crate::positions::epd::EpdRecord;
use crate::positions::{PositionsError, Variant, moves, records};

/// A position and which moves are right in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What the suite calls it (`id`).
    pub id: Option<String>,
    /// The position.
    pub position: Chess,
    /// The right moves (`bm`, otherwise the move played, `sm`); all but those to avoid if empty.
    pub best: Vec<Move>,
    /// The wrong moves (`am`).
    pub avoid: Vec<Move>,
}

/// A named list of problems.
#[derive(Debug, Clone)]
pub struct Suite {
    /// The embedded set's name or the file's name.
    pub name: String,
    /// The problems in file order.
    pub problems: Vec<Problem>,
}

/// Why records are no suite.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// A record tells no right move and none to avoid.
    #[error(
        "{file}, line {line}, column 1: the record has none of bm, am and sm; \
         add the best moves (bm) or those to avoid (am)"
    )]
    NoMove {
        /// The file's path.
        file: String,
        /// The line, 1-based.
        line: usize,
    },
    /// There is no record at all.
    #[error(transparent)]
    Positions(#[from] PositionsError),
}

impl Problem {
    /// What a record says; `None` where it tells no right move and none to avoid.
    #[must_use]
    pub fn of(record: &EpdRecord) -> Option<Problem> {
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

    /// Whether the move is a right one.
    #[must_use]
    pub fn is_right(&self, m: Move) -> bool {
        (self.best.is_empty() || self.best.contains(&m)) && !self.avoid.contains(&m)
    }
}

impl Suite {
    /// The suite of these records, which come with their lines.
    ///
    /// # Errors
    /// The first record that tells no right move and none to avoid, or that there is no record.
    pub fn from_records(name: &str, records: &[(usize, EpdRecord)]) -> Result<Suite, SuiteError> {
        if records.is_empty() {
            return Err(PositionsError::Empty { file: name.to_owned() }.into());
        }
        let problem = |(line, record): &(usize, EpdRecord)| {
            Problem::of(record).ok_or_else(|| SuiteError::NoMove { file: name.to_owned(), line: *line })
        };
        let problems = records.iter().map(problem).collect::<Result<Vec<Problem>, _>>()?;
        Ok(Suite { name: name.to_owned(), problems })
    }

    /// The suite that settings name.
    ///
    /// # Errors
    /// The file cannot be read or a line of it is wrong, or as [`Suite::from_records`].
    pub fn load(source: &PositionSource) -> Result<Suite, SuiteError> {
        Suite::from_records(&source.name(), &records(source)?)
    }

    /// `count` of its problems, at equal distances from the first on; all of them where it has no more.
    #[must_use]
    pub fn spread(mut self, count: usize) -> Suite {
        let all = self.problems.len();
        if count < all {
            self.problems = (0..count).map(|index| self.problems[index * all / count].clone()).collect();
        }
        self
    }

    /// Chess960 if any position is of Chess960: what a player must be able to play.
    #[must_use]
    pub fn variant(&self) -> Variant {
        let variants = self.problems.iter().map(|problem| Variant::of(&problem.position));
        variants.into_iter().find(|variant| !variant.is_standard()).unwrap_or_default()
    }

    /// A hash of the positions with their right and wrong moves, in order. Names do not matter, so sessions can
    /// tell whether they still speak of the same suite.
    #[must_use]
    pub fn content_hash(&self) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new_derive_key("eyas 2026 suite");
        for problem in &self.problems {
            let position = Epd::from_position(&problem.position, EnPassantMode::Legal);
            hasher.update(position.to_string().as_bytes());
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
