//! `eyas uci`: the answers on which GUIs and match runners rely, and invalid commands.

use std::collections::HashSet;
use std::env;
use std::path::Path;
use std::process::Command;

use crate::support::clients::Engine;
use crate::support::programs::has_python_chess;
use rstest::rstest;

const START: &str = "FEN: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const E4: &str = "FEN: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

/// Whether an answer names a move and not `(none)`.
fn is_move(answer: &str) -> bool {
    let text = answer.split(' ').nth(1).unwrap_or_default();
    text.starts_with(|file: char| file.is_ascii_lowercase()) && text.len() >= 4
}

fn field<'a>(info: &'a str, name: &str) -> &'a str {
    let mut words = info.split(' ').skip_while(|word| *word != name);
    words.nth(1).unwrap_or_else(|| panic!("no {name} in “{info}”"))
}

#[test]
fn the_handshake_names_the_program_and_its_options() {
    let mut engine = Engine::start(&["--hash", "8", "--search", "paper"]);
    engine.send("uci");
    let lines = engine.until("uciok");
    assert!(lines[0].starts_with("id name Eyas "), "{lines:?}");
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    for option in [
        "Hash type spin default 8 min 1 max 65536",
        "Threads type spin default 1 min 1 max 256",
        "Clear Hash type button",
        "Organism type string default eyas",
        "Search type combo default paper var own var plain var paper var extended",
        "MultiPV type spin default 1 min 1 max 256",
        "Move Overhead type spin default 10 min 0 max 10000",
        "Ponder type check default false",
        "SyzygyPath type string default <empty>",
        "UCI_AnalyseMode type check default false",
        "UCI_ShowWDL type check default false",
        "UCI_LimitStrength type check default false",
        "UCI_Elo type spin default 1800 min 1000 max 2800",
        "Nodes type spin default 0 min 0 max 1099511627776",
        "Temperature type spin default 0 min 0 max 1000",
        "Largest Loss type spin default 100 min 0 max 10000",
        "Style File type string default <empty>",
        "Style type spin default 5 min 0 max 1000",
        "Seed type spin default 0 min 0 max 4294967295",
    ] {
        assert!(lines.contains(&format!("option name {option}")), "{option} in {lines:#?}");
    }
    assert_eq!(engine.ask("isready", "readyok"), "readyok");
    engine.send("quit");
    assert_eq!(engine.end(), (Some(0), vec![]));
}

#[rstest]
#[case("setoption name HASH value 4", "")]
#[case("setoption name clear hash", "")]
#[case("setoption name Ponder value true", "")]
#[case("setoption name UCI_AnalyseMode value false", "")]
#[case("setoption name SyzygyPath value <empty>", "")]
#[case("setoption name SyzygyPath value", "")]
#[case("setoption name SyzygyPath", "")]
#[case("setoption name Organism value", "Organism requires a value")]
#[case("setoption name Organism value paper-2008-figure-3", "paper-2008-figure-3 plays")]
#[case("setoption name search value Plain", "plain search")]
#[case("setoption name Hash value 0", "from 1 to 65536, not “0”")]
#[case("setoption name Hash", "from 1 to 65536, not “”")]
#[case("setoption name Threads value 2", "")]
#[case("setoption name UCI_ShowWDL value true", "")]
#[case("setoption name uci_elo value 1400", "")]
#[case("setoption name UCI_Elo value 999", "from 1000 to 2800, not “999”")]
#[case("setoption name UCI_LimitStrength value 1", "true or false, not “1”")]
#[case("setoption name Largest Loss value x", "from 0 to 10000, not “x”")]
#[case("setoption name Style File value <empty>", "")]
#[case("setoption name style file value no.persona", "Style File: no.persona: ")]
#[case("setoption name Style value 1001", "from 0 to 1000, not “1001”")]
#[case("setoption name Threads value 257", "from 1 to 256, not “257”")]
#[case("setoption name MultiPV value 257", "from 1 to 256, not “257”")]
#[case("setoption name Ponder value maybe", "true or false, not “maybe”")]
#[case("setoption name Search value deep", "not “deep”")]
#[case("setoption name Organism value no such bird", "“no such bird” is neither a file nor an organism")]
#[case("setoption name Wings value 2", "no option “Wings”")]
fn options_are_set_and_invalid_ones_explained(#[case] command: &str, #[case] answer: &str) {
    let mut engine = Engine::start(&[]);
    let lines = engine.response(command);
    if answer.is_empty() {
        assert_eq!(lines, [""; 0]);
    } else {
        assert!(lines.iter().all(|line| line.starts_with("info string ")), "{lines:?}");
        assert!(lines.join("\n").contains(answer), "{lines:?}");
    }
    assert!(is_move(&engine.ask("go depth 1", "bestmove")));
}

#[rstest]
#[case("position startpos moves e2e4 e2e4", "illegal move “e2e4” (move 2)")]
#[case("position startpos moves e2e5", "illegal move “e2e5” (move 1)")]
#[case("position startpos moves 0000", "illegal move “0000” (move 1)")]
#[case("position startpos e2e4", "position startpos")]
#[case("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "illegal position")]
#[case("position fen 4k3/8/8/8/8/8/8/4K2R w KQxx", "invalid FEN")]
#[case("position fen k6R/8/8/8/8/8/8/4K3 w - - 0 1", "illegal position")]
#[case("position fen", "position fen FEN")]
#[case("position", "position startpos")]
fn an_invalid_position_keeps_the_old_one(#[case] command: &str, #[case] answer: &str) {
    let mut engine = Engine::start(&[]);
    engine.send("position startpos moves e2e4");
    let lines = engine.response(command);
    assert!(lines.len() == 1 && lines[0].starts_with("info string "), "{lines:?}");
    assert!(lines[0].contains(answer), "{lines:?}");
    assert_eq!(engine.fen(), E4);
}

#[rstest]
#[case("position startpos moves e2e4 e2e4", "illegal move “e2e4” (move 2)")]
#[case("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "illegal position")]
#[case("position fen k6R/8/8/8/8/8/8/4K3 w - - 0 1", "illegal position")]
#[case("position", "position startpos")]
fn a_refused_position_is_not_searched(#[case] refused: &str, #[case] reason: &str) {
    let mut engine = Engine::start(&[]);
    engine.send("position startpos moves e2e4");
    engine.send(refused);
    for go in
        ["go depth 3", "go movetime 5 searchmoves e7e5", "go infinite\nstop", "go ponder\nponderhit\nstop"]
    {
        engine.send(go);
        let lines = engine.until("bestmove");
        assert_eq!(lines.last().unwrap(), "bestmove (none)", "{lines:?}");
        assert!(lines.iter().rev().nth(1).unwrap().contains(reason), "{lines:?}");
        assert!(lines.iter().all(|line| !line.contains(" pv ")), "{lines:?}");
    }
    assert!(engine.response("go perft 1").iter().all(|line| line.contains(reason)));
    for shown in ["d", "eval"] {
        assert!(engine.response(shown)[0].contains(reason), "{shown} shows the position before");
    }
    // The next valid position is searched.
    engine.send("position startpos moves e2e4 e7e5 g1f3");
    let best = engine.ask("go depth 2", "bestmove ");
    assert!(["5", "6", "8"].iter().any(|rank| field(&best, "bestmove").contains(rank)), "{best}");
}

#[rstest]
#[case("4k3/8/8/8/8/8/QQQQQ3/QQQQQ2K b - - 0 1")]
#[case("7K/8/2n1n3/1n3n2/3k4/1N3N2/2N1N3/8 b - - 0 1")]
#[case("4k3/8/8/1b5q/8/8/8/r3K3 w - - 0 1")]
#[case("4k3/8/8/8/8/8/8/4K2R w K - 12 34 and more")]
#[case("4k3/8/8/8/8/8/8/4K2R w")]
fn unusual_positions_that_can_be_searched_are_accepted(#[case] fen: &str) {
    let mut engine = Engine::start(&[]);
    assert_eq!(engine.response(&format!("position fen {fen}")), [""; 0]);
    let placement = fen.split(' ').next().unwrap();
    assert!(engine.fen().contains(placement));
    assert!(is_move(&engine.ask("go nodes 500", "bestmove ")));
}

#[test]
fn castling_is_written_as_the_kings_move_and_read_in_both_notations() {
    let mut engine = Engine::start(&[]);
    let castled = "FEN: r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1";
    for castling in ["e1g1", "e1h1"] {
        engine.send(&format!("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves {castling}"));
        assert_eq!(engine.fen(), castled);
    }
    engine.send("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert_eq!(engine.ask("go depth 2 searchmoves e1g1", "bestmove").split(' ').nth(1), Some("e1g1"));
    engine.send("go perft 1");
    assert!(engine.until("Nodes searched: 26").contains(&"e1g1: 1".to_owned()));
}

#[test]
fn arbitrary_bytes_are_survived() {
    let mut engine = Engine::start(&[]);
    engine.send("position startpos moves e2e4");
    // A fixed generator makes failures reproducible.
    let mut state = 1_u32;
    let noise: Vec<u8> = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    })
    .take(1 << 18)
    .collect();
    engine.send_bytes(&noise);
    engine.send_bytes(b"\n\0\0\0go\0\n\xff\xfe position \xc3\x28\n");
    engine.send_bytes(&vec![b'x'; 3 << 20]);
    engine.send_bytes(b"\n");
    engine.send("isready");
    let lines = engine.until("readyok");
    assert!(lines.iter().any(|line| line.contains("more than 1 MiB")), "a line that is too long is reported");
    assert!(lines.iter().all(|line| line.starts_with("info string") || line == "readyok"));
    assert!(lines.iter().all(|line| line.len() < 1000), "it is not repeated");
    assert_eq!(engine.fen(), E4);
}

#[test]
fn a_limited_search_completes_after_the_end_of_input() {
    let mut engine = Engine::start(&[]);
    engine.send("go nodes 20000");
    engine.close_input();
    let (code, lines) = engine.end();
    assert_eq!(code, Some(0));
    assert_eq!(field(&lines[lines.len() - 2], "nodes"), "20000", "the search is complete: {lines:#?}");
    assert!(lines.last().unwrap().starts_with("bestmove "));
}

#[test]
fn a_limited_search_completes_after_a_ponder_hit_and_the_end_of_input() {
    let mut engine = Engine::start(&[]);
    engine.send("go ponder nodes 20000\nponderhit");
    engine.close_input();
    let (code, lines) = engine.end();
    assert_eq!(code, Some(0));
    assert_eq!(field(&lines[lines.len() - 2], "nodes"), "20000", "the search is complete: {lines:#?}");
}

#[rstest]
#[case("go infinite")]
#[case("go")]
#[case("go ponder wtime 1000 btime 1000")]
#[case("go infinite\nponderhit")]
#[case("go ponder\nponderhit")]
#[case("go ponder mate 9\nponderhit")]
fn an_unlimited_search_ends_with_the_input(#[case] go: &str) {
    let mut engine = Engine::start(&[]);
    engine.send(go);
    engine.until("info depth 2 ");
    engine.close_input();
    let (code, lines) = engine.end();
    assert_eq!(code, Some(0));
    assert!(lines.last().unwrap().starts_with("bestmove "));
}

#[rstest]
#[case("INT")]
#[case("TERM")]
fn a_signal_ends_a_search_with_its_move_and_code_130(#[case] name: &str) {
    let mut engine = Engine::start(&[]);
    engine.send("go infinite");
    engine.until("info depth 2 ");
    engine.signal(name);
    let (code, lines) = engine.end();
    assert_eq!(code, Some(130));
    assert!(lines.last().unwrap().starts_with("bestmove "), "the best move is still sent");
}

#[test]
fn commands_are_answered_during_a_search_until_stop() {
    let mut engine = Engine::start(&[]);
    engine.send("go infinite");
    engine.until("info depth 2 ");
    engine.ask("isready", "readyok");
    engine.send("position startpos moves e2e4");
    assert_eq!(engine.ask("d", "FEN: "), E4);
    engine.send("setoption name Hash value 2");
    engine.ask("eval", "eyas: ");
    let best = engine.ask("stop", "bestmove ");
    let whites = ["1", "2", "3"].iter().any(|rank| field(&best, "bestmove").contains(rank));
    assert!(whites, "the search kept its own position: {best}");
    let best = engine.ask("go depth 3", "bestmove ");
    let blacks = ["6", "7", "8"].iter().any(|rank| field(&best, "bestmove").contains(rank));
    assert!(blacks, "the next search has the new position: {best}");
}

#[test]
fn a_complete_infinite_search_holds_its_move_until_stop() {
    let mut engine = Engine::start(&[]);
    engine.send("go infinite depth 2");
    engine.until("info depth 2 ");
    assert!(engine.response("d").iter().all(|line| !line.starts_with("bestmove")));
    engine.ask("stop", "bestmove ");
    assert_eq!(engine.response("stop"), [""; 0], "a second stop does nothing");
}

#[test]
fn limits_end_pondering_only_after_ponderhit() {
    let mut engine = Engine::start(&[]);
    engine.send("position startpos moves e2e4 e7e5");
    engine.send("go ponder depth 2");
    engine.until("info depth 2 ");
    assert!(engine.response("d").iter().all(|line| !line.starts_with("bestmove")));
    engine.ask("ponderhit", "bestmove ");
    engine.send("go ponder wtime 60000 btime 60000");
    engine.until("info depth 2 ");
    engine.ask("stop", "bestmove ");
    assert_eq!(engine.response("ponderhit"), [""; 0], "a late ponderhit does nothing");
}

#[test]
fn a_new_game_ends_a_search() {
    let mut engine = Engine::start(&[]);
    engine.send("go infinite");
    engine.until("info depth 2 ");
    engine.send("ucinewgame");
    engine.send("isready");
    let lines = engine.until("readyok");
    assert!(lines.iter().any(|line| line.starts_with("bestmove ")), "{lines:?}");
    engine.ask("go depth 2", "bestmove ");
}

#[test]
fn searchmoves_restrict_the_search() {
    let mut engine = Engine::start(&[]);
    engine.send("go depth 4 searchmoves a2a3 h2h4 e2e5");
    let lines = engine.until("bestmove ");
    assert!(lines[0].contains("illegal move “e2e5” ignored"), "{lines:?}");
    let variations = lines.iter().filter(|line| line.contains(" pv "));
    assert!(variations.map(|line| field(line, "pv")).all(|m| ["a2a3", "h2h4"].contains(&m)));
    assert!(["a2a3", "h2h4"].contains(&field(lines.last().unwrap(), "bestmove")));
}

#[rstest]
#[case("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "mate 0")]
#[case("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0")]
fn a_position_without_legal_moves_has_no_best_move(#[case] fen: &str, #[case] score: &str) {
    let mut engine = Engine::start(&[]);
    engine.send(&format!("position fen {fen}"));
    engine.send("go depth 5");
    let lines = engine.until("bestmove");
    assert_eq!(lines, [format!("info depth 0 score {score}"), "bestmove (none)".to_owned()]);
}

#[test]
fn a_mate_is_reported_in_moves() {
    let mut engine = Engine::start(&[]);
    engine.send("position fen 6k1/8/8/8/8/8/R7/1R4K1 w - - 0 1");
    engine.send("go mate 2");
    let lines = engine.until("bestmove");
    assert!(lines[lines.len() - 2].contains(" score mate 2 "), "{lines:#?}");
}

#[test]
fn multipv_lines_start_with_different_moves() {
    let mut engine = Engine::start(&[]);
    engine.send("setoption name MultiPV value 5");
    engine.send("go depth 3");
    let lines = engine.until("bestmove");
    let complete: Vec<&String> = lines.iter().filter(|line| line.starts_with("info depth 3 ")).collect();
    let last_of = |index: &&str| {
        let info = complete.iter().rev().find(|line| field(line, "multipv") == *index);
        field(info.unwrap_or_else(|| panic!("line {index} in {lines:#?}")), "pv").to_owned()
    };
    let firsts: HashSet<String> = ["1", "2", "3", "4", "5"].iter().map(last_of).collect();
    assert_eq!(firsts.len(), 5, "{lines:#?}");
}

#[test]
fn the_terms_of_eval_add_up_to_the_total() {
    let mut engine = Engine::start(&["--organism", "paper-2014-figure-3"]);
    engine.send("position fen r1bq1rk1/1p2bppp/p1nppn2/8/3NPP2/2N1B3/PPP1B1PP/R2Q1RK1 w - - 0 1");
    engine.send("eval");
    let lines = engine.until("paper-2014-figure-3: ");
    let numbers = |line: &String| {
        line.split_whitespace().rev().map_while(|word| word.parse::<f64>().ok()).collect::<Vec<_>>()
    };
    let total = numbers(lines.iter().find(|line| line.starts_with("total")).unwrap());
    let rows: Vec<Vec<f64>> = lines.iter().map(numbers).filter(|row| row.len() == 4).collect();
    assert_eq!(rows.len(), 35, "{lines:#?}");
    for column in 0..3 {
        let sum: f64 = rows.iter().map(|row| row[column]).sum();
        assert!((sum - total[column]).abs() < 1e-6, "column {column}: {sum} and {}", total[column]);
    }
    assert!(rows.iter().all(|row| (row[2] - row[1] - row[0]).abs() < 1e-6), "White minus Black");
    assert!(rows.iter().any(|row| row[2] != 0.0 && row[1] != 0.0));
    let rounded: f64 = lines.last().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    assert!((rounded - total[0]).abs() <= 0.5, "rounded: {rounded} and {}", total[0]);
}

#[test]
fn perft_counts_and_can_be_stopped() {
    let mut engine = Engine::start(&[]);
    engine.send("go perft 3");
    assert!(engine.until("Nodes searched: 8902").contains(&"e2e4: 600".to_owned()));
    for depth in ["30", "100"] {
        engine.send(&format!("go perft {depth}\nstop"));
        engine.until("info string perft was stopped");
    }
    let lines = engine.response("go perft 4000000000");
    assert!(lines.len() == 1 && lines[0].starts_with("info string perft: "), "{lines:?}");
    assert_eq!(engine.fen(), START);
}

#[test]
fn bench_has_a_reproducible_signature() {
    let mut engine = Engine::start(&["--organism", "reference"]);
    engine.send("go depth 5");
    engine.until("bestmove");
    let line = |engine: &mut Engine| {
        engine.send("bench depth 4");
        let lines = engine.until_matching(|line| line.ends_with(" nps") && line.contains(" nodes "));
        lines.last().unwrap().split(' ').next().unwrap().to_owned()
    };
    let signature = line(&mut engine);
    assert_eq!(line(&mut engine), signature);
    let output = Command::new(env!("CARGO_BIN_EXE_eyas")).args(["bench", "--depth", "4"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let (built_for, rest) = text.strip_prefix("built for ").unwrap().split_once('\n').unwrap();
    assert!(rest.starts_with(&format!("{signature} nodes ")) && rest.ends_with(" nps\n"), "{text}");
    if cfg!(target_arch = "x86_64") {
        let has_popcnt = cfg!(target_feature = "popcnt");
        assert!(built_for.starts_with("x86-64") && built_for.contains("-v") == has_popcnt, "{text}");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_eyas"))
        .args(["bench", "--nodes", "500", "--json"])
        .output()
        .unwrap();
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let (nodes, nps) = (json["nodes"].as_u64().unwrap(), json["nps"].as_u64().unwrap());
    assert!(nodes <= 30 * 500 && nodes > 10_000 && nps > 0, "{json}");
    assert_eq!((&json["threads"], &json["built_for"]), (&1.into(), &built_for.into()));
}

#[test]
fn the_flag_threads_gives_searches_more_threads() {
    let mut engine = Engine::start(&["--threads", "2"]);
    engine.send("uci");
    engine.until("option name Threads type spin default 2 min 1 max 256");
    let bench = |threads: &str| -> serde_json::Value {
        let words = ["bench", "--depth", "9", "--threads", threads, "--json"];
        let output = Command::new(env!("CARGO_BIN_EXE_eyas")).args(words).output().unwrap();
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let [one, two] = ["1", "2"].map(bench);
    assert_eq!((&one["threads"], &two["threads"]), (&1.into(), &2.into()));
    assert_ne!(one["nodes"], two["nodes"], "the nodes of both threads are counted");
}

#[test]
fn python_chess_can_use_the_engine() {
    if !has_python_chess() {
        return;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/clients/python_chess.py");
    let output =
        Command::new("python3").arg(script).args([env!("CARGO_BIN_EXE_eyas"), "uci"]).output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && printed.ends_with("all is well\n"),
        "{printed}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
