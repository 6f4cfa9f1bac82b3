//! Perft: the leaves of the tree of legal moves, which every move generator must count alike.

use super::{Board, MoveList, PackedMove};

/// The positions after `depth` moves, counted by path.
#[must_use]
pub fn perft(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 {
        return board.count_legal_moves() as u64;
    }
    let mut moves = MoveList::new();
    board.legal_moves(&mut moves);
    moves.into_iter().map(|m| perft(&board.after(m), depth - 1)).sum()
}

/// The same for each first move; nothing at depth 0.
#[must_use]
pub fn divide(board: &Board, depth: u32) -> Vec<(PackedMove, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let mut moves = MoveList::new();
    board.legal_moves(&mut moves);
    moves.into_iter().map(|m| (m, perft(&board.after(m), rest))).collect()
}
