//! The director of matches and tournaments: checks what is proposed, has it played, writes every game down, and lets
//! others watch and steer.
//!
//! ```text
//! Proposal ─ check ─▶ Ready ─ begin ─▶ Proceedings ─ play ─▶ arena
//!                                  ▲        │
//!              a contest's folder ─┴─ open  └─ facts, after they were written down
//! ```
//!
//! [`Proceedings`] is all that the command line needs. [`Director`] is the same on a thread of its own.

mod boards;
mod error;
mod players;
mod proceedings;
mod proposal;
mod saved;
#[cfg(test)]
mod tests;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

pub use boards::{Board, Thought};
pub(crate) use boards::{Boards, Shown};
pub use error::Error;
pub use players::{Candidate, Who};
pub use proceedings::{Fact, Proceedings};
pub use proposal::{Header, Proposal, Ready};
pub use saved::{Saved, saved};

use crate::arena::contest::Finish;
use crate::arena::control::Control;
use crate::arena::game::Record;
use crate::arena::plan::Fixture;
use crate::arena::settings::ContestSettings;
use crate::arena::steering::Steering;
use crate::session::Games;
use crate::threads::Interrupt;

/// How many games are played at a time unless somebody says otherwise: one where time is a limit, so that no game takes
/// the other's; otherwise one each core.
#[must_use]
pub fn usual_threads(control: Control) -> usize {
    if control.is_timed() { 1 } else { std::thread::available_parallelism().map_or(1, usize::from) }
}

/// What a director is to do.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The contest's folder.
    pub folder: PathBuf,
    /// What is to begin there; `None` to go on with what is there.
    pub begin: Option<Box<Proposal>>,
    /// How many games at a time; `None`: [`usual_threads`].
    pub threads: Option<usize>,
    /// Whether it waits for [`Director::pause`] before the first move.
    pub paused: bool,
}

/// What a director tells.
#[derive(Debug)]
pub enum Report {
    /// The contest is open: what it is, and the games that are over.
    Opened {
        /// Its folder.
        folder: PathBuf,
        /// All that decides its games.
        settings: Box<ContestSettings>,
        /// They.
        games: Games,
        /// How many are played at a time.
        threads: usize,
    },
    /// A game is over.
    Over(Fixture, Box<Record>),
    /// A player was at fault: which, and what it did; it is started again.
    Fault(Fixture, String),
    /// What a person should know before the first game.
    Warning(String),
    /// It came to its end, or was stopped; its games are in this file.
    Ended(Finish, PathBuf),
    /// It cannot go on: what, where, what to do.
    Failed(String),
}

struct Shared {
    steering: Steering,
    interrupt: Interrupt,
    boards: Boards,
    reports: Mutex<Vec<Report>>,
    wake: Box<dyn Fn() + Send + Sync>,
}

impl Shared {
    fn tell(&self, report: Report) {
        self.reports.lock().unwrap_or_else(PoisonError::into_inner).push(report);
        (self.wake)();
    }

    /// All that a director does.
    fn work(&self, request: Request) -> Result<(), Error> {
        let Request { folder, begin, threads, .. } = request;
        let mut proceedings = match begin {
            Some(proposal) => Proceedings::begin(&folder, proposal.check(&self.interrupt)?)?,
            None => Proceedings::open(&folder)?,
        };
        if threads.is_none() {
            self.steering.set_threads(usual_threads(proceedings.settings().control));
        }
        self.tell(Report::Opened {
            folder: proceedings.folder().to_owned(),
            settings: Box::new(proceedings.settings().clone()),
            games: proceedings.games().clone(),
            threads: self.steering.threads(),
        });
        let audience = Shown { boards: &self.boards, wake: &*self.wake };
        let played = proceedings.play(&self.steering, &self.interrupt, &audience, &mut |fact| match fact {
            Fact::Over(fixture, record) => self.tell(Report::Over(fixture, Box::new(record.clone()))),
            Fact::Fault(fixture, player, error) => {
                self.tell(Report::Fault(fixture, format!("{player}: {}", error.fault)));
            }
            Fact::Warning(text) => self.tell(Report::Warning(text.to_owned())),
        });
        let pgn = proceedings.write_pgn(&proceedings.pgn())?;
        self.tell(Report::Ended(played?, pgn));
        Ok(())
    }
}

/// A contest on a thread of its own. Dropping it stops the contest; it can be gone on with.
pub struct Director {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Director {
    /// Begins. `wake` is called, briefly, from other threads whenever there is something to take or to see. Errors, even of
    /// the very start, are reports.
    #[must_use]
    pub fn start(request: Request, wake: impl Fn() + Send + Sync + 'static) -> Director {
        let steering = Steering::new(request.threads.unwrap_or(1));
        steering.pause(request.paused);
        let shared = Arc::new(Shared {
            steering,
            interrupt: Interrupt::default(),
            boards: Boards::default(),
            reports: Mutex::default(),
            wake: Box::new(wake),
        });
        let own = Arc::clone(&shared);
        let work = move || match catch_unwind(AssertUnwindSafe(|| own.work(request))) {
            Ok(Ok(())) => {}
            Ok(Err(error)) => own.tell(Report::Failed(error.to_string())),
            Err(_) => own.tell(Report::Failed(
                "The match failed unexpectedly. Every game that was over is written down: go on with it"
                    .to_owned(),
            )),
        };
        let thread = Builder::new().name("eyas-director".to_owned()).spawn(work);
        if let Err(error) = &thread {
            shared.tell(Report::Failed(format!("a thread cannot be started: {error}")));
        }
        Director { shared, thread: thread.ok() }
    }

    /// Pauses every game before its next move, or goes on.
    pub fn pause(&self, paused: bool) {
        self.shared.steering.pause(paused);
    }

    /// So many games at a time from now on, at least one.
    pub fn set_threads(&self, threads: usize) {
        self.shared.steering.set_threads(threads);
    }

    /// Stops it; [`Report::Ended`] tells when that is done. Games under way are played anew when it is gone on with.
    pub fn stop(&self) {
        self.shared.interrupt.raise();
    }

    /// What was told since the last look.
    #[must_use]
    pub fn take(&self) -> Vec<Report> {
        std::mem::take(&mut self.shared.reports.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// What stands on the boards.
    #[must_use]
    pub fn boards(&self) -> Vec<Board> {
        self.shared.boards.look()
    }
}

impl Drop for Director {
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            // Its panics were caught and told.
            let _ = thread.join();
        }
    }
}
