//! `eyas evolve`: a supervised evolution in a session.

mod flags;
mod mentor_report;
mod result;

use eyas::experiment::Experiment;
use eyas::job;

pub(crate) use flags::{EvolveArgs, Presets};

use super::running::Verb;
use super::{Failure, Globals, Outcome};

/// Runs `eyas evolve`.
pub(crate) fn run(args: &EvolveArgs, globals: &Globals) -> Result<Outcome, Failure> {
    let of_recorded =
        || globals.recorded().map_or(Presets::Moves, |settings| Presets::of(&settings.objective));
    let presets = args.presets().unwrap_or_else(of_recorded);
    let overrides = args.overrides(presets, globals)?;
    let preset = |name: Option<&str>| presets.named(name);
    let verb = Verb { name: "evolve", runs: &runs, overrides: &overrides, preset: &preset, pgn: None };
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
