//! Drawing of tables.

use ratatui::layout::Rect;

use crate::tui::draw::{Draw, Heading};
use crate::tui::format::{left, right};
use crate::tui::hit_map::Target;
use crate::tui::table::{Column, ColumnOrder, Table};
use crate::tui::theme::Role;
use crate::tui::widgets::areas::split_top;

/// The width of the mark at the beginning of each row.
const MARK: usize = 1;

impl<'a> Table<'a> {
    /// Draws the headings and the rows. The cursor is on the selected row, highlighted if `is_lit` is true.
    pub(crate) fn draw(&self, draw: &mut Draw<'_>, area: Rect, is_lit: bool) {
        let columns = self.shown(area.width);
        let [line, body] = split_top(area, 1);
        let mut headings = vec![Heading::gap(MARK)];
        for (column, width) in &columns {
            headings.push(Heading::gap(column.gap));
            let heading = match column.is_right {
                true => Heading::right(&column.heading, *width),
                false => Heading::left(&column.heading, *width),
            };
            let heading = heading.role(column.heading_role);
            headings.push(match column.order {
                ColumnOrder::Nothing => heading,
                ColumnOrder::Natural => heading.natural(),
                ColumnOrder::Sorts { .. } => heading.by(column.id),
            });
        }
        draw.headings(line, self.list, &headings);
        for (row, line) in draw.visible_rows(body, self.list, self.selected, self.len) {
            let is_selected = row == self.selected && !self.hides_cursor;
            let on_cursor = is_selected && is_lit;
            draw.row(line, Target::Row(self.list, row), on_cursor);
            let (mark, role) = match &self.mark {
                _ if is_selected => ("▸".to_owned(), Role::Key),
                Some(mark) => mark(row),
                None => (" ".to_owned(), Role::Key),
            };
            draw.over(line.x, line.y, MARK as u16, &mark, role, on_cursor);
            let mut x = line.x.saturating_add(MARK as u16);
            for (column, width) in &columns {
                x = x.saturating_add(column.gap as u16);
                let Some(cell) = &column.cell else { continue };
                let (text, role) = cell(row);
                let text = if column.is_right { right(&text, *width) } else { left(&text, *width) };
                let room = line.right().saturating_sub(x).min(*width as u16);
                draw.over(x, line.y, room, &text, role, on_cursor);
                x = x.saturating_add(*width as u16);
            }
        }
    }

    /// Returns the width of the column that has the rest of the room in a list of this width.
    pub(crate) fn width_of_rest(&self, width: u16) -> usize {
        let shown = self.shown(width);
        shown.iter().find(|(column, _)| column.most > column.width).map_or(0, |(_, width)| *width)
    }

    /// Returns the columns that fit into a width, from left to right, with their widths.
    fn shown(&self, width: u16) -> Vec<(&Column<'a>, usize)> {
        let room = usize::from(width).saturating_sub(MARK);
        let mut columns: Vec<(usize, &Column<'a>)> =
            self.columns.iter().enumerate().filter(|(_, column)| column.least <= width).collect();
        columns.sort_by_key(|(_, column)| column.priority);
        let mut used = 0;
        columns.retain(|(_, column)| {
            let needed = column.gap + column.width;
            // A blank stays at the end.
            let fits = column.priority == 0 || used + needed < room;
            used += if fits { needed } else { 0 };
            fits
        });
        columns.sort_by_key(|(number, _)| *number);
        let rest = room.saturating_sub(used);
        let width = |column: &Column<'_>| {
            column.width + rest.saturating_sub(column.spare).min(column.most - column.width)
        };
        columns.into_iter().map(|(_, column)| (column, width(column))).collect()
    }
}
