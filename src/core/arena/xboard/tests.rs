use std::time::Duration;

use proptest::prelude::*;
use rstest::rstest;
use shakmaty::{CastlingMode, Chess, Color, Position, fen::Fen};

use super::control::{Control, clocks};
use super::feature::{Features, pairs};
use super::notation;
use super::quirks::{Quirks, Template};
use super::reply::Reply;
use super::thinking::thinking;
use crate::arena::search::legal_line;
use crate::arena::{EngineOption, Fault, Info};
use crate::engine::search::{Bound, Limits, Remaining, Time, Value};

#[rstest]
#[case("feature ping=1 setboard=0", &[("ping", "1"), ("setboard", "0")])]
#[case("feature myname=\"My Engine 1.0\" done=1", &[("myname", "My Engine 1.0"), ("done", "1")])]
#[case("  feature variants=\"\" reuse= 1", &[("variants", ""), ("reuse", "1")])]
#[case("feature option=\"Style -combo a /// b=c\" x=\"open", &[("option", "Style -combo a /// b=c"), ("x", "open")])]
#[case("feature nonsense san=1 =5", &[("san", "1")])]
#[case("feature", &[])]
fn features_have_names_and_values(#[case] line: &str, #[case] expected: &[(&str, &str)]) {
    assert_eq!(pairs(line).unwrap(), expected);
}

#[test]
fn known_features_are_accepted() {
    assert_eq!(pairs("features ping=1"), None);
    let mut features = Features::default();
    let line =
        "feature myname=\" A\tB \" ping=1 san=1 reuse=0 egt=\"syzygy\" option=\"Style -combo a\" done=0";
    let learnt: Vec<bool> =
        pairs(line).unwrap().into_iter().map(|(name, value)| features.set(name, value)).collect();
    assert_eq!(learnt, [true, true, true, true, false, true, true]);
    let expected = Features {
        name: Some("A\\tB".to_owned()),
        ping: true,
        san: true,
        reuse: false,
        done: Some(false),
        options: EngineOption::of_feature("Style -combo a").into_iter().collect(),
        ..Features::default()
    };
    assert_eq!(features, expected);
}

#[rstest]
#[case("Own Book -check 0", "true", Ok("option Own Book=1"))]
#[case("Own Book -check 1", "false", Ok("option Own Book=0"))]
#[case("Own Book -check 1", "0", Ok("option Own Book=0"))]
#[case("Own Book -check 1", "maybe", Err("true or false"))]
#[case("Skill -spin 5 1 9", "9", Ok("option Skill=9"))]
#[case("Skill -spin 5 1 9", "10", Err("an integer from 1 to 9"))]
#[case("Style -combo a /// *b", "a", Ok("option Style=a"))]
#[case("Log -string x", "a b", Ok("option Log=a b"))]
#[case("Clear -button", "", Ok("option Clear"))]
#[case("Clear -save", "", Ok("option Clear"))]
fn options_are_set_in_the_words_of_the_protocol(
    #[case] feature: &str,
    #[case] value: &str,
    #[case] expected: Result<&str, &str>,
) {
    let command = EngineOption::of_feature(feature).unwrap().xboard_command(value);
    match expected {
        Ok(expected) => assert_eq!(command.unwrap(), expected),
        Err(accepted) => assert!(command.unwrap_err().to_string().contains(accepted)),
    }
}

#[rstest]
#[case("move e2e4", Some(Reply::Move("e2e4")))]
#[case("move Nf3 ", Some(Reply::Move("Nf3")))]
#[case("12. ... e7e5", Some(Reply::Move("e7e5")))]
#[case("3 ... O-O", Some(Reply::Move("O-O")))]
#[case("My move is: d7d5", Some(Reply::Move("d7d5")))]
#[case("1. e2e4", None)]
#[case("thinking ... e2e4", None)]
#[case("... e7e5", None)]
#[case("move", None)]
#[case("moves e2e4", None)]
#[case("pong 7", Some(Reply::Pong(7)))]
#[case("pong", None)]
#[case("resign", Some(Reply::Resigns))]
#[case("tellics resign", Some(Reply::Resigns))]
#[case("tellics draw", None)]
#[case("offer draw", None)]
#[case("1-0 {White mates}", Some(Reply::Over(Some(Color::White))))]
#[case("result 0-1 {White resigns}", Some(Reply::Over(Some(Color::Black))))]
#[case("1/2-1/2 {Drawn by repetition}", Some(Reply::Over(None)))]
#[case("Illegal move: e2e4", Some(Reply::Refuses("e2e4")))]
#[case("Illegal move (in check): usermove e2e4", Some(Reply::Refuses("usermove e2e4")))]
#[case("Error (unknown command): sd 1", Some(Reply::Refuses("sd 1")))]
#[case("tellusererror Illegal position", Some(Reply::Refuses("setboard")))]
#[case("telluser Illegal move: e2e4", None)]
#[case("† move", None)]
fn answers_are_read(#[case] line: &str, #[case] expected: Option<Reply<'_>>) {
    assert_eq!(Reply::parse(line), expected);
}

#[test]
fn a_thinking_line_is_parsed() {
    let info = |depth, value: (Value, Bound), nodes, moves: &[&str]| Info {
        depth: Some(depth),
        value: Some(value),
        nodes: Some(nodes),
        moves: moves.iter().map(|m| (*m).to_owned()).collect(),
        ..Info::default()
    };
    let (pawn, exact) = (Value::Centipawns(-35), Bound::Exact);
    assert_eq!(
        thinking("  9 -35 123 4567 1. e4 e5 2. Nf3"),
        Some(info(9, (pawn, exact), 4567, &["e4", "e5", "Nf3"]))
    );
    assert_eq!(
        thinking("9. -35\t123\t4567\t12...Nf6 13.O-O"),
        Some(info(9, (pawn, exact), 4567, &["Nf6", "O-O"]))
    );
    let long =
        Info { selective_depth: Some(20), tablebase_hits: Some(3), ..info(9, (pawn, exact), 5, &["e2e4"]) };
    assert_eq!(thinking("9 -35 0 5 20 1000 3\te2e4"), Some(long));
    assert_eq!(thinking("9 -35 0 5"), Some(info(9, (pawn, exact), 5, &[])));
    let bound = |line: &str| thinking(line).unwrap().value.unwrap();
    assert_eq!(bound("9+ +5 0 5 e4"), (Value::Centipawns(5), Bound::Lower));
    assert_eq!(bound("9 5 0 5 e4!"), (Value::Centipawns(5), Bound::Lower));
    assert_eq!(bound("9 5 0 5 e4 --"), (Value::Centipawns(5), Bound::Upper));
    assert_eq!(bound("9 100003 0 5 e4"), (Value::Mate(3), exact));
    assert_eq!(bound("9 -100003 0 5 e4"), (Value::Mate(-3), exact));
    assert_eq!(bound("9 32000 0 5 e4"), (Value::Centipawns(32_000), exact));
    assert_eq!(bound("9 999999999999 0 5 e4"), (Value::Centipawns(1_000_000), exact));
}

#[rstest]
#[case("1. ... e7e5 4 5 6")]
#[case("9 0.35 1 5 e4")]
#[case("9 35 -1 5 e4")]
#[case("9 35 1 nodes e4")]
#[case("9 35 1 99999999999999999999 e4")]
#[case("2000 35 1 5 e4")]
#[case("9xy 35 1 5 e4")]
#[case("stat01: 1 2 3 4")]
#[case("")]
fn other_lines_are_skipped(#[case] line: &str) {
    assert_eq!(thinking(line), None);
}

fn position(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

#[rstest]
#[case("e1g1", "e1g1")]
#[case("O-O", "e1g1")]
#[case("0-0-0", "e1c1")]
#[case("o-o", "e1g1")]
#[case("b7b8Q", "b7b8q")]
#[case("bxa8=N+", "b7a8n")]
#[case("b7-b8=r", "b7b8r")]
#[case("bxa8Q", "b7a8q")]
#[case("Rhf1", "h1f1")]
#[case("Ke2!?", "e1e2")]
#[case("Ke1-e2", "e1e2")]
#[case("b7xa8=Q+", "b7a8q")]
fn moves_are_read_as_they_are_written(#[case] text: &str, #[case] expected: &str) {
    let position = position("r3k3/1P6/8/8/8/8/8/R3K2R w KQq - 0 1");
    let m = notation::read(text, &position).unwrap();
    assert_eq!(notation::write(m, &position, false), expected);
}

#[test]
fn moves_are_written_in_the_requested_notation() {
    let position = position("r3k3/1P6/8/8/8/8/8/R3K2R w KQq - 0 1");
    for (coordinates, san) in [("e1g1", "O-O"), ("b7a8q", "bxa8=Q"), ("h1f1", "Rf1")] {
        let m = notation::read(coordinates, &position).unwrap();
        assert_eq!(notation::write(m, &position, false), coordinates);
        assert_eq!(notation::write(m, &position, true), san);
    }
    for text in ["", "e2e4", "Nf3", "--", "0000", "e1e1", "0-0-0-0", "†"] {
        assert_eq!(notation::read(text, &position), None, "{text}");
    }
    let line = ["Ra2", "Rxa2", "Qh5", "Kd7"].map(str::to_owned);
    assert_eq!(legal_line(&position, &line, notation::read).len(), 2, "white has no queen");
}

fn clock(left: u64, increment: u64, moves_to_go: Option<u32>) -> Limits {
    let (left, increment) = (Duration::from_millis(left), Duration::from_millis(increment));
    let opponent = Some(Remaining { left: Duration::from_millis(7_005), increment });
    let time = Time::Clock { left, increment, opponent, moves_to_go };
    Limits { time, overhead: Duration::from_millis(30), ..Limits::default() }
}

fn template(text: &str) -> Option<Template> {
    Some(Template::try_from(text.to_owned()).unwrap())
}

#[test]
fn limits_are_written_in_the_format_of_the_protocol() {
    let quirks = Quirks::default();
    let fractions = Quirks { fractions: true, ..quirks.clone() };
    let own = Quirks { depth: template("depth {}"), nodes: template("sn {}"), ..quirks.clone() };
    let movetime = Limits { time: Time::Move(Duration::from_millis(1_100)), ..Limits::default() };
    let both = Limits { nodes: Some(50), ..Limits::depth(9) };
    let cases = [
        (clock(300_000, 0, Some(40)), &quirks, vec!["level 40 5 0"]),
        (clock(10_000, 100, None), &quirks, vec!["level 0 0:10 0"]),
        (clock(10_000, 100, None), &fractions, vec!["level 0 0:10 0.1"]),
        (clock(150_500, 2_900, None), &quirks, vec!["level 0 2:31 2"]),
        (clock(0, 0, None), &quirks, vec!["level 0 0:01 0"]),
        (movetime.clone(), &quirks, vec!["st 2"]),
        (movetime, &fractions, vec!["st 1.1"]),
        (Limits::depth(9), &quirks, vec!["st 10000", "sd 9"]),
        (both, &own, vec!["st 10000", "depth 9", "sn 50"]),
    ];
    for (limits, quirks, expected) in cases {
        assert_eq!(Control::new(&limits).commands(&limits, quirks), expected);
    }
    assert_eq!(clocks(&clock(10_000, 100, None)), (997, 700));
    assert_eq!(clocks(&clock(20, 0, None)), (1, 700));
    assert_eq!(clocks(&Limits { time: Time::Move(Duration::from_millis(70)), ..Limits::default() }), (7, 7));
}

#[test]
fn limits_are_sent_again_only_when_they_change() {
    let continues = |now: &Limits, sent: &Limits| Control::new(now).continues(&Control::new(sent));
    assert!(continues(&clock(9_000, 100, Some(39)), &clock(10_000, 100, Some(40))));
    assert!(!continues(&clock(9_000, 100, Some(41)), &clock(10_000, 100, Some(40))), "a longer session");
    assert!(!continues(&clock(9_000, 200, None), &clock(10_000, 100, None)));
    assert!(
        continues(&Limits::depth(3), &Limits::depth(3)) && !continues(&Limits::depth(4), &Limits::depth(3))
    );
    let removes_limit = |now: &Limits, sent: &Limits| Control::new(now).removes_limit(&Control::new(sent));
    assert!(
        removes_limit(&Limits::default(), &Limits::depth(3))
            && !removes_limit(&Limits::depth(4), &Limits::depth(3))
    );
    assert!(removes_limit(&clock(9_000, 0, None), &Limits::default()), "a time for the move outlasts clocks");
}

#[test]
fn unsupported_limits_are_refused() {
    let mut quirks = Quirks::default();
    let fault = quirks.check(&Limits::nodes(5)).unwrap_err();
    assert_eq!(fault.to_string(), "the xboard protocol has no limit of nodes; use a time or a depth limit");
    quirks.nodes = template("sn {}");
    assert_eq!(quirks.check(&Limits::nodes(5)), Ok(()));
    let moves = Chess::default().legal_moves().into_iter().take(1).collect();
    assert!(matches!(quirks.check(&Limits { moves, ..Limits::depth(1) }), Err(Fault::NoLimit(_))));
    for text in ["sn", "", "sn {}\nquit"] {
        assert!(Template::try_from(text.to_owned()).is_err(), "{text}");
    }
}

proptest! {
    #[test]
    fn arbitrary_lines_do_not_panic(words in proptest::collection::vec(
        "feature|move|pong|result|Illegal move|Error|My move is|=|\"|:|\\t|e2e4|O-O|[0-9]{1,3}\\.|-?[0-9]{1,25}|\\PC{0,6}",
        0..20,
    )) {
        for first in ["", "feature", "move", "1. ...", "9 35 1", "Illegal move:"] {
            let line = format!("{first} {}", words.join(" "));
            let mut features = Features::default();
            for (name, value) in pairs(&line).unwrap_or_default() {
                features.set(name, value);
            }
            if let Some(Reply::Move(text)) = Reply::parse(&line) {
                let _ = notation::read(text, &Chess::default());
            }
            if let Some(info) = thinking(&line) {
                let _ = legal_line(&Chess::default(), &info.moves, notation::read);
            }
        }
    }
}
