//! The commands of tuned searches.

use super::map::columns;
use super::view::View;
use super::{
    ANALYSIS, BOARD, Baseline, CHANGES, CURVE, EVALUATION, ID, MAP, PARAMETERS, REPORT, State, changes,
};
use crate::tui::panes::values::Values;
use crate::tui::playing;
use crate::tui::prelude::*;

commands! {
    /// The commands, the most useful first.
    pub(crate) static COMMANDS: State, Scope::On(ID);
    "position on a board" ["Enter"] "board"
        "show the selected position on a board, to play moves and to analyse"
        => [open, if can_open, label open_label]
    "one column per position" ["w"] "group"
        "group the positions into as many columns as fit, or give each position a column"
        => [magnify, if View::new]
    "compare with this organism" ["C"] "compare with"
        "compare the organisms with the selected one, then with the untuned search, then with generation 0’s best"
        => [compare, if View::new]
    "list all changes" ["F"] "list"
        "list the positions gained and lost, or also those found sooner or later" => [list_all, if View::new]
    "subject of tuning" ["K"] "subject" "make the selected organism the subject"
        => [|state, model: &mut Model| model.choose_subject(place(state, model)), if View::new; drops_edits]
    "rival of tuning" ["r"] "rival" "compare the subject with the selected organism; again stops"
        => [|state, model: &mut Model| model.toggle_rival(place(state, model)), if View::new]
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
pub(super) fn open(state: &mut State, model: &mut Model) {
    match state.board_state.panes.at {
        BOARD => playing::play_on(state, model),
        ANALYSIS | EVALUATION => playing::press_selection(state, model),
        PARAMETERS => model.open(Some(Values::default())),
        MAP if opens_columns(state, model) => state.magnified = true,
        pane @ (MAP | CHANGES) if state.problem().is_some() => {
            if pane == CHANGES {
                changes::select(state, model, state.changes.at);
            }
            state.board = true;
            state.board_state.enter();
        }
        _ => {}
    }
}

fn magnify(state: &mut State, _model: &mut Model) {
    state.magnified = !state.magnified;
}

/// Makes the selected organism the baseline; if it is that, the untuned search, if this is measured; and then the best
/// organism of generation 0.
fn compare(state: &mut State, model: &mut Model) {
    let Ok(view) = View::new(state, model) else { return };
    let baseline = |name: String, nodes: Vec<u32>| Baseline {
        folder: view.open.folder.clone(),
        name,
        nodes: Arc::new(nodes),
    };
    let organism = view.open.organism(view.place());
    let name = organism.map_or_else(String::new, |organism| model.name_of(&organism));
    let selected = baseline(name, view.nodes(view.place()).to_vec());
    let untuned = view.untuned().map(|nodes| baseline("untuned search".to_owned(), nodes));
    state.baseline = match &state.baseline {
        Some(now) if *now == selected => untuned,
        Some(now) if Some(now) == untuned.as_ref() => None,
        _ => Some(selected),
    };
    state.changes = Cursor::default();
}

fn list_all(state: &mut State, _model: &mut Model) {
    (state.lists_all, state.changes) = (!state.lists_all, Cursor::default());
}

/// Returns the place of the selected organism.
fn place(state: &State, model: &Model) -> usize {
    View::new(state, model).map_or(state.place, |view| view.place())
}
