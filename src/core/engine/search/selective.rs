//! Arithmetic of the selective methods: what the parameters mean for a node or a move. A parameter of 0 switches its
//! method off.

use shakmaty::{Color, Rank, Role};

use super::SearchParameters;
use super::depth::{LOGARITHM, PLY};
use super::history::GREATEST;
use crate::engine::board::{Board, PackedMove};

impl SearchParameters {
    /// Returns the null move reduction in quarter plies, in addition to the ply of the null move. With adaptivity it is
    /// one ply less at or below the adaptivity depth (Heinz, "Adaptive null-move pruning").
    pub(super) fn null_reduction(&self, depth: i32, above_beta: i32) -> i32 {
        let adaptive = self.null_move_use_adaptivity != 0 && depth <= self.null_move_adaptivity_depth * PLY;
        let mut plies = self.null_move_reduction - i32::from(adaptive);
        if self.null_move_depth_divisor > 0 {
            plies += depth / PLY / self.null_move_depth_divisor;
        }
        if self.null_move_value_divisor > 0 {
            plies += (above_beta / self.null_move_value_divisor).clamp(0, 3);
        }
        plies.max(0) * PLY
    }

    /// Returns whether a correction history changes the static evaluation.
    pub(super) fn corrects_evaluation(&self) -> bool {
        self.correction_pawns > 0 || self.correction_pieces > 0 || self.correction_moves > 0
    }

    /// Returns the futility threshold at this depth in centipawns, if there is one (Heinz, "Extended futility
    /// pruning").
    pub(super) fn futility_threshold(&self, depth: i32) -> Option<i32> {
        let plies = depth / PLY;
        if plies > self.futility_depth {
            return None;
        }
        match plies {
            1 => Some(self.futility_threshold_depth_1),
            2 => Some(self.futility_threshold_depth_2),
            3 => Some(self.futility_threshold_depth_3),
            _ => None,
        }
    }

    /// Returns whether multi-cut is tried at this depth (Björnsson and Marsland). It requires moves to try and a number
    /// of cuts that they can reach.
    pub(super) fn has_multi_cut(&self, depth: i32) -> bool {
        self.multi_cut_use != 0
            && depth >= self.multi_cut_depth * PLY
            && self.multi_cut_cut_num > 0
            && self.multi_cut_move_num >= self.multi_cut_cut_num
    }

    /// Returns the extension of a move in quarter plies. The methods add up to at most one ply.
    pub(super) fn extension(&self, board: &Board, m: PackedMove, gives_check: bool, recaptures: bool) -> i32 {
        let mut extension = 0;
        if gives_check {
            extension += self.check_extension;
        }
        if recaptures {
            extension += self.recapture_extension;
        }
        if self.passed_pawn_extension > 0 && is_push_to_seventh(board, m) {
            extension += self.passed_pawn_extension;
        }
        extension.min(PLY)
    }

    /// Returns the reduction of the `number`-th move in quarter plies (late move reductions).
    pub(super) fn late_reduction(&self, depth: i32, number: usize) -> i32 {
        let ln = |n: usize| i64::from(LOGARITHM[n.min(LOGARITHM.len() - 1)]);
        let product = ln((depth / PLY) as usize) * ln(number) * i64::from(self.late_move_reduction_slope);
        let hundredths = i64::from(self.late_move_reduction_base) + (product >> 20);
        (hundredths * i64::from(PLY) / 100) as i32
    }

    /// Returns the decrease of that reduction by history, in quarter plies. `history` is the sum of three entries.
    pub(super) fn history_reduction(&self, history: i32) -> i32 {
        history / 64 * self.late_move_reduction_history * PLY / (3 * GREATEST)
    }

    /// Returns the number of quiet moves tried at this depth, if limited (late move pruning).
    pub(super) fn late_move_limit(&self, depth: i32, improving: bool) -> Option<usize> {
        let plies = depth / PLY;
        if plies > self.late_move_pruning_depth {
            return None;
        }
        let most = self.late_move_pruning_base + self.late_move_pruning_slope * plies * plies / 8;
        Some(if improving { most } else { most / 2 }.max(1) as usize)
    }
}

/// Returns whether the move pushes a pawn to the seventh rank, one step before promotion.
fn is_push_to_seventh(board: &Board, m: PackedMove) -> bool {
    let rank = match board.turn() {
        Color::White => Rank::Seventh,
        Color::Black => Rank::Second,
    };
    m.to().rank() == rank && board.moved(m) == Role::Pawn
}
