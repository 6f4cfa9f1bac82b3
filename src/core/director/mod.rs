//! Runs matches and tournaments: validates a request, plays the games, stores every game, and provides observation and
//! control.
//!
//! ```text
//! MatchConfig ─ check ─▶ Ready ─ begin ─▶ MatchSession ─ play ─▶ arena
//!                                  ▲        │
//!                a match directory ┴─ open  └─ facts, after they were stored
//! ```
//!
//! The command line uses [`MatchSession`] directly. [`Director`] runs it on a separate thread.
//!
//! A request is checked as a whole, and each engine is started once, before anything is written. This is the only way to play a
//! match in a folder.

mod boards;
mod error;
mod match_config;
mod match_session;
mod players;
mod saved;
mod settings;
#[cfg(test)]
mod tests;
mod tournament;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

pub use boards::{Board, Thought};
pub(crate) use boards::{BoardObserver, Boards};
pub use error::Error;
pub use match_config::{Header, MatchConfig, Ready};
pub use match_session::{Fact, MatchSession, Review, games_pgn};
pub use players::{Candidate, PlayerSource};
pub use saved::{Saved, saved};
pub use settings::{LIMITS, SETTINGS, setting};
pub use tournament::TournamentError;

use crate::arena::control::Control;
use crate::arena::game::Record;
use crate::arena::matches::{Finish, GameService};
use crate::arena::plan::Fixture;
use crate::arena::settings::MatchSettings;
use crate::arena::steering::Steering;
use crate::session::{Games, MatchFolder};
use crate::threads::{Interrupt, cores};

/// Returns the default number of concurrent games: one for timed games, so that games do not compete for time, and
/// otherwise one per core.
#[must_use]
pub fn usual_threads(control: Control) -> usize {
    if control.is_timed() { 1 } else { cores() }
}

/// A request to a director.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The directory of the match.
    pub folder: PathBuf,
    /// The match to start; `None` to resume the one in the directory.
    pub begin: Option<Box<MatchConfig>>,
    /// The number of concurrent games; `None` for [`usual_threads`].
    pub threads: Option<usize>,
    /// Whether the match starts paused, see [`Director::pause`].
    pub paused: bool,
}

/// A report of a director.
#[derive(Debug)]
pub enum Report {
    /// The match is open.
    Opened {
        /// The directory.
        folder: PathBuf,
        /// The settings.
        settings: Box<MatchSettings>,
        /// The finished games.
        games: Games,
        /// The number of concurrent games.
        threads: usize,
    },
    /// A game is over.
    Over(Fixture, Box<Record>),
    /// A player caused a fault and will be restarted. The text names both.
    Fault(Fixture, String),
    /// A warning before the first game.
    Warning(String),
    /// The match is complete or was stopped. The path is the PGN file of its games.
    Ended(Finish, PathBuf),
    /// The match cannot continue. The text contains the reason and a remedy.
    Failed(String),
}

/// The report of a panic.
const INTERNAL_ERROR: &str =
    "The match stopped because of an internal error. All finished games are saved; resume the match";

struct Shared {
    steering: Steering,
    interrupt: Interrupt,
    boards: Boards,
    reports: Mutex<Vec<Report>>,
    wake: Box<dyn Fn() + Send + Sync>,
}

impl Shared {
    fn report(&self, report: Report) {
        self.reports.lock().unwrap_or_else(PoisonError::into_inner).push(report);
        (self.wake)();
    }

    /// Runs the match.
    fn work(&self, request: Request) -> Result<(), Error> {
        let Request { folder, begin, threads, .. } = request;
        let (mut match_session, games) = match begin {
            Some(config) => (MatchSession::begin(&folder, config.check(&self.interrupt)?)?, Games::new()),
            None => (MatchSession::open(&folder)?, MatchFolder::read::<Header>(&folder)?.1),
        };
        if threads.is_none() {
            self.steering.set_threads(usual_threads(match_session.settings().timing()));
        }
        self.report(Report::Opened {
            folder: match_session.folder().to_owned(),
            settings: Box::new(match_session.settings().clone()),
            games,
            threads: self.steering.threads(),
        });
        let observer = BoardObserver { boards: &self.boards, wake: &*self.wake };
        let played = match_session.play(&self.steering, &self.interrupt, &observer, &mut |fact| match fact {
            Fact::Over(fixture, record) => self.report(Report::Over(fixture, Box::new(record.clone()))),
            Fact::Fault(fixture, player, error) => {
                tracing::warn!(game = fixture.game + 1, %player, fault = %error.fault, "an engine failed in a game");
                self.report(Report::Fault(fixture, format!("{player}: {}", error.fault)));
            }
            Fact::Warning(text) => self.report(Report::Warning(text.to_owned())),
        });
        let pgn = match_session.write_pgn(&match_session.review()?.pgn)?;
        let finish = played?;
        tracing::info!(?finish, pgn = %pgn.display(), "match ended");
        self.report(Report::Ended(finish, pgn));
        Ok(())
    }
}

/// A match on a separate thread. On drop the match stops and can be resumed later.
pub struct Director {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Director {
    /// Starts a match. With a service, games are played elsewhere as well, if all players can play there. Other threads call `wake` for every new report and every change on a board, so it must return
    /// quickly. All errors are reports.
    #[must_use]
    pub fn start(
        request: Request,
        service: Option<Arc<dyn GameService>>,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Director {
        let steering = Steering::new(request.threads.unwrap_or(1)).served_if_possible(service);
        steering.pause(request.paused);
        let shared = Arc::new(Shared {
            steering,
            interrupt: Interrupt::default(),
            boards: Boards::default(),
            reports: Mutex::default(),
            wake: Box::new(wake),
        });
        let thread_shared = Arc::clone(&shared);
        let work = move || match catch_unwind(AssertUnwindSafe(|| thread_shared.work(request))) {
            Ok(Ok(())) => {}
            Ok(Err(error)) => thread_shared.report(Report::Failed(error.to_string())),
            Err(_) => thread_shared.report(Report::Failed(INTERNAL_ERROR.to_owned())),
        };
        let thread = Builder::new().name("eyas-director".to_owned()).spawn(work);
        if let Err(error) = &thread {
            shared.report(Report::Failed(format!("cannot start a thread: {error}")));
        }
        Director { shared, thread: thread.ok() }
    }

    /// Pauses every game before its next move, or resumes all games.
    pub fn pause(&self, paused: bool) {
        self.shared.steering.pause(paused);
    }

    /// Sets the number of concurrent games, at least one.
    pub fn set_threads(&self, threads: usize) {
        self.shared.steering.set_threads(threads);
    }

    /// Stops the match. [`Report::Ended`] follows. Games in progress start again when the match is resumed.
    pub fn stop(&self) {
        self.shared.interrupt.raise();
    }

    /// Returns the reports since the last call.
    #[must_use]
    pub fn take(&self) -> Vec<Report> {
        std::mem::take(&mut self.shared.reports.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the current boards.
    #[must_use]
    pub fn boards(&self) -> Vec<Board> {
        self.shared.boards.look()
    }
}

impl Drop for Director {
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            // A panic was already caught and reported.
            let _ = thread.join();
        }
    }
}
