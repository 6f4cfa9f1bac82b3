//! Draws heatmaps.

use std::collections::BTreeMap;

use svg::node::element::{Group, Path};

use super::{Canvas, MARGIN, number, rectangle, width_of};
use crate::figures::chart::plain;
use crate::figures::heatmap::{Cell, Heatmap};

/// The preferred width of the cells together.
const WIDTH: f64 = 760.0;
/// The smallest and the largest width of a cell, and those of a cell with a written value.
const CELL: ([f64; 2], [f64; 2]) = ([2.0, 28.0], [34.0, 64.0]);
/// The height of a row.
const ROW: f64 = 16.0;
/// The opacity of the low end: not invisible, so that it differs from a missing value.
const LOW: f64 = 0.06;
/// What the high end has more, without and with written values. Texts need a contrast of 4.5 to every cell below them.
const RANGE: [f64; 2] = [0.94, 0.45];
/// The longest name of a row, in characters.
const NAME: usize = 44;

/// Draws a heatmap below `top`. Returns the size of the document.
pub(super) fn draw(canvas: &mut Canvas, map: &Heatmap, top: f64) -> [f64; 2] {
    let names: Vec<String> = map.rows.iter().map(|name| cut(name)).collect();
    let longest = names.iter().map(|name| width_of(name)).fold(width_of(&map.row), f64::max);
    let left = MARGIN + longest + 10.0;
    let limits = if map.written { CELL.1 } else { CELL.0 };
    let cell = (WIDTH / map.columns.len().max(1) as f64).clamp(limits[0], limits[1]);
    let y = legend(canvas, map, top);
    canvas.text(MARGIN, y + 14.0, "head", "start", &map.row);
    headings(canvas, map, [left, y + 14.0], cell);
    let first = y + 22.0;
    for (row, name) in names.iter().enumerate() {
        canvas.text(left - 8.0, first + row as f64 * ROW + 12.0, "", "end", name);
    }
    canvas.group(cells(map, [left, first], cell));
    if map.written {
        write(canvas, map, [left, first], cell);
    }
    let size = [cell * map.columns.len() as f64, ROW * map.rows.len() as f64];
    let frame = rectangle([left, first], size).set("fill", "none").set("class", "cells");
    canvas.add(frame);
    [left + size[0].max(width_of(&map.column) + 20.0) + MARGIN, first + size[1] + MARGIN]
}

/// Draws the cells as one path for each opacity. Neighbours in a row with the same opacity are one rectangle.
fn cells(map: &Heatmap, [left, first]: [f64; 2], cell: f64) -> Group {
    let of = |cell: &Option<Cell>| cell.as_ref().map(|cell| number(opacity(map, cell.share)));
    let mut paths: BTreeMap<String, String> = BTreeMap::new();
    for (row, values) in map.cells.iter().enumerate() {
        let mut column = 0;
        for equal in values.chunk_by(|one, next| of(one) == of(next)) {
            if let Some(opacity) = of(&equal[0]) {
                let [x, y] = [left + column as f64 * cell, first + row as f64 * ROW].map(number);
                let [width, height] = [cell * equal.len() as f64, ROW].map(number);
                let path = paths.entry(opacity).or_default();
                *path += &format!("M{x} {y}h{width}v{height}h-{width}z");
            }
            column += equal.len();
        }
    }
    let path = |(opacity, path)| Path::new().set("fill-opacity", opacity).set("d", path);
    paths.into_iter().map(path).fold(Group::new().set("class", "heat"), Group::add)
}

/// Returns the opacity of a colour, from 0 for the low end to 1 for the high end.
fn opacity(map: &Heatmap, share: f64) -> f64 {
    LOW + RANGE[usize::from(map.written)] * share
}

/// Writes the values into the cells.
fn write(canvas: &mut Canvas, map: &Heatmap, [left, first]: [f64; 2], cell: f64) {
    for (row, values) in map.cells.iter().enumerate() {
        for (column, value) in values.iter().enumerate() {
            let Some(value) = value else { continue };
            let x = left + (column as f64 + 0.5) * cell;
            let y = first + row as f64 * ROW + 12.0;
            canvas.text(x, y, "number", "middle", &plain(value.value));
        }
    }
}

/// Writes the headings of columns, as many as fit.
fn headings(canvas: &mut Canvas, map: &Heatmap, [left, y]: [f64; 2], cell: f64) {
    let longest = map.columns.iter().map(|name| width_of(name)).fold(0.0, f64::max) + 6.0;
    let step = (longest / cell).ceil().max(1.0) as usize;
    for (column, name) in map.columns.iter().enumerate().step_by(step) {
        canvas.text(left + (column as f64 + 0.5) * cell, y, "dim number", "middle", name);
    }
}

/// Draws what the colours and the columns mean. Returns the lower end.
fn legend(canvas: &mut Canvas, map: &Heatmap, top: f64) -> f64 {
    canvas.text(
        MARGIN,
        top + 12.0,
        "dim",
        "start",
        &format!("Columns: {}. Cells: {}.", map.column, map.value),
    );
    let y = top + 22.0;
    canvas.text(MARGIN, y + 11.0, "dim", "start", &map.ends[0]);
    let start = MARGIN + width_of(&map.ends[0]) + 8.0;
    let mut steps = Group::new().set("class", "heat");
    for step in 0..8 {
        let place = [start + f64::from(step) * 16.0, y];
        let opacity = opacity(map, f64::from(step) / 7.0);
        steps = steps.add(rectangle(place, [16.0, 14.0]).set("fill-opacity", number(opacity)));
    }
    canvas.group(steps);
    canvas.text(start + 136.0, y + 11.0, "dim", "start", &map.ends[1]);
    y + 24.0
}

fn cut(name: &str) -> String {
    if name.chars().count() <= NAME {
        name.to_owned()
    } else {
        name.chars().take(NAME - 1).chain(['…']).collect()
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::figures::svg::style::{DARK, LIGHT};

    /// Returns the red, green and blue of the fill of a selector in a style sheet.
    fn fill(css: &str, selector: &str) -> [f64; 3] {
        let (_, rule) = css.split_once(&format!("\n.eyas {selector} {{")).unwrap();
        let (_, colour) = rule.split('}').next().unwrap().split_once("fill: #").unwrap();
        [0, 2, 4].map(|at| f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()))
    }

    /// Returns the relative luminance of a colour, as defined by the Web Content Accessibility Guidelines 2.
    fn luminance(colour: [f64; 3]) -> f64 {
        let [red, green, blue] = colour
            .map(|part| part / 255.0)
            .map(|part| if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    #[rstest]
    #[case::light(LIGHT)]
    #[case::dark(DARK)]
    fn written_values_can_be_read_in_every_cell(#[case] css: &str) {
        let [heat, ground, text] = [".heat", ".ground", "text"].map(|selector| fill(css, selector));
        let map = crate::figures::round::crosstable(Vec::new(), Vec::new(), Vec::new());
        assert!(map.written);
        for step in 0..=100 {
            let opacity: f64 = number(opacity(&map, f64::from(step) / 100.0)).parse().unwrap();
            let cell: [f64; 3] =
                std::array::from_fn(|part| opacity * heat[part] + (1.0 - opacity) * ground[part]);
            let (cell, text) = (luminance(cell), luminance(text));
            let contrast = (cell.max(text) + 0.05) / (cell.min(text) + 0.05);
            assert!(contrast >= 4.5, "{contrast} at {step} %");
        }
    }
}
