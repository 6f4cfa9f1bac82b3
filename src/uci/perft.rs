//! `go perft`: the legal moves, counted.

use std::fmt::Write as _;

use shakmaty::{Chess, Position as _};

use super::position::written;
use crate::engine::board::{self, Board};
use crate::engine::search::Signal;

/// The positions after `depth` moves by first move and in all; `None` where it was stopped.
pub(super) fn perft(position: &Chess, depth: u32, signal: &Signal) -> Option<String> {
    let mut text = String::new();
    let mut total = 0;
    if depth == 0 {
        total = 1;
    }
    for m in position.legal_moves().into_iter().filter(|_| depth > 0) {
        let mut next = position.clone();
        next.play_unchecked(m);
        let count = count(&next, depth - 1, signal)?;
        total += count;
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}: {count}", written(m));
    }
    let _ = write!(text, "\nNodes searched: {total}");
    Some(text)
}

/// Small trees are counted at one go, between two looks at the signal.
fn count(position: &Chess, depth: u32, signal: &Signal) -> Option<u64> {
    const AT_ONE_GO: u32 = 3;
    if signal.is_stopped() {
        return None;
    }
    if depth <= AT_ONE_GO {
        return Some(board::perft(&Board::new(position), depth));
    }
    let mut total = 0;
    for m in position.legal_moves() {
        let mut next = position.clone();
        next.play_unchecked(m);
        total += count(&next, depth - 1, signal)?;
    }
    Some(total)
}
