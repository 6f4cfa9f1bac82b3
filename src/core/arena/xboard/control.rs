//! Limits in the xboard protocol: those sent once, and the clocks.

use std::time::Duration;

use super::quirks::Quirks;
use crate::engine::search::{Limits, Time};

/// The time for a search without a time limit: almost three hours. Its milliseconds fit into a signed 32-bit integer.
const UNLIMITED: Duration = Duration::from_secs(10_000);

/// The distribution of the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TimeMode {
    /// A clock for the whole game, or for a number of moves.
    Clock { moves: Option<u32>, increment: Duration },
    /// A time for each move.
    Move(Duration),
}

/// The limits that are sent when they change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Control {
    mode: TimeMode,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Control {
    pub(super) fn new(limits: &Limits) -> Control {
        let mode = match limits.time {
            Time::Unlimited => TimeMode::Move(UNLIMITED),
            Time::Move(time) => TimeMode::Move(time),
            Time::Clock { increment, moves_to_go, .. } => TimeMode::Clock { moves: moves_to_go, increment },
        };
        Control { mode, depth: limits.depth, nodes: limits.nodes }
    }

    /// Returns whether these limits need not be sent after `sent`. The engine itself counts the moves of its time
    /// control.
    pub(super) fn continues(&self, sent: &Control) -> bool {
        let mode = match (self.mode, sent.mode) {
            (TimeMode::Clock { moves, increment }, TimeMode::Clock { moves: all, increment: same }) => {
                increment == same && moves.is_some() == all.is_some() && moves <= all
            }
            (mode, sent) => mode == sent,
        };
        mode && self.depth == sent.depth && self.nodes == sent.nodes
    }

    /// Returns whether a limit must be removed. According to the protocol `new` does that, but in many engines it does
    /// not.
    pub(super) fn removes_limit(&self, sent: &Control) -> bool {
        let mode_removed = matches!((self.mode, sent.mode), (TimeMode::Clock { .. }, TimeMode::Move(_)));
        mode_removed
            || sent.depth.is_some() && self.depth.is_none()
            || sent.nodes.is_some() && self.nodes.is_none()
    }

    /// Returns the commands. A clock has the time left in `limits`.
    pub(super) fn commands(&self, limits: &Limits, quirks: &Quirks) -> Vec<String> {
        let mode = match self.mode {
            TimeMode::Clock { moves, increment } => {
                let left = if let Time::Clock { left, .. } = limits.time { left } else { Duration::ZERO };
                let seconds = if quirks.fractions {
                    increment.as_secs_f64().to_string()
                } else {
                    increment.as_secs().to_string()
                };
                format!("level {} {} {seconds}", moves.unwrap_or(0), base(left))
            }
            TimeMode::Move(time) if quirks.fractions => format!("st {}", time.as_secs_f64()),
            TimeMode::Move(time) => format!("st {}", whole(time)),
        };
        let depth = self.depth.map(|depth| match &quirks.depth {
            Some(command) => command.with(depth.into()),
            None => format!("sd {depth}"),
        });
        let nodes = self.nodes.zip(quirks.nodes.as_ref()).map(|(nodes, command)| command.with(nodes));
        [Some(mode), depth, nodes].into_iter().flatten().collect()
    }
}

/// Returns the seconds, rounded up, at least one.
fn whole(time: Duration) -> u64 {
    (time.as_secs() + u64::from(time.subsec_nanos() > 0)).max(1)
}

/// Formats the base time of `level`: minutes, and seconds if there are any.
fn base(time: Duration) -> String {
    match (whole(time) / 60, whole(time) % 60) {
        (minutes, 0) => minutes.to_string(),
        (minutes, seconds) => format!("{minutes}:{seconds:02}"),
    }
}

/// Returns the arguments of `time` and `otim`: the clocks of the mover and the opponent, in centiseconds. An unknown
/// opponent's clock is replaced by the mover's.
pub(super) fn clocks(limits: &Limits) -> (u128, u128) {
    let centiseconds = |time: Duration| (time.as_millis() / 10).max(1);
    let own = |time: Duration| centiseconds(time.saturating_sub(limits.overhead));
    match limits.time {
        Time::Unlimited => (centiseconds(UNLIMITED), centiseconds(UNLIMITED)),
        Time::Move(time) => (own(time), own(time)),
        Time::Clock { left, opponent, .. } => {
            (own(left), opponent.map_or_else(|| own(left), |clock| centiseconds(clock.left)))
        }
    }
}
