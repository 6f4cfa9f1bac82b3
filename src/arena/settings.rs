//! What a match or a tournament is: all that decides its games.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::control::Control;
use super::game::{Adjudication, Rules};
use super::opening::Order;
use super::plan::{Event, Plan};
use super::statistics::sprt::Sprt;
use super::supply::Demand;
use crate::engine::search::SearchMode;
use crate::engine::tablebases::{TablebaseError, Tablebases};
use crate::positions::Variant;

/// A match or a tournament.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContestSettings {
    /// The players; at least two.
    pub players: Vec<ContestPlayer>,
    /// Who meets whom.
    pub event: Event,
    /// Games of each pairing, an odd number being rounded up.
    pub games: u64,
    /// What limits the moves.
    pub control: Control,
    /// By how many milliseconds a clock may be overrun.
    pub margin: u64,
    /// When games end early.
    pub adjudication: Adjudication,
    /// Folders of Syzygy tables whose results end games, separated as the system's paths are.
    #[serde(default)]
    pub tablebases: Option<String>,
    /// The rules. A position of Chess960 among the openings is played as one in standard chess too.
    #[serde(default)]
    pub variant: Variant,
    /// The openings.
    pub openings: OpeningSource,
    /// In which order they come.
    pub order: Order,
    /// Names the random streams of the openings.
    pub seed: u64,
    /// A test that may end a match of two players.
    pub sprt: Option<Sprt>,
    /// Whether games keep what detailed PGN says of each move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pgn_detail: bool,
}

/// A player of a contest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContestPlayer {
    /// What it is called in tables and PGN.
    pub name: String,
    /// Who it is, as the command line names players.
    pub spec: String,
    /// Its transposition table, MiB.
    pub hash: usize,
    /// Whose search an organism plays with; `None`: the richest it has, and engines have their own.
    pub search: Option<SearchMode>,
    /// Options of an engine.
    pub options: Vec<(String, String)>,
    /// BLAKE3 of an organism's parameters, in hexadecimal: what it is, whatever becomes of its file.
    pub blake3: Option<String>,
}

/// Where openings come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningSource {
    /// The file; `None`: the embedded openings of the variant.
    pub file: Option<String>,
    /// BLAKE3 of the openings, in hexadecimal.
    pub blake3: String,
    /// How many there are; `None` for a Polyglot book, and in matches that were begun before this was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
}

impl ContestSettings {
    /// The games: with a test no more than there are openings for.
    #[must_use]
    pub fn plan(&self) -> Plan {
        Plan::new(self.event, self.players.len(), self.demand().most())
    }

    /// The games of each pairing, and what they need.
    #[must_use]
    pub fn demand(&self) -> Demand {
        let ContestSettings { games, control, .. } = *self;
        Demand { games, control, tested: self.sprt.is_some(), openings: self.openings.count }
    }

    /// How its games are played.
    ///
    /// # Errors
    /// When its tablebases cannot be had.
    pub fn rules(&self) -> Result<Rules, TablebaseError> {
        let tablebases = self.tablebases.as_deref().map(Tablebases::open_all).transpose()?;
        Ok(Rules {
            control: self.control,
            margin: Duration::from_millis(self.margin),
            adjudication: self.adjudication,
            tablebases: tablebases.map(Arc::new),
            detail: self.pgn_detail,
        })
    }
}
