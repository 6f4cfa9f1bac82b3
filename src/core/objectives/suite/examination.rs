//! The comparison of a tuned search with the untuned one.

use serde::{Deserialize, Serialize};

/// The result of a search on a test suite.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Nodes until the best moves were found. A position that was not solved counts with the node limit.
    pub nodes: u64,
    /// Number of positions solved.
    pub found: u64,
}

impl Tally {
    /// Computes the tally from the nodes of each position (0: not solved) and the node limit.
    #[must_use]
    pub fn of(nodes: &[u32], limit: u32) -> Tally {
        let counted = |&nodes: &u32| u64::from(if nodes == 0 { limit } else { nodes });
        let found = nodes.iter().filter(|&&nodes| nodes > 0).count() as u64;
        Tally { nodes: nodes.iter().map(counted).sum(), found }
    }
}

/// The positions that do not distinguish some organisms by whether they are solved.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Solved {
    /// Number of positions that no organism solved.
    pub by_none: usize,
    /// Number of positions that all organisms solved.
    pub by_all: usize,
}

impl Solved {
    /// Counts the positions, given the nodes of each organism for each position (0: not solved).
    #[must_use]
    pub fn of<'a>(organisms: impl IntoIterator<Item = &'a Vec<u32>>) -> Solved {
        let mut counts: Vec<usize> = Vec::new();
        let mut all = 0;
        for nodes in organisms {
            all += 1;
            counts.resize(counts.len().max(nodes.len()), 0);
            for (count, nodes) in counts.iter_mut().zip(nodes) {
                *count += usize::from(*nodes > 0);
            }
        }
        let by = |wanted: usize| counts.iter().filter(|count| **count == wanted).count();
        Solved { by_none: by(0), by_all: by(all) }
    }
}

/// Compares a tuned search with the untuned one on one test suite, after a run is complete.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Examination {
    /// The suite's name.
    pub suite: String,
    /// Number of positions searched.
    pub positions: u64,
    /// Whether the search was tuned on these positions.
    pub trained: bool,
    /// Whether these are the quiet positions that were searched besides the suite.
    #[serde(default, skip_serializing_if = "crate::evolution::setting::is_default")]
    pub quiet: bool,
    /// The result of the champion.
    pub champion: Tally,
    /// The result of the same evaluation with the search of the organism `reference`.
    pub untuned: Tally,
    /// Training positions only: the nodes of the untuned search for each position, 0 if it did not find the best move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub untuned_nodes: Vec<u32>,
}
