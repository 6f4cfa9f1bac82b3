//! The reader thread: turns bytes into events, with bounded memory.

use std::io::{self, BufRead};
use std::sync::mpsc::SyncSender;

use super::command;
use super::event::UciEvent;

/// The maximum length of a line, in bytes: a `position` command with about two hundred thousand moves.
const MAX_LINE: usize = 1 << 20;

/// The result of reading a line.
#[derive(Debug, PartialEq, Eq)]
enum Read {
    /// The line is in the buffer.
    Line,
    /// The line was longer than [`MAX_LINE`] and was dropped.
    TooLong,
    /// The input has ended.
    End,
}

/// Reads until the input ends or the receiver is dropped.
pub(super) fn read(mut input: impl BufRead, events: &SyncSender<UciEvent>) {
    let mut line = Vec::new();
    loop {
        let event = match read_line(&mut input, &mut line) {
            Ok(Read::Line) => UciEvent::Line(Box::new(command::parse(&String::from_utf8_lossy(&line)))),
            Ok(Read::TooLong) => UciEvent::TooLong,
            Ok(Read::End) | Err(_) => UciEvent::EndOfInput,
        };
        let last = matches!(event, UciEvent::EndOfInput);
        if events.send(event).is_err() || last {
            return;
        }
    }
}

/// Reads up to the next line feed or the end of the input.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Read> {
    line.clear();
    let (mut any, mut too_long) = (false, false);
    loop {
        let available = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            result => result?,
        };
        if available.is_empty() {
            return Ok(if !any {
                Read::End
            } else if too_long {
                Read::TooLong
            } else {
                Read::Line
            });
        }
        any = true;
        let end = available.iter().position(|byte| *byte == b'\n');
        let part = &available[..end.unwrap_or(available.len())];
        if line.len() + part.len() > MAX_LINE {
            too_long = true;
            line.clear();
        }
        if !too_long {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(if too_long { Read::TooLong } else { Read::Line });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read as _};

    use super::*;

    #[test]
    fn lines_end_at_line_feeds_and_at_the_end() {
        let mut input = BufReader::with_capacity(3, &b"one\n\ntwo and\r\nlast"[..]);
        let mut line = Vec::new();
        let mut lines = Vec::new();
        while read_line(&mut input, &mut line).unwrap() == Read::Line {
            lines.push(line.clone());
        }
        assert_eq!(lines, [&b"one"[..], b"", b"two and\r", b"last"]);
    }

    #[test]
    fn a_long_line_is_dropped_without_being_stored() {
        let endless = io::repeat(b'x').take(20 * MAX_LINE as u64);
        let mut input = BufReader::new(endless.chain(&b"\nisready\n"[..]));
        let mut line = Vec::new();
        assert_eq!(read_line(&mut input, &mut line).unwrap(), Read::TooLong);
        assert!(line.capacity() <= 2 * MAX_LINE, "{} bytes", line.capacity());
        assert_eq!(read_line(&mut input, &mut line).unwrap(), Read::Line);
        assert_eq!(line, b"isready");
        assert_eq!(read_line(&mut input, &mut line).unwrap(), Read::End);
    }
}
