//! Timeouts for external engines.

use std::time::Duration;

/// How long Eyas waits for an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// From the start of the process to the end of the handshake.
    pub start: Duration,
    /// Until it has processed its commands. Meanwhile it may clear large tables and open tablebases.
    pub ready: Duration,
    /// The longest time without new search information in a search without a time limit.
    pub silence: Duration,
    /// The time by which a search may exceed its limit and the margin of the game before it receives a stop command. Also
    /// the time in which a move may follow a claim that the game is over.
    pub margin: Duration,
    /// From the stop command to the move.
    pub stop: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            start: Duration::from_secs(10),
            ready: Duration::from_secs(60),
            silence: Duration::from_secs(120),
            margin: Duration::from_secs(1),
            stop: Duration::from_secs(5),
        }
    }
}
