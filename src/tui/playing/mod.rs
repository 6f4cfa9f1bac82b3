//! A board to play on, with an engine that thinks along and the evaluation laid open: what every screen with
//! a board has in common.
//!
//! [`Table`] is what such a screen remembers. While a line is played on it, keys mean squares and moves; what the
//! screen lists is left alone. `Thinking` holds what the analysis told of the board of whichever screen is shown.

mod act;
pub(crate) mod analysis;
pub(crate) mod beside;
pub(crate) mod board;
mod commands;
pub(crate) mod evaluation;
pub(crate) mod line;
mod thinking;

use shakmaty::{Chess, Move, Square};

pub(crate) use act::{back, clicked, perform, promoted, walk};
pub(crate) use commands::{Act, BOARDS, PLAYING, enabled, why_not, word};
pub(crate) use line::LineExplorer;
pub(crate) use thinking::{Thinking, refresh};

use super::model::{Cursor, Model};
use super::screens::{Screen, positions, suite, tuning};
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

/// What the screen shown has on its board, before anything is played; `None` where it has no board.
pub(crate) fn root(model: &Model) -> Option<Root> {
    match model.screen {
        Screen::Positions => positions::root(model),
        Screen::Suite => suite::root(model),
        Screen::Tuning => tuning::root(model),
        _ => None,
    }
}

/// The table of the screen shown.
pub(crate) fn table(model: &Model) -> Option<&Table> {
    match model.screen {
        Screen::Positions => Some(&model.positions.table),
        Screen::Suite => Some(&model.suite.table),
        Screen::Tuning => model.tuning.board.then_some(&model.tuning.table),
        _ => None,
    }
}

fn table_mut(model: &mut Model) -> Option<&mut Table> {
    match model.screen {
        Screen::Positions => Some(&mut model.positions.table),
        Screen::Suite => Some(&mut model.suite.table),
        Screen::Tuning => model.tuning.board.then_some(&mut model.tuning.table),
        _ => None,
    }
}

/// Whether a line is played on the screen shown.
pub(crate) fn plays(model: &Model) -> bool {
    table(model).is_some_and(|table| table.play.is_some())
}

/// What of the board has the keys.
pub(crate) fn focus(model: &Model) -> Focus {
    match model.screen {
        Screen::Positions => positions::focus(model),
        Screen::Suite => suite::focus(model),
        Screen::Tuning => tuning::focus(model),
        _ => Focus::Other,
    }
}

/// Gives something the keys.
pub(crate) fn turn_to(model: &mut Model, focus: Focus) {
    match model.screen {
        Screen::Positions => positions::turn_to(model, focus),
        Screen::Suite => suite::turn_to(model, focus),
        Screen::Tuning => tuning::turn_to(model, focus),
        _ => {}
    }
}

/// The game that led to the position on the board.
pub(crate) fn game(model: &Model) -> Option<Game> {
    let table = table(model)?;
    if let Some(play) = &table.play {
        return Some(play.game());
    }
    let root = root(model)?;
    let mut game = Game::new(root.position);
    root.line.iter().for_each(|m| game.play(*m));
    Some(game)
}

/// The organism that has a part on the screen shown.
pub(crate) fn player(model: &Model, part: Part) -> Option<ShownOrganism> {
    match (part, model.screen) {
        (Part::Subject, Screen::Positions) => positions::studied(model),
        (Part::Subject, Screen::Suite) => suite::studied(model),
        (Part::Subject, Screen::Tuning) => tuning::studied(model),
        (Part::Subject, _) => model.subject(),
        (Part::Rival, _) => model.rival().cloned(),
    }
}

/// Brings the board in step with the position its screen looks at: a line that belongs to another is left.
pub(crate) fn follow(model: &mut Model) {
    let of = root(model).map(|root| root.of);
    let Some(table) = table_mut(model) else { return };
    if table.play.as_ref().is_some_and(|play| Some(play.of) != of) {
        table.left = table.play.take();
        if focus(model) == Focus::Board {
            turn_to(model, Focus::Other);
        }
    }
}
