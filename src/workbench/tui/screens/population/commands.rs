//! The commands of the Population screen.

use super::{ESTIMATE, ID, ORGANISMS, PANES, State};
use crate::tui::general_commands::{earlier, go_to, has_earlier, has_later, is_measured, later};
use crate::tui::popups::forms::Form;
use crate::tui::prelude::*;

/// The command that shows this screen.
pub(crate) const SHOW: Command = show(ID, &["1"], "population", "the population and its fitness");

commands! {
    /// The commands of the organism under the cursor.
    pub(crate) static SELECTION: State, Scope::On(ID);
    "make subject" ["Enter"] "subject" "study the organism under the cursor on all screens"
        => [select_subject, if has_organism; drops_edits]
    "make rival" ["r"] "rival" "compare the subject with the organism under the cursor; again to stop"
        => [toggle_rival, if has_organism]
}

commands! {
    /// The commands that show other generations.
    pub(crate) static GENERATIONS: State, Scope::On(ID);
    "earlier generation" ["<", ","] "earlier" "show the organisms of the previous generation"
        => [earlier, if has_earlier]
    "later generation" [">", "."] "" "show the organisms of the next generation" => [later, if has_later]
    "go to generation" ["#"] "" "show the organisms of any generation of this run"
        => [go_to, if is_measured]
    "fork here" ["f"] "" "start a new session from the displayed generation"
        => [|_, model: &mut Model| model.open(Form::fork_open(model)), if is_measured; drops_edits]
}

commands! {
    /// The commands that move the focus.
    pub(crate) static FOCUS: State, Scope::On(ID);
    "next pane of population" ["Tab"] "pane" "focus the next pane"
        => [|state, model| PANES.next(state, model, true), label next_label]
    "previous pane of population" ["Shift-Tab"] "" "focus the previous pane" => [pane PaneCommand::Previous]
    "zoom population" ["z"] "" "show one pane alone, or all panes again" => [pane PaneCommand::Zoom]
}

fn has_organism(state: &State, model: &Model) -> Available {
    is_measured(state, model)?;
    if state.panes.at == ORGANISMS {
        Ok(())
    } else {
        Err("organisms are selected in their list: Tab focuses it")
    }
}

pub(super) fn select_subject(state: &mut State, model: &mut Model) {
    model.choose_subject(state.organisms.at);
}

fn toggle_rival(state: &mut State, model: &mut Model) {
    model.toggle_rival(state.organisms.at);
}

fn next_label(state: &State, model: &Model) -> Option<&'static str> {
    (PANES.after(state, model, true) == ESTIMATE).then_some("estimate")
}
