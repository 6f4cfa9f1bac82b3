//! Descriptions of figures in words, for readers who do not see them.

use super::chart::{Chart, Layer, Panel, Reading, Shape};
use super::{Content, Figure};
use crate::numbers::thousands;

impl Figure {
    /// Creates a figure and describes its content.
    #[must_use]
    pub fn new(name: &str, title: &str, content: Content) -> Figure {
        let description = match &content {
            Content::Chart(chart) => of_chart(chart),
            Content::Heatmap(map) => format!(
                "Heatmap of {} rows ({}) and {} columns ({}). A cell is the {}; its colour goes from {} to {}.",
                thousands(map.rows.len() as u64),
                map.row,
                thousands(map.columns.len() as u64),
                map.column,
                map.value,
                map.ends[0],
                map.ends[1]
            ),
            Content::Table(table) => {
                let headings: Vec<String> = table.columns.iter().map(super::table::Column::heading).collect();
                let rows = thousands(table.rows.len() as u64);
                format!("Table of {rows} rows. Its columns are {}.", headings.join(", "))
            }
        };
        Figure { name: name.to_owned(), title: title.to_owned(), description, note: "", content }
    }

    /// Adds what a reader needs to know besides.
    #[must_use]
    pub fn noted(mut self, note: &'static str) -> Figure {
        if !note.is_empty() {
            self.description = format!("{} {note}", self.description);
            self.note = note;
        }
        self
    }
}

fn of_chart(chart: &Chart) -> String {
    let mut text = format!("Chart by {}.", chart.x.heading());
    for panel in &chart.panels {
        let layers: Vec<String> = panel.layers.iter().filter_map(|layer| of_layer(panel, layer)).collect();
        text += &format!(" Vertical axis: {}. {}.", panel.y.heading(), layers.join("; "));
    }
    text
}

/// Describes a layer by its first and its last value.
fn of_layer(panel: &Panel, layer: &Layer) -> Option<String> {
    let value = |reading: Reading| match reading {
        Reading::Value(value) => panel.y.value(value),
        Reading::Ends([low, high]) => format!("{} to {}", panel.y.value(low), panel.y.value(high)),
    };
    let name = if layer.name.is_empty() { &panel.y.title } else { &layer.name };
    let ends = match &layer.shape {
        Shape::Line(_, points) => [points.first()?[0], points.last()?[0]],
        Shape::Band(ends) => [ends.first()?.0, ends.last()?.0],
        Shape::Level(level) => return Some(format!("{name}: {}", panel.y.value(*level))),
        Shape::Points(_) => return Some(name.clone()),
        Shape::Bars(_, bars) => return Some(format!("{name}: {} bars", bars.len())),
    };
    let [first, last] = ends.map(|x| layer.at(x).map(value).unwrap_or_default());
    Some(if ends[0] == ends[1] {
        format!("{name}: {first}")
    } else {
        format!("{name}: {first}, at last {last}")
    })
}
