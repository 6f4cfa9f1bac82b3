//! The settings of a match, which the form remembers for the next one.

use std::path::PathBuf;

use crate::arena::control::Control;
use crate::arena::game::Adjudication;
use crate::arena::opening::Order;
use crate::arena::plan::Event;
use crate::arena::statistics::sprt::Sprt;
use crate::arena::supply::Demand;
use crate::arena::tournament::{HASH, MARGIN};
use crate::director::{Candidate, MatchConfig};
use crate::positions::Variant;

/// The settings of a match without its players. [`MatchConfig`] describes the fields.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Terms {
    pub(crate) event: Event,
    pub(crate) games: u64,
    pub(crate) control: Control,
    pub(crate) openings: Option<PathBuf>,
    /// The rules. Standard openings can be played under the rules of Chess960.
    pub(crate) variant: Variant,
    pub(crate) order: Order,
    pub(crate) seed: u64,
    pub(crate) sprt: Option<Sprt>,
    pub(crate) adjudication: Adjudication,
    /// Folders of Syzygy tablebases, separated as in `PATH`.
    pub(crate) tablebases: Option<String>,
    pub(crate) margin: u64,
    /// The size of each player's transposition table, in MiB.
    pub(crate) hash: usize,
    /// Whether PGN has detailed comments on each move's search.
    pub(crate) pgn_detail: bool,
    /// The number of concurrent games; `None` for [`usual_threads`](crate::director::usual_threads).
    pub(crate) threads: Option<usize>,
}

/// The defaults for the games of each pairing and the nodes per move: a match of organisms takes minutes.
const GAMES: u64 = 100;
const NODES: u64 = 10_000;

impl Default for Terms {
    fn default() -> Terms {
        Terms {
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
            hash: HASH,
            pgn_detail: false,
            threads: None,
        }
    }
}

impl Terms {
    /// Returns the demand for openings, given the number of available ones.
    pub(crate) fn demand(&self, openings: Option<u64>) -> Demand {
        Demand { games: self.games, control: self.control, tested: self.sprt.is_some(), openings }
    }

    /// Returns the configuration of a match between these players.
    pub(crate) fn config(&self, players: Vec<Candidate>) -> MatchConfig {
        MatchConfig {
            players,
            event: self.event,
            games: self.games,
            control: self.control,
            margin: self.margin,
            adjudication: self.adjudication,
            tablebases: self.tablebases.clone(),
            variant: self.variant,
            openings: self.openings.clone(),
            order: self.order,
            seed: self.seed,
            sprt: self.sprt,
            pgn_detail: self.pgn_detail,
        }
    }
}
