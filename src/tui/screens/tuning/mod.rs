//! The Tuning screen: how many nodes the searches of a tuning session need, position by position.
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
//! `view` says what is shown of whom; `state` is what the screen remembers; `commands` and `act` are what can be
//! done; the other files draw a pane each. With a position on the board, that and what stands beside it take the
//! place of the curves and the parameters.

mod act;
mod board;
mod changes;
mod commands;
mod layout;
mod lists;
mod map;
mod report;
mod screen;
mod state;
pub(crate) mod tasks;
mod view;

use ratatui::layout::Rect;

pub(crate) use commands::{Act, COMMANDS, SHOW};
pub(crate) use layout::Pane;
pub(crate) use state::{Read, State, Trained};

use crate::tui::action::ScreenId;
use crate::tui::draw::Draw;
use crate::tui::evolution::Evolution;
use crate::tui::format::wrap;
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::panes::{curves, values};
use crate::tui::playing::beside::{self, Beside, Going};
use crate::tui::theme::Role;
use crate::tui::widgets::pane::{self, Frame};
use view::View;

/// The name of the screen.
pub(crate) const ID: ScreenId = ScreenId("tuning");

/// What can be clicked here, beside what acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spot {
    /// A pane.
    Pane(Pane),
    /// A cell of the map: the organism’s place and the column, counted from the first.
    Cell(usize, usize),
    /// A row of what was gained and lost.
    Row(usize),
}

/// The open session, where it tunes searches.
fn tuning(model: &Model) -> Option<&Evolution> {
    let tunes = |open: &&Evolution| {
        open.settings.as_ref().is_some_and(|settings| settings.objective.suite().is_some())
    };
    model.evolution.as_ref().filter(tunes)
}

/// Draws it.
fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let Some(open) = tuning(model) else {
        let text = match &model.evolution {
            None => {
                "No session is open. Here stands how many nodes the searches of a tuning session need: n begins \
                 one, o opens a saved one."
            }
            Some(open) if open.settings.is_none() => "The session is being opened.",
            Some(_) => {
                "This session tunes no searches: n begins one that tunes the subject’s, o opens a saved one."
            }
        };
        return say(draw, area, text, Role::Text);
    };
    if let Some(why) = &open.failure {
        return say(draw, area, &format!("✗ {why}\n\no opens a saved session, this one too"), Role::Error);
    }
    let bare = pane::is_bare(area);
    let going = Going::of(state, model);
    let places = layout::places(area, state, View::of(state, model).map_or(0, |view| view.rows()), going);
    let alone = places.len() == 1;
    for (pane, area) in places {
        draw.hits.note(area, Target::own(Spot::Pane(pane)));
        let keys = pane == state.pane;
        let frame = Frame { area, focus: keys && !alone, keys, bare };
        match pane {
            Pane::Curve => curves::draw(draw, model, open, area, frame.focus),
            Pane::Report => report::draw(draw, state, model, open, frame),
            Pane::Map => map::draw(draw, state, model, open, frame),
            Pane::Parameters => {
                let inner = frame.open(draw, "Parameters · paper’s Table II", "v larger");
                let cursor = keys.then_some(model.values.at);
                values::table(draw, model, open, inner, cursor);
            }
            Pane::Changes => changes::draw(draw, state, model, frame),
            Pane::Board => board::draw(draw, state, model, frame),
            Pane::Analysis => beside::draw(draw, state, model, Beside::Analysis, frame),
            Pane::Evaluation => beside::draw(draw, state, model, Beside::Evaluation, frame),
        }
    }
}

/// One text in a pane of its own.
fn say(draw: &mut Draw<'_>, area: Rect, text: &str, role: Role) {
    let inner = pane::draw(draw, area, "Tuning", "", true);
    let width = inner.width.saturating_sub(2);
    for (line, text) in wrap(text, usize::from(width)).iter().enumerate().take(usize::from(inner.height)) {
        draw.text(inner.x + 1, inner.y + line as u16, width, text, role);
    }
}
