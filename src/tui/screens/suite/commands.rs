//! The commands of the Suite screen.

use super::layout::Pane;
use super::{ID, State};
use crate::disagreement::OrganismRole;
use crate::tui::command::{Command, here, show};
use crate::tui::model::Model;

/// A command of the Suite screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// Start, pause or resume the run.
    Toggle,
    /// Start a new run with the current organism.
    Restart,
    /// Play moves from the selected position, or use the selected row of a side pane.
    Open,
    /// Open the form of the suite and its search limits.
    Settings,
    /// Switch between the runs of the subject and the rival.
    Rival,
    /// Switch to the next filter of the list.
    Filter,
    /// Switch between the order of the suite and slowest first.
    Slowest,
    /// Write the unsolved positions to a file.
    Export,
    /// Focus the next pane.
    NextPane,
    /// Focus the previous pane.
    PreviousPane,
    /// Show the focused pane alone, or all panes again.
    Zoom,
}

here!(ID);

/// The command that shows this screen.
pub(crate) const SHOW: Command =
    show(ID, &["9"], "suite", "solve a suite of positions with the subject and with the rival");

/// The commands, the most useful first.
pub(crate) static COMMANDS: &[Command] = &[
    here(&Act::Toggle, &["Space"], "solve", "solve suite", "solve the suite, pause or resume"),
    here(&Act::Open, &["Enter"], "play on", "open position", "play moves from the selected position"),
    here(&Act::NextPane, &["Tab"], "pane", "next pane of suite", "focus grid, list or board in turn"),
    here(
        &Act::Settings,
        &["o"],
        "suite, limit",
        "suite and limit",
        "select the suite, the limit of nodes, time or depth, the search and the threads",
    ),
    here(
        &Act::Filter,
        &["/", "d"],
        "filter",
        "filter suite",
        "list all, unsolved or solved positions, or those that only the subject or only the rival solved",
    ),
    here(&Act::Slowest, &["w"], "slowest", "slowest first", "list slowest first or in suite order"),
    here(
        &Act::Rival,
        &["v"],
        "rival",
        "rival’s run",
        "show the rival’s run; Space then solves the suite with the rival",
    ),
    here(&Act::Export, &["x"], "export", "export unsolved", "write the unsolved positions to an EPD file"),
    here(&Act::Restart, &["s"], "", "restart suite", "start a new run with the current organism"),
    here(&Act::PreviousPane, &["Shift-Tab"], "", "previous pane of suite", "focus the previous pane"),
    here(&Act::Zoom, &["z"], "", "zoom suite", "show one pane alone, or all panes"),
];

/// Returns whether a command is enabled.
pub(super) fn enabled(state: &State, model: &Model, act: Act) -> bool {
    let loaded = state.loaded().is_some();
    let player = super::player(state, model).is_some();
    match act {
        Act::Toggle => loaded && (player || state.run().is_some()),
        Act::Restart => loaded && player,
        Act::Open => state.problem().is_some(),
        Act::Rival => model.rival().is_some() || state.role() == OrganismRole::Rival,
        Act::Export => super::unsolved(state).next().is_some(),
        Act::Settings | Act::Filter | Act::Slowest | Act::NextPane | Act::PreviousPane | Act::Zoom => true,
    }
}

/// Returns the label in the bottom bar where it depends on the state.
pub(super) fn bar_label(state: &State, act: Act) -> Option<&'static str> {
    match act {
        Act::Toggle => match state.run() {
            Some(run) if run.running => Some("pause"),
            Some(run) if !run.complete() && run.sums().done > 0 => Some("resume"),
            Some(run) if run.complete() => Some("solve again"),
            _ => None,
        },
        Act::Open if state.pane == Pane::Analysis => Some("play it"),
        Act::Open if state.pane == Pane::Evaluation => Some("set value"),
        Act::Rival if state.role() == OrganismRole::Rival => Some("subject"),
        _ => None,
    }
}

/// Returns why a command is disabled.
pub(super) fn why_not(state: &State, act: Act) -> &'static str {
    match act {
        _ if state.loaded().is_none() => "the suite is not read yet",
        Act::Rival => "there is no rival: R selects one",
        Act::Export => "there are no unsolved positions",
        Act::Toggle | Act::Restart => "no organism is measured yet",
        _ => "no position is selected",
    }
}
