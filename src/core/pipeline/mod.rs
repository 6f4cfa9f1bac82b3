//! The pipeline of the papers: evolution from random bits to grandmasters' moves, coevolution of the champions, and
//! tuning of the search. Its results are Evol0 and Evol\*.
//!
//! A pipeline is a folder with a plan and a session for each stage:
//!
//! | file | content | written |
//! | --- | --- | --- |
//! | `pipeline.ron` | the [`PipelinePlan`]: the stages, their settings, the start | once; again when a stage is repeated |
//! | `1-grandmaster`, `2-coevolution`, `3-tuning` | the sessions of the stages ([`crate::session`]) | by their jobs |
//! | `evol0.ron`, `evolstar.ron` | the final organisms | when all stages are complete |
//! | `repeated-0001` … | the former results of a repeated stage and of the stages after it | moved there |
//! | `lock` | empty; locked, as the folder itself is, by the only process that may write | |
//!
//! The plan and the sessions are the complete state: the progress and the next step follow from them
//! ([`Pipeline::next`]). So an interrupted pipeline ends like an uninterrupted one. The command line and the
//! workbench run an ordinary job for each stage.
//!
//! A stage that is complete without the file of its champion was killed between the two; its job runs again and writes the
//! file. A repetition moves the old results first, the last stage first, and then writes the plan.

mod calibration;
mod cost;
mod error;
mod outcome;
mod plan;
mod presets;
mod progress;
mod stage;
mod start;

use std::path::{Path, PathBuf};

pub use calibration::{Estimate, estimates};
pub use cost::cost;
pub use error::Error;
pub use outcome::Conclusion;
pub use plan::with_founders;
pub use plan::{Change, PipelinePlan, Start};
pub use presets::{PRESETS, preset};
pub use progress::{Next, Progress, StageStatus};
pub use stage::Stage;

use crate::files;
use crate::session::{self, FolderPlan, Occupancy, PlanFolder, Session, folder};

/// The files of the final organisms.
const EVOL0: &str = "evol0.ron";
const EVOLSTAR: &str = "evolstar.ron";

/// The prefix of the folders of repeated stages.
const REPEATED: &str = "repeated";

/// A pipeline in its folder.
#[derive(Debug)]
pub struct Pipeline(PlanFolder<PipelinePlan>);

impl FolderPlan for PipelinePlan {
    const KIND: &'static str = "pipeline";
    type Error = Error;

    fn check(&self) -> Result<(), Error> {
        self.validate()
    }
}

/// Returns whether a folder holds a pipeline.
#[must_use]
pub fn is_pipeline(folder: &Path) -> bool {
    PlanFolder::<PipelinePlan>::is_in(folder)
}

/// Returns the pipelines in a folder of sessions, sorted by name. A missing root is empty.
///
/// # Errors
/// The root cannot be read.
pub fn list(root: &Path) -> Result<Vec<PathBuf>, Error> {
    Ok(PlanFolder::<PipelinePlan>::list(root)?)
}

/// Returns the path of a folder for a new pipeline: `pipeline-0001`, or the number after the highest existing one.
///
/// # Errors
/// The root cannot be read.
pub fn new_folder(root: &Path) -> Result<PathBuf, Error> {
    Ok(PlanFolder::<PipelinePlan>::new_path(root)?)
}

impl Pipeline {
    /// Creates a pipeline in a folder that is missing or empty.
    ///
    /// # Errors
    /// The plan is invalid, the folder is not empty, or it cannot be written.
    pub fn create(folder: &Path, plan: PipelinePlan) -> Result<Pipeline, Error> {
        plan.validate()?;
        Ok(Pipeline(PlanFolder::create(folder, plan)?))
    }

    /// Opens a pipeline for writing, and removes the incomplete files of interrupted writes.
    ///
    /// # Errors
    /// There is no pipeline, another process has locked it, a later version wrote it, it is damaged, or its folder
    /// cannot be written.
    pub fn open(folder: &Path) -> Result<Pipeline, Error> {
        PlanFolder::open(folder).map(Pipeline)
    }

    /// Reads a pipeline without changing or locking anything.
    ///
    /// # Errors
    /// There is no pipeline, a later version wrote it, or it is damaged.
    pub fn open_read_only(folder: &Path) -> Result<Pipeline, Error> {
        PlanFolder::open_read_only(folder).map(Pipeline)
    }

    /// Returns the folder of the pipeline.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.0.path()
    }

    /// Returns the plan.
    #[must_use]
    pub fn plan(&self) -> &PipelinePlan {
        self.0.plan()
    }

    /// Returns the folder of a stage's session.
    #[must_use]
    pub fn session(&self, stage: Stage) -> PathBuf {
        let number = match stage {
            Stage::Grandmaster => 1,
            Stage::Coevolution => 2,
            Stage::Tuning => 3,
        };
        self.folder().join(format!("{number}-{}", stage.name()))
    }

    /// Repeats a stage and those after it, with these changes of the plan. Their former results are moved to the
    /// folder `repeated-0001`, or the next free number.
    ///
    /// # Errors
    /// The plan has no such stage, the stage has not started, its session is in use, the folder cannot be written, or
    /// the changed plan is invalid.
    pub fn repeat(&mut self, stage: Stage, changes: &[&Change]) -> Result<(), Error> {
        let mut plan = self.plan().clone();
        changes.iter().try_for_each(|change| change(&mut plan)).map_err(Error::Change)?;
        plan.validate()?;
        self.plan().stage(stage).ok_or(Error::NoStage(stage.name()))?;
        let stages: Vec<Stage> = self.plan().planned().map(|(stage, _)| stage).collect();
        let first = stages.iter().position(|planned| *planned == stage).unwrap_or(0);
        let started: Vec<PathBuf> = stages[first..]
            .iter()
            .map(|stage| self.session(*stage))
            .filter(|folder| folder.exists())
            .collect();
        if !started.contains(&self.session(stage)) {
            return Err(Error::NotStarted(stage.name()));
        }
        let _locks = started.iter().map(|folder| folder::lock(folder)).collect::<Result<Vec<_>, _>>()?;
        let old = folder::new_folder_named(self.folder(), REPEATED)?;
        files::create_new_folder(&old).map_err(session::Error::io("create the folder", &old))?;
        let organisms = [EVOL0, EVOLSTAR].map(|name| self.folder().join(name));
        // Move the last results first: the pipeline can then be resumed after a kill at any point.
        for path in organisms.iter().filter(|path| path.exists()).chain(started.iter().rev()) {
            let name = path.file_name().unwrap_or_default();
            files::rename(path, &old.join(name)).map_err(session::Error::io("move", path))?;
        }
        Ok(self.0.replace(plan)?)
    }

    /// Returns the path of the organism of the first stage (Evol0) and that of the final one (Evol\*).
    #[must_use]
    pub fn organisms(&self) -> [PathBuf; 2] {
        [EVOL0, EVOLSTAR].map(|name| self.folder().join(name))
    }

    /// Reads the session of a stage; returns `None` if it has not started.
    fn recorded(&self, stage: Stage) -> Result<Option<session::Recorded>, Error> {
        let folder = self.session(stage);
        match session::occupancy(&folder)? {
            Occupancy::Session => Ok(Some(Session::open_read_only(&folder)?)),
            Occupancy::Vacant => Ok(None),
            Occupancy::Other => Err(Error::Foreign(folder)),
        }
    }
}
