//! Extended Position Description: a position and what is said about it, one record a line.
//!
//! The reader takes what is found in the wild: move counters before the opcodes, moves in almost any
//! notation ([`super::moves::find_move`]), stray and missing semicolons, unquoted texts, CRLF, blank
//! lines, lines that begin with `#`, a byte order mark, Latin-1. The writer knows one canonical form:
//!
//! ```text
//! 4k3/8/8/8/8/8/8/4K2R w K - sm O-O+; id "example.1"; c0 "White – Black";
//! ```
//!
//! - four fields, the en-passant square only where an en-passant capture is legal;
//! - `bm`, `am` and `sm` with their moves in SAN, then `id`, then `c0`–`c9`, then all other opcodes by name;
//! - `id` and `c0`–`c9` hold one quoted text; within quotation marks `\"` is a quotation mark, `\\` a
//!   backslash, and a backslash before anything else is itself;
//! - other opcodes hold words, quoted only where they need it;
//! - every operation ends with `;`.
//!
//! Counters other than `0 1` before the opcodes become the operations `hmvc` and `fmvn`. Lines that begin
//! with `#` are not kept.

mod lexer;
mod reader;
#[cfg(test)]
mod tests;
mod writer;

use std::fmt;

use shakmaty::{Chess, Move};

pub use reader::{EpdError, read};
pub use writer::{write, write_file};

/// What an operation says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operand {
    /// Moves of `bm`, `am` or `sm`: legal, none twice.
    Moves(Vec<Move>),
    /// The text of `id` or `c0`–`c9`; without control characters.
    Text(String),
    /// The operands of any other opcode; may be none.
    Words(Vec<String>),
}

/// An opcode with its operands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    opcode: String,
    operand: Operand,
}

impl Operation {
    /// The opcode.
    #[must_use]
    pub fn opcode(&self) -> &str {
        &self.opcode
    }

    /// What it says.
    #[must_use]
    pub fn operand(&self) -> &Operand {
        &self.operand
    }
}

/// A position with its operations, each opcode once, in canonical order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EpdRecord {
    /// The position.
    pub position: Chess,
    operations: Vec<Operation>,
}

/// Which kind of operand an opcode has.
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

/// Where an opcode stands in a canonical record.
fn rank(opcode: &str) -> (usize, &str) {
    let first = ["bm", "am", "sm", "id"];
    let place = first.iter().position(|known| *known == opcode);
    (place.unwrap_or(first.len() + usize::from(kind(opcode) == Kind::Words)), opcode)
}

/// Why an operation cannot be set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OperationError {
    /// Opcodes are letters, digits and `_`, at most 15, and begin with a letter.
    #[error("an opcode is a letter followed by at most 14 letters, digits or “_”")]
    Opcode,
    /// `bm`, `am` and `sm` take moves, `id` and `c0`–`c9` a text, all others words.
    #[error("the opcode takes another kind of operand")]
    Kind,
    /// There is no move, or one is not legal in the position.
    #[error("there is no move, or one is not legal in the position")]
    Move,
}

impl EpdRecord {
    /// A record that says nothing yet.
    #[must_use]
    pub fn new(position: Chess) -> EpdRecord {
        EpdRecord { position, operations: Vec::new() }
    }

    /// The operations in canonical order.
    #[must_use]
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// What the record says under an opcode.
    #[must_use]
    pub fn operand(&self, opcode: &str) -> Option<&Operand> {
        self.operations.iter().find(|operation| operation.opcode == opcode).map(Operation::operand)
    }

    /// The moves of `bm`, `am` or `sm`; empty where there are none.
    #[must_use]
    pub fn moves(&self, opcode: &str) -> &[Move] {
        match self.operand(opcode) {
            Some(Operand::Moves(moves)) => moves,
            _ => &[],
        }
    }

    /// The text of `id` or `c0`–`c9`.
    #[must_use]
    pub fn text(&self, opcode: &str) -> Option<&str> {
        match self.operand(opcode) {
            Some(Operand::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// Sets what the record says under an opcode. Moves given twice are kept once; control characters in
    /// texts and words become spaces.
    ///
    /// # Errors
    /// When the opcode is malformed, takes another kind of operand, or a move is not legal.
    pub fn set(&mut self, opcode: &str, operand: Operand) -> Result<(), OperationError> {
        use shakmaty::Position as _;
        let opcode = lexer::opcode(opcode).ok_or(OperationError::Opcode)?;
        let operand = match (kind(&opcode), operand) {
            (Kind::Moves, Operand::Moves(moves)) => {
                if moves.is_empty() || !moves.iter().all(|m| self.position.is_legal(*m)) {
                    return Err(OperationError::Move);
                }
                let mut once = Vec::with_capacity(moves.len());
                for m in moves {
                    if !once.contains(&m) {
                        once.push(m);
                    }
                }
                Operand::Moves(once)
            }
            (Kind::Text, Operand::Text(text)) => Operand::Text(super::text::one_line(&text)),
            (Kind::Words, Operand::Words(words)) => {
                Operand::Words(words.iter().map(|word| super::text::one_line(word)).collect())
            }
            _ => return Err(OperationError::Kind),
        };
        self.place(&opcode, operand);
        Ok(())
    }

    /// Puts an operand that is known to be right in its place.
    pub(in crate::positions) fn place(&mut self, opcode: &str, operand: Operand) {
        match self.operations.binary_search_by(|operation| rank(&operation.opcode).cmp(&rank(opcode))) {
            Ok(at) => self.operations[at].operand = operand,
            Err(at) => self.operations.insert(at, Operation { opcode: opcode.to_owned(), operand }),
        }
    }
}

/// The canonical form, without a line end.
impl fmt::Display for EpdRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writer::record(self, f)
    }
}
