//! Widgets that display games, shared by all screens with games: a large board, small boards, and lists of games.
//!
//! A [`Scene`] contains the players and the display settings. A [`Shown`] is one game, from a live board or a [`Replay`].

mod chart;
mod game;
pub(crate) mod grid;
pub(crate) mod large;
pub(crate) mod list;
pub(crate) mod lists;
pub(crate) mod moves;

pub(crate) use game::{WriteGame, Written};

use crate::arena::game::{Ending, Record, RecordedMove};
use crate::arena::pgn;
use crate::director::Board;
use crate::disagreement::PROGRAMS;
use crate::positions::moves::fen;
use crate::tui::playing::board::marked;
use crate::tui::prelude::*;
use crate::tui::widgets::board::{self, Picture};

/// The boards of a place: those of the games in progress, and a finished game that is replayed.
#[derive(Debug, Default)]
pub(crate) struct Boards {
    /// The boards of the games in progress and of the last games.
    pub(crate) live: Vec<Board>,
    /// The selected live board, which the large board shows unless a game is replayed.
    pub(crate) at: usize,
    /// The game that is replayed.
    pub(crate) replay: Option<Replay>,
}

impl Boards {
    /// Takes the newest state of the live boards.
    pub(crate) fn update(&mut self, live: Vec<Board>) {
        self.at = self.at.min(live.len().saturating_sub(1));
        self.live = live;
    }

    /// Returns the game on the large board.
    pub(crate) fn shown(&self) -> Option<Shown<'_>> {
        match &self.replay {
            Some(replay) => Some(Shown::replayed(replay)),
            None => self.live.get(self.at).or(self.live.last()).map(Shown::live),
        }
    }

    /// Watches a live board.
    fn watch(&mut self, board: usize) {
        (self.at, self.replay) = (board, None);
    }

    /// Goes to a ply of the replay.
    fn go_to(&mut self, ply: usize) {
        self.replay.iter_mut().for_each(|replay| replay.go_to(ply));
    }

    /// Moves the cursor on the small boards.
    fn step_board(&mut self, model: &Model, action: Action) {
        let mut cursor = Cursor { at: self.at };
        cursor.move_on_grid(action, model.hits.page(lists::COLUMNS).max(1), self.live.len());
        self.at = cursor.at;
    }

    /// Moves in the replay, or on the small boards if there is none.
    fn step_ply(&mut self, model: &Model, action: Action) {
        match &mut self.replay {
            Some(replay) => replay.navigate(action),
            None => self.step_board(model, action),
        }
    }

    /// Moves in the list of moves of the replay, or on the small boards if there is none.
    fn step_move(&mut self, model: &Model, action: Action) {
        let [pairs, rows] = [lists::MOVE_COLUMNS, lists::MOVES].map(|list| model.hits.page(list));
        match &mut self.replay {
            Some(replay) => replay.navigate_moves(action, pairs, rows),
            None => self.step_board(model, action),
        }
    }

    /// Copies the position on the large board to the clipboard as FEN.
    pub(crate) fn copy(&self, model: &mut Model) -> Option<Effect> {
        let text = fen(&self.shown()?.position);
        model.tell(format!("copied: {text}"));
        Some(Effect::Copy(text))
    }
}

/// A place with boards.
pub(crate) trait BoardsHost {
    /// Returns the boards for a change, if there are any.
    fn boards_mut(&mut self) -> Option<&mut Boards>;
}

type DrawPane<S> = fn(&mut Draw<'_>, &S, &Model, Frame);

/// Returns the pane of the small boards.
pub(crate) const fn small_pane<S: BoardsHost>(draw: DrawPane<S>) -> Pane<S> {
    Pane {
        draw,
        navigate: |host, model, action| change(host, |boards| boards.step_board(model, action)),
        select: |host, _, board| change(host, |boards| boards.watch(board)),
        ..Pane::EMPTY
    }
}

/// Returns the pane of the large board, or of something else about its game.
pub(crate) const fn large_pane<S: BoardsHost>(draw: DrawPane<S>) -> Pane<S> {
    Pane {
        draw,
        navigate: |host, model, action| change(host, |boards| boards.step_ply(model, action)),
        select: |host, _, ply| change(host, |boards| boards.go_to(ply)),
        ..Pane::EMPTY
    }
}

/// Returns the pane of the moves of the game on the large board.
pub(crate) const fn moves_pane<S: BoardsHost>(draw: DrawPane<S>) -> Pane<S> {
    Pane {
        navigate: |host, model, action| change(host, |boards| boards.step_move(model, action)),
        ..large_pane(draw)
    }
}

fn change(host: &mut impl BoardsHost, change: impl FnOnce(&mut Boards)) {
    if let Some(boards) = host.boards_mut() {
        change(boards);
    }
}

/// The players of the games on a screen, and the display settings.
pub(crate) struct Scene<'a> {
    /// The names and colours of the players, by player number.
    pub(crate) players: Vec<(&'a str, Role)>,
    /// The initial times of the clocks, by player number; `None` without a clock.
    pub(crate) bases: Vec<Option<Duration>>,
    /// Whether games are in progress and not paused.
    pub(crate) running: bool,
    /// Whether Black is at the bottom.
    pub(crate) flipped: bool,
    /// Whether pieces are drawn as letters.
    pub(crate) ascii: bool,
    /// The numbers of the panes of the small boards, whose parts are boards, and of the large board and of the moves, whose
    /// parts are plies.
    pub(crate) panes: [usize; 3],
}

impl Scene<'_> {
    fn name(&self, player: usize) -> &str {
        self.players.get(player).map_or("", |(name, _)| *name)
    }

    fn role(&self, player: usize) -> Role {
        self.players.get(player).map_or(Role::Text, |(_, role)| *role)
    }

    /// Returns the sides at the top and the bottom.
    fn sides(&self) -> (Color, Color) {
        if self.flipped { (Color::White, Color::Black) } else { (Color::Black, Color::White) }
    }

    /// Returns the time left on a side's clock, which runs while the side is to move.
    fn clock(&self, board: &Board, side: Color) -> Option<Duration> {
        let player = board.fixture.player(side);
        let left = board.left[side as usize].or_else(|| self.bases.get(player).copied().flatten())?;
        let is_thinking = board.end.is_none() && board.game.position().turn() == side && self.running;
        Some(if is_thinking { left.saturating_sub(board.since.elapsed()) } else { left })
    }
}

/// A game on the large board: live or replayed.
pub(crate) struct Shown<'a> {
    /// The number of the game, from 0.
    pub(crate) game: u64,
    /// The player numbers of White and Black.
    pub(crate) players: [usize; 2],
    pub(crate) start: &'a Chess,
    /// All moves so far, including the opening.
    pub(crate) moves: &'a [Move],
    /// The number of opening moves.
    pub(crate) opening: usize,
    /// The number of moves played on the board.
    pub(crate) ply: usize,
    /// The position on the board.
    pub(crate) position: Chess,
    /// The records of the players' moves so far.
    pub(crate) recorded: &'a [RecordedMove],
    /// How the game ended; `None` if it is in progress.
    pub(crate) end: Option<&'a Ending>,
    pub(crate) winner: Option<Color>,
    /// The live board; `None` for a replay.
    pub(crate) live: Option<&'a Board>,
}

impl<'a> Shown<'a> {
    /// Shows the game on a live board.
    pub(crate) fn live(board: &'a Board) -> Shown<'a> {
        let moves = board.game.moves();
        Shown {
            game: board.fixture.game,
            players: board.fixture.players,
            start: board.game.start(),
            moves,
            opening: moves.len().saturating_sub(board.moves.len()),
            ply: moves.len(),
            position: board.game.position().clone(),
            recorded: &board.moves,
            end: board.end.as_ref().map(|(ending, _)| ending),
            winner: board.end.as_ref().and_then(|(_, winner)| *winner),
            live: Some(board),
        }
    }

    /// Shows the current position of a replay.
    pub(crate) fn replayed(replay: &'a Replay) -> Shown<'a> {
        Shown {
            game: replay.number,
            players: replay.players,
            start: &replay.start,
            moves: &replay.moves,
            opening: replay.opening,
            ply: replay.ply,
            position: replay.position(),
            recorded: &replay.record.moves,
            end: Some(&replay.record.ending),
            winner: replay.record.winner,
            live: None,
        }
    }

    /// Returns how the game ended, if its last move is on the board.
    fn ending(&self) -> Option<&'a Ending> {
        self.end.filter(|_| self.ply == self.moves.len())
    }

    fn player(&self, side: Color) -> usize {
        self.players[usize::from(side.is_black())]
    }

    /// Returns the side that made the first of the players' moves.
    fn first_mover(&self) -> Color {
        let start = self.start.turn();
        if self.opening.is_multiple_of(2) { start } else { start.other() }
    }

    /// Writes the positions of the game to a file for Positions, or shows a notice before the first move. `of`
    /// describes the match or the run of the game. `names` returns the name of a player.
    pub(crate) fn send<'n>(
        &self,
        model: &mut Model,
        names: impl Fn(usize) -> &'n str,
        of: &str,
        folder: PathBuf,
    ) -> Option<Effect> {
        // The last position is left out, because no move was made in it.
        let Some(last) = self.moves.len().checked_sub(1) else {
            model.warn("this game has no moves yet");
            return None;
        };
        let game = self.game + 1;
        let over = self.live.is_none();
        let name = if over {
            format!("game-{game:05}.epd")
        } else {
            format!("game-{game:05}-{}.epd", self.moves.len())
        };
        let [white, black] = self.players.map(names);
        Some(Effect::background(WriteGame {
            start: self.start.clone(),
            moves: self.moves.to_vec(),
            tags: [
                ("c0", format!("{white} – {black}")),
                ("c1", format!("{of}, game {game}")),
                ("c3", if over { pgn::result(self.winner) } else { "*" }.to_owned()),
                ("c5", PROGRAMS.to_owned()),
            ],
            path: folder.join(name),
            index: self.ply.min(last),
        }))
    }
}

/// Returns a side's points in a finished game.
fn points(winner: Option<Color>, side: Color) -> &'static str {
    match winner {
        None => "½",
        Some(winner) if winner == side => "1",
        Some(_) => "0",
    }
}

fn position_after(start: &Chess, moves: &[Move]) -> Chess {
    let mut position = start.clone();
    moves.iter().for_each(|m| position.play_unchecked(*m));
    position
}

/// Draws the position after a ply of a game, with the move that led to it.
fn draw_position(
    draw: &mut Draw<'_>,
    scene: &Scene<'_>,
    (position, moves, ply): (&Chess, &[Move], usize),
    white_share: Option<f64>,
    (area, size): (Rect, Size),
) {
    let last: Vec<MarkedMove> =
        last_move(moves, ply).map(|m| marked(m, SquareMark::Line)).into_iter().collect();
    let (flipped, ascii) = (scene.flipped, scene.ascii);
    let picture = Picture { position, flipped, moves: &last, marks: &[], white_share, ascii };
    board::draw(draw, area, &picture, size);
}

/// Returns the last of the first `ply` moves.
fn last_move(moves: &[Move], ply: usize) -> Option<Move> {
    ply.checked_sub(1).and_then(|index| moves.get(index)).copied()
}

/// A finished game, replayed move by move.
#[derive(Debug)]
pub(crate) struct Replay {
    /// The number of the game, from 0.
    pub(crate) number: u64,
    /// The player numbers of White and Black.
    pub(crate) players: [usize; 2],
    /// The record of the game.
    pub(crate) record: Arc<Record>,
    start: Chess,
    moves: Vec<Move>,
    /// The number of opening moves.
    opening: usize,
    /// The number of moves played on the board.
    ply: usize,
}

/// The plies that Page Up and Page Down move a replay.
const PAGE: usize = 10;

impl Replay {
    /// Starts at the end of the opening. Returns `None` if the record contains no valid game.
    pub(crate) fn of(number: u64, players: [usize; 2], record: &Arc<Record>) -> Option<Replay> {
        let (opening, moves) = record.replay()?;
        let (start, opening_len) = (opening.start().clone(), opening.moves().len());
        let moves: Vec<Move> = opening.moves().iter().chain(&moves).copied().collect();
        let record = Arc::clone(record);
        Some(Replay { number, players, record, start, opening: opening_len, ply: opening_len, moves })
    }

    fn position(&self) -> Chess {
        position_after(&self.start, &self.moves[..self.ply])
    }

    /// Moves to the position after `ply` moves, at most to the last one.
    fn go_to(&mut self, ply: usize) {
        self.ply = ply.min(self.moves.len());
    }

    /// Moves as in a list. Left and Right work as Up and Down.
    fn navigate(&mut self, action: Action) {
        let action = match action {
            Action::Left => Action::Up,
            Action::Right => Action::Down,
            other => other,
        };
        self.navigate_plies(action, PAGE + 1);
    }

    /// Moves in the list of moves: Up and Down by a row of `columns` pairs of moves, of which `page` rows are visible.
    fn navigate_moves(&mut self, action: Action, columns: usize, page: usize) {
        let row = 2 * columns.max(1);
        match action {
            Action::Up => self.ply = self.ply.saturating_sub(row),
            Action::Down => self.go_to(self.ply + row),
            Action::Left => self.navigate_plies(Action::Up, 2),
            Action::Right => self.navigate_plies(Action::Down, 2),
            other => self.navigate_plies(other, row * page.max(1)),
        }
    }

    fn navigate_plies(&mut self, action: Action, page: usize) {
        let mut cursor = Cursor { at: self.ply };
        cursor.move_in_list(action, page, self.moves.len() + 1);
        self.ply = cursor.at;
    }
}
