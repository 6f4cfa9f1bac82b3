//! What tablebases say of inner nodes, and of the moves at the root.
//!
//! Moves at the root are ranked by what becomes of the game and then by the distance to the next pawn move or
//! capture: a won game is won by ever smaller distances, a lost one held by large ones, and a drawn one is left to the
//! search. It chooses among moves of the best rank only.

use super::Bound;
use super::root::{Root, RootMove};
use super::searcher::{DRAW, Searcher};
use super::table::Known;
use super::value::{NONE, TABLEBASE_WIN, is_mate};
use crate::engine::board::{Board, PackedMove};
use crate::engine::tablebases::{AmbiguousWdl, Tablebases, Wdl};

/// How good a move is, by tablebases; better ones are greater. Moves of equal rank are told apart by the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    /// For the side that moves. What rounded distances leave open ranks beside what it may be.
    outcome: AmbiguousWdl,
    /// The fewer plies to progress the better in a won game, the more in a lost one.
    progress: i32,
}

impl Rank {
    /// A move that mates.
    const MATE: Rank = Rank { outcome: AmbiguousWdl::Win, progress: 1 };
    /// A move that ends the game in a draw, or leads to one.
    const DRAW: Rank = Rank { outcome: AmbiguousWdl::Draw, progress: 0 };

    /// A move to this board, by outcome and distance.
    fn by_distance(tables: &Tablebases, next: &Board) -> Option<Rank> {
        if next.halfmoves() == 0 {
            return Rank::by_outcome(tables, next);
        }
        let distance = tables.dtz(next)?;
        let outcome = -AmbiguousWdl::from_dtz_and_halfmoves(distance, next.halfmoves());
        Some(Rank { outcome, progress: distance.ignore_rounding().0 })
    }

    /// A move to this board, by outcome alone.
    fn by_outcome(tables: &Tablebases, next: &Board) -> Option<Rank> {
        Some(Rank { outcome: -AmbiguousWdl::from(tables.wdl(next)?), progress: 0 })
    }

    /// A score as it is told of a move of this rank: a mate found by the search, or else what the tables say.
    pub(super) fn told(self, score: i32) -> i32 {
        let known = match self.outcome {
            AmbiguousWdl::Win => score_of(Wdl::Win, 1),
            AmbiguousWdl::Loss => score_of(Wdl::Loss, 1),
            AmbiguousWdl::Draw => DRAW,
            AmbiguousWdl::MaybeWin | AmbiguousWdl::CursedWin => score_of(Wdl::CursedWin, 1),
            AmbiguousWdl::MaybeLoss | AmbiguousWdl::BlessedLoss => score_of(Wdl::BlessedLoss, 1),
        };
        let mates = is_mate(score) && score.signum() == known.signum() && known.abs() > CURSED;
        if mates { score } else { known }
    }
}

/// What a win is worth that the fifty-move rule turns into a draw: more than a draw, less than anything else.
const CURSED: i32 = 1;

/// The score of a position at `ply` of which tables say this: below every mate, beyond every evaluation. What the
/// fifty-move rule saves is a draw; its sign prefers having the opponent to be saved by it.
pub(super) fn score_of(outcome: Wdl, ply: usize) -> i32 {
    match outcome {
        Wdl::Win => TABLEBASE_WIN - ply as i32,
        Wdl::CursedWin => DRAW + CURSED,
        Wdl::Draw => DRAW,
        Wdl::BlessedLoss => DRAW - CURSED,
        Wdl::Loss => ply as i32 - TABLEBASE_WIN,
    }
}

impl Searcher<'_> {
    /// What tablebases say of a position that a pawn move or capture has just led to: there the fifty moves begin
    /// anew, as the tables suppose. A win or loss is a bound, as there may be a mate.
    #[cold]
    pub(super) fn look_up(&mut self, board: &Board, ply: usize) -> Option<(i32, Bound)> {
        let tables = self.tablebases.filter(|tables| board.halfmoves() == 0 && tables.may_know(board))?;
        if board.in_check() && !board.has_legal_move() {
            return None;
        }
        let outcome = tables.wdl(board)?;
        self.tablebase_hits += 1;
        let score = score_of(outcome, ply);
        let bound = match outcome {
            Wdl::Win => Bound::Lower,
            Wdl::Loss => Bound::Upper,
            Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => Bound::Exact,
        };
        let depth = i32::from(u8::MAX);
        let known = Known { best: PackedMove::NONE, score, bound, depth, evaluation: NONE };
        self.table.store(board.key(), ply, known);
        Some((score, bound))
    }
}

impl Root<'_> {
    /// Ranks the moves, best first, if tables know all of them. Where they know distances, inner nodes are searched
    /// without tables: what is left to find is a mate, or the best try.
    pub(super) fn rank(&mut self, searcher: &mut Searcher<'_>) {
        let Some(tables) = searcher.tablebases.filter(|tables| tables.may_know(self.board)) else { return };
        if self.rank_by(searcher, |next| Rank::by_distance(tables, next)) {
            searcher.tablebases = None;
        } else {
            self.rank_by(searcher, |next| Rank::by_outcome(tables, next));
        }
    }

    /// Whether all moves could be ranked; otherwise none is.
    fn rank_by(&mut self, searcher: &mut Searcher<'_>, of: impl Fn(&Board) -> Option<Rank>) -> bool {
        let mut hits = 0;
        let mut rank = |m: &RootMove| {
            let next = searcher.make(self.board, m.first(), 0, 0);
            let drawn = searcher.is_draw(&next);
            searcher.unmake();
            match next.has_legal_move() {
                false if next.in_check() => Some(Rank::MATE),
                false => Some(Rank::DRAW),
                true if drawn => Some(Rank::DRAW),
                true => of(&next).inspect(|_| hits += 1),
            }
        };
        let ranks: Option<Vec<Rank>> = self.moves.iter().map(&mut rank).collect();
        searcher.tablebase_hits += hits;
        let Some(ranks) = ranks else { return false };
        for (m, rank) in self.moves.iter_mut().zip(ranks) {
            m.rank = Some(rank);
        }
        true
    }
}
