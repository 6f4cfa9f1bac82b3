//! The commands of the organism under the cursor.

use super::{ID, ORGANISMS, State};
use crate::tui::general_commands::is_measured;
use crate::tui::prelude::*;

commands! {
    /// The commands of the organism under the cursor.
    pub(crate) static SELECTION: State, Scope::On(ID);
    "make subject" ["Enter"] "subject" "study the organism under the cursor on all screens"
        => [select_subject, if has_organism; drops_edits]
    "make rival" ["r"] "rival" "compare the subject with the organism under the cursor; again to stop"
        => [toggle_rival, if has_organism]
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
