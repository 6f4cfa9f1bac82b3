//! The forms of pipelines: a new one, a stage repeated, one forked at a stage.

use std::path::PathBuf;

use super::State;
use super::task::Task;

use crate::pipeline;
use crate::pipeline::Stage;
use crate::tui::background::BackgroundTask;
use crate::tui::model::Model;
use crate::tui::popups::forms::{Field, Form, FormSpec, Outcome, Problem, WHOLE, number};

/// A new pipeline.
#[derive(Debug, Clone)]
struct NewPipeline {
    root: PathBuf,
}

/// A stage repeated, or another pipeline from there on.
#[derive(Debug, Clone)]
struct Again {
    root: PathBuf,
    folder: PathBuf,
    stage: Stage,
    forks: bool,
}

/// The form of a new pipeline.
pub(super) fn new_pipeline(model: &Model) -> Form {
    let (purpose, fields) = NewPipeline::form(model);
    Form::new(purpose, fields)
}

/// The form that repeats a stage of a pipeline and those after it.
pub(super) fn repeat_stage(state: &State, model: &Model, folder: PathBuf, stage: Stage) -> Form {
    let (purpose, fields) = Again::form(state, model, folder, stage, false);
    Form::new(purpose, fields)
}

/// The form that forks a pipeline at a stage.
pub(super) fn fork_pipeline(state: &State, model: &Model, folder: PathBuf, stage: Stage) -> Form {
    let (purpose, fields) = Again::form(state, model, folder, stage, true);
    Form::new(purpose, fields)
}

fn asks(task: Task) -> Outcome {
    Outcome::BackgroundTask(BackgroundTask::new(task))
}

impl NewPipeline {
    const SEED: usize = 1;
    const RUNS: usize = 2;
    const FROM: usize = 3;

    /// The form.
    fn form(model: &Model) -> (NewPipeline, Vec<Field>) {
        let names = pipeline::PRESETS.map(|(name, _)| name);
        // The short road first: who wants the papers' hours chooses them.
        let quick = names.iter().position(|name| *name == "quick").unwrap_or(0);
        let fields = vec![
            Field::choice("preset", "paper-2014 takes hours, quick minutes", names, quick),
            Field::text("seed", "names every random stream", 1),
            Field::text("runs", "of the first stage; their champions go on", 10),
            Field::text("from", "organisms or sessions in place of random bits; empty: none", ""),
        ];
        (NewPipeline { root: model.sessions.root.clone() }, fields)
    }

    fn from(fields: &[Field]) -> Vec<String> {
        let text = fields.get(Self::FROM).map_or("", Field::shown);
        text.split([',', ' ']).filter(|name| !name.is_empty()).map(str::to_owned).collect()
    }
}

impl FormSpec for NewPipeline {
    fn title(&self) -> String {
        "New pipeline: from random bits to Evol*".to_owned()
    }

    fn matters(&self, fields: &[Field], field: usize) -> bool {
        field != Self::RUNS || Self::from(fields).is_empty()
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        Ok(asks(Task::Begin {
            root: self.root.clone(),
            preset: fields.first().map_or("", Field::shown).to_owned(),
            seed: number(fields, Self::SEED, 0..=u64::MAX, WHOLE)?,
            runs: number(fields, Self::RUNS, 2..=100, WHOLE)?,
            from: Self::from(fields),
        }))
    }
}

impl Again {
    /// The form.
    fn form(state: &State, model: &Model, folder: PathBuf, stage: Stage, forks: bool) -> (Again, Vec<Field>) {
        let planned = state.plan().and_then(|plan| plan.stage(stage));
        let seed = planned.map_or(1, |settings| settings.seed);
        let (seed, hint) = match forks {
            true => (seed, "of this stage and those after it"),
            false => {
                (seed.wrapping_add(1), "of this stage and those after it; with the same all is the same")
            }
        };
        let root = model.sessions.root.clone();
        (Again { root, folder, stage, forks }, vec![Field::text("seed", hint, seed)])
    }
}

impl FormSpec for Again {
    fn title(&self) -> String {
        let name = self.folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let stage = self.stage.name();
        match self.forks {
            true => format!("Fork {name}: a new pipeline from its {stage} stage on"),
            false => format!("Repeat {stage} and what follows; what it led to is kept"),
        }
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let seed = number(fields, 0, 0..=u64::MAX, WHOLE)?;
        let Again { root, folder, stage, .. } = self.clone();
        Ok(asks(match self.forks {
            true => Task::Fork { root, folder, stage, seed },
            false => Task::Repeat { folder, stage, seed },
        }))
    }
}
