//! Reads opening files and determines their format.

use std::io::ErrorKind;
use std::path::Path;

use super::error::{LARGEST, OpeningError};
use crate::files;
use crate::positions::text::decode;

/// The format of an opening file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Games in PGN.
    Games,
    /// One position per line, EPD or FEN.
    Positions,
    /// A Polyglot book.
    Book,
}

/// Returns the bytes of a file. There is at least one.
pub(super) fn bytes(path: &Path) -> Result<Vec<u8>, OpeningError> {
    let file = || path.display().to_string();
    match files::read(path, LARGEST) {
        Ok(bytes) if bytes.is_empty() => Err(OpeningError::Empty { file: file() }),
        Ok(bytes) => Ok(bytes),
        Err(cause) if cause.kind() == ErrorKind::FileTooLarge => Err(OpeningError::TooLarge { file: file() }),
        Err(cause) => Err(OpeningError::Unreadable { file: file(), cause }),
    }
}

/// Returns the format of a file, by its extension if it is a known one and otherwise by its content.
pub(super) fn kind(path: &Path, bytes: &[u8]) -> Kind {
    let extension = path.extension().map(|extension| extension.to_ascii_lowercase());
    match extension.as_deref().and_then(|extension| extension.to_str()) {
        Some("pgn") => return Kind::Games,
        Some("epd" | "fen") => return Kind::Positions,
        Some("bin") => return Kind::Book,
        _ => {}
    }
    by_content(bytes)
}

/// A text has no control characters except whitespace. A text of positions starts with a board of eight ranks.
fn by_content(bytes: &[u8]) -> Kind {
    if bytes.iter().any(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace()) {
        return Kind::Book;
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let first = bytes
        .split(|byte| *byte == b'\n')
        .map(<[u8]>::trim_ascii)
        .find(|line| !line.is_empty() && !line.starts_with(b"#"))
        .map(decode);
    let board = first.as_deref().and_then(|line| line.split_whitespace().next());
    match board {
        Some(board) if board.matches('/').count() == 7 => Kind::Positions,
        _ => Kind::Games,
    }
}
