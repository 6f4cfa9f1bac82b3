//! The journal: JSON lines, each with a checksum that is chained from the line before.
//!
//! ```text
//! {"check":"52c6a1b0e3d94f77","generation":{"run":0,"generation":0,…}}
//! ```
//!
//! `check` is the start of the BLAKE3 hash of two parts: the hash of the line before (for the first line, the seal of
//! `session.ron`), and the line's text without its `check`.

use std::path::Path;

use super::compressed;
use super::error::Error;
use super::sealed::Seal;
use crate::files::{self, OwnFile};

const OPEN: &str = "{\"check\":\"";
const CLOSE: &str = "\",";
const CHECK_DIGITS: usize = 16;

/// The content of a line.
pub(super) trait Line: Sized {
    /// Returns the content as a JSON object on one line.
    fn to_json(&self) -> serde_json::Result<String>;

    /// Parses a JSON object; the error describes the problem.
    fn from_json(text: &str) -> Result<Self, String>;
}

/// A place between two lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// The number of bytes before the place.
    pub(super) bytes: u64,
    /// The number of lines before the place.
    pub(super) lines: u64,
    /// The hash of all data before the place.
    pub(super) chain: Seal,
}

impl Place {
    /// Returns the beginning of the journal that belongs to a session file with this seal.
    pub(super) fn start(seal: Seal) -> Place {
        Place { bytes: 0, lines: 0, chain: seal }
    }

    /// Returns the place after a line of `bytes` bytes; `rest` is the text of its entry without the opening brace.
    fn after(self, rest: &str, bytes: usize) -> Place {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.chain).update(b"{").update(rest.as_bytes());
        let chain = *hasher.finalize().as_bytes();
        Place { bytes: self.bytes + bytes as u64, lines: self.lines + 1, chain }
    }

    /// Returns the checksum of the line that ends here, in hexadecimal.
    pub(super) fn check(&self) -> String {
        blake3::Hash::from_bytes(self.chain).to_hex()[..CHECK_DIGITS].to_owned()
    }
}

/// A journal that is open for appending.
#[derive(Debug)]
pub(super) struct Journal {
    file: OwnFile,
    end: Place,
}

impl Journal {
    /// Creates an empty journal for the session file with this seal.
    pub(super) fn create(path: &Path, seal: Seal) -> Result<Journal, Error> {
        let file = OwnFile::create(path).map_err(Error::io("create", path))?;
        Ok(Journal { file, end: Place::start(seal) })
    }

    /// Opens a journal for appending at `end`. Removes everything after `end`. A compressed journal is complete: nothing can
    /// be appended.
    pub(super) fn append_to(path: &Path, end: Place) -> Result<Journal, Error> {
        if compressed::is_compressed(path) {
            let path = compressed::compressed(path);
            let file = OwnFile::complete(&path).map_err(Error::io("open", &path))?;
            return Ok(Journal { file, end });
        }
        let file = OwnFile::continued(path, end.bytes).map_err(Error::io("open", path))?;
        Ok(Journal { file, end })
    }

    /// Writes one line. If that fails, truncates the journal to the line before.
    pub(super) fn append(&mut self, entry: &impl Line) -> Result<(), Error> {
        let (line, end) = format_line(self.end, entry, self.file.path())?;
        if let Err(cause) = self.file.write(line.as_bytes()) {
            // If this also fails, the torn line is removed when the session is next opened.
            let _ = self.file.truncate(self.end.bytes);
            return Err(Error::io("write", self.file.path())(cause));
        }
        self.end = end;
        Ok(())
    }

    /// Removes everything after a place of this journal.
    pub(super) fn truncate(&mut self, place: Place) -> Result<(), Error> {
        *self = Journal::append_to(self.file.path(), place)?;
        Ok(())
    }

    /// Syncs the journal to the disk and returns its end.
    pub(super) fn sync(&mut self) -> Result<Place, Error> {
        self.file.sync().map_err(Error::io("write", self.file.path()))?;
        Ok(self.end)
    }
}

/// Formats the line of an entry at `place`, and returns it with the place after it.
fn format_line(place: Place, entry: &impl Line, path: &Path) -> Result<(String, Place), Error> {
    let body = entry.to_json().map_err(|cause| Error::io("write", path)(cause.into()))?;
    Ok(checked(place, &body[1..]))
}

/// Returns the line at `place` with this text of an entry without its opening brace, and the place after it.
pub(super) fn checked(place: Place, rest: &str) -> (String, Place) {
    let mut end = place.after(rest, 0);
    let line = format!("{OPEN}{}{CLOSE}{rest}\n", end.check());
    end.bytes += line.len() as u64;
    (line, end)
}

/// Writes and syncs a whole journal for the session file with this seal, and returns its end.
pub(super) fn write(path: &Path, seal: Seal, entries: &[impl Line]) -> Result<Place, Error> {
    let mut text = String::new();
    let mut end = Place::start(seal);
    for entry in entries {
        let (next, after) = format_line(end, entry, path)?;
        text += &next;
        end = after;
    }
    files::replace(path, text.as_bytes()).map_err(Error::io("write", path))?;
    Ok(end)
}

/// The result of parsing a journal.
pub(super) struct Scan<L> {
    /// The entries of the complete lines.
    pub(super) entries: Vec<L>,
    /// The places between the complete lines, beginning with the start.
    pub(super) places: Vec<Place>,
    /// The kind of data after the complete lines.
    pub(super) rest: Rest,
}

/// The kind of data after a journal's complete lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rest {
    /// The file ends after the complete lines.
    Nothing,
    /// The beginning of a line, which a kill leaves.
    Torn,
    /// A line that was changed.
    Damaged,
}

/// Reads lines until the first that does not match its checksum.
///
/// # Errors
/// A line matches its checksum, but this version cannot parse it.
pub(super) fn scan<L: Line>(path: &Path, bytes: &[u8], seal: Seal) -> Result<Scan<L>, Error> {
    let (mut entries, mut places) = (Vec::new(), Vec::new());
    let (end, rest) = each(path, bytes, seal, |place, entry| {
        places.push(place);
        entries.push(entry);
    })?;
    places.push(end);
    Ok(Scan { entries, places, rest })
}

/// Calls `visit` with each entry and the place before its line, until the first line that does not match its checksum. Returns
/// the place after the last entry and the kind of data there.
///
/// # Errors
/// A line matches its checksum, but this version cannot parse it.
pub(super) fn each<L: Line>(
    path: &Path,
    bytes: &[u8],
    seal: Seal,
    mut visit: impl FnMut(Place, L),
) -> Result<(Place, Rest), Error> {
    let mut place = Place::start(seal);
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let Some(complete) = line.strip_suffix(b"\n") else {
            return Ok((place, if is_beginning(line) { Rest::Torn } else { Rest::Damaged }));
        };
        let Some((next, rest)) = check(place, complete) else { return Ok((place, Rest::Damaged)) };
        visit(place, parse(path, next, rest)?);
        place = next;
    }
    Ok((place, Rest::Nothing))
}

/// Returns whether bytes without a line end can be the beginning of a line.
fn is_beginning(bytes: &[u8]) -> bool {
    let open = OPEN.as_bytes();
    let matches = if bytes.len() < open.len() { open.starts_with(bytes) } else { bytes.starts_with(open) };
    matches && !bytes.iter().any(u8::is_ascii_control)
}

/// Returns the places between the lines that match their checksums, beginning with the start. Does not parse the
/// lines.
pub(super) fn places(bytes: &[u8], seal: Seal) -> Vec<Place> {
    let mut place = Place::start(seal);
    let mut places = vec![place];
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let Some((next, _)) = line.strip_suffix(b"\n").and_then(|line| check(place, line)) else { break };
        places.push(next);
        place = next;
    }
    places
}

/// Formats the beginning of some bytes as readable text.
pub(super) fn excerpt(bytes: &[u8]) -> String {
    const MAX_BYTES: usize = 40;
    let start = &bytes[..bytes.len().min(MAX_BYTES)];
    format!("“{}{}”", start.escape_ascii(), if bytes.len() > MAX_BYTES { "…" } else { "" })
}

/// Parses the entry in the line that ends at `place`; `rest` is its text without the opening brace.
pub(super) fn parse<L: Line>(path: &Path, place: Place, rest: &str) -> Result<L, Error> {
    L::from_json(&format!("{{{rest}")).map_err(|cause| Error::Damaged {
        path: path.to_owned(),
        what: format!("line {} is from another version of Eyas: {cause}", place.lines),
    })
}

/// Returns the place after a line and the entry's text without its opening brace; `None` if the line does not match
/// its checksum.
pub(super) fn check(place: Place, line: &[u8]) -> Option<(Place, &str)> {
    let text = std::str::from_utf8(line).ok()?;
    let (check, rest) = text.strip_prefix(OPEN)?.split_at_checked(CHECK_DIGITS)?;
    let rest = rest.strip_prefix(CLOSE)?;
    let next = place.after(rest, line.len() + 1);
    (next.check() == check).then_some((next, rest))
}

#[cfg(test)]
impl Journal {
    /// Returns the same journal with a file that cannot be written.
    pub(super) fn read_only(&self) -> Journal {
        Journal { file: OwnFile::complete(self.file.path()).unwrap(), end: self.end }
    }
}
