//! Measures a static evaluation: `cargo bench --bench evaluation`.
//!
//! The positions are some of the shipped training set, each followed by all its successors, so that neighbours differ
//! as in a search. `plain` is the definition, [`Weights::evaluate`]; `fast` is the [`Evaluator`] of the playing engine,
//! which caches terms that change rarely. A table of nanoseconds per position and of ratios is printed first, each the
//! best of several passes.

#![allow(clippy::unwrap_used, reason = "a benchmark that cannot be set up shall fail")]
#![allow(clippy::print_stdout, reason = "a benchmark prints its result")]

use std::hint::black_box;
use std::time::Instant;

use divan::Bencher;
use divan::counter::ItemsCount;
use eyas::engine::board::Board;
use eyas::engine::evaluation::{Evaluator, Score, Weights};
use eyas::engine::pieces::Pieces as _;
use eyas::organism::Organism;
use eyas::positions::PositionSet;
use shakmaty::{Chess, Position};

/// The number of passes over all positions; the best time counts.
const PASSES: usize = 30;

fn main() {
    // Without the argument `--bench` of `cargo bench`, this run only checks that the benchmark compiles.
    if std::env::args().any(|argument| argument == "--bench") {
        print_ratios();
    }
    divan::main();
}

fn weights() -> Weights {
    let genome = Organism::named_or_path("reference").unwrap().evaluation;
    Weights::new(&genome.schema, &genome.values).unwrap()
}

/// Positions of the training set, each followed by its successors.
fn boards() -> Vec<Board> {
    let set = PositionSet::embedded("gm2600-train").unwrap();
    let examples = set.examples.iter().step_by(25).map(|example| &example.position);
    let successors = |position: &Chess| {
        let successor = |m| {
            let mut next = position.clone();
            next.play_unchecked(m);
            Board::new(&next)
        };
        position.legal_moves().into_iter().map(successor).collect::<Vec<_>>()
    };
    examples.flat_map(|position| std::iter::once(Board::new(position)).chain(successors(position))).collect()
}

/// The time per position in nanoseconds.
fn nanoseconds(boards: &[Board], mut evaluate: impl FnMut(&Board) -> Score) -> f64 {
    let pass = |_| {
        let start = Instant::now();
        for board in boards {
            black_box(evaluate(black_box(board)));
        }
        start.elapsed().as_nanos() as f64 / boards.len() as f64
    };
    (0..PASSES).map(pass).fold(f64::INFINITY, f64::min)
}

/// Prints the ratio of both times by the number of pieces on the board, including kings and pawns.
fn print_ratios() {
    let (boards, weights) = (boards(), weights());
    let mut evaluator = Evaluator::new(&weights);
    println!("| pieces | positions | plain, ns | fast, ns | ratio |\n| --- | ---: | ---: | ---: | ---: |");
    for (name, range) in
        [("2–12", 2..13), ("13–20", 13..21), ("21–26", 21..27), ("27–32", 27..33), ("all", 2..33)]
    {
        let some: Vec<Board> =
            boards.iter().filter(|board| range.contains(&board.occupied().count())).cloned().collect();
        let plain = nanoseconds(&some, |board| weights.evaluate(board));
        let fast = nanoseconds(&some, |board| evaluator.evaluate(board, board.pawn_king_key()));
        println!("| {name} | {} | {plain:.0} | {fast:.0} | {:.2} |", some.len(), plain / fast);
    }
    println!();
}

#[divan::bench]
fn plain(bencher: Bencher) {
    let (boards, weights) = (boards(), weights());
    bencher
        .counter(ItemsCount::new(boards.len()))
        .bench(|| boards.iter().map(|board| i64::from(weights.evaluate(black_box(board)))).sum::<i64>());
}

#[divan::bench]
fn fast(bencher: Bencher) {
    let boards = boards();
    let mut evaluator = Evaluator::new(&weights());
    bencher.counter(ItemsCount::new(boards.len())).bench_local(|| {
        let evaluate = |board: &Board| evaluator.evaluate(black_box(board), board.pawn_king_key());
        boards.iter().map(evaluate).map(i64::from).sum::<i64>()
    });
}
