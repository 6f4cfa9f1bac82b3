//! Openings from positions: EPD or FEN, one per line.

use shakmaty::{Chess, EnPassantMode, Position};
use std::num::NonZeroU32;

use super::list::{Collector, over};
use crate::engine::search::Game;
use crate::positions::epd::{self, EpdError, EpdRecord, Operand};
use crate::positions::text::decode;

/// The largest move counter. Larger values are clamped.
const MAX_COUNTER: u32 = 9999;

/// Reads all positions. Skips blank lines, lines that start with `#`, and everything after the four fields and the two
/// move counters.
pub(super) fn read(file: &str, bytes: &[u8], openings: &mut Collector) -> Result<(), EpdError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    for (index, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        let line = decode(line);
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        let at = |error| EpdError { file: file.to_owned(), line: index + 1, ..error };
        let game = Game::new(position(&line).map_err(at)?);
        if let Some(how) = over(&game) {
            return Err(at(fault(format!("the game is over here {how}"), "remove the line")));
        }
        openings.add(&game, None);
    }
    Ok(())
}

/// Parses the position at the start of a line, with its move counters if present. Errors contain the column, but
/// neither the file nor the line.
pub(super) fn position(line: &str) -> Result<Chess, EpdError> {
    let records = epd::read("", without_operations(line).as_bytes())?;
    let Some((_, record)) = records.into_iter().next() else {
        return Err(fault("it contains no position".to_owned(), "write a FEN, or remove the line"));
    };
    let (half, full) = (clock(&record, "hmvc"), clock(&record, "fmvn"));
    if (half, full) == (None, None) {
        return Ok(record.position);
    }
    let mut setup = record.position.to_setup(EnPassantMode::Always);
    setup.halfmoves = half.unwrap_or(0);
    setup.fullmoves = full.and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN);
    setup
        .position(record.position.castles().mode())
        .map_err(|error| fault(error.to_string(), "correct the move counters, or remove them"))
}

fn fault(problem: String, remedy: &'static str) -> EpdError {
    EpdError { file: String::new(), line: 1, column: 1, problem, remedy }
}

/// Returns a move counter that precedes the operations.
fn clock(record: &EpdRecord, opcode: &str) -> Option<u32> {
    match record.operand(opcode)? {
        Operand::Words(words) => {
            words.first().map(|word| word.parse().unwrap_or(MAX_COUNTER).min(MAX_COUNTER))
        }
        _ => None,
    }
}

/// Returns the line up to the end of its four fields and of at most two numbers after them.
fn without_operations(line: &str) -> &str {
    let mut rest = line;
    for index in 0..6 {
        let from_word = rest.trim_start();
        let end = from_word.find(char::is_whitespace).unwrap_or(from_word.len());
        let (word, after) = from_word.split_at(end);
        if index >= 4 && !word.bytes().all(|byte| byte.is_ascii_digit()) {
            break;
        }
        rest = after;
    }
    &line[..line.len() - rest.len()]
}
