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

/// A screen with a board on which moves can be played.
pub(crate) trait BoardHost {
    /// Returns the state of the board; `None` while no board is shown.
    fn table(&self) -> Option<&Table>;

    /// Returns the state of the board for a change.
    fn table_mut(&mut self) -> Option<&mut Table>;

    /// Returns the position on the board before any move is played; `None` if there is no position.
    fn root(&self, model: &Model) -> Option<Root>;

    /// Returns the focused part of the board.
    fn focus(&self) -> Focus;

    /// Moves the focus to a part of the board.
    fn set_focus(&mut self, focus: Focus);

    /// Returns the organism that analyses the position as the subject.
    fn studied(&self, model: &Model) -> Option<ShownOrganism>;

    /// Saves the focused pane when a line is started. The focus returns there when the line is left.
    fn save_focus(&mut self);

    /// Moves the focus to the next pane, or to the previous one if `on` is false.
    fn next_pane(&mut self, model: &mut Model, on: bool);

    /// Zooms the focused pane, or shows all panes again.
    fn zoom(&mut self);

    /// Opens the form that changes a parameter of the subject.
    fn change(&mut self, model: &mut Model, parameter: usize) {
        if !model.evaluation_is_fixed() {
            model.open(Form::value(model, parameter));
        }
    }

    /// Returns whether a line is being played.
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
            host.set_focus(Focus::Other);
        }
    }
}
