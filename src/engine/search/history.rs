//! What has been good elsewhere in the tree: the statistics that order quiet moves and captures.

use shakmaty::{Color, Role, Square};

use crate::engine::board::{Board, PackedMove};

/// The greatest value of a history entry, and with the opposite sign the least.
pub(super) const GREATEST: i32 = 16_384;

/// A piece of either colour on a square, as a number below [`PLACES`].
pub(super) type Place = usize;
/// Kinds of pieces of both colours times squares, and nothing at last: before the first move, after a null move.
pub(super) const PLACES: usize = 2 * 6 * 64 + 1;
/// No piece anywhere.
pub(super) const NOWHERE: Place = PLACES - 1;
const OWN_PLACES: usize = 6 * 64;

/// Where the move puts which piece.
pub(super) fn place(board: &Board, m: PackedMove) -> Place {
    let color = if board.turn() == Color::White { 0 } else { OWN_PLACES };
    color + own_place(board, m)
}

fn own_place(board: &Board, m: PackedMove) -> usize {
    (board.moved(m) as usize - 1) * 64 + usize::from(m.to())
}

/// Histories move towards ±[`GREATEST`] and never beyond: each bonus also pulls by what has been reached.
fn learn(entry: &mut i16, bonus: i32) {
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / GREATEST) as i16;
}

/// All histories of an engine; about 0.6 MiB.
pub(super) struct Histories {
    /// By colour, origin and target (butterfly).
    quiets: Vec<[i16; 64 * 64]>,
    /// By an earlier move's piece and target, then by the move's own.
    continuations: Vec<[i16; OWN_PLACES]>,
    /// By piece and target, then by what was captured.
    captures: Vec<[i16; 8]>,
    /// The quiet move that refuted a piece on a square last.
    replies: Vec<PackedMove>,
}

impl Histories {
    pub(super) fn new() -> Histories {
        Histories {
            quiets: vec![[0; 64 * 64]; 2],
            continuations: vec![[0; OWN_PLACES]; PLACES],
            captures: vec![[0; 8]; PLACES],
            replies: vec![PackedMove::NONE; PLACES],
        }
    }

    pub(super) fn clear(&mut self) {
        *self = Histories::new();
    }

    fn from_to(m: PackedMove) -> usize {
        usize::from(m.from()) * 64 + usize::from(m.to())
    }

    /// How a quiet move has done, after these earlier places; about ±3 × [`GREATEST`].
    pub(super) fn quiet(&self, board: &Board, m: PackedMove, before: [Place; 2]) -> i32 {
        let own = own_place(board, m);
        i32::from(self.quiets[board.turn() as usize][Histories::from_to(m)])
            + i32::from(self.continuations[before[0]][own])
            + i32::from(self.continuations[before[1]][own])
    }

    /// How a capture has done; ±[`GREATEST`].
    pub(super) fn capture(&self, board: &Board, m: PackedMove) -> i32 {
        let captured = board.captured(m).map_or(0, |role| role as usize);
        i32::from(self.captures[place(board, m)][captured])
    }

    /// The quiet move that refuted this place last.
    pub(super) fn reply(&self, to: Place) -> PackedMove {
        self.replies[to]
    }

    /// The quiet move `best` refuted the last move, those in `tried` before it did not.
    pub(super) fn reward_quiet(
        &mut self,
        board: &Board,
        best: PackedMove,
        tried: &[PackedMove],
        before: [Place; 2],
        bonus: i32,
    ) {
        if before[0] != NOWHERE {
            self.replies[before[0]] = best;
        }
        let color = board.turn() as usize;
        for m in tried.iter().chain([&best]) {
            let bonus = if *m == best { bonus } else { -bonus };
            learn(&mut self.quiets[color][Histories::from_to(*m)], bonus);
            let own = own_place(board, *m);
            for earlier in before {
                if earlier != NOWHERE {
                    learn(&mut self.continuations[earlier][own], bonus);
                }
            }
        }
    }

    /// A capture did well (`bonus` above 0) or did not.
    pub(super) fn reward_capture(&mut self, board: &Board, m: PackedMove, bonus: i32) {
        let captured = board.captured(m).map_or(0, |role| role as usize);
        learn(&mut self.captures[place(board, m)][captured], bonus);
    }
}

/// What the deeper search is worth as a lesson.
pub(super) fn bonus(depth_in_plies: i32) -> i32 {
    (48 * depth_in_plies * depth_in_plies + 96 * depth_in_plies).min(3600)
}

const _: () = assert!(Role::Pawn as usize == 1 && Role::King as usize == 6);
const _: () = assert!(Square::H8 as usize == 63);
