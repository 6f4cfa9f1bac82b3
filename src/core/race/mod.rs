//! A race: several optimizers on one objective, with equal numbers of evaluations and several seeds.
//!
//! A race is a folder with a plan and a session for each optimizer and seed:
//!
//! | file | content | written |
//! | --- | --- | --- |
//! | `race.ron` | the [`RacePlan`]: the experiment, the optimizers, the seeds, the number of evaluations | once |
//! | `1-ga-seed-1` … | the sessions of the runs ([`crate::session`]) | by their jobs |
//! | `lock` | empty; locked, as the folder itself is, by the only process that may write | |
//!
//! The plan and the sessions are the complete state: the progress, the next runs and the result follow from them
//! ([`Race::pending`], [`Race::standing`]). So an interrupted race ends like an uninterrupted one. A [`Driver`] runs an
//! ordinary job for each session.
//!
//! [`Standing`] compares the optimizers by numbers of evaluations, since their generations have different sizes.
//! [`rank_tests`] has the tests of the final scores, with the seeds as blocks.
//!
//! No result is stored: curves, tables and tests follow from the sessions, so they cannot disagree with them.

mod driver;
mod error;
mod plan;
pub mod rank_tests;
mod standing;
pub mod table;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

pub use driver::{Driver, Update};
pub use error::Error;
pub use plan::{RacePlan, RacedOptimizer, RunId, parse_seeds};
pub use standing::{Band, Comparison, Pair, Point, RunProgress, Score, ScoredSet, Standing, Summary};

use crate::experiment::Experiment;
use crate::job::{self, Opening};
use crate::session::{self, FolderPlan, Occupancy, PlanFolder, Recorded, Session};

/// A race in its folder.
#[derive(Debug)]
pub struct Race(PlanFolder<RacePlan>);

impl FolderPlan for RacePlan {
    const KIND: &'static str = "race";
    type Error = Error;

    fn check(&self) -> Result<(), Error> {
        self.validate()
    }
}

/// A run that is not complete.
#[derive(Debug, Clone, PartialEq)]
pub struct Pending {
    /// The run.
    pub run: RunId,
    /// The folder of its session.
    pub folder: PathBuf,
    /// Whether to create or to resume the session.
    pub opening: Opening,
}

/// Returns whether a folder holds a race.
#[must_use]
pub fn is_race(folder: &Path) -> bool {
    PlanFolder::<RacePlan>::is_in(folder)
}

/// Returns the races in a folder of sessions, sorted by name. A missing root is empty.
///
/// # Errors
/// The root cannot be read.
pub fn list(root: &Path) -> Result<Vec<PathBuf>, Error> {
    Ok(PlanFolder::<RacePlan>::list(root)?)
}

/// Returns the path of a folder for a new race: `race-0001`, or the number after the highest existing one.
///
/// # Errors
/// The root cannot be read.
pub fn new_folder(root: &Path) -> Result<PathBuf, Error> {
    Ok(PlanFolder::<RacePlan>::new_path(root)?)
}

impl Race {
    /// Creates a race in a folder that is missing or empty.
    ///
    /// # Errors
    /// The plan is invalid, its position sets cannot be read, the folder is not empty, or it cannot be written.
    pub fn create(folder: &Path, plan: RacePlan) -> Result<Race, Error> {
        plan.validate()?;
        let first = plan.experiment(RunId { optimizer: 0, seed: 0 });
        first.objective.settings().source().load(&first.outline())?;
        Ok(Race(PlanFolder::create(folder, plan)?))
    }

    /// Opens a race for writing, and removes the incomplete files of interrupted writes.
    ///
    /// # Errors
    /// There is no race, another process has locked it, a later version wrote it, it is damaged, or its folder cannot
    /// be written.
    pub fn open(folder: &Path) -> Result<Race, Error> {
        PlanFolder::open(folder).map(Race)
    }

    /// Reads a race without changing or locking anything.
    ///
    /// # Errors
    /// There is no race, a later version wrote it, or it is damaged.
    pub fn open_read_only(folder: &Path) -> Result<Race, Error> {
        PlanFolder::open_read_only(folder).map(Race)
    }

    /// Returns the folder of the race.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.0.path()
    }

    /// Returns the plan.
    #[must_use]
    pub fn plan(&self) -> &RacePlan {
        self.0.plan()
    }

    /// Returns the folder of a run's session.
    #[must_use]
    pub fn session(&self, run: RunId) -> PathBuf {
        self.folder().join(self.plan().folder_name(run))
    }

    /// Returns the runs that are not complete, in the order in which they are run.
    ///
    /// # Errors
    /// A session is damaged, does not match the plan, or was changed by hand.
    pub fn pending(&self) -> Result<Vec<Pending>, Error> {
        let mut pending = Vec::new();
        for run in self.plan().runs() {
            let opening = match self.recorded(run)? {
                None => Opening::New(Box::new(self.plan().experiment(run))),
                Some(recorded) if recorded.finished() && self.has_champion_file(run) => continue,
                Some(_) => Opening::Resume,
            };
            pending.push(Pending { run, folder: self.session(run), opening });
        }
        Ok(pending)
    }

    /// Returns the number of runs whose jobs have ended, from the names of files.
    #[must_use]
    pub fn complete_runs(&self) -> usize {
        self.plan().runs().filter(|run| self.has_champion_file(*run)).count()
    }

    /// Returns whether the job of a complete run has ended: the file of the champion is the last that a job writes.
    fn has_champion_file(&self, run: RunId) -> bool {
        Session::best_champion_path(&self.session(run)).is_file()
    }

    /// Makes the derived files of all complete runs match their journals. Returns a message for each file that did not.
    ///
    /// # Errors
    /// A session is damaged, or its files cannot be written.
    pub fn mend(&self) -> Result<Vec<String>, Error> {
        let mut notices = Vec::new();
        for folder in self.plan().runs().map(|run| self.session(run)) {
            if session::occupancy(&folder)? == Occupancy::Session {
                let repaired = job::repair(&folder);
                let repaired = repaired.map_err(|cause| Error::Run { folder, cause: Box::new(cause) })?;
                notices.extend(repaired.notices);
            }
        }
        Ok(notices)
    }

    /// Reads the progress and the results of all runs.
    ///
    /// # Errors
    /// A session is damaged, does not match the plan, or was changed by hand.
    pub fn standing(&self) -> Result<Standing, Error> {
        let mut standing = Standing::new(self.plan().clone());
        for run in self.plan().runs() {
            if let Some(recorded) = self.recorded(run)? {
                standing.read(run, &recorded);
            }
        }
        Ok(standing)
    }

    /// Reads the session of a run; returns `None` if it has not started.
    fn recorded(&self, run: RunId) -> Result<Option<Recorded>, Error> {
        let folder = self.session(run);
        let recorded = match session::occupancy(&folder)? {
            Occupancy::Session => Session::open_read_only(&folder)?,
            Occupancy::Vacant => return Ok(None),
            Occupancy::Other => return Err(Error::Foreign(folder)),
        };
        let planned: Experiment = self.plan().experiment(run);
        if recorded.header.settings != planned {
            return Err(Error::Mismatch(folder));
        }
        if !recorded.changes.is_empty() || !recorded.plants.is_empty() {
            return Err(Error::Changed(folder));
        }
        Ok(Some(recorded))
    }
}
