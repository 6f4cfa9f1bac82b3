//! Figures as CSV: a line with the names of the columns, then the numbers.
//!
//! A chart has a column for each line and two for each band; a heatmap has a line for each of its rows. Cells without a
//! value are empty. The names of columns are of ASCII letters, digits and `_`, and each occurs once: programs can use them
//! as they are. Whole numbers are written in full, others with seven significant digits.

use super::chart::{Chart, Reading, Shape};
use super::heatmap::Heatmap;
use super::table::{Cell, Table};
use super::{Content, Figure};
use crate::numbers::machine as number;

/// Returns a figure as CSV.
#[must_use]
pub fn write(figure: &Figure) -> String {
    let mut lines = match &figure.content {
        Content::Chart(chart) => of_chart(chart),
        Content::Heatmap(map) => of_heatmap(map),
        Content::Table(table) => of_table(table),
    };
    if let Some(headings) = lines.first_mut() {
        *headings = names(headings);
    }
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    // Writing to memory cannot fail.
    let written = lines.iter().try_for_each(|line| writer.write_record(line));
    let bytes = written.ok().and_then(|()| writer.into_inner().ok()).unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

/// Returns names of columns for their headings.
fn names(headings: &[String]) -> Vec<String> {
    let mut found: Vec<String> = Vec::with_capacity(headings.len());
    for heading in headings {
        let plain = name(heading);
        let numbered = (2..).map(|number| format!("{plain}_{number}"));
        let free = std::iter::once(plain.clone()).chain(numbered).find(|name| !found.contains(name));
        found.push(free.unwrap_or(plain));
    }
    found
}

/// Returns a heading as a name: “10–90 % low (moves)” becomes `10_90_percent_low_moves`.
fn name(heading: &str) -> String {
    let mut words: Vec<String> = vec![String::new()];
    for sign in heading.chars() {
        let word = match sign {
            '%' => "percent",
            'Σ' => "sum",
            '×' => "by",
            '≈' => "about",
            '<' => "below",
            '>' => "above",
            // A part of the word.
            '’' | '\'' => continue,
            _ if sign.is_ascii_alphanumeric() => {
                words.iter_mut().last().into_iter().for_each(|word| word.push(sign));
                continue;
            }
            _ => "",
        };
        words.extend([word.to_owned(), String::new()]);
    }
    words.retain(|word| !word.is_empty());
    if words.is_empty() { "column".to_owned() } else { words.join("_") }
}

fn of_chart(chart: &Chart) -> Vec<Vec<String>> {
    let layers =
        || chart.panels.iter().flat_map(|panel| panel.layers.iter().map(move |layer| (panel, layer)));
    let width = layers().find_map(|(_, layer)| match layer.shape {
        Shape::Bars(width, _) => Some(width),
        _ => None,
    });
    let mut heading = vec![chart.x.heading()];
    heading.extend(width.map(|_| format!("{} to", chart.x.title)));
    for (panel, layer) in layers() {
        let unit = if panel.y.unit.is_empty() { String::new() } else { format!(" ({})", panel.y.unit) };
        let name = if layer.name.is_empty() { &panel.y.title } else { &layer.name };
        match layer.shape {
            Shape::Band(_) => heading.extend(["low", "high"].map(|end| format!("{name} {end}{unit}"))),
            _ => heading.push(format!("{name}{unit}")),
        }
    }
    let mut lines = vec![heading];
    for x in chart.positions() {
        let mut line = vec![number(x)];
        line.extend(width.map(|width| number(x + width)));
        for (_, layer) in layers() {
            match (layer.at(x), &layer.shape) {
                (Some(Reading::Value(value)), _) => line.push(number(value)),
                (Some(Reading::Ends(ends)), _) => line.extend(ends.map(number)),
                (None, Shape::Band(_)) => line.extend([String::new(), String::new()]),
                (None, _) => line.push(String::new()),
            }
        }
        lines.push(line);
    }
    lines
}

fn of_heatmap(map: &Heatmap) -> Vec<Vec<String>> {
    let heading = std::iter::once(map.row.clone()).chain(map.columns.iter().cloned()).collect();
    let line = |(name, cells): (&String, &Vec<Option<super::heatmap::Cell>>)| {
        let values = cells.iter().map(|cell| cell.map_or_else(String::new, |cell| number(cell.value)));
        std::iter::once(name.clone()).chain(values).collect()
    };
    std::iter::once(heading).chain(map.rows.iter().zip(&map.cells).map(line)).collect()
}

fn of_table(table: &Table) -> Vec<Vec<String>> {
    let heading = table.columns.iter().map(super::table::Column::heading).collect();
    let cell = |cell: &Cell| match cell {
        Cell::Empty => String::new(),
        Cell::Text(text) => crate::text::line(text).into_owned(),
        Cell::Integer(value) => value.to_string(),
        Cell::Number(value, _) => number(*value),
    };
    let line = |row: &Vec<Cell>| row.iter().map(cell).collect();
    std::iter::once(heading).chain(table.rows.iter().map(line)).collect()
}
