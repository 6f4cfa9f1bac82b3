//! Searches with tablebases: known endgames, complete games, and results that tables must not change.

use std::env;
use std::sync::Arc;

use rstest::rstest;
use shakmaty::{KnownOutcome, Position};

use super::*;
use crate::engine::search::value::{EVALUATION_BOUND, TABLEBASE_WIN};
use crate::engine::search::{SearchMode, Value};
use crate::engine::tablebases::{AmbiguousWdl, Tablebases};
use crate::engine::testing::move_of;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/syzygy");

fn player(folder: &str) -> Engine {
    let (weights, _, extended) = reference();
    let mut engine = Engine::new(&weights, extended, HASH);
    engine.set_tablebases(Some(Arc::new(Tablebases::open(folder).unwrap())));
    engine
}

fn centipawns(outcome: &SearchResult) -> i32 {
    match outcome.report.as_ref().unwrap().line.value {
        Value::Centipawns(score) => score,
        Value::Mate(moves) => panic!("a mate in {moves}"),
    }
}

#[rstest]
#[case::rook("8/8/8/4k3/8/8/8/R3K3 w - - 0 1", 1)]
#[case::lone_king("8/8/8/4k3/8/8/8/R3K3 b - - 0 1", -1)]
#[case::pawn("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", -1)]
#[case::pawn_without_opposition("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1", 0)]
#[case::rook_and_pawn("8/8/3k4/8/4K3/8/4P3/R7 w - - 0 1", 1)]
#[case::bishop_and_knight_by_outcome_alone("8/8/8/4k3/8/8/8/1NB1K3 w - - 0 1", 1)]
fn known_endings_are_reported_at_once(#[case] position: &str, #[case] sign: i32) {
    let (outcome, reports) = think(&mut player(FOLDER), &fen(position), &Limits::depth(2));
    assert_eq!(centipawns(&outcome).signum(), sign);
    assert!(sign == 0 || centipawns(&outcome).abs() > EVALUATION_BOUND);
    assert!(outcome.tablebase_hits > 0 && outcome.nodes < 2000, "{outcome:?}");
    assert!(reports.iter().all(|report| report.tablebase_hits > 0));
}

#[test]
fn captures_into_tables_are_scored_by_them() {
    // No table has a knight, so the root is not ranked.
    let position = fen("8/8/8/1n6/4k3/8/8/1R2K3 w - - 0 1");
    let outcome = think(&mut player(FOLDER), &position, &Limits::depth(4)).0;
    assert_eq!(outcome.best, Some(move_of(&position, "Rxb5")));
    assert_eq!(centipawns(&outcome), TABLEBASE_WIN - 1);
    assert!(outcome.tablebase_hits > 0);
}

/// Plays a game of the engine against itself and returns its length and result.
fn played_out(folder: &str, start: &str, nodes: u64) -> (usize, Option<KnownOutcome>) {
    let (mut white, mut black) = (player(folder), player(folder));
    let mut game = Game::new(fen(start));
    while game.position().outcome().is_unknown() && game.position().halfmoves() < 100 {
        let engine = if game.position().turn().is_white() { &mut white } else { &mut black };
        let limits = Limits::nodes(nodes);
        let outcome = engine.search(&game, &limits, &Signal::default(), &mut |_| ControlFlow::Continue(()));
        game.play(outcome.best.unwrap());
    }
    (game.moves().len(), game.position().outcome().known())
}

#[rstest]
#[case::queen("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1", 20)]
#[case::rook("8/8/8/4k3/8/8/8/R3K3 w - - 0 1", 32)]
#[case::rook_late_in_the_fifty_moves("8/8/8/4k3/8/8/8/R3K3 w - - 66 60", 34)]
#[case::pawn("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", 60)]
#[case::rook_and_pawn("8/8/3k4/8/4K3/8/4P3/R7 w - - 0 1", 80)]
#[case::bishop_and_knight_by_outcome_alone("8/8/8/4k3/8/8/8/1NB1K3 w - - 0 1", 100)]
fn won_endings_end_in_mate(#[case] start: &str, #[case] plies: usize) {
    // Bishop and knight have no DTZ table here and need a search that drives the king.
    let nodes = if start.contains('N') { 20_000 } else { 300 };
    let (played, outcome) = played_out(FOLDER, start, nodes);
    assert!(outcome.is_some_and(|outcome| outcome.winner().is_some()), "{outcome:?} after {played} plies");
    assert!(played <= plies, "{played} plies");
}

/// Requires all tables of up to four pieces; `EYAS_SYZYGY` contains the path of their folder.
#[test]
fn bishop_and_knight_mate_by_distance() {
    let Some(folder) = env::var_os("EYAS_SYZYGY") else {
        eprintln!("skipped: EYAS_SYZYGY names no folder with the tables of four pieces");
        return;
    };
    let folder = folder.into_string().unwrap();
    for start in ["8/8/8/4k3/8/8/8/1NB1K3 w - - 0 1", "7k/5K2/8/8/8/3N4/3B4/8 w - - 0 1"] {
        let (played, outcome) = played_out(&folder, start, 300);
        assert!(outcome.is_some_and(|outcome| outcome.winner().is_some()) && played <= 66, "{played} plies");
    }
}

#[rstest]
#[case::pawn("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1")]
#[case::pawn_not_moved("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1")]
fn drawn_endings_are_held(#[case] start: &str) {
    let (_, outcome) = played_out(FOLDER, start, 300);
    assert!(outcome.is_none_or(|outcome| outcome.winner().is_none()), "{outcome:?}");
}

#[test]
fn what_the_fifty_move_rule_saves_is_no_win() {
    // The mate with a rook takes more moves than the fifty-move rule leaves.
    for (position, sign) in
        [("8/8/8/4k3/8/8/8/R3K3 w - - 90 80", 1), ("8/8/8/4k3/8/8/8/R3K3 b - - 90 80", -1)]
    {
        let outcome = think(&mut player(FOLDER), &fen(position), &Limits::depth(4)).0;
        assert_eq!(centipawns(&outcome), sign);
    }
}

#[test]
fn the_moves_to_choose_from_and_the_best_lines_are_ranked() {
    // Not all moves win, and each line must have the right result.
    let position = fen("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1");
    let tables = Tablebases::open(FOLDER).unwrap();
    let limits = Limits { lines: 8, ..Limits::depth(3) };
    let (_, reports) = think(&mut player(FOLDER), &position, &limits);
    let last: Vec<&Report> = reports.iter().filter(|report| report.complete && report.depth == 3).collect();
    assert_eq!(last.len(), position.legal_moves().len());
    let mut before = i32::MAX;
    for report in last {
        let m = report.line.moves[0];
        let next = crate::engine::board::Board::new(&position).after(m.into());
        let expected = -AmbiguousWdl::from(tables.wdl(&next).unwrap()).signum();
        let Value::Centipawns(score) = report.line.value else { panic!("{report:?}") };
        assert_eq!(score.signum(), expected, "{m}");
        assert!(score <= before, "better lines first");
        before = score;
        // A search of this move alone reports the same.
        let limits = Limits { moves: vec![m], ..Limits::depth(3) };
        let outcome = think(&mut player(FOLDER), &position, &limits).0;
        assert_eq!((outcome.best, centipawns(&outcome)), (Some(m), score));
    }
}

#[test]
fn a_mate_is_reported_as_one() {
    let position = fen("4k3/8/4K3/8/8/8/8/R7 w - - 0 1");
    let outcome = think(&mut player(FOLDER), &position, &Limits::depth(3)).0;
    assert_eq!(outcome.report.unwrap().line.value, Value::Mate(1));
    // A line that ends in a capture, from a position outside the tables.
    let position = fen("k7/p7/1K6/8/8/8/8/Q7 w - - 0 1");
    let limits = Limits { mate: Some(2), ..Limits::depth(6) };
    let outcome = think(&mut player(FOLDER), &position, &limits).0;
    assert!(matches!(outcome.report.unwrap().line.value, Value::Mate(1..=2)));
}

#[rstest]
#[case("8/5k2/8/3r4/8/2KP4/3R4/8 w - - 0 1")]
#[case("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")]
fn node_limited_searches_with_tables_repeat(#[case] position: &str) {
    let once = || {
        let (outcome, reports) = think(&mut player(FOLDER), &fen(position), &Limits::nodes(30_000));
        let lines: Vec<_> =
            reports.into_iter().map(|report| (report.depth, report.line, report.nodes)).collect();
        (outcome.best, outcome.nodes, outcome.tablebase_hits, lines)
    };
    assert_eq!(once(), once());
}

#[test]
fn tables_that_answer_nothing_change_nothing() {
    let empty = tempfile::tempdir().unwrap();
    let position = fen("8/5k2/8/3r4/8/2KP4/3R4/8 w - - 0 1");
    let strip =
        |outcome: SearchResult| (outcome.best, outcome.nodes, outcome.report.map(|report| report.line));
    let limits = Limits::nodes(20_000);
    let with = think(&mut player(empty.path().to_str().unwrap()), &position, &limits).0;
    assert_eq!(with.tablebase_hits, 0);
    assert_eq!(strip(with), strip(outcome_of(reference().2, &position, &limits)));
    let mut engine = player(FOLDER);
    think(&mut engine, &position, &limits);
    engine.set_tablebases(None);
    let without = think(&mut engine, &position, &limits).0;
    assert_eq!(strip(without), strip(outcome_of(reference().2, &position, &limits)));
}

#[test]
fn every_mode_asks_tables() {
    let organism = crate::organism::Organism::named_or_path("reference").unwrap();
    for mode in SearchMode::ALL {
        let mut engine = Engine::new(&organism.weights(), organism.search_parameters(Some(mode)).0, HASH);
        engine.set_tablebases(Some(Arc::new(Tablebases::open(FOLDER).unwrap())));
        let position = fen("8/5k2/8/3r4/8/2KP4/3R4/8 w - - 0 1");
        assert!(think(&mut engine, &position, &Limits::depth(6)).0.tablebase_hits > 0, "{mode}");
    }
}
