//! The root: iterative deepening over the root moves for one or several best lines, with aspiration windows if the
//! parameters enable them. If tablebases rank the moves, only the best rank is searched.

use std::cmp::Reverse;
use std::ops::{Range, RangeInclusive};

use super::Bound;
use super::confidence::Confidence;
use super::depth::PLY;
use super::searcher::Searcher;
use super::syzygy::Rank;
use super::value::{MATE, MAX_PLY, NONE, is_evaluation};
use crate::engine::board::{Board, MoveList, PackedMove};

/// The lowest possible score.
const WORST: i32 = -NONE;

/// A root move with the result of the last search.
#[derive(Debug, Clone)]
pub(super) struct RootMove {
    /// The move followed by its principal variation.
    pub(super) line: Vec<PackedMove>,
    /// The score for the side to move; [`WORST`] if the move is only known not to be the best.
    pub(super) score: i32,
    /// The tablebase rank. Either all moves have one or none.
    pub(super) rank: Option<Rank>,
    /// The nodes that this thread searched after the move.
    nodes: u64,
}

impl RootMove {
    fn new(m: PackedMove) -> RootMove {
        RootMove { line: vec![m], score: WORST, rank: None, nodes: 0 }
    }

    pub(super) fn first(&self) -> PackedMove {
        self.line[0]
    }

    /// Returns the score and bound to report for a search result of `score` within `bound`.
    fn reported_as(&self, score: i32, bound: Bound) -> (i32, Bound) {
        self.rank.map_or((score, bound), |rank| (rank.reported_score(score), Bound::Exact))
    }
}

/// A progress report of the root.
pub(super) struct Progress<'a> {
    /// The depth in plies.
    pub(super) depth: u32,
    /// The rank of the line among the best lines, from 0.
    pub(super) index: usize,
    pub(super) complete: bool,
    pub(super) score: i32,
    pub(super) bound: Bound,
    pub(super) line: &'a [PackedMove],
}

/// Receives progress. Returns false to end the search.
pub(super) type Listener<'a> = &'a mut dyn FnMut(&Searcher<'_>, &Progress<'_>) -> bool;

/// The root node of a search.
pub(super) struct Root<'a> {
    pub(super) board: &'a Board,
    /// The root moves, best first as far as known.
    pub(super) moves: Vec<RootMove>,
    listener: Listener<'a>,
    depth: u32,
    /// Number of best lines to search.
    lines: usize,
    /// With several lines: the moves when all lines were last reported.
    reported_moves: Vec<RootMove>,
    /// Whether a best line has been reported.
    reported: bool,
}

impl<'a> Root<'a> {
    /// Creates a root node. `wanted`: the moves to search, all if empty.
    pub(super) fn new(board: &'a Board, wanted: &[PackedMove], listener: Listener<'a>) -> Root<'a> {
        let mut legal = MoveList::new();
        board.legal_moves(&mut legal);
        let moves = legal.iter().filter(|m| wanted.is_empty() || wanted.contains(m));
        let moves = moves.map(|m| RootMove::new(*m)).collect();
        Root { board, moves, listener, depth: 0, lines: 1, reported_moves: Vec::new(), reported: false }
    }

    /// Iterates over these depths in plies until a limit is reached, searching for the best `lines` moves. After each
    /// iteration `is_found` receives the best score and returns whether to stop. Sends at least one report, however early a limit is
    /// reached. The first of the moves is always that of the last report.
    pub(super) fn deepen(
        &mut self,
        searcher: &mut Searcher<'_>,
        depths: RangeInclusive<u32>,
        lines: usize,
        is_found: impl Fn(i32) -> bool,
    ) {
        self.lines = lines.clamp(1, self.moves.len().max(1));
        self.order_first(searcher);
        self.iterate(searcher, depths, is_found);
        if !self.reported_moves.is_empty() {
            // Results of an unfinished iteration cannot be compared with the other lines.
            std::mem::swap(&mut self.moves, &mut self.reported_moves);
        }
        if !self.reported {
            self.report_fallback(searcher);
        }
    }

    fn iterate(
        &mut self,
        searcher: &mut Searcher<'_>,
        depths: RangeInclusive<u32>,
        is_found: impl Fn(i32) -> bool,
    ) {
        let mut steadiness = 0;
        for depth in depths.take_while(|depth| *depth < MAX_PLY as u32) {
            self.depth = depth;
            searcher.extensions = depth as i32 * PLY;
            searcher.selective_depth = 0;
            let best_before = self.moves[0].first();
            let scores: Vec<i32> = self.moves.iter().map(|m| m.score).collect();
            for index in 0..self.lines {
                let expected = scores.get(index).copied().unwrap_or(WORST);
                self.search_line(searcher, index, expected);
                if searcher.stopped {
                    return;
                }
            }
            if self.lines > 1 {
                self.report_lines(searcher);
                if searcher.stopped {
                    return;
                }
            }
            steadiness = if self.moves[0].first() == best_before { steadiness + 1 } else { 0 };
            let confidence = self.confidence(steadiness, scores[0]);
            if is_found(self.moves[0].score)
                || searcher.clock.should_stop_deepening(confidence.share_of_time(searcher.parameters))
            {
                return;
            }
        }
    }

    /// Returns how sure the best move is after an iteration. `steadiness`: the number of iterations since it changed;
    /// `before`: the best score of the iteration before.
    fn confidence(&self, steadiness: u32, before: i32) -> Confidence {
        let best = &self.moves[0];
        let nodes: u64 = self.moves.iter().map(|m| m.nodes).sum();
        let only = self.end_of_rank(0) == 1 && self.depth >= 4;
        let comparable = is_evaluation(before) && is_evaluation(best.score);
        Confidence {
            steadiness: steadiness + 4 * u32::from(only),
            effort: best.nodes as f64 / nodes.max(1) as f64,
            drop: if comparable { before - best.score } else { 0 },
        }
    }

    /// Returns the end of the moves with the same rank as the one at `index`.
    fn end_of_rank(&self, index: usize) -> usize {
        let rank = self.moves[index].rank;
        index + self.moves[index..].iter().take_while(|m| m.rank == rank).count()
    }

    /// Sorts the moves before the first iteration: by rank, then hash move and captures first, in the order of inner
    /// nodes.
    fn order_first(&mut self, searcher: &Searcher<'_>) {
        let hash = searcher.table.probe(self.board.key(), 0).map(|known| known.best);
        self.moves.sort_by_key(|m| {
            let first = m.first();
            let quiet = self.board.is_quiet(first);
            let score = if quiet {
                searcher.histories.quiet(self.board, first, searcher.previous_piece_tos(0))
            } else {
                super::picker::capture_score(self.board, searcher.histories, first)
            };
            (Reverse(m.rank), Some(first) != hash, quiet, -score)
        });
    }

    /// Finds the best of the moves from `index` on with the same rank and moves it to `index`.
    fn search_line(&mut self, searcher: &mut Searcher<'_>, index: usize, expected: i32) {
        let mut width = searcher.parameters.aspiration_window;
        let aspires = width > 0 && self.depth >= 5 && is_evaluation(expected);
        let (mut alpha, mut beta) = (-MATE, MATE);
        if aspires {
            (alpha, beta) = (expected - width, expected + width);
        }
        let end = self.end_of_rank(index);
        loop {
            let score = self.search_moves(searcher, index..end, alpha, beta);
            self.moves[index..end].sort_by_key(|m| -m.score);
            let bound = Bound::of(score, alpha, beta);
            if searcher.stopped {
                return;
            }
            let complete = bound == Bound::Exact || alpha == -MATE && beta == MATE;
            if self.lines == 1 {
                self.report(searcher, index, complete, score, if complete { Bound::Exact } else { bound });
            }
            if complete || searcher.stopped {
                return;
            }
            width += width;
            if score <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (score - width).max(-MATE);
            } else {
                beta = (score + width).min(MATE);
            }
            if width > 1000 {
                (alpha, beta) = (-MATE, MATE);
            }
        }
    }

    /// Searches these moves and returns the best score.
    fn search_moves(
        &mut self,
        searcher: &mut Searcher<'_>,
        moves: Range<usize>,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let index = moves.start;
        let depth = self.depth as i32 * PLY;
        let (mut best, mut raised) = (WORST, alpha);
        let static_evaluation = if self.board.in_check() { NONE } else { searcher.evaluate(self.board) };
        searcher.find_places(self.board, 0);
        searcher.store_evaluation(static_evaluation, 0);
        for root in &mut self.moves[moves.clone()] {
            root.score = WORST;
        }
        for at in moves {
            let m = self.moves[at].first();
            let gives_check = self.board.gives_check(m);
            let extension = searcher.parameters.extension(self.board, m, gives_check, false);
            let extension = searcher.limit_extension(0, extension);
            let mut next = self.board.clone();
            searcher.make(&mut next, m, 0, extension);
            let nodes_before = searcher.nodes();
            let new_depth = depth - PLY + extension;
            let mut score = NONE;
            let number = at - index + 1;
            if number > 1 {
                let quiet = self.board.is_quiet(m);
                let reduced = searcher.root_depth(depth, new_depth, number, quiet && !gives_check);
                score = -searcher.search::<false>(&next, -raised - 1, -raised, reduced, 1, true);
                if score > raised && reduced < new_depth {
                    score = -searcher.search::<false>(&next, -raised - 1, -raised, new_depth, 1, true);
                }
            }
            if number == 1 || score > raised {
                score = -searcher.search::<true>(&next, -beta, -raised, new_depth, 1, false);
            }
            searcher.unmake();
            self.moves[at].nodes += searcher.nodes() - nodes_before;
            if searcher.stopped {
                return best;
            }
            if number == 1 || score > raised {
                let root = &mut self.moves[at];
                root.score = score;
                root.line.truncate(1);
                root.line.extend_from_slice(searcher.lines.at(1));
                // Report a new best move at once. The first move is reported at the end of the iteration.
                if self.lines == 1 && number > 1 && score < beta {
                    let found = &self.moves[at];
                    let (score, bound) = found.reported_as(score, Bound::Exact);
                    let line = found.line.clone();
                    let progress =
                        Progress { depth: self.depth, index, complete: false, score, bound, line: &line };
                    self.reported = true;
                    if !(self.listener)(searcher, &progress) {
                        searcher.stopped = true;
                        return best;
                    }
                }
            }
            best = best.max(score);
            raised = raised.max(score);
            if raised >= beta {
                break;
            }
        }
        best
    }

    /// Reports all lines of an iteration, best first. A later line can get a better score than an earlier one, because
    /// its search uses a fuller transposition table and another window.
    fn report_lines(&mut self, searcher: &mut Searcher<'_>) {
        self.moves[..self.lines].sort_by_key(|m| Reverse((m.rank, m.reported_as(m.score, Bound::Exact).0)));
        self.reported_moves.clone_from(&self.moves);
        for index in 0..self.lines {
            self.report(searcher, index, true, self.moves[index].score, Bound::Exact);
        }
    }

    /// Reports the state of the first iteration if nothing has been reported: the best of the moves searched, or the
    /// first move with the static evaluation.
    fn report_fallback(&mut self, searcher: &mut Searcher<'_>) {
        self.moves.sort_by_key(|m| Reverse((m.rank, m.score)));
        let found = self.moves[0].score;
        let score = if found == WORST { searcher.evaluate(self.board) } else { found };
        self.report(searcher, 0, false, score, Bound::Exact);
    }

    fn report(
        &mut self,
        searcher: &mut Searcher<'_>,
        index: usize,
        complete: bool,
        score: i32,
        bound: Bound,
    ) {
        let best = &self.moves[index];
        let (score, bound) = best.reported_as(score, bound);
        let progress = Progress { depth: self.depth, index, complete, score, bound, line: &best.line };
        self.reported = true;
        if !(self.listener)(searcher, &progress) {
            searcher.stopped = true;
        }
    }
}

impl Searcher<'_> {
    /// Returns the depth of a late move at the root.
    fn root_depth(&self, depth: i32, new_depth: i32, number: usize, quiet: bool) -> i32 {
        let parameters = self.parameters;
        let late = parameters.late_move_reduction_depth > 0
            && depth >= parameters.late_move_reduction_depth.max(3) * PLY
            && number > parameters.late_move_reduction_move_num as usize + 1;
        if !late || !quiet {
            return new_depth;
        }
        (new_depth - (parameters.late_reduction(depth, number) - PLY).max(0)).max(PLY)
    }
}
