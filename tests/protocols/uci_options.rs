//! `eyas uci`: options that change a search, and combinations of the arguments of `go`.

use std::collections::BTreeSet;

use crate::support::clients::Engine;
use rstest::rstest;

fn field<'a>(info: &'a str, name: &str) -> &'a str {
    let mut words = info.split(' ').skip_while(|word| *word != name);
    words.nth(1).unwrap_or_else(|| panic!("no {name} in “{info}”"))
}

fn number(info: &str, name: &str) -> u64 {
    field(info, name).parse().unwrap_or_else(|_| panic!("{name} in “{info}”"))
}

/// The last line with a principal variation.
fn last_info(lines: &[String]) -> &str {
    lines.iter().rev().find(|line| line.contains(" pv ")).unwrap()
}

#[test]
fn several_threads_keep_the_node_limit_and_stop() {
    let mut engine = Engine::start(&[]);
    engine.send("setoption name Threads value 3");
    engine.send("go nodes 60000");
    let nodes = number(last_info(&engine.until("bestmove ")), "nodes");
    assert!((57_000..=60_000).contains(&nodes), "{nodes}");
    for go in ["go infinite\nstop", "go ponder depth 3\nponderhit", "go ponder wtime 9000 btime 9000\nstop"] {
        engine.send(go);
        engine.until("bestmove ");
        assert_eq!(engine.response("debug off"), [""; 0], "one move for one search");
    }
    // The number of threads can be changed during a search; then it holds for the next one.
    engine.send("go infinite");
    engine.until("info depth 2 ");
    engine.send("setoption name Threads value 1");
    engine.ask("stop", "bestmove ");
    let search = |engine: &mut Engine| {
        engine.send("setoption name Clear Hash\ngo nodes 5000");
        let lines = engine.until("bestmove ");
        lines.into_iter().map(|line| line.split(" nps ").next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(search(&mut engine), search(&mut Engine::start(&[])));
}

/// Returns the answers to a search of a limited player with this seed.
fn limited(engine: &mut Engine, elo: u32, seed: u32, go: &str) -> Vec<String> {
    engine.send(&format!("setoption name Seed value {seed}\nsetoption name UCI_Elo value {elo}"));
    engine.send(&format!("setoption name UCI_LimitStrength value true\n{go}"));
    engine.until("bestmove ")
}

#[test]
fn the_seed_decides_about_the_moves_of_a_limited_player() {
    let best = |lines: &[String]| lines.last().unwrap().clone();
    let mut engine = Engine::start(&[]);
    let moves = |engine: &mut Engine| -> Vec<String> {
        (1..20).map(|seed| best(&limited(engine, 1400, seed, "go depth 20"))).collect()
    };
    let first = moves(&mut engine);
    assert!(first.iter().collect::<BTreeSet<_>>().len() > 2, "{first:?}");
    engine.send("setoption name Threads value 2\nsetoption name Hash value 4\ngo depth 6");
    engine.until("bestmove ");
    let clock = |engine: &mut Engine| -> Vec<String> {
        (1..20).map(|seed| best(&limited(engine, 1400, seed, "go wtime 600000 btime 600000"))).collect()
    };
    assert_eq!(clock(&mut engine), clock(&mut Engine::start(&["--organism", "eyas"])));
}

#[test]
fn a_rating_limits_the_nodes_and_keeps_the_reports() {
    let mut engine = Engine::start(&["--organism", "reference"]);
    let nodes = |lines: &[String]| number(last_info(lines), "nodes");
    let weak = limited(&mut engine, 1400, 1, "go wtime 600000 btime 600000");
    let strong = limited(&mut engine, 1800, 1, "go wtime 600000 btime 600000");
    assert!(nodes(&weak) < nodes(&strong), "{weak:?} {strong:?}");
    assert!(strong.iter().all(|line| !line.contains(" multipv 2 ")), "{strong:?}");
    engine.send("setoption name MultiPV value 3");
    let lines = limited(&mut engine, 1800, 1, "go depth 2");
    assert!(
        lines.iter().any(|line| line.contains(" multipv 3 "))
            && !lines.iter().any(|line| line.contains(" multipv 4 "))
    );
    engine.send("setoption name UCI_Chess960 value true\nposition fen nrbkrqbn/pppppppp/8/8/8/8/PPPPPPPP/NRBKRQBN w KQkq - 0 1");
    assert_ne!(limited(&mut engine, 1400, 1, "go depth 3").last().unwrap(), "bestmove (none)");
    let warned = engine.response("setoption name UCI_Elo value 1100");
    assert!(
        warned[0].contains("UCI_Elo 1100 is not calibrated: games measured 1400 to 2400 only"),
        "{warned:?}"
    );
    engine.send("setoption name UCI_LimitStrength value false\nposition startpos\ngo depth 3");
    let full = engine.until("bestmove ");
    let mut never = Engine::start(&["--organism", "reference"]);
    never.send("setoption name MultiPV value 3\ngo depth 3");
    let timeless = |lines: Vec<String>| -> Vec<String> {
        lines.into_iter().map(|line| line.split(" nps ").next().unwrap().to_owned()).collect()
    };
    assert_eq!(timeless(full), timeless(never.until("bestmove ")));
}

#[test]
fn probabilities_are_reported_on_request_only() {
    let mut engine = Engine::start(&[]);
    engine.send("go depth 3");
    assert!(engine.until("bestmove ").iter().all(|line| !line.contains(" wdl ")));
    engine.send("setoption name UCI_ShowWDL value true\nsetoption name MultiPV value 2\ngo depth 3");
    let lines = engine.until("bestmove ");
    for info in lines.iter().filter(|line| line.contains(" pv ")) {
        let words: Vec<&str> = info.split(' ').skip_while(|word| *word != "score").collect();
        assert_eq!((words[1], words[3]), ("cp", "wdl"), "{info}");
        let shares: Vec<u32> = words[4..7].iter().map(|word| word.parse().unwrap()).collect();
        assert_eq!(shares.iter().sum::<u32>(), 1000, "{info}");
    }
    engine.send("position fen 7k/8/R7/1R6/8/8/8/6K1 w - - 0 1\ngo mate 2");
    assert!(last_info(&engine.until("bestmove ")).contains(" score mate"));
    assert!(engine.ask("go mate 2", "info depth 1 ").contains(" wdl "));
    engine.until("bestmove ");
}

#[rstest]
#[case::two("7k/8/R7/1R6/8/8/8/6K1 w - - 0 1", 2)]
#[case::two_by_a_quiet_move("1rb4r/pkPp3p/1b1P3n/1Q6/N3Pp2/8/P1P3PP/7K w - - 1 0", 2)]
#[case::three_by_a_sacrifice("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3)]
#[case::three("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3)]
fn a_search_for_a_mate_ends_when_it_is_proved(#[case] fen: &str, #[case] moves: u64) {
    let mut engine = Engine::start(&[]);
    engine.send(&format!("position fen {fen}"));
    // A mate in fewer moves does not exist, so the other limit ends the search.
    engine.send(&format!("go mate {} depth 5", moves - 1));
    let shorter = engine.until("bestmove ");
    assert!(!shorter.iter().any(|line| (1..moves).any(|n| line.contains(&format!(" mate {n} ")))));
    assert_eq!(number(last_info(&shorter), "depth"), 5);
    // Without another limit only the mate ends it.
    engine.send(&format!("setoption name Clear Hash\ngo mate {moves}"));
    let lines = engine.until("bestmove ");
    let info = last_info(&lines);
    assert!(info.contains(&format!(" score mate {moves} ")), "{info}");
    assert_eq!(field(lines.last().unwrap(), "bestmove"), field(info, "pv"));
}

#[test]
fn several_lines_contain_only_the_moves_asked_for() {
    let mut engine = Engine::start(&[]);
    engine.send("setoption name MultiPV value 4\ngo depth 4 searchmoves a2a3 h2h4 g1f3");
    let lines = engine.until("bestmove ");
    let last: Vec<&String> = lines.iter().filter(|line| line.starts_with("info depth 4 ")).collect();
    let of = |name| last.iter().map(|line| field(line, name)).collect::<BTreeSet<_>>();
    assert_eq!(of("multipv"), ["1", "2", "3"].into());
    assert_eq!(of("pv"), ["a2a3", "g1f3", "h2h4"].into());
    let best = last.iter().rev().find(|line| field(line, "multipv") == "1").unwrap();
    assert_eq!(field(lines.last().unwrap(), "bestmove"), field(best, "pv"));
}

#[rstest]
#[case("go movetime 10001")]
#[case("go wtime 10001 btime 10001 winc 10001 binc 10001")]
fn the_overhead_is_not_used_for_thinking(#[case] go: &str) {
    let mut engine = Engine::start(&[]);
    engine.send("setoption name Move Overhead value 10000");
    engine.send(go);
    let lines = engine.until("bestmove ");
    assert!(number(last_info(&lines), "time") < 5_000, "{lines:#?}");
    engine.send("setoption name Move Overhead value 0\ngo movetime 300");
    assert!(number(last_info(&engine.until("bestmove ")), "time") >= 250);
}
