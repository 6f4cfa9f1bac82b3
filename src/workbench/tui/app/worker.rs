//! The worker: runs jobs, matches and analyses on other threads.

use super::event_loop::{Source, Wake};
use crate::analysis::{Analysis, AnalysisRequest, AnalysisResult, Step, SuiteRun};
use crate::director::{self, Director};
use crate::disagreement::{Analyst, Findings, ScanRequest};
use crate::job::report::{Command, Reports};
use crate::job::{Job, LiveRound, Opening, Request, Workforce};
use crate::objectives::source;
use crate::pipeline;
use crate::race::{self, Driver, Race};
use crate::session::{self, SessionState};
use crate::text;
use crate::threads::Interrupt;
use crate::trust::{self, EngineUse};
use crate::tui::message::{MatchRequest, RaceReport, RaceRequest, Solve, SuiteTask};
use crate::tui::prelude::*;
use crate::tui::workers::{Workers, WorkersReport};

/// Returns whether a folder contains a session that can be resumed.
pub(crate) fn holds_session(folder: &Path) -> bool {
    matches!(session::occupancy(folder), Ok(session::Occupancy::Session))
}

/// The work on other threads. Each part is started when it is first needed. Errors say what is wrong, where, and what
/// to do.
pub(crate) struct Worker {
    /// The folder of the sessions and matches.
    root: PathBuf,
    resources: Resources,
    wake: Wake,
    job: Option<Job>,
    /// The folder of the job's session, if its name was generated.
    generated_folder: Option<PathBuf>,
    analyst: Option<Analyst>,
    analysis: Option<Analysis>,
    suite: Option<SuiteRun>,
    director: Option<Director>,
    /// The race in progress, with its folder.
    race: Option<(PathBuf, Driver)>,
}

/// What all work uses.
#[derive(Debug)]
pub(crate) struct Resources {
    /// The number of threads of this machine; 0 for one per core.
    pub(crate) threads: usize,
    /// Workers on other machines.
    pub(crate) workers: Option<Workforce>,
    /// The folder of cached quiescence trees; `None` for the user's cache folder.
    pub(crate) cache: Option<PathBuf>,
}

impl Worker {
    pub(crate) fn new(root: PathBuf, resources: Resources, wake: Wake) -> Worker {
        Worker {
            root,
            resources,
            wake,
            job: None,
            generated_folder: None,
            analyst: None,
            analysis: None,
            suite: None,
            director: None,
            race: None,
        }
    }

    /// Returns the callback with which a part of the worker notifies the event loop.
    fn notify(&self, source: Source) -> impl Fn() + Send + Sync + use<> {
        let wake = self.wake.clone();
        move || wake.notify(source)
    }

    /// Returns the workers for new work. An earlier failure is forgotten.
    fn workers(&self) -> Option<Workforce> {
        self.resources.workers.clone().inspect(|workers| workers.0.retry())
    }

    /// Returns what is new about the workers; `None` if there are none.
    pub(super) fn workers_report(&mut self) -> Option<WorkersReport> {
        let workers = &self.resources.workers.as_ref()?.0;
        let notes = workers.take_notes();
        let (address, works_here) = (workers.address(), workers.works_here());
        Some(WorkersReport { workers: Workers { address, works_here, rows: workers.status() }, notes })
    }

    fn start_job(&mut self, folder: PathBuf, opening: Opening) {
        let request = Request {
            pgn: None,
            folder,
            opening,
            threads: self.resources.threads,
            workers: self.workers(),
            cache: self.resources.cache.clone(),
            running: false,
        };
        self.job = Some(Job::start(request, self.notify(Source::Job)));
    }

    /// Starts a session in `folder`, or in a new folder. Returns the folder.
    pub(super) fn start_session(
        &mut self,
        settings: &Experiment,
        folder: Option<PathBuf>,
    ) -> Result<PathBuf, String> {
        let named = folder.is_some();
        let folder = match folder {
            Some(folder) => folder,
            None => session::new_folder(&self.root, settings.stage()).map_err(|error| error.to_string())?,
        };
        trust::record_started(&EngineUse::of_experiment(settings));
        self.generated_folder = (!named).then(|| folder.clone());
        self.start_job(folder.clone(), Opening::New(Box::new(settings.clone())));
        Ok(folder)
    }

    pub(super) fn resume_session(&mut self, folder: &Path) {
        self.generated_folder = None;
        self.start_job(folder.to_owned(), Opening::Resume);
    }

    /// Sends a command to the job, if there is one.
    pub(super) fn send(&mut self, command: Command) {
        if let Some(job) = &self.job {
            job.send(command);
        }
    }

    /// Returns the reports of the job since the last call.
    pub(super) fn reports(&mut self) -> Reports {
        self.job.as_ref().map_or_else(Reports::default, |job| job.inbox().take())
    }

    /// Scans positions. Replaces the previous request.
    pub(super) fn scan(&mut self, request: ScanRequest) {
        let notify = self.notify(Source::Analyst);
        let analyst = self.analyst.get_or_insert_with(|| {
            let cache = self.resources.cache.clone().or_else(source::default_cache_folder);
            Analyst::start(self.resources.threads, cache, notify)
        });
        analyst.request(request);
    }

    /// Returns the findings of the scan since the last call.
    pub(super) fn findings(&mut self) -> Findings {
        self.analyst.as_ref().map_or_else(Findings::default, Analyst::take)
    }

    /// Analyses a position. Replaces the previous request; `None` ends the analysis.
    pub(super) fn analyse(&mut self, request: Option<AnalysisRequest>) {
        if request.is_some() || self.analysis.is_some() {
            let notify = self.notify(Source::Analysis);
            self.analysis.get_or_insert_with(|| Analysis::start(notify)).think(request);
        }
    }

    /// Returns the result of the analysis, if it has changed since the last call.
    pub(super) fn analysis_result(&mut self) -> Option<AnalysisResult> {
        self.analysis.as_ref().and_then(Analysis::take)
    }

    pub(super) fn solve(&mut self, request: Solve) {
        match request {
            Solve::Start(task) => {
                // The current run ends before the next one starts.
                self.suite = None;
                let SuiteTask { solver, problems, todo, threads } = *task;
                let threads = if threads == 0 { self.resources.threads } else { threads };
                let notify = self.notify(Source::Suite);
                self.suite = Some(SuiteRun::start(solver, problems, todo, threads, notify));
            }
            Solve::Pause(paused) => {
                if let Some(suite) = &self.suite {
                    suite.pause(paused);
                }
            }
            Solve::Stop => self.suite = None,
        }
    }

    /// Returns the steps of the suite run since the last call.
    pub(super) fn steps(&mut self) -> Vec<Step> {
        self.suite.as_ref().map_or_else(Vec::new, SuiteRun::take)
    }

    pub(super) fn run_match(&mut self, request: MatchRequest) -> Result<(), String> {
        let request = match request {
            MatchRequest::Pause(paused) => {
                self.director.iter().for_each(|director| director.pause(paused));
                return Ok(());
            }
            MatchRequest::Threads(threads) => {
                self.director.iter().for_each(|director| director.set_threads(threads));
                return Ok(());
            }
            MatchRequest::Start { config, threads } => {
                let folder = session::new_match_folder(&self.root).map_err(|error| error.to_string())?;
                director::Request { folder, begin: Some(config), threads, paused: false }
            }
            MatchRequest::Resume { folder, paused } => {
                director::Request { folder, begin: None, threads: None, paused }
            }
        };
        // The previous match ends and releases its folder before the next one starts.
        self.director = None;
        let service = self.workers().map(|workers| workers.0.games());
        self.director = Some(Director::start(request, service, self.notify(Source::Match)));
        Ok(())
    }

    /// Returns the reports of the match since the last call.
    pub(super) fn match_reports(&mut self) -> Vec<director::Report> {
        self.director.as_ref().map_or_else(Vec::new, Director::take)
    }

    /// Returns the boards of the match.
    pub(super) fn match_boards(&mut self) -> Vec<director::Board> {
        self.director.as_ref().map_or_else(Vec::new, Director::boards)
    }

    /// Runs or stops a race. Returns a report if it could not be started.
    pub(super) fn run_race(&mut self, request: RaceRequest) -> Option<RaceReport> {
        let folder = match request {
            RaceRequest::Run(folder) => folder,
            RaceRequest::Stop => {
                self.race.iter().for_each(|(_, driver)| driver.stop());
                return None;
            }
        };
        // The previous race ends and releases its folder before the next one starts.
        self.race = None;
        let notify = self.notify(Source::Race);
        let opened = folder.clone();
        let open = move || Race::open(&opened);
        let Resources { threads, cache, .. } = &self.resources;
        match Driver::start(open, *threads, cache.as_deref(), self.workers(), Interrupt::default(), notify) {
            Ok(driver) => {
                self.race = Some((folder, driver));
                None
            }
            Err(error) => {
                let ended = Some(Err(error.to_string()));
                Some(RaceReport { folder, updates: Vec::new(), ended })
            }
        }
    }

    /// Returns the reports of the race since the last call; `None` if there is no race.
    pub(super) fn race_report(&mut self) -> Option<RaceReport> {
        let (folder, driver) = self.race.take()?;
        // The end is checked first, so that no update is lost.
        let has_ended = driver.ended();
        let updates = driver.take();
        if has_ended {
            let ended = Some(driver.finish().map_err(|error| error.to_string()));
            return Some(RaceReport { folder, updates, ended });
        }
        self.race = Some((folder.clone(), driver));
        Some(RaceReport { folder, updates, ended: None })
    }

    /// Returns the games in progress of a session whose organisms play each other.
    pub(super) fn live_round(&mut self) -> LiveRound {
        self.job.as_ref().map_or_else(LiveRound::default, Job::playing)
    }

    /// Writes a checkpoint, stops the job and waits for its end. With `discard`, deletes the session if its folder was
    /// generated.
    pub(super) fn close(&mut self, discard: bool) {
        let Some(job) = self.job.take() else { return };
        // An error of the job was already reported.
        drop(job.finish());
        if let (true, Some(folder)) = (discard, self.generated_folder.take()) {
            // An unused folder that cannot be deleted does no harm.
            let _ = eyas_core::files::remove_all(&folder);
        }
    }

    /// Returns a function that lists the saved sessions, the stages of pipelines and the runs of races, newest first.
    pub(super) fn lister(&self) -> impl FnOnce() -> Result<Vec<SessionRow>, String> + Send + use<> {
        let root = self.root.clone();
        move || {
            let of_group = |group: &PathBuf| session::list(group).unwrap_or_default();
            let mut groups = pipeline::list(&root).map_err(|error| error.to_string())?;
            groups.extend(race::list(&root).map_err(|error| error.to_string())?);
            let mut found = session::list(&root).map_err(|error| error.to_string())?;
            found.extend(groups.iter().flat_map(of_group));
            found.sort_by(|a, b| (b.modified, &b.name).cmp(&(a.modified, &a.name)));
            Ok(found.into_iter().map(row).collect())
        }
    }
}

/// Returns the row of a session in the list.
fn row(summary: session::SessionSummary) -> SessionRow {
    let trouble = match &summary.state {
        SessionState::Damaged(why) => Some(why.clone()),
        SessionState::Later(format) => Some(format!(
            "{}: written in format {format} by a newer version of Eyas",
            summary.folder.display()
        )),
        SessionState::Complete | SessionState::Unfinished | SessionState::InUse => None,
    };
    let readable = trouble.is_none() && summary.header.is_some();
    let progress = readable.then(|| (summary.generations_done(), summary.generations_asked()));
    let about = match (&trouble, &summary.header) {
        (None, Some(header)) => about(&header.settings),
        (trouble, _) => trouble.clone().unwrap_or_default(),
    };
    let header = summary.header.as_ref();
    let totals = |header: &session::Header| {
        let settings = &header.settings;
        let (train, test) = (header.train.positions, header.test.positions);
        (settings.largest_score(train), settings.largest_test_score(test))
    };
    let (train_total, test_total) = header.map_or((0, 0), totals);
    let forked_from = header.and_then(|header| header.forked_from.as_ref()).map(|fork| {
        let run = if fork.run > 0 { format!(", run {}", fork.run + 1) } else { String::new() };
        format!("{}{run}, generation {}", fork.session, fork.generation)
    });
    let is_group = |parent: &&Path| pipeline::is_pipeline(parent) || race::is_race(parent);
    let group = summary.folder.parent().filter(is_group).map(files::name);
    SessionRow {
        group,
        about,
        progress,
        best: summary.progress.best,
        readable,
        newest: summary.progress.generation.map(|generation| (summary.progress.run, generation)),
        train_total,
        test: summary.test.map(|correct| (correct, test_total)),
        forked_from,
        age: summary.modified.and_then(eyas_core::platform::age),
        settings: summary.settings.map(Box::new),
        state: summary.state,
        given_name: summary.given_name.map(|name| text::name(&name).into_owned()),
        folder: summary.folder,
    }
}

fn about(settings: &Experiment) -> String {
    let mut about = format!(
        "{} · seed {} · {} organisms",
        settings.preset,
        settings.seed,
        thousands(settings.optimizer.population().into())
    );
    if settings.runs > 1 {
        about += &format!(" · {} runs", settings.runs);
    }
    about
}
