//! Openings of `eyas match`: more games than the openings allow are refused, an SPRT ends with its openings, and games
//! that repeat earlier ones are counted.

use std::collections::HashSet;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::contains;
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::command::eyas;

const MATCH: &str = "match --a reference --b paper-2008-figure-3 --hash 1 --max-moves 12";

/// Three positions that lead to different games.
const THREE: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3\n\
                     rnbqkb1r/pppppp1p/5np1/8/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3\n\
                     rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3\n";

fn result(folder: &Path, arguments: &str) -> Value {
    let output = eyas(folder, arguments).arg("--json").assert().success().get_output().stdout.clone();
    serde_json::from_slice(&output).unwrap()
}

fn folder_with_three_openings() -> tempfile::TempDir {
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
    let folder = folder_with_three_openings();
    let mut command = match arguments.contains("--b ") {
        true => eyas(folder.path(), &format!("match --a reference {arguments}")),
        false => eyas(folder.path(), &format!("{MATCH} {arguments}")),
    };
    let remedies = contains("more openings").and(contains("limit the time"));
    command.assert().code(2).stdout("").stderr(contains(possible).and(remedies));
    assert!(!folder.path().join("sessions").exists());
}

#[test]
fn the_largest_number_of_games_has_no_repetitions() {
    let folder = folder_with_three_openings();
    let all = result(folder.path(), &format!("{MATCH} --nodes 50 --games 6 --openings three.epd"));
    assert_eq!((&all["games"], &all["repeated_games"]), (&json!(6), &json!(0)), "{all}");
    assert_eq!(all["warnings"], json!([]));
}

#[test]
fn timed_matches_reuse_openings_with_a_warning() {
    let folder = folder_with_three_openings();
    let arguments = format!("{MATCH} --movetime 1 --margin 60000 --games 8 --openings three.epd --session s");
    let output = eyas(folder.path(), &arguments).arg("--json").assert().success().get_output().clone();
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(summary["games"], 8);
    let warning = summary["warnings"][0].as_str().unwrap();
    assert!(warning.contains("3 openings, enough for 6 games"), "{warning}");
    assert!(String::from_utf8_lossy(&output.stderr).contains(warning));
}

#[test]
fn an_sprt_without_more_openings_is_undecided() {
    let folder = folder_with_three_openings();
    let arguments = format!("{MATCH} --nodes 50 --games 1000 --sprt 0,5 --openings three.epd --session s");
    let summary = result(folder.path(), &arguments);
    assert_eq!((&summary["games"], &summary["repeated_games"]), (&json!(6), &json!(0)), "{summary}");
    assert_eq!(
        (&summary["sprt"], &summary["sprt_reason"]),
        (&json!("undecided"), &json!("openings exhausted"))
    );
    assert!(summary["llr"].is_number());
    let again = "match --session s --resume";
    assert_eq!(result(folder.path(), again), summary);
    eyas(folder.path(), again).assert().success().stdout(contains("undecided: openings exhausted: LLR"));
    // The original flags are accepted too.
    assert_eq!(result(folder.path(), &format!("{arguments} --resume")), summary);
    // An SPRT that plays all requested games remains open.
    let few = result(folder.path(), &format!("{MATCH} --nodes 50 --games 4 --sprt 0,5 --openings three.epd"));
    assert_eq!((&few["games"], &few["sprt"], &few["sprt_reason"]), (&json!(4), &json!("open"), &Value::Null));
}

/// A Polyglot book with the single move 1. e4.
fn book() -> Vec<u8> {
    let mut entry = 0x463b_9618_1691_fc9c_u64.to_be_bytes().to_vec();
    entry.extend([0b0000_0011, 0b0001_1100, 0, 1, 0, 0, 0, 0]);
    entry
}

#[test]
fn repeated_games_are_counted_in_matches_and_tournaments() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("book.bin"), book()).unwrap();
    let summary =
        result(folder.path(), &format!("{MATCH} --nodes 50 --games 10 --openings book.bin --session s"));
    assert_eq!((&summary["games"], &summary["repeated_games"]), (&json!(10), &json!(8)), "{summary}");
    let again = "match --session s --resume";
    assert_eq!(result(folder.path(), again), summary);
    let sentence = "8 of 10 games repeat an earlier game move for move and add no information";
    eyas(folder.path(), again).assert().success().stdout(contains(sentence));

    // In a tournament of one player with three names, both games of a pair are equal.
    let cup = r#"(
        players: [(spec: "reference"), (spec: "reference", name: "two"), (spec: "reference", name: "three")],
        control: Nodes(50), games: 2, hash: 1, adjudication: (moves: 12),
    )"#;
    fs::write(folder.path().join("cup.ron"), cup).unwrap();
    let summary = result(folder.path(), "match cup.ron --session cup");
    assert_eq!((&summary["games"], &summary["repeated_games"]), (&json!(6), &json!(3)), "{summary}");
    eyas(folder.path(), "match --session cup --resume").assert().stdout(contains("3 of 6 games repeat"));
}

fn tag<'a>(game: &'a str, name: &str) -> &'a str {
    let from = game.split(&format!("[{name} \"")).nth(1).unwrap();
    from.split('"').next().unwrap()
}

#[rstest]
fn no_pairing_of_a_tournament_plays_an_opening_twice(#[values("sequential", "random")] order: &str) {
    let folder = folder_with_three_openings();
    // With three pairings and three openings, a simple rotation would give each pairing a single opening.
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
    let summary = result(folder.path(), "match cup.ron --session cup");
    assert_eq!(summary["games"], 18);
    let text = fs::read_to_string(folder.path().join("cup/games.pgn")).unwrap();
    let games: Vec<&str> = text.split("[Event ").skip(1).collect();
    let distinct: HashSet<_> =
        games.iter().map(|game| ["White", "Black", "FEN"].map(|name| tag(game, name))).collect();
    assert_eq!((games.len(), distinct.len()), (18, 18), "{distinct:?}");
    // One more round would repeat an opening.
    fs::write(folder.path().join("cup.ron"), cup(7)).unwrap();
    eyas(folder.path(), "match cup.ron").assert().code(2).stderr(contains("at most 6 games"));
}

fn compress(extension: &str, content: &[u8]) -> Vec<u8> {
    if extension == "zst" {
        return zstd::encode_all(content, 3).unwrap();
    }
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    writer.write_all(content).unwrap();
    writer.finish().unwrap()
}

#[test]
fn compressed_openings_give_the_same_games() {
    let folder = folder_with_three_openings();
    let pgn = "[ECO \"C50\"]\n\n1. e4 e5 2. Nf3 *\n\n1. d4 d5 *\n\n1. c4 *\n";
    fs::write(folder.path().join("three.pgn"), pgn).unwrap();
    for (plain, content) in [("three.epd", THREE), ("three.pgn", pgn)] {
        let games = |name: &str| {
            let arguments = format!("{MATCH} --nodes 50 --games 6 --openings {name} --pgn out.pgn");
            result(folder.path(), &arguments);
            fs::read_to_string(folder.path().join("out.pgn")).unwrap()
        };
        let expected = games(plain);
        for extension in ["zst", "gz"] {
            let name = format!("{plain}.{extension}");
            let bytes = compress(extension, content.as_bytes());
            fs::write(folder.path().join(&name), &bytes).unwrap();
            assert_eq!(games(&name), expected, "{name}");
            fs::write(folder.path().join(&name), &bytes[..bytes.len() / 2]).unwrap();
            let refused = format!("{MATCH} --nodes 50 --games 6 --openings {name}");
            eyas(folder.path(), &refused).assert().code(2).stderr(contains("damaged or truncated"));
        }
    }
}
