//! What makes a match or a tournament durable: a folder with every game that is over.
//!
//! | file | what | written |
//! | --- | --- | --- |
//! | `players/*.ron` | organisms that have no file of their own | once, before anything else |
//! | `match.ron` | who plays whom, and how | once, before the first game |
//! | `games.jsonl` | every game by its number, in the order in which they ended | appended, a line each |
//! | `faults.log` | what engines did wrong, with the last lines they were told, said, and wrote to standard error | appended as it happens, up to 4 MiB |
//! | `games.pgn` | all games that count | when the contest is over or interrupted |
//! | `lock` | empty; locked by the one process that may write | |
//!
//! A game's line is one write with a checksum chained from the line before, as in a session's journal. A kill leaves it
//! whole, torn or absent: a torn one is cut off, and the game is played again. A game of organisms limited by nodes
//! is then the same, so that the contest is.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::error::Error;
use super::faults::FaultLog;
use super::journal::{self, Journal, Line, Rest};
use super::{folder, sealed};
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
        folder::sync(path)?;
        let faults = FaultLog::at(path.join(FAULTS));
        Ok(ContestFolder { path: path.to_owned(), journal, faults, synced: Instant::now(), _lock: lock })
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
        let folder =
            ContestFolder { path: path.to_owned(), journal, faults, synced: Instant::now(), _lock: lock };
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
        let journal = path.join(GAMES);
        let lines = match File::open(&journal) {
            Ok(file) => BufReader::new(file)
                .split(b'\n')
                .try_fold(0, |count, line| line.map(|_| count + 1))
                .map_err(Error::io("read", &journal))?,
            Err(cause) if cause.kind() == ErrorKind::NotFound => 0,
            Err(cause) => return Err(Error::io("read", &journal)(cause)),
        };
        Ok((header, lines))
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
        self.journal.sync()?;
        self.synced = Instant::now();
        Ok(())
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
    // A kill right after `match.ron` was written leaves no journal.
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(cause) if cause.kind() == ErrorKind::NotFound => Vec::new(),
        Err(cause) => return Err(Error::io("read", &path)(cause)),
    };
    let scan = journal::scan::<Numbered>(&path, &bytes, seal)?;
    if scan.rest == Rest::Damaged {
        let what = format!(
            "line {} is damaged or was changed by hand: it does not match its checksum. Restore the file from a copy, \
             or cut it off before that line to have the games from there on played again",
            scan.entries.len() + 1
        );
        return Err(Error::Damaged { path, what });
    }
    let end = scan.places.last().copied().unwrap_or(journal::Place::start(seal));
    let games = scan.entries.into_iter().map(|line| (line.game, line.record)).collect();
    Ok((header, games, end))
}

/// A folder for a new contest: `match-0001`, or the number after the highest there is.
///
/// # Errors
/// The root cannot be read.
pub fn new_contest_folder(root: &Path) -> Result<PathBuf, Error> {
    folder::new_folder_named(root, "match")
}
