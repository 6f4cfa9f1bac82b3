//! Several best lines, and searches that are stopped before they start.

use rstest::rstest;
use shakmaty::Position as _;

use super::{fen, reference, think};
use crate::engine::bench;
use crate::engine::search::{Engine, Limits, Report, Value};

/// Maps scores to one scale, greater is better.
fn scale(report: &Report) -> i32 {
    match report.line.value {
        Value::Centipawns(centipawns) => centipawns,
        Value::Mate(moves) if moves > 0 => 100_000 - moves,
        Value::Mate(moves) => -100_000 - moves,
    }
}

#[rstest]
fn several_lines_are_reported_in_the_order_of_their_scores(#[values(2, 3, 4, 5)] lines: usize) {
    let (weights, paper, extended) = reference();
    for position in bench::positions() {
        for (parameters, limits) in [(paper, Limits::depth(4)), (extended, Limits::nodes(5_000))] {
            let limits = Limits { lines, ..limits };
            let (outcome, reports) = think(&mut Engine::new(&weights, parameters, 1), &position, &limits);
            let lines = lines.min(position.legal_moves().len());
            // Each finished iteration reports all lines. The remainder comes from a search that was stopped at once.
            let sets = reports.chunks_exact(lines);
            assert!(sets.remainder().len() <= 1);
            for set in reports.chunks_exact(lines).filter(|set| set[0].complete) {
                let indices: Vec<usize> = set.iter().map(|report| report.index).collect();
                assert_eq!(indices, (1..=lines).collect::<Vec<_>>());
                assert!(set.iter().all(|report| report.depth == set[0].depth && report.complete));
                assert!(set.is_sorted_by_key(|report| -scale(report)), "{position:?}: {set:?}");
            }
            let first = reports.iter().rev().find(|report| report.index == 1).unwrap();
            assert_eq!(outcome.best, first.line.moves.first().copied());
        }
    }
}

#[rstest]
#[case("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")]
#[case("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4")]
#[case("4k3/8/8/8/8/8/3q4/4K3 w - - 0 1")]
#[case("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 4")]
fn the_shortest_search_has_a_score(#[case] start: &str, #[values(1, 3)] lines: usize) {
    let (weights, _, extended) = reference();
    let position = fen(start);
    for nodes in 1..=40 {
        let limits = Limits { lines, ..Limits::nodes(nodes) };
        let (outcome, reports) = think(&mut Engine::new(&weights, extended, 1), &position, &limits);
        if position.legal_moves().is_empty() {
            assert!(outcome.best.is_none() && reports.is_empty());
            continue;
        }
        let report = outcome.report.unwrap();
        assert!(report.depth >= 1 && reports.contains(&report), "{nodes} nodes");
        assert_eq!(report.line.moves.first(), outcome.best.as_ref(), "{nodes} nodes");
        assert_eq!(outcome.nodes, nodes);
    }
}
