//! The state of one search: its path in the tree and its stop conditions.

use shakmaty::{Bitboard, Color, Role};

use super::SearchParameters;
use super::clock::Clock;
use super::correction::Places;
use super::history::{Histories, NO_PIECE_TO, PieceTo, piece_to};
use super::lines::Lines;
use super::table::{Table, TableData};
use super::team::{Memory, Team};
use super::value::{self, MAX_PLY, NONE};
use crate::engine::board::{Board, PackedMove};
use crate::engine::evaluation::Evaluator;
use crate::engine::pieces::Pieces as _;
use crate::engine::tablebases::Tablebases;

/// The score of a drawn game.
pub(super) const DRAW: i32 = 0;

/// Search stack entry: the data of a node for itself and its descendants.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// Static evaluation for the side to move, uncorrected; [`NONE`] in check.
    pub(super) static_evaluation: i32,
    /// The same, corrected by history.
    pub(super) evaluation: i32,
    /// The move made from this node, and its piece with the target square.
    pub(super) made: PackedMove,
    pub(super) piece_to: PieceTo,
    pub(super) captured: Option<Role>,
    /// Killer moves: quiet moves that refuted nodes at this ply.
    pub(super) killers: [PackedMove; 2],
    /// A move to skip while the others are compared with it.
    pub(super) excluded: PackedMove,
    /// The entries that correct the evaluation; unset if the search corrects none.
    pub(super) places: Places,
    /// Total extension of the moves down to this node, in quarter plies, without mate threats.
    pub(super) extended: i32,
}

const FRAME: Frame = Frame {
    static_evaluation: NONE,
    evaluation: NONE,
    made: PackedMove::NONE,
    piece_to: NO_PIECE_TO,
    captured: None,
    killers: [PackedMove::NONE; 2],
    excluded: PackedMove::NONE,
    places: Places::UNSET,
    extended: 0,
};

/// Number of frames before the root, so that looking back two plies needs no bounds test.
const BEFORE_ROOT: usize = 2;

/// The search stack.
pub(super) struct Frames(Vec<Frame>);

impl Frames {
    pub(super) fn new() -> Frames {
        Frames(vec![FRAME; MAX_PLY + BEFORE_ROOT + 2])
    }
}

/// A running search.
pub(super) struct Searcher<'a> {
    pub(super) table: &'a Table,
    pub(super) evaluator: &'a mut Evaluator,
    pub(super) histories: &'a mut Histories,
    pub(super) parameters: &'a SearchParameters,
    pub(super) clock: Clock<'a>,
    pub(super) lines: &'a mut Lines,
    /// Tablebases for inner nodes, if any.
    pub(super) tablebases: Option<&'a Tablebases>,
    pub(super) tablebase_hits: u64,
    nodes: u64,
    team: &'a Team,
    /// Number of nodes that this thread may search.
    claimed: u64,
    /// Number of nodes at which the clock and the node limit are checked next.
    next_check: u64,
    /// The nodes and tablebase hits that the team knows.
    published: (u64, u64),
    pub(super) stopped: bool,
    pub(super) selective_depth: usize,
    /// Maximum total extension of a line in this iteration, in quarter plies.
    pub(super) extensions: i32,
    frames: &'a mut [Frame],
    /// The keys of all positions of the game and of the current line. The last is the current position's.
    keys: Vec<u64>,
    /// Number of keys that belong to the game, including the root's.
    played: usize,
}

/// Nodes between two checks of the clock: less than a millisecond.
const CHECK_INTERVAL: u64 = 1024;

impl<'a> Searcher<'a> {
    pub(super) fn new(
        table: &'a Table,
        memory: &'a mut Memory,
        parameters: &'a SearchParameters,
        clock: Clock<'a>,
        team: &'a Team,
        keys: Vec<u64>,
    ) -> Searcher<'a> {
        let Memory { evaluator, histories, lines, frames: Frames(frames) } = memory;
        lines.reset();
        frames.fill(FRAME);
        let claimed = team.claim();
        Searcher {
            table,
            evaluator,
            histories,
            parameters,
            clock,
            lines,
            tablebases: None,
            tablebase_hits: 0,
            nodes: 0,
            team,
            claimed,
            next_check: claimed.min(CHECK_INTERVAL),
            published: (0, 0),
            stopped: false,
            selective_depth: 0,
            extensions: 0,
            frames,
            played: keys.len(),
            keys,
        }
    }

    pub(super) fn frame(&self, ply: usize) -> &Frame {
        &self.frames[ply + BEFORE_ROOT]
    }

    pub(super) fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE_ROOT]
    }

    /// Returns the node one or two plies before. Empty frames precede the root.
    pub(super) fn frame_before(&self, ply: usize, plies: usize) -> &Frame {
        &self.frames[ply + BEFORE_ROOT - plies]
    }

    /// Counts a node. Returns false if the search must stop instead.
    pub(super) fn count_node(&mut self, ply: usize) -> bool {
        if self.stopped || self.nodes >= self.next_check && !self.may_continue() {
            self.stopped = true;
            return false;
        }
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        true
    }

    /// Checks the clock and the node limit. Returns whether the search goes on, for at least one more node.
    #[cold]
    fn may_continue(&mut self) -> bool {
        self.publish();
        if self.nodes >= self.claimed {
            self.claimed += self.team.claim();
        }
        self.next_check = self.claimed.min(self.nodes + CHECK_INTERVAL);
        self.nodes < self.claimed && !self.clock.must_stop()
    }

    /// Adds the nodes and tablebase hits since the last call to those of the team.
    pub(super) fn publish(&mut self) {
        let (nodes, hits) = self.published;
        self.team.add(self.nodes - nodes, self.tablebase_hits - hits);
        self.published = (self.nodes, self.tablebase_hits);
    }

    /// Returns the nodes of this thread.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the nodes of all threads. Those of other threads are counted with a delay.
    pub(super) fn all_nodes(&self) -> u64 {
        self.team.nodes() + self.nodes - self.published.0
    }

    /// Returns the tablebase hits of all threads, like [`Searcher::all_nodes`].
    pub(super) fn all_tablebase_hits(&self) -> u64 {
        self.team.tablebase_hits() + self.tablebase_hits - self.published.1
    }

    /// Prefetches what the transposition table knows of the position after the hash move of a node.
    pub(super) fn prefetch_first(&self, board: &Board, known: Option<TableData>) {
        if let Some(known) = known
            && !known.best.is_none()
        {
            self.table.prefetch(board.likely_key_after(known.best));
        }
    }

    /// Makes a legal move on the board of the node at `ply`, which becomes that of the next node. The caller copies the
    /// board, because a returned one would be copied twice.
    pub(super) fn make(&mut self, board: &mut Board, m: PackedMove, ply: usize, extension: i32) {
        let captured = board.captured(m);
        let piece_to = piece_to(board, m);
        board.play(m);
        let extended = self.frame(ply).extended + extension.max(0);
        let frame = self.frame_mut(ply);
        (frame.made, frame.piece_to, frame.captured) = (m, piece_to, captured);
        self.frame_mut(ply + 1).extended = extended;
        self.push_position(board, ply + 1);
    }

    /// Makes a null move at `ply`.
    pub(super) fn make_null(&mut self, board: &Board, ply: usize) -> Board {
        let next = board.after_null();
        let extended = self.frame(ply).extended;
        let frame = self.frame_mut(ply);
        (frame.made, frame.piece_to, frame.captured) = (PackedMove::NONE, NO_PIECE_TO, None);
        self.frame_mut(ply + 1).extended = extended;
        self.push_position(&next, ply + 1);
        next
    }

    /// Records the position at `ply` after a move, and prefetches the memory that its evaluation needs.
    fn push_position(&mut self, next: &Board, ply: usize) {
        self.evaluator.prefetch(next, next.pawn_king_key());
        self.keys.push(next.key());
        if self.parameters.corrects_evaluation() {
            let places = self.find_places(next, ply);
            self.histories.corrections.prefetch(&places);
        }
    }

    /// Takes back the last move or null move.
    pub(super) fn unmake(&mut self) {
        self.keys.pop();
    }

    /// Returns the pieces and target squares of the last two moves.
    pub(super) fn previous_piece_tos(&self, ply: usize) -> [PieceTo; 2] {
        [self.frame_before(ply, 1).piece_to, self.frame_before(ply, 2).piece_to]
    }

    /// Returns whether the game is drawn by repetition, the fifty-move rule or insufficient material. One repetition of
    /// a position of the line is enough; a position of the game must repeat twice.
    pub(super) fn is_draw(&self, board: &Board) -> bool {
        if board.halfmoves() >= 100 {
            let mated = board.in_check() && !board.has_legal_move();
            return !mated;
        }
        board.has_insufficient_material() || self.is_repetition(board)
    }

    fn is_repetition(&self, board: &Board) -> bool {
        let last = self.keys.len() - 1;
        let reach = (board.halfmoves() as usize).min(last);
        let mut in_game = 0;
        for back in (4..=reach).step_by(2) {
            if self.keys[last - back] == board.key() {
                in_game += 1;
                if last - back >= self.played - 1 || in_game == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// Finds the entries that correct the evaluation of the node at `ply`.
    pub(super) fn find_places(&mut self, board: &Board, ply: usize) -> Places {
        let places = Places::of(board, self.previous_piece_tos(ply));
        self.frame_mut(ply).places = places;
        places
    }

    /// Stores the static evaluation of the node at `ply` and its correction by history.
    pub(super) fn store_evaluation(&mut self, evaluation: i32, ply: usize) {
        let corrected = self.corrected(evaluation, ply);
        let frame = self.frame_mut(ply);
        (frame.static_evaluation, frame.evaluation) = (evaluation, corrected);
    }

    /// Returns the static evaluation of a leaf, corrected by history.
    pub(super) fn evaluate_leaf(&mut self, board: &Board, ply: usize) -> i32 {
        let evaluation = self.evaluate(board);
        self.corrected(evaluation, ply)
    }

    /// Returns the static evaluation with the correction by history; [`NONE`] stays as it is.
    pub(super) fn corrected(&self, evaluation: i32, ply: usize) -> i32 {
        self.histories.corrections.corrected(evaluation, &self.frame(ply).places, self.parameters)
    }

    /// Returns the static evaluation for the side to move.
    pub(super) fn evaluate(&mut self, board: &Board) -> i32 {
        let white = value::of_evaluation(board, self.evaluator.evaluate(board, board.pawn_king_key()));
        if board.turn() == Color::White { white } else { -white }
    }
}

/// Returns whether the side to move has a piece other than king and pawns.
pub(super) fn has_pieces(board: &Board) -> bool {
    pieces(board).any()
}

/// Returns whether the side to move may be in zugzwang: it has at most one minor piece for waiting moves.
pub(super) fn may_be_in_zugzwang(board: &Board) -> bool {
    let pieces = pieces(board);
    !pieces.more_than_one() && pieces.is_disjoint(board.by_role(Role::Rook) | board.by_role(Role::Queen))
}

/// Returns the pieces of the side to move except king and pawns.
fn pieces(board: &Board) -> Bitboard {
    let lesser = board.by_role(Role::Pawn) | board.by_role(Role::King);
    board.by_color(board.turn()) & !lesser
}
