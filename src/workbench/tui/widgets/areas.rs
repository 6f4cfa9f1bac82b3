//! Divisions of areas.

use ratatui::layout::{Constraint, Layout, Rect};

/// Divides an area into its upper `height` rows and the rest.
pub(crate) fn split_top(area: Rect, height: u16) -> [Rect; 2] {
    Layout::vertical([Constraint::Length(height), Constraint::Fill(1)]).areas(area)
}

/// Divides an area into its left `width` columns and the rest.
pub(crate) fn split_left(area: Rect, width: u16) -> [Rect; 2] {
    Layout::horizontal([Constraint::Length(width), Constraint::Fill(1)]).areas(area)
}

/// Returns the area without its upper `height` rows.
pub(crate) fn below(area: Rect, height: u16) -> Rect {
    split_top(area, height)[1]
}

/// Stacks panes of the given heights as far as there is room. The last pane has the rest.
pub(crate) fn stack<P: Copy>(area: Rect, panes: &[(P, u16)], last: P) -> Vec<(P, Rect)> {
    let mut rest = area;
    let place = |(pane, height): &(P, u16)| {
        let [place, others] = split_top(rest, *height);
        rest = others;
        (*pane, place)
    };
    let mut places: Vec<(P, Rect)> = panes.iter().map(place).collect();
    places.push((last, rest));
    places
}

/// Asserts that the focused pane is shown and that no pane leaves the area or overlaps another.
#[cfg(test)]
#[track_caller]
pub(crate) fn assert_places<P: PartialEq + std::fmt::Debug>(area: Rect, places: &[(P, Rect)], focus: &P) {
    assert!(places.iter().any(|(pane, _)| pane == focus), "{focus:?} {area}");
    for (index, (pane, place)) in places.iter().enumerate() {
        assert_eq!(place.intersection(area), *place, "{pane:?} {area}");
        for (other, taken) in &places[index + 1..] {
            assert!(!place.intersects(*taken), "{pane:?} {other:?} {area}");
        }
    }
}
