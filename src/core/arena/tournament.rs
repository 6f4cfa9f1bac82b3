//! Tournament files: RON files with the players and the rules of a tournament.
//!
//! ```ron
//! (
//!     players: [
//!         (spec: "reference"),
//!         (spec: "uci:toga2", name: "Toga", options: {"Hash": "64"}),
//!         (spec: "paper-2008-figure-3", search: plain),
//!     ],
//!     control: Clock("10+0.1"),
//!     games: 20,
//! )
//! ```
//!
//! A file is checked completely before the first game.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::control::Control;
use super::game::Adjudication;
use super::opening::Order;
use super::plan::Event;
use super::settings::map_folders;
use super::spec::PlayerSpec;
use crate::engine::search::{Engine, SearchMode};
use crate::files;
use crate::positions::Variant;

/// The content of a tournament file. Omitted fields are `None` or empty, or have their default.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tournament {
    /// The players, at least two.
    pub players: Vec<TournamentPlayer>,
    /// Which players meet: `RoundRobin`, or `Gauntlet`, in which the first player meets the others.
    #[serde(default)]
    pub event: Event,
    /// The limit of each move: `Clock("10+0.1")`, `MoveTime(100)` in milliseconds, `Nodes(1000)` or `Depth(8)`.
    pub control: Control,
    /// Games of each pairing. An odd number is rounded up to complete pairs.
    #[serde(default = "games")]
    pub games: u64,
    /// The time by which a move may exceed its limit, in milliseconds.
    #[serde(default = "margin")]
    pub margin: u64,
    /// When games end early.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// Directories of Syzygy tablebases that adjudicate games, separated as in `PATH` and relative to the tournament
    /// file.
    #[serde(default)]
    pub tablebases: Option<String>,
    /// The rules: `standard` or `chess960`.
    #[serde(default)]
    pub variant: Variant,
    /// The file of the openings, relative to the tournament file; `None` for the built-in openings of the variant.
    #[serde(default)]
    pub openings: Option<PathBuf>,
    /// The order of the openings: `sequential` or `random`.
    #[serde(default = "order")]
    pub order: Order,
    /// The size of each player's transposition table, in MiB.
    #[serde(default = "hash")]
    pub hash: usize,
    /// Whether PGN has detailed comments on each move's search.
    #[serde(default)]
    pub pgn_detail: bool,
}

/// A player of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentPlayer {
    /// The player's specification, as on the command line. Paths are relative to the tournament file.
    pub spec: String,
    /// The name in tables and PGN; `None` for the player's default name.
    #[serde(default)]
    pub name: Option<String>,
    /// Options of an engine.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The search of an organism: `plain`, `paper` or `extended`.
    #[serde(default)]
    pub search: Option<SearchMode>,
}

/// The default number of games of a pairing.
pub const GAMES: u64 = 100;
/// The default time by which a move may exceed its limit, in milliseconds. It covers the delays of a move when other
/// programs use the processor. Match runners with a margin of 0 rely on the reserves of the engines, which old engines
/// lack. A machine with more running threads than cores sometimes needs 50 ms and more. No default should hide that,
/// and the latency of the match shows it.
pub const MARGIN: u64 = 20;
/// The default size of a transposition table, in MiB.
pub const HASH: usize = 16;

/// The possible numbers of games of a pairing.
pub const GAME_COUNTS: RangeInclusive<u64> = 1..=1_000_000;
/// The possible margins, in milliseconds.
pub const MARGINS: RangeInclusive<u64> = 0..=60_000;
/// The maximum number of players.
const MAX_PLAYERS: usize = 200;

fn games() -> u64 {
    GAMES
}

fn margin() -> u64 {
    MARGIN
}

fn hash() -> usize {
    HASH
}

fn order() -> Order {
    Order::Random
}

/// Why a tournament file is invalid.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// The file cannot be read.
    #[error("{}: cannot read the file: {cause}", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// The error of the operating system.
        cause: std::io::Error,
    },
    /// The text is not in the format of a tournament.
    #[error("{}:{line}:{column}: {reason}; “eyas match --help” shows the form of a tournament file", file.display())]
    Form {
        /// The file.
        file: PathBuf,
        /// The line, 1-based.
        line: usize,
        /// The column, 1-based.
        column: usize,
        /// The error.
        reason: String,
    },
    /// A value is not valid.
    #[error("{}: {reason}", file.display())]
    Content {
        /// The file.
        file: PathBuf,
        /// The error, and the valid values.
        reason: String,
    },
}

impl Tournament {
    /// Reads a tournament file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is not a valid tournament.
    pub fn read(file: &Path) -> Result<Tournament, TournamentError> {
        let text = files::read_text(file, files::HANDWRITTEN)
            .map_err(|cause| TournamentError::Read { file: file.to_owned(), cause })?;
        Tournament::parse(file, &text)
    }

    /// Parses the text of the tournament file `file`. Paths in it are relative to that file.
    ///
    /// # Errors
    /// Returns an error if the text is not a valid tournament.
    pub fn parse(file: &Path, text: &str) -> Result<Tournament, TournamentError> {
        let options =
            ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        let mut tournament: Tournament = options.from_str(text).map_err(|error| TournamentError::Form {
            file: file.to_owned(),
            line: error.span.start.line,
            column: error.span.start.col,
            reason: error.code.to_string(),
        })?;
        tournament.check().map_err(|reason| TournamentError::Content { file: file.to_owned(), reason })?;
        if let Some(folder) = file.parent() {
            tournament.openings = tournament.openings.map(|openings| folder.join(openings));
            let within = |folders: String| map_folders(&folders, |path| folder.join(path));
            tournament.tablebases = tournament.tablebases.map(within);
            for player in &mut tournament.players {
                if let Ok(spec) = player.spec.parse::<PlayerSpec>() {
                    player.spec = spec.within(folder).to_string();
                }
            }
        }
        Ok(tournament)
    }

    fn check(&self) -> Result<(), String> {
        let players = self.players.len();
        if !(2..=MAX_PLAYERS).contains(&players) {
            return Err(format!("players: a tournament must have 2 to {MAX_PLAYERS} players, not {players}"));
        }
        let check = |name: &str, value: u64, range: RangeInclusive<u64>| {
            if range.contains(&value) {
                return Ok(());
            }
            Err(format!("{name} must be {} to {}, not {value}", range.start(), range.end()))
        };
        check("games: the number of games per pairing", self.games, GAME_COUNTS)?;
        check("margin: the milliseconds", self.margin, MARGINS)?;
        let (low, high) = Engine::HASH_RANGE;
        if !(low..=high).contains(&self.hash) {
            return Err(format!("hash: the size must be {low} to {high} MiB, not {}", self.hash));
        }
        self.control.check().map_err(|error| format!("control: {error}"))?;
        self.adjudication.check().map_err(|error| format!("adjudication: {error}"))?;
        for (index, player) in self.players.iter().enumerate() {
            let spec = player.spec.parse::<PlayerSpec>();
            spec.map_err(|error| format!("players: player {}: {error}", index + 1))?;
            let named_before = |other: &TournamentPlayer| other.name.is_some() && other.name == player.name;
            if self.players[..index].iter().any(named_before) {
                return Err(format!(
                    "players: two players have the name “{}”; give each player a different name",
                    player.name.as_deref().unwrap_or_default()
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use rstest::rstest;

    use super::*;

    fn parse(text: &str) -> Result<Tournament, String> {
        Tournament::parse(Path::new("cups/cup.ron"), text).map_err(|error| error.to_string())
    }

    #[test]
    fn omitted_fields_have_their_defaults() {
        let text = r#"(
            players: [
                (spec: "reference"),
                (spec: "uci:toga2", name: "Toga", options: {"Book": "false"}),
                (spec: "paper-2008-figure-3", search: plain),
            ],
            event: Gauntlet,
            control: Clock("40/60+0.5"),
            openings: "book.bin",
            tablebases: "tables:/other",
            adjudication: (resign: (moves: 4, score: 600), moves: 200),
            pgn_detail: true,
        )"#;
        let tournament = parse(text).unwrap();
        assert_eq!((tournament.event, tournament.games, tournament.margin), (Event::Gauntlet, GAMES, MARGIN));
        assert_eq!(tournament.control, Control::Clock("40/60+0.5".parse().unwrap()));
        assert_eq!(tournament.openings, Some(PathBuf::from("cups/book.bin")));
        assert_eq!(tournament.tablebases.as_deref(), Some("cups/tables:/other"));
        assert_eq!(tournament.players[1].name.as_deref(), Some("Toga"));
        assert_eq!(tournament.players[2].search, Some(SearchMode::Plain));
        assert!(tournament.adjudication.resign.is_some() && tournament.adjudication.draw.is_none());
        assert!(tournament.pgn_detail);
        assert_eq!(tournament.players[0].spec, "reference");
    }

    #[test]
    fn players_are_relative_to_the_file() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("mine.ron"), "").unwrap();
        let file = folder.path().join("cup.ron");
        let text = r#"(players: [(spec: "mine.ron"), (spec: "uci:../engine -x"), (spec: "toga2")], control: Nodes(1))"#;
        let tournament = Tournament::parse(&file, text).unwrap();
        let specs: Vec<&str> = tournament.players.iter().map(|player| player.spec.as_str()).collect();
        let (mine, engine) = (folder.path().join("mine.ron"), folder.path().join("../engine"));
        let (mine, engine) = (mine.display().to_string(), format!("uci:{} -x", engine.display()));
        assert_eq!(specs, [mine.as_str(), engine.as_str(), "toga2"]);
    }

    const TWO: &str = r#"players: [(spec: "a"), (spec: "b")]"#;

    #[rstest]
    #[case::nothing("", "cup.ron:1:1")]
    #[case::one_player(r#"(players: [(spec: "a")], control: Nodes(1))"#, "2 to 200 players, not 1")]
    #[case::unknown_field(&format!("({TWO},\n control: Nodes(1),\n pace: 3)"), "cup.ron:3:2")]
    #[case::no_control(&format!("({TWO})"), "control")]
    #[case::no_time_control(&format!("({TWO}, control: Clock(\"ten\"))"), "10+0.1")]
    #[case::no_nodes(&format!("({TWO}, control: Nodes(0))"), "at least 1")]
    #[case::too_deep(&format!("({TWO}, control: Depth(129))"), "control: the limit must be 1 to 128, not 129")]
    #[case::too_long(&format!("({TWO}, control: MoveTime(86400001))"), "control: the limit must be 1 to 86400000")]
    #[case::large_margin(&format!("({TWO}, control: Nodes(1), margin: 60001)"), "margin: the milliseconds must be 0 to")]
    #[case::no_length(&format!("({TWO}, control: Nodes(1), adjudication: (moves: 0))"), "adjudication: moves: the number must be 1 to 10000, not 0")]
    #[case::resign_at_once(
        &format!("({TWO}, control: Nodes(1), adjudication: (resign: (moves: 0, score: 600)))"),
        "adjudication: resign: moves: the number must be 1 to 100000, not 0"
    )]
    #[case::resign_while_ahead(
        &format!("({TWO}, control: Nodes(1), adjudication: (resign: (moves: 4, score: -600)))"),
        "adjudication: resign: score: the number must be 1 to 100000, not -600"
    )]
    #[case::never_drawn(
        &format!("({TWO}, control: Nodes(1), adjudication: (draw: (after: 40, agreement: (moves: 8, score: -1))))"),
        "adjudication: draw: score: the number must be 1 to 100000, not -1"
    )]
    #[case::no_games(&format!("({TWO}, control: Nodes(9), games: 0)"), "not 0")]
    #[case::no_spec(r#"(players: [(spec: "a"), (spec: "uci:")], control: Nodes(1))"#, "player 2")]
    #[case::same_name(
        r#"(players: [(spec: "a", name: "x"), (spec: "b", name: "x")], control: Nodes(1))"#,
        "two players have the name “x”"
    )]
    fn invalid_tournaments_are_explained(#[case] text: &str, #[case] hint: &str) {
        let message = parse(text).unwrap_err();
        assert!(message.contains(hint) && message.starts_with("cups/cup.ron"), "{message}");
    }
}
