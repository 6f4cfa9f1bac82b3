//! Folders of sessions and matches from any text. What protects files against damage is added to it, so that everything
//! behind the checksums can be tested, too.

use std::fs;
use std::path::Path;

use super::journal::{self, Place};
use super::{CHECKPOINT, GAMES, JOURNAL, compressed, sealed};

/// What stands between two files in an input.
pub(crate) const BETWEEN: &str = "\n====\n";

/// Replaces the files in a folder by those of an input: the header, the checkpoint, and the files of lines. A file that is
/// empty or left out is missing. A checkpoint has `{BYTES}`, `{LINES}` and `{CHECK}` in place of the end of the first
/// file of lines, and `{GAMES_BYTES}` and so on in place of the end of the second. A line that begins with a checksum keeps it.
pub(crate) fn write(folder: &Path, header: &str, lines: &[&str], input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let mut parts = text.split(BETWEEN);
    let mut part = || parts.next().unwrap_or_default();
    let (head, mut checkpoint) = (part(), part().to_owned());
    let (head, seal) = sealed::sealed(head);
    put(folder, header, &head);
    for name in lines {
        let (text, end) = chained(part(), Place::start(seal));
        let prefix = if *name == lines[0] { "" } else { "GAMES_" };
        for (word, value) in
            [("BYTES", end.bytes.to_string()), ("LINES", end.lines.to_string()), ("CHECK", end.check())]
        {
            checkpoint = checkpoint.replace(&format!("{{{prefix}{word}}}"), &value);
        }
        put(folder, name, &text);
    }
    let checkpoint = if checkpoint.is_empty() { checkpoint } else { sealed::sealed(&checkpoint).0 };
    put(folder, CHECKPOINT, &checkpoint);
}

/// Replaces the files in a folder by those of a session.
pub(crate) fn session(folder: &Path, input: &[u8]) {
    write(folder, super::SESSION, &[JOURNAL, GAMES], input);
}

/// Replaces the files in a folder by those of a match.
pub(crate) fn of_match(folder: &Path, input: &[u8]) {
    write(folder, super::match_folder::HEADER, &[GAMES], input);
}

/// Replaces the files in a folder by a plan, which is that of a race and that of a pipeline.
pub(crate) fn plans(folder: &Path, input: &[u8]) {
    for plan in ["race.ron", "pipeline.ron"] {
        write(folder, plan, &[], input);
    }
}

/// Replaces the files in a folder by those of a session without a checkpoint. The rest of the input is its compressed
/// journal, as it is.
pub(crate) fn compressed_session(folder: &Path, input: &[u8]) {
    let at = input.windows(BETWEEN.len()).position(|window| window == BETWEEN.as_bytes());
    let (head, packed) = at.map_or((input, &[][..]), |at| (&input[..at], &input[at + BETWEEN.len()..]));
    write(folder, super::SESSION, &[], head);
    let _ = fs::write(compressed::compressed(&folder.join(JOURNAL)), packed);
}

fn chained(text: &str, start: Place) -> (String, Place) {
    let (mut whole, mut place) = (String::new(), start);
    for line in text.split_inclusive('\n') {
        match line.strip_suffix('\n').and_then(|line| line.strip_prefix('{')) {
            Some(rest) if !rest.starts_with("\"check\"") => {
                let (line, next) = journal::checked(place, rest);
                whole.push_str(&line);
                place = next;
            }
            _ => whole.push_str(line),
        }
    }
    (whole, place)
}

fn put(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    let _ = if text.is_empty() { fs::remove_file(&path) } else { fs::write(&path, text) };
}
