//! Lines of text that fill a pane from top to bottom.

use ratatui::layout::Margin;

use crate::tui::prelude::*;

/// Writes a text into an area, wrapped, with one empty column at each side. A text that is too long ends with `…`. Returns
/// the rows below the text.
pub(crate) fn paragraph(draw: &mut Draw<'_>, area: Rect, text: &str, role: Role) -> Rect {
    let width = usize::from(area.width.saturating_sub(2));
    let lines = wrapped(text, width, usize::from(area.height));
    for (line, row) in lines.iter().zip(area.rows()) {
        draw.text(row.x + 1, row.y, row.width.saturating_sub(1), line, role);
    }
    below(area, lines.len() as u16)
}

/// Writes texts into an area one below the other, each as a [`paragraph`].
pub(crate) fn paragraphs<T: AsRef<str>>(
    draw: &mut Draw<'_>,
    area: Rect,
    texts: impl IntoIterator<Item = (T, Role)>,
) {
    texts.into_iter().fold(area, |rest, (text, role)| paragraph(draw, rest, text.as_ref(), role));
}

/// Writes lines of pieces into an area one below the other, with one empty column at the left.
pub(crate) fn pieces<L: AsRef<[Cell]>>(draw: &mut Draw<'_>, area: Rect, lines: impl IntoIterator<Item = L>) {
    for (line, row) in lines.into_iter().zip(area.rows()) {
        let spans: Vec<(&str, Role)> =
            line.as_ref().iter().map(|(text, role)| (text.as_str(), *role)).collect();
        draw.spans(row.x + 1, row.y, row.width.saturating_sub(1), &spans);
    }
}

/// Breaks a text into at most `rows` lines of at most `width` cells at spaces. A text that is too long ends with `…`. One
/// that fits on a line keeps all its spaces.
pub(crate) fn wrapped(text: &str, width: usize, rows: usize) -> Vec<String> {
    let fits = !text.contains('\n') && text.cells() <= width;
    let mut lines = if fits { vec![text.to_owned()] } else { wrap(text, width) };
    if lines.len() > rows {
        lines.truncate(rows);
        lines.last_mut().into_iter().for_each(|last| *last = cut(&format!("{last} …"), width));
    }
    lines
}

/// Writes lines one below the other. Lines that do not fit in the pane are omitted.
pub(crate) struct Lines<'a, 'b> {
    pub(crate) draw: &'a mut Draw<'b>,
    /// The free rows of the pane.
    rest: Rect,
}

impl<'a, 'b> Lines<'a, 'b> {
    /// Creates a writer for the inside of a pane, with one empty column at each side.
    pub(crate) fn new(draw: &'a mut Draw<'b>, inside: Rect) -> Lines<'a, 'b> {
        Lines { draw, rest: inside.inner(Margin::new(1, 0)) }
    }

    /// Returns the width of a line in cells.
    pub(crate) fn width(&self) -> u16 {
        self.rest.width
    }

    /// Reserves the next line. Returns `None` if the pane is full.
    pub(crate) fn next(&mut self) -> Option<Rect> {
        (!self.rest.is_empty()).then(|| self.take(1))
    }

    /// Reserves rows, as far as there are any.
    pub(crate) fn take(&mut self, height: u16) -> Rect {
        let [rows, rest] = split_top(self.rest, height);
        self.rest = rest;
        rows
    }

    /// Returns the free rows.
    pub(crate) fn rest(&self) -> Rect {
        self.rest
    }

    /// Writes a line of spans. Returns the free part of the line, unless the pane is full.
    pub(crate) fn spans(&mut self, spans: &[(&str, Role)]) -> Option<Rect> {
        let line = self.next()?;
        let x = self.draw.spans(line.x, line.y, line.width, spans);
        Some(Rect { x, width: line.right().saturating_sub(x), ..line })
    }

    /// Writes a line of text, cut to the width of the pane.
    pub(crate) fn text(&mut self, text: &str, role: Role) {
        if let Some(Rect { x, y, width, .. }) = self.next() {
            self.draw.text(x, y, width, &cut(text, usize::from(width)), role);
        }
    }

    /// Writes a text, wrapped, in at most `rows` lines.
    pub(crate) fn wrapped(&mut self, text: &str, rows: usize, role: Role) {
        let lines = wrap(text, usize::from(self.width()));
        lines.iter().take(rows).for_each(|line| self.text(line, role));
    }
}
