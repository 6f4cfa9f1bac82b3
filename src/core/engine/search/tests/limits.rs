//! Limits are respected, and searches limited by nodes or depth are reproducible.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use rstest::rstest;
use shakmaty::Position;

use super::*;
use crate::engine::search::{Bound, Time};
use crate::engine::testing::move_of;

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9";

#[rstest]
#[case(1)]
#[case(2)]
#[case(37)]
#[case(1000)]
#[case(50_001)]
fn nodes_are_kept_exactly(#[case] nodes: u64) {
    let (_, paper, extended) = reference();
    for parameters in [SearchParameters::default(), paper, extended] {
        let outcome = outcome_of(parameters, &fen(MIDDLEGAME), &Limits::nodes(nodes));
        assert_eq!(outcome.nodes, nodes);
        assert!(outcome.best.is_some(), "there is always a move to play");
    }
}

#[test]
fn a_search_by_nodes_repeats_bit_for_bit() {
    let (weights, _, extended) = reference();
    let without_time = |reports: Vec<Report>| -> Vec<Report> {
        reports.into_iter().map(|report| Report { elapsed: Duration::ZERO, ..report }).collect()
    };
    let mut engine = Engine::new(&weights, extended, HASH);
    let (first, report) = think(&mut engine, &fen(MIDDLEGAME), &Limits::nodes(60_000));
    think(&mut engine, &Chess::default(), &Limits::nodes(20_000));
    engine.clear();
    let (again, report_again) = think(&mut engine, &fen(MIDDLEGAME), &Limits::nodes(60_000));
    assert_eq!((first.best, first.ponder, first.nodes), (again.best, again.ponder, again.nodes));
    assert_eq!(without_time(report), without_time(report_again));
}

#[test]
fn depth_ends_with_its_iteration() {
    let (outcome, reports) =
        think(&mut Engine::new(&reference().0, reference().1, HASH), &fen(MIDDLEGAME), &Limits::depth(5));
    let complete: Vec<u32> =
        reports.iter().filter(|report| report.complete).map(|report| report.depth).collect();
    assert_eq!(complete, [1, 2, 3, 4, 5]);
    assert_eq!(outcome.report.unwrap().depth, 5);
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let position = fen(MIDDLEGAME);
    let only = move_of(&position, "h4");
    let limits = Limits { moves: vec![only], ..Limits::nodes(5000) };
    let outcome = outcome_of(reference().2, &position, &limits);
    assert_eq!(outcome.best, Some(only));
}

#[test]
fn several_lines_are_different_moves_in_order() {
    let position = fen(MIDDLEGAME);
    let limits = Limits { lines: 4, ..Limits::depth(5) };
    let (_, reports) = think(&mut Engine::new(&reference().0, reference().2, HASH), &position, &limits);
    let last: Vec<&Report> = reports.iter().filter(|report| report.depth == 5 && report.complete).collect();
    assert_eq!(last.iter().map(|report| report.index).collect::<Vec<_>>(), [1, 2, 3, 4]);
    let moves: HashSet<_> = last.iter().map(|report| report.line.moves[0]).collect();
    assert_eq!(moves.len(), 4);
    for report in last {
        assert_eq!(report.line.bound, Bound::Exact);
        let mut at = position.clone();
        for m in &report.line.moves {
            assert!(at.is_legal(*m), "a line can be played");
            at.play_unchecked(*m);
        }
    }
}

#[test]
fn more_lines_than_moves_are_all_the_moves() {
    let position = fen("7k/8/8/8/8/8/r7/7K w - - 0 1");
    let limits = Limits { lines: 200, ..Limits::depth(3) };
    let (_, reports) = think(&mut Engine::new(&reference().0, reference().2, HASH), &position, &limits);
    assert_eq!(reports.iter().map(|report| report.index).max(), Some(position.legal_moves().len()));
}

#[test]
fn a_listener_can_end_it() {
    let mut engine = Engine::new(&reference().0, reference().2, HASH);
    let outcome =
        engine.search(&Game::new(fen(MIDDLEGAME)), &Limits::default(), &Signal::default(), &mut |report| {
            if report.depth == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    assert_eq!(outcome.report.unwrap().depth, 3);
    assert!(outcome.best.is_some());
}

#[test]
fn a_stopped_search_ends_with_a_move() {
    let signal = Arc::new(Signal::default());
    let (weights, _, extended) = reference();
    let worker = std::thread::spawn({
        let signal = Arc::clone(&signal);
        move || {
            let mut engine = Engine::new(&weights, extended, HASH);
            let game = Game::new(fen(MIDDLEGAME));
            engine.search(&game, &Limits::default(), &signal, &mut |_| ControlFlow::Continue(()))
        }
    });
    signal.stop();
    assert!(worker.join().unwrap().best.is_some());
}

#[test]
fn time_for_the_move_ends_it_and_pondering_waits_for_the_hit() {
    let signal = Arc::new(Signal::pondering());
    let (weights, _, extended) = reference();
    let (sender, receiver) = std::sync::mpsc::channel();
    let worker = std::thread::spawn({
        let signal = Arc::clone(&signal);
        move || {
            let mut engine = Engine::new(&weights, extended, HASH);
            let limits = Limits { time: Time::Move(Duration::from_millis(1)), ..Limits::default() };
            engine.search(&Game::new(fen(MIDDLEGAME)), &limits, &signal, &mut |report| {
                let _ = sender.send(report.elapsed);
                ControlFlow::Continue(())
            })
        }
    });
    // The search continues after one millisecond, because the opponent's clock runs.
    while receiver.recv().unwrap() < Duration::from_millis(5) {}
    assert!(!worker.is_finished());
    signal.ponder_hit();
    assert!(worker.join().unwrap().best.is_some());
}
