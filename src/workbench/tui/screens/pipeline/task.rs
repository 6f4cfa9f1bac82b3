//! The background tasks of a pipeline, and their reports.

use super::curves::Trace;
use super::forms;

use crate::job;
use crate::organism::{Organism, Origin};
use crate::pipeline::Stage;
use crate::pipeline::{
    self, Change, Error, Estimate, Next, Pipeline, PipelinePlan, Progress, StageStatus, Start,
};
use crate::session::{self, Session};
use crate::threads::{Interrupt, ThreadPool};
use crate::tui::prelude::*;

/// A background task on pipelines.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Task {
    /// Read a pipeline, and the curves of its stages.
    Read(PathBuf),
    /// Determine the next step. If all stages are complete, write the final organisms.
    Next {
        folder: PathBuf,
        /// Whether to run the pipeline afterwards.
        run: bool,
    },
    /// Estimate the duration of each stage by trials.
    Estimate(PathBuf),
    /// Create a pipeline in a new folder.
    Create {
        /// The folder of sessions.
        root: PathBuf,
        preset: String,
        /// The seed of all stages.
        seed: u64,
        /// The number of runs, and so of champions, of the first stage.
        runs: u32,
        /// The organisms to start from; empty for random bits.
        from: Vec<String>,
    },
    /// Repeat a stage and those after it.
    Repeat {
        folder: PathBuf,
        stage: Stage,
        /// The seed of the repeated stages.
        seed: u64,
    },
    /// Create a pipeline that starts from the results of the stages before `stage`.
    Fork {
        /// The folder of sessions.
        root: PathBuf,
        /// The folder of the forked pipeline.
        folder: PathBuf,
        stage: Stage,
        /// The seed of `stage` and of those after it.
        seed: u64,
    },
}

/// The result of a [`Task`].
#[derive(Debug, Clone)]
pub(crate) enum Report {
    /// A pipeline, and the curves of its stages, without those that have not started.
    Read(Box<Row>, Vec<Trace>),
    /// The next step of a pipeline; `None` if it is complete.
    Next {
        folder: PathBuf,
        next: Option<Box<Next>>,
        /// Whether to run the pipeline.
        run: bool,
    },
    /// The estimated durations of a pipeline's stages.
    Estimated(PathBuf, Vec<Estimate>),
    /// A pipeline was created, or its plan was changed.
    Changed(PathBuf),
    /// The task failed, with an error message.
    Failed(PathBuf, String),
}

/// A pipeline that was read.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub(crate) folder: PathBuf,
    /// What it contains, or why it cannot be read.
    pub(crate) contents: Result<Contents, String>,
}

/// The contents of a pipeline.
#[derive(Debug, Clone)]
pub(crate) struct Contents {
    pub(crate) plan: PipelinePlan,
    /// The status of each stage, and a description of its result.
    pub(crate) stages: Vec<(StageStatus, String)>,
    /// The files of Evol0 and Evol\*, if they exist.
    pub(crate) organisms: Option<[PathBuf; 2]>,
}

impl TaskWork for Task {
    fn run(&self) -> TaskResult {
        let field = match self {
            Task::Create { from, .. } if !from.is_empty() => Some(forms::FROM),
            Task::Create { .. } | Task::Repeat { .. } | Task::Fork { .. } => Some(0),
            Task::Read(_) | Task::Next { .. } | Task::Estimate(_) => None,
        };
        match (self.clone().execute(), field) {
            (Report::Failed(_, text), Some(field)) => TaskResult::Failed(text).in_form(field),
            (report, _) => TaskResult::found(report),
        }
    }
}

impl Task {
    fn execute(self) -> Report {
        match self {
            Task::Read(folder) => {
                let curves = curves(&folder);
                Report::Read(Box::new(row(folder)), curves)
            }
            Task::Next { folder, run } => {
                let next = next(&folder).map(|next| Report::Next { folder: folder.clone(), next, run });
                next.unwrap_or_else(|error| Report::Failed(folder, error.to_string()))
            }
            Task::Estimate(folder) => {
                let estimates = Pipeline::open_read_only(&folder)
                    .and_then(|pipeline| pipeline::estimates(pipeline.plan(), 0, &Interrupt::default()));
                match estimates {
                    Ok(estimates) => Report::Estimated(folder, estimates),
                    Err(error) => Report::Failed(folder, error.to_string()),
                }
            }
            Task::Create { root, preset, seed, runs, from } => {
                let created = plan(&preset, seed, runs, &from).and_then(|plan| create(&root, plan));
                created.unwrap_or_else(|error| Report::Failed(root, error.to_string()))
            }
            Task::Repeat { folder, stage, seed } => match repeat(&folder, stage, seed) {
                Ok(()) => Report::Changed(folder),
                Err(error) => Report::Failed(folder, error.to_string()),
            },
            Task::Fork { root, folder, stage, seed } => {
                let forked = Pipeline::open_read_only(&folder).and_then(|pipeline| pipeline.fork(stage));
                let created = forked.and_then(|mut plan| {
                    plan.seed(seed, Some(stage));
                    create(&root, plan)
                });
                created.unwrap_or_else(|error| Report::Failed(folder, error.to_string()))
            }
        }
    }
}

fn plan(preset: &str, seed: u64, runs: u32, from: &[String]) -> Result<PipelinePlan, Error> {
    let mut plan = pipeline::preset(preset)?;
    if let Some(settings) = plan.stage_mut(Stage::Grandmaster) {
        settings.runs = runs;
    }
    if !from.is_empty() {
        let pool = ThreadPool::new(0)?;
        plan.start_from(Start::from_organisms(from, None, None, &pool, &Interrupt::default())?);
    }
    plan.seed(seed, None);
    Ok(plan)
}

fn create(root: &Path, plan: PipelinePlan) -> Result<Report, Error> {
    let folder = pipeline::new_folder(root)?;
    Pipeline::create(&folder, plan)?;
    Ok(Report::Changed(folder))
}

fn repeat(folder: &Path, stage: Stage, seed: u64) -> Result<(), Error> {
    let change: Change = Box::new(move |plan| {
        plan.seed(seed, Some(stage));
        Ok(())
    });
    Pipeline::open(folder)?.repeat(stage, &[&change])
}

fn next(folder: &Path) -> Result<Option<Box<Next>>, Error> {
    let pipeline = Pipeline::open_read_only(folder)?;
    let next = pipeline.next()?;
    if next.is_none() {
        pipeline.conclude()?;
    }
    Ok(next.map(Box::new))
}

/// Reads a pipeline.
fn row(folder: PathBuf) -> Row {
    let contents = Pipeline::open_read_only(&folder).map(|pipeline| Contents {
        stages: pipeline.stage_statuses().into_iter().map(|stage| (stage.clone(), result(&stage))).collect(),
        organisms: Some(pipeline.organisms()).filter(|paths| paths.iter().all(|path| path.is_file())),
        plan: pipeline.plan().clone(),
    });
    Row { contents: contents.map_err(|error| error.to_string()), folder }
}

/// Returns the curves of the stages that have started. Omits sessions that cannot be read.
fn curves(folder: &Path) -> Vec<Trace> {
    let Ok(pipeline) = Pipeline::open_read_only(folder) else { return Vec::new() };
    let trace = |stage: StageStatus| {
        let recorded = Session::open_read_only(&stage.folder).ok()?;
        let (settings, largest) = (&recorded.header.settings, recorded.header.largest_score());
        let runs = recorded.history.chunk_by(|a, b| a.run == b.run);
        Some(Trace::new(settings, largest, runs.map(|run| run.iter().map(|record| &record.spread))))
    };
    pipeline.stage_statuses().into_iter().filter_map(trace).collect()
}

/// Returns the champion of a complete stage from its journal.
fn champion(stage: &StageStatus) -> Option<Organism> {
    if stage.progress != Progress::Complete {
        return None;
    }
    let header = session::summary(&stage.folder).header?;
    job::best_champion(&header, &session::results(&stage.folder).ok()?).ok()?
}

/// Describes the result of a complete stage; empty for others.
fn result(stage: &StageStatus) -> String {
    let Some(Organism { origin: Origin { train, test, description, .. }, .. }) = champion(stage) else {
        return String::new();
    };
    let share = |(correct, total): (u64, u64)| {
        format!("{} of {} ({} %)", thousands(correct), thousands(total), percent(correct as f64, total))
    };
    match (stage.stage, train, test) {
        (Stage::Grandmaster, Some(train), Some(test)) => {
            format!("agreement {}, test {}", share(train), share(test))
        }
        // Without the stage's name, which the table shows in another column: “evolved, coevolution stage; …”.
        _ => match description.split_once(" stage") {
            Some((_, result)) => result.trim_start_matches([';', ':', ' ']).to_owned(),
            None => description,
        },
    }
}
