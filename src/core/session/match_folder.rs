//! The folder of a match or a tournament, which stores every finished game durably.
//!
//! | file | content | written |
//! | --- | --- | --- |
//! | `players/*.ron` | organisms that have no other file | once, before anything else |
//! | `match.ron` | the players and the conditions | once, before the first game |
//! | `games.jsonl` | every game by its number, in the order in which they ended | appended, one line each |
//! | `checkpoint.ron` | the number of synced games, and the checksum of the last | replaced at the beginning, every five seconds while games end, and at the end |
//! | `faults.log` | errors of engines, with the last lines of their input, output and standard error | appended when they happen, up to 4 MiB |
//! | `games.pgn` | all games that count | when the match is complete or interrupted |
//! | `lock` | empty; locked, as the folder itself is, by the only process that may write | |
//!
//! A game's line is one write with a checksum that is chained from the line before, as in a session's journal. A kill
//! leaves a line complete, torn or absent. A torn line is removed and its game is played again. Games of organisms
//! that are limited by nodes are reproducible, so the replayed match is identical. The checkpoint is written after
//! the games are synced, so it never covers more than the journal. If the journal has less than the checkpoint
//! covers, games were lost, and that is an error.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::checkpoint::{self, Mark};
use super::error::Error;
use super::faults::FaultLog;
use super::journal::{self, Journal, Line, Place, Rest};
use super::{CHECKPOINT, folder, sealed};
use crate::arena::PlayerError;
use crate::arena::game::{FaultKind, Record};
use crate::files;

pub(super) const HEADER: &str = "match.ron";
const GAMES: &str = "games.jsonl";
const FAULTS: &str = "faults.log";
const PGN: &str = "games.pgn";

/// The shortest time between two syncs while games end. A game that ends earlier is synced with a later one, or when the
/// match stops.
const SYNC_INTERVAL: Duration = Duration::from_secs(5);

/// The finished games by number.
pub type Games = BTreeMap<u64, Record>;

/// The folder of a match, open for writing. Holds its lock.
#[derive(Debug)]
pub struct MatchFolder {
    path: PathBuf,
    journal: Journal,
    faults: FaultLog,
    synced: Instant,
    _lock: folder::Lock,
}

/// A file that belongs to a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// The path relative to the folder of the match.
    pub name: PathBuf,
    /// The content of the file.
    pub text: String,
}

impl Attachment {
    fn write(&self, folder: &Path) -> Result<(), Error> {
        let file = folder.join(&self.name);
        let parent = file.parent().unwrap_or(folder);
        files::create_folder(parent).map_err(Error::io("create the folder", parent))?;
        files::replace(&file, self.text.as_bytes()).map_err(Error::io("write", &file))?;
        folder::sync(parent)
    }

    /// Removes the file, and its folder if nothing else is in it.
    fn remove(&self, folder: &Path) {
        let file = folder.join(&self.name);
        let _ = files::remove(&file);
        file.parent().filter(|parent| *parent != folder).map(files::remove_folder);
    }
}

/// A line of `games.jsonl`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GameLine {
    game: u64,
    record: Record,
}

impl Line for GameLine {
    fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }

    fn from_json(text: &str) -> Result<GameLine, String> {
        serde_json::from_str(text).map_err(|cause| cause.to_string())
    }
}

impl MatchFolder {
    /// Returns whether a folder holds a match.
    #[must_use]
    pub fn is_match(folder: &Path) -> bool {
        folder.join(HEADER).is_file()
    }

    /// Creates a match, with files that belong to it, in a folder that is missing or empty.
    ///
    /// # Errors
    /// The folder is not empty, another process has locked it, or it cannot be written.
    pub fn create(
        path: &Path,
        header: &impl Serialize,
        attachments: &[Attachment],
    ) -> Result<MatchFolder, Error> {
        let lock = folder::claim(path)?;
        let written = attachments.iter().try_for_each(|attachment| attachment.write(path));
        let written = written.and_then(|()| sealed::write(&path.join(HEADER), header));
        // Without the header the folder is no match, and with other files it could not become one.
        let seal =
            written.inspect_err(|_| attachments.iter().for_each(|attachment| attachment.remove(path)))?;
        let journal = Journal::create(&path.join(GAMES), seal)?;
        let faults = FaultLog::new(path.join(FAULTS));
        let mut folder =
            MatchFolder { path: path.to_owned(), journal, faults, synced: Instant::now(), _lock: lock };
        folder.sync()?;
        folder::sync(path)?;
        Ok(folder)
    }

    /// Opens a match for writing, and returns its header. Calls `visit` with each game, as [`MatchFolder::each`] does.
    ///
    /// # Errors
    /// There is no match, another process has locked it, a later version wrote it, or it is damaged.
    pub fn open<H: DeserializeOwned>(
        path: &Path,
        visit: &mut dyn FnMut(&H, u64, Record),
    ) -> Result<(MatchFolder, H), Error> {
        if !MatchFolder::is_match(path) {
            return Err(Error::Missing(path.to_owned()));
        }
        let lock = folder::lock(path)?;
        let (header, end) = each(path, visit)?;
        folder::remove_temporary_files(path)?;
        let journal = Journal::append_to(&path.join(GAMES), end)?;
        let faults = FaultLog::new(path.join(FAULTS));
        let mut folder =
            MatchFolder { path: path.to_owned(), journal, faults, synced: Instant::now(), _lock: lock };
        folder.sync()?;
        Ok((folder, header))
    }

    /// Reads the header of a match and the number of games in its journal. Does not verify the games.
    ///
    /// # Errors
    /// There is no match, a later version wrote it, or games are missing.
    pub fn read_header<H: DeserializeOwned>(path: &Path) -> Result<(H, u64), Error> {
        if !MatchFolder::is_match(path) {
            return Err(Error::Missing(path.to_owned()));
        }
        let (header, _) = sealed::read(&path.join(HEADER))?;
        // Read the checkpoint first: another process may append to the journal meanwhile.
        let synced = checkpoint::read_undamaged::<Mark>(&path.join(CHECKPOINT))?.0;
        let journal = path.join(GAMES);
        let (lines, bytes) = match files::open_own(&journal) {
            Ok(file) => count(file).map_err(Error::io("read", &journal))?,
            Err(cause) if cause.kind() == ErrorKind::NotFound => (0, 0),
            Err(cause) => return Err(Error::io("read", &journal)(cause)),
        };
        match synced {
            Some(synced) if lines < synced.lines || bytes < synced.bytes => {
                Err(lost_games(journal, &synced, lines, bytes))
            }
            _ => Ok((header, lines)),
        }
    }

    /// Reads the header and the games of a match. Neither changes nor locks anything.
    ///
    /// # Errors
    /// There is no match, a later version wrote it, or it is damaged.
    pub fn read<H: DeserializeOwned>(path: &Path) -> Result<(H, Games), Error> {
        let mut games = Games::new();
        let header =
            MatchFolder::each(path, &mut |_: &H, number, record| drop(games.insert(number, record)))?;
        Ok((header, games))
    }

    /// Reads a match, and calls `visit` with its header and each game, in the order of their numbers. Only games that ended
    /// before an earlier one are in memory together. What was visited counts only if the whole match is valid. Neither
    /// changes nor locks anything.
    ///
    /// # Errors
    /// There is no match, a later version wrote it, or it is damaged.
    pub fn each<H: DeserializeOwned>(
        path: &Path,
        visit: &mut dyn FnMut(&H, u64, Record),
    ) -> Result<H, Error> {
        if !MatchFolder::is_match(path) {
            return Err(Error::Missing(path.to_owned()));
        }
        each(path, visit).map(|(header, _)| header)
    }

    /// Records a finished game.
    ///
    /// # Errors
    /// The disk is full or the folder cannot be written. The journal then ends with the previous game.
    pub fn append(&mut self, game: u64, record: &Record) -> Result<(), Error> {
        self.journal.append(&GameLine { game, record: record.clone() })?;
        if self.synced.elapsed() >= SYNC_INTERVAL {
            self.sync()?;
        }
        Ok(())
    }

    /// Records an error of a player in a game and its kind, for the user to read. Does nothing if the log cannot be written: a
    /// full disk must not end the match.
    pub fn log_fault(&mut self, game: u64, player: &str, verdict: FaultKind, error: &PlayerError) {
        self.faults.add(game + 1, player, verdict, error);
    }

    /// Syncs all games written so far to the disk.
    ///
    /// # Errors
    /// The disk is full or the folder cannot be written.
    pub fn sync(&mut self) -> Result<(), Error> {
        let end = self.journal.sync()?;
        checkpoint::write(&self.path.join(CHECKPOINT), &Mark::new(end))?;
        self.synced = Instant::now();
        Ok(())
    }

    /// Returns the time at which the last game was stored, or the match was created.
    #[must_use]
    pub fn modified(folder: &Path) -> Option<SystemTime> {
        let time = |name| fs::metadata(folder.join(name)).and_then(|file| file.modified()).ok();
        time(GAMES).max(time(HEADER))
    }

    /// Returns the path of `games.pgn` in the folder of a match.
    #[must_use]
    pub fn pgn_path(folder: &Path) -> PathBuf {
        folder.join(PGN)
    }

    /// Returns whether `games.pgn` has exactly this content.
    #[must_use]
    pub fn has_pgn(&self, text: &str) -> bool {
        files::read_own(&self.path.join(PGN)).is_ok_and(|found| found == text.as_bytes())
    }

    /// Replaces `games.pgn` in the folder of a match and returns its path.
    ///
    /// # Errors
    /// The disk is full or the folder cannot be written. The old file then remains.
    pub fn write_pgn(folder: &Path, text: &str) -> Result<PathBuf, Error> {
        let path = MatchFolder::pgn_path(folder);
        files::replace(&path, text.as_bytes()).map_err(Error::io("write", &path))?;
        Ok(path)
    }
}

/// Visits the games of a folder in the order of their numbers, and returns its header and the place where the journal can be
/// continued.
fn each<H: DeserializeOwned>(
    folder: &Path,
    visit: &mut dyn FnMut(&H, u64, Record),
) -> Result<(H, Place), Error> {
    let (header, seal) = sealed::read(&folder.join(HEADER))?;
    let path = folder.join(GAMES);
    // Read the checkpoint first: another process may append to the journal meanwhile. Matches of earlier versions,
    // and those killed right after their start, have no checkpoint.
    let synced = checkpoint::read_undamaged::<Mark>(&folder.join(CHECKPOINT))?.0;
    // A kill right after `match.ron` was written leaves no journal.
    let bytes = match files::read_own(&path) {
        Ok(bytes) => bytes,
        Err(cause) if cause.kind() == ErrorKind::NotFound => Vec::new(),
        Err(cause) => return Err(Error::io("read", &path)(cause)),
    };
    let (mut waiting, mut next, mut has_synced) = (Games::new(), 0, false);
    let is_synced = |place: Place| {
        synced.as_ref().is_none_or(|synced| synced.lines == place.lines && *synced == Mark::new(place))
    };
    let (end, rest) = journal::each(&path, &bytes, seal, |place, GameLine { game, record }| {
        has_synced |= is_synced(place);
        if game >= next {
            waiting.insert(game, record);
        }
        while let Some(record) = waiting.remove(&next) {
            visit(&header, next, record);
            next += 1;
        }
    })?;
    if rest == Rest::Damaged {
        let what = format!(
            "line {} does not match its checksum, because it was damaged or edited; it starts with {}. Restore the file \
             from a backup; or, to replay the games from there on, truncate the file before that line (truncate -s {}) \
             and delete {CHECKPOINT}",
            end.lines + 1,
            journal::excerpt(&bytes[end.bytes as usize..]),
            end.bytes
        );
        return Err(Error::Damaged { path, what });
    }
    has_synced |= is_synced(end);
    if let Some(synced) = synced.filter(|_| !has_synced) {
        return Err(lost_games(path, &synced, end.lines, end.bytes));
    }
    waiting.into_iter().for_each(|(number, record)| visit(&header, number, record));
    Ok((header, end))
}

/// Counts the lines and bytes of a file. An incomplete last line does not count.
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

/// Returns the error for synced games that are missing.
fn lost_games(path: PathBuf, synced: &Mark, lines: u64, bytes: u64) -> Error {
    let what = format!(
        "{} games were recorded, but the file contains {lines} ({bytes} of {} bytes): games are missing or were replaced. \
         Restore the file from a backup; or, to replay the missing games, delete {CHECKPOINT} and resume with --resume",
        synced.lines, synced.bytes
    );
    Error::Damaged { path, what }
}

/// Returns a folder for a new match: `match-0001`, or the number after the highest existing one.
///
/// # Errors
/// The root cannot be read.
pub fn new_match_folder(root: &Path) -> Result<PathBuf, Error> {
    folder::new_folder_named(root, "match")
}
