//! Games on boards, while they are played and again afterwards: what every screen that shows games has in common.
//!
//! A [`Scene`] says who plays and how it is drawn, [`Shown`] is one game of it, from a live board or from a [`Replay`].

mod chart;
mod game;
pub(crate) mod large;
pub(crate) mod list;
pub(crate) mod lists;
pub(crate) mod wall;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use shakmaty::{Chess, Color, Move, Position};

pub(crate) use game::{WriteGame, Written};

use super::action::Action;
use super::background::BackgroundTask;
use super::cursor::Cursor;
use super::hit_map::Target;
use super::log::Severity;
use super::message::Effect;
use super::model::Model;
use super::theme::Role;
use crate::arena::control::Control;
use crate::arena::game::{Ending, Record, RecordedMove};
use crate::arena::pgn;
use crate::director::Board;
use crate::positions::moves::fen;

/// What can be clicked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spot {
    /// A board of the wall.
    Board(usize),
    /// A column of the evaluation: after so many moves.
    Ply(usize),
}

/// Puts a position on the clipboard, and says so.
pub(crate) fn copied(model: &mut Model, position: &Chess) -> Vec<Effect> {
    let text = fen(position);
    model.notice = Some((Severity::Plain, format!("copied: {text}")));
    vec![Effect::Copy(text)]
}

/// Who plays, and how the games are shown.
pub(crate) struct Scene<'a> {
    /// The players by number: names and colours.
    pub(crate) players: Vec<(&'a str, Role)>,
    /// What limits the moves.
    pub(crate) control: Control,
    /// Whether games are played now.
    pub(crate) running: bool,
    /// Whether Black stands below.
    pub(crate) flipped: bool,
    /// Letters and no piece symbols.
    pub(crate) ascii: bool,
    /// What a click means on the screen.
    pub(crate) target: fn(Spot) -> Target,
}

impl Scene<'_> {
    fn name(&self, player: usize) -> &str {
        self.players.get(player).map_or("", |(name, _)| *name)
    }

    fn role(&self, player: usize) -> Role {
        self.players.get(player).map_or(Role::Text, |(_, role)| *role)
    }

    /// The sides from top to bottom.
    fn sides(&self) -> (Color, Color) {
        if self.flipped { (Color::White, Color::Black) } else { (Color::Black, Color::White) }
    }

    /// What is left on a side's clock; of a side that thinks, now.
    fn clock(&self, board: &Board, side: Color) -> Option<Duration> {
        let left = board.left[side as usize].or_else(|| self.control.base())?;
        let thinks = board.end.is_none() && board.game.position().turn() == side && self.running;
        Some(if thinks { left.saturating_sub(board.since.elapsed()) } else { left })
    }
}

/// A game as the large board shows it: on a board, or one that is over.
pub(crate) struct Shown<'a> {
    /// Its number, 0 first.
    pub(crate) game: u64,
    /// White's player and Black's.
    pub(crate) players: [usize; 2],
    /// The position in which it began.
    pub(crate) start: &'a Chess,
    /// All moves so far, with those of the opening.
    pub(crate) all: &'a [Move],
    /// How many of them are of the opening.
    pub(crate) opening: usize,
    /// How many are on the board.
    pub(crate) at: usize,
    /// The position on the board.
    pub(crate) position: Chess,
    /// The players' moves so far.
    pub(crate) recorded: &'a [RecordedMove],
    /// How it ended, once it has.
    pub(crate) end: Option<&'a Ending>,
    /// Who won.
    pub(crate) winner: Option<Color>,
    /// The board it stands on, where it is not replayed.
    pub(crate) live: Option<&'a Board>,
}

impl<'a> Shown<'a> {
    /// The game on a board.
    pub(crate) fn live(board: &'a Board) -> Shown<'a> {
        let moves = board.game.moves();
        Shown {
            game: board.fixture.game,
            players: board.fixture.players,
            start: board.game.start(),
            all: moves,
            opening: moves.len().saturating_sub(board.moves.len()),
            at: moves.len(),
            position: board.game.position().clone(),
            recorded: &board.moves,
            end: board.end.as_ref().map(|(ending, _)| ending),
            winner: board.end.as_ref().and_then(|(_, winner)| *winner),
            live: Some(board),
        }
    }

    /// A game that is over, as far as it is replayed.
    pub(crate) fn replayed(replay: &'a Replay) -> Shown<'a> {
        Shown {
            game: replay.number,
            players: replay.players,
            start: &replay.start,
            all: &replay.moves,
            opening: replay.opening,
            at: replay.at,
            position: replay.position(),
            recorded: &replay.record.moves,
            end: Some(&replay.record.ending),
            winner: replay.record.winner,
            live: None,
        }
    }

    fn player(&self, side: Color) -> usize {
        self.players[usize::from(side.is_black())]
    }

    /// Who made the first of the players' moves.
    fn first(&self) -> Color {
        let made = Color::from_white(self.opening.is_multiple_of(2));
        if self.start.turn() == Color::White { made } else { made.other() }
    }

    /// What writes its positions down in a folder, to be looked at on the Positions screen; `None` before its first move.
    /// `of` says in words what it is a game of.
    pub(crate) fn task(&self, scene: &Scene<'_>, of: &str, folder: PathBuf) -> Option<BackgroundTask> {
        // The position after the last move has no move that could be right or wrong.
        let last = self.all.len().checked_sub(1)?;
        let game = self.game + 1;
        let over = self.live.is_none();
        let name = if over {
            format!("game-{game:05}.epd")
        } else {
            format!("game-{game:05}-{}.epd", self.all.len())
        };
        let [white, black] = self.players.map(|player| scene.name(player));
        Some(BackgroundTask::new(WriteGame {
            start: self.start.clone(),
            moves: self.all.to_vec(),
            tags: [
                ("c0", format!("{white} – {black}")),
                ("c1", format!("{of}, game {game}")),
                ("c3", if over { pgn::result(self.winner) } else { "*" }.to_owned()),
            ],
            path: folder.join(name),
            index: self.at.min(last),
        }))
    }
}

/// A side's points in a game that is over.
fn points(winner: Option<Color>, side: Color) -> &'static str {
    match winner {
        None => "½",
        Some(winner) if winner == side => "1",
        Some(_) => "0",
    }
}

/// The position after some moves.
fn after(start: &Chess, moves: &[Move]) -> Chess {
    let mut position = start.clone();
    moves.iter().for_each(|m| position.play_unchecked(*m));
    position
}

/// The last move on a board.
fn last(moves: &[Move], at: usize) -> Option<Move> {
    at.checked_sub(1).and_then(|index| moves.get(index)).copied()
}

/// A game that is over, move by move.
#[derive(Debug)]
pub(crate) struct Replay {
    /// Which, 0 first.
    pub(crate) number: u64,
    /// White's player and Black's.
    pub(crate) players: [usize; 2],
    /// It.
    pub(crate) record: Arc<Record>,
    start: Chess,
    moves: Vec<Move>,
    opening: usize,
    at: usize,
}

/// Plies of a replay that a screenful is.
const FAR: usize = 10;

impl Replay {
    /// A game from its last position; `None` where the record is of no game.
    pub(crate) fn of(number: u64, players: [usize; 2], record: &Arc<Record>) -> Option<Replay> {
        let (opening, moves) = record.replay()?;
        let (start, known) = (opening.start().clone(), opening.moves().len());
        let moves: Vec<Move> = opening.moves().iter().chain(&moves).copied().collect();
        let (record, at) = (Arc::clone(record), moves.len());
        Some(Replay { number, players, record, start, opening: known, at, moves })
    }

    fn position(&self) -> Chess {
        after(&self.start, &self.moves[..self.at])
    }

    /// Goes to after so many moves, as far as there are.
    pub(crate) fn go_to(&mut self, at: usize) {
        self.at = at.min(self.moves.len());
    }

    /// Goes where an action leads: sideways as up and down.
    pub(crate) fn navigate(&mut self, action: Action) {
        let action = match action {
            Action::Left => Action::Up,
            Action::Right => Action::Down,
            other => other,
        };
        let mut cursor = Cursor { at: self.at };
        cursor.moved(action, FAR + 1, self.moves.len() + 1);
        self.at = cursor.at;
    }
}
