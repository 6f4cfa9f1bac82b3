//! Sessions: a folder that makes an evolution durable.
//!
//! | file | what | written |
//! | --- | --- | --- |
//! | `session.ron` | the settings, the content hashes of the position sets, what it was forked from | once, before anything else |
//! | `journal.jsonl` | every generation, change of settings, planted organism, and run's result | appended, a line each |
//! | `games.jsonl` | in a coevolution: every game ([`SessionGame`]) | appended, a line each |
//! | `checkpoint.ron` | how far the journal is safe on the disk, and where the session stands | replaced at once |
//! | `champion.ron`, `champion-1.ron` … | organism files | when a run is complete |
//! | `searches.txt` | searches of the tuning stage's generation in work | appended; removed when it is recorded |
//! | `scores.txt` | in a mentor stage: what the mentors said of each position | appended; sorted when all is heard |
//! | `lock` | empty; locked by the one process that may write | |
//!
//! # Why an interrupted session ends like an uninterrupted one
//!
//! A generation's journal line holds the whole population, and an optimizer has no state beyond what it
//! was told (see [`crate::evolution::optimizer`]); so the journal is the state, and a generation that
//! is missing from its end is computed again to the same bits. Only what a person decides, a change of
//! settings or a planted organism, could not be computed again. Therefore:
//!
//! * A line is one `write`. A kill leaves a whole line, a torn one (without its line end), or none. Torn
//!   ones are cut off when the session is next opened.
//! * Every line carries a checksum chained from the line before it, the first from `session.ron`: a
//!   changed, lost, repeated or foreign line is seen, and nothing after it is believed.
//! * The journal is synced to the disk and `checkpoint.ron` replaced (new file, sync, rename) after every
//!   decision of a person, at the end of every run, at every pause, and every five seconds. A power failure
//!   can only spoil lines after the checkpoint; those hold nothing but generations, and are cut off.
//! * A decision stands in the journal before the first generation it takes part in, and names it. The last
//!   recorded generation is computed again when a session is gone on with: with the settings and the planted
//!   organisms recorded for it. Those recorded for the generation that comes next are pending still.
//! * Damage before the checkpoint is an error that says where, and touches nothing.
//!
//! None of the files holds a time, a thread count or a path of this machine other than those the
//! settings name, so two sessions of the same settings and decisions are equal byte for byte.
//!
//! # Forks
//!
//! A fork is a session that begins with the first lines of another's journal ([`fork`]). It is a session like
//! any other; its `session.ron` says what it was forked from, and its lines' checksums hang on that.

mod checkpoint;
mod contest;
mod delete;
mod entry;
mod error;
mod faults;
pub(crate) mod folder;
mod fork;
mod games;
mod journal;
mod list;
mod past;
mod planting;
mod read;
pub(crate) mod sealed;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

pub use checkpoint::Standing;
pub use contest::{Attachment, ContestFolder, Games, new_contest_folder};
pub use delete::delete;
pub use entry::{Entry, PlantEntry, RunEntry, SettingsChange, best};
pub use error::Error;
pub use folder::{Occupancy, name, new_folder, occupancy};
pub use fork::fork;
pub use games::{GameId, GameLog, SessionGame, games, repeated_games};
pub use list::{Ending, SessionSummary, list, summary};
pub use past::{Champion, champions, generation, results};
pub use read::Recorded;

use crate::evolution::settings::EvolutionSettings;
use checkpoint::{Checkpoint, Mark};
use journal::Journal;

/// The format of the files this version writes.
pub const FORMAT: u32 = 1;

const SESSION: &str = "session.ron";
const JOURNAL: &str = "journal.jsonl";
const CHECKPOINT: &str = "checkpoint.ron";
const GAMES: &str = "games.jsonl";
const SEARCHES: &str = "searches.txt";
const SCORES: &str = "scores.txt";
const LOCK: &str = "lock";

/// The longest time for which finished generations may be unsynced.
const SYNC_INTERVAL: Duration = Duration::from_secs(5);

/// Which positions a session is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetDigest {
    /// The set's name.
    pub name: String,
    /// How many positions it holds.
    pub positions: u64,
    /// BLAKE3 of its positions and moves, in hexadecimal.
    pub blake3: String,
}

/// Where a session was forked from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fork {
    /// The name of the other session's folder.
    pub session: String,
    /// The run, 0 first.
    pub run: u32,
    /// The last generation that both have in common.
    pub generation: u32,
}

/// What a session is about; never changes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of Eyas that began it.
    pub eyas: String,
    /// The settings it began with.
    pub settings: EvolutionSettings,
    /// The training set.
    pub train: SetDigest,
    /// The test set.
    pub test: SetDigest,
    /// The generation of another session from which this one goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forked_from: Option<Fork>,
}

impl Header {
    /// The largest possible measure.
    #[must_use]
    pub fn largest_measure(&self) -> u64 {
        self.settings.largest_measure(self.train.positions)
    }

    /// The largest possible measure of a champion on the test set.
    #[must_use]
    pub fn largest_test_measure(&self) -> u64 {
        self.settings.largest_test_measure(self.test.positions)
    }
}

/// A session open for writing; holds the folder's lock.
#[derive(Debug)]
pub struct Session {
    folder: PathBuf,
    header: Header,
    journal: Journal,
    standing: Standing,
    synced: Instant,
    /// How far the games are safe, as the log of games tells.
    games: Arc<Mutex<Option<Mark>>>,
    /// How far they were when the last generation or result was recorded. Games after that may be cut off again.
    games_recorded: Option<Mark>,
    /// Whether the checkpoint says what the journal says.
    checkpointed: bool,
    _lock: File,
}

impl Session {
    /// Begins a session in a folder that is missing or empty.
    ///
    /// # Errors
    /// The folder holds a session or anything else, another process has it, or it cannot be written.
    pub fn create(folder: &Path, header: &Header) -> Result<Session, Error> {
        let lock = folder::take(folder)?;
        let seal = sealed::write(&folder.join(SESSION), header)?;
        let journal = Journal::create(&folder.join(JOURNAL), seal)?;
        folder::sync(folder)?;
        let mut session = Session {
            folder: folder.to_owned(),
            standing: Standing::default(),
            header: header.clone(),
            journal,
            synced: Instant::now(),
            games: Arc::default(),
            games_recorded: None,
            checkpointed: false,
            _lock: lock,
        };
        session.checkpoint()?;
        Ok(session)
    }

    /// Opens a session to go on with it, and says what it has recorded. A torn end of the journal is
    /// cut off.
    ///
    /// # Errors
    /// There is no session, another process has it, it was written by a later version, or it is damaged.
    pub fn open(folder: &Path) -> Result<(Session, Recorded), Error> {
        if !folder.join(SESSION).exists() {
            return Err(Error::Missing(folder.to_owned()));
        }
        let lock = folder::lock(folder)?;
        let read = read::read(folder)?;
        folder::sweep(folder)?;
        let journal = Journal::append_to(&folder.join(JOURNAL), read.end)?;
        let session = Session {
            folder: folder.to_owned(),
            standing: read.standing,
            header: read.recorded.header.clone(),
            journal,
            synced: Instant::now(),
            games: Arc::new(Mutex::new(read.games.clone())),
            games_recorded: read.games,
            checkpointed: read.checkpointed,
            _lock: lock,
        };
        Ok((session, read.recorded))
    }

    /// Reads what a session has recorded, changing and locking nothing: for looking at finished sessions
    /// and at those another process is working on.
    ///
    /// # Errors
    /// There is no session, it was written by a later version, or it is damaged.
    pub fn open_read_only(folder: &Path) -> Result<Recorded, Error> {
        Ok(read::read(folder)?.recorded)
    }

    /// As [`Session::open_read_only`], and whether the session has a sound checkpoint.
    ///
    /// # Errors
    /// As [`Session::open_read_only`].
    pub fn inspect(folder: &Path) -> Result<(Recorded, bool), Error> {
        let read = read::read(folder)?;
        Ok((read.recorded, read.has_checkpoint))
    }

    /// What the session in a folder is about, without looking at its journal.
    ///
    /// # Errors
    /// There is no session, it was written by a later version, or its file is damaged.
    pub fn header_of(folder: &Path) -> Result<Header, Error> {
        sealed::read(&folder.join(SESSION)).map(|(header, _)| header)
    }

    /// The session's folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What the session is about.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Writes a fact to the journal. Generations are synced to the disk within seconds, everything else before
    /// this returns.
    ///
    /// # Errors
    /// The disk is full or the folder cannot be written; the journal then ends with the entry before.
    pub fn append(&mut self, entry: &Entry) -> Result<(), Error> {
        self.checkpointed = false;
        self.journal.append(entry)?;
        self.standing.note(entry, &self.header.settings);
        if matches!(entry, Entry::Generation(_) | Entry::Result(_)) {
            self.games_recorded = self.games.lock().unwrap_or_else(PoisonError::into_inner).clone();
        }
        if !matches!(entry, Entry::Generation(_)) || self.synced.elapsed() >= SYNC_INTERVAL {
            self.checkpoint()?;
        }
        Ok(())
    }

    /// Makes everything written so far safe on the disk.
    ///
    /// # Errors
    /// The disk is full or the folder cannot be written; the checkpoint before then still stands.
    pub fn checkpoint(&mut self) -> Result<(), Error> {
        if !self.checkpointed {
            let end = self.journal.sync()?;
            let checkpoint = Checkpoint::of(end, &self.standing, self.games_recorded.as_ref());
            checkpoint::write(&self.folder.join(CHECKPOINT), &checkpoint)?;
            self.checkpointed = true;
        }
        self.synced = Instant::now();
        Ok(())
    }

    /// Where the champion of run `run` (0 first) is kept: `champion.ron` where there is one run,
    /// `champion-1.ron` … in an ensemble.
    #[must_use]
    pub fn champion_path(folder: &Path, settings: &EvolutionSettings, run: u32) -> PathBuf {
        if settings.runs == 1 {
            Session::best_champion_path(folder)
        } else {
            folder.join(format!("champion-{}.ron", run + 1))
        }
    }

    /// Where it is kept how far the journal is safe.
    #[must_use]
    pub fn checkpoint_path(folder: &Path) -> PathBuf {
        folder.join(CHECKPOINT)
    }

    /// Where a session of the mentor stage keeps what its mentors said.
    #[must_use]
    pub fn scores_path(folder: &Path) -> PathBuf {
        folder.join(SCORES)
    }

    /// Where searches are written down while a generation of the tuning stage is measured.
    #[must_use]
    pub fn searches_path(folder: &Path) -> PathBuf {
        folder.join(SEARCHES)
    }

    /// Where the session's champion is kept: that of the run with the best training measure, the first
    /// of equals.
    #[must_use]
    pub fn best_champion_path(folder: &Path) -> PathBuf {
        folder.join("champion.ron")
    }
}

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
