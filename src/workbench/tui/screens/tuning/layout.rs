//! The layout of the view of searches.

use super::view::View;
use super::{ANALYSIS, BOARD, CHANGES, CURVE, MAP, PARAMETERS, REPORT, State, report};
use crate::tui::playing::board::BELOW;
use crate::tui::playing::side_panes::Activity;
use crate::tui::prelude::*;

/// The least size for several panes, the least width for three columns, and the width for a wider side column.
const MULTIPLE_PANES: (u16, u16) = (100, 28);
const THREE_COLUMNS: u16 = 116;
const WIDE: u16 = 160;
/// The widths of the side column, and of a board with its caption beside, in columns.
const SIDE: (u16, u16) = (50, 60);
const BOARD_WIDTH: u16 = 54;
/// The least width of the other panes beside a large board.
const OTHERS: u16 = 100;
/// The rows of a small board with its caption beside and below.
const TALL: (u16, u16) = (13, 19);
/// The rows of the map in addition to those of its organisms.
const MAP_MARGIN: u16 = 7;

/// Divides an area among the panes.
pub(super) fn places(state: &State, model: &Model, area: Rect) -> Vec<(usize, Rect)> {
    let organisms = View::new(state, model).map_or(0, |view| view.rows());
    arranged(area, state, organisms, Activity::new(state, model))
}

/// Returns the shown panes and their areas, always with the focused pane.
fn arranged(area: Rect, state: &State, organisms: usize, activity: Activity) -> Vec<(usize, Rect)> {
    let PaneFocus { at: focus, is_zoomed } = state.board_state.panes;
    if is_zoomed || area.width < MULTIPLE_PANES.0 || area.height < MULTIPLE_PANES.1 {
        return vec![(focus, area)];
    }
    let rows = u16::try_from(organisms).unwrap_or(u16::MAX).saturating_add(MAP_MARGIN);
    let map = rows.clamp(10, area.height / 2);
    if state.board || state.board_state.focus() != Focus::Other {
        return with_board(area, state, map, activity);
    }
    let side = if area.width >= WIDE { SIDE.1 } else { SIDE.0 };
    let [left, right] = split_left(area, area.width - side);
    let rest = area.height - map;
    let changes = (rest * 2 / 5).clamp(6, 20);
    let mut places = stack(left, &[(CURVE, rest - changes), (MAP, map)], CHANGES);
    places.extend(stack(right, &[(REPORT, report::HEIGHT)], PARAMETERS));
    places
}

fn with_board(area: Rect, state: &State, map: u16, activity: Activity) -> Vec<(usize, Rect)> {
    let (focus, of_board) = (state.board_state.panes.at, state.board_state.focus());
    let left = |area: Rect| stack(area, &[(MAP, map)], CHANGES);
    let beside = |area: Rect| {
        let panes = activity.places(of_board, area).into_iter();
        panes.map(|(pane, area)| (ANALYSIS + pane as usize, area))
    };
    let is_on = activity.analysing
        || activity.evaluating
        || activity.playing
        || matches!(of_board, Focus::Analysis | Focus::Evaluation);
    // There is room for another pane below a small board.
    let beneath = if matches!(focus, REPORT | CURVE) { focus } else { PARAMETERS };
    let board_in = |area: Rect| {
        let tall = if area.width >= BOARD_WIDTH { TALL.0 } else { TALL.1 };
        let alone = area.width > BOARD_WIDTH || area.height < tall + 8;
        if alone { vec![(BOARD, area)] } else { stack(area, &[(BOARD, tall)], beneath) }
    };
    let board = Size::pane_width(area, OTHERS, BELOW);
    let places: Vec<(usize, Rect)> = if !is_on {
        let board = board.max(BOARD_WIDTH).min(area.width / 2);
        let [first, second] = split_left(area, area.width - board);
        left(first).into_iter().chain(board_in(second)).collect()
    } else if area.width >= THREE_COLUMNS {
        let [first, others] = split_left(area, (area.width - board) / 2);
        let [second, third] = split_left(others, board);
        left(first).into_iter().chain(board_in(second)).chain(beside(third)).collect()
    } else {
        let [first, second] = split_left(area, area.width / 2);
        match of_board == Focus::Other && !activity.playing {
            true => left(first).into_iter().chain(board_in(second)).collect(),
            false => [(BOARD, first)].into_iter().chain(beside(second)).collect(),
        }
    };
    if places.iter().any(|(pane, _)| *pane == focus) { places } else { vec![(focus, area)] }
}

#[cfg(test)]
mod tests {
    use super::super::PANES;
    use super::*;
    use crate::tui::widgets::areas::assert_places;

    #[test]
    fn the_focused_pane_is_always_shown_and_panes_do_not_overlap() {
        for (width, height) in (1..260).step_by(7).flat_map(|w| (1..120).step_by(5).map(move |h| (w, h))) {
            let area = Rect::new(3, 2, width, height);
            for bits in 0..16 {
                let activity =
                    Activity { analysing: bits & 1 > 0, playing: bits & 2 > 0, evaluating: bits & 4 > 0 };
                let mut state = State { board: bits & 8 > 0, ..State::default() };
                for focus in 0..PANES.all.len() {
                    state.board_state.panes.at = focus;
                    for organisms in [1, 10, 1000] {
                        assert_places(area, &arranged(area, &state, organisms, activity), &focus);
                    }
                }
            }
        }
    }
}
