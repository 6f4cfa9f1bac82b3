//! `eyas evolve`: a supervised evolution in a session.

mod flags;
mod result;

use eyas::evolution::presets;
use eyas::evolution::settings::Stage;
use eyas::job;

pub(crate) use flags::{EvolveArgs, FitnessArg};
use result::Finished;

use super::running::{Plan, Verb};
use super::{Failure, Globals, Outcome};

/// Runs `eyas evolve`.
pub(crate) fn run(args: &EvolveArgs, globals: &Globals) -> Result<Outcome, Failure> {
    let overrides = flags::overrides(args, globals)?;
    let preset = |name: Option<&str>| {
        let settings = presets::named(name.unwrap_or(presets::DEFAULT));
        settings.map_err(|error| Failure::Input(format!("--preset: {error}")))
    };
    let verb = Verb { name: "evolve", stage: Stage::Grandmaster, overrides: &overrides, preset: &preset };
    let (folder, plan) = verb.plan(globals)?;
    let finished = match plan {
        Plan::Show(recorded) => Finished {
            generations: recorded.header.settings.generations,
            results: job::results(&folder, &recorded),
            seconds: None,
            folder,
        },
        Plan::Work(opening) => {
            let done = verb.work(&folder, opening, globals)?;
            let (generations, results) = (done.watched.generations, done.watched.results);
            Finished { folder, generations, results, seconds: Some(done.seconds) }
        }
    };
    Ok(finished.outcome())
}
