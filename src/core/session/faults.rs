//! The log of engine errors in a match, `faults.log`: each error when it happens, with the preceding conversation.
//!
//! The log is for the user to read and has no effect on results. It may be incomplete if the disk is full or the file
//! has reached its size limit.

use std::io;
use std::path::PathBuf;

use crate::arena::PlayerError;
use crate::arena::game::FaultKind;
use crate::files::OwnFile;

/// The size limit of one entry, in bytes. The recorded conversation has at most 48 lines of 200 characters.
const MAX_ENTRY: usize = 16 << 10;

/// The size limit of the file, in bytes. An engine that fails in each of ten thousand games has been documented by
/// then.
const MAX_FILE: u64 = 4 << 20;

const FULL: &str = "Further faults are not recorded, because the file has reached its size limit.\n";

/// The log. Its file is created with the first entry.
#[derive(Debug)]
pub(super) struct FaultLog {
    path: PathBuf,
    max_size: u64,
    /// Whether the file has reached its size limit.
    full: bool,
}

impl FaultLog {
    /// Creates a log for this path. The file may be missing.
    pub(super) fn new(path: PathBuf) -> FaultLog {
        FaultLog { path, max_size: MAX_FILE, full: false }
    }

    /// Adds an error in the game with this number, and its kind; the first game is 1. Entries that cannot be written are omitted
    /// entirely.
    pub(super) fn add(&mut self, game: u64, player: &str, verdict: FaultKind, error: &PlayerError) {
        if !self.full {
            // An error while writing this log must not end the match.
            let _ = self.write(&entry(game, player, verdict, error));
        }
    }

    fn write(&mut self, entry: &str) -> io::Result<()> {
        let mut file = OwnFile::append(&self.path)?;
        let length = file.size()?;
        self.full = length + entry.len() as u64 > self.max_size;
        match self.full {
            false => append(&mut file, length, entry),
            true if length < self.max_size => append(&mut file, length, FULL),
            true => Ok(()),
        }
    }
}

/// Appends a text completely or not at all.
fn append(file: &mut OwnFile, length: u64, text: &str) -> io::Result<()> {
    file.write(text.as_bytes()).or_else(|_| file.truncate(length))
}

/// Formats an error, with each line of the conversation indented, and an empty line at the end.
fn entry(game: u64, player: &str, verdict: FaultKind, error: &PlayerError) -> String {
    let PlayerError { engine, fault, last } = error;
    let mut entry = format!("game {game}: {player}: {verdict}: {fault}\n  command: {engine}");
    const INDENT: &str = "\n  ";
    const END: &str = "\n\n";
    for line in last {
        if entry.len() + INDENT.len() + line.len() + END.len() > MAX_ENTRY {
            break;
        }
        entry += INDENT;
        entry += line;
    }
    entry + END
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::arena::Fault;

    fn error(lines: usize) -> PlayerError {
        PlayerError {
            engine: "toga2 -x".to_owned(),
            fault: Fault::Mute,
            last: (0..lines).map(|line| format!("! {line} {}", "ä".repeat(200))).collect(),
        }
    }

    fn read(path: &Path) -> String {
        fs::read_to_string(path).unwrap()
    }

    #[test]
    fn faults_are_appended_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("faults.log");
        let mut log = FaultLog::new(path.clone());
        assert!(!path.exists());
        log.add(7, "Toga", FaultKind::Stall, &error(0));
        FaultLog::new(path.clone()).add(9, "Toga", FaultKind::Crash, &error(1));
        let text = read(&path);
        let [first, second, _] = text.split("\n\n").collect::<Vec<_>>().try_into().unwrap();
        assert_eq!(first, "game 7: Toga: stall: it closed its output without exiting\n  command: toga2 -x");
        assert!(second.starts_with("game 9: Toga: crash: ") && second.contains("\n  ! 0 ää"), "{second}");
    }

    #[test]
    fn entries_and_the_file_have_a_size_limit() {
        let longest = entry(1, "Toga", FaultKind::Stall, &error(10_000)).len();
        assert!((MAX_ENTRY - 420..=MAX_ENTRY).contains(&longest), "{longest}");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("faults.log");
        let mut log = FaultLog { max_size: 1200, ..FaultLog::new(path.clone()) };
        for game in 0..100 {
            log.add(game, "Toga", FaultKind::Stall, &error(0));
        }
        let text = read(&path);
        assert!(text.contains("game 5: ") && !text.contains("game 50: "), "{text}");
        assert!(text.len() <= 1200 + FULL.len() && text.matches(FULL).count() == 1, "{text}");
    }

    #[test]
    fn entries_that_cannot_be_written_are_omitted() {
        let folder = tempfile::tempdir().unwrap();
        FaultLog::new(folder.path().to_owned()).add(1, "Toga", FaultKind::Stall, &error(0));
    }
}
