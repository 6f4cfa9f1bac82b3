//! `eyas evolve`: a supervised evolution in a session.

mod flags;
mod mentor_report;
mod result;

use eyas::job;
use eyas::session::Session;

pub(crate) use flags::{EvolveArgs, StageArg};
use result::Finished;

use super::running::{Plan, Verb};
use super::{Failure, Globals, Outcome};

/// Runs `eyas evolve`.
pub(crate) fn run(args: &EvolveArgs, globals: &Globals) -> Result<Outcome, Failure> {
    let stage = args.stage().unwrap_or_else(|| recorded_stage(globals));
    let overrides = args.overrides(stage, globals)?;
    let preset = |name: Option<&str>| stage.preset(name);
    let verb = Verb { name: "evolve", stage: stage.name(), overrides: &overrides, preset: &preset };
    let (folder, plan) = verb.plan(globals)?;
    let (recorded, seconds) = match plan {
        Plan::Show(recorded) => (*recorded, None),
        Plan::Work(opening) => {
            let done = verb.work(&folder, opening, globals)?;
            (Session::open_read_only(&folder).map_err(Failure::of_session)?, Some(done.seconds))
        }
    };
    let finished = Finished {
        results: job::results(&folder, &recorded),
        champions: job::champions(&recorded).map_err(|error| Failure::Runtime(error.to_string()))?,
        settings: recorded.header.settings,
        folder,
        seconds,
    };
    Ok(finished.outcome())
}

/// Returns the stage of the session to resume, or the default for a new one.
fn recorded_stage(globals: &Globals) -> StageArg {
    let folder = globals.session.as_ref().filter(|_| globals.resume);
    let header = folder.and_then(|folder| Session::header_of(folder).ok());
    match header {
        Some(header) if header.settings.stage() == StageArg::Mentor.name() => StageArg::Mentor,
        _ => StageArg::Grandmaster,
    }
}
