//! The commands of the place Suite.

use super::state::Filter;
use super::{ID, State, forms, player, run, unsolved};
use crate::tui::playing;
use crate::tui::prelude::*;

commands! {
    /// The commands, the most useful first.
    pub(crate) static COMMANDS: State, Scope::On(ID);
    "solve suite" ["Space"] "solve" "solve the suite, pause or resume"
        => [run::toggle, if can_solve, label toggle_label]
    "open position" ["Enter"] "play on" "play moves from the selected position"
        => [open, if problem, label open_label]
    "suite and limit" ["e"] "suite, limit"
        "select the suite, the limit of nodes, time or depth, the search and the threads"
        => [settings]
    "filter suite" ["F"] "filter"
        "list all, unsolved or solved positions, or those that only the subject or only the rival solved"
        => [filter]
    "rival’s run" ["r"] "rival" "show the rival’s run; Space then solves the suite with the rival"
        => [show_other, if has_other, label |state, _| (state.role() == OrganismRole::Rival).then_some("subject")]
    "export unsolved" ["x"] "export" "write the unsolved positions to an EPD file" => [export, if has_unsolved]
    "restart suite" ["n"] "new run" "start a new run with the current organism" => [run::restart, if has_player]
}

fn is_read(state: &State) -> Available {
    state.loaded().map(drop).ok_or("the suite is not read yet")
}

/// Returns whether there is an organism for a new run.
fn has_player(state: &State, model: &Model) -> Available {
    is_read(state)?;
    player(state, model).map(drop).ok_or("no organism is measured yet")
}

fn can_solve(state: &State, model: &Model) -> Available {
    if state.run().is_some() { is_read(state) } else { has_player(state, model) }
}

fn problem(state: &State, _model: &Model) -> Available {
    is_read(state)?;
    state.problem().map(drop).ok_or("no position is selected")
}

fn has_other(state: &State, model: &Model) -> Available {
    is_read(state)?;
    let has_other = model.rival().is_some() || state.role() == OrganismRole::Rival;
    has_other.then_some(()).ok_or("there is no rival: R selects one")
}

fn has_unsolved(state: &State, _model: &Model) -> Available {
    is_read(state)?;
    unsolved(state).next().map(drop).ok_or("there are no unsolved positions")
}

fn toggle_label(state: &State, _model: &Model) -> Option<&'static str> {
    match state.run()? {
        run if run.running => Some("pause"),
        run if run.complete() => Some("solve again"),
        run => (run.sums().done > 0).then_some("resume"),
    }
}

fn open_label(state: &State, _model: &Model) -> Option<&'static str> {
    match state.board_state.focus() {
        Focus::Analysis => Some("play it"),
        Focus::Evaluation => Some("set value"),
        Focus::Board | Focus::Other => None,
    }
}

/// Plays moves from the selected position, or uses the selected row of a side pane.
pub(super) fn open(state: &mut State, model: &mut Model) {
    match state.board_state.focus() {
        Focus::Analysis | Focus::Evaluation => playing::press_selection(state, model),
        Focus::Board | Focus::Other => playing::play_on(state, model),
    }
}

fn settings(state: &mut State, model: &mut Model) {
    model.open(Some(forms::settings(&state.settings)));
}

/// Switches to the next filter of the list.
fn filter(state: &mut State, _model: &mut Model) {
    state.filter = next_of(&Filter::ALL, state.filter, true);
    state.update_rows();
}

/// Shows the run of the other organism.
fn show_other(state: &mut State, _model: &mut Model) {
    state.role = Some(state.role().other());
    state.update_rows();
}

fn export(state: &mut State, model: &mut Model) {
    let record = |index: usize| state.loaded()?.records.get(index).cloned();
    model.open(Some(forms::export(unsolved(state).filter_map(record).collect())));
}
