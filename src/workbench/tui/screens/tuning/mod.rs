//! The Tuning screen: the nodes that the searches of a tuning session need for each position.
//!
//! ```text
//! ╭ Σ nodes over generations ────────────╮╭ Generation 3 ──────╮
//! │                                      ││ best, mean, solved │
//! ├ Positions × organisms ───────────────┤├ Parameters ────────┤
//! │ 1 ▒░█✗░░▒…                           ││ beside the paper’s │
//! ├ Gained and lost ─────────────────────┤│                    │
//! ╰──────────────────────────────────────╯╰────────────────────╯
//! ```
//!
//! `view` selects the data to show, `state` holds the state, `commands` and `actions` the commands, and each other file
//! draws a pane. With a position on the board, the board and its side panes replace the curves and the parameters.

mod actions;
mod board;
mod changes;
mod commands;
mod layout;
mod lists;
mod map;
mod report;
mod screen;
mod state;
mod table;
pub(crate) mod tasks;
mod view;

use ratatui::layout::Rect;

pub(crate) use commands::{Act, COMMANDS, SHOW};
pub(crate) use layout::Pane;
pub(crate) use state::{Problems, State, SuiteSelection};

use crate::tui::action::ScreenId;
use crate::tui::draw::Draw;
use crate::tui::evolution::Evolution;
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::panes::{curves, suspect, values};
use crate::tui::playing::side_panes::{self, Activity, SidePane};
use crate::tui::theme::Role;
use crate::tui::widgets::lines::paragraph;
use crate::tui::widgets::pane;
use view::View;

pub(crate) const ID: ScreenId = ScreenId("tuning");

/// A clickable place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spot {
    Pane(Pane),
    /// A cell of the map: the organism’s place and the column, both from 0.
    Cell(usize, usize),
    /// A row of the gained and lost positions.
    Row(usize),
}

/// Returns the open session if it tunes searches.
fn tuning(model: &Model) -> Option<&Evolution> {
    let tunes = |open: &&Evolution| {
        open.settings.as_ref().is_some_and(|settings| settings.objective.suite().is_some())
    };
    model.evolution.as_ref().filter(tunes)
}

fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let Some(open) = tuning(model) else {
        return text_pane(draw, area, "The session is being opened.", Role::Text);
    };
    if let Some(message) = &open.failure {
        let text = format!("✗ {message}\n\no opens a saved session, including this one");
        return text_pane(draw, area, &text, Role::Error);
    }
    let area = suspect::draw(draw, open, area);
    let activity = Activity::new(state, model);
    let places = layout::places(area, state, View::new(state, model).map_or(0, |view| view.rows()), activity);
    for (pane, frame) in pane::frames(area, places, state.pane) {
        draw.hits.note(frame.area, Target::own(Spot::Pane(pane)));
        match pane {
            Pane::Curve => curves::draw(draw, model, open, frame.area, (frame.highlighted, frame.focused)),
            Pane::Report => report::draw(draw, state, model, open, frame),
            Pane::Map => map::draw(draw, state, model, open, frame),
            Pane::Parameters => {
                let inner = frame.open(draw, "Parameters · paper’s Table II", "v larger");
                let cursor = frame.focused.then_some(model.values.at);
                values::table(draw, model, open, inner, cursor);
            }
            Pane::Changes => changes::draw(draw, state, model, frame),
            Pane::Board => board::draw(draw, state, model, frame),
            Pane::Analysis => side_panes::draw(draw, state, model, SidePane::Analysis, frame),
            Pane::Evaluation => side_panes::draw(draw, state, model, SidePane::Evaluation, frame),
        }
    }
}

/// Draws a text instead of the panes.
fn text_pane(draw: &mut Draw<'_>, area: Rect, text: &str, role: Role) {
    let inner = pane::draw(draw, area, "Tuning", "", true);
    paragraph(draw, inner, text, role);
}
