//! `eyas match` counts no copies as evidence: it refuses more games than openings allow, a test ends with its openings,
//! and games that repeat earlier ones are counted.

use std::collections::HashSet;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::contains;
use rstest::rstest;
use serde_json::{Value, json};

const MATCH: &str = "match --a reference --b paper-2008-figure-3 --hash 1 --max-moves 12";

/// Three positions from which games go different ways.
const THREE: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3\n\
                     rnbqkb1r/pppppp1p/5np1/8/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3\n\
                     rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3\n";

fn eyas(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
    command.current_dir(folder).args(arguments.split_whitespace());
    command
}

fn result(folder: &Path, arguments: &str) -> Value {
    let output = eyas(folder, arguments).arg("--json").assert().success().get_output().stdout.clone();
    serde_json::from_slice(&output).unwrap()
}

fn with_three() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("three.epd"), THREE).unwrap();
    folder
}

#[rstest]
#[case::nodes("--nodes 50 --games 7 --openings three.epd", "at most 6 games")]
#[case::depth("--depth 1 --games 8 --openings three.epd", "at most 6 games")]
#[case::an_engine("--nodes 50 --games 7 --openings three.epd --b uci:false", "at most 6 games")]
#[case::embedded("--nodes 50 --games 69401", "at most 69400 games")]
fn more_games_than_openings_allow_are_refused(#[case] arguments: &str, #[case] possible: &str) {
    let folder = with_three();
    let mut command = match arguments.contains("--b ") {
        true => eyas(folder.path(), &format!("match --a reference {arguments}")),
        false => eyas(folder.path(), &format!("{MATCH} {arguments}")),
    };
    let remedies = contains("more openings").and(contains("limit the time"));
    command.assert().code(2).stdout("").stderr(contains(possible).and(remedies));
    // Nothing was begun.
    assert!(!folder.path().join("sessions").exists());
}

#[test]
fn as_many_games_as_openings_allow_are_all_different() {
    let folder = with_three();
    let all = result(folder.path(), &format!("{MATCH} --nodes 50 --games 6 --openings three.epd"));
    assert_eq!((&all["games"], &all["repeated_games"]), (&json!(6), &json!(0)), "{all}");
    assert_eq!(all["warnings"], json!([]));
}

#[test]
fn where_time_is_limited_openings_come_again_with_a_warning() {
    let folder = with_three();
    let arguments = format!("{MATCH} --movetime 1 --margin 60000 --games 8 --openings three.epd --session s");
    let output = eyas(folder.path(), &arguments).arg("--json").assert().success().get_output().clone();
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["games"], 8);
    let warning = told["warnings"][0].as_str().unwrap();
    assert!(warning.contains("3 openings, enough for 6 games"), "{warning}");
    assert!(String::from_utf8_lossy(&output.stderr).contains(warning));
}

#[test]
fn a_test_that_runs_out_of_openings_is_undecided() {
    let folder = with_three();
    let arguments = format!("{MATCH} --nodes 50 --games 1000 --sprt 0,5 --openings three.epd --session s");
    let told = result(folder.path(), &arguments);
    assert_eq!((&told["games"], &told["repeated_games"]), (&json!(6), &json!(0)), "{told}");
    assert_eq!((&told["sprt"], &told["sprt_reason"]), (&json!("undecided"), &json!("openings exhausted")));
    assert!(told["llr"].is_number());
    let again = "match --session s --resume";
    assert_eq!(result(folder.path(), again), told);
    eyas(folder.path(), again).assert().success().stdout(contains("undecided: openings exhausted: LLR"));
    // With the flags it was begun with, too.
    assert_eq!(result(folder.path(), &format!("{arguments} --resume")), told);
    // One that plays all games asked for is as open as it was.
    let few = result(folder.path(), &format!("{MATCH} --nodes 50 --games 4 --sprt 0,5 --openings three.epd"));
    assert_eq!((&few["games"], &few["sprt"], &few["sprt_reason"]), (&json!(4), &json!("open"), &Value::Null));
}

/// A Polyglot book whose one walk is 1. e4.
fn book() -> Vec<u8> {
    let mut entry = 0x463b_9618_1691_fc9c_u64.to_be_bytes().to_vec();
    entry.extend([0b0000_0011, 0b0001_1100, 0, 1, 0, 0, 0, 0]);
    entry
}

#[test]
fn copies_are_counted_whatever_their_cause() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("book.bin"), book()).unwrap();
    let told =
        result(folder.path(), &format!("{MATCH} --nodes 50 --games 10 --openings book.bin --session s"));
    assert_eq!((&told["games"], &told["repeated_games"]), (&json!(10), &json!(8)), "{told}");
    let again = "match --session s --resume";
    assert_eq!(result(folder.path(), again), told);
    let sentence = "8 of 10 games repeat an earlier game move for move and add no information";
    eyas(folder.path(), again).assert().success().stdout(contains(sentence));

    // A tournament of one player under three names: each pair of games is the same game.
    let cup = r#"(
        players: [(spec: "reference"), (spec: "reference", name: "two"), (spec: "reference", name: "three")],
        control: Nodes(50), games: 2, hash: 1, adjudication: (moves: 12),
    )"#;
    fs::write(folder.path().join("cup.ron"), cup).unwrap();
    let told = result(folder.path(), "match cup.ron --session cup");
    assert_eq!((&told["games"], &told["repeated_games"]), (&json!(6), &json!(3)), "{told}");
    eyas(folder.path(), "match --session cup --resume").assert().stdout(contains("3 of 6 games repeat"));
}

fn tag<'a>(game: &'a str, name: &str) -> &'a str {
    let from = game.split(&format!("[{name} \"")).nth(1).unwrap();
    from.split('"').next().unwrap()
}

#[rstest]
fn no_pairing_of_a_tournament_meets_an_opening_twice(#[values("sequential", "random")] order: &str) {
    let folder = with_three();
    // Three pairings and three openings: in turn, each pairing would meet one opening only.
    let cup = |games: u32| {
        format!(
            r#"(
                players: [(spec: "reference"), (spec: "reference", name: "plain", search: plain),
                          (spec: "paper-2008-figure-3")],
                control: Nodes(50), games: {games}, hash: 1, adjudication: (moves: 2),
                openings: "three.epd", order: {order},
            )"#
        )
    };
    fs::write(folder.path().join("cup.ron"), cup(6)).unwrap();
    let told = result(folder.path(), "match cup.ron --session cup");
    assert_eq!(told["games"], 18);
    let text = fs::read_to_string(folder.path().join("cup/games.pgn")).unwrap();
    let games: Vec<&str> = text.split("[Event ").skip(1).collect();
    let met: HashSet<_> =
        games.iter().map(|game| ["White", "Black", "FEN"].map(|name| tag(game, name))).collect();
    assert_eq!((games.len(), met.len()), (18, 18), "{met:?}");
    // One round more, and an opening would come twice.
    fs::write(folder.path().join("cup.ron"), cup(7)).unwrap();
    eyas(folder.path(), "match cup.ron").assert().code(2).stderr(contains("at most 6 games"));
}

fn packed(extension: &str, content: &[u8]) -> Vec<u8> {
    match extension {
        "xz" => {
            let options = lzma_rust2::XzOptions::with_preset(6);
            let mut writer = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
            writer.write_all(content).unwrap();
            writer.finish().unwrap()
        }
        "zst" => zstd::encode_all(content, 3).unwrap(),
        "gz" => {
            let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
            writer.write_all(content).unwrap();
            writer.finish().unwrap()
        }
        _ => {
            let mut writer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
            writer.write_all(content).unwrap();
            writer.finish().unwrap()
        }
    }
}

#[test]
fn compressed_openings_give_the_same_games() {
    let folder = with_three();
    let pgn = "[ECO \"C50\"]\n\n1. e4 e5 2. Nf3 *\n\n1. d4 d5 *\n\n1. c4 *\n";
    fs::write(folder.path().join("three.pgn"), pgn).unwrap();
    for (plain, content) in [("three.epd", THREE), ("three.pgn", pgn)] {
        let games = |name: &str| {
            let arguments = format!("{MATCH} --nodes 50 --games 6 --openings {name} --pgn out.pgn");
            result(folder.path(), &arguments);
            fs::read_to_string(folder.path().join("out.pgn")).unwrap()
        };
        let expected = games(plain);
        for extension in ["xz", "zst", "gz", "bz2"] {
            let name = format!("{plain}.{extension}");
            let bytes = packed(extension, content.as_bytes());
            fs::write(folder.path().join(&name), &bytes).unwrap();
            assert_eq!(games(&name), expected, "{name}");
            fs::write(folder.path().join(&name), &bytes[..bytes.len() / 2]).unwrap();
            let refused = format!("{MATCH} --nodes 50 --games 6 --openings {name}");
            eyas(folder.path(), &refused).assert().code(2).stderr(contains("damaged or truncated"));
        }
    }
}
