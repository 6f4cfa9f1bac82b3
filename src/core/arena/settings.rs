//! The settings of a match or tournament, which determine its games.

use std::env;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::control::Control;
use super::game::{Adjudication, Rules};
use super::node_counts::NodeCounts;
use super::opening::Order;
use super::plan::{Fixtures, Pairing};
use super::spec::PlayerSpec;
use super::supply::Demand;
use super::time_losses::TimeLosses;
use crate::engine::search::SearchMode;
use crate::engine::tablebases::{TablebaseError, Tablebases};
use crate::positions::Variant;
use crate::statistics::sprt::Sprt;

/// The default number of games of a pairing.
pub const GAMES: u64 = 100;
/// The default time by which a move may exceed its limit, in milliseconds. It covers the delays of a move when other
/// programs use the processor. Match runners with a margin of 0 rely on the reserves of the engines, which old engines
/// lack. A machine with more running threads than cores sometimes needs 50 ms and more. No default should hide that,
/// and the latency of the match shows it.
pub const MARGIN: u64 = 20;
/// The default size of a transposition table, in MiB.
pub const HASH: usize = 16;
/// The default seed.
pub const SEED: u64 = 1;

/// The possible margins, in milliseconds.
pub const MARGINS: RangeInclusive<u64> = 0..=86_400_000;

/// The settings of a match or tournament. A request for one names its players and openings in another way, and a
/// tournament file is such a request: RON, in which fields with a default may be missing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename = "Tournament", deny_unknown_fields)]
pub struct MatchSettings<P = MatchPlayer, O = OpeningSource> {
    /// The players, at least two.
    pub players: Vec<P>,
    /// Which players meet: `RoundRobin`, or `Gauntlet`, in which the first player meets the others.
    #[serde(default)]
    pub event: Pairing,
    /// Games of each pairing. An odd number is rounded up to complete pairs.
    #[serde(default = "games")]
    pub games: u64,
    /// The limit of each move: `Clock("10+0.1")`, `MoveTime(100)` in milliseconds, `Nodes(1000)` or `Depth(8)`.
    pub control: Control,
    /// The time by which a move may exceed its limit, in milliseconds.
    #[serde(default = "margin")]
    pub margin: u64,
    /// When games end early.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// Directories of Syzygy tablebases that adjudicate games, separated as in `PATH`.
    #[serde(default)]
    pub tablebases: Option<String>,
    /// The rules. In standard chess, openings with a Chess960 position are still played as Chess960.
    #[serde(default)]
    pub variant: Variant,
    /// The openings. A request has their file, or `None` for the built-in openings of the variant.
    pub openings: O,
    /// The order of the openings.
    #[serde(default)]
    pub order: Order,
    /// The seed of the random streams of the openings.
    #[serde(default = "seed")]
    pub seed: u64,
    /// A test that can end a match of two players early.
    #[serde(default)]
    pub sprt: Option<Sprt>,
    /// Whether games record what detailed PGN contains for each move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pgn_detail: bool,
    /// The size of each player's transposition table, in MiB; `None` for [`HASH`], and if each player has its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<usize>,
}

fn games() -> u64 {
    GAMES
}

fn margin() -> u64 {
    MARGIN
}

fn seed() -> u64 {
    SEED
}

/// A player of a match or tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchPlayer {
    /// The name in tables and PGN.
    pub name: String,
    /// The player's specification, as on the command line.
    pub spec: String,
    /// The size of its transposition table, in MiB.
    pub hash: usize,
    /// The limit of its moves; `None` for that of the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<Control>,
    /// The search of an organism; `None` for engines, and for the most complete search that the organism has.
    pub search: Option<SearchMode>,
    /// Options of an engine, or of an organism's strength and style.
    pub options: Vec<(String, String)>,
    /// The BLAKE3 hash of an organism's parameters, in hexadecimal. It identifies the organism even if its file
    /// changes.
    pub blake3: Option<String>,
}

/// The source of the openings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningSource {
    /// The file; `None` for the built-in openings of the variant.
    pub file: Option<String>,
    /// The BLAKE3 hash of the openings, in hexadecimal.
    pub blake3: String,
    /// The number of openings; `None` for a Polyglot book, and in matches recorded before this field existed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
}

impl<P, O> MatchSettings<P, O> {
    /// Returns the same settings for other players and openings.
    #[must_use]
    pub fn with<Q, S>(&self, players: Vec<Q>, openings: S) -> MatchSettings<Q, S> {
        MatchSettings {
            players,
            event: self.event,
            games: self.games,
            control: self.control,
            margin: self.margin,
            adjudication: self.adjudication,
            tablebases: self.tablebases.clone(),
            variant: self.variant,
            openings,
            order: self.order,
            seed: self.seed,
            sprt: self.sprt,
            pgn_detail: self.pgn_detail,
            hash: self.hash,
        }
    }

    /// Returns the number of games of each pairing with this number of openings, and what limits it.
    #[must_use]
    pub fn demand_of(&self, openings: Option<u64>) -> Demand {
        let MatchSettings { games, control, .. } = *self;
        Demand { games, control, tested: self.sprt.is_some(), openings }
    }
}

impl MatchSettings {
    /// Returns the settings with absolute paths of players, openings and tablebases, which are found from every folder.
    #[must_use]
    pub fn absolute(mut self) -> MatchSettings {
        for player in &mut self.players {
            if let Ok(spec) = player.spec.parse::<PlayerSpec>() {
                player.spec = spec.absolute().to_string();
            }
        }
        let file = self.openings.file.take();
        self.openings.file = file.map(|file| absolute(Path::new(&file)).display().to_string());
        self.tablebases = self.tablebases.map(|folders| map_folders(&folders, absolute));
        self
    }

    /// Returns the schedule. With a test, it has no more games than the openings allow.
    #[must_use]
    pub fn plan(&self) -> Fixtures {
        Fixtures::new(self.event, self.players.len(), self.demand().most())
    }

    /// Returns the number of games of each pairing, and what limits it.
    #[must_use]
    pub fn demand(&self) -> Demand {
        Demand { control: self.timing(), ..self.demand_of(self.openings.count) }
    }

    /// Returns the limit of a player's moves.
    #[must_use]
    pub fn control_of(&self, player: usize) -> Control {
        self.players.get(player).and_then(|player| player.control).unwrap_or(self.control)
    }

    /// Returns the limit that decides whether games can be repeated: that of a player with a limited time, if there is one.
    #[must_use]
    pub fn timing(&self) -> Control {
        let mut all = (0..self.players.len()).map(|player| self.control_of(player));
        all.find(Control::is_timed).or_else(|| self.players.first()?.control).unwrap_or(self.control)
    }

    /// Returns the limit of moves as text, with the limits and tables of players that differ.
    #[must_use]
    pub fn limits(&self) -> String {
        let usual = self.players.first().map(|player| player.hash);
        let other = self.players.iter().filter_map(|player| {
            let control = player.control.map(|control| control.to_string());
            let hash = (Some(player.hash) != usual).then(|| format!("{} MiB", player.hash));
            let parts: Vec<String> = control.into_iter().chain(hash).collect();
            (!parts.is_empty()).then(|| format!("{}: {}", player.name, parts.join(", ")))
        });
        let common =
            self.players.iter().any(|player| player.control.is_none()).then(|| self.control.to_string());
        let all: Vec<String> = common.into_iter().chain(other).collect();
        all.join("; ")
    }

    /// Returns why the result of games is suspect and what to change; `None` if nothing is known against it.
    #[must_use]
    pub fn suspect(&self, losses: TimeLosses, nodes: &NodeCounts) -> Option<String> {
        let found: Vec<String> = losses.suspect(self.margin).into_iter().chain(nodes.suspect()).collect();
        (!found.is_empty()).then(|| found.join("; "))
    }

    /// Returns the rules of the games.
    ///
    /// # Errors
    /// Returns an error if the tablebases cannot be opened.
    pub fn rules(&self) -> Result<Rules, TablebaseError> {
        let tablebases = self.tablebases.as_deref().map(Tablebases::open_all).transpose()?;
        Ok(Rules {
            control: self.control,
            own: [None; 2],
            margin: Duration::from_millis(self.margin),
            adjudication: self.adjudication,
            tablebases: tablebases.map(Arc::new),
            detail: self.pgn_detail,
        })
    }
}

/// Returns the absolute path of a file or a folder.
#[must_use]
pub fn absolute(path: &Path) -> PathBuf {
    // Fails only for an empty path, or without a current folder.
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Changes each folder of a list that is separated as in `PATH`.
#[must_use]
pub fn map_folders(folders: &str, change: impl Fn(&Path) -> PathBuf) -> String {
    let changed = env::join_paths(env::split_paths(folders).map(|folder| change(&folder)));
    // Fails only if a changed path contains the separator.
    changed.map_or_else(|_| folders.to_owned(), |changed| changed.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_folder_of_a_list_becomes_absolute() {
        let here = env::current_dir().unwrap();
        let expected = format!("{}/tables:/other", here.display());
        assert_eq!(map_folders("./tables:/other", absolute), expected);
    }
}
