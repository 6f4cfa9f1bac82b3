//! The curves of two sessions.

use super::chart::{Axis, Chart, Layer, LayerRole, Panel, Shape, Stroke};
use super::evolution::{axis, generations};
use crate::objectives::measure::{Measure, Share};

/// The best scores of a session by generation.
#[derive(Debug, Clone, PartialEq)]
pub struct Side<'a> {
    /// The name of the session.
    pub name: &'a str,
    /// The name of its objective.
    pub objective: &'static str,
    /// How its scores are named and written.
    pub measure: Measure,
    /// The best score of each generation.
    pub best: &'a [u64],
}

/// Returns the chart of two sessions. Sessions with the same objective share an axis; if their numbers of positions
/// differ, it shows percentages. Sessions with different objectives have a panel each.
#[must_use]
pub fn chart(subject: &Side<'_>, rival: &Side<'_>) -> Chart {
    let last = subject.best.len().max(rival.best.len()).saturating_sub(1) as u32;
    let sides = [(rival, LayerRole::Rival, Stroke::Thin), (subject, LayerRole::Subject, Stroke::Thick)];
    let same = subject.objective == rival.objective && subject.measure.unit == rival.measure.unit;
    let as_share = |measure: &Measure| measure.share != Share::None && measure.largest > 0;
    let differ = subject.measure.largest != rival.measure.largest;
    let shares = same && differ && as_share(&subject.measure) && as_share(&rival.measure);
    let layer = |(side, role, stroke): (&Side<'_>, LayerRole, Stroke)| {
        let scale = if shares { 100.0 / side.measure.largest as f64 } else { 1.0 };
        let point = |(generation, score): (usize, &u64)| {
            [generation as f64, scale * side.measure.value(*score as f64)]
        };
        Layer::new(side.name, role, Shape::Line(stroke, side.best.iter().enumerate().map(point).collect()))
    };
    let panels = if same {
        let y = if shares {
            Axis::new("best on the training set", "%").whole(0.0, 100.0)
        } else {
            axis(&subject.measure)
        };
        vec![Panel { y, layers: sides.map(layer).to_vec() }]
    } else {
        let panel = |side: (&Side<'_>, LayerRole, Stroke)| Panel {
            y: axis(&side.0.measure),
            layers: vec![layer(side)],
        };
        sides.into_iter().rev().map(panel).collect()
    };
    Chart { x: generations(last), panels }
}
