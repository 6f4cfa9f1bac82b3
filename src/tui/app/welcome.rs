//! The card of the first start: what Eyas is, and where to begin. Its keys are the usual ones, so the first key closes
//! the card and does its work.

use ratatui::layout::Rect;

use super::commands;
use crate::tui::action::Action;
use crate::tui::draw::Draw;
use crate::tui::format::unicode::Width as _;
use crate::tui::format::wrap;
use crate::tui::hit_map::Target;
use crate::tui::popups::frame;
use crate::tui::screens::{matches, pipeline, positions};
use crate::tui::theme::Role;

/// The greatest width of the card.
const WIDTH: u16 = 76;

const ABOUT: &str = "Eyas evolves chess programs: random bit strings learn to play like grandmasters, to predict the \
                     results of games, or to beat each other. You can watch, step, inspect and change everything.";

/// Draws the card over the middle of `area`.
pub(super) fn draw(draw: &mut Draw<'_>, area: Rect) {
    let choices = [
        (Action::Toggle, "watch a run: 100 random organisms evolve"),
        (Action::Show(positions::ID), "browse their mistakes: where they differ from grandmasters, and why"),
        (Action::Show(matches::ID), "play a match between organisms and engines"),
        (Action::Show(pipeline::ID), "run the whole method, from random bits to an engine"),
        (Action::Help, "show the keys, the terms and the symbols"),
    ];
    let room = usize::from(WIDTH.min(area.width)).saturating_sub(4);
    let about = wrap(ABOUT, room);
    let height = (about.len() + choices.len()) as u16 + 4;
    let inner = frame(draw, area, WIDTH, height, "Welcome to Eyas", "");
    let mut rows = inner.rows();
    for (line, row) in about.iter().zip(&mut rows) {
        draw.text(row.x + 1, row.y, row.width.saturating_sub(1), line, Role::Text);
    }
    for ((action, text), row) in choices.iter().zip(rows.skip(1)) {
        let key = commands::key_of(*action);
        draw.text(row.x + 1, row.y, row.width.saturating_sub(1), key, Role::Key);
        let x = row.x + 8.max(key.cells() as u16 + 2);
        draw.text(x, row.y, row.right().saturating_sub(x), text, Role::Text);
        draw.hits.note(row, Target::Act(*action));
    }
}
