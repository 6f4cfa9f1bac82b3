//! The quiescence search of the playing engine. It searches the moves that [`crate::engine::quiescence`] defines:
//! captures and queen promotions that do not lose material, and evasions when in check, to the same depth. It uses the
//! search's own board, the transposition table and node counting, and detects stalemate and draws by rule.
//!
//! Parameters of the extended schema change that: `QUIESCENCE_CHECKS` adds quiet checks, `DELTA_MARGIN` leaves captures
//! out, and `QUIESCENCE_TABLE_SCORE` and the correction history change the stand-pat score. Without them and without the
//! table, the scores are those of [`crate::engine::quiescence`], except for draws by rule.

use super::Bound;
use super::picker::Picker;
use super::searcher::{DRAW, Searcher};
use super::table::TableData;
use super::value::{MAX_PLY, NONE, mated_at};
use crate::engine::board::{Board, PackedMove};
use crate::engine::exchange::exchange_value;
use crate::engine::quiescence::DEPTH;

impl Searcher<'_> {
    /// Returns the quiescence score for the side to move, exact inside (`alpha`, `beta`). `left` is the number of plies
    /// left.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        board: &Board,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        left: u32,
    ) -> i32 {
        self.lines.clear(ply);
        if !self.count_node(ply) {
            return DRAW;
        }
        if self.is_draw(board) {
            return DRAW;
        }
        if left == 0 || ply >= MAX_PLY {
            return if board.is_stalemate() { DRAW } else { self.evaluate_leaf(board, ply) };
        }
        let known = self.table.probe(board.key(), ply);
        if let Some(known) = known
            && !PV
            && known.is_sufficient(alpha, beta)
        {
            return known.score;
        }
        self.prefetch_first(board, known);
        // Positions in the table have a legal move.
        if known.is_none() && board.is_stalemate() {
            return DRAW;
        }
        let in_check = board.in_check();
        let static_evaluation = match known {
            _ if in_check => NONE,
            Some(known) if known.evaluation != NONE => known.evaluation,
            _ => self.evaluate(board),
        };
        let evaluation = self.corrected(static_evaluation, ply);
        let score =
            known.filter(|known| self.parameters.quiescence_table_score > 0 && known.improves_on(evaluation));
        let score = score.map_or(evaluation, |known| known.score);
        let mut best = if in_check { mated_at(ply) } else { score };
        let first_alpha = alpha;
        let mut best_move = PackedMove::NONE;
        if best < beta {
            alpha = alpha.max(best);
            let hash = known.map_or(PackedMove::NONE, |known| known.best);
            let checks = DEPTH - left < self.parameters.quiescence_checks as u32;
            let mut moves = Picker::quiescence(board, hash, checks);
            while let Some(m) = moves.next(board, self.histories, self.table) {
                if !in_check && self.is_out_of_reach(board, m, evaluation, alpha) {
                    continue;
                }
                let mut next = board.clone();
                self.make(&mut next, m, ply, 0);
                let score = -self.quiescence::<PV>(&next, -beta, -alpha, ply + 1, left - 1);
                self.unmake();
                if self.stopped {
                    return DRAW;
                }
                if score > best {
                    best = score;
                    if score > alpha {
                        best_move = m;
                        alpha = score;
                        if PV {
                            self.lines.set(ply, m);
                        }
                        if score >= beta {
                            break;
                        }
                    }
                }
            }
        }
        let bound = Bound::of(best, first_alpha, beta);
        self.table.store(
            board.key(),
            ply,
            TableData { best: best_move, score: best, bound, depth: 0, evaluation: static_evaluation },
        );
        best
    }

    /// Returns whether a capture cannot bring the score close to alpha (delta pruning).
    fn is_out_of_reach(&self, board: &Board, m: PackedMove, evaluation: i32, alpha: i32) -> bool {
        let margin = self.parameters.delta_margin;
        margin > 0
            && m.promotion().is_none()
            && board.captured(m).is_some_and(|victim| evaluation + exchange_value(victim) + margin <= alpha)
    }
}
