//! Searches with several threads.

use rstest::rstest;
use shakmaty::Position as _;

use super::*;
use crate::engine::bench;
use crate::engine::search::Value;

fn engine(threads: usize) -> Engine {
    let (weights, _, extended) = reference();
    let mut engine = Engine::new(&weights, extended, HASH);
    engine.set_threads(threads);
    engine
}

#[rstest]
#[case(1)]
#[case(1000)]
#[case(1025)]
#[case(50_000)]
fn all_threads_together_keep_the_node_limit(#[case] nodes: u64) {
    let mut engine = engine(3);
    for position in bench::positions() {
        let (outcome, reports) = think(&mut engine, &position, &Limits::nodes(nodes));
        // The limit can leave each helper with a part of the nodes that it claimed.
        let unused = 2 * 1024;
        assert!(outcome.nodes <= nodes && outcome.nodes + unused >= nodes, "{}", outcome.nodes);
        assert!(reports.is_sorted_by_key(|report| report.nodes));
        assert!(reports.iter().all(|report| report.nodes <= outcome.nodes));
        assert!(outcome.best.is_some_and(|best| position.is_legal(best)));
    }
}

#[test]
fn helpers_search_until_the_main_thread_ends() {
    let limits = Limits::depth(9);
    let position = Chess::default();
    let alone = think(&mut engine(1), &position, &limits).0;
    let (outcome, reports) = think(&mut engine(2), &position, &limits);
    assert_eq!(outcome.report.unwrap().depth, 9, "the main thread decides");
    assert!(reports.iter().all(|report| report.depth <= 9));
    assert!(outcome.nodes != alone.nodes, "the nodes of both threads are counted");
}

#[test]
fn one_thread_is_reproducible_after_a_search_with_several() {
    let limits = Limits::nodes(20_000);
    let position = Chess::default();
    let mut several = engine(4);
    think(&mut several, &position, &limits);
    several.set_threads(1);
    several.clear();
    let found = think(&mut several, &position, &limits).0;
    let expected = think(&mut engine(1), &position, &limits).0;
    assert_eq!((found.best, found.ponder, found.nodes), (expected.best, expected.ponder, expected.nodes));
    assert_eq!(found.report.unwrap().line, expected.report.unwrap().line);
}

#[test]
fn several_threads_find_a_mate_and_several_lines() {
    let position = fen("7k/8/R7/1R6/8/8/8/6K1 w - - 0 1");
    let limits = Limits { mate: Some(2), ..Limits::default() };
    let outcome = think(&mut engine(3), &position, &limits).0;
    assert_eq!(outcome.report.unwrap().line.value, Value::Mate(2));
    let limits = Limits { lines: 3, ..Limits::depth(5) };
    let reports = think(&mut engine(3), &Chess::default(), &limits).1;
    let last: Vec<usize> = reports.iter().rev().take(3).map(|report| report.index).collect();
    assert_eq!(last, [3, 2, 1]);
}
