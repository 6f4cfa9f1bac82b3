//! Checks whether an engine keeps its protocol, for its author: each check says what was seen and what to do.
//!
//! [`examine`] starts the engine as a match does, with the same deadlines and caps. The checks of a protocol are a table of
//! its client (`Subject::CHECKS`). A check that ends with a fault fails, and the next one has a new process. What every
//! check hears is kept in `Heard`, which later checks judge.

mod heard;
mod play;
mod runner;

use std::time::Duration;

pub(in crate::arena) use self::heard::Heard;
pub(in crate::arena) use self::play::{
    MIDDLE_GAME, game, game_of, gave_up, limited, special_moves, stopped_after, timed,
};
pub(in crate::arena) use self::runner::{Finding, Row, Subject};
use super::{Fault, Patience, PlayerError, PlayerFactory, Setup, uci, xboard};
use crate::engine::search::Signal;

/// The verdict of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The engine does what the protocol demands.
    Passed,
    /// It deviates, but matches can be played.
    Warning,
    /// It fails in matches.
    Failed,
    /// The check could not be made, or does not apply.
    Skipped,
}

impl Verdict {
    /// Returns the verdict as a word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Passed => "passed",
            Verdict::Warning => "warning",
            Verdict::Failed => "failed",
            Verdict::Skipped => "skipped",
        }
    }
}

/// A check and what it found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// What is checked.
    pub name: &'static str,
    /// The verdict.
    pub verdict: Verdict,
    /// What was seen.
    pub seen: String,
    /// What the author can do; empty if nothing is wrong.
    pub advice: &'static str,
    /// The last lines between the engine and Eyas, after a fault.
    pub lines: Vec<String>,
}

/// The longest times that the checks wait for an engine. They are shorter than those of a match, because a check is repeated
/// more easily than a game.
fn patience() -> Patience {
    Patience {
        ready: Duration::from_secs(10),
        silence: Duration::from_secs(10),
        // More than a busy machine delays a move.
        margin: Duration::from_secs(3),
        stop: Duration::from_secs(2),
        ..Patience::default()
    }
}

/// Returns the protocol of a player; `None` for an organism, which has none.
#[must_use]
pub fn protocol(factory: &PlayerFactory) -> Option<&'static str> {
    match factory {
        PlayerFactory::Organism { .. } => None,
        PlayerFactory::Pooled(engine) => protocol(engine.factory()),
        PlayerFactory::Uci(_) => Some("UCI"),
        PlayerFactory::Xboard(_) => Some("xboard"),
    }
}

/// Returns the number of checks of a player.
#[must_use]
pub fn count(factory: &PlayerFactory) -> u64 {
    match factory {
        PlayerFactory::Organism { .. } => 0,
        PlayerFactory::Pooled(engine) => count(engine.factory()),
        PlayerFactory::Uci(_) => runner::count::<uci::Client>(),
        PlayerFactory::Xboard(_) => runner::count::<xboard::Client>(),
    }
}

/// Makes all checks of an engine, in order, and passes each to `listen`. A stopped `signal` ends them, and those that are left
/// are missing. An organism has no checks.
///
/// # Errors
/// Returns an error if the program cannot be started.
pub fn examine(
    factory: &PlayerFactory,
    signal: &Signal,
    listen: &mut dyn FnMut(&Check),
) -> Result<Vec<Check>, PlayerError> {
    match factory {
        PlayerFactory::Organism { .. } => Ok(Vec::new()),
        PlayerFactory::Pooled(engine) => examine(engine.factory(), signal, listen),
        PlayerFactory::Uci(setup) => {
            let setup = Setup { patience: patience(), ..setup.clone() };
            let other = || xboard::Client::answers(&setup, signal);
            runner::run::<uci::Client>(&setup, signal, &other, listen)
        }
        PlayerFactory::Xboard(setup) => {
            let setup = Setup { patience: patience(), ..setup.clone() };
            let other = || uci::Client::start(&setup, signal).is_ok();
            runner::run::<xboard::Client>(&setup, signal, &other, listen)
        }
    }
}

/// Returns what an author can do about a fault; `None` if the check knows better.
fn advice(fault: &Fault) -> Option<&'static str> {
    Some(match fault {
        Fault::Deaf => "read standard input all the time, also during a search: on a thread of its own",
        Fault::EndlessLine(_) | Fault::Spam(_) => {
            "end each line with a line break, and write a line only if it has news"
        }
        Fault::Exited(_) => "do not end before quit; --json has the last lines between the engine and Eyas",
        Fault::Mute => "keep standard output open until quit",
        Fault::Late { .. } => {
            "check the clock more often during a search, and keep a reserve for the way to the match runner"
        }
        Fault::IllegalMove { .. } => {
            "write a legal move in the notation of the protocol, such as e2e4, e1g1 or e7e8q"
        }
        Fault::NoMove { .. } => "write a move whenever there is a legal one",
        Fault::BadClaim { .. } => "claim a result only after the game has ended by the rules",
        Fault::Refused { .. } => "accept every legal move and position",
        _ => return None,
    })
}
