//! The settings of a match or tournament, which determine its games.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::control::Control;
use super::game::{Adjudication, Rules};
use super::node_counts::NodeCounts;
use super::opening::Order;
use super::plan::{Event, Plan};
use super::spec::PlayerSpec;
use super::statistics::sprt::Sprt;
use super::supply::Demand;
use super::time_losses::TimeLosses;
use crate::engine::search::SearchMode;
use crate::engine::tablebases::{TablebaseError, Tablebases};
use crate::positions::Variant;

/// The settings of a match or tournament.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchSettings {
    /// The players, at least two.
    pub players: Vec<MatchPlayer>,
    /// Which players meet.
    pub event: Event,
    /// Games of each pairing. An odd number is rounded up to complete pairs.
    pub games: u64,
    /// The limit of each move.
    pub control: Control,
    /// The time by which a move may exceed its limit, in milliseconds.
    pub margin: u64,
    /// When games end early.
    pub adjudication: Adjudication,
    /// Directories of Syzygy tablebases that adjudicate games, separated as in `PATH`.
    #[serde(default)]
    pub tablebases: Option<String>,
    /// The rules. In standard chess, openings with a Chess960 position are still played as Chess960.
    #[serde(default)]
    pub variant: Variant,
    /// The openings.
    pub openings: OpeningSource,
    /// The order of the openings.
    pub order: Order,
    /// The seed of the random streams of the openings.
    pub seed: u64,
    /// A test that can end a match of two players early.
    pub sprt: Option<Sprt>,
    /// Whether games record what detailed PGN contains for each move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pgn_detail: bool,
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
    /// The search of an organism; `None` for engines, and for the most complete search that the organism has.
    pub search: Option<SearchMode>,
    /// Options of an engine.
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
    pub fn plan(&self) -> Plan {
        Plan::new(self.event, self.players.len(), self.demand().most())
    }

    /// Returns the number of games of each pairing, and what limits it.
    #[must_use]
    pub fn demand(&self) -> Demand {
        let MatchSettings { games, control, .. } = *self;
        Demand { games, control, tested: self.sprt.is_some(), openings: self.openings.count }
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
