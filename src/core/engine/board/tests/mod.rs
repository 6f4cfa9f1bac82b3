//! Perft against published counts, and properties of all positions.

mod properties;
mod rules;

use super::*;
use crate::engine::testing::position;
use crate::positions::chess960;
use crate::threads::Interrupt;

/// Positions with published perft counts.
const SUITE: &str = include_str!("perft.epd");

/// The positions of the Chess960 suite, one for each start position's pieces.
const CHESS960: &str = include_str!("chess960.epd");

/// Returns the positions of a suite with their depths and counts.
fn suite() -> impl Iterator<Item = (&'static str, Vec<(u32, u64)>)> {
    counted(SUITE)
}

fn counted(suite: &'static str) -> impl Iterator<Item = (&'static str, Vec<(u32, u64)>)> {
    suite.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (fen, counts) = line.split_once(';').unwrap();
        let count = |field: &str| {
            let (depth, leaves) = field.trim().strip_prefix('D').unwrap().split_once(' ').unwrap();
            (depth.parse().unwrap(), leaves.parse().unwrap())
        };
        (fen.trim(), counts.split(';').map(count).collect())
    })
}

/// Checks the perft counts of a suite that `wanted` selects.
fn count_leaves(suite: &'static str, wanted: impl Fn(u64) -> bool) {
    for (fen, counts) in counted(suite) {
        let board = Board::new(&position(fen));
        for (depth, leaves) in counts.into_iter().filter(|(_, leaves)| wanted(*leaves)) {
            assert_eq!(perft(&board, depth), leaves, "depth {depth} of {fen}");
        }
    }
}

#[test]
fn perft_is_as_published() {
    count_leaves(SUITE, |leaves| leaves < 20_000_000);
}

#[test]
fn perft_of_chess960_is_as_published() {
    count_leaves(CHESS960, |leaves| leaves < 100_000);
}

#[test]
#[ignore = "half a minute: cargo test --lib engine::board -- --ignored"]
fn deep_perft_is_as_published() {
    count_leaves(SUITE, |leaves| leaves >= 20_000_000);
}

#[test]
#[ignore = "minutes: cargo test --release --lib engine::board -- --ignored"]
fn deep_perft_of_chess960_is_as_published() {
    count_leaves(CHESS960, |leaves| (100_000..20_000_000).contains(&leaves));
}

/// Shakmaty's perft is an independent implementation.
#[test]
fn perft_of_all_chess960_starts_is_shakmatys() {
    for number in 0..chess960::STARTS {
        let start = chess960::start(number).unwrap();
        assert_eq!(perft(&Board::new(&start), 3), shakmaty::perft(&start, 3), "start {number}");
    }
}

#[test]
fn divide_divides_perft() {
    for (fen, _) in suite() {
        let board = Board::new(&position(fen));
        let divide = |depth| perft::divide(&board, depth, &Interrupt::default()).unwrap();
        assert_eq!(divide(3).iter().map(|(_, leaves)| leaves).sum::<u64>(), perft(&board, 3));
        assert!(divide(1).iter().all(|(_, leaves)| *leaves == 1));
        assert_eq!((perft(&board, 0), divide(0)), (1, vec![]));
    }
}
