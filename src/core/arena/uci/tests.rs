use std::time::Duration;

use proptest::prelude::*;
use rstest::rstest;
use shakmaty::{Chess, Position};

use super::*;
use crate::arena::notation::coordinates;
use crate::arena::{EngineOption, Fault, Info, OptionKind};
use crate::engine::search::{Bound, Game, Limits, Remaining, Time, Value};
use crate::positions::Variant;
use crate::positions::fen::into_position;

#[test]
fn an_info_line_is_parsed() {
    let line = "info depth 20 seldepth 31 multipv 2 score cp -35 upperbound nodes 123456 nps 1000000 \
                hashfull 31 tbhits 2 time 123 pv e2e4 e7e5 g1f3";
    let expected = Info {
        depth: Some(20),
        selective_depth: Some(31),
        index: Some(2),
        value: Some((Value::Centipawns(-35), Bound::Upper)),
        nodes: Some(123_456),
        hash_full: Some(31),
        tablebase_hits: Some(2),
        moves: ["e2e4", "e7e5", "g1f3"].map(str::to_owned).to_vec(),
    };
    assert_eq!(Info::parse(line), Some(expected));
}

#[rstest]
#[case::mate("info depth 3 score mate -4 pv e2e4", Some((Value::Mate(-4), Bound::Exact)))]
#[case::lower("info depth 3 score cp 7 lowerbound", Some((Value::Centipawns(7), Bound::Lower)))]
#[case::cut("info depth 3 score cp 99999999999", Some((Value::Centipawns(1_000_000), Bound::Exact)))]
#[case::no_number("info depth 3 score cp high", None)]
#[case::no_mate("info depth 3 score mate 2000000000", None)]
#[case::a_text("info depth 3 string score cp 20", None)]
#[case::at_the_end("info depth 3 score cp", None)]
fn values_are_parsed_or_skipped(#[case] line: &str, #[case] value: Option<(Value, Bound)>) {
    let info = Info::parse(line).unwrap();
    assert_eq!((info.depth, info.value), (Some(3), value));
}

#[rstest]
#[case("info nps 1000")]
#[case("info time 20")]
fn a_line_with_only_the_speed_is_a_sign_of_progress(#[case] line: &str) {
    assert_eq!(Info::parse(line), Some(Info::default()));
}

#[test]
fn lines_without_information_are_skipped() {
    let lines = [
        "",
        "info",
        "info string depth 3",
        "information depth 3",
        "bestmove e2e4",
        "info nodes -1",
        "info nodes 18446744073709551615",
        "info depth 4000000000",
    ];
    for line in lines {
        assert_eq!(Info::parse(line), None, "{line}");
    }
}

#[rstest]
#[case("bestmove e2e4", Some(Best::Move("e2e4".to_owned(), None)))]
#[case("bestmove e7e8q ponder a2a1n", Some(Best::Move("e7e8q".to_owned(), Some("a2a1n".to_owned()))))]
#[case("  bestmove e2e4 ponder", Some(Best::Move("e2e4".to_owned(), None)))]
#[case("bestmove (none)", Some(Best::None))]
#[case("bestmove", Some(Best::None))]
#[case("bestmoves e2e4", None)]
fn best_moves_are_read(#[case] line: &str, #[case] best: Option<Best>) {
    assert_eq!(Best::parse(line), best);
}

fn option(line: &str) -> EngineOption {
    EngineOption::parse(line).unwrap()
}

#[test]
fn options_have_types() {
    let kind = |line: &str| option(line).kind;
    assert_eq!(kind("option name P type check default true"), OptionKind::Check { default: true });
    assert_eq!(
        kind("option name Hash type spin default 16 min 1 max 1024"),
        OptionKind::Spin { default: 16, low: 1, high: 1024 }
    );
    assert_eq!(
        kind("option name Style type combo default Very Solid var Very Solid var Risky"),
        OptionKind::Combo {
            default: "Very Solid".to_owned(),
            choices: vec!["Very Solid".to_owned(), "Risky".to_owned()]
        }
    );
    assert_eq!(kind("option name B type button"), OptionKind::Button);
    assert_eq!(
        kind("option name F type string default <empty>"),
        OptionKind::Text { default: String::new() }
    );
    assert_eq!(option("option name min max default var type button").name, "min max default var");
    for line in ["option", "option name", "option name type check", "option name X", "option name X type"] {
        assert_eq!(EngineOption::parse(line), None, "{line}");
    }
    assert_eq!(EngineOption::parse("option name X type spin min 5 max 4"), None);
}

#[rstest]
#[case("check default true", "FALSE", Ok("false"))]
#[case("check default true", "no", Err("true or false"))]
#[case("spin default 16 min 1 max 1024", "1024", Ok("1024"))]
#[case("spin default 16 min 1 max 1024", "1025", Err("an integer from 1 to 1024"))]
#[case("spin default 16 min 1 max 1024", "much", Err("from 1 to 1024"))]
#[case("combo default a var a var B c", "b C", Ok("B c"))]
#[case("combo default a var a var B c", "d", Err("one of: a, B c"))]
#[case("string default x", "", Ok("<empty>"))]
#[case("string default x", "a b", Ok("a b"))]
#[case("string default x", "a\nquit", Err("on one line"))]
#[case("button", "now", Err("no value"))]
fn values_are_checked(#[case] kind: &str, #[case] value: &str, #[case] expected: Result<&str, &str>) {
    let found = option(&format!("option name My Option type {kind}")).command(value);
    match (found, expected) {
        (Ok(found), Ok(value)) => assert_eq!(found, format!("setoption name My Option value {value}")),
        (Err(fault @ Fault::OptionValue { .. }), Err(hint)) => assert!(fault.to_string().contains(hint)),
        (found, expected) => panic!("{found:?}, not {expected:?}"),
    }
}

#[test]
fn the_nearest_option_is_named() {
    let options = ["Hash", "Clear Hash", "SyzygyPath", "MultiPV", "Move Overhead"]
        .map(|name| option(&format!("option name {name} type button")));
    let near = |name: &str| EngineOption::nearest(&options, name).unwrap().name.as_str();
    let found = ["hsah", "Syzygy Path", "multi-pv", "MoveOverhead", "ClearHash"].map(near);
    assert_eq!(found, ["Hash", "SyzygyPath", "MultiPV", "Move Overhead", "Clear Hash"]);
    assert_eq!(EngineOption::nearest(&[], "Hash"), None);
}

fn game(moves: &[&str]) -> Game {
    let mut game = Game::new(Chess::default());
    for text in moves {
        let m = coordinates(text, game.position()).unwrap();
        game.play(m);
    }
    game
}

const SHUFFLED: &str = "1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w KQkq - 0 1";

#[test]
fn positions_and_limits_are_written_as_uci_commands() {
    assert_eq!(go::position(&game(&[])), "position startpos");
    assert_eq!(go::position(&game(&["e2e4", "e7e5"])), "position startpos moves e2e4 e7e5");
    let castling_fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let start: Chess = castling_fen
        .parse::<shakmaty::fen::Fen>()
        .unwrap()
        .into_position(shakmaty::CastlingMode::Standard)
        .unwrap();
    let mut castled = Game::new(start);
    castled.play(coordinates("e1g1", castled.position()).unwrap());
    assert_eq!(go::position(&castled), format!("position fen {castling_fen} moves e1g1"));

    let mut shuffled = Game::new(into_position(SHUFFLED.parse().unwrap()).unwrap());
    shuffled.play(coordinates("f1g1", shuffled.position()).unwrap());
    assert_eq!(go::position(&shuffled), format!("position fen {SHUFFLED} moves f1g1"));
    let castling = Limits { moves: shuffled.moves().to_vec(), ..Limits::nodes(5) };
    assert_eq!(go::go(&castling, shuffled.start()), "go nodes 5 searchmoves f1g1");
    let mut usual = Game::new(Variant::Chess960.apply(castled.start().clone()));
    usual.play(coordinates("e1a1", usual.position()).unwrap());
    assert_eq!(go::position(&usual), format!("position fen {castling_fen} moves e1a1"));

    let clock = Time::Clock {
        left: Duration::from_millis(5_000),
        increment: Duration::from_millis(100),
        opponent: None,
        moves_to_go: Some(3),
    };
    let theirs = Remaining { left: Duration::from_millis(7_000), increment: Duration::from_millis(200) };
    let both = Time::Clock {
        left: Duration::from_millis(5_000),
        increment: Duration::from_millis(100),
        opponent: Some(theirs),
        moves_to_go: None,
    };
    let overhead = Duration::from_millis(30);
    let moves = game(&[]).position().legal_moves().into_iter().filter(|m| m.to().to_string() == "e4");
    let cases = [
        (Limits::default(), "go infinite"),
        (Limits::nodes(500), "go nodes 500"),
        (Limits { mate: Some(2), ..Limits::depth(9) }, "go depth 9 mate 2"),
        (
            Limits { time: Time::Move(Duration::from_millis(70)), overhead, ..Limits::default() },
            "go movetime 40",
        ),
        (
            Limits { time: Time::Move(Duration::from_millis(20)), overhead, ..Limits::default() },
            "go movetime 1",
        ),
        (
            Limits { time: clock, overhead, ..Limits::default() },
            "go btime 4970 wtime 4970 binc 100 winc 100 movestogo 3",
        ),
        (Limits { time: both, overhead, ..Limits::default() }, "go btime 4970 wtime 7000 binc 100 winc 200"),
        (Limits { moves: moves.collect(), ..Limits::nodes(5) }, "go nodes 5 searchmoves e2e4"),
    ];
    let black_to_move = game(&["e2e4"]);
    let black_to_move = black_to_move.position();
    for (limits, expected) in cases {
        assert_eq!(go::go(&limits, black_to_move), expected);
    }
}

proptest! {
    #[test]
    fn arbitrary_lines_do_not_panic(words in proptest::collection::vec(
        "info|option|bestmove|name|type|spin|combo|var|min|max|default|score|cp|mate|pv|e2e4|nodes|depth|-?[0-9]{1,25}|\\PC{0,6}",
        0..20,
    )) {
        for first in ["info", "option", "bestmove", "option name"] {
            let line = format!("{first} {}", words.join(" "));
            let _ = Info::parse(&line);
            let _ = Best::parse(&line);
            if let Some(option) = EngineOption::parse(&line) {
                let _ = option.command(&words.join(" "));
                let _ = EngineOption::nearest(&[option], &line);
            }
            let _ = coordinates(&line, &Chess::default());
        }
    }
}
