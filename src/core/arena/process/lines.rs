//! Splits a byte stream into lines.

use std::io::{self, Read};

/// The size of a read, in bytes.
const CHUNK: usize = 16 << 10;

/// A line that exceeds the limit. It is dropped, and the rest of it is returned as the next line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct LongLine {
    pub(super) beginning: String,
}

/// A buffer of at most one line and one chunk.
pub(super) struct Lines {
    longest: usize,
    bytes: Vec<u8>,
    /// The start of the next line, and the end of the part without a line break.
    begin: usize,
    seen: usize,
}

impl Lines {
    /// Creates a buffer for lines of at most `longest` bytes.
    pub(super) fn new(longest: usize) -> Lines {
        Lines { longest, bytes: Vec::new(), begin: 0, seen: 0 }
    }

    /// Reads once and returns the number of bytes, 0 at the end of the stream. Call it only when no complete line is
    /// left.
    pub(super) fn read(&mut self, pipe: &mut impl Read) -> io::Result<usize> {
        self.bytes.drain(..self.begin);
        self.seen -= self.begin;
        self.begin = 0;
        let held = self.bytes.len();
        self.bytes.resize(held + CHUNK, 0);
        let result = pipe.read(&mut self.bytes[held..]);
        self.bytes.truncate(held + result.as_ref().copied().unwrap_or(0));
        result
    }

    /// Returns the next complete line without its line break and trailing whitespace. Replaces invalid UTF-8.
    pub(super) fn next(&mut self) -> Result<Option<String>, LongLine> {
        let end = self.bytes[self.seen..].iter().position(|byte| *byte == b'\n').map(|at| self.seen + at);
        let (line, is_long) = match end {
            Some(end) => (&self.bytes[self.begin..end], end - self.begin > self.longest),
            None if self.bytes.len() - self.begin > self.longest => (&self.bytes[self.begin..], true),
            None => {
                self.seen = self.bytes.len();
                return Ok(None);
            }
        };
        let text = String::from_utf8_lossy(&line[..line.len().min(self.longest)]).trim_end().to_owned();
        self.begin = end.map_or(self.bytes.len(), |end| end + 1);
        self.seen = self.begin;
        if is_long { Err(LongLine { beginning: text }) } else { Ok(Some(text)) }
    }

    /// Discards everything that was read.
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        (self.begin, self.seen) = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns all lines of these bytes, read in pieces of `at_once` bytes.
    fn cut(mut bytes: &[u8], at_once: usize) -> Vec<Result<String, LongLine>> {
        let mut lines = Lines::new(8);
        let mut cut = Vec::new();
        loop {
            loop {
                match lines.next() {
                    Ok(None) => break,
                    Ok(Some(line)) => cut.push(Ok(line)),
                    Err(long) => cut.push(Err(long)),
                }
            }
            let (mut now, later) = bytes.split_at(bytes.len().min(at_once));
            if lines.read(&mut now).unwrap() == 0 {
                return cut;
            }
            bytes = later;
        }
    }

    #[test]
    fn lines_do_not_depend_on_the_size_of_reads() {
        for at_once in 1..20 {
            let cut = cut(b"uciok\r\n\n 12345 \n\xff\xfe\n12345678\nleft off", at_once);
            let expected = ["uciok", "", " 12345", "\u{fffd}\u{fffd}", "12345678"];
            assert_eq!(cut, expected.map(|line| Ok(line.to_owned())), "{at_once}");
        }
    }

    #[test]
    fn a_long_line_is_reported_with_its_beginning() {
        for at_once in 1..20 {
            let cut = cut(b"one\n123456789\ntwo\n", at_once);
            let beginning = || LongLine { beginning: "12345678".to_owned() };
            assert_eq!(cut[..2], [Ok("one".to_owned()), Err(beginning())], "{at_once}");
            assert_eq!(cut.last(), Some(&Ok("two".to_owned())));
        }
        let endless = vec![b'x'; 1000];
        assert!(cut(&endless, 100).iter().all(Result::is_err));
    }
}
