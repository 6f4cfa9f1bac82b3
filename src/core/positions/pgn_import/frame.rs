//! Splits a PGN stream into games.
//!
//! Unlike the splitter of the PGN parser, this one ensures that an error in one game does not affect others: an
//! unclosed comment or tag ends at the next `[Event "…"]`, a blank line within a game does not end the game, and an
//! endless game does not fill the memory.

use std::io::{self, BufRead};

/// Maximum size of a game in bytes, including comments.
const MAX_SIZE: usize = 4 << 20;

/// The text of one game.
#[derive(Debug, Default)]
pub(crate) struct RawGame {
    /// Tags and moves, without blank lines between the moves.
    pub(crate) text: Vec<u8>,
    /// The start of the moves in `text`.
    pub(crate) moves_at: usize,
    /// Whether the game exceeded the maximum size and is truncated.
    pub(crate) too_long: bool,
    /// The first line of the game in the stream, 1-based.
    pub(crate) first_line: u64,
}

impl RawGame {
    fn clear(&mut self) {
        self.text.clear();
        self.moves_at = 0;
        self.too_long = false;
        self.first_line = 0;
    }

    fn push(&mut self, line: &[u8]) {
        let available = MAX_SIZE.saturating_sub(self.text.len());
        self.too_long |= line.len() > available;
        self.text.extend_from_slice(&line[..line.len().min(available)]);
        self.text.push(b'\n');
    }
}

/// The games of a PGN stream.
pub(crate) struct Games<R> {
    source: R,
    line: Vec<u8>,
    /// Whether `line` has been read but belongs to the next game.
    held: bool,
    bytes_read: u64,
    lines_read: u64,
}

/// The state of the move text at the end of a line.
#[derive(Default)]
struct MoveText {
    started: bool,
    in_comment: bool,
    /// Whether the last word was a result.
    ended: bool,
}

impl<R: BufRead> Games<R> {
    pub(crate) fn new(source: R) -> Games<R> {
        Games { source, line: Vec::new(), held: false, bytes_read: 0, lines_read: 0 }
    }

    pub(crate) fn bytes_read(&self) -> u64 {
        self.bytes_read
    }

    /// Reads the next game into `game`. Returns `false` at the end of the stream.
    pub(crate) fn next(&mut self, game: &mut RawGame) -> io::Result<bool> {
        game.clear();
        let mut moves = MoveText::default();
        let mut has_event = false;
        loop {
            if !std::mem::take(&mut self.held) {
                if !self.read_line()? {
                    return Ok(!game.text.is_empty());
                }
                self.lines_read += 1;
            }
            let line = self.line.trim_ascii();
            if line.starts_with(b"%") && !moves.in_comment {
                continue;
            }
            let is_event = line.starts_with(b"[Event \"");
            if is_event && (moves.started || has_event) || moves.started && !moves.in_comment && is_tag(line)
            {
                self.held = true;
                return Ok(true);
            }
            has_event |= is_event;
            if line.is_empty() {
                if moves.ended && !moves.in_comment {
                    return Ok(true);
                }
                continue;
            }
            if game.text.is_empty() {
                game.first_line = self.lines_read;
            }
            let tags = if moves.started || !line.starts_with(b"[") { 0 } else { tags_end(line) };
            if !moves.started && tags < line.len() {
                moves.started = true;
                game.moves_at = game.text.len() + tags;
            }
            moves.scan(&line[tags..]);
            game.push(line);
            if !moves.started {
                game.moves_at = game.text.len();
            }
        }
    }

    /// Reads a line, up to the maximum size of a game. Returns `false` at the end of the stream.
    fn read_line(&mut self) -> io::Result<bool> {
        let first = self.bytes_read == 0;
        self.line.clear();
        loop {
            let buffer = match self.source.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            if buffer.is_empty() {
                return Ok(!self.line.is_empty());
            }
            let end = buffer.iter().position(|byte| *byte == b'\n');
            let (part, used) = end.map_or((buffer, buffer.len()), |end| (&buffer[..end], end + 1));
            let available = (MAX_SIZE + 1).saturating_sub(self.line.len());
            self.line.extend_from_slice(&part[..part.len().min(available)]);
            self.source.consume(used);
            self.bytes_read += used as u64;
            if end.is_some() {
                if first && self.line.starts_with(b"\xef\xbb\xbf") {
                    self.line.drain(..3);
                }
                return Ok(true);
            }
        }
    }
}

impl MoveText {
    /// Tracks comments and results in a line of moves.
    fn scan(&mut self, line: &[u8]) {
        let mut rest = line;
        while let [first, tail @ ..] = rest {
            if self.in_comment {
                let Some(end) = rest.iter().position(|byte| *byte == b'}') else { return };
                self.in_comment = false;
                rest = &rest[end + 1..];
            } else if first.is_ascii_whitespace() {
                rest = tail;
            } else if *first == b'{' {
                self.in_comment = true;
                rest = tail;
            } else if *first == b';' {
                return;
            } else {
                let end =
                    rest.iter().position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'{' | b';'));
                let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
                self.ended = matches!(word, b"1-0" | b"0-1" | b"1/2-1/2" | b"*");
                rest = after;
            }
        }
    }
}

/// Returns whether a line starts with a tag: `[Name "`.
fn is_tag(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"[") else { return false };
    let name = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    name > 0 && rest[name..].trim_ascii_start().starts_with(b"\"")
}

/// Returns the end of the tags in a line that starts with a tag: the length of the line unless moves follow.
fn tags_end(line: &[u8]) -> usize {
    let (mut quoted, mut escaped, mut inside, mut end) = (false, false, false, 0);
    for (at, &byte) in line.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' if inside => quoted = !quoted,
            b'[' if !inside => inside = true,
            b']' if inside && !quoted => {
                inside = false;
                end = at + 1;
            }
            _ if inside || byte.is_ascii_whitespace() => {}
            _ => return end,
        }
    }
    line.len()
}
