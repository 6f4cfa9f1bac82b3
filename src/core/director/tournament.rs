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

use std::path::Path;

use super::{Candidate, MatchConfig, PlayerSource, SETTINGS};
use crate::arena::settings::{SEED, map_folders};
use crate::evolution::setting::check_all;
use crate::files;

/// The maximum number of players.
const MAX_PLAYERS: usize = 200;

/// Why a tournament file is invalid: the file, perhaps with a line and a column, and the reason.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct TournamentError {
    place: String,
    reason: String,
}

impl MatchConfig {
    /// Reads a tournament file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is not a valid tournament.
    pub fn read(file: &Path) -> Result<MatchConfig, TournamentError> {
        let text = files::read_text(file, files::HANDWRITTEN).map_err(|cause| TournamentError {
            place: file.display().to_string(),
            reason: format!("cannot read the file: {cause}"),
        })?;
        MatchConfig::parse(file, &text)
    }

    /// Parses the text of the tournament file `file`. Paths in it are relative to that file.
    ///
    /// # Errors
    /// Returns an error if the text is not a valid tournament.
    pub fn parse(file: &Path, text: &str) -> Result<MatchConfig, TournamentError> {
        let options =
            ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        let place = file.display().to_string();
        let mut config: MatchConfig = options.from_str(text).map_err(|error| TournamentError {
            place: format!("{place}:{}:{}", error.span.start.line, error.span.start.col),
            reason: format!("{}; “eyas match --help” shows the form of a tournament file", error.code),
        })?;
        config.check_values().map_err(|reason| TournamentError { place, reason })?;
        if let Some(folder) = file.parent() {
            config.openings = config.openings.map(|openings| folder.join(openings));
            let within = |folders: String| map_folders(&folders, |path| folder.join(path));
            config.tablebases = config.tablebases.map(within);
            for Candidate { source, .. } in &mut config.players {
                if let PlayerSource::Named(spec) = source {
                    *spec = spec.clone().within(folder);
                }
            }
        }
        Ok(config)
    }

    fn check_values(&self) -> Result<(), String> {
        let players = self.players.len();
        if !(2..=MAX_PLAYERS).contains(&players) {
            return Err(format!("players: a tournament must have 2 to {MAX_PLAYERS} players, not {players}"));
        }
        if self.seed != SEED || self.sprt.is_some() {
            return Err("a tournament file has no seed and no test; the flag --seed sets the seed".to_owned());
        }
        self.control.check().map_err(|error| format!("control: {error}"))?;
        self.adjudication.check().map_err(|error| format!("adjudication: {error}"))?;
        check_all(SETTINGS, self).map_err(|error| error.to_string().trim_start_matches("--").to_owned())?;
        for (index, player) in self.players.iter().enumerate() {
            player.check_limits().map_err(|error| format!("players: {error}"))?;
            let named_before = |other: &Candidate| other.name.is_some() && other.name == player.name;
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
    use std::path::PathBuf;

    use rstest::rstest;

    use super::*;
    use crate::arena::control::Control;
    use crate::arena::plan::Pairing;
    use crate::arena::settings::{GAMES, MARGIN};
    use crate::engine::search::SearchMode;

    fn parse(text: &str) -> Result<MatchConfig, String> {
        MatchConfig::parse(Path::new("cups/cup.ron"), text).map_err(|error| error.to_string())
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
        assert_eq!(
            (tournament.event, tournament.games, tournament.margin),
            (Pairing::Gauntlet, GAMES, MARGIN)
        );
        assert_eq!(tournament.control, Control::Clock("40/60+0.5".parse().unwrap()));
        assert_eq!(tournament.openings, Some(PathBuf::from("cups/book.bin")));
        assert_eq!(tournament.tablebases.as_deref(), Some("cups/tables:/other"));
        assert_eq!(tournament.players[1].name.as_deref(), Some("Toga"));
        assert_eq!(tournament.players[2].search, Some(SearchMode::Plain));
        assert!(tournament.adjudication.resign.is_some() && tournament.adjudication.draw.is_none());
        assert!(tournament.pgn_detail);
        assert_eq!(spec(&tournament.players[0]), "reference");
    }

    #[test]
    fn players_are_relative_to_the_file() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("mine.ron"), "").unwrap();
        let file = folder.path().join("cup.ron");
        let text = r#"(players: [(spec: "mine.ron"), (spec: "uci:../engine -x"), (spec: "toga2")], control: Nodes(1))"#;
        let tournament = MatchConfig::parse(&file, text).unwrap();
        let specs: Vec<String> = tournament.players.iter().map(spec).collect();
        let (mine, engine) = (folder.path().join("mine.ron"), folder.path().join("../engine"));
        let (mine, engine) = (mine.display().to_string(), format!("uci:{} -x", engine.display()));
        assert_eq!(specs, [mine.as_str(), engine.as_str(), "toga2"]);
    }

    fn spec(player: &Candidate) -> String {
        match &player.source {
            PlayerSource::Named(spec) => spec.to_string(),
            PlayerSource::Organism(_) => String::new(),
        }
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
    #[case::large_margin(&format!("({TWO}, control: Nodes(1), margin: 86400001)"), "margin is 86400001; it must be 0 to 86,400,000")]
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
    #[case::no_games(&format!("({TWO}, control: Nodes(9), games: 0)"), "games is 0; it must be 1 to 1,000,000")]
    #[case::no_spec(
        r#"(players: [(spec: "a"), (spec: "uci:")], control: Nodes(1))"#,
        "cup.ron:1:33: “uci:” is not a player"
    )]
    #[case::seed(&format!("({TWO}, control: Nodes(1), seed: 2)"), "--seed")]
    #[case::elo_test(&format!("({TWO}, control: Nodes(1), sprt: (elo0: 0, elo1: 5, alpha: 0.05, beta: 0.05, model: Logistic))"), "no test")]
    #[case::same_name(
        r#"(players: [(spec: "a", name: "x"), (spec: "b", name: "x")], control: Nodes(1))"#,
        "two players have the name “x”"
    )]
    fn invalid_tournaments_are_explained(#[case] text: &str, #[case] hint: &str) {
        let message = parse(text).unwrap_err();
        assert!(message.contains(hint) && message.starts_with("cups/cup.ron"), "{message}");
    }
}
