//! The log of engine errors in a match, `faults.log`: each error when it happens, with the preceding conversation.
//!
//! The log is for the user to read and has no effect on results. It may be incomplete if the disk is full or the file
//! has reached its size limit.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::PathBuf;

use crate::arena::PlayerError;
use crate::arena::game::Verdict;

/// The size limit of one entry, in bytes. The recorded conversation has at most 48 lines of 200 characters.
const LONGEST: usize = 16 << 10;

/// The size limit of the file, in bytes. An engine that fails in each of ten thousand games has been documented by
/// then.
const MOST: u64 = 4 << 20;

const FULL: &str = "Further faults are not recorded, because the file has reached its size limit.\n";

/// The log. Its file is created with the first entry.
#[derive(Debug)]
pub(super) struct FaultLog {
    path: PathBuf,
    most: u64,
    /// Whether the file has reached its size limit.
    full: bool,
}

impl FaultLog {
    /// Creates a log for this path. The file may be missing.
    pub(super) fn at(path: PathBuf) -> FaultLog {
        FaultLog { path, most: MOST, full: false }
    }

    /// Adds an error in the game with this number; the first game is 1. Entries that cannot be written are omitted
    /// entirely.
    pub(super) fn add(&mut self, game: u64, player: &str, error: &PlayerError) {
        if !self.full {
            // An error while writing this log must not end the match.
            let _ = self.write(&entry(game, player, error));
        }
    }

    fn write(&mut self, entry: &str) -> io::Result<()> {
        let mut file = OpenOptions::new().append(true).create(true).open(&self.path)?;
        let held = file.metadata()?.len();
        self.full = held + entry.len() as u64 > self.most;
        match self.full {
            false => append(&mut file, held, entry),
            true if held < self.most => append(&mut file, held, FULL),
            true => Ok(()),
        }
    }
}

/// Appends a text completely or not at all.
fn append(file: &mut File, held: u64, text: &str) -> io::Result<()> {
    file.write_all(text.as_bytes()).or_else(|_| file.set_len(held))
}

/// Formats an error, with each line of the conversation indented, and an empty line at the end.
fn entry(game: u64, player: &str, error: &PlayerError) -> String {
    let PlayerError { engine, fault, last } = error;
    let verdict = Verdict::of(fault);
    let mut entry = format!("game {game}: {player}: {verdict}: {fault}\n  command: {engine}");
    for line in last {
        if entry.len() + line.len() > LONGEST {
            break;
        }
        entry += "\n  ";
        entry += line;
    }
    entry + "\n\n"
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
    fn faults_are_added_one_after_the_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("faults.log");
        let mut log = FaultLog::at(path.clone());
        assert!(!path.exists());
        log.add(7, "Toga", &error(0));
        FaultLog::at(path.clone()).add(9, "Toga", &error(1));
        let text = read(&path);
        let [first, second, _] = text.split("\n\n").collect::<Vec<_>>().try_into().unwrap();
        assert_eq!(first, "game 7: Toga: stall: it closed its output without exiting\n  command: toga2 -x");
        assert!(second.starts_with("game 9: ") && second.contains("\n  ! 0 ää"), "{second}");
    }

    #[test]
    fn neither_a_fault_nor_all_of_them_are_without_bound() {
        assert!(entry(1, "Toga", &error(10_000)).len() <= LONGEST + 5);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("faults.log");
        let mut log = FaultLog { most: 1200, ..FaultLog::at(path.clone()) };
        for game in 0..100 {
            log.add(game, "Toga", &error(0));
        }
        let text = read(&path);
        assert!(text.contains("game 5: ") && !text.contains("game 50: "), "{text}");
        assert!(text.len() <= 1200 + FULL.len() && text.matches(FULL).count() == 1, "{text}");
    }

    #[test]
    fn what_cannot_be_written_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        FaultLog::at(folder.path().to_owned()).add(1, "Toga", &error(0));
    }
}
