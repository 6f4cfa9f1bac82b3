//! History heuristics: statistics from elsewhere in the tree that order quiet moves and captures.

use shakmaty::{Color, Role, Square};

use super::correction::Corrections;
use crate::engine::board::{Board, PackedMove};

/// The largest absolute value of a history entry.
pub(super) const GREATEST: i32 = 16_384;

/// A piece of either colour with a target square, as an index below [`PIECE_TO_COUNT`].
pub(super) type PieceTo = usize;
/// Number of [`PieceTo`] values: colours × roles × squares, and one for “none” (before the first move, after a null
/// move).
pub(super) const PIECE_TO_COUNT: usize = 2 * 6 * 64 + 1;
/// The value for “no piece”.
pub(super) const NO_PIECE_TO: PieceTo = PIECE_TO_COUNT - 1;
const PIECE_TO_PER_SIDE: usize = 6 * 64;

/// Returns the moving piece and the target square of a move.
pub(super) fn piece_to(board: &Board, m: PackedMove) -> PieceTo {
    let color = if board.turn() == Color::White { 0 } else { PIECE_TO_PER_SIDE };
    color + own_piece_to(board, m)
}

fn own_piece_to(board: &Board, m: PackedMove) -> usize {
    (board.moved(m) as usize - 1) * 64 + usize::from(m.to())
}

/// Moves an entry towards ±[`GREATEST`] without exceeding it: the larger the entry, the smaller the change.
fn update(entry: &mut i16, bonus: i32) {
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / GREATEST) as i16;
}

/// All histories of an engine, about 2 MiB, of which 1.4 MiB are corrections and stay untouched if a search uses none.
pub(super) struct Histories {
    /// By colour, origin and target (butterfly history).
    quiets: Vec<[i16; 64 * 64]>,
    /// By an earlier move's piece and target, then by the move's own (continuation history).
    continuations: Vec<[i16; PIECE_TO_PER_SIDE]>,
    /// By piece and target, then by the captured role.
    captures: Vec<[i16; 8]>,
    /// The last quiet move that refuted a piece on a square (countermove).
    replies: Vec<PackedMove>,
    /// The errors of the static evaluation.
    pub(super) corrections: Corrections,
}

impl Histories {
    pub(super) fn new() -> Histories {
        Histories {
            quiets: vec![[0; 64 * 64]; 2],
            continuations: vec![[0; PIECE_TO_PER_SIDE]; PIECE_TO_COUNT],
            captures: vec![[0; 8]; PIECE_TO_COUNT],
            replies: vec![PackedMove::NONE; PIECE_TO_COUNT],
            corrections: Corrections::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.quiets.fill([0; 64 * 64]);
        self.continuations.fill([0; PIECE_TO_PER_SIDE]);
        self.captures.fill([0; 8]);
        self.replies.fill(PackedMove::NONE);
        self.corrections.clear();
    }

    fn from_to(m: PackedMove) -> usize {
        usize::from(m.from()) * 64 + usize::from(m.to())
    }

    /// Returns the history of a quiet move after these earlier moves; about ±3 × [`GREATEST`].
    pub(super) fn quiet(&self, board: &Board, m: PackedMove, before: [PieceTo; 2]) -> i32 {
        self.rows(board, before).quiet(board, m)
    }

    /// Returns the histories of the quiet moves of a node after these earlier moves.
    #[inline]
    pub(super) fn rows(&self, board: &Board, before: [PieceTo; 2]) -> Rows<'_> {
        Rows {
            quiets: &self.quiets[board.turn() as usize],
            continuations: before.map(|earlier| &self.continuations[earlier]),
        }
    }

    /// Returns the history of a capture; ±[`GREATEST`].
    pub(super) fn capture(&self, board: &Board, m: PackedMove) -> i32 {
        let captured = board.captured(m).map_or(0, |role| role as usize);
        i32::from(self.captures[piece_to(board, m)][captured])
    }

    /// Returns the quiet move that last refuted this piece on this square.
    pub(super) fn reply(&self, to: PieceTo) -> PackedMove {
        self.replies[to]
    }

    /// Rewards the quiet move `best`, which refuted the last move, and penalizes the moves in `tried`, which did not.
    pub(super) fn reward_quiet(
        &mut self,
        board: &Board,
        best: PackedMove,
        tried: &[PackedMove],
        before: [PieceTo; 2],
        bonus: i32,
    ) {
        if before[0] != NO_PIECE_TO {
            self.replies[before[0]] = best;
        }
        let color = board.turn() as usize;
        for m in tried.iter().chain([&best]) {
            let bonus = if *m == best { bonus } else { -bonus };
            update(&mut self.quiets[color][Histories::from_to(*m)], bonus);
            let own = own_piece_to(board, *m);
            for earlier in before {
                if earlier != NO_PIECE_TO {
                    update(&mut self.continuations[earlier][own], bonus);
                }
            }
        }
    }

    /// Rewards (`bonus` above 0) or penalizes a capture.
    pub(super) fn reward_capture(&mut self, board: &Board, m: PackedMove, bonus: i32) {
        let captured = board.captured(m).map_or(0, |role| role as usize);
        update(&mut self.captures[piece_to(board, m)][captured], bonus);
    }
}

/// The histories of the quiet moves of a node.
pub(super) struct Rows<'a> {
    quiets: &'a [i16; 64 * 64],
    continuations: [&'a [i16; PIECE_TO_PER_SIDE]; 2],
}

impl Rows<'_> {
    /// Returns the history of a quiet move, as [`Histories::quiet`] does.
    #[inline]
    pub(super) fn quiet(&self, board: &Board, m: PackedMove) -> i32 {
        let own = own_piece_to(board, m);
        let [last, before] = self.continuations;
        i32::from(self.quiets[Histories::from_to(m)]) + i32::from(last[own]) + i32::from(before[own])
    }
}

/// Returns the history bonus of a cutoff at this depth.
pub(super) fn bonus(depth_in_plies: i32) -> i32 {
    (48 * depth_in_plies * depth_in_plies + 96 * depth_in_plies).min(3600)
}

const _: () = assert!(Role::Pawn as usize == 1 && Role::King as usize == 6);
const _: () = assert!(Square::H8 as usize == 63);
