//! The EPD reader, which accepts canonical and irregular records.

use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::{Chess, Move, PositionError};

use super::lexer::{Lexer, Token, TokenKind, Unclosed, opcode};
use super::{EpdRecord, Kind, Operand, kind};
use crate::positions::fen::into_position;
use crate::positions::moves::find_move;
use crate::positions::text::{decode, one_line};

/// An error in a line with its position and a remedy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}, line {line}, column {column}: {problem}; {remedy}")]
pub struct EpdError {
    /// The file's name.
    pub file: String,
    /// The line, 1-based.
    pub line: usize,
    /// The column, 1-based, in characters.
    pub column: usize,
    /// The problem.
    pub problem: String,
    /// The remedy.
    pub remedy: &'static str,
}

/// An error in a line whose number is not yet known.
struct Fault {
    column: usize,
    problem: String,
    remedy: &'static str,
}

impl Fault {
    fn new(column: usize, problem: impl Into<String>, remedy: &'static str) -> Fault {
        Fault { column, problem: problem.into(), remedy }
    }
}

impl From<Unclosed> for Fault {
    fn from(Unclosed(column): Unclosed) -> Fault {
        Fault::new(
            column,
            "the quotation mark is not closed",
            "close it, or write \\\" for a quotation mark inside a text",
        )
    }
}

/// Reads all records of a file, each with its 1-based line number. `file` is the name in error messages.
///
/// # Errors
/// Returns the first line that cannot be read, with its column and a remedy.
pub fn read(file: &str, bytes: &[u8]) -> Result<Vec<(usize, EpdRecord)>, EpdError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut records = Vec::new();
    for (index, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        let line = decode(line);
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        let record = read_line(&line).map_err(|Fault { column, problem, remedy }| EpdError {
            file: file.to_owned(),
            line: index + 1,
            column,
            problem,
            remedy,
        })?;
        records.push((index + 1, record));
    }
    Ok(records)
}

fn read_line(line: &str) -> Result<EpdRecord, Fault> {
    let mut lexer = Lexer::new(line);
    let mut record = EpdRecord::new(read_position(&mut lexer)?);
    read_counters(&mut lexer, &mut record);
    let mut token = lexer.next()?;
    while let Some(Token { kind, column }) = token {
        token = match kind {
            TokenKind::Semicolon => lexer.next()?,
            TokenKind::Word(word) => {
                let opcode = opcode(word).ok_or_else(|| invalid_opcode(word, column))?;
                read_operation(&mut lexer, &mut record, &opcode, column)?
            }
            TokenKind::Quoted(text) => return Err(invalid_opcode(&text, column)),
        };
    }
    Ok(record)
}

fn invalid_opcode(found: &str, column: usize) -> Fault {
    Fault::new(
        column,
        format!("“{found}” is not an opcode"),
        "write an opcode (bm, am, sm, id, c0 to c9 or another) before its operands",
    )
}

fn read_position(lexer: &mut Lexer<'_>) -> Result<Chess, Fault> {
    const NAMES: [&str; 4] = ["board", "side to move", "castling field", "en passant square"];
    const REMEDY: &str =
        "start the record with four fields: board, side to move, castling rights, en passant square";
    let mut fields = [""; 4];
    let mut columns = [1; 4];
    for (index, name) in NAMES.iter().enumerate() {
        let at = lexer.column();
        let missing = || Fault::new(at, format!("the {name} is missing"), REMEDY);
        (fields[index], columns[index]) = lexer.field().ok_or_else(missing)?;
    }
    let field = |index: usize, remedy| {
        Fault::new(columns[index], format!("“{}” is not a valid {}", fields[index], NAMES[index]), remedy)
    };
    let fen = Fen::from_ascii(fields.join(" ").as_bytes()).map_err(|error| match error {
        ParseFenError::InvalidTurn => field(1, "write w or b"),
        ParseFenError::InvalidCastling => {
            field(2, "write the available rights as letters of KQkq, the files of the rooks (HAha), or -")
        }
        ParseFenError::InvalidEpSquare => field(3, "write a square such as e3, or -"),
        _ => {
            field(0, "write eight ranks of eight squares, from the eighth to the first, separated by slashes")
        }
    })?;
    if fen.as_setup().pockets.is_some() {
        return Err(field(0, "write eight ranks without pieces in hand"));
    }
    into_position(fen).or_else(PositionError::ignore_invalid_ep_square).map_err(|error| {
        Fault::new(
            columns[0],
            error.to_string(),
            "correct the board, the side to move or the castling rights",
        )
    })
}

/// Reads a halfmove clock and a move number before the opcodes.
fn read_counters(lexer: &mut Lexer<'_>, record: &mut EpdRecord) {
    for (opcode, default) in [("hmvc", "0"), ("fmvn", "1")] {
        let mut lookahead = lexer.clone();
        let Ok(Some(Token { kind: TokenKind::Word(word), .. })) = lookahead.next() else { return };
        if !word.bytes().all(|byte| byte.is_ascii_digit()) {
            return;
        }
        if word != default {
            record.insert(opcode, Operand::Words(vec![word.to_owned()]));
        }
        *lexer = lookahead;
    }
}

/// Reads the operands of an opcode into the record and returns the next token.
fn read_operation<'a>(
    lexer: &mut Lexer<'a>,
    record: &mut EpdRecord,
    opcode: &str,
    column: usize,
) -> Result<Option<Token<'a>>, Fault> {
    let kind = kind(opcode);
    let mut operands: Vec<(String, usize)> = Vec::new();
    let mut quoted = false;
    let next = loop {
        let Some(token) = lexer.next()? else { break None };
        match token.kind {
            TokenKind::Semicolon => break Some(token),
            TokenKind::Quoted(text) => {
                quoted = true;
                operands.push((text, token.column));
            }
            // A semicolon is missing. Only an unquoted text may contain any word.
            TokenKind::Word(word)
                if (kind != Kind::Text && lexer.starts_operation(word)) || (kind == Kind::Text && quoted) =>
            {
                break Some(token);
            }
            TokenKind::Word(word) => operands.push((word.to_owned(), token.column)),
        }
    };
    let words = || operands.iter().map(|(word, _)| one_line(word)).collect::<Vec<_>>();
    let operand = match kind {
        Kind::Moves => Operand::Moves(read_moves(record, opcode, column, &operands)?),
        Kind::Text => Operand::Text(words().join(" ")),
        Kind::Words => Operand::Words(words()),
    };
    match record.operand(opcode) {
        Some(existing) if kind != Kind::Moves && *existing != operand => Err(Fault::new(
            column,
            format!("the opcode {opcode} occurs twice with different operands"),
            "remove one of them",
        )),
        _ => {
            record.insert(opcode, operand);
            Ok(next)
        }
    }
}

/// Reads the moves of an operation and appends them to the moves that the opcode already has.
fn read_moves(
    record: &EpdRecord,
    opcode: &str,
    column: usize,
    operands: &[(String, usize)],
) -> Result<Vec<Move>, Fault> {
    if operands.is_empty() {
        return Err(Fault::new(column, format!("the opcode {opcode} has no move"), "add at least one move"));
    }
    let mut moves = record.moves(opcode).to_vec();
    for (text, column) in operands {
        let found = find_move(&record.position, text).map_err(|error| {
            Fault::new(
                *column,
                format!("“{text}” {error}"),
                "write a legal move in SAN (Nf3) or coordinates (g1f3)",
            )
        })?;
        if !moves.contains(&found) {
            moves.push(found);
        }
    }
    Ok(moves)
}
