//! The headings above the table's columns.

use super::Map;
use super::plan::{DIVERSITY, NUMBER, OTHER, Other, Plan};
use super::sheet::Sheet;
use crate::tui::draw::Draw;
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{cut, right, thousands};
use crate::tui::theme::Role;

pub(super) fn headings(draw: &mut Draw<'_>, sheet: &Sheet<'_>, plan: &Plan) {
    let area = plan.area;
    let y = area.y + plan.headings - 1;
    let map = sheet.state.map;
    draw.text(
        area.x + 2,
        y,
        plan.name,
        if map == Map::Bits { "gene, its bits" } else { "parameter" },
        Role::Dim,
    );
    draw.text(area.x + 2 + plan.name, y, NUMBER, &right("●", usize::from(NUMBER)), Role::Subject);
    for (index, other) in plan.others.iter().enumerate() {
        let (text, role) = match other {
            Other::Rival => ("○", Role::Rival),
            Other::Paper(paper) => (sheet.model.choices.papers[*paper].name.as_str(), Role::Paper),
        };
        draw.text(plan.other(index), y, OTHER, &right(text, usize::from(OTHER)), role);
    }
    let end = area.right() - plan.diversity_width;
    if plan.diversity_width > DIVERSITY {
        draw.text(end, y, plan.diversity_width, " diversity since gen 0", Role::Dim);
    } else if plan.diversity_width > 0 {
        draw.text(end, y, plan.diversity_width, " diversity", Role::Dim);
    }
    if plan.shown == 0 {
        return;
    }
    let width = end.saturating_sub(plan.x);
    if plan.headings > 1 {
        draw.text(plan.x, area.y, width, &cut(&axis(sheet, plan), usize::from(width)), Role::Dim);
    }
    if let Some(column) = plan.cursor(sheet) {
        let number = thousands(match map {
            Map::Generations => sheet.point().map_or(0, |(_, point)| u64::from(point.generation)),
            _ => sheet.place() as u64 + 1,
        });
        let x = plan.column(column) + plan.cell / 2;
        draw.text(x, y, 1, "▼", Role::Key);
        // Without a line for the axis, the mark's text describes the axis.
        let long =
            if plan.headings > 1 { number.clone() } else { format!("{number} of {}", axis(sheet, plan)) };
        for text in [long, number] {
            let cells = text.cells() as u16;
            if x + 1 + cells <= end {
                return draw.text(x + 1, y, cells, &text, Role::Key);
            }
            if plan.x + cells < x {
                return draw.text(x - cells - 1, y, cells, &text, Role::Key);
            }
        }
    }
}

/// Returns the description of the columns.
fn axis(sheet: &Sheet<'_>, plan: &Plan) -> String {
    let count = |number: usize| thousands(number as u64);
    if sheet.state.map == Map::Generations {
        let ends = sheet.points.first().zip(sheet.points.last());
        let (first, last) = ends.map_or((0, 0), |(first, last)| (first.generation, last.generation));
        let ends = format!("{}–{}", thousands(first.into()), thousands(last.into()));
        let resampled = plan.shown < plan.len;
        return match (plan.headings > 1, resampled) {
            (true, true) => {
                let (shown, len) = (count(plan.shown), count(plan.len));
                format!("best of gen {ends}, {shown} of {len} shown")
            }
            (true, false) => format!("best of gen {ends}"),
            (false, true) => format!("{ends}, {} shown", count(plan.shown)),
            (false, false) => ends,
        };
    }
    if plan.headings < 2 {
        return format!("{}, fittest first", count(plan.len));
    }
    let last = plan.first + plan.shown;
    format!("organisms {}–{} of {}, fittest first", count(plan.first + 1), count(last), count(plan.len))
}
