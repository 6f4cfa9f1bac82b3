//! Which move is tried next: the hash move, captures that win or trade, killers, the other quiet moves by their
//! histories, captures that lose. Each kind is generated only when it is its turn.

use arrayvec::ArrayVec;
use shakmaty::Role;

use super::history::{Histories, Place};
use crate::engine::board::{Board, MoveList, PackedMove};
use crate::engine::exchange::exchange_value;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Hash,
    Captures,
    GoodCaptures,
    Killers,
    Quiets,
    OtherQuiets,
    BadCaptures,
}

/// Quiet moves that refuted siblings, and the usual refutation of the last move.
pub(super) type Killers = [PackedMove; 3];

/// The legal moves of a node in the order in which they are to be tried.
pub(super) struct Picker {
    stage: Stage,
    hash: PackedMove,
    killers: Killers,
    before: [Place; 2],
    moves: MoveList,
    scores: ArrayVec<i32, 256>,
    bad: ArrayVec<PackedMove, 256>,
    next: usize,
    /// Only moves that may refute at once are wanted: captures.
    captures_only: bool,
}

impl Picker {
    /// All legal moves. `hash` must be legal or none.
    pub(super) fn all(hash: PackedMove, killers: Killers, before: [Place; 2]) -> Picker {
        Picker {
            stage: Stage::Hash,
            hash,
            killers,
            before,
            moves: MoveList::new(),
            scores: ArrayVec::new(),
            bad: ArrayVec::new(),
            next: 0,
            captures_only: false,
        }
    }

    /// Captures and queen promotions that do not lose material.
    pub(super) fn captures(hash: PackedMove) -> Picker {
        Picker { captures_only: true, ..Picker::all(hash, [PackedMove::NONE; 3], [0; 2]) }
    }

    /// The next move; none twice.
    pub(super) fn next(&mut self, board: &Board, histories: &Histories) -> Option<PackedMove> {
        loop {
            match self.stage {
                Stage::Hash => {
                    self.stage = Stage::Captures;
                    if !self.hash.is_none() {
                        return Some(self.hash);
                    }
                }
                Stage::Captures => {
                    board.captures(&mut self.moves);
                    self.rate(|m| capture_score(board, histories, m));
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.best() {
                    Some(m) if m == self.hash => {}
                    Some(m) if board.exchange_holds(m, 0) => return Some(m),
                    Some(m) => self.bad.push(m),
                    None if self.captures_only => return None,
                    None => {
                        self.stage = Stage::Killers;
                        self.next = 0;
                    }
                },
                Stage::Killers => {
                    let Some(m) = self.killers.get(self.next).copied() else {
                        self.stage = Stage::Quiets;
                        continue;
                    };
                    let seen = m == self.hash || self.killers[..self.next].contains(&m);
                    self.next += 1;
                    if !m.is_none() && !seen && board.is_legal(m) && board.is_quiet(m) {
                        return Some(m);
                    }
                    // It will not be met among the quiet moves as a killer.
                    if !seen {
                        self.killers[self.next - 1] = PackedMove::NONE;
                    }
                }
                Stage::Quiets => {
                    self.moves.clear();
                    board.quiets(&mut self.moves);
                    let before = self.before;
                    self.rate(|m| histories.quiet(board, m, before));
                    self.stage = Stage::OtherQuiets;
                }
                Stage::OtherQuiets => match self.best() {
                    Some(m) if m == self.hash || self.killers.contains(&m) => {}
                    Some(m) => return Some(m),
                    None => {
                        self.stage = Stage::BadCaptures;
                        self.next = 0;
                    }
                },
                Stage::BadCaptures => {
                    let m = self.bad.get(self.next).copied()?;
                    self.next += 1;
                    return Some(m);
                }
            }
        }
    }

    /// Whether what comes next can only be captures that lose material.
    pub(super) fn is_at_the_end(&self) -> bool {
        self.stage == Stage::BadCaptures
    }

    /// Leaves out the quiet moves that have not been tried.
    pub(super) fn skip_quiets(&mut self) {
        if matches!(self.stage, Stage::Killers | Stage::Quiets | Stage::OtherQuiets) {
            self.stage = Stage::BadCaptures;
            self.next = 0;
        }
    }

    fn rate(&mut self, score: impl Fn(PackedMove) -> i32) {
        self.scores.clear();
        self.scores.extend(self.moves.iter().map(|m| score(*m)));
        self.next = 0;
    }

    /// The best rated of those left: one step of a selection sort, since most nodes need few moves.
    fn best(&mut self) -> Option<PackedMove> {
        let (scores, moves) = (self.scores.as_mut_slice(), self.moves.as_mut_slice());
        let mut best = self.next;
        if best >= moves.len() {
            return None;
        }
        for at in self.next + 1..moves.len() {
            if scores[at] > scores[best] {
                best = at;
            }
        }
        scores.swap(self.next, best);
        moves.swap(self.next, best);
        self.next += 1;
        Some(moves[self.next - 1])
    }
}

/// Most valuable victim first; among equal ones what has done well, then the least valuable attacker.
pub(super) fn capture_score(board: &Board, histories: &Histories, m: PackedMove) -> i32 {
    let victim = board.captured(m).map_or(0, exchange_value);
    let gain = victim + m.promotion().map_or(0, |role| exchange_value(role) - exchange_value(Role::Pawn));
    64 * gain + histories.capture(board, m) - 4 * (board.moved(m) as i32)
}
