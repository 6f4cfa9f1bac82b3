//! What stands on the boards of a contest at the moment, for those who watch.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use shakmaty::{Color, Move, Position};

use crate::arena::contest::Audience;
use crate::arena::game::{Ending, Record, RecordedMove};
use crate::arena::opening::Opening;
use crate::arena::plan::Fixture;
use crate::engine::search::{Game, Report};

/// A game under way, or just over.
#[derive(Debug, Clone)]
pub struct Board {
    /// Which game.
    pub fixture: Fixture,
    /// What its opening is called.
    pub opening: Option<String>,
    /// The game, with the moves of its opening.
    pub game: Game,
    /// The players' moves.
    pub moves: Vec<RecordedMove>,
    /// What was left on the clocks after the last moves, White's first; `None` before, and where there are none.
    pub left: [Option<Duration>; 2],
    /// What each side thought last, White's first.
    pub thoughts: [Option<Thought>; 2],
    /// When the side to move began to think.
    pub since: Instant,
    /// How it ended, and who won.
    pub end: Option<(Ending, Option<Color>)>,
}

/// What a player thought of its move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thought {
    /// After how many moves of the whole game.
    pub ply: usize,
    /// The thought.
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

/// All boards, by the number of their threads. Only the newest is kept of everything.
#[derive(Debug, Default)]
pub(crate) struct Boards(Mutex<Vec<Option<Board>>>);

impl Boards {
    /// What stands on them.
    pub(crate) fn look(&self) -> Vec<Board> {
        self.lock().iter().flatten().cloned().collect()
    }

    /// Takes everything off them.
    pub(crate) fn clear(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Option<Board>>> {
        // Whoever panicked left the boards whole: each change is a push or a store.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, board: usize, change: impl FnOnce(&mut Board)) {
        if let Some(Some(board)) = self.lock().get_mut(board) {
            change(board);
        }
    }
}

/// Boards that tell when something has changed on them.
pub(crate) struct Shown<'a> {
    pub(crate) boards: &'a Boards,
    pub(crate) wake: &'a (dyn Fn() + Send + Sync),
}

impl Audience for Shown<'_> {
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
        // Of several best lines the best.
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
