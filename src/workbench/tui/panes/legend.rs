//! The legend of a chart, which also shows the values at the cursor.

use super::chart::{AXIS, Options, is_shown, mark, role};
use crate::figures::chart::{Layer, LayerRole as Meaning, Panel, Reading, Shape, Stroke as Weight};
use crate::tui::prelude::*;

/// An entry of a legend.
struct Entry {
    sample: &'static str,
    text: String,
    role: Role,
    is_band: bool,
}

/// Draws the unit of the vertical axis and the legend; with a cursor also the values there.
pub(super) fn draw(draw: &mut Draw<'_>, chart: &Chart, panel: &Panel, options: &Options<'_>, line: Rect) {
    let cursor = options.cursor(chart);
    let unit = if panel.y.unit.is_empty() { String::new() } else { panel.y.unit.clone() };
    // The numbers end two cells before the chart.
    let used = unit.cells() as u16;
    let start = line.x + (AXIS - 2).saturating_sub(used);
    draw.text(start, line.y, line.width, &unit, Role::Dim);
    let mut x = (line.x + AXIS).max(start + used + 2);
    let mut entries: Vec<Entry> = Vec::new();
    if let Some(at) = cursor {
        let text = format!("{} {}", chart.x.title, chart.x.value(at));
        entries.push(Entry { sample: "│", text, role: Role::Key, is_band: false });
    }
    entries.extend(legend_entries(panel, cursor, options));
    let room = |entries: &[Entry]| {
        let cells = entries.iter().map(|entry| entry.sample.cells() + 1 + entry.text.cells()).sum::<usize>();
        let gaps = 3 * entries.len().saturating_sub(1);
        usize::from(line.right().saturating_sub(x)).checked_sub(cells + gaps)
    };
    if let (None, Some(at), Some(first)) = (room(&entries), cursor, entries.first_mut()) {
        first.text = chart.x.value(at);
    }
    while room(&entries).is_none() && entries.len() > 1 {
        entries.pop();
    }
    let mut left = room(&entries).unwrap_or(0);
    let more = options.entries.iter().filter(|_| cursor.is_none());
    for (texts, role) in more {
        let Some(text) = texts.iter().find(|text| text.cells() + 4 <= left) else { continue };
        left -= text.cells() + 3;
        entries.push(Entry { sample: "", text: text.clone(), role: *role, is_band: false });
    }
    for (index, entry) in entries.iter().enumerate() {
        if index > 0 {
            x += 3;
        }
        let end = draw.spans(x, line.y, line.right().saturating_sub(x), &[(entry.sample, entry.role)]);
        if let (Some(colour), true) = (draw.theme.fill(Role::Band).filter(|_| !options.ascii), entry.is_band)
        {
            // The sample of the band has the band's background.
            let style = draw.theme.style(Role::Text).bg(colour);
            draw.styled(x, line.y, 2, "  ", style);
        }
        let gap = u16::from(!entry.sample.is_empty());
        x = draw.spans(
            end + gap,
            line.y,
            line.right().saturating_sub(end + gap),
            &[(&entry.text, entry.role)],
        );
    }
}

/// Returns the entries of a panel's layers, the most important first.
fn legend_entries(panel: &Panel, cursor: Option<f64>, options: &Options<'_>) -> Vec<Entry> {
    let rank = |layer: &&Layer| match (&layer.shape, layer.role) {
        (_, Meaning::Other) => 4,
        (Shape::Line(Weight::Thick, _), _) => 0,
        (Shape::Line(..), _) => 1,
        (Shape::Band(_) | Shape::Bars(..), _) => 2,
        _ => 3,
    };
    let mut layers: Vec<&Layer> = panel.layers.iter().filter(|layer| is_shown(layer, options)).collect();
    layers.sort_by_key(rank);
    let mut entries: Vec<Entry> = Vec::new();
    for layer in layers {
        let value = cursor.and_then(|x| layer.at(x)).map(|reading| match reading {
            Reading::Value(value) => panel.y.value(value),
            Reading::Ends([low, high]) if low < 0.0 => {
                format!("{} to {}", panel.y.value(low), panel.y.value(high))
            }
            Reading::Ends([low, high]) => format!("{}–{}", panel.y.value(low), panel.y.value(high)),
        });
        let (sample, is_band) = match (&layer.shape, layer.role) {
            // Equal things have their marks on the lines, and a list beside the chart.
            (Shape::Line(..), Meaning::Number(number)) => {
                let Some(value) = value else { continue };
                let text = format!("{} {value}", mark(number));
                entries.push(Entry { sample: "", text, role: role(layer.role), is_band: false });
                continue;
            }
            // What a person did in the generation of the cursor.
            (Shape::Points(_), Meaning::Event) if value.is_some() => {
                let text = layer.name.clone();
                entries.push(Entry { sample: "◇", text, role: role(layer.role), is_band: false });
                continue;
            }
            (Shape::Points(_), _) | (Shape::Level(_), Meaning::Untuned) => continue,
            (Shape::Band(_), Meaning::Number(_)) if cursor.is_some() => continue,
            (Shape::Line(Weight::Thick, _), _) => ("━━", false),
            (Shape::Line(Weight::Thin, _), _) => ("──", false),
            (Shape::Line(Weight::Dashed, _) | Shape::Level(_), _) => ("╌╌", false),
            (Shape::Band(_) | Shape::Bars(..), _) => ("░░", true),
        };
        if layer.role == Meaning::Other {
            let known = entries.iter().any(|entry| entry.role == Role::Dim && !entry.is_band);
            if !known && cursor.is_none() {
                let text = "other runs’ best".to_owned();
                entries.push(Entry { sample, text, role: Role::Dim, is_band });
            }
            continue;
        }
        let text = value.map_or_else(|| layer.name.clone(), |value| format!("{} {value}", layer.name));
        let text = text.trim_start().to_owned();
        // Of several runs only the first is named.
        if text.is_empty() {
            continue;
        }
        let role = if is_band { Role::Dim } else { role(layer.role) };
        entries.push(Entry { sample, text, role, is_band });
    }
    entries
}
