//! The map of the personas.

use super::{Frame, State};
use crate::figures::chart::LayerRole;
use crate::figures::{Content, personas};
use crate::tui::panes::chart::{self, Options};
use crate::tui::prelude::*;

/// The least height of a pane that names its axes.
const TALL: u16 = 16;

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let inner = frame.open(draw, "Map of personas", "");
    let Some(found) = &state.found else { return };
    let map = match &found.map {
        Ok(map) => map,
        Err(why) => {
            paragraph(draw, inner, why, Role::Dim);
            return;
        }
    };
    let Content::Chart(mut chart) = personas::map(map).content else { return };
    let layers = chart.panels.iter_mut().flat_map(|panel| &mut panel.layers);
    for (number, layer) in layers.enumerate() {
        layer.role = match state.chosen {
            [one, _] if one == number => LayerRole::Subject,
            [_, other] if other == number => LayerRole::Rival,
            _ => LayerRole::Other,
        };
    }
    // The names of the axes are too long for the chart.
    chart.x.title = "axis 1".to_owned();
    let names = ["→", "↑"].into_iter().zip(&map.axes).map(|(sign, axis)| {
        let share = format!("{sign} {:.0} %: ", 100.0 * axis.share);
        wrap(&format!("{share}{}", axis.name()), usize::from(inner.width).saturating_sub(2))
    });
    let names: Vec<String> = if inner.height < TALL { Vec::new() } else { names.flatten().collect() };
    let [room, foot] = split_top(inner, inner.height - (names.len() as u16).min(inner.height / 2));
    let options = Options {
        view: model.chart,
        focused: frame.focused,
        ascii: model.ascii,
        entries: &[],
        selected: None,
    };
    chart::draw(draw, &chart, &options, room);
    for (name, line) in names.iter().zip(foot.rows()) {
        draw.text(line.x + 1, line.y, line.width.saturating_sub(1), name, Role::Dim);
    }
}
