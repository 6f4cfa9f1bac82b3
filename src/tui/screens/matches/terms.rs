//! How a match is to be played, as the form keeps it from one to the next.

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

/// How a match is to be played; [`MatchConfig`] says what each part means.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Terms {
    pub(crate) event: Event,
    pub(crate) games: u64,
    pub(crate) control: Control,
    pub(crate) openings: Option<PathBuf>,
    /// The rules; those of Chess960 hold for standard openings too.
    pub(crate) variant: Variant,
    pub(crate) order: Order,
    pub(crate) seed: u64,
    pub(crate) sprt: Option<Sprt>,
    pub(crate) adjudication: Adjudication,
    /// Folders of Syzygy tables.
    pub(crate) tablebases: Option<String>,
    pub(crate) margin: u64,
    /// The transposition table of each player, MiB.
    pub(crate) hash: usize,
    /// Whether PGN says more of each move's search.
    pub(crate) pgn_detail: bool,
    /// Games at a time; `None` for the usual number.
    pub(crate) threads: Option<usize>,
}

/// Games of each pairing, and nodes a move, at first: a match of organisms that takes minutes.
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
    /// The games of each pairing, for so many openings.
    pub(crate) fn demand(&self, openings: Option<u64>) -> Demand {
        Demand { games: self.games, control: self.control, tested: self.sprt.is_some(), openings }
    }

    /// The match of these players.
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
