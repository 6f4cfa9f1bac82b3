//! What the user selected in the charts of all screens: a cursor, and the part of the vertical axes.

use crate::figures::chart::Zoom;
use crate::tui::prelude::*;

/// What the user selected in the charts of all screens.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct View {
    /// The part of the vertical axes that is shown.
    pub(crate) zoom: Zoom,
    /// The horizontal position of the cursor; `None` without a cursor.
    pub(crate) cursor: Option<f64>,
}

impl View {
    /// Moves the cursor over the values of a chart. Returns whether the action is one of the cursor.
    pub(crate) fn navigate(&mut self, chart: &Chart, action: Action) -> bool {
        let stops = chart.stops();
        let Some(last) = stops.len().checked_sub(1) else { return false };
        // Without a cursor, the newest value is next.
        let at = self.cursor.map(|x| stops.partition_point(|stop| *stop < x).min(last));
        let page = (stops.len() / 10).max(1);
        let next = match (action, at) {
            (Action::Left | Action::Right, None) => last,
            (Action::Left, Some(at)) => at.saturating_sub(1),
            (Action::Right, Some(at)) => at + 1,
            (Action::PageUp, Some(at)) => at.saturating_sub(page),
            (Action::PageDown, Some(at)) => at + page,
            (Action::First, Some(_)) => 0,
            (Action::Last, Some(_)) => last,
            _ => return false,
        };
        self.cursor = Some(stops[next.min(last)]);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::chart::{Axis, Layer, LayerRole, Shape, Stroke};

    #[test]
    fn the_cursor_moves_over_the_values() {
        let line = Shape::Line(Stroke::Thin, [0.0, 5.0, 9.0].map(|x| [x, 1.0]).to_vec());
        let layers = vec![
            Layer::new("", LayerRole::Best, line),
            Layer::new("a point is no stop", LayerRole::Paper, Shape::Points(vec![[3.0, 1.0]])),
        ];
        let chart = Chart::new(Axis::new("x", ""), Axis::new("y", ""), layers);
        let mut view = View::default();
        assert!(!view.navigate(&chart, Action::Last), "the key has its usual meaning without a cursor");
        let mut visited = Vec::new();
        for action in [Action::Right, Action::Left, Action::Left, Action::Left, Action::Last, Action::PageUp]
        {
            assert!(view.navigate(&chart, action));
            visited.extend(view.cursor);
        }
        assert_eq!(visited, [9.0, 5.0, 0.0, 0.0, 9.0, 5.0]);
        assert!(!view.navigate(&chart, Action::Up));
    }
}
