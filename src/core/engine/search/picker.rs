//! Staged move ordering: the hash move, winning and equal captures, killers, other quiet moves by history, losing
//! captures. Each stage generates its moves only when it is reached.

use arrayvec::ArrayVec;
use shakmaty::Role;

use super::history::{Histories, NO_PIECE_TO, PieceTo};
use super::table::Table;
use crate::engine::board::{Board, MOST_MOVES, MoveList, PackedMove};
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
    Checks,
    OtherChecks,
}

/// The kinds of moves to return.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    All,
    /// Captures and promotions that do not lose material.
    Captures,
    /// The moves of a quiescence node that is not in check, with or without quiet checks.
    Quiescence {
        checks: bool,
    },
}

/// Two killer moves and the countermove of the last move.
pub(super) type Killers = [PackedMove; 3];

/// Returns the legal moves of a node in the order in which to try them.
pub(super) struct Picker {
    stage: Stage,
    hash: PackedMove,
    killers: Killers,
    before: [PieceTo; 2],
    moves: MoveList,
    /// Score and index in `moves` of each move not yet picked, packed into one number so that the maximum is found
    /// fast; [`PICKED`] afterwards, and after the last move up to a multiple of [`LANES`].
    ratings: ArrayVec<i32, MOST_MOVES>,
    /// The largest rating, if it is known already; otherwise [`PICKED`].
    peeked: i32,
    bad: ArrayVec<PackedMove, MOST_MOVES>,
    next: usize,
    wanted: Wanted,
}

impl Picker {
    /// Returns a picker of all legal moves. `hash` must be legal or none.
    pub(super) fn all(hash: PackedMove, killers: Killers, before: [PieceTo; 2]) -> Picker {
        Picker {
            stage: Stage::Hash,
            hash,
            killers,
            before,
            moves: MoveList::new(),
            ratings: ArrayVec::new(),
            peeked: PICKED,
            bad: ArrayVec::new(),
            next: 0,
            wanted: Wanted::All,
        }
    }

    /// Returns a picker of captures and promotions that do not lose material. `hash` must be one of them or none.
    pub(super) fn captures(hash: PackedMove) -> Picker {
        Picker { wanted: Wanted::Captures, ..Picker::all(hash, [PackedMove::NONE; 3], [NO_PIECE_TO; 2]) }
    }

    /// Returns a picker of the moves of a quiescence node, `hash` first if it is one of them. With `checks`, quiet
    /// checks follow at the end.
    pub(super) fn quiescence(board: &Board, hash: PackedMove, checks: bool) -> Picker {
        if board.in_check() {
            let hash = if board.is_legal(hash) { hash } else { PackedMove::NONE };
            return Picker::all(hash, [PackedMove::NONE; 3], [NO_PIECE_TO; 2]);
        }
        Picker { stage: Stage::Captures, wanted: Wanted::Quiescence { checks }, ..Picker::captures(hash) }
    }

    /// Returns the next move, and prefetches what the table knows of the position after it. No move is returned twice.
    pub(super) fn next(&mut self, board: &Board, histories: &Histories, table: &Table) -> Option<PackedMove> {
        let prefetch = |m| table.prefetch(board.likely_key_after(m));
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
                    let mut first = PackedMove::NONE;
                    if let Wanted::Quiescence { .. } = self.wanted {
                        self.moves.retain(|m| matches!(m.promotion(), None | Some(Role::Queen)));
                        first = std::mem::replace(&mut self.hash, PackedMove::NONE);
                    }
                    self.rate(|m| if m == first { FIRST } else { capture_score(board, histories, m) });
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.best() {
                    Some(m) if m == self.hash => {}
                    Some(m) => {
                        // The exchange takes as long as a good part of the prefetch.
                        prefetch(m);
                        if board.exchange_holds(m, 0) {
                            return Some(m);
                        }
                        self.bad.push(m);
                    }
                    None => {
                        self.stage = match self.wanted {
                            Wanted::All => Stage::Killers,
                            Wanted::Quiescence { checks: true } => Stage::Checks,
                            Wanted::Captures | Wanted::Quiescence { checks: false } => return None,
                        };
                        self.next = 0;
                    }
                },
                Stage::Checks => {
                    self.moves.clear();
                    board.quiet_checks(&mut self.moves);
                    self.stage = Stage::OtherChecks;
                }
                Stage::OtherChecks => {
                    let m = self.moves.get(self.next).copied()?;
                    self.next += 1;
                    if board.exchange_holds(m, 0) {
                        prefetch(m);
                        return Some(m);
                    }
                }
                Stage::Killers => {
                    let Some(m) = self.killers.get(self.next).copied() else {
                        self.stage = Stage::Quiets;
                        continue;
                    };
                    let seen = m == self.hash || self.killers[..self.next].contains(&m);
                    self.next += 1;
                    if !m.is_none() && !seen && board.is_legal(m) && board.is_quiet(m) {
                        prefetch(m);
                        return Some(m);
                    }
                    // The quiet stage must not skip a killer that was not returned.
                    if !seen {
                        self.killers[self.next - 1] = PackedMove::NONE;
                    }
                }
                Stage::Quiets => {
                    self.moves.clear();
                    board.quiets(&mut self.moves);
                    let rows = histories.rows(board, self.before);
                    self.rate(|m| rows.quiet(board, m));
                    if let Some(first) = self.peek() {
                        prefetch(first);
                    }
                    self.stage = Stage::OtherQuiets;
                }
                Stage::OtherQuiets => match self.best() {
                    Some(m) if m == self.hash || self.killers.contains(&m) => {}
                    Some(m) => {
                        if let Some(next) = self.peek() {
                            prefetch(next);
                        }
                        return Some(m);
                    }
                    None => {
                        self.stage = Stage::BadCaptures;
                        self.next = 0;
                    }
                },
                Stage::BadCaptures => {
                    let m = self.bad.get(self.next).copied()?;
                    self.next += 1;
                    prefetch(m);
                    return Some(m);
                }
            }
        }
    }

    /// Returns whether only losing captures are left.
    pub(super) fn has_only_bad_captures(&self) -> bool {
        self.stage == Stage::BadCaptures
    }

    /// Skips the quiet moves that have not been tried.
    pub(super) fn skip_quiets(&mut self) {
        if matches!(self.stage, Stage::Killers | Stage::Quiets | Stage::OtherQuiets) {
            self.stage = Stage::BadCaptures;
            self.next = 0;
        }
    }

    fn rate(&mut self, score: impl Fn(PackedMove) -> i32) {
        self.ratings.clear();
        self.peeked = PICKED;
        for (index, m) in self.moves.iter().enumerate() {
            // Among equal scores, the move generated first is picked first.
            self.ratings.push(score(*m) << INDEX_BITS | (INDEX_MASK - index as i32));
        }
        while !self.ratings.len().is_multiple_of(LANES) {
            self.ratings.push(PICKED);
        }
        self.next = 0;
    }

    /// Returns the best-rated move left: one step of a selection sort, since most nodes need few moves.
    fn best(&mut self) -> Option<PackedMove> {
        let m = self.peek();
        if m.is_some() {
            self.ratings[place_of(self.peeked)] = PICKED;
            self.peeked = PICKED;
        }
        m
    }

    /// Returns the move that [`Picker::best`] returns next.
    fn peek(&mut self) -> Option<PackedMove> {
        if self.peeked == PICKED {
            let mut greatest = [PICKED; LANES];
            for ratings in self.ratings.as_chunks::<LANES>().0 {
                greatest = std::array::from_fn(|lane| greatest[lane].max(ratings[lane]));
            }
            self.peeked = greatest.into_iter().fold(PICKED, i32::max);
        }
        (self.peeked != PICKED).then(|| self.moves[place_of(self.peeked)])
    }
}

/// Returns the index that a rating holds.
fn place_of(rating: i32) -> usize {
    (INDEX_MASK - (rating & INDEX_MASK)) as usize
}

/// Number of ratings that are compared at once.
const LANES: usize = 4;
const _: () = assert!(MOST_MOVES.is_multiple_of(LANES));
/// Number of bits of a rating that hold the index.
const INDEX_BITS: u32 = 9;
const INDEX_MASK: i32 = (1 << INDEX_BITS) - 1;
const _: () = assert!(MOST_MOVES <= INDEX_MASK as usize);
/// The rating of a picked move, below every score.
const PICKED: i32 = i32::MIN;
/// A score above every other that fits a rating.
const FIRST: i32 = i32::MAX >> INDEX_BITS;

/// Orders captures by the most valuable victim, then by capture history, then by the least valuable attacker.
pub(super) fn capture_score(board: &Board, histories: &Histories, m: PackedMove) -> i32 {
    let victim = board.captured(m).map_or(0, exchange_value);
    let gain = victim + m.promotion().map_or(0, |role| exchange_value(role) - exchange_value(Role::Pawn));
    64 * gain + histories.capture(board, m) - 4 * (board.moved(m) as i32)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::engine::testing::random_position;

    proptest! {
        #[test]
        fn every_legal_move_comes_once_and_quiet_moves_by_history(
            position in random_position(),
            rewarded in prop::collection::vec((0..64_usize, -500..500), 0..20),
            hash in 0..64_usize,
        ) {
            let board = Board::new(&position);
            let mut legal = MoveList::new();
            board.legal_moves(&mut legal);
            prop_assume!(!legal.is_empty());
            let (mut histories, before) = (Histories::new(), [NO_PIECE_TO; 2]);
            for (index, bonus) in rewarded {
                histories.reward_quiet(&board, legal[index % legal.len()], &[], before, bonus);
            }
            let hash = legal[hash % legal.len()];
            let mut picker = Picker::all(hash, [PackedMove::NONE; 3], before);
            let table = Table::new(0);
            let picked: Vec<_> = std::iter::from_fn(|| picker.next(&board, &histories, &table)).collect();
            prop_assert_eq!(picked[0], hash);
            let quiets = picked[1..].iter().filter(|m| board.is_quiet(**m));
            let ratings: Vec<i32> = quiets.map(|m| histories.quiet(&board, *m, before)).collect();
            prop_assert!(ratings.is_sorted_by(|one, next| one >= next), "{ratings:?}");
            let sorted = |mut moves: Vec<PackedMove>| {
                moves.sort_by_key(|m| m.bits());
                moves
            };
            prop_assert_eq!(sorted(picked), sorted(legal.to_vec()));
        }
    }
}
