//! `eyas evolve`: a supervised evolution in a session.

mod flags;
mod mentor_report;
mod result;

use eyas::evolution::presets;
use eyas::evolution::settings::Stage;
use eyas::job;
use eyas::session::Session;

pub(crate) use flags::{EvolveArgs, FitnessArg};
use result::Finished;

use super::overrides::Override;
use super::running::{Plan, Verb};
use super::{Failure, Globals, Outcome};

/// Runs `eyas evolve`.
pub(crate) fn run(args: &EvolveArgs, globals: &Globals) -> Result<Outcome, Failure> {
    let overrides = flags::overrides(args, globals)?;
    let stage = args.stage().unwrap_or_else(|| recorded_stage(globals));
    if stage != Stage::Mentor
        && let Some(Override { flag, .. }) = args.mentor.overrides()?.first()
    {
        return Err(Failure::Input(format!("{flag} requires --stage mentor")));
    }
    let preset = |name: Option<&str>| {
        let settings = match stage {
            // The flags name the mentors.
            Stage::Mentor => presets::mentor(name.unwrap_or(presets::MENTOR_DEFAULT), Vec::new()),
            _ => presets::named(name.unwrap_or(presets::DEFAULT)),
        };
        settings.map_err(|error| Failure::Input(format!("--preset: {error}")))
    };
    let verb = Verb { name: "evolve", stage, overrides: &overrides, preset: &preset };
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

/// The stage of the session to resume, or the default stage of a new session.
fn recorded_stage(globals: &Globals) -> Stage {
    let folder = globals.session.as_ref().filter(|_| globals.resume);
    let header = folder.and_then(|folder| Session::header_of(folder).ok());
    header
        .map(|header| header.settings.stage)
        .filter(|stage| *stage == Stage::Mentor)
        .unwrap_or(Stage::Grandmaster)
}
