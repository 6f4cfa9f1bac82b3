//! Extended Position Description (EPD): positions with operations, one record per line.
//!
//! The reader accepts common variations: move counters before the opcodes, moves in almost any notation
//! ([`super::moves::find_move`]), extra and missing semicolons, unquoted texts, CRLF, blank lines, lines starting with
//! `#`, a byte order mark, Latin-1. The writer produces one canonical form:
//!
//! ```text
//! 4k3/8/8/8/8/8/8/4K2R w K - sm O-O+; id "example.1"; c0 "White – Black";
//! ```
//!
//! - four fields, with an en passant square only if an en passant capture is legal;
//! - `bm`, `am` and `sm` with their moves in SAN, then `id`, then `c0`–`c9`, then all other opcodes by name;
//! - `id` and `c0`–`c9` have one quoted text; inside the quotation marks `\"` is a quotation mark, `\\` a backslash,
//!   and a backslash before any other character is literal;
//! - other opcodes have words, quoted only if necessary;
//! - every operation ends with `;`.
//!
//! Counters other than `0 1` before the opcodes become the operations `hmvc` and `fmvn`. Lines starting with `#` are
//! discarded.

mod lexer;
mod reader;
#[cfg(test)]
mod tests;
mod writer;

use std::fmt;

use shakmaty::{Chess, Move};

pub use reader::{EpdError, read};
pub use writer::{write, write_file};

/// The operand of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operand {
    /// Moves of `bm`, `am` or `sm`: legal and without duplicates.
    Moves(Vec<Move>),
    /// The text of `id` or `c0`–`c9`, without control characters.
    Text(String),
    /// The operands of any other opcode, possibly none.
    Words(Vec<String>),
}

/// An opcode with its operands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    opcode: String,
    operand: Operand,
}

impl Operation {
    /// Returns the opcode.
    #[must_use]
    pub fn opcode(&self) -> &str {
        &self.opcode
    }

    /// Returns the operand.
    #[must_use]
    pub fn operand(&self) -> &Operand {
        &self.operand
    }
}

/// A position with its operations in canonical order, each opcode at most once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EpdRecord {
    /// The position.
    pub position: Chess,
    operations: Vec<Operation>,
}

/// The kind of operand of an opcode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Moves,
    Text,
    Words,
}

fn kind(opcode: &str) -> Kind {
    match opcode.as_bytes() {
        b"bm" | b"am" | b"sm" => Kind::Moves,
        b"id" | [b'c', b'0'..=b'9'] => Kind::Text,
        _ => Kind::Words,
    }
}

/// Returns the sort key of an opcode in canonical order.
fn rank(opcode: &str) -> (usize, &str) {
    let first = ["bm", "am", "sm", "id"];
    let place = first.iter().position(|known| *known == opcode);
    (place.unwrap_or(first.len() + usize::from(kind(opcode) == Kind::Words)), opcode)
}

/// An error while setting an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OperationError {
    /// The opcode is malformed: it must be a letter followed by at most 14 letters, digits or `_`.
    #[error("an opcode must be a letter followed by at most 14 letters, digits or “_”")]
    Opcode,
    /// The operand has the wrong kind: `bm`, `am` and `sm` take moves, `id` and `c0`–`c9` a text, all others words.
    #[error("the opcode requires another kind of operand")]
    Kind,
    /// There is no move, or one is not legal in the position.
    #[error("there is no move, or a move is illegal in the position")]
    Move,
}

impl EpdRecord {
    /// Returns a record without operations.
    #[must_use]
    pub fn new(position: Chess) -> EpdRecord {
        EpdRecord { position, operations: Vec::new() }
    }

    /// Returns the operations in canonical order.
    #[must_use]
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// Returns the operand of an opcode.
    #[must_use]
    pub fn operand(&self, opcode: &str) -> Option<&Operand> {
        self.operations.iter().find(|operation| operation.opcode == opcode).map(Operation::operand)
    }

    /// Returns the moves of `bm`, `am` or `sm`; empty if there are none.
    #[must_use]
    pub fn moves(&self, opcode: &str) -> &[Move] {
        match self.operand(opcode) {
            Some(Operand::Moves(moves)) => moves,
            _ => &[],
        }
    }

    /// Returns the text of `id` or `c0`–`c9`.
    #[must_use]
    pub fn text(&self, opcode: &str) -> Option<&str> {
        match self.operand(opcode) {
            Some(Operand::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// Sets the operand of an opcode. Drops duplicate moves and replaces control characters in texts and words by
    /// spaces.
    ///
    /// # Errors
    /// Returns an error if the opcode is malformed, takes another kind of operand, or a move is not legal.
    pub fn set(&mut self, opcode: &str, operand: Operand) -> Result<(), OperationError> {
        use shakmaty::Position as _;
        let opcode = lexer::opcode(opcode).ok_or(OperationError::Opcode)?;
        let operand = match (kind(&opcode), operand) {
            (Kind::Moves, Operand::Moves(moves)) => {
                if moves.is_empty() || !moves.iter().all(|m| self.position.is_legal(*m)) {
                    return Err(OperationError::Move);
                }
                let mut distinct = Vec::with_capacity(moves.len());
                for m in moves {
                    if !distinct.contains(&m) {
                        distinct.push(m);
                    }
                }
                Operand::Moves(distinct)
            }
            (Kind::Text, Operand::Text(text)) => Operand::Text(super::text::one_line(&text)),
            (Kind::Words, Operand::Words(words)) => {
                Operand::Words(words.iter().map(|word| super::text::one_line(word)).collect())
            }
            _ => return Err(OperationError::Kind),
        };
        self.insert(&opcode, operand);
        Ok(())
    }

    /// Inserts a valid operand in canonical order.
    pub(in crate::positions) fn insert(&mut self, opcode: &str, operand: Operand) {
        match self.operations.binary_search_by(|operation| rank(&operation.opcode).cmp(&rank(opcode))) {
            Ok(at) => self.operations[at].operand = operand,
            Err(at) => self.operations.insert(at, Operation { opcode: opcode.to_owned(), operand }),
        }
    }
}

/// Formats the record in canonical form, without a line end.
impl fmt::Display for EpdRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writer::record(self, f)
    }
}
