//! `eyas tune`: tunes the parameters of a search on a suite of tactical positions or by games, or the options of an engine
//! by games or positions, in a session.

mod faults;
mod flags;
mod games;
mod options;
mod options_result;
mod plan;
mod proposed;
mod result;
mod screening;

use std::path::Path;

use eyas::experiment::screening::OBJECTIVE as SCREENING_OBJECTIVE;
use eyas::experiment::{Experiment, presets};
use eyas::job::Opening;
use eyas::session::Session;

pub(crate) use flags::TuneArgs;
pub(super) use flags::{ORGANISM, engine_preset, evaluation_of, measures_searches, search_preset};
pub(super) use options::read as read_engine;
use plan::Plan;

use super::running::{SessionTask, Verb};
use super::{Failure, Globals, Outcome, coevolve, output};

/// Runs `eyas tune`.
pub(crate) fn run(args: &TuneArgs, globals: &Globals) -> Result<Outcome, Failure> {
    if let Some(listed) = args.engine.listed()? {
        return Ok(listed);
    }
    args.engine.check_output()?;
    if let Some(path) = &args.pgn {
        output::check_file("--pgn", path)?;
    }
    let globals = &globals.with_threads(args.concurrency);
    let source = args.engine.source(globals.recorded().as_ref())?;
    let engine = source.as_ref().map(|source| &source.engine);
    let objective = args.objective().unwrap_or_else(|| match engine {
        _ if args.engine.screen.is_some() => SCREENING_OBJECTIVE.to_owned(),
        Some(_) => presets::OPTIONS_OBJECTIVE.to_owned(),
        None => recorded_objective(globals),
    });
    let overrides = args.overrides(globals, engine)?;
    let preset = |name: Option<&str>| match engine {
        Some(engine) => engine_preset(&objective, name, engine.clone()),
        None => search_preset(&objective, name, args.evaluation()?),
    };
    let verb = Verb {
        name: "tune",
        runs: &|experiment| experiment.objective.name() == objective && is_tuned(experiment),
        overrides: &overrides,
        preset: &preset,
        pgn: args.pgn.as_deref(),
    };
    let (folder, plan) = verb.plan(globals)?;
    if args.engine.writes() && !tunes_engine(&folder, &plan)? {
        return Err(Failure::Input(
            "--params-out: applies to the options of an engine only; name the engine: eyas tune ENGINE"
                .to_owned(),
        ));
    }
    if let (Some(source), SessionTask::Work(Opening::New(settings))) = (&source, &plan) {
        if args.engine.plan {
            return Ok(Plan::of(source, settings, globals, true)?.outcome());
        }
        if let Some(proposed) = &source.proposed {
            proposed.write()?;
            let plan = Plan::of(source, settings, globals, false)?;
            plan.outcome().text().lines().for_each(output::note);
        }
    }
    let finished = verb.complete(folder, plan, globals)?;
    if finished.settings().is_screening() {
        return screening::outcome(&finished, args.engine.out());
    }
    args.engine.write(&finished.recorded, source.as_ref().map(|source| &source.file))?;
    if let Some(engine) = finished.settings().target.engine() {
        return Ok(options_result::outcome(&finished, engine));
    }
    Ok(match finished.settings().objective.properties().play {
        None => result::outcome(&finished),
        Some(play) if play.each_other => coevolve::outcome(&finished),
        Some(_) => games::outcome(&finished),
    })
}

/// Returns whether an experiment changes a search or the options of an engine.
fn is_tuned(experiment: &Experiment) -> bool {
    experiment.target.is_search() || experiment.target.engine().is_some()
}

/// Returns whether the options of an engine are tuned, before anything is played.
fn tunes_engine(folder: &Path, plan: &SessionTask) -> Result<bool, Failure> {
    let header = match plan {
        SessionTask::Work(Opening::New(settings)) => return Ok(settings.target.engine().is_some()),
        SessionTask::Work(Opening::Resume) => Session::header_of(folder).map_err(Failure::of_session)?,
        SessionTask::Show(recorded) => recorded.header.clone(),
    };
    Ok(header.settings.target.engine().is_some())
}

/// Returns the objective of the session to resume, or the default for a new one.
fn recorded_objective(globals: &Globals) -> String {
    globals.recorded().map_or(presets::SEARCH_OBJECTIVE, |settings| settings.objective.name()).to_owned()
}
