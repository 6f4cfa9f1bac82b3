//! What can be done on the Positions screen.

use super::layout::Pane;
use super::state::State;
use super::{ID, act};
use crate::tui::command::{Command, here, show};
use crate::tui::model::Model;

/// What can be done here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// The obvious thing with the row under the cursor.
    Open,
    /// The form of the filter.
    Filter,
    /// All, disagreements, agreements, and what only one of two solves.
    Outcome,
    /// What the rival solves and the subject does not.
    RivalSolves,
    /// The next piece as the one moved.
    Piece,
    /// No filter.
    ClearFilter,
    /// The next order.
    Order,
    /// The order the other way round.
    Reverse,
    /// A parameter's value one up.
    Raise,
    /// A parameter's value one down.
    Lower,
    /// A parameter's value by form.
    Set,
    /// The whole record to the clipboard.
    CopyEpd,
    /// The filtered list to a file.
    Export,
    /// Another set of positions.
    Load,
    /// Another pane gets the keys.
    NextPane,
    /// The pane before gets the keys.
    PreviousPane,
    /// One pane alone, or all again.
    Zoom,
}

here!(ID);

/// The command that shows this screen.
pub(crate) const SHOW: Command = show(
    ID,
    &["3"],
    "positions",
    "where the subject disagrees with the grandmasters, why, and what would change it",
);

/// The first commands of this screen, which stand before those of its board.
pub(crate) static FIRST: &[Command] = &[
    here(
        &Act::Open,
        &["Enter"],
        "play on",
        "open row",
        "what the row under the cursor offers: moves played on the board, a value changed, a filter",
    ),
    here(
        &Act::NextPane,
        &["Tab"],
        "pane",
        "next pane",
        "give the next pane the keys: positions, board, analysis, why, what would change it, totals",
    ),
    here(
        &Act::Filter,
        &["/"],
        "filter",
        "filter positions",
        "choose positions by outcome, phase, piece, capture, player, text",
    ),
];

/// The others, most useful first.
pub(crate) static COMMANDS: &[Command] = &[
    here(
        &Act::RivalSolves,
        &["v"],
        "rival solves",
        "rival solves",
        "only what the rival solves and the subject does not; again for the disagreements",
    ),
    here(
        &Act::Outcome,
        &["d"],
        "outcome",
        "next outcome",
        "disagreements, agreements, what only the rival or only the subject solves, all",
    ),
    here(&Act::Piece, &["p"], "piece", "next piece", "only moves of pawns, of knights, …, of any piece"),
    here(&Act::Raise, &["+"], "", "value one up", "raise the parameter under the cursor by one"),
    here(&Act::Lower, &["-"], "", "value one down", "lower the parameter under the cursor by one"),
    here(&Act::Set, &["="], "", "set value", "set the parameter under the cursor"),
    here(
        &Act::Order,
        &["o"],
        "order",
        "next order",
        "order by margin, by rank of the grandmaster’s move, by ply; by the difference from a mentor where there is one",
    ),
    here(&Act::Export, &["x"], "export", "export positions", "write the filtered list to an EPD file"),
    here(
        &Act::Load,
        &["L"],
        "load",
        "load positions",
        "look at another set: an EPD file with sm or bm, or one that comes with Eyas",
    ),
    here(&Act::Reverse, &["r"], "", "reverse order", "the order the other way round"),
    here(&Act::CopyEpd, &["Y"], "", "copy EPD", "the position with its move and game to the clipboard"),
    here(&Act::ClearFilter, &["Backspace"], "", "clear filter", "show all positions again"),
    here(&Act::PreviousPane, &["Shift-Tab"], "", "previous pane", "give the pane before the keys"),
    here(&Act::Zoom, &["z"], "zoom", "zoom pane", "show one pane alone, or all again"),
];

/// Whether a command would do something now.
pub(super) fn enabled(state: &State, model: &Model, act: Act) -> bool {
    match act {
        Act::Open => state.entry().is_some() || state.pane == Pane::Totals,
        Act::RivalSolves => model.rival().is_some(),
        Act::ClearFilter => state.is_filtered(),
        Act::Raise | Act::Lower | Act::Set => act::parameter(state, model).is_some(),
        Act::CopyEpd => state.entry().is_some(),
        Act::Export => !state.rows.is_empty(),
        Act::Filter
        | Act::Outcome
        | Act::Piece
        | Act::Order
        | Act::Reverse
        | Act::Load
        | Act::NextPane
        | Act::PreviousPane
        | Act::Zoom => true,
    }
}

/// The word of the bottom bar, where it depends on what has the keys.
pub(super) fn word(state: &State, act: Act) -> Option<&'static str> {
    let pane = state.pane;
    match (act, pane) {
        (Act::Open, Pane::List | Pane::Board) => Some("play on"),
        (Act::Open, Pane::Analysis) => Some("play it"),
        (Act::Open, Pane::Why) => Some("set value"),
        (Act::Open, Pane::Remedies) => Some("apply"),
        (Act::Open, Pane::Totals) => Some("filter by it"),
        (Act::Raise, Pane::Why | Pane::Remedies) => Some("up"),
        (Act::Lower, Pane::Why | Pane::Remedies) => Some("down"),
        (Act::Set, Pane::Remedies) => Some("set"),
        _ => None,
    }
}

/// Why a command would do nothing now.
pub(super) fn why_not(act: Act) -> &'static str {
    match act {
        Act::RivalSolves => "there is no rival: R chooses one",
        Act::ClearFilter => "nothing is filtered",
        Act::Raise | Act::Lower | Act::Set => {
            "no parameter is under the cursor: Tab to the panes on its right"
        }
        Act::Export => "no position is listed",
        _ => "no position is chosen",
    }
}
