//! Tests of the `go` command.

use rstest::rstest;

use super::*;
use crate::uci::command::parse;

fn go(words: &str) -> Go {
    match parse(&format!("go {words}")).command {
        Some(Command::Go(go)) => go,
        other => panic!("{other:?}"),
    }
}

fn limits(words: &str) -> Limits {
    go(words).limits(Color::White, Vec::new())
}

#[test]
fn each_side_has_its_clock() {
    let go = go("wtime 1000 btime 2000 winc 10 binc 20 movestogo 5");
    let remaining = |left, increment| Remaining {
        left: Duration::from_millis(left),
        increment: Duration::from_millis(increment),
    };
    let (white, black) = (remaining(1000, 10), remaining(2000, 20));
    let clock = |own: Remaining, opponent| Time::Clock {
        left: own.left,
        increment: own.increment,
        opponent: Some(opponent),
        moves_to_go: Some(5),
    };
    assert_eq!(go.limits(Color::White, Vec::new()).time, clock(white, black));
    assert_eq!(go.limits(Color::Black, Vec::new()).time, clock(black, white));
    let Time::Clock { opponent, .. } = limits("wtime 1000 binc 20").time else { panic!() };
    assert_eq!(opponent, None);
}

#[test]
fn negative_clocks_and_huge_numbers_are_still_limits() {
    let Time::Clock { left, moves_to_go, .. } = limits("wtime -30 movestogo 0").time else { panic!() };
    assert_eq!((left, moves_to_go), (Duration::ZERO, None));
    assert_eq!(limits("nodes 0").nodes, Some(1), "there is a move to be found");
    assert_eq!(limits("depth 0").depth, Some(1));
    assert_eq!(limits("depth 99999999999999999999").depth, Some(u32::MAX));
    assert_eq!(limits("nodes 99999999999999999999").nodes, Some(u64::MAX));
    let Time::Move(time) = limits("movetime 99999999999999999999").time else { panic!() };
    assert!(time * 10 > time, "no sum of times overflows");
}

#[test]
fn searchmoves_end_at_the_next_word() {
    let go = go("searchmoves e2e4 d2d4 depth 3");
    assert_eq!(go.searchmoves, ["e2e4", "d2d4"]);
    assert_eq!(go.depth, Some(3));
}

#[test]
fn an_unknown_word_is_reported_and_the_rest_is_used() {
    let line = parse("go quickly depth 3");
    assert_eq!(line.command, Some(Command::Go(Go { depth: Some(3), ..Go::default() })));
    assert_eq!(line.remarks, [Remark::Ignored("“quickly”".to_owned())]);
}

#[rstest]
#[case("depth", "depth must be a number, not “”", "", Some("depth"))]
#[case("depth ten", "depth must be a number, not “ten”", "", Some("depth"))]
#[case("nodes 1e6 depth x", "nodes must be a number, not “1e6”", "", Some("nodes"))]
#[case("movetime --5 ponder", "movetime must be a number, not “--5”", "ponder", Some("movetime"))]
#[case("mate 3 depth x", "depth must be a number, not “x”", "mate 3", Some("depth"))]
#[case("depth nodes 500", "depth must be a number, not “”", "nodes 500", None)]
#[case("wtime 9 btime x", "btime must be a number, not “x”", "wtime 9", None)]
#[case("wtime x btime 9", "wtime must be a number, not “x”", "btime 9", Some("wtime"))]
#[case("infinite depth x", "depth must be a number, not “x”", "infinite", None)]
fn an_invalid_number_is_reported_and_only_its_argument_ignored(
    #[case] words: &str,
    #[case] reason: &str,
    #[case] rest: &str,
    #[case] lost: Option<&str>,
) {
    let remarks = parse(&format!("go {words}")).remarks;
    assert!(remarks.len() == 1 && remarks[0].to_string().contains(reason), "{remarks:?}");
    let read = go(words);
    assert_eq!(read.lost_limit(Color::White), lost);
    assert_eq!(Go { ignored: None, ..read }, go(rest));
}

#[rstest]
#[case("", true, false)]
#[case("infinite", true, false)]
#[case("infinite depth 3", true, false)]
#[case("btime 1000", true, false)]
#[case("mate 3", false, false)]
#[case("depth 3", false, true)]
#[case("wtime 1000", false, true)]
#[case("movetime 5 ponder", false, true)]
#[case("ponder", true, false)]
fn finite_and_infinite_searches_are_distinguished(
    #[case] words: &str,
    #[case] infinite: bool,
    #[case] finite: bool,
) {
    let go = go(words);
    assert_eq!((go.is_infinite(Color::White), go.is_finite(Color::White)), (infinite, finite));
}
