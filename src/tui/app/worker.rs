//! Who does the work: the job behind a narrow handle, so that tests can play the job's part.

use std::path::{Path, PathBuf};

use super::event_loop::{Lister, Wake};
use crate::analysis::{Analysis, AnalysisRequest, AnalysisResult, Step, SuiteRun};
use crate::director::{self, Director};
use crate::disagreement::{Analyst, Findings, ScanRequest};
use crate::experiment::Experiment;
use crate::job::report::{Command, Reports};
use crate::job::{Job, LiveRound, Opening, Request};
use crate::objectives::moves;
use crate::session::{self, Ending};
use crate::tui::format::thousands;
use crate::tui::message::{MatchRequest, Solve, Task};
use crate::tui::saved::SessionRow;

/// Starts jobs and talks with the one that runs. Errors say what is wrong, where, and what to do.
pub(crate) trait Worker {
    /// Begins a session in this folder, or in a new one; says which.
    fn begin(&mut self, settings: &Experiment, folder: Option<PathBuf>) -> Result<PathBuf, String>;

    /// Goes on with a session.
    fn resume(&mut self, folder: &Path) -> Result<(), String>;

    /// Tells the job; nothing where none runs.
    fn send(&mut self, command: Command);

    /// What the job has told since the last look.
    fn take(&mut self) -> Reports;

    /// Finds out about positions, and nothing else any more.
    fn want(&mut self, wanted: ScanRequest);

    /// What was found out since the last look.
    fn found(&mut self) -> Findings;

    /// Thinks about a board, or about nothing any more.
    fn think(&mut self, wish: Option<AnalysisRequest>);

    /// What is known of the board, where something was found out since the last look.
    fn thought(&mut self) -> Option<AnalysisResult>;

    /// Solves a suite, pauses, goes on or ends it.
    fn solve(&mut self, order: Solve);

    /// What happened to its positions since the last look.
    fn steps(&mut self) -> Vec<Step>;

    /// Plays a match, pauses, goes on or stops it.
    fn host(&mut self, order: MatchRequest) -> Result<(), String>;

    /// What happened in it since the last look.
    fn matches(&mut self) -> Vec<director::Report>;

    /// What stands on its boards.
    fn boards(&mut self) -> Vec<director::Board>;

    /// What organisms that play each other play.
    fn playing(&mut self) -> LiveRound;

    /// Checkpoints and ends the job, and waits for it; with `discard` its session is removed.
    fn close(&mut self, discard: bool);

    /// Lists the saved sessions, newest first.
    fn lister(&self) -> Lister;
}

/// Whether a folder holds a session to go on with.
pub(crate) fn holds_session(folder: &Path) -> bool {
    matches!(session::occupancy(folder), Ok(session::Occupancy::Session))
}

/// Jobs on threads of this process, their sessions below one folder.
pub(crate) struct Jobs {
    root: PathBuf,
    threads: usize,
    cache: Option<PathBuf>,
    wake: Wake,
    job: Option<Job>,
    /// The folder of the job's session, where it was made up here and not named by the person.
    own: Option<PathBuf>,
    /// Who looks into positions; nobody until somebody asks.
    analyst: Option<Analyst>,
    /// Who thinks about boards; nobody until somebody asks.
    analysis: Option<Analysis>,
    /// Who solves a suite, while one is.
    suite: Option<SuiteRun>,
    /// Who directs a match, while one is open.
    director: Option<Director>,
}

impl Jobs {
    /// Nothing runs yet.
    pub(crate) fn new(root: PathBuf, threads: usize, cache: Option<PathBuf>, wake: Wake) -> Jobs {
        Jobs {
            root,
            threads,
            cache,
            wake,
            job: None,
            own: None,
            analyst: None,
            analysis: None,
            suite: None,
            director: None,
        }
    }

    fn start(&mut self, folder: PathBuf, opening: Opening) {
        let request =
            Request { folder, opening, threads: self.threads, cache: self.cache.clone(), running: false };
        let wake = self.wake.clone();
        self.job = Some(Job::start(request, move || wake.wake()));
    }
}

impl Worker for Jobs {
    fn begin(&mut self, settings: &Experiment, folder: Option<PathBuf>) -> Result<PathBuf, String> {
        let named = folder.is_some();
        let folder = match folder {
            Some(folder) => folder,
            None => session::new_folder(&self.root, settings.stage()).map_err(|error| error.to_string())?,
        };
        self.own = (!named).then(|| folder.clone());
        self.start(folder.clone(), Opening::New(Box::new(settings.clone())));
        Ok(folder)
    }

    fn resume(&mut self, folder: &Path) -> Result<(), String> {
        self.own = None;
        self.start(folder.to_owned(), Opening::Resume);
        Ok(())
    }

    fn send(&mut self, command: Command) {
        if let Some(job) = &self.job {
            job.send(command);
        }
    }

    fn take(&mut self) -> Reports {
        self.job.as_ref().map_or_else(Reports::default, |job| job.inbox().take())
    }

    fn want(&mut self, wanted: ScanRequest) {
        let analyst = self.analyst.get_or_insert_with(|| {
            let wake = self.wake.clone();
            let cache = self.cache.clone().or_else(moves::default_cache_folder);
            Analyst::start(self.threads, cache, move || wake.found())
        });
        analyst.want(wanted);
    }

    fn found(&mut self) -> Findings {
        self.analyst.as_ref().map_or_else(Findings::default, Analyst::take)
    }

    fn think(&mut self, wish: Option<AnalysisRequest>) {
        if wish.is_some() || self.analysis.is_some() {
            let wake = self.wake.clone();
            self.analysis.get_or_insert_with(|| Analysis::start(move || wake.thought())).think(wish);
        }
    }

    fn thought(&mut self) -> Option<AnalysisResult> {
        self.analysis.as_ref().and_then(Analysis::take)
    }

    fn solve(&mut self, order: Solve) {
        match order {
            Solve::Start(task) => {
                // What is in work ends before other work begins.
                self.suite = None;
                let Task { solver, problems, todo, threads } = *task;
                let threads = if threads == 0 { self.threads } else { threads };
                let wake = self.wake.clone();
                self.suite = Some(SuiteRun::start(solver, problems, todo, threads, move || wake.stepped()));
            }
            Solve::Pause(paused) => {
                if let Some(suite) = &self.suite {
                    suite.pause(paused);
                }
            }
            Solve::Stop => self.suite = None,
        }
    }

    fn steps(&mut self) -> Vec<Step> {
        self.suite.as_ref().map_or_else(Vec::new, SuiteRun::take)
    }

    fn host(&mut self, order: MatchRequest) -> Result<(), String> {
        let request = match order {
            MatchRequest::Pause(paused) => {
                self.director.iter().for_each(|director| director.pause(paused));
                return Ok(());
            }
            MatchRequest::Threads(threads) => {
                self.director.iter().for_each(|director| director.set_threads(threads));
                return Ok(());
            }
            MatchRequest::Stop => {
                self.director.iter().for_each(Director::stop);
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
        // The one before has ended, or is ended here; its folder is free then.
        self.director = None;
        let wake = self.wake.clone();
        self.director = Some(Director::start(request, move || wake.played()));
        Ok(())
    }

    fn matches(&mut self) -> Vec<director::Report> {
        self.director.as_ref().map_or_else(Vec::new, Director::take)
    }

    fn boards(&mut self) -> Vec<director::Board> {
        self.director.as_ref().map_or_else(Vec::new, Director::boards)
    }

    fn playing(&mut self) -> LiveRound {
        self.job.as_ref().map_or_else(LiveRound::default, Job::playing)
    }

    fn close(&mut self, discard: bool) {
        let Some(job) = self.job.take() else { return };
        // What ended it was reported while it ran, and shown.
        drop(job.finish());
        if let (true, Some(folder)) = (discard, self.own.take()) {
            // Only a folder this process began and nobody used; if it cannot be removed it is merely there.
            let _ = std::fs::remove_dir_all(folder);
        }
    }

    fn lister(&self) -> Lister {
        let root = self.root.clone();
        Box::new(move || {
            let mut found = session::list(&root).map_err(|error| error.to_string())?;
            found.sort_by(|a, b| (b.modified, &b.name).cmp(&(a.modified, &a.name)));
            Ok(found.into_iter().map(row).collect())
        })
    }
}

/// A session's line in the list.
fn row(summary: session::SessionSummary) -> SessionRow {
    let trouble = match &summary.ending {
        Ending::Damaged(why) => Some(why.clone()),
        Ending::Later(format) => Some(format!(
            "{}: written in format {format} by a later version of eyas",
            summary.folder.display()
        )),
        Ending::Complete | Ending::Unfinished | Ending::InUse => None,
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
    SessionRow {
        about,
        progress,
        best: summary.progress.best,
        readable,
        newest: summary.progress.generation.map(|generation| (summary.progress.run, generation)),
        train_total,
        test: summary.test.map(|correct| (correct, test_total)),
        forked_from,
        age: summary.modified.and_then(|modified| modified.elapsed().ok()),
        settings: summary.header.map(|header| Box::new(header.settings)),
        ending: summary.ending,
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
