//! `go perft`: counts the legal move sequences.

use std::fmt::Write as _;

use shakmaty::Chess;

use crate::engine::board::Board;
use crate::engine::board::perft::divide;
use crate::threads::Interrupt;

/// Returns the number of positions after `depth` plies, by first move and in total, or `None` if interrupted.
pub(super) fn perft(position: &Chess, depth: u32, interrupt: &Interrupt) -> Option<String> {
    let counts = divide(&Board::new(position), depth, interrupt)?;
    // At depth 0 the position itself is the only leaf.
    let total: u64 = if depth == 0 { 1 } else { counts.iter().map(|(_, leaves)| leaves).sum() };
    let mut lines: Vec<String> =
        counts.iter().map(|(m, leaves)| format!("{}: {leaves}\n", m.uci(position))).collect();
    lines.sort_unstable();
    let mut text = lines.concat();
    // Writing to a string cannot fail.
    let _ = write!(text, "\nNodes searched: {total}");
    Some(text)
}
