//! The whole road of the papers: random bits to grandmasters' moves, champions that play each other, a search that is
//! tuned; at its end stand Evol0 and Evol\*.
//!
//! A pipeline is a folder with a plan and a session for each stage:
//!
//! | file | holds | written |
//! | --- | --- | --- |
//! | `pipeline.ron` | the [`Plan`]: the stages, their settings, what it starts from | once; again when a stage is repeated |
//! | `1-grandmaster`, `2-coevolution`, `3-tuning` | the stages' sessions ([`crate::session`]) | by their jobs |
//! | `evol0.ron`, `evolstar.ron` | the organisms at the end | when all stages are complete |
//! | `repeated-0001` … | what a repeated stage and those after it had led to | renamed to there |
//! | `lock` | empty; locked by the one process that may write | |
//!
//! The plan and the sessions are all there is: how far it is, and what comes next, follow from them ([`Pipeline::next`]),
//! so a pipeline that was interrupted anywhere ends like one that was not. Whoever drives it, the command line or the
//! workbench, runs an ordinary job for each stage.

mod calibration;
mod error;
mod outcome;
mod plan;
mod presets;
mod road;
mod start;

use std::fs::{self, File};
use std::path::{Path, PathBuf};

pub use calibration::{Estimate, estimates};
pub use error::Error;
pub use outcome::Conclusion;
pub(crate) use plan::with_founders;
pub use plan::{Change, Plan, Start};
pub use presets::{PRESETS, preset};
pub use road::{Leg, Next, Progress};

use crate::evolution::settings::Stage;
use crate::session::{self, Occupancy, Session, folder, sealed};

/// The file of the plan.
const PIPELINE: &str = "pipeline.ron";

/// The organisms at the end.
const EVOL0: &str = "evol0.ron";
const EVOLSTAR: &str = "evolstar.ron";

/// How the folders of stages that were repeated are called.
const REPEATED: &str = "repeated";

/// A pipeline in its folder.
#[derive(Debug)]
pub struct Pipeline {
    folder: PathBuf,
    plan: Plan,
    /// None where it is only looked at.
    _lock: Option<File>,
}

/// Whether a folder holds a pipeline.
#[must_use]
pub fn is_pipeline(folder: &Path) -> bool {
    folder.join(PIPELINE).is_file()
}

/// The pipelines in a folder of sessions, by name. A missing root holds none.
///
/// # Errors
/// The root cannot be read.
pub fn list(root: &Path) -> Result<Vec<PathBuf>, Error> {
    let entries = match fs::read_dir(root) {
        Ok(entries) => entries,
        Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(cause) => return Err(session::Error::io("read the folder", root)(cause).into()),
    };
    let mut found = Vec::new();
    for entry in entries {
        let folder = entry.map_err(session::Error::io("read the folder", root))?.path();
        if is_pipeline(&folder) {
            found.push(folder);
        }
    }
    found.sort();
    Ok(found)
}

/// A folder for a new pipeline: `pipeline-0001`, or the number after the highest there is.
///
/// # Errors
/// The root cannot be read.
pub fn new_folder(root: &Path) -> Result<PathBuf, Error> {
    Ok(folder::new_folder_named(root, "pipeline")?)
}

impl Pipeline {
    /// Begins a pipeline in a folder that is missing or empty.
    ///
    /// # Errors
    /// The plan cannot be followed; the folder holds anything, or cannot be written.
    pub fn begin(folder: &Path, plan: Plan) -> Result<Pipeline, Error> {
        plan.validate()?;
        if is_pipeline(folder) || session::occupancy(folder)? != Occupancy::Vacant {
            return Err(Error::Exists(folder.to_owned()));
        }
        let lock = folder::take(folder)?;
        let pipeline = Pipeline { folder: folder.to_owned(), plan, _lock: Some(lock) };
        pipeline.write()?;
        Ok(pipeline)
    }

    /// Opens a pipeline to go on with it, and removes what a kill has left half-written.
    ///
    /// # Errors
    /// There is none, another process drives it, a later version wrote it, or it is damaged; its folder cannot be written.
    pub fn open(folder: &Path) -> Result<Pipeline, Error> {
        let lock = is_pipeline(folder).then(|| folder::lock(folder)).transpose()?;
        let pipeline = Pipeline::look(folder)?;
        folder::sweep(folder)?;
        Ok(Pipeline { _lock: lock, ..pipeline })
    }

    /// Reads a pipeline, changing and locking nothing.
    ///
    /// # Errors
    /// There is none, a later version wrote it, or it is damaged.
    pub fn look(folder: &Path) -> Result<Pipeline, Error> {
        if !is_pipeline(folder) {
            return Err(Error::Missing(folder.to_owned()));
        }
        let (plan, _) = sealed::read::<Plan>(&folder.join(PIPELINE))?;
        plan.validate()?;
        Ok(Pipeline { folder: folder.to_owned(), plan, _lock: None })
    }

    /// Its folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What it is to do.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The folder of a stage's session.
    #[must_use]
    pub fn session(&self, stage: Stage) -> PathBuf {
        let number = match stage {
            Stage::Grandmaster => 1,
            Stage::Coevolution => 2,
            Stage::Tuning => 3,
            Stage::Mentor => 4,
        };
        self.folder.join(format!("{number}-{}", stage.name()))
    }

    /// Does a stage and those after it once more, with what is changed in the plan. What they had led to is kept in a
    /// folder `repeated-0001`, or the next number that is free.
    ///
    /// # Errors
    /// The plan has no such stage, it was not begun, its session is in use, or the folder cannot be written; the plan as
    /// changed cannot be followed.
    pub fn repeat(&mut self, stage: Stage, changes: &[&Change]) -> Result<(), Error> {
        let mut plan = self.plan.clone();
        changes.iter().for_each(|change| change(&mut plan));
        plan.validate()?;
        self.plan.stage(stage).ok_or(Error::NoStage(stage.name()))?;
        let again: Vec<Stage> = self.plan.stages.iter().map(|settings| settings.stage).collect();
        let first = again.iter().position(|planned| *planned == stage).unwrap_or(0);
        let begun: Vec<PathBuf> = again[first..]
            .iter()
            .map(|stage| self.session(*stage))
            .filter(|folder| folder.exists())
            .collect();
        if !begun.contains(&self.session(stage)) {
            return Err(Error::NotBegun(stage.name()));
        }
        let _locks = begun.iter().map(|folder| folder::lock(folder)).collect::<Result<Vec<_>, _>>()?;
        let aside = folder::new_folder_named(&self.folder, REPEATED)?;
        fs::create_dir(&aside).map_err(session::Error::io("create the folder", &aside))?;
        let organisms = [EVOL0, EVOLSTAR].map(|name| self.folder.join(name));
        // Last things first: whatever a kill leaves here is a pipeline that goes on.
        for path in organisms.iter().filter(|path| path.exists()).chain(begun.iter().rev()) {
            let name = path.file_name().unwrap_or_default();
            fs::rename(path, aside.join(name)).map_err(session::Error::io("move", path))?;
        }
        self.plan = plan;
        self.write()
    }

    fn write(&self) -> Result<(), Error> {
        sealed::write(&self.folder.join(PIPELINE), &self.plan)?;
        folder::sync(&self.folder)?;
        Ok(())
    }

    /// Where the organism that the first stage leads to is kept, and the one at the end.
    #[must_use]
    pub fn organisms(&self) -> [PathBuf; 2] {
        [EVOL0, EVOLSTAR].map(|name| self.folder.join(name))
    }

    /// What a session has recorded; `None` where it was not begun.
    fn recorded(&self, stage: Stage) -> Result<Option<session::Recorded>, Error> {
        let folder = self.session(stage);
        match session::occupancy(&folder)? {
            Occupancy::Session => Ok(Some(Session::open_read_only(&folder)?)),
            Occupancy::Vacant => Ok(None),
            Occupancy::Other => Err(Error::Foreign(folder)),
        }
    }
}
