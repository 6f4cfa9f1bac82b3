//! Sessions: folders that store an evolution durably.
//!
//! | file | content | written |
//! | --- | --- | --- |
//! | `session.ron` | the settings, the content hashes of the position sets, the parent of a fork | once, before anything else |
//! | `journal.jsonl` | every generation, change of settings, planted organism, and result of a run | appended, one line each |
//! | `games.jsonl` | in a coevolution: every game ([`SessionGame`](crate::objectives::game_store::SessionGame)) | appended, one line each |
//! | `journal.jsonl.zst`, `games.jsonl.zst` | in place of the files above, in a finished session that [`compress`] made smaller | once |
//! | `checkpoint.ron` | the synced length of the journal, and the progress of the session | replaced atomically |
//! | `champion.ron`, `champion-1.ron` … | organism files | when a run is complete |
//! | `searches.txt` | the searches of the tuning stage's current generation | appended; removed when the generation is recorded |
//! | `matches.txt` | with the objective *matches*: the games of the current generation | appended; removed when the generation is recorded |
//! | `engine-nodes.json` | with engines under node limits: the nodes that they report | replaced when a generation or a result is recorded |
//! | `kept-parameters.ron` | after a screening of an engine's options: those that are kept | replaced as a whole |
//! | `scores.txt` | in a mentor stage: the mentors' scores of each position | appended; sorted when all scores are known |
//! | `figures/` | figures that the user exported | replaced as wholes |
//! | `report/` | a report that the user wrote ([`crate::report`]) | replaced as wholes |
//! | `lock` | empty; locked, as the folder itself is, by the only process that may write | |
//!
//! # Why an interrupted session ends like an uninterrupted one
//!
//! A generation's journal line holds the whole population, and an optimizer has no state except the scores that it
//! received (see [`crate::evolution::optimizer`]). Therefore the journal is the complete state. A generation that is
//! missing from its end is computed again with identical bits. Only the user's decisions (a change of settings, a
//! planted organism) cannot be computed again. Therefore:
//!
//! * A line is one `write`. A kill leaves a complete line, a torn one (without its line end), or none. Torn lines are
//!   removed when the session is opened for writing.
//! * Every line carries a checksum that is chained from the line before it; the first is chained from `session.ron`.
//!   A changed, lost, repeated or foreign line is detected, and all lines after it are rejected.
//! * The journal is synced to the disk and `checkpoint.ron` replaced (new file, sync, rename) after every decision of
//!   the user, at the end of every run, at every pause, and every five seconds. A power failure can damage only lines
//!   after the checkpoint. These lines hold only generations, and are removed.
//! * A decision is recorded before the first generation that it affects, and names that generation. When a session is
//!   resumed, its last recorded generation is computed again with the settings and the planted organisms recorded for
//!   it. Decisions recorded for the next generation are still pending.
//! * Damage before the checkpoint is an error that names the location and changes nothing.
//!
//! No file holds a time, a thread count or a path of this machine, except the paths in the settings. Two sessions
//! with the same settings and decisions are therefore identical byte for byte.
//!
//! # Forks
//!
//! A fork is a session that begins with the first lines of another session's journal ([`fork`]). It is an ordinary
//! session. Its `session.ron` names the parent, and the checksums of its lines depend on that file. A twin is a fork in which
//! an event of the parent does not happen ([`write_twin`]); its `session.ron` has the event.

mod checkpoint;
mod compressed;
mod delete;
mod entry;
mod error;
mod evidence;
mod faults;
pub(crate) mod folder;
mod fork;
mod games;
mod given_name;
mod intervention;
mod journal;
mod kept;
mod list;
mod lookup;
mod match_folder;
mod node_counts;
mod optimizer;
mod plan_folder;
mod planting;
mod played;
mod read;
pub(crate) mod sealed;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

pub use checkpoint::SessionProgress;
pub use compressed::{Compression, compress};
pub use delete::delete;
pub use entry::{Entry, PlantEntry, RunEntry, SettingsChange, StopEntry, best};
pub use error::Error;
pub use evidence::{Evidence, LongerEvidence};
pub use folder::{Occupancy, name, new_folder, occupancy};
pub use fork::{fork, write_twin};
pub use games::{GameLog, games, repeated_games};
pub use given_name::{LONGEST_NAME, given_name, rename};
pub use intervention::{Intervention, InterventionKind};
pub use kept::{KEPT, keep, kept};
pub use list::{SessionState, SessionSummary, list, summary};
pub use lookup::{Champion, best_scores, champions, each_generation, generation, results};
pub use match_folder::{Attachment, Games, MatchFolder, new_match_folder};
pub(crate) use plan_folder::{FolderPlan, PlanFolder};
pub use played::save_played;
pub use read::Recorded;

use crate::arena::node_counts::NodeCounts;
use crate::evolution::blocked::Blocked;
use crate::experiment::Experiment;
use crate::objectives::SetDigest;
use checkpoint::{Checkpoint, Mark};
use journal::Journal;

/// The file format version that this version of Eyas writes.
pub const FORMAT: u32 = 2;

const SESSION: &str = "session.ron";
const JOURNAL: &str = "journal.jsonl";
const CHECKPOINT: &str = "checkpoint.ron";
const GAMES: &str = "games.jsonl";
const LOCK: &str = "lock";

/// The folder of exported figures in the folder of a session.
pub const FIGURES: &str = "figures";

/// The folder of a report in the folder of a session.
pub const REPORT: &str = "report";

/// The longest time for which finished generations may be unsynced.
const SYNC_INTERVAL: Duration = Duration::from_secs(5);

/// The parent of a forked session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fork {
    /// The folder name of the parent session.
    pub session: String,
    /// The run; the first is 0.
    pub run: u32,
    /// The last generation that both sessions share.
    pub generation: u32,
}

/// The constant description of a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of Eyas that created the session.
    pub eyas: String,
    /// The initial settings.
    pub settings: Experiment,
    /// The training set.
    pub train: SetDigest,
    /// The test set.
    pub test: SetDigest,
    /// The parent, if the session is a fork.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forked_from: Option<Fork>,
    /// What does not happen in the runs of a twin.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocked: Vec<Blocked>,
}

impl Header {
    /// Returns the largest possible score on the training set.
    #[must_use]
    pub fn largest_score(&self) -> u64 {
        self.settings.largest_score(self.train.positions)
    }

    /// Returns the largest possible score of a champion on the test set.
    #[must_use]
    pub fn largest_test_score(&self) -> u64 {
        self.settings.largest_test_score(self.test.positions)
    }
}

/// A session that is open for writing. Holds the lock of the folder.
///
/// # Example
///
/// ```
/// use eyas_core::session::Session;
/// use std::path::Path;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let recorded = Session::open_read_only(Path::new("sessions/example"))?;
/// assert_eq!(recorded.header.settings.preset, "quick");
/// assert_eq!(recorded.history.len(), 21);
/// assert_eq!(recorded.champions()[0].score, 1549);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Session {
    folder: PathBuf,
    header: Header,
    journal: Journal,
    progress: SessionProgress,
    synced: Instant,
    /// The synced length of the games file, updated by the log of games.
    games: Arc<Mutex<Option<Mark>>>,
    /// The synced length of the games file when the last generation or result was recorded. Later games may be
    /// removed again.
    games_recorded: Option<Mark>,
    /// Whether the checkpoint matches the journal.
    checkpointed: bool,
    _lock: folder::Lock,
}

impl Session {
    /// Creates a session in a folder that is missing or empty.
    ///
    /// # Errors
    /// The folder holds a session or other files, another process has locked it, or it cannot be written.
    pub fn create(folder: &Path, header: &Header) -> Result<Session, Error> {
        let lock = folder::claim(folder)?;
        let seal = sealed::write(&folder.join(SESSION), header)?;
        let journal = Journal::create(&folder.join(JOURNAL), seal)?;
        let mut session = Session {
            folder: folder.to_owned(),
            progress: SessionProgress::default(),
            header: header.clone(),
            journal,
            synced: Instant::now(),
            games: Arc::default(),
            games_recorded: None,
            checkpointed: false,
            _lock: lock,
        };
        session.checkpoint()?;
        folder::sync(folder)?;
        tracing::info!(folder = %folder.display(), "session created");
        Ok(session)
    }

    /// Opens a session for writing and returns its recorded data. Removes a torn line at the end of the journal.
    ///
    /// # Errors
    /// There is no session, another process has locked it, a later version wrote it, it is damaged, or it is compressed
    /// although it is not finished.
    pub fn open(folder: &Path) -> Result<(Session, Recorded), Error> {
        if !folder.join(SESSION).exists() {
            return Err(Error::Missing(folder.to_owned()));
        }
        let lock = folder::lock(folder)?;
        let read = read::read(folder)?;
        if !read.recorded.finished() && compressed::is_compressed(&folder.join(JOURNAL)) {
            return Err(Error::Compressed(folder.to_owned()));
        }
        folder::remove_temporary_files(folder)?;
        let journal = Journal::append_to(&folder.join(JOURNAL), read.end)?;
        let session = Session {
            folder: folder.to_owned(),
            progress: read.progress,
            header: read.recorded.header.clone(),
            journal,
            synced: Instant::now(),
            games: Arc::new(Mutex::new(read.games.clone())),
            games_recorded: read.games,
            checkpointed: read.checkpointed,
            _lock: lock,
        };
        tracing::info!(folder = %folder.display(), "session opened");
        Ok((session, read.recorded))
    }

    /// Reads the recorded data of a session. Neither changes nor locks anything, so it also works for sessions that
    /// another process is writing.
    ///
    /// # Errors
    /// There is no session, a later version wrote it, or it is damaged.
    pub fn open_read_only(folder: &Path) -> Result<Recorded, Error> {
        Ok(read::read(folder)?.recorded)
    }

    /// Like [`Session::open_read_only`], and also returns whether the session has a valid checkpoint.
    ///
    /// # Errors
    /// As [`Session::open_read_only`].
    pub fn inspect(folder: &Path) -> Result<(Recorded, bool), Error> {
        let read = read::read(folder)?;
        Ok((read.recorded, read.has_checkpoint))
    }

    /// Returns whether a folder holds a session.
    #[must_use]
    pub fn is_session(folder: &Path) -> bool {
        folder.join(SESSION).is_file()
    }

    /// Reads the header of the session in a folder, without its journal.
    ///
    /// # Errors
    /// There is no session, a later version wrote it, or its file is damaged.
    pub fn header_of(folder: &Path) -> Result<Header, Error> {
        sealed::read(&folder.join(SESSION)).map(|(header, _)| header)
    }

    /// Returns the folder of the session.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the header of the session.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Writes an entry to the journal. Generations are synced to the disk within seconds, other entries before this
    /// returns.
    ///
    /// # Errors
    /// The disk is full or the folder cannot be written. The journal then ends with the previous entry.
    pub fn append(&mut self, entry: &Entry) -> Result<(), Error> {
        self.checkpointed = false;
        self.journal.append(entry)?;
        self.progress.update(entry, &self.header.settings);
        if matches!(entry, Entry::Generation(_) | Entry::Result(_)) {
            self.games_recorded = self.games.lock().unwrap_or_else(PoisonError::into_inner).clone();
        }
        if !matches!(entry, Entry::Generation(_)) || self.synced.elapsed() >= SYNC_INTERVAL {
            self.checkpoint()?;
        }
        Ok(())
    }

    /// Stores the nodes that external engines reported. They are not part of the record: an interruption loses those of
    /// the generation in progress.
    ///
    /// # Errors
    /// The disk is full or the folder cannot be written. The old file then remains.
    pub fn write_nodes(&self, nodes: &NodeCounts) -> Result<(), Error> {
        node_counts::write(&self.folder, nodes)
    }

    /// Syncs all entries written so far to the disk.
    ///
    /// # Errors
    /// The disk is full or the folder cannot be written. The previous checkpoint then remains valid.
    pub fn checkpoint(&mut self) -> Result<(), Error> {
        if !self.checkpointed {
            let end = self.journal.sync()?;
            let checkpoint = Checkpoint::new(end, &self.progress, self.games_recorded.as_ref());
            checkpoint::write(&self.folder.join(CHECKPOINT), &checkpoint)?;
            self.checkpointed = true;
        }
        self.synced = Instant::now();
        Ok(())
    }

    /// Returns the path of the champion of run `run`; the first run is 0. The file is `champion.ron` for a single
    /// run, and `champion-1.ron` … in an ensemble.
    #[must_use]
    pub fn champion_path(folder: &Path, settings: &Experiment, run: u32) -> PathBuf {
        if settings.runs == 1 {
            Session::best_champion_path(folder)
        } else {
            folder.join(format!("champion-{}.ron", run + 1))
        }
    }

    /// Returns the path of the checkpoint.
    #[must_use]
    pub fn checkpoint_path(folder: &Path) -> PathBuf {
        folder.join(CHECKPOINT)
    }

    /// Returns the path of the champion of the session: that of the run with the best training score. The first run
    /// wins ties.
    #[must_use]
    pub fn best_champion_path(folder: &Path) -> PathBuf {
        folder.join("champion.ron")
    }
}

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
#[cfg(any(test, fuzzing))]
pub(crate) mod unsealed;
