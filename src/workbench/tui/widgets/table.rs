//! Drawing of tables.

use crate::tui::draw::Heading;
use crate::tui::prelude::*;
use crate::tui::table::{Column, ColumnOrder};

/// The width of the mark at the beginning of each row.
const MARK: usize = 1;

impl<'a> Table<'a> {
    /// Draws the headings and the rows. The cursor is on the selected row, highlighted if `is_lit` is true. Returns the
    /// visible rows with their lines.
    pub(crate) fn draw(&self, draw: &mut Draw<'_>, area: Rect, is_lit: bool) -> Vec<(usize, Rect)> {
        let body = self.draw_headings(draw, area);
        self.draw_rows(draw, body, is_lit)
    }

    /// Draws the table of a pane, whose cursor is shown only while the pane is focused.
    pub(crate) fn draw_in_pane(
        &mut self,
        draw: &mut Draw<'_>,
        area: Rect,
        is_focused: bool,
    ) -> Vec<(usize, Rect)> {
        self.hides_cursor = !is_focused;
        self.draw(draw, area, is_focused)
    }

    /// Draws the headings. Returns the area below.
    pub(crate) fn draw_headings(&self, draw: &mut Draw<'_>, area: Rect) -> Rect {
        let [line, body] = split_top(area, 1);
        let mut headings = Vec::new();
        for (number, (column, width)) in self.shown(area.width).into_iter().enumerate() {
            let gap = column.gap + if number == 0 { MARK } else { 0 };
            let heading = if number == 0 && column.is_right {
                // The mark of its order has room above the marks of the rows.
                Heading::right(&column.heading, gap + width)
            } else {
                headings.push(Heading::gap(gap));
                match column.is_right {
                    true => Heading::right(&column.heading, width),
                    false => Heading::left(&column.heading, width),
                }
            };
            let heading = heading.role(column.heading_role);
            headings.push(match column.order {
                ColumnOrder::Nothing => heading,
                ColumnOrder::Natural => heading.natural(),
                ColumnOrder::Sorts { .. } => heading.by(column.id),
            });
        }
        draw.headings(line, self.list, &headings);
        body
    }

    /// Draws the rows without headings. Returns the visible rows with their lines.
    pub(crate) fn draw_rows(&self, draw: &mut Draw<'_>, body: Rect, is_lit: bool) -> Vec<(usize, Rect)> {
        let mut end = MARK;
        let columns = self.shown(body.width).into_iter().map(|(column, width)| {
            let start = end + column.gap;
            end = start + width;
            (column, start, end)
        });
        let columns: Vec<_> = columns.collect();
        let at = self.topmost(draw, body.height);
        let rows: Vec<(usize, Rect)> = draw.visible_rows(body, self.list, at, self.len).collect();
        for (row, line) in rows.iter().copied() {
            let is_selected = row == self.selected && !self.hides_cursor;
            let on_cursor = is_selected && is_lit;
            draw.row(line, Target::Row(self.list, row), on_cursor);
            if let Some(heading) = self.heading(row) {
                let width = line.width.saturating_sub(1);
                draw.over(line.x + 1, line.y, width, &heading, Role::Dim, on_cursor);
                continue;
            }
            let (mark, role) = match &self.mark {
                _ if is_selected && self.is_marked => ("▸".to_owned(), Role::Key),
                Some(mark) => mark(row),
                None => (" ".to_owned(), Role::Key),
            };
            draw.over(line.x, line.y, MARK as u16, &mark, role, on_cursor);
            let cells: Vec<Option<Vec<Cell>>> =
                columns.iter().map(|(column, ..)| column.cell.as_ref().map(|cell| cell(row))).collect();
            let length =
                |number: &usize| cells[*number].iter().flatten().map(|(text, _)| text.cells()).sum::<usize>();
            let is_empty = |number: &usize| cells[*number].is_some() && length(number) == 0;
            for (number, pieces) in cells.iter().enumerate() {
                let (column, mut start, mut end) = columns[number];
                let Some(pieces) = pieces else {
                    // What the owner draws in this column has its own background.
                    if on_cursor {
                        let x = line.x.saturating_add(start.saturating_sub(1) as u16);
                        let room = Rect { x, width: (end - start) as u16 + 2, ..line };
                        draw.clear(room.intersection(line));
                    }
                    continue;
                };
                if is_empty(&number) {
                    continue;
                }
                let overflows = column.overflows && length(&number) > end - start;
                if overflows && column.is_right {
                    let free = (0..number).rev().take_while(is_empty).last();
                    start = free.map_or(start, |free| columns[free].1);
                } else if overflows {
                    let free = (number + 1..cells.len()).take_while(is_empty).last();
                    end = free.map_or(end, |free| columns[free].2);
                }
                for (index, (text, role)) in pieces.iter().enumerate() {
                    let rest = end - start;
                    let is_last = index + 1 == pieces.len();
                    let width = if is_last { rest } else { text.cells().min(rest) };
                    let text = if column.is_right { right(text, width) } else { left(text, width) };
                    let x = line.x.saturating_add(start as u16);
                    let room = line.right().saturating_sub(x).min(width as u16);
                    draw.over(x, line.y, room, &text, *role, on_cursor);
                    start += width;
                }
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
