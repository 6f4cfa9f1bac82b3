//! The EPD writer, which produces the canonical form.

use std::fmt::{self, Write};
use std::io;
use std::path::Path;

use shakmaty::EnPassantMode;
use shakmaty::fen::Epd;

use super::{EpdRecord, Operand, lexer};
use crate::files;
use crate::positions::moves::san;

/// Writes one record without a line end.
pub(super) fn record(record: &EpdRecord, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{}", Epd::from_position(&record.position, EnPassantMode::Legal))?;
    for operation in record.operations() {
        write!(f, " {}", operation.opcode())?;
        match operation.operand() {
            Operand::Moves(moves) => {
                moves.iter().try_for_each(|m| write!(f, " {}", san(&record.position, *m)))?
            }
            Operand::Text(text) => quoted(text, f)?,
            Operand::Words(words) => self::words(words, f)?,
        }
        f.write_char(';')?;
    }
    Ok(())
}

/// Writes words, quoted if the reader would misread a bare word.
fn words(words: &[String], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let is_unambiguous = |word: &str| {
        !word.is_empty()
            && word.chars().all(|c| c.is_ascii_graphic() && !matches!(c, '"' | ';' | '\\'))
            && (lexer::is_comment(word) || !lexer::is_known_opcode(word))
    };
    // A square before a quoted text would be read as an opcode of a comment, so the quotes depend on the next word.
    let mut quotes = vec![false; words.len()];
    for (at, word) in words.iter().enumerate().rev() {
        let before_quotes = quotes.get(at + 1).is_some_and(|next| *next);
        quotes[at] = !is_unambiguous(word) || (before_quotes && lexer::is_comment(word));
    }
    words.iter().zip(quotes).try_for_each(
        |(word, quotes)| {
            if quotes { quoted(word, f) } else { write!(f, " {word}") }
        },
    )
}

fn quoted(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(" \"")?;
    for c in text.chars() {
        if matches!(c, '"' | '\\') {
            f.write_char('\\')?;
        }
        f.write_char(c)?;
    }
    f.write_char('"')
}

/// Returns all records in canonical form, one per line.
#[must_use]
pub fn write(records: &[EpdRecord]) -> String {
    let mut text = String::new();
    for record in records {
        text.push_str(&record.to_string());
        text.push('\n');
    }
    text
}

/// Writes records to a file, completely or not at all.
///
/// # Errors
/// Returns an error if the file cannot be written. The old file is then unchanged.
pub fn write_file(path: &Path, records: &[EpdRecord]) -> io::Result<()> {
    files::replace(path, write(records).as_bytes())
}
