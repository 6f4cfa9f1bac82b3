//! Long-running work in the background: receives commands and emits owned reports. Independent of the user interface.
//!
//! ```text
//! Job ── Command ──▶ worker (own thread) ── tasks ──▶ pool of threads
//!  ▲                   │        └── facts ──▶ session (journal)
//!  └── Inbox ◀─ Fact, Progress
//! ```
//!
//! The worker opens the session and builds the fitness functions. It then handles commands between generations. A fact
//! is recorded in the journal before it is reported. The worker blocks while it waits for a command. When it ends, by
//! success, error or panic, the inbox is closed.

mod champion;
mod error;
mod evaluator;
mod export;
mod founders;
mod game_file;
mod interval;
mod live_games;
mod open_session;
mod repair;
pub mod report;
mod reporter;
mod worker;
mod workers;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{SendError, Sender, channel};
use std::thread::{Builder, JoinHandle};

pub(crate) use champion::write_if_different;
pub use champion::{best_champion, results};
pub use error::Error;
pub use export::{TunedValues, export, export_champion, export_values, organism_of, tuned_values};
pub use founders::{FounderError, champions, founders, organisms};
pub use live_games::LiveRound;
pub use repair::{CheckedSession, repair};
pub use workers::{Acceptance, Setup, WorkerNote, WorkerStatus, Workers, Workforce};

use crate::experiment::Experiment;
use crate::objectives::source::FitnessSource;
use crate::threads::Interrupt;
use live_games::LiveGames;
use report::{Command, Inbox, Outbox, mailbox};

/// Whether to create or resume a session.
#[derive(Debug, Clone, PartialEq)]
pub enum Opening {
    /// Create a new session with these settings. The folder must not contain one.
    New(Box<Experiment>),
    /// Resume the session in the folder.
    Resume,
}

/// The parameters of a job.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The session's folder.
    pub folder: PathBuf,
    /// Whether to create or resume the session.
    pub opening: Opening,
    /// Number of worker threads; 0 for one per core.
    pub threads: usize,
    /// Workers on other machines; `None` if this machine does all work.
    pub workers: Option<Workforce>,
    /// Folder of cached quiescence trees; `None` for the user's cache folder.
    pub cache: Option<PathBuf>,
    /// PGN file of the games that this machine plays; `None` for none.
    pub pgn: Option<PathBuf>,
    /// Whether to start evolving at once (command line) or to wait for a command (workbench).
    pub running: bool,
}

/// A job on its own thread. Dropping it stops the thread after the current generation.
pub struct Job {
    commands: Sender<Command>,
    inbox: Inbox,
    /// For warnings after the end of the thread.
    outbox: Outbox,
    interrupt: Interrupt,
    live_games: Arc<LiveGames>,
    thread: Option<JoinHandle<Option<Error>>>,
}

impl Job {
    /// Starts a job. Calls `wake` from the job's thread whenever a report arrives. All errors arrive as reports, even
    /// if the thread cannot be started.
    pub fn start(request: Request, wake: impl Fn() + Send + Sync + 'static) -> Job {
        Job::launch(request, None, wake)
    }

    /// Like [`Job::start`], with the given fitness source.
    pub fn start_with(
        request: Request,
        source: impl FitnessSource + 'static,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Job {
        Job::launch(request, Some(Box::new(source)), wake)
    }

    /// Starts a job. Without a fitness source, the objective's is used.
    fn launch(
        request: Request,
        source: Option<Box<dyn FitnessSource>>,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Job {
        let (outbox, inbox) = mailbox(wake);
        let (commands, receiver) = channel();
        let interrupt = Interrupt::default();
        let raised = interrupt.clone();
        let reports = outbox.clone();
        let live_games = Arc::new(LiveGames::default());
        let shown = Arc::clone(&live_games);
        let thread = Builder::new()
            .name("eyas-job".to_owned())
            .spawn(move || worker::run(&request, source, receiver, &reports, &shown, &raised));
        let thread = thread.map_err(|cause| worker::report(&outbox, &Error::Thread(cause))).ok();
        Job { commands, inbox, outbox, interrupt, live_games, thread }
    }

    /// Sends a command. A command after the job's end is ignored, and refused if it plants or
    /// withdraws an organism.
    pub fn send(&self, command: Command) {
        // The receiver is gone if the job has ended.
        if let Err(SendError(command)) = self.commands.send(command) {
            worker::refuse_too_late(&self.outbox, command);
        }
    }

    /// Returns the inbox of the reports.
    #[must_use]
    pub fn inbox(&self) -> &Inbox {
        &self.inbox
    }

    /// Returns the games in progress, if the organisms play each other. While they change, the inbox's reader is woken
    /// at limited intervals.
    #[must_use]
    pub fn playing(&self) -> LiveRound {
        self.live_games.snapshot()
    }

    /// Returns the interrupt, for signal handlers. Raising it stops the work at once: the current generation is dropped
    /// (a resumed session computes it again), the session is checkpointed and the job ends. A job that waits for a
    /// command does not react to it; [`Job::finish`] ends both.
    #[must_use]
    pub fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    /// Stops the job at once and waits for its end. Returns the error that ended it, if any.
    pub fn finish(mut self) -> Option<Error> {
        self.interrupt.raise();
        self.send(Command::Stop);
        self.thread.take().and_then(|thread| thread.join().ok().flatten())
    }
}

#[cfg(test)]
mod tests;
