//! `eyas tune`: tunes the parameters of a search on a suite of tactical positions or by games, in a session.

mod flags;
mod games;
mod options;
mod result;

use eyas::session::Session;

use flags::ObjectiveArg;
pub(crate) use flags::TuneArgs;
use result::Finished;

use super::running::{Plan, Verb};
use super::{Failure, Globals, Outcome, coevolve};

/// Runs `eyas tune`.
pub(crate) fn run(args: &TuneArgs, globals: &Globals) -> Result<Outcome, Failure> {
    if let Some(player) = args.player.as_ref().filter(|_| args.list_params) {
        return options::list(player, &args.options);
    }
    let objective = args.objective().unwrap_or_else(|| recorded_objective(globals));
    let overrides = args.overrides(globals)?;
    let preset = |name: Option<&str>| objective.preset(name, args.evaluation()?);
    let verb = Verb {
        name: "tune",
        runs: &|experiment| experiment.stage() == objective.stage(),
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
    Ok(match objective {
        ObjectiveArg::Suite => Finished { folder, recorded, seconds }.outcome(),
        ObjectiveArg::Matches => games::outcome(&folder, &recorded, seconds),
        ObjectiveArg::SelfPlay => {
            coevolve::outcome(folder, recorded, seconds.map(|(build, wall)| build + wall))
        }
    })
}

/// Returns the objective of the session to resume, or the default for a new one.
fn recorded_objective(globals: &Globals) -> ObjectiveArg {
    let folder = globals.session.as_ref().filter(|_| globals.resume);
    let header = folder.and_then(|folder| Session::header_of(folder).ok());
    header.and_then(|header| ObjectiveArg::of_stage(header.settings.stage())).unwrap_or(ObjectiveArg::Suite)
}
