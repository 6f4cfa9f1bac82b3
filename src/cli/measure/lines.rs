//! Lines of stdin, read on a thread of their own.

use std::io::{self, BufRead};
use std::sync::mpsc::{self, Receiver};
use std::thread::Builder;

use eyas::measuring::LONGEST_LINE;

use super::super::Failure;

/// The number of lines that are read before they are needed.
const WAITING: usize = 16;

/// Returns the lines of stdin, without their ends. The channel ends with stdin. Of a line that is longer than
/// [`LONGEST_LINE`], the start arrives, one byte longer than that.
pub(super) fn of_stdin() -> Result<Receiver<io::Result<Vec<u8>>>, Failure> {
    let (sender, receiver) = mpsc::sync_channel(WAITING);
    let read = move || {
        let mut stdin = io::stdin().lock();
        while let Some(line) = next(&mut stdin).transpose() {
            let failed = line.is_err();
            // The receiver is gone when the command has ended.
            if sender.send(line).is_err() || failed {
                return;
            }
        }
    };
    let thread = Builder::new().name("eyas-stdin".to_owned()).spawn(read);
    thread.map_err(|cause| Failure::Runtime(format!("cannot start a thread: {cause}")))?;
    Ok(receiver)
}

/// Reads a line; `None` at the end of the input.
fn next(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    loop {
        let available = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            available => available?,
        };
        if available.is_empty() {
            return Ok((!line.is_empty()).then_some(line));
        }
        let end = available.iter().position(|byte| *byte == b'\n');
        let part = &available[..end.unwrap_or(available.len())];
        let room = (LONGEST_LINE + 1).saturating_sub(line.len());
        line.extend_from_slice(&part[..part.len().min(room)]);
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(Some(line));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn lines_end_at_newlines_and_at_the_end_of_the_input() {
        let mut input = BufReader::with_capacity(3, &b"first\n\nthird line"[..]);
        let mut lines = Vec::new();
        while let Some(line) = next(&mut input).unwrap_or_default() {
            lines.push(String::from_utf8_lossy(&line).into_owned());
        }
        assert_eq!(lines, ["first", "", "third line"]);
    }

    #[test]
    fn the_rest_of_a_long_line_is_not_kept() {
        let text = format!("{}\nnext\n", "x".repeat(3 * LONGEST_LINE));
        let mut input = text.as_bytes();
        let mut next = || next(&mut input).unwrap_or_default().unwrap_or_default();
        assert_eq!((next().len(), next()), (LONGEST_LINE + 1, b"next".to_vec()));
    }
}
