//! The commands of the Tuning screen.

use std::sync::Arc;

use super::map::columns;
use super::view::View;
use super::{
    ANALYSIS, BOARD, Baseline, CHANGES, CURVE, EVALUATION, ID, MAP, PANES, PARAMETERS, REPORT, State,
    changes, session,
};
use crate::tui::general_commands::{earlier, go_to, has_earlier, has_later, is_measured, later};
use crate::tui::panes::values::Values;
use crate::tui::playing::{self, BoardHost as _, Focus};
use crate::tui::prelude::*;

/// The command that shows this screen.
pub(crate) const SHOW: Command = show(
    ID,
    &["5"],
    "tuning",
    "searches tuned on a suite: nodes per position, gained and lost positions, parameters",
);

commands! {
    /// The commands, the most useful first.
    pub(crate) static COMMANDS: State, Scope::On(ID);
    "position on a board" ["Enter"] "board"
        "show the selected position on a board, to play moves and to analyse"
        => [open, if can_open, label open_label]
    "next pane of tuning" ["Tab"] "pane" "focus the next pane"
        => [|state, model| PANES.next(state, model, true), if |_, model| session(model)]
    "one column per position" ["w"] "magnify"
        "switch between one column per position and all positions at once"
        => [magnify, if View::new, label |state, _| state.magnified.then_some("fit all")]
    "compare with this organism" ["="] "compare with"
        "compare the organisms with the selected one; again compares with generation 0’s best"
        => [|state, model| compare(state, model, false), if View::new]
    "compare with the untuned search" ["T"] "untuned"
        "compare the organisms with the untuned search; again compares with generation 0’s best"
        => [|state, model| compare(state, model, true), if has_untuned]
    "list all changes" ["F", "d"] "list"
        "list the positions gained and lost, or also those found sooner or later" => [list_all, if View::new]
    "earlier generation of tuning" ["<", ","] "earlier" "show the previous generation"
        => [earlier, if has_earlier]
    "later generation of tuning" [">", "."] "" "show the next generation" => [later, if has_later]
    "go to generation of tuning" ["#"] "" "show any generation of this run" => [go_to, if is_measured]
    "subject of tuning" ["p"] "subject" "make the selected organism the subject"
        => [|state, model: &mut Model| model.choose_subject(place(state, model)), if View::new; drops_edits]
    "rival of tuning" ["r"] "rival" "compare the subject with the selected organism; again stops"
        => [|state, model: &mut Model| model.toggle_rival(place(state, model)), if View::new]
    "previous pane of tuning" ["Shift-Tab"] "" "focus the previous pane"
        => [|state, model| PANES.next(state, model, false), if |_, model| session(model)]
    "zoom tuning" ["z"] "" "show one pane alone, or all panes"
        => [|state, _| PANES.zoom(state), if |_, model| session(model)]
}

fn can_open(state: &State, model: &Model) -> Available {
    let is_selected = match state.board_state.panes.at {
        PARAMETERS => model.subject().is_some(),
        REPORT | CURVE => false,
        _ => View::new(state, model).is_ok() && state.problem().is_some(),
    };
    if is_selected {
        return Ok(());
    }
    View::new(state, model)?;
    Err(if state.problems().is_none() { "the suite is not read yet" } else { "nothing is selected here" })
}

fn has_untuned(state: &State, model: &Model) -> Available {
    session(model)?;
    let untuned = View::new(state, model).ok().and_then(|view| view.untuned());
    untuned.map(drop).ok_or("the untuned search is measured when the run is complete")
}

fn open_label(state: &State, model: &Model) -> Option<&'static str> {
    match state.board_state.panes.at {
        BOARD => Some("play on"),
        ANALYSIS => Some("play it"),
        EVALUATION => Some("open"),
        PARAMETERS => Some("larger"),
        MAP => opens_columns(state, model).then_some("magnify"),
        _ => None,
    }
}

/// Returns whether Enter on the map gives each position a column of its own.
fn opens_columns(state: &State, model: &Model) -> bool {
    !state.magnified && columns(state, model).is_some_and(|columns| columns.is_binned())
}

/// Performs Enter in the focused pane.
pub(super) fn open(state: &mut State, model: &mut Model) -> Vec<Effect> {
    match state.board_state.panes.at {
        BOARD => return playing::play_on(state, model),
        ANALYSIS | EVALUATION => return playing::press_selection(state, model),
        PARAMETERS => model.open(Some(Values::default())),
        MAP if opens_columns(state, model) => state.magnified = true,
        pane @ (MAP | CHANGES) if state.problem().is_some() => {
            if pane == CHANGES {
                changes::select(state, model, state.changes.at);
            }
            state.board = true;
            state.save_focus();
            state.set_focus(Focus::Board);
        }
        _ => {}
    }
    Vec::new()
}

fn magnify(state: &mut State, _model: &mut Model) {
    state.magnified = !state.magnified;
}

/// Makes the selected organism or the untuned search the baseline. The same baseline again resets it.
fn compare(state: &mut State, model: &mut Model, with_untuned: bool) {
    let Ok(view) = View::new(state, model) else { return };
    let (name, nodes) = if with_untuned {
        ("untuned search".to_owned(), view.untuned())
    } else {
        let organism = view.open.organism(view.place());
        let name = organism.map_or_else(String::new, |organism| model.name_of(&organism));
        (name, Some(view.nodes(view.place()).to_vec()))
    };
    let Some(nodes) = nodes else { return };
    let baseline = Baseline { folder: view.open.folder.clone(), name, nodes: Arc::new(nodes) };
    state.baseline = Some(baseline).filter(|chosen| state.baseline.as_ref() != Some(chosen));
    state.changes = Cursor::default();
}

fn list_all(state: &mut State, _model: &mut Model) {
    (state.lists_all, state.changes) = (!state.lists_all, Cursor::default());
}

/// Returns the place of the selected organism.
fn place(state: &State, model: &Model) -> usize {
    View::new(state, model).map_or(state.place, |view| view.place())
}
