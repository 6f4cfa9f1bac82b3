//! `eyas evolve`: a supervised evolution in a session.

mod flags;
mod mentor_report;
mod result;

use eyas::experiment::Experiment;
use eyas::job;
use eyas::session::Session;

pub(crate) use flags::{EvolveArgs, Presets};

use super::running::Verb;
use super::{Failure, Globals, Outcome};

/// Runs `eyas evolve`.
pub(crate) fn run(args: &EvolveArgs, globals: &Globals) -> Result<Outcome, Failure> {
    let presets = args.presets().unwrap_or_else(|| recorded_presets(globals));
    let overrides = args.overrides(presets, globals)?;
    let preset = |name: Option<&str>| presets.named(name);
    let verb = Verb { name: "evolve", runs: &runs, overrides: &overrides, preset: &preset };
    let finished = verb.finished(globals)?;
    let champions = job::champions(&finished.recorded).map_err(Failure::runtime)?;
    Ok(result::outcome(&finished, &champions))
}

/// Returns whether `eyas evolve` runs this experiment: one that measures evaluations on positions, not an engine.
fn runs(experiment: &Experiment) -> bool {
    let objective = &experiment.objective;
    let target = &experiment.target;
    target.evaluation().is_none() && target.engine().is_none() && !objective.properties().plays_itself()
}

/// Returns the presets of the session to resume, or the default for a new one.
fn recorded_presets(globals: &Globals) -> Presets {
    let folder = globals.session.as_ref().filter(|_| globals.resume);
    let header = folder.and_then(|folder| Session::header_of(folder).ok());
    header.map_or(Presets::Moves, |header| Presets::of(&header.settings.objective))
}
