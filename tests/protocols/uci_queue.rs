//! `eyas uci` with commands that do not wait for answers: none is lost, and every `go` has exactly one `bestmove`.

use crate::support::clients::Engine;
use rstest::rstest;

/// Reads `count` lines of `bestmove`, and asserts that no other follows.
fn best_moves(engine: &mut Engine, count: usize) -> Vec<String> {
    let mut found = Vec::new();
    for _ in 0..count {
        found.push(engine.until("bestmove ").pop().unwrap());
    }
    let rest = engine.response("d");
    assert!(rest.iter().all(|line| !line.starts_with("bestmove")), "an extra move: {rest:?}");
    found
}

/// Whether a move is Black's, in positions in which all pieces are on their own half of the board.
fn is_blacks(best: &str) -> bool {
    best.split(' ').nth(1).is_some_and(|m| ["5", "6", "7", "8"].contains(&&m[1..2]))
}

#[test]
fn a_search_directly_after_stop_is_not_lost() {
    let mut engine = Engine::start(&[]);
    for _ in 0..120 {
        engine.send("position startpos\ngo infinite");
        engine.until("info depth 1 ");
        engine.send("stop\nposition startpos moves e2e4\ngo movetime 20");
        let best = best_moves(&mut engine, 2);
        assert!(
            !is_blacks(&best[0]) && is_blacks(&best[1]),
            "the move of the old search is sent first: {best:?}"
        );
    }
}

#[rstest]
#[case::stop("go infinite\nstop\nposition startpos moves e2e4\ngo nodes 500")]
#[case::another_go("go infinite\nposition startpos moves e2e4\ngo nodes 500")]
#[case::ponder_and_a_miss(
    "go ponder wtime 9000 btime 9000\nstop\nposition startpos moves e2e4\ngo nodes 500"
)]
#[case::ponder_and_go("go ponder wtime 9000 btime 9000\nposition startpos moves e2e4\ngo nodes 500")]
#[case::ponderhit("go infinite\nposition startpos moves e2e4\ngo ponder nodes 500\nponderhit")]
#[case::ponderhit_and_go("go ponder infinite\nponderhit\nposition startpos moves e2e4\ngo nodes 500")]
fn every_search_has_one_best_move(#[case] commands: &str) {
    let mut engine = Engine::start(&[]);
    for _ in 0..20 {
        engine.send(&format!("position startpos\n{commands}"));
        let best = best_moves(&mut engine, 2);
        assert!(!is_blacks(&best[0]) && is_blacks(&best[1]), "{best:?}");
    }
}

#[rstest]
#[case("go depth ten", false)]
#[case("go wtime 1e3 btime 1e3", false)]
#[case("go ponder nodes\nponderhit", false)]
#[case("go nodes 500 depth ten", true)]
#[case("go infinite depth ten\nstop", true)]
fn a_go_with_an_invalid_number_has_one_best_move(#[case] go: &str, #[case] searches: bool) {
    let mut engine = Engine::start(&[]);
    engine.send(go);
    let lines = engine.until("bestmove ");
    assert!(lines.iter().any(|line| line.contains(" must be a number, not ")), "{lines:?}");
    assert_eq!(lines.last().unwrap() != "bestmove (none)", searches, "{lines:?}");
    let rest = engine.response("d");
    assert!(rest.iter().all(|line| !line.starts_with("bestmove")), "an extra move: {rest:?}");
}

#[test]
fn a_thousand_searches_in_one_write_have_a_thousand_best_moves() {
    let mut engine = Engine::start(&[]);
    let commands = "position startpos\ngo infinite\nposition startpos moves e2e4\ngo infinite\n".repeat(500);
    engine.send_bytes(commands.as_bytes());
    engine.send("stop");
    let best = best_moves(&mut engine, 1000);
    for pair in best.chunks(2) {
        assert!(!is_blacks(&pair[0]) && is_blacks(&pair[1]), "{pair:?}");
    }
}

#[test]
fn a_thousand_commands_wait_for_the_end_of_a_search() {
    let mut engine = Engine::start(&[]);
    engine.send("go infinite");
    engine.until("info depth 1 ");
    // Each of these commands changes the engine while it searches.
    let mut commands = String::new();
    for number in 0..250 {
        let name = if number % 2 == 0 { "paper-2008-figure-3" } else { "reference" };
        commands += &format!(
            "setoption name Hash value {}\nsetoption name Clear Hash\nsetoption name SyzygyPath value <empty>\n\
             setoption name Organism value {name}\n",
            1 + number % 3,
        );
    }
    engine.send_bytes(commands.as_bytes());
    let lines = engine.response("position startpos moves e2e4");
    assert!(lines.iter().filter(|line| line.contains(" plays with ")).count() == 250, "all are answered");
    assert!(lines.iter().all(|line| !line.contains("ignored") && !line.starts_with("bestmove")), "{lines:?}");
    engine.send("stop\ngo nodes 3000");
    let best = best_moves(&mut engine, 2);
    assert!(!is_blacks(&best[0]) && is_blacks(&best[1]), "{best:?}");
    // The last options hold: the search is that of a new engine with these options.
    let mut fresh = Engine::start(&["--hash", "1", "--organism", "reference"]);
    fresh.send("position startpos moves e2e4");
    let without_time = |line: String| line.split(" nps ").next().unwrap().to_owned();
    let search = |engine: &mut Engine| {
        engine.send("setoption name Clear Hash\ngo nodes 3000");
        engine.until("bestmove ").into_iter().map(without_time).collect::<Vec<_>>()
    };
    assert_eq!(search(&mut engine), search(&mut fresh));
}

#[test]
fn option_changes_keep_their_order_relative_to_searches() {
    // Both commands are sent together: the organism changes after the search, not before it.
    let mut engine = Engine::start(&[]);
    let go = "position startpos moves e2e4 e7e5\ngo nodes 2000";
    let first = engine.ask(go, "bestmove ");
    engine.send("setoption name Clear Hash");
    engine.send(&format!("{go}\nsetoption name Organism value paper-2008-figure-3"));
    assert_eq!(engine.until("bestmove ").pop(), Some(first));
}

#[rstest]
#[case("go nodes 1")]
#[case("go nodes 2")]
#[case("go nodes 1 searchmoves a2a3")]
fn the_shortest_search_reports_a_line(#[case] go: &str) {
    let mut engine = Engine::start(&[]);
    engine.send(go);
    let lines = engine.until("bestmove ");
    let info = &lines[lines.len() - 2];
    assert!(info.starts_with("info depth 1 ") && info.contains(" score cp "), "{lines:?}");
    let best = lines.last().unwrap().split(' ').nth(1).unwrap();
    assert!(info.contains(&format!(" pv {best}")), "{lines:?}");
}
