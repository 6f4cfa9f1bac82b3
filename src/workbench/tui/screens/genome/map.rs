//! The heatmap: a cell for each row, and each organism or generation.

use std::borrow::Cow;

use ratatui::style::Modifier;

use super::sheet::Sheet;
use super::table::{HEATMAP, SUBJECT};
use super::{CELLS, Locus, Map, VALUES};
use crate::evolution::record::Individual;
use crate::explain::family::Cause;
use crate::organism::chromosome::Chromosome;
use crate::tui::curve::Point;
use crate::tui::prelude::*;
use crate::tui::theme::heat::Ramp;
use crate::tui::widgets::heatmap;

/// The columns of the heatmap.
pub(super) const COLUMNS: List = List("genome: columns");

/// A column of the heatmap: an organism of the displayed generation, or the fittest one of a generation.
struct Column<'a> {
    /// The organism's place or the index of the generation.
    index: usize,
    values: Cow<'a, [i32]>,
    bits: Option<&'a Chromosome>,
}

/// The columns that fit beside the values.
struct Shown<'a> {
    columns: Vec<Column<'a>>,
    /// The column under the cursor, if it is visible.
    cursor: Option<usize>,
    /// The width of a column.
    cell: u16,
}

impl<'a> Shown<'a> {
    fn new(draw: &mut Draw<'_>, sheet: &Sheet<'a>, width: u16) -> Shown<'a> {
        let len = sheet.len();
        let cell = (usize::from(width) / len.max(1)).clamp(1, 3) as u16;
        let count = usize::from(width / cell).min(len);
        let (columns, cursor) = if sheet.state.map == Map::Generations {
            // The columns sample all generations; only their number is recorded.
            draw.hits.scroll(COLUMNS, 0, count, count);
            let column = |column| {
                let index = point_of(column, count, len);
                Column { index, values: Cow::Borrowed(&sheet.points[index].champion_values), bits: None }
            };
            ((0..count).map(column).collect(), sheet.at().map(|at| column_of(at, count, len)))
        } else {
            let first = draw.hits.scroll(COLUMNS, sheet.at().unwrap_or(0), count, len);
            let column = |(index, organism): (usize, &'a Individual)| {
                let bits = &organism.chromosome;
                Column { index, values: Cow::Owned(bits.decode(&sheet.schema)), bits: Some(bits) }
            };
            let organisms = sheet.organisms().iter().enumerate().skip(first).take(count);
            (organisms.map(column).collect(), sheet.at().and_then(|at| at.checked_sub(first)))
        };
        Shown { columns, cursor: cursor.filter(|column| *column < count), cell }
    }
}

/// Draws the table with the heatmap, of which the loci are the rows that are not headings.
pub(super) fn draw(
    draw: &mut Draw<'_>,
    sheet: &Sheet<'_>,
    ramp: &Ramp,
    area: Rect,
    (table, loci): (&Table<'_>, &[Option<Locus>]),
) {
    let has_axis = area.height >= 14 && table.place(area, HEATMAP).width > 0;
    let list = below(area, u16::from(has_axis));
    let place = table.place(list, HEATMAP);
    let shown = Shown::new(draw, sheet, place.width);
    let rows = table.draw(draw, list, true);
    // The heatmap ends before the blank at its right.
    let room = Rect { width: (place.width + 1).min(area.right().saturating_sub(place.x)), ..place };
    if table.len == 0 {
        paragraph(draw, below(list, 1), "nothing found; Esc lists all", Role::Dim);
    }
    if !shown.columns.is_empty() {
        heading(draw, sheet, &shown, room, has_axis.then_some(area.y));
    } else if room.width > 1 && area.width >= 60 {
        let reason = sheet.open.map_or("no session is open: n starts one, o opens one", |open| {
            open.failure.as_deref().unwrap_or("no generation is measured yet")
        });
        for (text, line) in wrap(reason, usize::from(room.width)).iter().zip(below(room, 1).rows()) {
            draw.text(line.x, line.y, line.width, text, Role::Warning);
        }
    }
    let value = table.place(list, SUBJECT);
    let origins = sheet.origins().and_then(Result::ok);
    for (row, line) in rows {
        let Some(locus) = loci[row] else { continue };
        let on_line = |place: Rect| Rect { y: line.y, height: 1, ..place };
        draw.hits.note(on_line(value), Target::Part(VALUES, row));
        let bit = sheet.bit(locus);
        for (number, column) in shown.columns.iter().enumerate() {
            let x = place.x + number as u16 * shown.cell;
            let cell = on_line(Rect { x, width: shown.cell, ..place });
            draw.hits.note(cell, Target::Part(CELLS, row * sheet.len() + column.index));
            let digit = bit.and_then(|bit| Some(column.bits?.bit(bit)));
            let value = column.values.get(locus.parameter);
            let share = value.and_then(|value| sheet.share(locus.parameter, *value));
            let is_marked = row == table.selected && shown.cursor == Some(number);
            if sheet.state.map == Map::Origins {
                let origin = origins.and_then(|origins| origins.get(column.index)?.get(locus.parameter));
                let (sign, role) = origin.map_or((".", Role::Dim), |origin| origin_cell(origin.cause));
                let style = draw.theme.style(role);
                let style = if is_marked { style.add_modifier(Modifier::REVERSED) } else { style };
                heatmap::paint(draw, cell, sign, style);
                continue;
            }
            draw_cell(draw, ramp, cell, digit, share, is_marked);
        }
    }
}

/// Returns the sign and the colour of a value that arose so.
pub(super) fn origin_cell(cause: Cause) -> (&'static str, Role) {
    match cause {
        Cause::Founder => ("·", Role::Dim),
        Cause::Mutation => ("m", Role::Organism),
        Cause::Crossing => ("x", Role::Grandmaster),
        Cause::Planted => ("P", Role::Key),
    }
}

/// Draws a cell: a bit, or the share of a value in its range.
fn draw_cell(
    draw: &mut Draw<'_>,
    ramp: &Ramp,
    area: Rect,
    bit: Option<bool>,
    share: Option<f64>,
    is_marked: bool,
) {
    let (glyph, style) = match (bit, share) {
        (Some(bit), _) => {
            let style = ramp.text_style(f64::from(bit));
            let style = if is_marked { style.add_modifier(Modifier::REVERSED) } else { style };
            (if bit { "1" } else { "0" }, style)
        }
        (None, Some(share)) => ramp.cell(share),
        (None, None) => ("·", draw.theme.style(Role::Dim)),
    };
    heatmap::paint(draw, area, glyph, style);
    if is_marked && bit.is_none() {
        let style = share.map_or(style, |share| ramp.text_style(share));
        draw.styled(area.x + area.width / 2, area.y, 1, "◆", style);
    }
}

/// Draws a mark above the column under the cursor, and the description of the columns: in a line of its own, or beside the
/// mark.
fn heading(draw: &mut Draw<'_>, sheet: &Sheet<'_>, shown: &Shown<'_>, room: Rect, axis_line: Option<u16>) {
    let axis = axis(sheet, shown, axis_line.is_some());
    if let Some(y) = axis_line {
        draw.text(room.x, y, room.width, &cut(&axis, usize::from(room.width)), Role::Dim);
    }
    let Some(column) = shown.cursor else { return };
    let number = thousands(match sheet.state.map {
        Map::Generations => sheet.point().map_or(0, |point| u64::from(point.generation)),
        Map::Organisms | Map::Bits | Map::Origins => sheet.at().map_or(0, |at| at as u64 + 1),
    });
    let x = room.x + column as u16 * shown.cell + shown.cell / 2;
    let long = if axis_line.is_some() { number.clone() } else { format!("{number} of {axis}") };
    heatmap::mark_column(draw, room, x, &[long, number]);
}

/// Returns the description of the columns. The long one has a line of its own.
fn axis(sheet: &Sheet<'_>, shown: &Shown<'_>, is_long: bool) -> String {
    let number = |number: usize| thousands(number as u64);
    let (count, len) = (number(shown.columns.len()), number(sheet.len()));
    if sheet.state.map != Map::Generations {
        let first = shown.columns.first().map_or(0, |column| column.index);
        let ends = format!("{}–{}", number(first + 1), number(first + shown.columns.len()));
        return match is_long {
            true => format!("organisms {ends} of {len}, fittest first"),
            false => format!("{len}, fittest first"),
        };
    }
    let generation = |point: Option<&&Point>| thousands(point.map_or(0, |point| point.generation.into()));
    let ends = format!("{}–{}", generation(sheet.points.first()), generation(sheet.points.last()));
    match (is_long, shown.columns.len() < sheet.len()) {
        (true, true) => format!("best of gen {ends}, {count} of {len} shown"),
        (true, false) => format!("best of gen {ends}"),
        (false, true) => format!("{ends}, {count} shown"),
        (false, false) => ends,
    }
}

/// Returns which of `len` points a column shows. If fewer than `len` columns fit, the points are sampled evenly and
/// include both ends.
pub(super) fn point_of(column: usize, columns: usize, len: usize) -> usize {
    if columns >= len { column } else { scaled(column, columns, len) }.min(len.saturating_sub(1))
}

/// Returns the column that shows a point or its nearest neighbor.
pub(super) fn column_of(point: usize, columns: usize, len: usize) -> usize {
    if columns >= len { point } else { scaled(point, len, columns) }.min(columns.saturating_sub(1))
}

/// Maps 0 to `from` − 1 to 0 to `to` − 1, rounded.
fn scaled(at: usize, from: usize, to: usize) -> usize {
    let last = from.saturating_sub(1).max(1);
    (at * to.saturating_sub(1) + last / 2) / last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resampling_keeps_both_ends_and_is_invertible() {
        for (columns, len) in [(1, 1), (1, 9), (2, 3), (60, 61), (60, 4097), (60, 60), (60, 7)] {
            let shown = columns.min(len);
            for column in 0..shown {
                let point = point_of(column, columns, len);
                assert!(point < len);
                assert_eq!(column_of(point, columns, len), column, "{columns} of {len}");
            }
            assert_eq!(point_of(0, columns, len), 0);
            if columns > 1 {
                assert_eq!(point_of(shown - 1, columns, len), len - 1);
            }
            (0..len).for_each(|point| assert!(column_of(point, columns, len) < shown));
        }
    }
}
