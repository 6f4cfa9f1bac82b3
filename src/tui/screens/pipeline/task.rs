//! What is done about pipelines beside the screen: what is saved, what comes next, how long it would take.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::curves::Trace;

use crate::job;
use crate::organism::{Organism, Origin};
use crate::pipeline::Stage;
use crate::pipeline::{self, Change, Error, Estimate, Next, Pipeline, Plan, Progress, StageStatus, Start};
use crate::session::{self, Session};
use crate::threads::{Interrupt, ThreadPool};
use crate::tui::background::{TaskResult, Work};
use crate::tui::format::{percent, thousands};

/// Something to be done with pipelines.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Task {
    /// List those in a folder of sessions.
    List(PathBuf),
    /// Find what comes next; at the end the organisms are written.
    Next {
        /// The pipeline's folder.
        folder: PathBuf,
        /// Whether it is to run.
        run: bool,
    },
    /// Try how long each stage would take.
    Estimate(PathBuf),
    /// Read the curves of its stages.
    Curves(PathBuf),
    /// Begin one in a new folder.
    Begin {
        /// The folder of sessions.
        root: PathBuf,
        /// Its preset.
        preset: String,
        /// The seed of all stages.
        seed: u64,
        /// How many champions the first stage hands on.
        runs: u32,
        /// Organisms to start from; none: random bits.
        from: Vec<String>,
    },
    /// Do a stage and those after it once more.
    Repeat {
        /// The pipeline's folder.
        folder: PathBuf,
        /// The stage.
        stage: Stage,
        /// Their seed.
        seed: u64,
    },
    /// Begin another one with what the stages before one of this one led to.
    Fork {
        /// The folder of sessions.
        root: PathBuf,
        /// The pipeline's folder.
        folder: PathBuf,
        /// The stage.
        stage: Stage,
        /// The seed of what follows.
        seed: u64,
    },
}

/// What came of it.
#[derive(Debug, Clone)]
pub(crate) enum Report {
    /// The pipelines there are, or why they cannot be listed.
    Listed(Result<Vec<Row>, String>),
    /// What comes next in one; none where it is complete.
    Next {
        /// Its folder.
        folder: PathBuf,
        /// What.
        next: Option<Box<Next>>,
        /// Whether it is to run.
        run: bool,
    },
    /// How long the stages of one would take.
    Estimated(PathBuf, Vec<Estimate>),
    /// The curves of the stages of one that were begun.
    Curves(PathBuf, Vec<Trace>),
    /// One was begun, or is changed.
    Changed(PathBuf),
    /// It cannot go on: why.
    Refused(PathBuf, String),
}

/// A pipeline as the screen shows it.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    /// Its folder.
    pub(crate) folder: PathBuf,
    /// What it holds, or why that cannot be read.
    pub(crate) content: Result<Shown, String>,
    /// How long ago it changed, when it was listed.
    pub(crate) age: Option<Duration>,
}

/// What a pipeline holds.
#[derive(Debug, Clone)]
pub(crate) struct Shown {
    /// What it is to do.
    pub(crate) plan: Plan,
    /// Where its stages stand, and what the complete ones led to, in words.
    pub(crate) legs: Vec<(StageStatus, String)>,
    /// The organisms at its end, once they are there.
    pub(crate) organisms: Option<[PathBuf; 2]>,
}

impl Row {
    /// Its name: its folder's.
    pub(crate) fn name(&self) -> String {
        self.folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

impl Work for Task {
    fn run(&self) -> TaskResult {
        TaskResult::found(self.clone().done())
    }
}

impl Task {
    /// Does it.
    fn done(self) -> Report {
        match self {
            Task::List(root) => Report::Listed(list(&root)),
            Task::Next { folder, run } => {
                let next = next(&folder).map(|next| Report::Next { folder: folder.clone(), next, run });
                next.unwrap_or_else(|error| Report::Refused(folder, error.to_string()))
            }
            Task::Estimate(folder) => {
                let tried = Pipeline::look(&folder)
                    .and_then(|pipeline| pipeline::estimates(pipeline.plan(), 0, &Interrupt::default()));
                match tried {
                    Ok(estimates) => Report::Estimated(folder, estimates),
                    Err(error) => Report::Refused(folder, error.to_string()),
                }
            }
            Task::Curves(folder) => {
                let traces = curves(&folder);
                Report::Curves(folder, traces)
            }
            Task::Begin { root, preset, seed, runs, from } => {
                let begun = plan(&preset, seed, runs, &from).and_then(|plan| begin(&root, plan));
                begun.unwrap_or_else(|error| Report::Refused(root, error.to_string()))
            }
            Task::Repeat { folder, stage, seed } => match repeat(&folder, stage, seed) {
                Ok(()) => Report::Changed(folder),
                Err(error) => Report::Refused(folder, error.to_string()),
            },
            Task::Fork { root, folder, stage, seed } => {
                let forked = Pipeline::look(&folder).and_then(|pipeline| pipeline.fork(stage));
                let begun = forked.and_then(|mut plan| {
                    plan.seed(seed, Some(stage));
                    begin(&root, plan)
                });
                begun.unwrap_or_else(|error| Report::Refused(folder, error.to_string()))
            }
        }
    }
}

fn plan(preset: &str, seed: u64, runs: u32, from: &[String]) -> Result<Plan, Error> {
    let mut plan = pipeline::preset(preset)?;
    if let Some(settings) = plan.stage_mut(Stage::Grandmaster) {
        settings.runs = runs;
    }
    if !from.is_empty() {
        let pool = ThreadPool::new(0)?;
        plan.start_from(Start::given(from, None, None, &pool, &Interrupt::default())?);
    }
    plan.seed(seed, None);
    Ok(plan)
}

fn begin(root: &Path, plan: Plan) -> Result<Report, Error> {
    let folder = pipeline::new_folder(root)?;
    Pipeline::begin(&folder, plan)?;
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
    let pipeline = Pipeline::look(folder)?;
    let next = pipeline.next()?;
    if next.is_none() {
        pipeline.conclude()?;
    }
    Ok(next.map(Box::new))
}

fn list(root: &Path) -> Result<Vec<Row>, String> {
    let folders = pipeline::list(root).map_err(|error| error.to_string())?;
    Ok(folders.into_iter().rev().map(row).collect())
}

fn row(folder: PathBuf) -> Row {
    let content = Pipeline::look(&folder).map(|pipeline| Shown {
        legs: pipeline.stage_statuses().into_iter().map(|leg| (leg.clone(), result(&leg))).collect(),
        organisms: Some(pipeline.organisms()).filter(|paths| paths.iter().all(|path| path.is_file())),
        plan: pipeline.plan().clone(),
    });
    let modified = match &content {
        Ok(shown) => shown.legs.iter().filter_map(|(leg, _)| leg.modified).max(),
        Err(_) => None,
    };
    let age = modified.and_then(|modified| modified.elapsed().ok());
    Row { content: content.map_err(|error| error.to_string()), folder, age }
}

/// The curves of the stages that were begun; one that cannot be read has none.
fn curves(folder: &Path) -> Vec<Trace> {
    let Ok(pipeline) = Pipeline::look(folder) else { return Vec::new() };
    let trace = |leg: StageStatus| {
        let recorded = Session::open_read_only(&leg.folder).ok()?;
        let (settings, largest) = (&recorded.header.settings, recorded.header.largest_score());
        let runs = recorded.history.chunk_by(|a, b| a.run == b.run);
        Some(Trace::of(settings, largest, runs.map(|run| run.iter().map(|record| &record.spread))))
    };
    pipeline.stage_statuses().into_iter().filter_map(trace).collect()
}

/// The champion of a complete stage, as its journal has it.
fn champion(leg: &StageStatus) -> Option<Organism> {
    if leg.progress != Progress::Complete {
        return None;
    }
    let header = session::summary(&leg.folder).header?;
    job::best_champion(&header, &session::results(&leg.folder).ok()?).ok()?
}

/// What a complete stage led to.
fn result(leg: &StageStatus) -> String {
    let Some(Organism { origin: Origin { train, test, description, .. }, .. }) = champion(leg) else {
        return String::new();
    };
    let share = |(correct, of): (u64, u64)| {
        format!("{} of {} ({} %)", thousands(correct), thousands(of), percent(correct as f64, of))
    };
    match (leg.stage, train, test) {
        (Stage::Grandmaster, Some(train), Some(test)) => {
            format!("best agrees in {}, in test {}", share(train), share(test))
        }
        // “evolved, coevolution stage; …”: which stage is told beside it.
        _ => match description.split_once(" stage") {
            Some((_, led)) => led.trim_start_matches([';', ':', ' ']).to_owned(),
            None => description,
        },
    }
}
