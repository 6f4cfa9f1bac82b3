//! The headings above the table's columns.

use ratatui::layout::Rect;

use super::plan::{DIVERSITY, NUMBER, OTHER, Other, Plan};
use super::sheet::Sheet;
use super::{Map, lists, table};
use crate::tui::draw::{Draw, Heading};
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{cut, thousands};
use crate::tui::theme::Role;

pub(super) fn headings(draw: &mut Draw<'_>, sheet: &Sheet<'_>, plan: &Plan) {
    let area = plan.area;
    let y = area.y + plan.headings - 1;
    let map = sheet.state.map;
    let name = if map == Map::Bits { "gene, its bits" } else { "parameter" };
    let mut headings = vec![
        Heading::left(name, usize::from(plan.name)).by(table::NAME),
        Heading::right("●", usize::from(NUMBER)).role(Role::Subject).by(table::SUBJECT),
    ];
    let other = usize::from(OTHER);
    headings.extend(plan.others.iter().map(|shown| match shown {
        Other::Rival => Heading::right("○", other).role(Role::Rival).by(table::RIVAL),
        Other::Paper(paper) => {
            let name = sheet.model.choices.papers[*paper].name.as_str();
            Heading::right(name, other).role(Role::Paper).by(table::PAPER + paper)
        }
    }));
    let x = area.x + 2;
    let line = Rect { x, y, width: area.right().saturating_sub(x), height: 1 };
    draw.headings(line, lists::GENES, &headings);
    let end = area.right() - plan.diversity_width;
    let name = if plan.diversity_width > DIVERSITY { "diversity since gen 0" } else { "diversity" };
    let width = usize::from(plan.diversity_width).saturating_sub(1);
    let diversity = [Heading::gap(1), Heading::left(name, width).by(table::DIVERSITY)];
    if plan.diversity_width > 0 {
        draw.headings(Rect { x: end, width: plan.diversity_width, ..line }, lists::GENES, &diversity);
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
