//! The forms that create a pipeline, repeat a stage, and fork a pipeline at a stage.

use super::State;
use super::task::Task;

use crate::pipeline;
use crate::pipeline::Stage;
use crate::tui::prelude::*;

/// The field of a new pipeline with the organisms to start from.
pub(super) const FROM: usize = 3;

/// What the seed of a pipeline does.
const SEED: &str = "the same seed repeats everything exactly; others change what chance decides";

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
    let root = model.sessions.root.clone();
    let applies = |fields: &[Field], label: &str| label != "runs" || fields.listed("from").is_empty();
    Form::depending("New pipeline: from random bits to Evol*", fields, applies, move |fields| {
        Ok(Request::task(Task::Create {
            root: root.clone(),
            preset: fields.shown("preset").to_owned(),
            seed: fields.number("seed", 0..=u64::MAX)?,
            runs: fields.number("runs", 2..=100)?,
            from: fields.listed("from"),
        }))
    })
}

/// Creates the form that repeats a stage of a pipeline and those after it.
pub(super) fn repeat_stage(model: &mut Model, folder: PathBuf, stage: Stage) -> Form {
    let hint = "of this stage and those after it; the same seed gives the same results";
    let fields = vec![Field::text("seed", hint, model.seeds.draw())];
    let title = format!("Repeat {} and the later stages; old results are kept", stage.name());
    Form::plain(title, fields, move |fields| {
        let seed = fields.number("seed", 0..=u64::MAX)?;
        Ok(Request::task(Task::Repeat { folder: folder.clone(), stage, seed }))
    })
}

/// Creates the form that forks a pipeline at a stage.
pub(super) fn fork_pipeline(state: &State, model: &Model, folder: PathBuf, stage: Stage) -> Form {
    let planned = state.plan().and_then(|plan| plan.stage(stage)).map_or(1, |settings| settings.seed);
    let fields = vec![Field::text("seed", "of this stage and those after it", planned)];
    let root = model.sessions.root.clone();
    let title = format!("Fork {}: a new pipeline from its {} stage on", files::name(&folder), stage.name());
    Form::plain(title, fields, move |fields| {
        let seed = fields.number("seed", 0..=u64::MAX)?;
        Ok(Request::task(Task::Fork { root: root.clone(), folder: folder.clone(), stage, seed }))
    })
}
