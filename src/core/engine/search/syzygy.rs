//! Tablebase probes in inner nodes and at the root.
//!
//! Root moves are ranked by the game result and then by the distance to the next pawn move or capture: short distances
//! when winning, long ones when losing. Drawn moves are left to the search. Only moves of the best rank are searched.

use super::Bound;
use super::root::{Root, RootMove};
use super::searcher::{DRAW, Searcher};
use super::table::TableData;
use super::value::{NONE, TABLEBASE_WIN, is_mate};
use crate::engine::board::{Board, PackedMove};
use crate::engine::tablebases::{AmbiguousWdl, Tablebases, Wdl};

/// The tablebase rank of a move; greater is better. The search decides among moves of equal rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    /// The result for the side that moves. Ambiguous if rounded distances leave it open.
    outcome: AmbiguousWdl,
    /// Distance to progress: smaller is better in a won game, larger in a lost one.
    progress: i32,
}

impl Rank {
    /// A move that mates.
    const MATE: Rank = Rank { outcome: AmbiguousWdl::Win, progress: 1 };
    /// A move that ends the game in a draw or leads to a draw.
    const DRAW: Rank = Rank { outcome: AmbiguousWdl::Draw, progress: 0 };

    /// Ranks a move to this board by result and distance.
    fn by_distance(tables: &Tablebases, next: &Board) -> Option<Rank> {
        if next.halfmoves() == 0 {
            return Rank::by_outcome(tables, next);
        }
        let distance = tables.dtz(next)?;
        let outcome = -AmbiguousWdl::from_dtz_and_halfmoves(distance, next.halfmoves());
        Some(Rank { outcome, progress: distance.ignore_rounding().0 })
    }

    /// Ranks a move to this board by result only.
    fn by_outcome(tables: &Tablebases, next: &Board) -> Option<Rank> {
        Some(Rank { outcome: -AmbiguousWdl::from(tables.wdl(next)?), progress: 0 })
    }

    /// Returns the score to report for a move of this rank: a mate found by the search, otherwise the tablebase score.
    pub(super) fn reported_score(self, score: i32) -> i32 {
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

/// The value of a win that the fifty-move rule turns into a draw: above a draw, below everything else.
const CURSED: i32 = 1;

/// Returns the score of a tablebase result at `ply`: below every mate and above every evaluation. A result that the
/// fifty-move rule changes counts as a draw with a small sign, so that the search prefers the opponent to need that
/// rule.
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
    /// Probes the tablebases for a position right after a pawn move or capture: only there does the fifty-move counter
    /// start at 0, as the tables assume. A win or loss is a bound, because there may be a mate.
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
        let known = TableData { best: PackedMove::NONE, score, bound, depth, evaluation: NONE };
        self.table.store(board.key(), ply, known);
        Some((score, bound))
    }
}

impl Root<'_> {
    /// Ranks the moves, best first, if the tables know all of them. If they know the distances, inner nodes are
    /// searched without tables: the search then only looks for a mate or for the best defence.
    pub(super) fn rank(&mut self, searcher: &mut Searcher<'_>) {
        let Some(tables) = searcher.tablebases.filter(|tables| tables.may_know(self.board)) else { return };
        if self.rank_by(searcher, |next| Rank::by_distance(tables, next)) {
            searcher.tablebases = None;
        } else {
            self.rank_by(searcher, |next| Rank::by_outcome(tables, next));
        }
    }

    /// Ranks all moves. If any cannot be ranked, ranks none and returns false.
    fn rank_by(&mut self, searcher: &mut Searcher<'_>, of: impl Fn(&Board) -> Option<Rank>) -> bool {
        let mut hits = 0;
        let mut rank = |m: &RootMove| {
            let mut next = self.board.clone();
            searcher.make(&mut next, m.first(), 0, 0);
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
