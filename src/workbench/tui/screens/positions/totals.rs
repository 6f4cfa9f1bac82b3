//! The pane of the agreement by class: by moved piece, phase, and captures or quiet moves.

use std::cmp::Ordering;

use super::{Frame, State, TOTALS, text};
use crate::disagreement::Total;
use crate::tui::prelude::*;

pub(super) const LIST: List = List("positions: totals");

/// The height of the pane: twelve classes, the heading and the border.
pub(super) const HEIGHT: u16 = 12 + 1 + 2;

/// The least width of a pane with the numbers of positions.
const WIDE: u16 = 36;

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let title = if frame.area.width < WIDE { "Agreement by kind" } else { "Agreement by kind of move" };
    let inner = frame.open(draw, title, "%");
    if state.scan.totals().is_empty() {
        let text = text::scan_status(state, model);
        draw.text(inner.x + 1, inner.y, inner.width.saturating_sub(1), &text, Role::Dim);
    } else if inner.height >= 2 {
        table(state, model).draw(draw, inner, frame.focused);
    }
}

/// Returns the table of the classes.
pub(super) fn table<'a>(state: &'a State, model: &'a Model) -> Table<'a> {
    let is_selected = |total: &Total| total.class.is_selected_in(&state.filter);
    let text = |total: &Total, count: u32| percent(f64::from(count), total.positions.into());
    let share = |total: &Total, count: u32| Key::Number(f64::from(count) / f64::from(total.positions.max(1)));
    let rival = Rows::new(LIST, state.scan.totals(), state.totals.at)
        .without_gaps()
        .hide_cursor(state.pane() != TOTALS)
        .mark(move |total| (if is_selected(total) { "•" } else { " " }, Role::Key))
        .left("", 11, move |total| {
            (total.class.name().to_owned(), if is_selected(total) { Role::Title } else { Role::Text })
        })
        .named("kind of move")
        .sorted(|total| Some(Key::text(total.class.name())))
        .right("positions", 9, |total| (thousands(total.positions.into()), Role::Dim))
        .least_width(WIDE)
        .largest_first(|total| Some(Key::count(total.positions)))
        .right("played", 9, |total| (thousands(total.subject.into()), Role::Text))
        .least_width(44)
        .right("● %", 7, move |total| (text(total, total.subject), Role::Subject))
        .named("subject")
        .titled(Role::Subject)
        .largest_first(move |total| Some(share(total, total.subject)))
        .right("○ %", 7, move |total| {
            (total.rival.map_or_else(String::new, |count| text(total, count)), Role::Rival)
        })
        .named("rival")
        .titled(Role::Rival)
        .largest_first(move |total| total.rival.map(|count| share(total, count)));
    if model.rival().is_none() {
        return rival.shown(false).table();
    }
    let comparison = |total: &Total| match total.rival.map(|rival| total.subject.cmp(&rival)) {
        Some(Ordering::Greater) => (" ▲".to_owned(), Role::Good),
        Some(Ordering::Less) => (" ▼".to_owned(), Role::Bad),
        Some(Ordering::Equal) | None => (String::new(), Role::Dim),
    };
    rival.left("", 2, comparison).gap(0).least_width(WIDE).table()
}
