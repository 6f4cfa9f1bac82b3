//! `eyas evolve`: a supervised evolution in a session.

mod flags;
mod result;

use std::path::Path;
use std::time::{Duration, Instant};

use eyas::evolution::fitness::Interrupt;
use eyas::evolution::presets;
use eyas::evolution::settings::EvolutionSettings;
use eyas::job::report::{Fact, RunResult, State};
use eyas::job::{self, Job, Opening, Request};
use eyas::session::{self, Occupancy, Recorded, Session};

use flags::Override;
pub(crate) use flags::{EvolveArgs, FitnessArg};
use result::Finished;

use super::progress::Bar;
use super::{Failure, Globals, Outcome, SESSIONS, interrupt};

/// What is to be done in a session's folder.
enum Plan {
    Work(Opening),
    /// The session is complete.
    Show(Finished),
}

/// Runs `eyas evolve`.
pub(crate) fn run(args: &EvolveArgs, globals: &Globals) -> Result<Outcome, Failure> {
    let overrides = flags::overrides(args, globals)?;
    let (folder, plan) = match &globals.session {
        Some(folder) => (folder.clone(), plan(folder, globals, &overrides)?),
        None if globals.resume => {
            return Err(Failure::Input("--resume: name the session's folder with --session DIR".to_owned()));
        }
        None => {
            let settings = settings(globals, &overrides)?;
            let folder =
                session::new_folder(Path::new(SESSIONS), settings.stage).map_err(Failure::of_session)?;
            (folder, Plan::Work(Opening::New(Box::new(settings))))
        }
    };
    match plan {
        Plan::Show(finished) => Ok(finished.outcome()),
        Plan::Work(opening) => work(Request {
            folder,
            opening,
            threads: globals.threads.unwrap_or(0),
            cache: globals.cache.clone(),
            running: true,
        }),
    }
}

/// The preset's settings with the flags' values in their place.
fn settings(globals: &Globals, overrides: &[Override]) -> Result<EvolutionSettings, Failure> {
    let preset = globals.preset.as_deref().unwrap_or(presets::DEFAULT);
    let mut settings =
        presets::named(preset).map_err(|error| Failure::Input(format!("--preset: {error}")))?;
    overrides.iter().for_each(|flag| flag.apply(&mut settings));
    settings.validate().map_err(|error| Failure::Input(error.to_string()))?;
    Ok(settings)
}

/// Whether the folder's session is begun, gone on with or only shown.
fn plan(folder: &Path, globals: &Globals, overrides: &[Override]) -> Result<Plan, Failure> {
    let shown = folder.display();
    match session::occupancy(folder).map_err(Failure::of_session)? {
        Occupancy::Vacant => Ok(Plan::Work(Opening::New(Box::new(settings(globals, overrides)?)))),
        Occupancy::Session if globals.resume => {
            let recorded = Session::open_read_only(folder).map_err(Failure::of_session)?;
            let contradicting = flags::contradictions(&recorded.header.settings, globals, overrides);
            if contradicting.is_empty() {
                return Ok(finished(folder, &recorded).map_or(Plan::Work(Opening::Resume), Plan::Show));
            }
            Err(Failure::Input(format!(
                "{shown}: the session was begun with other settings than {}. Leave these flags away to go on \
                 with it, or name another folder with --session to begin a new one",
                contradicting.join(", ")
            )))
        }
        Occupancy::Session => Err(Failure::Input(format!(
            "{shown}: the folder holds a session already. Add --resume to go on with it, or name another \
             folder with --session to begin a new one"
        ))),
        Occupancy::Other => Err(Failure::Input(format!(
            "{shown}: the folder holds other files and no session. Name an empty or a new folder with --session"
        ))),
    }
}

/// The result of a session that is complete, champions included; it is only read.
fn finished(folder: &Path, recorded: &Recorded) -> Option<Finished> {
    let results = job::results(folder, recorded);
    let kept = results.iter().all(|result| result.champion.is_file());
    let complete = recorded.finished() && kept && Session::best_champion_path(folder).is_file();
    complete.then(|| Finished {
        folder: folder.to_owned(),
        generations: recorded.header.settings.generations,
        results,
        seconds: None,
    })
}

/// Runs the job to its end, telling how far it is.
fn work(request: Request) -> Result<Outcome, Failure> {
    let folder = request.folder.clone();
    let signals = interrupt::on_signals()?;
    let started = Instant::now();
    let job = Job::start(request, || {});
    let watched = watch(&job, &signals, started);
    if let Some(error) = job.finish() {
        let text = error.to_string();
        return Err(if error.is_input() { Failure::Input(text) } else { Failure::Runtime(text) });
    }
    if !watched.done {
        return Err(Failure::Interrupted(interrupted(&folder, &watched)));
    }
    let built = watched.built.unwrap_or_else(|| started.elapsed());
    let seconds = (built.as_secs_f64(), (started.elapsed() - built).as_secs_f64());
    let (generations, results) = (watched.generations, watched.results);
    Ok(Finished { folder, generations, results, seconds: Some(seconds) }.outcome())
}

/// What a job has told.
#[derive(Default)]
struct Watched {
    generations: u32,
    results: Vec<RunResult>,
    /// Run and generation last recorded.
    last: Option<(u32, u32)>,
    /// How long it took to get ready.
    built: Option<Duration>,
    done: bool,
}

fn watch(job: &Job, signals: &Interrupt, started: Instant) -> Watched {
    let bar = Bar::counted();
    let mut watched = Watched::default();
    loop {
        let reports = job.inbox().wait(Duration::from_millis(50));
        if signals.raised() {
            job.interrupt().raise();
        }
        for fact in reports.facts {
            match fact {
                Fact::Opened { settings, history, results, .. } => {
                    watched.generations = settings.generations;
                    watched.last = history.last().map(|record| (record.run, record.generation));
                    watched.results = results;
                }
                Fact::State(State::Running) => watched.built = Some(started.elapsed()),
                Fact::State(State::Done) => watched.done = true,
                Fact::Generation(record) => watched.last = Some((record.run, record.generation)),
                Fact::RunFinished(result) => watched.results.push(result),
                Fact::Warning(text) => bar.say(&text),
                Fact::State(_) | Fact::Settings { .. } | Fact::Planted { .. } | Fact::Failed(_) => {}
            }
        }
        if let Some(progress) = reports.progress {
            bar.show(&progress);
        }
        if reports.closed {
            return watched;
        }
    }
}

fn interrupted(folder: &Path, watched: &Watched) -> String {
    let folder = folder.display();
    let recorded = match watched.last {
        Some((run, generation)) => format!("generation {generation} of run {} is recorded", run + 1),
        None => "no generation is recorded yet".to_owned(),
    };
    format!("interrupted; {recorded}. Go on with: eyas evolve --session {folder} --resume")
}
