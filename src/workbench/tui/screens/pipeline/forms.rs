//! The forms that create a pipeline, repeat a stage, and fork a pipeline at a stage.

use super::State;
use super::task::Task;

use crate::pipeline;
use crate::pipeline::Stage;
use crate::tui::prelude::*;

/// The field of a new pipeline with the organisms to start from.
pub(super) const FROM: usize = 3;

#[derive(Debug, Clone)]
struct NewPipeline {
    root: PathBuf,
}

/// What the seed of a pipeline does.
const SEED: &str = "the same seed repeats everything exactly; others change what chance decides";

/// Repeats or forks a pipeline at a stage.
#[derive(Debug, Clone)]
struct RepeatOrFork {
    root: PathBuf,
    folder: PathBuf,
    stage: Stage,
    /// Whether to create another pipeline; otherwise the stage and those after it are repeated.
    forks: bool,
}

/// Creates the form of a new pipeline.
pub(super) fn new_pipeline(model: &mut Model) -> Form {
    // Select the preset that takes minutes; the papers' presets take hours.
    let quick = pipeline::PRESETS.iter().position(|(name, _)| *name == "quick").unwrap_or(0);
    let fields = vec![
        Field::explained("preset", pipeline::PRESETS, quick),
        Field::text("seed", SEED, model.seeds.draw()),
        Field::text("runs", "2 to 100 in the first stage; more give later stages more champions", 10),
        Field::paths("from", "organisms or sessions, with commas; empty: random bits", ""),
    ];
    Form::new(NewPipeline { root: model.sessions.root.clone() }, fields)
}

/// Creates the form that repeats a stage of a pipeline and those after it.
pub(super) fn repeat_stage(model: &mut Model, folder: PathBuf, stage: Stage) -> Form {
    let hint = "of this stage and those after it; the same seed gives the same results";
    let seed = model.seeds.draw();
    let root = model.sessions.root.clone();
    Form::new(RepeatOrFork { root, folder, stage, forks: false }, vec![Field::text("seed", hint, seed)])
}

/// Creates the form that forks a pipeline at a stage.
pub(super) fn fork_pipeline(state: &State, model: &Model, folder: PathBuf, stage: Stage) -> Form {
    let field = Field::text("seed", "of this stage and those after it", seed(state, stage));
    let root = model.sessions.root.clone();
    Form::new(RepeatOrFork { root, folder, stage, forks: true }, vec![field])
}

/// Returns the planned seed of a stage of the selected pipeline.
fn seed(state: &State, stage: Stage) -> u64 {
    state.plan().and_then(|plan| plan.stage(stage)).map_or(1, |settings| settings.seed)
}

fn task(task: Task) -> Outcome {
    Outcome::BackgroundTask(BackgroundTask::new(task))
}

impl FormSpec for NewPipeline {
    fn title(&self) -> String {
        "New pipeline: from random bits to Evol*".to_owned()
    }

    fn matters(&self, fields: &[Field], field: usize) -> bool {
        fields.label(field) != "runs" || fields.listed("from").is_empty()
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        Ok(task(Task::Create {
            root: self.root.clone(),
            preset: fields.shown("preset").to_owned(),
            seed: fields.number("seed", 0..=u64::MAX)?,
            runs: fields.number("runs", 2..=100)?,
            from: fields.listed("from"),
        }))
    }
}

impl FormSpec for RepeatOrFork {
    fn title(&self) -> String {
        let name = files::name(&self.folder);
        let stage = self.stage.name();
        match self.forks {
            true => format!("Fork {name}: a new pipeline from its {stage} stage on"),
            false => format!("Repeat {stage} and the later stages; old results are kept"),
        }
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let seed = fields.number("seed", 0..=u64::MAX)?;
        let RepeatOrFork { root, folder, stage, .. } = self.clone();
        Ok(task(match self.forks {
            true => Task::Fork { root, folder, stage, seed },
            false => Task::Repeat { folder, stage, seed },
        }))
    }
}
