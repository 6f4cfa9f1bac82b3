//! The commands of the Positions screen.

use super::layout::Pane;
use super::state::State;
use super::{ID, Spot, actions};
use crate::tui::action::Action;
use crate::tui::command::{Command, here_old, show};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::screen::Controls;

/// An action of the screen's commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// Play on, set a value, apply a change or filter, depending on the focused pane.
    Open,
    /// Open the form of the filter.
    Filter,
    /// Filter by the next outcome.
    Outcome,
    /// Filter by positions that only the rival solves, or list the disagreements again.
    RivalSolves,
    /// Filter by the next moved piece.
    Piece,
    /// Clear the filter.
    ClearFilter,
    /// Increase the selected parameter by 1.
    Raise,
    /// Decrease the selected parameter by 1.
    Lower,
    /// Open the form for the value of the selected parameter.
    Set,
    /// Copy the EPD record to the clipboard.
    CopyEpd,
    /// Open the form that writes the list to a file.
    Export,
    /// Open the form that loads other positions.
    Load,
    /// Focus the next pane.
    NextPane,
    /// Focus the previous pane.
    PreviousPane,
    /// Show only the focused pane, or all again.
    Zoom,
}

here_old!(ID);

/// The command that shows this screen.
pub(crate) const SHOW: Command = show(
    ID,
    &["3"],
    "positions",
    "where the subject disagrees with the grandmasters, why, and what would change it",
);

/// The commands listed before those of the board.
pub(crate) static FIRST: &[Command] = &[
    here(
        &Act::Open,
        &["Enter"],
        "play on",
        "open row",
        "use the selected row: play moves on the board, change a value, filter by a class",
    ),
    here(
        &Act::NextPane,
        &["Tab"],
        "pane",
        "next pane of positions",
        "focus the next pane: positions, board, analysis, why, what would change it, totals",
    ),
    here(
        &Act::Filter,
        &["F"],
        "filter",
        "filter positions",
        "filter positions by outcome, phase, piece, capture, player, text",
    ),
];

/// The commands listed after those of the board, the most useful first.
pub(crate) static COMMANDS: &[Command] = &[
    here(
        &Act::RivalSolves,
        &["v"],
        "rival solves",
        "rival solves",
        "list what the rival solves and the subject does not; again: all disagreements",
    ),
    here(
        &Act::Outcome,
        &["d"],
        "outcome",
        "next outcome",
        "list disagreements, agreements, what only the rival or only the subject solves, or all",
    ),
    here(&Act::Piece, &["p"], "piece", "next piece", "list moves of pawns, of knights, …, of any piece"),
    here(&Act::Raise, &["+"], "", "value one up", "increase the selected parameter by one"),
    here(&Act::Lower, &["-"], "", "value one down", "decrease the selected parameter by one"),
    here(&Act::Set, &["="], "", "set value of position", "enter the value of the selected parameter"),
    here(&Act::Export, &["x"], "export", "export positions", "write the filtered list to an EPD file"),
    here(
        &Act::Load,
        &["L"],
        "load",
        "load positions",
        "load other positions: an EPD file with sm or bm, or a set included in Eyas",
    ),
    here(&Act::CopyEpd, &["Y"], "", "copy EPD", "copy the position with its move and game to the clipboard"),
    here(&Act::ClearFilter, &["Backspace"], "", "clear filter", "list all disagreements again"),
    here(&Act::PreviousPane, &["Shift-Tab"], "", "previous pane of positions", "focus the previous pane"),
    here(&Act::Zoom, &["z"], "zoom", "zoom positions", "show only the focused pane, or all again"),
];

impl Controls for State {
    type Act = Act;
    type Spot = Spot;

    fn enabled(&self, model: &Model, act: Act) -> bool {
        match act {
            Act::Open => self.entry().is_some() || self.pane == Pane::Totals,
            Act::RivalSolves => model.rival().is_some(),
            Act::ClearFilter => self.is_filtered(),
            Act::Raise | Act::Lower | Act::Set => actions::parameter(self, model).is_some(),
            Act::CopyEpd => self.entry().is_some(),
            Act::Export => !self.rows.is_empty(),
            Act::Filter
            | Act::Outcome
            | Act::Piece
            | Act::Load
            | Act::NextPane
            | Act::PreviousPane
            | Act::Zoom => true,
        }
    }

    fn bar_label(&self, _model: &Model, act: Act) -> Option<&'static str> {
        let pane = self.pane;
        match (act, pane) {
            (Act::Open, Pane::List | Pane::Board) => Some("play on"),
            (Act::Open, Pane::Analysis) => Some("play it"),
            (Act::Open, Pane::Why) => Some("set value"),
            (Act::Open, Pane::Counterfactuals) => Some("apply"),
            (Act::Open, Pane::Totals) => Some("filter class"),
            (Act::Raise, Pane::Why | Pane::Counterfactuals) => Some("up"),
            (Act::Lower, Pane::Why | Pane::Counterfactuals) => Some("down"),
            (Act::Set, Pane::Counterfactuals) => Some("set"),
            _ => None,
        }
    }

    fn why_not(&self, _model: &Model, act: Act) -> Option<&'static str> {
        Some(match act {
            Act::RivalSolves => "there is no rival: R selects one",
            Act::ClearFilter => "no filter is set",
            Act::Raise | Act::Lower | Act::Set => {
                "no parameter is selected: Tab focuses the panes on the right"
            }
            Act::Export => "no position is listed",
            _ => "no position is selected",
        })
    }

    fn perform(&mut self, model: &mut Model, act: Act) -> Vec<Effect> {
        actions::perform(self, model, act)
    }

    fn clicked(&mut self, model: &mut Model, spot: Spot) -> Vec<Effect> {
        actions::clicked(self, model, spot)
    }

    fn scrolled(&mut self, model: &mut Model, spot: Spot, action: Action) -> Vec<Effect> {
        actions::scrolled(self, model, spot, action);
        Vec::new()
    }
}
