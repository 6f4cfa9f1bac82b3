//! Drawing of text and areas into the frame's buffer, clipped and styled by the theme.

use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::hit_map::HitMap;
use super::images::Images;
use super::table::Tables;
use super::theme::Theme;
use crate::tui::prelude::*;

/// Draws into the frame's buffer.
pub(crate) struct Draw<'a> {
    pub(crate) buffer: &'a mut Buffer,
    pub(crate) theme: Theme,
    /// The click targets and list positions drawn so far.
    pub(crate) hits: &'a mut HitMap,
    /// The images of boards; `None` to draw boards with characters.
    pub(crate) images: Option<&'a Images>,
    /// The position of the terminal's cursor while text is typed.
    pub(crate) cursor: Option<(u16, u16)>,
    /// How lists are sorted and searched.
    pub(crate) tables: &'a Tables,
    /// The pane that is being drawn, which shows the scroll position of its list.
    pub(crate) pane: Option<PaneEdges>,
    /// The rows of searched lists, and the words to be marked in them.
    pub(crate) found: Vec<(Rect, Vec<String>)>,
}

/// The edges of a pane.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PaneEdges {
    /// The line with the title.
    pub(crate) top: Rect,
    /// The area with the border, if there is one.
    pub(crate) bordered: Option<Rect>,
}

/// A heading above a column of a list.
#[derive(Debug, Clone)]
pub(crate) struct Heading<'h> {
    text: &'h str,
    width: usize,
    is_right: bool,
    role: Role,
    /// The column that the heading sorts by, if any; `Some(None)` for the natural order.
    column: Option<Option<usize>>,
}

impl<'h> Heading<'h> {
    /// Returns a heading above texts.
    pub(crate) fn left(text: &'h str, width: usize) -> Heading<'h> {
        Heading { text, width, is_right: false, role: Role::Dim, column: None }
    }

    /// Returns a heading above numbers.
    pub(crate) fn right(text: &'h str, width: usize) -> Heading<'h> {
        Heading { is_right: true, ..Heading::left(text, width) }
    }

    /// Returns empty cells between headings.
    pub(crate) fn gap(width: usize) -> Heading<'h> {
        Heading::left("", width)
    }

    /// Sets the column that a click on the heading sorts by.
    pub(crate) fn by(self, column: usize) -> Heading<'h> {
        Heading { column: Some(Some(column)), ..self }
    }

    /// Makes a click on the heading restore the natural order.
    pub(crate) fn natural(self) -> Heading<'h> {
        Heading { column: Some(None), ..self }
    }

    /// Sets the style.
    pub(crate) fn role(self, role: Role) -> Heading<'h> {
        Heading { role, ..self }
    }
}

impl<'a> Draw<'a> {
    /// Creates the pen of a frame.
    pub(crate) fn new(
        buffer: &'a mut Buffer,
        theme: Theme,
        hits: &'a mut HitMap,
        tables: &'a Tables,
    ) -> Draw<'a> {
        Draw { buffer, theme, hits, images: None, cursor: None, tables, pane: None, found: Vec::new() }
    }
}

impl Draw<'_> {
    /// Writes a text into at most `width` cells of one line. A text that is too long ends with `…`.
    pub(crate) fn text(&mut self, x: u16, y: u16, width: u16, text: &str, role: Role) {
        let style = self.theme.style(role);
        self.styled(x, y, width, text, style);
    }

    /// Writes a text in any style into at most `width` cells of one line. A text that is too long ends with `…`; blanks at
    /// its end do not count.
    pub(crate) fn styled(&mut self, x: u16, y: u16, width: u16, text: &str, style: Style) {
        let area = self.buffer.area;
        if y < area.bottom() && y >= area.y && x < area.right() && width > 0 {
            let room = usize::from(width.min(area.right() - x));
            let text = if text.trim_end().cells() > room { &cut(text, room) } else { text };
            self.buffer.set_stringn(x, y, text, room, style);
        }
    }

    /// Writes a text on a row of a list. The selected row keeps its background; without colours the text is reversed.
    pub(crate) fn over(&mut self, x: u16, y: u16, width: u16, text: &str, role: Role, on_cursor: bool) {
        let mut style = self.theme.style(role);
        if on_cursor {
            let cursor = self.theme.style(Role::Cursor);
            if cursor.add_modifier.contains(Modifier::REVERSED) {
                style = cursor.add_modifier(style.add_modifier);
            } else if let Some(colour) = cursor.bg {
                style = style.bg(colour);
            }
        }
        self.styled(x, y, width, text, style);
    }

    /// Writes spans one after another within `width` cells, as one text. Returns the column after the last span.
    pub(crate) fn spans(&mut self, x: u16, y: u16, width: u16, spans: &[(&str, Role)]) -> u16 {
        let end = x.saturating_add(width);
        let mut at = x;
        for (index, (text, role)) in spans.iter().enumerate() {
            let room = end.saturating_sub(at);
            let cells = text.cells().min(usize::from(room)) as u16;
            let follows = spans[index + 1..].iter().any(|(text, _)| !text.trim_end().is_empty());
            if cells == room && follows {
                // A text that just fits is cut, too, if more follows.
                self.text(at, y, room, &format!("{text}…"), *role);
                return end;
            }
            self.text(at, y, room, text, *role);
            at = at.saturating_add(cells);
        }
        at
    }

    /// Returns the visible rows of a list of `len` rows and their places, so that row `at` is visible. The rows are
    /// sorted and searched as the user requested. The edges of the pane show the scroll position.
    pub(crate) fn visible_rows(
        &mut self,
        area: Rect,
        list: List,
        at: usize,
        len: usize,
    ) -> impl Iterator<Item = (usize, Rect)> + use<> {
        self.visible_rows_of(1, area, list, at, len)
    }

    /// Returns the visible rows of a list as [`Draw::visible_rows`], each with `height` lines. The only row that is visible
    /// may have fewer.
    pub(crate) fn visible_rows_of(
        &mut self,
        height: u16,
        area: Rect,
        list: List,
        at: usize,
        len: usize,
    ) -> impl Iterator<Item = (usize, Rect)> + use<> {
        let order = self.tables.order(list, len);
        let place = order.place(at).unwrap_or(0);
        let page = usize::from((area.height / height).max(area.height.min(1)));
        let first = self.hits.scroll(list, place, page, order.len());
        let visible: Vec<usize> =
            (first..order.len()).take(page).filter_map(|place| order.row(place)).collect();
        if order.len() == 0 && len > 0 && !self.tables.arrangement(list).search.is_empty() {
            self.text(
                area.x + 1,
                area.y,
                area.width.saturating_sub(1),
                "nothing found; Esc lists all",
                Role::Dim,
            );
        }
        self.scroll_position(area, list, (first, page), len);
        let places = area.rows().step_by(usize::from(height));
        let places = places.map(move |line| Rect { height: height.min(area.bottom() - line.y), ..line });
        visible.into_iter().zip(places)
    }

    /// Shows the scroll position of a list at the edges of its pane: a bar, the numbers of the visible rows, and the
    /// search. `first` is the first of `page` visible rows, of those that are listed, and `len` the number of all rows.
    pub(crate) fn scroll_position(
        &mut self,
        area: Rect,
        list: List,
        (first, page): (usize, usize),
        len: usize,
    ) {
        let tables = self.tables;
        let order = tables.order(list, len);
        let arrangement = tables.arrangement(list);
        let words = arrangement.words();
        if !words.is_empty() {
            self.found.push((area, words));
        }
        let Some(edges) = self.pane else { return };
        let listed = order.len();
        let shown = (first + page).min(listed);
        if listed > page && page > 0 {
            let number = |number: usize| thousands(number as u64);
            let text = format!(" {}–{} of {} ", number(first + 1), number(shown), number(listed));
            let line =
                edges.bordered.map_or(edges.top, |pane| Rect { y: pane.bottom() - 1, height: 1, ..pane });
            let width = text.cells() as u16;
            if line.width > width + 4 {
                self.text(line.right() - 1 - width, line.y, width, &text, Role::Dim);
            }
            if let Some(pane) = edges.bordered {
                self.scroll_bar(Rect { x: pane.right() - 1, width: 1, ..area }, list, (first, page, len));
            }
        }
        let typing = tables.typing.filter(|typing| typing.list == list);
        if typing.is_some() || !arrangement.search.is_empty() {
            self.search_line(
                edges.top,
                &arrangement.search,
                typing.map(|typing| typing.column),
                (listed, len),
            );
        }
    }

    /// Draws the bar of a list that does not fit in its pane. A click on the bar selects a row.
    fn scroll_bar(&mut self, bar: Rect, list: List, (first, page, len): (usize, usize, usize)) {
        let tables = self.tables;
        let order = tables.order(list, len);
        let (height, listed) = (usize::from(bar.height), order.len());
        let thumb = (height * page / listed.max(1)).clamp(1, height);
        let hidden = listed.saturating_sub(page).max(1);
        // The thumb touches an end only if the first or the last row is visible.
        let free = height - thumb;
        let top = match first {
            0 => 0,
            _ if first >= hidden => free,
            _ => (first * free / hidden).clamp(usize::from(free > 1), free.saturating_sub(1)),
        };
        for (index, cell) in bar.rows().enumerate() {
            if (top..top + thumb).contains(&index) {
                self.text(cell.x, cell.y, 1, "┃", Role::Title);
            }
            let place = index * listed.saturating_sub(1) / height.saturating_sub(1).max(1);
            if let Some(row) = order.row(place) {
                self.hits.note(cell, Target::Scroll(list, row));
            }
        }
    }

    /// Draws the search of a list at the right end of its pane's title, and the text cursor while it is typed.
    fn search_line(
        &mut self,
        line: Rect,
        search: &str,
        cursor: Option<usize>,
        (listed, len): (usize, usize),
    ) {
        let room = usize::from(line.width).saturating_sub(6);
        let count = match listed == len {
            true => format!(" {} ", thousands(len as u64)),
            false => format!(" {} of {} ", thousands(listed as u64), thousands(len as u64)),
        };
        let wanted = search.cells() + usize::from(cursor.is_some());
        let width = wanted.min(room.saturating_sub(count.cells() + 2));
        if width == 0 && wanted > 0 {
            return;
        }
        let skipped = search.cells().saturating_sub(width);
        let text: String = search.chars().skip(skipped).collect();
        let text = left(&text, width);
        let x = line.right() - 2 - (2 + width + count.cells()) as u16;
        self.text(x, line.y, 2, " /", Role::Key);
        self.text(x + 2, line.y, width as u16, &text, Role::Text);
        self.text(x + 2 + width as u16, line.y, count.cells() as u16, &count, Role::Dim);
        if let Some(column) = cursor {
            self.cursor = Some((x + 2 + column.saturating_sub(skipped).min(width) as u16, line.y));
        }
    }

    /// Draws the headings of a list. A click on a heading sorts by its column, and a mark shows the sorted one.
    pub(crate) fn headings(&mut self, line: Rect, list: List, headings: &[Heading<'_>]) {
        let arrangement = self.tables.arrangement(list);
        let mut x = line.x;
        for heading in headings {
            let width = heading.width.min(usize::from(line.right().saturating_sub(x)));
            let mark = heading.column.map_or("", |column| arrangement.mark(column));
            let short = cut(heading.text, heading.width.saturating_sub(mark.cells()));
            let text = match heading.is_right {
                true => right(&format!("{mark}{short}"), heading.width),
                false => left(&format!("{short}{mark}"), heading.width),
            };
            let role = if mark.is_empty() { heading.role } else { Role::Key };
            self.text(x, line.y, width as u16, &text, role);
            if let Some(column) = heading.column {
                self.hits.note(Rect { x, width: width as u16, ..line }, Target::Column(list, column));
            }
            x = x.saturating_add(width as u16);
        }
    }

    /// Underlines the searched words in the rows of searched lists.
    pub(crate) fn mark_found(&mut self) {
        for (area, words) in std::mem::take(&mut self.found) {
            for row in area.intersection(self.buffer.area).rows() {
                let symbols: Vec<String> =
                    row.columns().map(|cell| self.buffer[(cell.x, cell.y)].symbol().to_lowercase()).collect();
                for word in &words {
                    let letters: Vec<String> = word.chars().map(String::from).collect();
                    let starts = symbols.windows(letters.len()).enumerate();
                    let starts: Vec<usize> =
                        starts.filter(|(_, window)| *window == letters).map(|(start, _)| start).collect();
                    for start in starts {
                        let area = Rect { x: row.x + start as u16, width: letters.len() as u16, ..row };
                        self.buffer.set_style(
                            area,
                            Style::new().add_modifier(Modifier::UNDERLINED | Modifier::BOLD),
                        );
                    }
                }
            }
        }
    }

    /// Returns the visible items of a list, their indices and their places, so that item `at` is visible.
    pub(crate) fn visible<'i, T>(
        &mut self,
        area: Rect,
        list: List,
        at: usize,
        items: &'i [T],
    ) -> impl Iterator<Item = (usize, &'i T, Rect)> + use<'i, T> {
        let rows = self.visible_rows(area, list, at, items.len());
        rows.filter_map(|(index, place)| Some((index, items.get(index)?, place)))
    }

    /// Makes a row of a list a click target, and highlights the row if it is selected.
    pub(crate) fn row(&mut self, place: Rect, target: Target, selected: bool) {
        self.hits.note(place, target);
        if selected {
            self.fill(place, Role::Cursor);
        }
    }

    /// Replaces the content of an area by blanks in a role's style.
    pub(crate) fn fill(&mut self, area: Rect, role: Role) {
        let area = area.intersection(self.buffer.area);
        let style = self.theme.style(role);
        for y in area.rows() {
            let blank = " ".repeat(usize::from(area.width));
            self.buffer.set_line(y.x, y.y, &Line::from(Span::styled(blank, style)), area.width);
        }
    }

    /// Replaces the content of an area by the theme's background.
    pub(crate) fn clear(&mut self, area: Rect) {
        let area = area.intersection(self.buffer.area);
        for position in area.positions() {
            if let Some(cell) = self.buffer.cell_mut(position) {
                cell.reset();
                cell.set_style(self.theme.background());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::{Colours, Shade};

    /// What `paint` draws on a line of ten cells.
    fn drawn(paint: impl Fn(&mut Draw<'_>)) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 10, 1));
        let (mut hits, tables) = (HitMap::default(), Tables::default());
        paint(&mut Draw::new(&mut buffer, Theme::new(Shade::Dark, Colours::None), &mut hits, &tables));
        buffer.content.iter().map(|cell| cell.symbol()).collect::<String>().trim_end().to_owned()
    }

    #[test]
    fn a_text_that_does_not_fit_ends_with_an_ellipsis() {
        let text = |x, width, text| drawn(|draw| draw.text(x, 0, width, text, Role::Text));
        assert_eq!(text(0, 6, "queens"), "queens");
        assert_eq!(text(0, 6, "queens  "), "queens");
        assert_eq!(text(0, 5, "queens"), "quee…");
        assert_eq!(text(7, 9, "queens"), "       qu…", "at the edge of the screen");
    }

    #[test]
    fn spans_that_do_not_fit_end_with_an_ellipsis() {
        let spans = |width, texts: &[&str]| {
            let spans: Vec<(&str, Role)> = texts.iter().map(|text| (*text, Role::Text)).collect();
            drawn(|draw| {
                draw.spans(0, 0, width, &spans);
            })
        };
        assert_eq!(spans(8, &["one ", "two", " "]), "one two");
        assert_eq!(spans(7, &["one ", "two", "  "]), "one two");
        assert_eq!(spans(6, &["one ", "two"]), "one t…");
        assert_eq!(spans(7, &["one ", "two", " three"]), "one tw…");
    }
}
