//! The common part of the commands that evolve: plan the work in a session folder, and run a job to its end.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use eyas::experiment::Experiment;
use eyas::job::report::{Fact, State};
use eyas::job::{self, CheckedSession, Job, Opening, Request};
use eyas::session::{self, Occupancy, Recorded, Session, StopEntry};
use eyas::text::shell_word;
use eyas::threads::Interrupt;
use eyas::trust::{self, EngineUse};
use serde_json::{Value, json};

use super::interrupt::Signals;
use super::progress::Bar;
use super::settings::{Override, contradictions};
use super::{Failure, Globals, output};

/// A command that evolves.
pub(super) struct Verb<'a> {
    /// The name of the command.
    pub(super) name: &'a str,
    /// Returns whether the command runs an experiment.
    pub(super) runs: &'a dyn Fn(&Experiment) -> bool,
    /// The given flags, without `--preset`.
    pub(super) overrides: &'a [Override],
    /// Returns the settings of a preset without the flags' values.
    pub(super) preset: &'a dyn Fn(Option<&str>) -> Result<Experiment, Failure>,
    /// The PGN file of the games that are played.
    pub(super) pgn: Option<&'a Path>,
}

/// The work to do in a session folder.
pub(super) enum SessionTask {
    /// Start or resume the session.
    Work(Opening),
    /// Show the complete session.
    Show(Box<Recorded>),
}

/// A job that ran to its end.
pub(super) struct Done {
    /// The seconds spent on preparation and on evolution.
    pub(super) seconds: (f64, f64),
}

/// A finished session.
pub(super) struct Finished {
    pub(super) folder: PathBuf,
    pub(super) recorded: Recorded,
    /// Seconds that this process spent on preparation and on evolution; `None` if it only read the session.
    pub(super) seconds: Option<(f64, f64)>,
}

impl Finished {
    pub(super) fn settings(&self) -> &Experiment {
        &self.recorded.header.settings
    }

    /// Returns the path of the champion of the best run.
    pub(super) fn champion(&self) -> String {
        Session::best_champion_path(&self.folder).display().to_string()
    }

    /// Returns the path of the champion of a run (0 first).
    pub(super) fn champion_of(&self, run: u32) -> String {
        Session::champion_path(&self.folder, self.settings(), run).display().to_string()
    }

    /// Returns the values that the result of every session has, for programs.
    pub(super) fn values(&self) -> Value {
        let mut values = json!({
            "champion": self.champion(),
            "generations": self.settings().generations,
            "session": self.folder.display().to_string(),
            "wall_seconds": self.seconds.map(|(_, wall)| wall),
        });
        if !self.recorded.stops.is_empty() {
            values["stopped"] = json!(self.recorded.stops);
        }
        values
    }

    /// Returns the number of generations for people: those of the settings, or those that the runs had if one stopped.
    pub(super) fn generations(&self) -> usize {
        if self.recorded.stops.is_empty() {
            return self.settings().generations as usize;
        }
        self.recorded.history.iter().filter(|record| record.generation > 0).count()
    }

    /// Returns which runs stopped, and why.
    pub(super) fn stops(&self) -> impl Iterator<Item = String> {
        self.recorded.stops.iter().map(StopEntry::text)
    }

    /// Returns the champion and the time for people.
    pub(super) fn lines(&self) -> impl Iterator<Item = String> {
        let generations = self.generations();
        let time = self.seconds.map(|(_, wall)| format!("{generations} generations in {wall:.1} s"));
        self.stops().chain([format!("champion: {}", self.champion())]).chain(time)
    }
}

impl Verb<'_> {
    /// Runs the command to its end.
    pub(super) fn finished(&self, globals: &Globals) -> Result<Finished, Failure> {
        let (folder, plan) = self.plan(globals)?;
        self.complete(folder, plan, globals)
    }

    /// Does the work in a session folder.
    pub(super) fn complete(
        &self,
        folder: PathBuf,
        plan: SessionTask,
        globals: &Globals,
    ) -> Result<Finished, Failure> {
        let (recorded, seconds) = match plan {
            SessionTask::Show(recorded) => (*recorded, None),
            SessionTask::Work(opening) => {
                let done = self.work(&folder, opening, globals)?;
                (Session::open_read_only(&folder).map_err(Failure::of_session)?, Some(done.seconds))
            }
        };
        Ok(Finished { folder, recorded, seconds })
    }

    /// Returns the session folder and the work to do there.
    pub(super) fn plan(&self, globals: &Globals) -> Result<(PathBuf, SessionTask), Failure> {
        match &globals.session {
            Some(folder) => Ok((folder.clone(), self.plan_in(folder, globals)?)),
            None if globals.resume => Err(Failure::without_session("--resume", "the session folder")),
            None => {
                let settings = self.settings(globals)?;
                let folder =
                    session::new_folder(globals.sessions(), settings.stage()).map_err(Failure::of_session)?;
                Ok((folder, SessionTask::Work(Opening::New(Box::new(settings)))))
            }
        }
    }

    /// Returns the preset's settings, changed by the flags.
    fn settings(&self, globals: &Globals) -> Result<Experiment, Failure> {
        let mut settings = (self.preset)(globals.preset.as_deref())?;
        self.overrides.iter().try_for_each(|flag| flag.apply(&mut settings))?;
        settings.validate().map_err(Failure::input)?;
        Ok(settings)
    }

    /// Decides whether to start, resume or only show the session in a folder.
    fn plan_in(&self, folder: &Path, globals: &Globals) -> Result<SessionTask, Failure> {
        match session::occupancy(folder).map_err(Failure::of_session)? {
            Occupancy::Vacant => Ok(SessionTask::Work(Opening::New(Box::new(self.settings(globals)?)))),
            Occupancy::Session if globals.resume => {
                let recorded = Session::open_read_only(folder).map_err(Failure::of_session)?;
                if !(self.runs)(&recorded.header.settings) {
                    return Err(Failure::Input(format!(
                        "{}: this is a session of the {} stage, which “eyas {}” does not run. Resume it with the \
                         command that started it, or in the workbench",
                        folder.display(),
                        recorded.header.settings.stage(),
                        self.name
                    )));
                }
                let contradicting = contradictions(&recorded.header.settings, globals, self.overrides)?;
                if contradicting.is_empty() {
                    if !recorded.finished() {
                        globals.trust(&EngineUse::of_experiment(&recorded.header.settings))?;
                        // Flags that name an engine are as good as at the start.
                        if let Ok(given) = self.settings(globals) {
                            trust::record_started(&EngineUse::of_experiment(&given));
                        }
                        return Ok(SessionTask::Work(Opening::Resume));
                    }
                    let CheckedSession { recorded, notices } = job::repair(folder).map_err(failure)?;
                    notices.iter().for_each(|notice| output::note(notice));
                    return Ok(SessionTask::Show(Box::new(recorded)));
                }
                Err(Failure::contradicts("session", folder, &contradicting, ""))
            }
            Occupancy::Session => Err(Failure::exists("session", folder)),
            Occupancy::Other => Err(Failure::Input(format!(
                "{}: the folder contains other files but no session. Use --session with a new or empty folder",
                folder.display()
            ))),
        }
    }

    /// Runs a job to its end and shows its progress.
    fn work(&self, folder: &Path, opening: Opening, globals: &Globals) -> Result<Done, Failure> {
        if let Opening::New(settings) = &opening {
            trust::record_started(&EngineUse::of_experiment(settings));
        }
        let resume_command = resume_command(self.name, folder);
        work(folder, opening, globals, self.pgn, &Signals::install()?, &resume_command)
    }
}

pub(super) fn resume_command(verb: &str, folder: &Path) -> String {
    format!("eyas {verb} --session {} --resume", shell_word(&folder.to_string_lossy()))
}

/// Runs a job to its end and shows its progress. If the job is interrupted, the message names `resume_command`. The games go to
/// the file `pgn`.
pub(super) fn work(
    folder: &Path,
    opening: Opening,
    globals: &Globals,
    pgn: Option<&Path>,
    signals: &Signals,
    resume_command: &str,
) -> Result<Done, Failure> {
    let message = format!("interrupted. Resume with: {resume_command}");
    signals.before_end(|| message);
    let request = Request {
        folder: folder.to_owned(),
        opening,
        threads: globals.threads.unwrap_or(0),
        workers: globals.workers.clone(),
        cache: globals.cache.clone(),
        pgn: pgn.map(Path::to_owned),
        running: true,
    };
    let started = Instant::now();
    let job = Job::start(request, || {});
    let watched = watch(&job, &signals.interrupt, started, globals);
    if let Some(error) = job.finish() {
        return Err(failure(error));
    }
    if !watched.done {
        return Err(Failure::Interrupted(interrupted(&watched, resume_command)));
    }
    let built = watched.built.unwrap_or_else(|| started.elapsed());
    let seconds = (built.as_secs_f64(), (started.elapsed() - built).as_secs_f64());
    Ok(Done { seconds })
}

fn failure(error: job::Error) -> Failure {
    Failure::of(error.is_input(), error)
}

/// The state of a watched job.
#[derive(Default)]
struct Watched {
    /// The run and the generation that were recorded last.
    last: Option<(u32, u32)>,
    /// The duration of the preparation.
    built: Option<Duration>,
    done: bool,
    /// Whether the results were reported as suspect.
    is_suspect: bool,
}

fn watch(job: &Job, signals: &Interrupt, started: Instant, globals: &Globals) -> Watched {
    let bar = Bar::counted().with_workers(globals);
    let mut watched = Watched::default();
    loop {
        let reports = job.inbox().wait(Duration::from_millis(50));
        bar.report_workers();
        if signals.raised() {
            job.interrupt().raise();
        }
        for fact in reports.facts {
            match fact {
                Fact::Opened { history, .. } => {
                    watched.last = history.last().map(|record| (record.run, record.generation));
                }
                Fact::State(State::Running) => watched.built = Some(started.elapsed()),
                Fact::State(State::Done) => watched.done = true,
                Fact::Generation(record) => watched.last = Some((record.run, record.generation)),
                Fact::Warning(text) => bar.say(&text),
                // The result has it as well.
                Fact::Suspect(Some(text)) if !watched.is_suspect => {
                    bar.say(&format!("suspect: {text}"));
                    watched.is_suspect = true;
                }
                Fact::State(_)
                | Fact::Optimizer { .. }
                | Fact::RunFinished(_)
                | Fact::Settings { .. }
                | Fact::Planted { .. }
                | Fact::Suspect(_)
                | Fact::Withdrawn { .. }
                | Fact::Refused { .. }
                | Fact::Failed(_) => {}
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

fn interrupted(watched: &Watched, resume_command: &str) -> String {
    let recorded = match watched.last {
        Some((run, generation)) => format!("generation {generation} of run {} is recorded", run + 1),
        None => "no generation is recorded yet".to_owned(),
    };
    format!("interrupted; {recorded}. Resume with: {resume_command}")
}
