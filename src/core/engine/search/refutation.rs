//! Pruning before the moves of a node are tried one by one: razoring, reverse futility, null move, multi-cut and
//! ProbCut.

use super::Bound;
use super::depth::PLY;
use super::node::Node;
use super::picker::Picker;
use super::searcher::{DRAW, Searcher, may_be_in_zugzwang};
use super::table::TableData;
use super::value::{MATE_BOUND, is_evaluation, is_mate};
use crate::engine::board::{Board, PackedMove};
use crate::engine::quiescence::DEPTH;

impl Searcher<'_> {
    /// Applies razoring, reverse futility and null move pruning. Returns the score if the node is pruned.
    pub(super) fn prune(&mut self, board: &Board, node: &Node, mate_threat: &mut bool) -> Option<i32> {
        let Node { depth, ply, alpha, beta, estimate, .. } = *node;
        let plies = depth / PLY;
        let parameters = self.parameters;
        if is_evaluation(beta) && is_evaluation(estimate) {
            if plies <= parameters.reverse_futility_depth {
                let margin = parameters.reverse_futility_margin * (plies - i32::from(node.improving)).max(0);
                if estimate - margin >= beta {
                    return Some(estimate - margin);
                }
            }
            if plies <= parameters.razoring_depth && estimate + parameters.razoring_margin * plies <= alpha {
                let score = self.quiescence::<false>(board, alpha, alpha + 1, ply, DEPTH);
                if self.stopped || score <= alpha {
                    return Some(score);
                }
            }
        }
        let passed = ply > 0 && self.frame_before(ply, 1).made.is_none();
        if parameters.null_move_use != 0
            && !passed
            && depth >= 2 * PLY
            && node.evaluation >= beta
            && beta > -MATE_BOUND
            && !may_be_in_zugzwang(board)
        {
            let reduced = depth - PLY - parameters.null_reduction(depth, node.evaluation - beta);
            let next = self.make_null(board, ply);
            let score = -self.search::<false>(&next, -beta, -beta + 1, reduced, ply + 1, !node.cut);
            self.unmake();
            if self.stopped {
                return Some(DRAW);
            }
            if score >= beta {
                // A mate or tablebase score after a null move is not proven.
                return Some(if is_evaluation(score) { score } else { beta });
            }
            *mate_threat = score <= -MATE_BOUND;
        }
        None
    }

    /// Tries multi-cut: if several of the first moves fail high in a reduced search, one of them probably does in a full
    /// search.
    pub(super) fn multi_cut(&mut self, board: &Board, node: &Node) -> Option<i32> {
        let Node { depth, ply, beta, .. } = *node;
        if !node.cut || is_mate(beta) || !self.parameters.has_multi_cut(depth) {
            return None;
        }
        let before = self.previous_piece_tos(ply);
        let [first, second] = self.frame(ply).killers;
        let mut picker = Picker::all(node.hash, [first, second, self.histories.reply(before[0])], before);
        let reduced = depth - PLY - self.parameters.multi_cut_reduction * PLY;
        let mut cuts = 0;
        for _ in 0..self.parameters.multi_cut_move_num {
            let m = picker.next(board, self.histories, self.table)?;
            let mut next = board.clone();
            self.make(&mut next, m, ply, 0);
            let score = -self.search::<false>(&next, -beta, -beta + 1, reduced, ply + 1, false);
            self.unmake();
            if self.stopped {
                return None;
            }
            if score >= beta {
                cuts += 1;
                if cuts == self.parameters.multi_cut_cut_num {
                    return Some(beta);
                }
            }
        }
        None
    }

    /// Tries ProbCut: a capture that exceeds beta by a margin in a much reduced search prunes the node.
    pub(super) fn probable_cut(&mut self, board: &Board, node: &Node) -> Option<i32> {
        let Node { depth, ply, beta, .. } = *node;
        let from = self.parameters.probcut_depth;
        if from == 0 || depth < from * PLY || !is_evaluation(beta) {
            return None;
        }
        let high = beta + self.parameters.probcut_margin;
        let reduced = depth - 4 * PLY;
        if node.known.is_some_and(|known| known.depth >= reduced && known.score < high) {
            return None;
        }
        let mut picker =
            Picker::captures(if board.is_quiet(node.hash) { PackedMove::NONE } else { node.hash });
        while let Some(m) = picker.next(board, self.histories, self.table) {
            if !board.exchange_holds(m, high - node.evaluation) {
                continue;
            }
            let mut next = board.clone();
            self.make(&mut next, m, ply, 0);
            let mut score = -self.quiescence::<false>(&next, -high, -high + 1, ply + 1, DEPTH);
            if score >= high && reduced >= PLY {
                score = -self.search::<false>(&next, -high, -high + 1, reduced, ply + 1, !node.cut);
            }
            self.unmake();
            if self.stopped {
                return None;
            }
            if score >= high {
                // The table keeps evaluations without the correction, which changes during a search.
                let evaluation = self.frame(ply).static_evaluation;
                let known =
                    TableData { best: m, score, bound: Bound::Lower, depth: reduced + PLY, evaluation };
                self.table.store(board.key(), ply, known);
                return Some(score);
            }
        }
        None
    }
}
