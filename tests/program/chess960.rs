//! Chess960 in the commands of the program: positions, games, engines and PGN.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::clients::Engine;
use crate::support::programs::{has_engine, has_python_chess};
use assert_cmd::Command as Checked;
use predicates::prelude::*;
use predicates::str::contains;
use rstest::rstest;
use serde_json::Value;

/// The king on f1 castles with the rooks on g1 and b1.
const SHUFFLED: &str = "1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w KQkq - 0 1";
/// King and rooks on their squares of standard chess.
const STANDARD_SQUARES: &str = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";

fn eyas(folder: &Path, arguments: &[&str]) -> Checked {
    let mut command = Checked::new(env!("CARGO_BIN_EXE_eyas"));
    command.current_dir(folder).args(arguments);
    command
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let output = eyas(folder, arguments).arg("--json").assert().success().get_output().stdout.clone();
    serde_json::from_slice(&output).unwrap()
}

/// Asserts that python-chess reads a file with this number of Chess960 games.
fn assert_python_chess_reads(folder: &Path, file: &str, games: usize) {
    if !has_python_chess() {
        return;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/clients/read_pgn.py");
    let output = Command::new("python3")
        .current_dir(folder)
        .arg(script)
        .args([file, &games.to_string(), "Chess960"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{file}: {}", String::from_utf8_lossy(&output.stderr));
}

#[rstest]
#[case::x_fen(SHUFFLED, &["f1g1", "f1b1"], 24)]
#[case::shredder_fen("1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w GBgb - 0 1", &["f1g1", "f1b1"], 24)]
#[case::standard_squares(STANDARD_SQUARES, &["e1g1", "e1c1"], 25)]
fn perft_reads_castling_rights_in_all_notations(
    #[case] fen: &str,
    #[case] castling: &[&str],
    #[case] count: u64,
) {
    let folder = tempfile::tempdir().unwrap();
    let result = json(folder.path(), &["perft", "1", "--fen", fen]);
    assert_eq!(result["nodes"], count);
    for m in castling {
        assert_eq!(result["moves"][m], 1, "{m} in {result}");
    }
}

#[test]
fn solve_finds_a_mate_by_castling() {
    let folder = tempfile::tempdir().unwrap();
    // The king does not move, and the rook passes it.
    let epd = "4rkr1/4p1p1/8/8/8/8/8/6KR w H - bm O-O; id \"castle\";\n";
    fs::write(folder.path().join("suite.epd"), epd).unwrap();
    let result =
        json(folder.path(), &["solve", "--suite", "suite.epd", "--depth", "3", "--player", "reference"]);
    assert_eq!((&result["solved"], &result["total"]), (&1.into(), &1.into()), "{result}");
}

#[test]
fn uci_writes_castling_as_king_takes_rook_in_chess960() {
    let mut engine = Engine::start(&[]);
    let search_only = |engine: &mut Engine, position: &str, m: &str| {
        engine.send(&format!("position {position}"));
        engine.ask(&format!("go depth 3 searchmoves {m}"), "bestmove")
    };
    assert!(engine.response("uci").contains(&"option name UCI_Chess960 type check default false".to_owned()));
    // A FEN that is impossible in standard chess selects Chess960.
    let shuffled = format!("fen {SHUFFLED}");
    let standard = format!("fen {STANDARD_SQUARES}");
    assert!(search_only(&mut engine, &shuffled, "f1g1").starts_with("bestmove f1g1"));
    assert!(search_only(&mut engine, &format!("{shuffled} moves f1b1"), "f8g8").starts_with("bestmove f8g8"));
    engine.send(&format!("position {shuffled} moves f1b1 f8g8"));
    assert!(engine.fen().contains("1r3rk1/pppppppp/8/8/8/8/PPPPPPPP/2KR2R1 w - - 2 2"));
    assert!(search_only(&mut engine, &standard, "e1h1").starts_with("bestmove e1g1"));
    engine.send("setoption name UCI_Chess960 value true");
    assert!(search_only(&mut engine, &standard, "e1h1").starts_with("bestmove e1h1"));
    assert!(search_only(&mut engine, &format!("{standard} moves e1h1"), "e8a8").starts_with("bestmove e8a8"));
    engine.send("go perft 1");
    let counts = engine.until("Nodes searched:");
    assert!(counts.contains(&"e8h8: 1".to_owned()) && counts.contains(&"e8a8: 1".to_owned()), "{counts:?}");
    engine.send("setoption name UCI_Chess960 value false");
    assert!(search_only(&mut engine, &standard, "e1a1").starts_with("bestmove e1c1"));
    engine.close_input();
    assert_eq!(engine.end().0, Some(0));
}

const MATCH: [&str; 9] =
    ["match", "--a", "reference", "--b", "paper-2014-figure-3", "--hash", "1", "--nodes", "200"];

#[test]
fn python_chess_reads_chess960_games_of_organisms() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [&MATCH[..], &["--variant", "chess960", "--games", "20", "--pgn", "out.pgn"]].concat();
    let result = json(folder.path(), &arguments);
    assert_eq!((&result["games"], &result["faults"]), (&20.into(), &0.into()), "{result}");
    let games = fs::read_to_string(folder.path().join("out.pgn")).unwrap();
    assert_eq!(games.matches("[Variant \"Chess960\"]").count(), 20);
    assert_eq!(games.matches("[FEN \"").count(), 20);
    assert_python_chess_reads(folder.path(), "out.pgn", 20);
    // The session can be resumed: its settings contain the variant.
    let other = ["match", "--session", "sessions/match-0001", "--resume", "--variant", "standard"];
    eyas(folder.path(), &other).assert().code(2).stderr(contains("--variant"));
    assert_eq!(json(folder.path(), &other[..4])["pentanomial"], result["pentanomial"]);
}

#[test]
fn openings_of_a_file_select_chess960_by_their_castling_rights() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("frc.epd"),
        format!("{SHUFFLED}\nrkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w CAca -\n"),
    )
    .unwrap();
    let arguments = [&MATCH[..], &["--openings", "frc.epd", "--games", "4", "--pgn", "out.pgn"]].concat();
    assert_eq!(json(folder.path(), &arguments)["faults"], 0);
    assert_python_chess_reads(folder.path(), "out.pgn", 4);
}

#[test]
fn chess960_games_against_stockfish_have_no_faults() {
    if !has_engine("stockfish") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "match",
        "--a",
        "reference",
        "--b",
        "stockfish",
        "--nodes",
        "300",
        "--variant",
        "chess960",
        "--games",
        "2",
        "--pgn",
        "out.pgn",
    ];
    let result = json(folder.path(), &arguments);
    assert_eq!((&result["games"], &result["faults"]), (&2.into(), &0.into()), "{result}");
    assert_python_chess_reads(folder.path(), "out.pgn", 2);
}

/// An engine that supports standard chess only.
const STANDARD_ENGINE: &str = "while read -r line; do case $line in uci) echo uciok;; isready) echo readyok;; \
                        quit) exit 0;; esac; done";

#[rstest]
#[case::by_the_variant(&["--variant", "chess960"])]
#[case::by_an_opening(&["--openings", "frc.epd"])]
fn an_engine_without_chess960_is_refused_before_the_first_game(#[case] flags: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("engine.sh"), STANDARD_ENGINE).unwrap();
    fs::write(folder.path().join("frc.epd"), format!("{SHUFFLED}\n")).unwrap();
    let players = [
        "match",
        "--a",
        "reference",
        "--b",
        "uci:sh engine.sh",
        "--nodes",
        "50",
        "--games",
        "2",
        "--session",
        "s",
    ];
    eyas(folder.path(), &[&players[..], flags].concat())
        .assert()
        .code(2)
        .stdout("")
        .stderr(contains("--b uci:sh engine.sh").and(contains("UCI_Chess960")));
    assert!(!folder.path().join("s").exists());
}
