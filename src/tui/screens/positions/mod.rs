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
mod text;
mod totals;
mod why;

use ratatui::layout::Rect;

pub(crate) use commands::{Act, COMMANDS, FIRST, SHOW};
pub(crate) use layout::Pane;

use layout::BoardMode;
pub(crate) use state::State;

use crate::disagreement::Part;
use crate::tui::action::ScreenId;
use crate::tui::draw::Draw;
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::playing::{analysis, evaluation};
use crate::tui::widgets::pane;

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
    let bare = pane::is_bare(area);
    let mode = BoardMode { analysed: model.thinking.on.is_some(), played: state.table.play.is_some() };
    let areas = layout::pane_areas(area, state.pane, state.zoomed, mode);
    let shows = |pane| areas.iter().any(|(shown, _)| *shown == pane);
    // Without a pane, the analysis replaces the candidates.
    let below = mode.analysed && !shows(Pane::Analysis);
    let total = model.selection.draft.is_some() && !shows(Pane::Counterfactuals);
    let alone = areas.len() == 1;
    for (pane, area) in areas {
        draw.hits.note(area, Target::own(Spot::Pane(pane)));
        let focused = pane == state.pane;
        // The only pane has no highlighted border.
        let highlighted = focused && !alone;
        let frame = Frame { area, highlighted, focused, bare, total, below };
        match pane {
            Pane::List => list::draw(draw, state, model, frame),
            Pane::Board => board::draw(draw, state, model, frame),
            Pane::Analysis => {
                let inner = frame.open(draw, &analysis::title(state, model), "");
                analysis::draw(draw, state, model, inner, focused);
            }
            Pane::Why if state.shows_evaluation() => {
                let title = format!("Evaluation {}", analysis::named(state, model, Part::Subject));
                let note = if state.table.play.is_some() { "" } else { "e why" };
                let inner = frame.open(draw, &title, note);
                let inner =
                    if frame.total { counterfactuals::edit_effect(draw, state, model, inner) } else { inner };
                evaluation::draw(draw, state, model, inner, focused);
            }
            Pane::Why => why::draw(draw, state, model, frame),
            Pane::Counterfactuals => counterfactuals::draw(draw, state, model, frame),
            Pane::Totals => totals::draw(draw, state, model, frame),
        }
    }
}

/// The area and the appearance of a pane.
#[derive(Debug, Clone, Copy)]
struct Frame {
    area: Rect,
    /// Whether the border is highlighted.
    highlighted: bool,
    /// Whether the pane is focused.
    focused: bool,
    /// Whether there is no room for a border.
    bare: bool,
    /// Whether the pane of the contributions shows the effect of edits.
    total: bool,
    /// Whether the analysis is below the board.
    below: bool,
}

impl Frame {
    /// Draws the border, or only the title without room for a border, and returns the inside.
    fn open(self, draw: &mut Draw<'_>, title: &str, note: &str) -> Rect {
        let Frame { area, highlighted, focused, bare, .. } = self;
        pane::Frame { area, focus: highlighted, keys: focused, bare }.open(draw, title, note)
    }
}
