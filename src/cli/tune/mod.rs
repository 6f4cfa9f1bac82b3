//! `eyas tune`: tunes the parameters of a search on a suite of tactical positions, in a session.

mod flags;
mod result;

use eyas::experiment::presets;

use eyas::session::Session;

pub(crate) use flags::TuneArgs;
use result::Finished;

use super::running::{Plan, Verb};
use super::{Failure, Globals, Outcome};

/// Runs `eyas tune`.
pub(crate) fn run(args: &TuneArgs, globals: &Globals) -> Result<Outcome, Failure> {
    let overrides = args.overrides(globals)?;
    let preset = |name: Option<&str>| {
        let settings = presets::tuning(name.unwrap_or(presets::TUNING_DEFAULT), args.evaluation()?);
        settings.map_err(|error| Failure::Input(format!("--preset: {error}")))
    };
    let verb = Verb {
        name: "tune",
        runs: &|experiment| experiment.stage() == "tuning",
        overrides: &overrides,
        preset: &preset,
    };
    let (folder, plan) = verb.plan(globals)?;
    let (recorded, seconds) = match plan {
        Plan::Show(recorded) => (*recorded, None),
        Plan::Work(opening) => {
            let done = verb.work(&folder, opening, globals)?;
            (Session::open_read_only(&folder).map_err(Failure::of_session)?, Some(done.seconds))
        }
    };
    Ok(Finished { folder, recorded, seconds }.outcome())
}
