//! `eyas coevolve`: evolves organisms by games against each other, in a session.

mod flags;
mod result;

use std::path::PathBuf;

use eyas::session::{Recorded, Session};

pub(crate) use flags::CoevolveArgs;
use result::Finished;

use super::running::{Plan, Verb};
use super::{Failure, Globals, Outcome};

/// Runs `eyas coevolve`.
pub(crate) fn run(args: &CoevolveArgs, globals: &Globals) -> Result<Outcome, Failure> {
    let initial = args.initial()?;
    let overrides = args.overrides(globals, &initial)?;
    let preset = |name: Option<&str>| flags::preset(name, &initial);
    let verb = Verb {
        name: "coevolve",
        runs: &|experiment| experiment.stage() == "coevolution",
        overrides: &overrides,
        preset: &preset,
    };
    let (folder, plan) = verb.plan(globals)?;
    let (recorded, seconds) = match plan {
        Plan::Show(recorded) => (*recorded, None),
        Plan::Work(opening) => {
            let done = verb.work(&folder, opening, globals)?;
            let seconds = done.seconds.0 + done.seconds.1;
            (Session::open_read_only(&folder).map_err(Failure::of_session)?, Some(seconds))
        }
    };
    Ok(outcome(folder, recorded, seconds))
}

/// Returns the result of a finished session. `seconds` is the time that this process spent.
pub(super) fn outcome(folder: PathBuf, recorded: Recorded, seconds: Option<f64>) -> Outcome {
    Finished { folder, recorded, seconds }.outcome()
}
