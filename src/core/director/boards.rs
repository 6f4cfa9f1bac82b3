//! The current state of all boards of a match, for display.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use shakmaty::{Color, Move, Position};

use crate::arena::game::{Ending, Record, RecordedMove};
use crate::arena::matches::GameObserver;
use crate::arena::opening::Opening;
use crate::arena::plan::Fixture;
use crate::engine::search::{Game, Report};

/// A game in progress or just finished.
#[derive(Debug, Clone)]
pub struct Board {
    /// The scheduled game.
    pub fixture: Fixture,
    /// The name of the opening.
    pub opening: Option<String>,
    /// The game, including the moves of its opening.
    pub game: Game,
    /// The moves of the players.
    pub moves: Vec<RecordedMove>,
    /// The times left on the clocks after the last moves, White's first; `None` before the first move and without
    /// clocks.
    pub left: [Option<Duration>; 2],
    /// The last search report of each side, White's first.
    pub thoughts: [Option<Thought>; 2],
    /// The time at which the side to move started to think.
    pub since: Instant,
    /// The end and the winner, if the game is over.
    pub end: Option<(Ending, Option<Color>)>,
}

/// A search report with its place in the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thought {
    /// The number of plies played before the search.
    pub ply: usize,
    /// The report.
    pub report: Report,
}

impl Board {
    fn new(fixture: Fixture, opening: &Opening) -> Board {
        Board {
            fixture,
            opening: opening.name.clone(),
            game: opening.game.clone(),
            moves: Vec::new(),
            left: [None; 2],
            thoughts: [None, None],
            since: Instant::now(),
            end: None,
        }
    }
}

/// All boards, by the number of their threads. Only the latest state is kept.
#[derive(Debug, Default)]
pub(crate) struct Boards(Mutex<Vec<Option<Board>>>);

impl Boards {
    /// Returns a copy of all boards.
    pub(crate) fn look(&self) -> Vec<Board> {
        self.lock().iter().flatten().cloned().collect()
    }

    /// Removes all boards.
    pub(crate) fn clear(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Option<Board>>> {
        // A panic cannot leave an inconsistent state: every change is a push or a store.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, board: usize, change: impl FnOnce(&mut Board)) {
        if let Some(Some(board)) = self.lock().get_mut(board) {
            change(board);
        }
    }
}

/// An observer that updates boards and reports each change.
pub(crate) struct BoardObserver<'a> {
    pub(crate) boards: &'a Boards,
    pub(crate) wake: &'a (dyn Fn() + Send + Sync),
}

impl GameObserver for BoardObserver<'_> {
    fn begins(&self, board: usize, fixture: Fixture, opening: &Opening) {
        let mut boards = self.boards.lock();
        if boards.len() <= board {
            boards.resize_with(board + 1, || None);
        }
        boards[board] = Some(Board::new(fixture, opening));
        drop(boards);
        (self.wake)();
    }

    fn thinks(&self, board: usize, side: Color, report: &Report) {
        // Ignore all lines of a MultiPV search except the best.
        if report.index == 1 {
            self.boards.change(board, |board| {
                let ply = board.game.moves().len();
                board.thoughts[side as usize] = Some(Thought { ply, report: report.clone() });
            });
            (self.wake)();
        }
    }

    fn moved(&self, board: usize, m: Move, recorded: &RecordedMove, left: Option<Duration>) {
        self.boards.change(board, |board| {
            let side = board.game.position().turn();
            board.left[side as usize] = left;
            board.game.play(m);
            board.moves.push(recorded.clone());
            board.since = Instant::now();
        });
        (self.wake)();
    }

    fn resumes(&self, board: usize) {
        self.boards.change(board, |board| board.since = Instant::now());
    }

    fn ends(&self, board: usize, record: &Record) {
        self.boards.change(board, |board| board.end = Some((record.ending.clone(), record.winner)));
        (self.wake)();
    }
}
