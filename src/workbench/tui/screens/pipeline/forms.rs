//! The forms that create a pipeline, repeat a stage, and fork a pipeline at a stage.

use std::path::PathBuf;

use super::State;
use super::task::Task;

use crate::files;
use crate::pipeline;
use crate::pipeline::Stage;
use crate::tui::background::BackgroundTask;
use crate::tui::model::Model;
use crate::tui::popups::forms::{Field, Form, FormSpec, Outcome, Problem, WHOLE, listed, number};

/// The field of a new pipeline with the organisms to start from.
pub(super) const FROM: usize = 3;

#[derive(Debug, Clone)]
struct NewPipeline {
    root: PathBuf,
}

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
    let names = pipeline::PRESETS.map(|(name, _)| name);
    // Select the preset that takes minutes; the papers' presets take hours.
    let quick = names.iter().position(|name| *name == "quick").unwrap_or(0);
    let fields = vec![
        Field::choice("preset", "paper-2014 takes hours, quick minutes", names, quick),
        Field::text("seed", "of all random streams", model.seeds.draw()),
        Field::text("runs", "in the first stage; each yields one champion", 10),
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

impl NewPipeline {
    const SEED: usize = 1;
    const RUNS: usize = 2;
}

impl FormSpec for NewPipeline {
    fn title(&self) -> String {
        "New pipeline: from random bits to Evol*".to_owned()
    }

    fn matters(&self, fields: &[Field], field: usize) -> bool {
        field != Self::RUNS || listed(fields, FROM).is_empty()
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        Ok(task(Task::Create {
            root: self.root.clone(),
            preset: fields.first().map_or("", Field::shown).to_owned(),
            seed: number(fields, Self::SEED, 0..=u64::MAX, WHOLE)?,
            runs: number(fields, Self::RUNS, 2..=100, WHOLE)?,
            from: listed(fields, FROM),
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
        let seed = number(fields, 0, 0..=u64::MAX, WHOLE)?;
        let RepeatOrFork { root, folder, stage, .. } = self.clone();
        Ok(task(match self.forks {
            true => Task::Fork { root, folder, stage, seed },
            false => Task::Repeat { folder, stage, seed },
        }))
    }
}
