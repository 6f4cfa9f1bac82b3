//! The settings of a match, which the form remembers for the next one.

use crate::arena::control::Control;
use crate::arena::game::Adjudication;
use crate::arena::opening::Order;
use crate::arena::plan::Event;
use crate::arena::supply::Demand;
use crate::arena::tournament::{HASH, MARGIN};
use crate::director::{Candidate, MatchConfig};
use crate::positions::Variant;

/// The settings of a match.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Terms {
    /// The settings, without players.
    pub(crate) config: MatchConfig,
    /// The size of each player's transposition table, in MiB.
    pub(crate) hash: usize,
    /// The number of concurrent games; `None` for [`usual_threads`](crate::director::usual_threads).
    pub(crate) threads: Option<usize>,
}

/// The defaults for the games of each pairing and the nodes per move: a match of organisms takes minutes.
const GAMES: u64 = 100;
const NODES: u64 = 10_000;

impl Default for Terms {
    fn default() -> Terms {
        let config = MatchConfig {
            players: Vec::new(),
            event: Event::RoundRobin,
            games: GAMES,
            control: Control::Nodes(NODES),
            openings: None,
            variant: Variant::Standard,
            order: Order::Random,
            seed: 1,
            sprt: None,
            adjudication: Adjudication::default(),
            tablebases: None,
            margin: MARGIN,
            pgn_detail: false,
        };
        Terms { config, hash: HASH, threads: None }
    }
}

impl Terms {
    /// Returns the demand for openings, given the number of available ones.
    pub(crate) fn demand(&self, openings: Option<u64>) -> Demand {
        let MatchConfig { games, control, sprt, .. } = self.config;
        Demand { games, control, tested: sprt.is_some(), openings }
    }

    /// Returns the configuration of a match between these players.
    pub(crate) fn config(&self, players: Vec<Candidate>) -> MatchConfig {
        MatchConfig { players, ..self.config.clone() }
    }
}
