//! The Positions screen: where the subject disagrees with the grandmasters, why, and what would change it.
//!
//! `state` keeps the list in step with what the analyst told; `commands` and `act` are what can be done;
//! the other files draw a pane each.

mod act;
mod board;
mod commands;
mod file_forms;
mod filter_form;
mod layout;
mod list;
pub(crate) mod lists;
mod remedies;
mod screen;
mod state;
mod totals;
mod why;
mod words;

use ratatui::layout::Rect;

pub(crate) use commands::{Act, COMMANDS, FIRST, SHOW};
pub(crate) use layout::Pane;

use layout::Going;
pub(crate) use state::State;

use crate::disagreement::Part;
use crate::tui::action::ScreenId;
use crate::tui::draw::Draw;
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::playing::{analysis, evaluation};
use crate::tui::widgets::pane;

/// The name of the screen.
pub(crate) const ID: ScreenId = ScreenId("positions");

/// What can be clicked here, beside what acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spot {
    /// A pane.
    Pane(Pane),
    /// A row of a pane.
    Row(Pane, usize),
}

impl Spot {
    /// The pane it is on.
    fn pane(self) -> Pane {
        match self {
            Spot::Pane(pane) | Spot::Row(pane, _) => pane,
        }
    }
}

/// Draws it.
fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let bare = pane::is_bare(area);
    let going = Going { analysed: model.thinking.on.is_some(), played: state.table.play.is_some() };
    let places = layout::places(area, state.pane, state.zoomed, going);
    // Where the analysis has no pane it takes the place of the candidates.
    let below = going.analysed && !places.iter().any(|(pane, _)| *pane == Pane::Analysis);
    let alone = places.len() == 1;
    // What edits did is told beside their prices, or else beside the reasons.
    let total = model.selection.draft.is_some() && !places.iter().any(|(pane, _)| *pane == Pane::Remedies);
    for (pane, area) in places {
        draw.hits.note(area, Target::own(Spot::Pane(pane)));
        let focus = pane == state.pane && !alone;
        // A pane alone has the keys without saying so.
        let keys = pane == state.pane;
        let frame = Frame { area, focus, keys, bare, total, below };
        match pane {
            Pane::List => list::draw(draw, state, model, frame),
            Pane::Board => board::draw(draw, state, model, frame),
            Pane::Analysis => {
                let inner = frame.open(draw, &analysis::title(state, model), "");
                analysis::draw(draw, state, model, inner, keys);
            }
            Pane::Why if state.weighs() => {
                let title = format!("Evaluation {}", analysis::named(state, model, Part::Subject));
                let note = if state.table.play.is_some() { "" } else { "e why" };
                let inner = frame.open(draw, &title, note);
                let inner = if frame.total { remedies::outcome(draw, state, model, inner) } else { inner };
                evaluation::draw(draw, state, model, inner, keys);
            }
            Pane::Why => why::draw(draw, state, model, frame),
            Pane::Remedies => remedies::draw(draw, state, model, frame),
            Pane::Totals => totals::draw(draw, state, model, frame),
        }
    }
}

/// Where a pane is drawn, and how.
#[derive(Debug, Clone, Copy)]
struct Frame {
    area: Rect,
    /// Whether it stands out among others.
    focus: bool,
    /// Whether it has the keys.
    keys: bool,
    /// Whether there is no room for a border.
    bare: bool,
    /// Whether the pane of the reasons tells what edits did.
    total: bool,
    /// Whether what an engine thinks stands below the board.
    below: bool,
}

impl Frame {
    /// Draws the border, or where there is no room for it the title alone, and returns the inside.
    fn open(self, draw: &mut Draw<'_>, title: &str, note: &str) -> Rect {
        let Frame { area, focus, keys, bare, .. } = self;
        pane::Frame { area, focus, keys, bare }.open(draw, title, note)
    }
}
