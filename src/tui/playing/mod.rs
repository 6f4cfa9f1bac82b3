//! A board to play on, with an engine that thinks along and the evaluation laid open: what every screen with
//! a board has in common.
//!
//! Such a screen is a [`BoardHost`]; [`Table`] is what it remembers. While a line is played on it, keys mean squares and moves; what the
//! screen lists is left alone.

mod a_move;
mod act;
pub(crate) mod analysis;
pub(crate) mod beside;
pub(crate) mod board;
mod commands;
pub(crate) mod evaluation;
pub(crate) mod line;
mod lists;
pub(crate) mod problem;
mod promotion;
mod thinking;

use shakmaty::{Chess, Move, Square};

pub(crate) use act::{back, clicked, navigate, perform, promoted};
pub(crate) use commands::{Act, BOARDS, PLAYING, enabled, why_not, word};
pub(crate) use line::LineExplorer;
pub(crate) use promotion::PROMOTING;
#[cfg(test)]
pub(crate) use promotion::Promotion;
pub(crate) use thinking::refresh;

use super::cursor::Cursor;
use super::model::Model;
use super::popups::forms::Form;
use super::subject::ShownOrganism;
use super::widgets::board::Size;
use crate::disagreement::Part;
use crate::engine::search::Game;

/// What a screen with a board remembers of it.
#[derive(Debug, Default)]
pub(crate) struct Table {
    /// The line played on it.
    pub(crate) play: Option<LineExplorer>,
    /// The line that was left last: who plays on in the same position finds it again.
    left: Option<LineExplorer>,
    /// Whether Black stands below.
    pub(crate) flipped: bool,
    /// The board's size; none for what fits.
    pub(crate) size: Option<Size>,
    /// Whether the evaluation is laid open.
    pub(crate) evaluation: bool,
    /// The row of the evaluation under the cursor.
    pub(crate) weighed: Cursor,
    /// Whether parameters that count nothing in this position are listed, too.
    pub(crate) unfolded: bool,
}

/// What of a board has the keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Focus {
    /// The board.
    Board,
    /// What the engine thinks.
    Analysis,
    /// The evaluation.
    Evaluation,
    /// Something else of the screen.
    Other,
}

/// What can be clicked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spot {
    /// A square.
    Square(Square),
    /// One of the lines the engine thinks best.
    Line(usize),
    /// A row of the evaluation.
    Weighed(usize),
}

/// A move that was chosen: as text, or by what a pawn becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PlayMove(pub(crate) Move);

/// A position to play on from.
#[derive(Debug, Clone)]
pub(crate) struct Root {
    /// Which of the screen's positions it is.
    pub(crate) of: usize,
    /// The position.
    pub(crate) position: Chess,
    /// Moves that are on the board already.
    pub(crate) line: Vec<Move>,
    /// The moves that count as right in the position.
    pub(crate) right: Vec<Move>,
    /// Who made them.
    pub(crate) right_name: &'static str,
}

/// A screen with a board: what moves are played on, and what has the keys there.
pub(crate) trait BoardHost {
    /// What is remembered of the board; `None` while none is shown.
    fn table(&self) -> Option<&Table>;

    /// The same, to be changed.
    fn table_mut(&mut self) -> Option<&mut Table>;

    /// What is on the board before anything is played; `None` where nothing is.
    fn root(&self, model: &Model) -> Option<Root>;

    /// What of the board has the keys.
    fn focus(&self) -> Focus;

    /// Gives something the keys.
    fn turn_to(&mut self, focus: Focus);

    /// Who thinks about the position.
    fn studied(&self, model: &Model) -> Option<ShownOrganism>;

    /// Remembers what has the keys: they go back there when the playing ends.
    fn begins(&mut self);

    /// Gives another pane the keys, the next one or the one before.
    fn next_pane(&mut self, model: &mut Model, on: bool);

    /// Shows one pane alone, or all again.
    fn zoom(&mut self);

    /// Has a new value of a parameter of the subject typed.
    fn change(&mut self, model: &mut Model, parameter: usize) {
        if !model.evaluation_stays() {
            model.open(Form::value(model, parameter));
        }
    }

    /// Whether a line is played.
    fn plays(&self) -> bool {
        self.table().is_some_and(|table| table.play.is_some())
    }
}

/// The game that led to the position on the board.
pub(crate) fn game(host: &dyn BoardHost, model: &Model) -> Option<Game> {
    let table = host.table()?;
    if let Some(play) = &table.play {
        return Some(play.game());
    }
    let root = host.root(model)?;
    let mut game = Game::new(root.position);
    root.line.iter().for_each(|m| game.play(*m));
    Some(game)
}

/// The organism that has a part on the screen shown.
pub(crate) fn player(host: &dyn BoardHost, model: &Model, part: Part) -> Option<ShownOrganism> {
    match part {
        Part::Subject => host.studied(model),
        Part::Rival => model.rival().cloned(),
    }
}

/// Brings the board in step with the position its screen looks at: a line that belongs to another is left.
fn follow(host: &mut dyn BoardHost, model: &Model) {
    let of = host.root(model).map(|root| root.of);
    let Some(table) = host.table_mut() else { return };
    if table.play.as_ref().is_some_and(|play| Some(play.of) != of) {
        table.left = table.play.take();
        if host.focus() == Focus::Board {
            host.turn_to(Focus::Other);
        }
    }
}
