//! The Positions screen: where the subject disagrees with the grandmasters, why, and what would change it.
//!
//! `state` updates the list with the results of the position scan; `commands` and `actions` contain the commands; most
//! other files draw a pane each.

mod actions;
mod board;
mod commands;
mod counterfactuals;
mod file_forms;
mod filter_form;
mod layout;
mod list;
pub(crate) mod lists;
mod screen;
mod state;
mod table;
mod text;
mod totals;
mod why;

use ratatui::layout::Rect;

pub(crate) use commands::{Act, COMMANDS, FIRST, SHOW};
pub(crate) use layout::Pane;

use layout::BoardMode;
pub(crate) use state::State;

use crate::disagreement::OrganismRole;
use crate::tui::action::ScreenId;
use crate::tui::draw::Draw;
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::playing::{analysis, evaluation};
use crate::tui::widgets::pane::{self, Frame};

pub(crate) const ID: ScreenId = ScreenId("positions");

/// A target of mouse clicks other than commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spot {
    Pane(Pane),
    /// A row of a pane.
    Row(Pane, usize),
}

impl Spot {
    /// Returns the pane that contains the target.
    fn pane(self) -> Pane {
        match self {
            Spot::Pane(pane) | Spot::Row(pane, _) => pane,
        }
    }
}

fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let mode = BoardMode { analysed: model.thinking.on.is_some(), played: state.table.play.is_some() };
    let areas = layout::pane_areas(area, state.pane, state.zoomed, mode);
    let shows = |pane| areas.iter().any(|(shown, _)| *shown == pane);
    // Without a pane, the analysis replaces the candidates.
    let below = mode.analysed && !shows(Pane::Analysis);
    // Without a pane, the effect of edits is above the reasons.
    let total = model.selection.draft.is_some() && !shows(Pane::Counterfactuals);
    for (pane, frame) in pane::frames(area, areas, state.pane) {
        draw.hits.note(frame.area, Target::own(Spot::Pane(pane)));
        match pane {
            Pane::List => list::draw(draw, state, model, frame),
            Pane::Board => board::draw(draw, state, model, frame, below),
            Pane::Analysis => {
                let inner = frame.open(draw, &analysis::title(state, model), "");
                analysis::draw(draw, state, model, inner, frame.focused);
            }
            Pane::Why if state.shows_evaluation() => {
                let title = format!("Evaluation {}", analysis::named(state, model, OrganismRole::Subject));
                let note = if state.table.play.is_some() { "" } else { "e why" };
                let inner = frame.open(draw, &title, note);
                let inner =
                    if total { counterfactuals::edit_effect(draw, state, model, inner) } else { inner };
                evaluation::draw(draw, state, model, inner, frame.focused);
            }
            Pane::Why => why::draw(draw, state, model, frame, total),
            Pane::Counterfactuals => counterfactuals::draw(draw, state, model, frame),
            Pane::Totals => totals::draw(draw, state, model, frame),
        }
    }
}
