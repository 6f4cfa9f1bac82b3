//! What can be done on the Suite screen.

use super::layout::Pane;
use super::{ID, State};
use crate::disagreement::Part;
use crate::tui::command::{Command, here, show};
use crate::tui::model::Model;

/// What can be done here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// Begin, pause, go on.
    Toggle,
    /// Begin anew with the subject as it is now.
    Anew,
    /// The obvious thing with what is under the cursor.
    Open,
    /// The form of the suite and its limits.
    Terms,
    /// The rival's run, or the subject's again.
    Rival,
    /// Which positions are listed.
    Listed,
    /// The slowest first, or the order of the suite.
    Slowest,
    /// The unsolved positions to a file.
    Export,
    /// Another pane gets the keys.
    NextPane,
    /// The pane before gets the keys.
    PreviousPane,
    /// One pane alone, or all again.
    Zoom,
}

here!(ID);

/// The command that shows this screen.
pub(crate) const SHOW: Command =
    show(ID, &["9"], "suite", "a suite of positions solved live by the subject, and by the rival");

/// The commands of this screen, most useful first.
pub(crate) static COMMANDS: &[Command] = &[
    here(
        &Act::Toggle,
        &["Space"],
        "solve",
        "solve suite",
        "solve the suite, pause after the positions in work, go on",
    ),
    here(&Act::Open, &["Enter"], "play on", "open position", "play on from the position looked at"),
    here(
        &Act::NextPane,
        &["Tab"],
        "pane",
        "next pane of suite",
        "give the grid, the list or the board the keys",
    ),
    here(
        &Act::Terms,
        &["o"],
        "suite, limit",
        "suite and limit",
        "choose suite, limit of nodes, time or depth, search and threads",
    ),
    here(
        &Act::Listed,
        &["/", "d"],
        "filter",
        "filter suite",
        "list all, the unsolved, the solved, or what only one of subject and rival solved",
    ),
    here(
        &Act::Slowest,
        &["w"],
        "slowest",
        "slowest first",
        "list the slowest first, or in the suite’s order",
    ),
    here(
        &Act::Rival,
        &["v"],
        "rival",
        "rival’s run",
        "show how the rival solves the suite; Space then solves it with the rival",
    ),
    here(&Act::Export, &["x"], "export", "export unsolved", "write the unsolved positions to an EPD file"),
    here(&Act::Anew, &["s"], "", "solve anew", "begin anew, with the subject as it is now"),
    here(&Act::PreviousPane, &["Shift-Tab"], "", "pane before in suite", "give the pane before the keys"),
    here(&Act::Zoom, &["z"], "", "zoom suite", "show one pane alone, or all again"),
];

/// Whether a command would do something now.
pub(super) fn enabled(state: &State, model: &Model, act: Act) -> bool {
    let loaded = state.loaded().is_some();
    let player = super::player(state, model).is_some();
    match act {
        Act::Toggle => loaded && (player || state.run().is_some()),
        Act::Anew => loaded && player,
        Act::Open => state.problem().is_some(),
        Act::Rival => model.rival().is_some() || state.part() == Part::Rival,
        Act::Export => super::unsolved(state).next().is_some(),
        Act::Terms | Act::Listed | Act::Slowest | Act::NextPane | Act::PreviousPane | Act::Zoom => true,
    }
}

/// The word of the bottom bar, where it depends on what goes on.
pub(super) fn word(state: &State, act: Act) -> Option<&'static str> {
    match act {
        Act::Toggle => match state.run() {
            Some(run) if run.running => Some("pause"),
            Some(run) if !run.complete() && run.sums().done > 0 => Some("go on"),
            Some(run) if run.complete() => Some("solve again"),
            _ => None,
        },
        Act::Open if state.pane == Pane::Analysis => Some("play it"),
        Act::Open if state.pane == Pane::Evaluation => Some("set value"),
        Act::Rival if state.part() == Part::Rival => Some("subject"),
        _ => None,
    }
}

/// Why a command would do nothing now.
pub(super) fn why_not(state: &State, act: Act) -> &'static str {
    match act {
        _ if state.loaded().is_none() => "the suite is not read yet",
        Act::Rival => "there is no rival: R chooses one",
        Act::Export => "no position was searched in vain",
        Act::Toggle | Act::Anew => "no organism is measured yet",
        _ => "no position is chosen",
    }
}
