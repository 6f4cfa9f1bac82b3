//! The settings of a match, which the form remembers for the next one.

use crate::director::MatchConfig;

/// The settings of a match.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Terms {
    /// The settings, without players.
    pub(crate) config: MatchConfig,
    /// The number of concurrent games; `None` for [`usual_threads`](crate::director::usual_threads).
    pub(crate) threads: Option<usize>,
}
