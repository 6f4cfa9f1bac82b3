//! Reads opening files and determines their format.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::error::{LARGEST, OpeningError};
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
    let unreadable = |cause| OpeningError::Unreadable { file: file(), cause };
    let open = File::open(path).map_err(unreadable)?;
    let size = open.metadata().map_err(unreadable)?.len();
    if size > LARGEST {
        return Err(OpeningError::TooLarge { file: file() });
    }
    let mut bytes = Vec::with_capacity(size as usize);
    // A device reports no size, and a file can grow.
    open.take(LARGEST + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    match bytes.len() as u64 {
        0 => Err(OpeningError::Empty { file: file() }),
        1..=LARGEST => Ok(bytes),
        _ => Err(OpeningError::TooLarge { file: file() }),
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
