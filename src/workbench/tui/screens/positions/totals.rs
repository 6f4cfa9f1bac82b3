//! The pane of the agreement by class: by moved piece, phase, and captures or quiet moves.

use ratatui::layout::Rect;

use super::{Frame, Pane, Spot, State, lists, table, text};
use crate::tui::draw::{Draw, Heading};
use crate::tui::format::{left, percent, right, thousands};
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::widgets::areas::below;

/// The height of the pane: twelve classes, the heading and the border.
pub(super) const HEIGHT: u16 = 12 + 1 + 2;

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let inner = frame.open(draw, "Agreement by kind of move", "%");
    let totals = &state.scan.totals();
    if totals.is_empty() {
        let text = text::scan_status(state, model);
        draw.text(inner.x + 1, inner.y, inner.width.saturating_sub(1), &text, Role::Dim);
        return;
    }
    if inner.height < 2 {
        return;
    }
    let rival = model.rival().is_some();
    let wide = inner.width >= 44;
    let mut headings = vec![
        Heading::gap(2),
        Heading::left("", 11).by(table::CLASS),
        Heading::right("positions", 10).by(table::COUNT),
    ];
    headings.extend(wide.then(|| Heading::right("played", 9)));
    headings.push(Heading::right("● %", 8).role(Role::Subject).by(table::SUBJECT));
    headings.extend(rival.then(|| Heading::right("○ %", 8).role(Role::Rival).by(table::RIVAL)));
    draw.headings(Rect { height: 1, ..inner }, lists::TOTALS, &headings);
    let body = below(inner, 1);
    for (index, total, row) in draw.visible(body, lists::TOTALS, state.totals.at, totals) {
        let selected = frame.focused && index == state.totals.at;
        draw.row(row, Target::own(Spot::Row(Pane::Totals, index)), selected);
        let filtered = total.class.is_selected_in(&state.filter);
        draw.over(row.x, row.y, 1, if selected { "▸" } else { " " }, Role::Key, selected);
        draw.over(row.x + 1, row.y, 1, if filtered { "•" } else { " " }, Role::Key, selected);
        let name_role = if filtered { Role::Title } else { Role::Text };
        let mut x = row.x + 2;
        let mut put = |draw: &mut Draw<'_>, text: String, width: u16, role: Role| {
            draw.over(x, row.y, row.right().saturating_sub(x), &text, role, selected);
            x += width;
        };
        put(draw, left(total.class.name(), 11), 11, name_role);
        put(draw, right(&thousands(total.positions.into()), 10), 10, Role::Dim);
        if wide {
            put(draw, right(&thousands(total.subject.into()), 9), 9, Role::Text);
        }
        let share = |count: u32| right(&percent(f64::from(count), total.positions.into()), 8);
        put(draw, share(total.subject), 8, Role::Subject);
        if let Some(count) = total.rival.filter(|_| rival) {
            put(draw, share(count), 8, Role::Rival);
            let (mark, role) = match total.subject.cmp(&count) {
                std::cmp::Ordering::Greater => (" ▲", Role::Good),
                std::cmp::Ordering::Less => (" ▼", Role::Bad),
                std::cmp::Ordering::Equal => ("", Role::Dim),
            };
            put(draw, mark.to_owned(), 2, role);
        }
    }
}
