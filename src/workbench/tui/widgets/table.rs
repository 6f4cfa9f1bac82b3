//! Drawing of tables.

use ratatui::layout::Rect;

use crate::tui::draw::{Draw, Heading};
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{left, right};
use crate::tui::hit_map::Target;
use crate::tui::table::{Column, ColumnOrder, Table};
use crate::tui::theme::Role;
use crate::tui::widgets::areas::split_top;

/// The width of the mark at the beginning of each row.
const MARK: usize = 1;

impl<'a> Table<'a> {
    /// Draws the headings and the rows. The cursor is on the selected row, highlighted if `is_lit` is true. Returns the
    /// visible rows with their lines.
    pub(crate) fn draw(&self, draw: &mut Draw<'_>, area: Rect, is_lit: bool) -> Vec<(usize, Rect)> {
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
        let at = self.topmost(draw, body.height);
        let rows: Vec<(usize, Rect)> = draw.visible_rows(body, self.list, at, self.len).collect();
        for (row, line) in rows.iter().copied() {
            if let Some(heading) = self.heading(row) {
                draw.text(line.x + 1, line.y, line.width.saturating_sub(1), &heading, Role::Dim);
                continue;
            }
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
                let mut rest = *width;
                match &column.cell {
                    None if on_cursor => {
                        let room = Rect { x: x.saturating_sub(1), width: *width as u16 + 2, ..line };
                        draw.clear(room.intersection(line));
                    }
                    None => {}
                    Some(cell) => {
                        let pieces = cell(row);
                        for (number, (text, role)) in pieces.iter().enumerate() {
                            let is_last = number + 1 == pieces.len();
                            let width = if is_last { rest } else { text.cells().min(rest) };
                            let text = if column.is_right { right(text, width) } else { left(text, width) };
                            let room = line.right().saturating_sub(x).min(width as u16);
                            draw.over(x, line.y, room, &text, *role, on_cursor);
                            x = x.saturating_add(width as u16);
                            rest -= width;
                        }
                    }
                }
                x = x.saturating_add(rest as u16);
            }
        }
        rows
    }

    /// Returns the row that has to be visible: the selected one, or the heading above it if it is the first.
    fn topmost(&self, draw: &Draw<'_>, page: u16) -> usize {
        let order = draw.tables.order(self.list, self.len);
        let first = order.row(0).filter(|first| page > 1 && self.heading(*first).is_some());
        first.filter(|_| order.row(1) == Some(self.selected)).unwrap_or(self.selected)
    }

    /// Returns the area of a column in the area of the list, with the heading; without width if it is not shown.
    pub(crate) fn place(&self, area: Rect, name: &str) -> Rect {
        let mut x = area.x.saturating_add(MARK as u16);
        for (column, width) in self.shown(area.width) {
            x = x.saturating_add(column.gap as u16);
            if column.name == name {
                return Rect { x, width: width as u16, ..area }.intersection(area);
            }
            x = x.saturating_add(width as u16);
        }
        Rect { width: 0, ..area }
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
