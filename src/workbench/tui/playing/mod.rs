//! The board that several screens share: moves played on it, the analysis, and the evaluation of the position.
//!
//! A screen with a board implements [`BoardHost`] and keeps a [`BoardState`]. While the user plays moves, the keys
//! select squares and moves, and the screen's own lists do not change.

mod actions;
pub(crate) mod analysis;
pub(crate) mod board;
pub(crate) mod evaluation;
pub(crate) mod line;
mod lists;
mod move_form;
pub(crate) mod problem;
mod promotion;
mod request;
pub(crate) mod side_panes;

use std::borrow::Cow;
use std::ops::{Deref, DerefMut};

use shakmaty::{Chess, Move};

pub(crate) use actions::{
    analyse, back, clicked, copy_fen, navigate, next_board_size, play_best, play_move, play_on,
    press_selection, step, take_back, toggle_evaluation, type_move,
};
pub(crate) use line::LineExplorer;
#[cfg(test)]
pub(crate) use promotion::Promotion;
pub(crate) use promotion::promote;
pub(crate) use request::refresh;

use crate::engine::search::Game;
use crate::tui::prelude::*;

/// The state of a screen's board.
#[derive(Debug, Default)]
pub(crate) struct BoardState {
    /// The line that the user plays.
    pub(crate) play: Option<LineExplorer>,
    /// The line that the user left last, which is resumed in the same position.
    previous_line: Option<LineExplorer>,
    /// Whether Black is at the bottom.
    pub(crate) flipped: bool,
    /// The size of the board; `None` for the largest that fits.
    pub(crate) size: Option<Size>,
    /// Whether the evaluation pane is open.
    pub(crate) evaluation: bool,
    /// The selected row of the evaluation.
    pub(crate) evaluation_cursor: Cursor,
    /// Whether parameters without an effect on this position are listed too.
    pub(crate) lists_zeros: bool,
    /// The focused pane of the place.
    pub(crate) panes: PaneFocus,
    /// The pane that was focused before the user played moves.
    previous_pane: usize,
    /// The number of the board's pane. The analysis has the next number, and the evaluation the one after.
    board_pane: usize,
}

impl BoardState {
    /// Returns the state of the board in the pane with a number.
    pub(crate) fn in_pane(board_pane: usize) -> BoardState {
        BoardState { board_pane, ..BoardState::default() }
    }

    /// Returns the part of the board that has the focus.
    pub(crate) fn focus(&self) -> Focus {
        match self.panes.at.checked_sub(self.board_pane) {
            Some(0) => Focus::Board,
            Some(1) => Focus::Analysis,
            Some(2) => Focus::Evaluation,
            _ => Focus::Other,
        }
    }

    /// Moves the focus to the board. The focused pane gets it back when the user stops playing moves.
    pub(crate) fn enter(&mut self) {
        self.previous_pane = self.panes.at;
        self.set_focus(Focus::Board);
    }

    /// Moves the focus.
    fn set_focus(&mut self, focus: Focus) {
        self.panes.at = match focus {
            Focus::Board => self.board_pane,
            Focus::Analysis => self.board_pane + 1,
            Focus::Evaluation => self.board_pane + 2,
            Focus::Other => self.previous_pane,
        };
    }
}

/// The state of the board in the pane with the number `PANE`.
#[derive(Debug)]
pub(crate) struct BoardIn<const PANE: usize>(BoardState);

impl<const PANE: usize> Default for BoardIn<PANE> {
    fn default() -> BoardIn<PANE> {
        BoardIn(BoardState::in_pane(PANE))
    }
}

impl<const PANE: usize> Deref for BoardIn<PANE> {
    type Target = BoardState;

    fn deref(&self) -> &BoardState {
        &self.0
    }
}

impl<const PANE: usize> DerefMut for BoardIn<PANE> {
    fn deref_mut(&mut self) -> &mut BoardState {
        &mut self.0
    }
}

/// The part of a board that has the focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Focus {
    Board,
    Analysis,
    Evaluation,
    /// Another pane of the screen.
    Other,
}

/// A move from the move form or the promotion popup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PlayMove(pub(crate) Move);

/// The position on the board before the user plays moves.
#[derive(Debug, Clone)]
pub(crate) struct Root {
    /// The index of the position in the screen's list.
    pub(crate) index: usize,
    pub(crate) position: Chess,
    /// The moves from `position` that are already on the board.
    pub(crate) line: Vec<Move>,
    /// The moves that count as right in the position; empty if unknown.
    pub(crate) right: Vec<Move>,
    /// The name for the right moves.
    pub(crate) right_name: Cow<'static, str>,
}

/// A screen with a board.
pub(crate) trait BoardHost {
    /// Returns the state of the board; `None` while no board is shown.
    fn board_state(&self) -> Option<&BoardState>;

    /// Returns the mutable state of the board; `None` while no board is shown.
    fn board_state_mut(&mut self) -> Option<&mut BoardState>;

    /// Returns the position on the board before the user plays moves; `None` without a position.
    fn root(&self, model: &Model) -> Option<Root>;

    /// Returns the part of the board that has the focus.
    fn focus(&self) -> Focus {
        self.board_state().map_or(Focus::Other, BoardState::focus)
    }

    /// Moves the focus.
    fn set_focus(&mut self, focus: Focus) {
        if let Some(board) = self.board_state_mut() {
            board.set_focus(focus);
        }
    }

    /// Returns the organism that analyses and evaluates the position.
    fn organism(&self, model: &Model) -> Option<ShownOrganism>;

    /// Opens the form for a new value of a parameter of the subject.
    fn edit_parameter(&mut self, model: &mut Model, parameter: usize) {
        if !model.evaluation_is_fixed() {
            model.open(forms::value::form(model, parameter));
        }
    }

    /// Returns whether the line is a game against an organism. It has no variations, and is not left with a key.
    fn is_game(&self) -> bool {
        false
    }

    /// Takes back the user's last move of a game.
    fn take_back(&mut self, _model: &mut Model) {}

    /// Returns whether the user plays moves.
    fn is_playing(&self) -> bool {
        self.board_state().is_some_and(|board| board.play.is_some())
    }
}

/// Returns the game up to the position on the board.
pub(crate) fn game(host: &dyn BoardHost, model: &Model) -> Option<Game> {
    let board = host.board_state()?;
    if let Some(play) = &board.play {
        return Some(play.game());
    }
    let root = host.root(model)?;
    let mut game = Game::new(root.position);
    root.line.iter().for_each(|m| game.play(*m));
    Some(game)
}

/// Returns the subject or the rival of a screen.
pub(crate) fn player(host: &dyn BoardHost, model: &Model, role: OrganismRole) -> Option<ShownOrganism> {
    match role {
        OrganismRole::Subject => host.organism(model),
        OrganismRole::Rival => model.rival().cloned(),
    }
}

/// Leaves the line that the user plays if the screen has selected another position.
fn leave_stale_line(host: &mut dyn BoardHost, model: &Model) {
    let root = host.root(model).map(|root| root.index);
    let Some(board) = host.board_state_mut() else { return };
    if board.play.as_ref().is_some_and(|play| Some(play.root) != root) {
        board.previous_line = board.play.take();
        if host.focus() == Focus::Board {
            host.set_focus(Focus::Other);
        }
    }
}
