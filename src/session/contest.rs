//! What makes a match or a tournament durable: a folder with every game that is over.
//!
//! | file | what | written |
//! | --- | --- | --- |
//! | `players/*.ron` | organisms that have no file of their own | once, before anything else |
//! | `match.ron` | who plays whom, and how | once, before the first game |
//! | `games.jsonl` | every game by its number, in the order in which they ended | appended, a line each |
//! | `checkpoint.ron` | how many games are safe on the disk, and the checksum of the last | replaced at the beginning, every five seconds while games end, and at the end |
//! | `faults.log` | what engines did wrong, with the last lines they were told, said, and wrote to standard error | appended as it happens, up to 4 MiB |
//! | `games.pgn` | all games that count | when the contest is over or interrupted |
//! | `lock` | empty; locked by the one process that may write | |
//!
//! A game's line is one write with a checksum chained from the line before, as in a session's journal. A kill leaves it
//! whole, torn or absent: a torn one is cut off, and the game is played again. A game of organisms limited by nodes
//! is then the same, so that the contest is. The checkpoint is written after the games were synced, so it never says more
//! than the journal; where the journal has less than the checkpoint says, games were lost, and that is an error.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::checkpoint::{self, Mark};
use super::error::Error;
use super::faults::FaultLog;
use super::journal::{self, Journal, Line, Rest};
use super::{CHECKPOINT, folder, sealed};
use crate::arena::PlayerError;
use crate::arena::game::Record;
use crate::files;

const HEADER: &str = "match.ron";
const GAMES: &str = "games.jsonl";
const FAULTS: &str = "faults.log";
const PGN: &str = "games.pgn";

/// The longest time for which games may be unsynced.
const SYNC_INTERVAL: Duration = Duration::from_secs(5);

/// The games that are over, by number.
pub type Games = BTreeMap<u64, Record>;

/// A contest's folder, open for writing; holds its lock.
#[derive(Debug)]
pub struct ContestFolder {
    path: PathBuf,
    journal: Journal,
    faults: FaultLog,
    synced: Instant,
    _lock: File,
}

/// A file that belongs to a contest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// Its path below the contest's folder.
    pub name: PathBuf,
    /// What it says.
    pub text: String,
}

/// A line of `games.jsonl`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Numbered {
    game: u64,
    record: Record,
}

impl Line for Numbered {
    fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }

    fn from_json(text: &str) -> Result<Numbered, String> {
        serde_json::from_str(text).map_err(|cause| cause.to_string())
    }
}

impl ContestFolder {
    /// Whether a folder holds a contest.
    #[must_use]
    pub fn is_one(folder: &Path) -> bool {
        folder.join(HEADER).is_file()
    }

    /// Begins a contest in a folder that is missing or empty, with files that belong to it.
    ///
    /// # Errors
    /// The folder holds anything, another process has it, or it cannot be written.
    pub fn create(
        path: &Path,
        header: &impl Serialize,
        attachments: &[Attachment],
    ) -> Result<ContestFolder, Error> {
        let lock = folder::take(path)?;
        for Attachment { name, text } in attachments {
            let file = path.join(name);
            let parent = file.parent().unwrap_or(path);
            fs::create_dir_all(parent).map_err(Error::io("create the folder", parent))?;
            files::replace(&file, text.as_bytes()).map_err(Error::io("write", &file))?;
        }
        let seal = sealed::write(&path.join(HEADER), header)?;
        let journal = Journal::create(&path.join(GAMES), seal)?;
        let faults = FaultLog::at(path.join(FAULTS));
        let mut folder =
            ContestFolder { path: path.to_owned(), journal, faults, synced: Instant::now(), _lock: lock };
        folder.sync()?;
        folder::sync(path)?;
        Ok(folder)
    }

    /// Opens a contest to go on with it.
    ///
    /// # Errors
    /// There is none, another process has it, it was written by a later version, or it is damaged.
    pub fn open<H: DeserializeOwned>(path: &Path) -> Result<(ContestFolder, H, Games), Error> {
        if !ContestFolder::is_one(path) {
            return Err(Error::Missing(path.to_owned()));
        }
        let lock = folder::lock(path)?;
        let (header, games, end) = read(path)?;
        folder::sweep(path)?;
        let journal = Journal::append_to(&path.join(GAMES), end)?;
        let faults = FaultLog::at(path.join(FAULTS));
        let mut folder =
            ContestFolder { path: path.to_owned(), journal, faults, synced: Instant::now(), _lock: lock };
        folder.sync()?;
        Ok((folder, header, games))
    }

    /// Reads a contest, changing and locking nothing.
    ///
    /// # Errors
    /// There is none, it was written by a later version, or it is damaged.
    pub fn look<H: DeserializeOwned>(path: &Path) -> Result<(H, Games), Error> {
        if !ContestFolder::is_one(path) {
            return Err(Error::Missing(path.to_owned()));
        }
        let (header, games, _) = read(path)?;
        Ok((header, games))
    }

    /// What a contest is, and how many games its journal has, looking at neither of them closely.
    ///
    /// # Errors
    /// There is none, it was written by a later version, or it is damaged.
    pub fn glance<H: DeserializeOwned>(path: &Path) -> Result<(H, u64), Error> {
        if !ContestFolder::is_one(path) {
            return Err(Error::Missing(path.to_owned()));
        }
        let (header, _) = sealed::read(&path.join(HEADER))?;
        // The checkpoint first: another process may go on writing while this one reads.
        let safe = checkpoint::read::<Mark>(&path.join(CHECKPOINT))?;
        let journal = path.join(GAMES);
        let (lines, bytes) = match File::open(&journal) {
            Ok(file) => count(file).map_err(Error::io("read", &journal))?,
            Err(cause) if cause.kind() == ErrorKind::NotFound => (0, 0),
            Err(cause) => return Err(Error::io("read", &journal)(cause)),
        };
        match safe {
            Some(safe) if lines < safe.lines || bytes < safe.bytes => Err(lost(journal, &safe, lines, bytes)),
            _ => Ok((header, lines)),
        }
    }

    /// Writes down a game that is over.
    ///
    /// # Errors
    /// The disk is full or the folder cannot be written; the journal then ends with the game before.
    pub fn append(&mut self, game: u64, record: &Record) -> Result<(), Error> {
        self.journal.append(&Numbered { game, record: record.clone() })?;
        if self.synced.elapsed() >= SYNC_INTERVAL {
            self.sync()?;
        }
        Ok(())
    }

    /// Writes down a fault of a player in a game, for people to read. A disk that is full is no reason to end the
    /// contest: what cannot be written is left out.
    pub fn log_fault(&mut self, game: u64, player: &str, error: &PlayerError) {
        self.faults.add(game + 1, player, error);
    }

    /// Makes every game written so far safe on the disk.
    ///
    /// # Errors
    /// The disk is full or the folder cannot be written.
    pub fn sync(&mut self) -> Result<(), Error> {
        let end = self.journal.sync()?;
        checkpoint::write(&self.path.join(CHECKPOINT), &Mark::of(end))?;
        self.synced = Instant::now();
        Ok(())
    }

    /// Whether `games.pgn` says this.
    #[must_use]
    pub fn has_pgn(&self, text: &str) -> bool {
        fs::read(self.path.join(PGN)).is_ok_and(|found| found == text.as_bytes())
    }

    /// Replaces `games.pgn` and tells where it is.
    ///
    /// # Errors
    /// The disk is full or the folder cannot be written; the old file then still stands.
    pub fn write_pgn(&self, text: &str) -> Result<PathBuf, Error> {
        let path = self.path.join(PGN);
        files::replace(&path, text.as_bytes()).map_err(Error::io("write", &path))?;
        Ok(path)
    }
}

/// What a folder says, and where its journal can be gone on with.
fn read<H: DeserializeOwned>(folder: &Path) -> Result<(H, Games, journal::Place), Error> {
    let (header, seal) = sealed::read(&folder.join(HEADER))?;
    let path = folder.join(GAMES);
    // The checkpoint first: another process may go on writing while this one reads. Contests of earlier versions, and
    // those killed when they had just begun, have none.
    let safe = checkpoint::read::<Mark>(&folder.join(CHECKPOINT))?;
    // A kill right after `match.ron` was written leaves no journal.
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(cause) if cause.kind() == ErrorKind::NotFound => Vec::new(),
        Err(cause) => return Err(Error::io("read", &path)(cause)),
    };
    let scan = journal::scan::<Numbered>(&path, &bytes, seal)?;
    let end = scan.places[scan.places.len() - 1];
    if scan.rest == Rest::Damaged {
        let what = format!(
            "line {} is damaged or was changed by hand: it does not match its checksum and begins with {}. Restore the \
             file from a copy; or, to have the games from there on played again, cut it off before that line \
             (truncate -s {}) and delete {CHECKPOINT}",
            end.lines + 1,
            journal::excerpt(&bytes[end.bytes as usize..]),
            end.bytes
        );
        return Err(Error::Damaged { path, what });
    }
    if let Some(safe) = safe
        && !safe.is_in(&scan.places)
    {
        return Err(lost(path, &safe, end.lines, end.bytes));
    }
    let games = scan.entries.into_iter().map(|line| (line.game, line.record)).collect();
    Ok((header, games, end))
}

/// The lines and the bytes of a file. A line that was not written to its end does not count.
fn count(file: File) -> io::Result<(u64, u64)> {
    let (mut lines, mut bytes) = (0, 0);
    let mut reader = BufReader::new(file);
    loop {
        let chunk = reader.fill_buf()?;
        let length = chunk.len();
        if length == 0 {
            return Ok((lines, bytes));
        }
        lines += chunk.iter().filter(|&&byte| byte == b'\n').count() as u64;
        bytes += length as u64;
        reader.consume(length);
    }
}

/// Games that were safe and are not there.
fn lost(path: PathBuf, safe: &Mark, lines: u64, bytes: u64) -> Error {
    let what = format!(
        "{} games were recorded here, and the file has {lines} of them ({bytes} bytes of {}): games are missing or were \
         replaced. Restore the file from a copy; or, to have what is missing played again, delete {CHECKPOINT} and go on \
         with --resume",
        safe.lines, safe.bytes
    );
    Error::Damaged { path, what }
}

/// A folder for a new contest: `match-0001`, or the number after the highest there is.
///
/// # Errors
/// The root cannot be read.
pub fn new_contest_folder(root: &Path) -> Result<PathBuf, Error> {
    folder::new_folder_named(root, "match")
}
