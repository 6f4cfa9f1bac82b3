//! Principal variation search (NegaScout) of inner nodes with the selective methods.

use arrayvec::ArrayVec;

use super::Bound;
use super::depth::PLY;
use super::history;
use super::picker::Picker;
use super::searcher::{DRAW, Searcher, has_pieces};
use super::singular::Singularity;
use super::table::TableData;
use super::value::{MATE, MATE_BOUND, MAX_PLY, NONE, is_evaluation, is_mate, mated_at};
use crate::engine::board::{Board, MoveList, PackedMove};
use crate::engine::exchange::exchange_value;
use crate::engine::quiescence::DEPTH;

/// Moves tried without a cutoff, for the histories.
type TriedMoves = ArrayVec<PackedMove, 64>;

/// The state of a node before its moves are tried.
pub(super) struct Node {
    pub(super) depth: i32,
    pub(super) ply: usize,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    /// Lower and upper bound of the score from tablebases.
    limits: (i32, i32),
    /// An expected cut node.
    pub(super) cut: bool,
    /// Static evaluation, corrected by history; [`NONE`] in check.
    pub(super) evaluation: i32,
    /// The static evaluation, improved by the transposition table.
    pub(super) estimate: i32,
    /// Whether the evaluation is better than two plies before.
    pub(super) improving: bool,
    pub(super) hash: PackedMove,
    pub(super) known: Option<TableData>,
    /// Whether the hash move is a capture or a promotion.
    hash_is_tactical: bool,
}

impl Searcher<'_> {
    /// Returns the score of a node for the side to move, exact inside (`alpha`, `beta`). `depth` is in quarter plies;
    /// below one ply the quiescence search takes over. `PV`: the window is open, and the line may become the principal
    /// variation.
    pub(super) fn search<const PV: bool>(
        &mut self,
        board: &Board,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        if depth < PLY {
            return self.quiescence::<PV>(board, alpha, beta, ply, DEPTH);
        }
        self.lines.clear(ply);
        if !self.count_node(ply) {
            return DRAW;
        }
        if self.is_draw(board) {
            return DRAW;
        }
        if ply >= MAX_PLY {
            return self.evaluate_leaf(board, ply);
        }
        // Mate distance pruning: a line from here cannot be better than mate at the next ply or worse than being mated
        // now.
        alpha = alpha.max(mated_at(ply));
        beta = beta.min(MATE - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let excluded = self.frame(ply).excluded;
        let mut known = if excluded.is_none() { self.table.probe(board.key(), ply) } else { None };
        if let Some(known) = known
            && !PV
            && known.depth >= depth.min(i32::from(u8::MAX))
            && known.is_sufficient(alpha, beta)
        {
            return known.score;
        }
        self.prefetch_first(board, known);
        let mut limits = (mated_at(ply), MATE);
        if self.tablebases.is_some()
            && excluded.is_none()
            && let Some((score, bound)) = self.look_up(board, ply)
        {
            // In the principal variation, continue to search for the mate that a table does not know.
            if !PV || bound == Bound::Exact {
                return score;
            }
            if bound == Bound::Lower {
                limits.0 = score;
                alpha = alpha.max(score);
            } else {
                limits.1 = score;
                beta = beta.min(score);
            }
            if alpha >= beta {
                return score;
            }
        }
        // Pruning would use the evaluation as the score. Positions in the table have a legal move.
        if known.is_none() && excluded.is_none() && board.is_stalemate() {
            return DRAW;
        }
        let in_check = board.in_check();
        if !PV && depth >= 2 * PLY {
            self.table.prefetch(board.key_after_null());
        }
        // A search without one move has the evaluation of the node already.
        if excluded.is_none() {
            let evaluation = match known {
                _ if in_check => NONE,
                Some(known) if known.evaluation != NONE => known.evaluation,
                _ => self.evaluate(board),
            };
            self.store_evaluation(evaluation, ply);
        }
        let evaluation = self.frame(ply).evaluation;
        self.frame_mut(ply + 1).killers = [PackedMove::NONE; 2];
        let estimate = known.filter(|known| !in_check && known.improves_on(evaluation));
        let estimate = estimate.map_or(evaluation, |known| known.score);
        let earlier = self.frame_before(ply, 2).evaluation;
        let hash = hash_move(board, known);
        let mut node = Node {
            depth,
            ply,
            alpha,
            beta,
            limits,
            cut,
            evaluation,
            estimate,
            improving: !in_check && (earlier == NONE || evaluation > earlier),
            hash,
            known,
            hash_is_tactical: !hash.is_none() && !board.is_quiet(hash),
        };
        let mut mate_threat = false;
        if !in_check && !PV && excluded.is_none() {
            if let Some(score) = self.prune(board, &node, &mut mate_threat) {
                return score;
            }
            if let Some(score) = self.multi_cut(board, &node) {
                return score;
            }
            if let Some(score) = self.probable_cut(board, &node) {
                return score;
            }
            if self.stopped {
                return DRAW;
            }
        }
        if node.hash.is_none() && excluded.is_none() {
            let reduce_from = self.parameters.internal_iterative_reduction_depth;
            if reduce_from > 0 {
                if (PV || cut) && depth >= reduce_from * PLY {
                    node.depth -= PLY;
                }
            } else if PV && depth >= 4 * PLY {
                // Internal iterative deepening.
                self.search::<PV>(board, alpha, beta, depth - 2 * PLY, ply, cut);
                if self.stopped {
                    return DRAW;
                }
                self.lines.clear(ply);
                known = self.table.probe(board.key(), ply);
                node.hash = hash_move(board, known);
            }
        }
        if mate_threat {
            node.depth += self.limit_extension(ply, self.parameters.mate_threat_extension);
        }
        self.try_moves::<PV>(board, node)
    }

    /// Tries the moves of a node in order and returns the best score.
    fn try_moves<const PV: bool>(&mut self, board: &Board, node: Node) -> i32 {
        let Node { depth, ply, beta, .. } = node;
        let mut alpha = node.alpha;
        let excluded = self.frame(ply).excluded;
        let in_check = board.in_check();
        let plies = depth / PLY;
        let one_reply = in_check && self.parameters.one_reply_extension > 0 && has_one_reply(board);
        let before = self.previous_piece_tos(ply);
        let [first, second] = self.frame(ply).killers;
        let mut picker = Picker::all(node.hash, [first, second, self.histories.reply(before[0])], before);
        let prunes = !PV && !in_check;
        let futile_below = if prunes { self.parameters.futility_threshold(depth) } else { None };
        let move_limit = if prunes { self.parameters.late_move_limit(depth, node.improving) } else { None };
        let recapture_at = self.recapture_square(ply);
        let checks = board.checks();
        let (mut best, mut best_move) = (node.limits.0, PackedMove::NONE);
        let (mut quiets, mut captures): (TriedMoves, TriedMoves) = (TriedMoves::new(), TriedMoves::new());
        let mut number = 0;
        while let Some(m) = picker.next(board, self.histories, self.table) {
            if m == excluded {
                continue;
            }
            number += 1;
            let quiet = board.is_quiet(m);
            let gives_check = checks.gives(board, m);
            let history = if quiet { self.histories.quiet(board, m, before) } else { 0 };
            if number > 1 && best > -MATE_BOUND && !gives_check && has_pieces(board) {
                if let Some(threshold) = futile_below
                    && m.promotion().is_none()
                    && !is_mate(alpha)
                {
                    let reach = node.evaluation + threshold + board.captured(m).map_or(0, exchange_value);
                    if reach <= alpha {
                        best = best.max(reach);
                        continue;
                    }
                }
                if quiet && move_limit.is_some_and(|limit| quiets.len() >= limit) {
                    picker.skip_quiets();
                    continue;
                }
                if !PV && self.is_prunable(board, m, &node, history, number) {
                    continue;
                }
            }
            let recaptures = recapture_at == Some(m.to());
            let mut extension = self.parameters.extension(board, m, gives_check, recaptures);
            if one_reply {
                extension = (extension + self.parameters.one_reply_extension).min(PLY);
            }
            if m == node.hash && extension < PLY && self.may_be_singular(&node, excluded) {
                match self.singularity(board, &node) {
                    Singularity::Singular { clearly } if clearly && !PV => extension = 2 * PLY,
                    Singularity::Singular { .. } => {
                        extension = (extension + self.parameters.singular_extension).min(PLY);
                    }
                    Singularity::Several(score) if !PV => return score,
                    Singularity::Several(_) | Singularity::Unknown => {
                        if node.known.is_some_and(|known| known.score >= beta) {
                            extension -= self.parameters.singular_reduction;
                        }
                    }
                }
                if self.stopped {
                    return DRAW;
                }
            }
            let extension = self.limit_extension(ply, extension);
            let mut next = board.clone();
            self.make(&mut next, m, ply, extension);
            let new_depth = depth - PLY + extension;
            let mut score = NONE;
            let mut in_full = true;
            if self.is_late(depth, number, PV) && (quiet || picker.has_only_bad_captures()) {
                let reduced = self.reduced_depth(&node, new_depth, number, quiet, gives_check, history);
                if reduced < new_depth {
                    score = -self.search::<false>(&next, -alpha - 1, -alpha, reduced, ply + 1, true);
                    in_full = score > alpha;
                }
            }
            if in_full && (!PV || number > 1) {
                score = -self.search::<false>(&next, -alpha - 1, -alpha, new_depth, ply + 1, !node.cut);
            }
            if PV && (number == 1 || score > alpha && score < beta) {
                score = -self.search::<PV>(&next, -beta, -alpha, new_depth, ply + 1, false);
            }
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
            if quiet {
                let _ = quiets.try_push(m);
            } else {
                let _ = captures.try_push(m);
            }
        }
        if number == 0 {
            return match excluded.is_none() {
                false => node.alpha,
                true if in_check => mated_at(ply),
                true => DRAW,
            };
        }
        best = best.min(node.limits.1);
        if best >= beta {
            self.update_histories(board, best_move, &quiets, &captures, ply, plies);
        }
        if excluded.is_none() {
            let bound = Bound::of(best, node.alpha, beta);
            self.learn_correction(board, &node, best, best_move, bound);
            let evaluation = self.frame(ply).static_evaluation;
            self.table.store(
                board.key(),
                ply,
                TableData { best: best_move, score: best, bound, depth, evaluation },
            );
        }
        best
    }

    /// Returns whether the pruning rules of the extended schema skip this move, which does not give check.
    fn is_prunable(&self, board: &Board, m: PackedMove, node: &Node, history: i32, number: usize) -> bool {
        let parameters = self.parameters;
        let plies = node.depth / PLY;
        let quiet = board.is_quiet(m);
        if quiet && node.evaluation != NONE {
            let left = (node.depth - PLY - parameters.late_reduction(node.depth, number)).max(0) / PLY;
            let reach =
                node.evaluation + parameters.late_futility_base + parameters.late_futility_slope * left;
            if left < parameters.late_futility_depth && reach <= node.alpha {
                return true;
            }
        }
        if quiet
            && plies <= parameters.history_pruning_depth
            && history < -parameters.history_pruning_threshold * plies * (history::GREATEST / 128)
        {
            return true;
        }
        if plies > parameters.exchange_pruning_depth {
            return false;
        }
        let threshold =
            if quiet { parameters.exchange_pruning_quiet } else { parameters.exchange_pruning_capture };
        !board.exchange_holds(m, -threshold * plies)
    }

    /// Returns whether late-move reductions apply to the `number`-th move.
    fn is_late(&self, depth: i32, number: usize, pv: bool) -> bool {
        let parameters = self.parameters;
        parameters.late_move_reduction_depth > 0
            && depth >= parameters.late_move_reduction_depth * PLY
            && number > (parameters.late_move_reduction_move_num as usize + usize::from(pv))
    }

    #[allow(clippy::too_many_arguments, reason = "each input of the reduction is named")]
    fn reduced_depth(
        &self,
        node: &Node,
        new_depth: i32,
        number: usize,
        quiet: bool,
        gives_check: bool,
        history: i32,
    ) -> i32 {
        let mut reduction = self.parameters.late_reduction(node.depth, number);
        if quiet {
            reduction -= self.parameters.history_reduction(history);
        }
        if node.cut {
            reduction += PLY + self.parameters.late_move_reduction_cut;
        }
        if !node.improving {
            reduction += self.parameters.late_move_reduction_worsening;
        }
        if node.hash_is_tactical {
            reduction += self.parameters.late_move_reduction_capture;
        }
        if gives_check {
            reduction -= PLY;
        }
        (new_depth - reduction.max(0)).max(PLY)
    }

    /// Returns the square of the last capture, if recapture extensions are on.
    fn recapture_square(&self, ply: usize) -> Option<shakmaty::Square> {
        let last = self.frame_before(ply, 1);
        (self.parameters.recapture_extension > 0 && last.captured.is_some()).then(|| last.made.to())
    }

    /// Limits an extension so that all extensions of the moves of a line together do not exceed the depth of the
    /// iteration. A negative extension is a reduction and stays as it is.
    pub(super) fn limit_extension(&self, ply: usize, extension: i32) -> i32 {
        extension.min((self.extensions - self.frame(ply).extended).max(0))
    }

    /// Updates the correction history with the score of a node, if the score says that the evaluation was wrong: not in
    /// check, and not if a capture changed the material or the true score may equal the evaluation.
    fn learn_correction(
        &mut self,
        board: &Board,
        node: &Node,
        score: i32,
        best_move: PackedMove,
        bound: Bound,
    ) {
        let evaluation = node.evaluation;
        let unknown = match bound {
            Bound::Exact => false,
            Bound::Lower => score <= evaluation,
            Bound::Upper => score >= evaluation,
        };
        if !self.parameters.corrects_evaluation()
            || evaluation == NONE
            || unknown
            || !is_evaluation(score)
            || !best_move.is_none() && !board.is_quiet(best_move)
        {
            return;
        }
        let frame = *self.frame(node.ply);
        let error = score - frame.static_evaluation;
        self.histories.corrections.learn(&frame.places, error, node.depth / PLY);
    }

    /// Updates killers and histories after a cutoff by `best`. The moves tried before it did not cut off.
    fn update_histories(
        &mut self,
        board: &Board,
        best: PackedMove,
        quiets: &[PackedMove],
        captures: &[PackedMove],
        ply: usize,
        plies: i32,
    ) {
        let bonus = history::bonus(plies);
        if board.is_quiet(best) {
            let frame = self.frame_mut(ply);
            if frame.killers[0] != best {
                frame.killers = [best, frame.killers[0]];
            }
            let before = self.previous_piece_tos(ply);
            self.histories.reward_quiet(board, best, quiets, before, bonus);
        } else {
            self.histories.reward_capture(board, best, bonus);
        }
        for m in captures {
            self.histories.reward_capture(board, *m, -bonus);
        }
    }
}

fn hash_move(board: &Board, known: Option<TableData>) -> PackedMove {
    known.map_or(PackedMove::NONE, |known| known.best).or_none(|m| board.is_legal(m))
}

fn has_one_reply(board: &Board) -> bool {
    let mut moves = MoveList::new();
    board.legal_moves(&mut moves);
    moves.len() == 1
}

impl PackedMove {
    /// Returns the move if it passes the test, otherwise [`PackedMove::NONE`].
    fn or_none(self, test: impl Fn(PackedMove) -> bool) -> PackedMove {
        if !self.is_none() && test(self) { self } else { PackedMove::NONE }
    }
}
