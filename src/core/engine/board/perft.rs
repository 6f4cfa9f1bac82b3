//! Perft: counts the leaves of the tree of legal moves, to verify move generation.

use rayon::prelude::*;

use super::{Board, MoveList, PackedMove};
use crate::threads::Interrupt;

/// The largest depth that users can ask for. No count ends in a lifetime there, and the stack suffices for it.
pub const MAX_DEPTH: u32 = 100;

/// Depth up to which the interrupt is not checked: some milliseconds.
const UNINTERRUPTED: u32 = 4;

/// Counts the leaves after `depth` plies.
#[must_use]
pub fn perft(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 {
        return board.count_legal_moves() as u64;
    }
    legal_moves(board).into_iter().map(|m| perft(&board.after(m), depth - 1)).sum()
}

/// Counts the leaves of each root move on the threads of the current pool. Empty at depth 0. Returns `None` if
/// `interrupt` was raised.
#[must_use]
pub fn divide(board: &Board, depth: u32, interrupt: &Interrupt) -> Option<Vec<(PackedMove, u64)>> {
    let Some(rest) = depth.checked_sub(1) else { return Some(Vec::new()) };
    let moves = legal_moves(board);
    let divided = moves.par_iter().map(|m| {
        let next = board.after(*m);
        let leaves = match rest.checked_sub(1) {
            None => Some(1),
            // Replies run in parallel too, or the largest move would occupy one thread alone.
            Some(rest) => {
                legal_moves(&next).par_iter().map(|m| count(&next.after(*m), rest, interrupt)).sum()
            }
        };
        leaves.map(|leaves| (*m, leaves))
    });
    divided.collect()
}

fn count(board: &Board, depth: u32, interrupt: &Interrupt) -> Option<u64> {
    if interrupt.raised() {
        return None;
    }
    if depth <= UNINTERRUPTED {
        return Some(perft(board, depth));
    }
    legal_moves(board).iter().map(|m| count(&board.after(*m), depth - 1, interrupt)).sum()
}

fn legal_moves(board: &Board) -> MoveList {
    let mut moves = MoveList::new();
    board.legal_moves(&mut moves);
    moves
}
