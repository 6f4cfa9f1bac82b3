//! How long engines are waited for.

use std::time::Duration;

/// How long an engine may take for what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// From its start to the end of the handshake.
    pub start: Duration,
    /// Until it has done what it was told; large tables are cleared and tablebases opened meanwhile.
    pub ready: Duration,
    /// A search without a limit of time may tell nothing new of itself for so long.
    pub silence: Duration,
    /// A search may overrun its time by so much until it is told to stop.
    pub margin: Duration,
    /// From being told to stop to its move.
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
