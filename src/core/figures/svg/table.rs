//! Draws tables.

use super::{Canvas, MARGIN, width_of};
use crate::figures::table::{Cell, Table};

/// The height of a row.
const ROW: f64 = 20.0;
/// The distance between columns.
const GAP: f64 = 18.0;
/// The longest text of a cell, in characters.
const LONGEST: usize = 60;

/// Draws a table below `top`. Returns the size of the document.
pub(super) fn draw(canvas: &mut Canvas, table: &Table, top: f64) -> [f64; 2] {
    let shown: Vec<Vec<String>> = table.rows.iter().map(|row| row.iter().map(text).collect()).collect();
    let mut ends = vec![MARGIN];
    for (column, heading) in table.columns.iter().enumerate() {
        let cells = shown.iter().filter_map(|row| row.get(column)).map(|text| width_of(text));
        let width = cells.fold(width_of(&heading.heading()) * 1.08, f64::max);
        ends.push(ends[column] + width + GAP);
    }
    let right = *ends.last().unwrap_or(&MARGIN);
    let numeric = |column: usize| {
        let mut cells = table.rows.iter().filter_map(|row| row.get(column));
        cells.all(|cell| cell.is_number() || *cell == Cell::Empty)
    };
    let place = |column: usize| {
        if numeric(column) { (ends[column + 1] - GAP, "end") } else { (ends[column], "start") }
    };
    let places: Vec<(f64, &str)> = (0..table.columns.len()).map(place).collect();
    for (heading, (x, anchor)) in table.columns.iter().zip(&places) {
        canvas.text(*x, top + 14.0, "head", anchor, &heading.heading());
    }
    canvas.line([MARGIN, top + ROW], [right - GAP, top + ROW], "axis");
    for (index, row) in shown.iter().enumerate() {
        let y = top + ROW * (index + 1) as f64 + 2.0;
        if index % 2 == 1 {
            canvas.rectangle([MARGIN - 4.0, y], [right - GAP - MARGIN + 8.0, ROW], "stripe");
        }
        for (text, (x, anchor)) in row.iter().zip(&places).filter(|(text, _)| !text.is_empty()) {
            canvas.text(*x, y + 14.0, "number", anchor, text);
        }
    }
    [right, top + ROW * (shown.len() + 1) as f64 + MARGIN]
}

fn text(cell: &Cell) -> String {
    let text = cell.shown();
    if text.chars().count() <= LONGEST {
        text
    } else {
        text.chars().take(LONGEST - 1).chain(['…']).collect()
    }
}
