//! The Positions screen.

use ratatui::layout::Rect;

use crate::tui::commands::{Action, Command, Place, command};
use crate::tui::draw::Draw;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::screens::Screen;
use crate::tui::theme::Role;

/// What the screen remembers.
#[derive(Debug, Default)]
pub(crate) struct State {}

/// What can be clicked here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spot {
    /// Nothing yet.
    Ground,
}

/// What can be done here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// Another pane gets the keys.
    NextPane,
}

const fn here(
    act: Act,
    keys: &'static [&'static str],
    word: &'static str,
    name: &'static str,
    about: &'static str,
) -> Command {
    command(Action::Positions(act), Place::On(Screen::Positions), keys, word, name, about)
}

/// The commands of this screen.
pub(crate) static COMMANDS: &[Command] =
    &[here(Act::NextPane, &["Tab"], "pane", "next pane", "give the next pane the keys")];

/// Whether a command would do something now.
pub(crate) fn enabled(_model: &Model, _act: Act) -> bool {
    true
}

/// Does what a command says.
pub(crate) fn perform(_model: &mut Model, _act: Act) -> Vec<Effect> {
    Vec::new()
}

/// Moves what has the keys.
pub(crate) fn walk(_model: &mut Model, _action: Action) {}

/// The mouse was pressed on something.
pub(crate) fn clicked(_model: &mut Model, _spot: Spot) -> Vec<Effect> {
    Vec::new()
}

/// The wheel was turned over something: that moves, whoever has the keys.
pub(crate) fn rolled(model: &mut Model, _spot: Spot, action: Action) {
    walk(model, action);
}

/// Draws it.
pub(super) fn draw(draw: &mut Draw<'_>, _model: &Model, area: Rect) {
    draw.text(area.x, area.y, area.width, "Positions", Role::Dim);
}
