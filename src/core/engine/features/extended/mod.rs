//! The extended features.
//!
//! One side's terms are counted from its point of view. Each term has two features, and so two parameters: its count
//! times the share of the middlegame, and its count times the share of the endgame, in sixteenths. The share depends on
//! the pieces on the board. So the evaluation is a linear function of its parameters, and exact.
//!
//! The terms are those of classical evaluations, as the Chess Programming Wiki describes them (“Evaluation”). The
//! families of terms are declared in one table, and counted in the other modules. What depends only on pawns and kings
//! is counted separately, because the search can keep it in a table.

mod army;
mod families;
mod king;
mod passed;
mod pawn_king;
mod pawns;
mod pieces;
mod squares;
#[cfg(test)]
mod tests;
mod threats;
mod view;
mod worth;

use shakmaty::{Bitboard, Color};

use self::army::{Army, Attackers};
use self::families::{TERMS, first};
use self::view::View;
use super::ONE;
use crate::engine::evaluation::Score;
use crate::engine::pieces::{ALL_PIECES, Pieces, pieces_left};
pub use families::{COUNT, full_schema, index_of, medium_schema, names, small_schema};
pub(in crate::engine) use pawn_king::{PawnKingEntry, pawn_king_key};
pub(in crate::engine) use worth::TermWeights;

/// Textbook values of pawn, knight, bishop, rook and queen in the middlegame and in the endgame, in centipawns: the first
/// features.
pub(super) const TEXTBOOK: [i16; 10] = [90, 110, 325, 325, 335, 335, 500, 520, 975, 975];

/// Receives the counts of one side's terms.
trait Tally {
    fn add(&mut self, term: usize, count: i32);

    /// Adds 1 to the count of a term.
    #[inline]
    fn one(&mut self, term: usize) {
        self.add(term, 1);
    }

    /// Adds 1 to the count of a term if a condition holds. Without a branch: a processor predicts few conditions of an
    /// evaluation.
    #[inline]
    fn when(&mut self, holds: bool, term: usize) {
        self.add(term, i32::from(holds));
    }

    /// Adds the terms of a piece on a square; `kind` as in [`army::Attacker`].
    #[inline]
    fn piece(&mut self, kind: usize, square: shakmaty::Square) {
        squares::of_piece(kind, square, |term| self.one(term));
    }

    /// Adds the terms of a piece's mobility.
    #[inline]
    fn mobility(&mut self, kind: usize, count: usize) {
        squares::of_mobility(kind, count, |term, count| self.add(term, count));
    }
}

/// One side's terms.
type Counts = [i32; TERMS];

impl Tally for Counts {
    #[inline]
    fn add(&mut self, term: usize, count: i32) {
        self[term] += count;
    }
}

/// Returns the share of the middlegame in sixteenths: 16 with all pieces, 0 with kings and pawns only.
#[inline]
fn phase(board: &impl Pieces) -> i32 {
    let (strength, all) = (pieces_left(board) as i32, ALL_PIECES as i32);
    (strength * ONE + all / 2) / all
}

/// Counts the terms that depend on pieces, of White and of Black.
#[inline]
fn count_pieces<T: Tally>(board: &impl Pieces, pawn_king: &PawnKingEntry, tallies: [&mut T; 2]) {
    let [mut white_attackers, mut black_attackers] = [Attackers::new(), Attackers::new()];
    let white = Army::of(board, Color::White, |squares| squares, &mut white_attackers);
    let black = Army::of(board, Color::Black, Bitboard::flip_vertical, &mut black_attackers);
    let [for_white, for_black] = tallies;
    count_side(&View::new(&white, black.turned(), pawn_king.sides[0].passed), &white_attackers, for_white);
    count_side(&View::new(&black, white.turned(), pawn_king.sides[1].passed), &black_attackers, for_black);
    match board.side_to_move() {
        Some(Color::White) => for_white.one(first::TEMPO),
        Some(Color::Black) => for_black.one(first::TEMPO),
        None => {}
    }
}

#[inline]
fn count_side(view: &View, attackers: &Attackers, tally: &mut impl Tally) {
    pieces::count(view, attackers, tally);
    threats::count(view, tally);
    king::count(view, attackers, tally);
    passed::count(view, tally);
}

/// Returns White's and Black's counts.
fn counts(board: &impl Pieces) -> [Counts; 2] {
    let pawn_king = PawnKingEntry::of(board);
    let [mut white, mut black] = [[0; TERMS]; 2];
    pawn_king.count([&mut white, &mut black]);
    count_pieces(board, &pawn_king, [&mut white, &mut black]);
    [white, black]
}

/// Returns the features of a count: for the middlegame and for the endgame.
fn by_phase(count: i32, phase: i32) -> [i32; 2] {
    [count * phase, count * (ONE - phase)]
}

/// Returns White's and Black's features, each from that side's own point of view.
pub(super) fn sides(board: &impl Pieces) -> [Vec<i32>; 2] {
    let phase = phase(board);
    counts(board).map(|counts| counts.into_iter().flat_map(|count| by_phase(count, phase)).collect())
}

/// Returns the features of a position, White minus Black.
pub(super) fn features(board: &impl Pieces) -> Vec<i16> {
    let (phase, [white, black]) = (phase(board), counts(board));
    let differences = white.into_iter().zip(black).map(|(white, black)| white - black);
    differences.flat_map(|count| by_phase(count, phase)).map(|feature| feature as i16).collect()
}

/// Returns the weighted sum of the features that depend on pawns and kings only, before the phase is applied.
pub(in crate::engine) fn pawn_king_score(entry: &PawnKingEntry, weights: &TermWeights) -> i64 {
    let (mut white, mut black) = (weights.worth(), weights.worth());
    entry.count([&mut white, &mut black]);
    white.sum - black.sum
}

/// Returns the weighted sum of all features, given the sum of [`pawn_king_score`].
#[inline]
pub(in crate::engine) fn fast_score(
    board: &impl Pieces,
    entry: &PawnKingEntry,
    pawn_king: i64,
    weights: &TermWeights,
) -> Score {
    let (mut white, mut black) = (weights.worth(), weights.worth());
    count_pieces(board, entry, [&mut white, &mut black]);
    worth::at_phase(pawn_king + white.sum - black.sum, phase(board))
}
