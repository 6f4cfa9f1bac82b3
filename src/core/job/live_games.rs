//! The live boards of games between organisms or against opponents, and the round to which they belong.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use shakmaty::{Color, Move};

use super::game_file::GameFile;
use super::interval::ReportInterval;
use super::report::{Fact, Outbox};
use crate::arena::game::{Record, RecordedMove};
use crate::arena::matches::GameObserver;
use crate::arena::opening::Opening;
use crate::arena::plan::Fixture;
use crate::director::{Board, BoardObserver, Boards};
use crate::engine::search::Report;
use crate::objectives::event::RoundPurpose;
use crate::objectives::source::Spectator;
use crate::threads::lock;

/// The round in progress, or the last one.
#[derive(Debug, Clone, Default)]
pub struct LiveRound {
    /// The purpose of the round; `None` before the first game.
    pub event: Option<RoundPurpose>,
    /// The generations in which the round's members of the hall of fame first were the fittest, in the order of their
    /// player numbers, which follow those of the organisms.
    pub hall: Vec<u32>,
    /// The number of games of the generations before.
    pub before: u64,
    /// The boards of the games in progress and of the last games.
    pub boards: Vec<Board>,
}

/// The boards and the round to which they belong.
#[derive(Debug, Default)]
pub(super) struct LiveGames {
    /// The round, without the boards.
    round: Mutex<LiveRound>,
    pub(super) boards: Boards,
}

impl LiveGames {
    /// Starts a round and clears the boards.
    pub(super) fn begin(&self, next: LiveRound) {
        let mut round = lock(&self.round);
        *round = next;
        self.boards.clear();
    }

    /// Returns the purpose of the current round, and the members of its hall of fame.
    fn event(&self) -> (Option<RoundPurpose>, Vec<u32>) {
        let round = lock(&self.round);
        (round.event, round.hall.clone())
    }

    /// Returns the current round with its boards.
    pub(super) fn snapshot(&self) -> LiveRound {
        // The lock is held until the boards are read, so that no board belongs to another round.
        let round = lock(&self.round);
        LiveRound { boards: self.boards.look(), ..round.clone() }
    }
}

/// Updates the boards while games are played. Boards change with every search report, so the consumer is woken at limited
/// intervals.
pub(super) struct BoardSpectator {
    games: Arc<LiveGames>,
    outbox: Outbox,
    wakes: Mutex<ReportInterval>,
    /// The PGN file of the games, until it cannot be written.
    file: Mutex<Option<GameFile>>,
}

impl BoardSpectator {
    pub(super) fn new(games: &Arc<LiveGames>, outbox: &Outbox, file: Option<GameFile>) -> BoardSpectator {
        let (wakes, file) = (Mutex::default(), Mutex::new(file));
        BoardSpectator { games: Arc::clone(games), outbox: outbox.clone(), wakes, file }
    }

    /// Writes a game to the file of games. After a failure none is written.
    fn record(&self, board: usize, record: &Record) {
        let mut file = lock(&self.file);
        let Some(open) = &*file else { return };
        let (event, hall) = self.games.event();
        if let Err(error) = open.ends(board, record, event, &hall) {
            self.outbox.fact(Fact::Warning(format!("--pgn: the games are no longer written: {error}")));
            *file = None;
        }
    }

    /// Starts a round and clears the boards.
    pub(super) fn begin(&self, next: LiveRound) {
        self.games.begin(next);
    }

    /// Passes an event of a game to the boards.
    fn pass(&self, event: impl FnOnce(BoardObserver<'_>)) {
        let wake = || {
            if self.wakes.lock().is_ok_and(|mut interval| interval.due(Instant::now())) {
                self.outbox.nudge();
            }
        };
        event(BoardObserver { boards: &self.games.boards, wake: &wake });
    }
}

impl GameObserver for BoardSpectator {
    fn begins(&self, board: usize, fixture: Fixture, opening: &Opening) {
        if let Some(file) = &*lock(&self.file) {
            file.begins(board, fixture, opening.name.as_deref());
        }
        self.pass(|boards| boards.begins(board, fixture, opening));
    }

    fn thinks(&self, board: usize, side: Color, report: &Report) {
        self.pass(|boards| boards.thinks(board, side, report));
    }

    fn moved(&self, board: usize, m: Move, recorded: &RecordedMove, left: Option<Duration>) {
        self.pass(|boards| boards.moved(board, m, recorded, left));
    }

    fn resumes(&self, board: usize) {
        self.pass(|boards| boards.resumes(board));
    }

    fn ends(&self, board: usize, record: &Record) {
        self.record(board, record);
        self.pass(|boards| boards.ends(board, record));
    }
}

impl Spectator for BoardSpectator {
    fn event(&self, event: RoundPurpose) {
        self.begin(LiveRound { event: Some(event), ..LiveRound::default() });
    }
}
