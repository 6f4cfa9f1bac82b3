//! Long work in the background: takes commands, emits owned reports, knows nothing of screens.
//!
//! ```text
//! Job ── Command ──▶ worker (own thread) ── tasks ──▶ pool of threads
//!  ▲                   │        └── facts ──▶ session (journal)
//!  └── Inbox ◀─ Fact, Progress
//! ```
//!
//! The worker opens the session, builds the fitness functions, and then obeys commands between
//! generations. A fact is journaled before it is reported. When the worker waits for a command it
//! blocks; when it ends, by success, error or panic, the inbox is closed.

mod champion;
mod coevolution;
mod error;
mod export;
mod founders;
mod grandmaster;
mod hall;
mod judge;
mod mend;
mod mentor;
mod opening;
mod pace;
pub mod report;
mod sets;
mod source;
mod stages;
mod tuning;
mod watch;
mod worker;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{SendError, Sender, channel};
use std::thread::{Builder, JoinHandle};

pub(crate) use champion::keep;
pub use champion::{best_champion, results};
pub use error::Error;
pub use export::{export, export_champion, organism_of};
pub use founders::{FounderError, champions, founders};
pub use hall::Playing;
pub use mend::{Mended, mend};
pub use source::{Built, Examiner, FitnessSource, Role, SourceError};

use crate::evolution::settings::EvolutionSettings;
use crate::threads::Interrupt;
use hall::Hall;
use report::{Command, Inbox, Outbox, mailbox};

/// Whether a session is begun or gone on with.
#[derive(Debug, Clone, PartialEq)]
pub enum Opening {
    /// Begin a new session with these settings; the folder must not hold one.
    New(Box<EvolutionSettings>),
    /// Go on with the session in the folder.
    Resume,
}

/// What a job is to do.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The session's folder.
    pub folder: PathBuf,
    /// Begin or go on.
    pub opening: Opening,
    /// Worker threads; 0 for one each core.
    pub threads: usize,
    /// Folder of cached quiescence trees; `None` for the user's cache folder.
    pub cache: Option<PathBuf>,
    /// Start evolving at once (the command line does) or wait for a command (the workbench does).
    pub running: bool,
}

/// A job on its own thread. Dropping it stops the thread after the generation in work.
pub struct Job {
    commands: Sender<Command>,
    inbox: Inbox,
    /// For what a person should know after the thread's end.
    outbox: Outbox,
    interrupt: Interrupt,
    hall: Arc<Hall>,
    thread: Option<JoinHandle<Option<Error>>>,
}

impl Job {
    /// Starts a job. `wake` is called from the job's thread whenever a report arrives. Errors, even of the
    /// very start, arrive as reports.
    pub fn start(request: Request, wake: impl Fn() + Send + Sync + 'static) -> Job {
        Job::start_with(request, stages::ByStage::default(), wake)
    }

    /// Starts a job with a fitness source of one's own, otherwise as [`Job::start`].
    pub fn start_with(
        request: Request,
        source: impl FitnessSource + 'static,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Job {
        let (outbox, inbox) = mailbox(wake);
        let (commands, receiver) = channel();
        let interrupt = Interrupt::default();
        let raised = interrupt.clone();
        let reports = outbox.clone();
        let hall = Arc::new(Hall::default());
        let shown = Arc::clone(&hall);
        let thread = Builder::new()
            .name("eyas-job".to_owned())
            .spawn(move || worker::run(&request, Box::new(source), receiver, &reports, &shown, &raised));
        let thread = thread.map_err(|cause| worker::report(&outbox, &Error::Thread(cause))).ok();
        Job { commands, inbox, outbox, interrupt, hall, thread }
    }

    /// Sends a command. One that comes after the job's end is ignored; of a plant a warning says so.
    pub fn send(&self, command: Command) {
        // The receiver is gone when the job has ended; there is nothing left to command then.
        if let Err(SendError(command)) = self.commands.send(command) {
            worker::too_late(&self.outbox, &command);
        }
    }

    /// Where the reports arrive.
    #[must_use]
    pub fn inbox(&self) -> &Inbox {
        &self.inbox
    }

    /// What is played, where the organisms play each other. The inbox's reader is woken now and then while it changes.
    #[must_use]
    pub fn playing(&self) -> Playing {
        self.hall.look()
    }

    /// Stops the work in hand at once when raised, for signal handlers: the generation in work is dropped
    /// (resuming computes it again), the session is checkpointed, the job ends. A job that waits for a
    /// command does not see it; [`Job::finish`] ends either.
    #[must_use]
    pub fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    /// Stops the job, at once, and waits for its end. What ended it, where that was an error.
    pub fn finish(mut self) -> Option<Error> {
        self.interrupt.raise();
        self.send(Command::Stop);
        self.thread.take().and_then(|thread| thread.join().ok().flatten())
    }
}

#[cfg(test)]
mod tests;
