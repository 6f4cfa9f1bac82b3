//! The layout of the panes.
//!
//! ```text
//! three columns        two columns          one column
//! ╭list╮╭board╮╭why─╮  ╭ list ╮╭ board ╮   ╭ one ╮
//! │    ││     ││    │  │      ││       │   │pane │
//! ├tot.┤│     │├what┤  ╰──────╯╰───────╯   ╰─────╯
//! ╰────╯╰─────╯╰────╯   board    why
//! ```
//!
//! A focused pane without a place replaces another one.

use super::{ANALYSIS, BOARD, COUNTERFACTUALS, LIST, State, TOTALS, WHY, totals};
use crate::tui::playing::board::BELOW;
use crate::tui::playing::side_panes::Activity;
use crate::tui::prelude::*;
use crate::tui::widgets::pane::FRAMED_HEIGHT;

/// The minimum widths of three columns and of two columns.
const THREE_COLUMNS: u16 = 116;
const TWO_COLUMNS: u16 = 76;
/// The height of the analysis below other panes.
const ANALYSIS_HEIGHT: u16 = 17;
/// The least widths of the list and of the reasons beside a large board.
const LIST_WIDTH: u16 = 30;
const WHY_WIDTH: u16 = 36;
/// The least width of a list above the totals.
const WITH_TOTALS: u16 = 40;

/// Divides an area among the panes.
pub(super) fn places(state: &State, model: &Model, area: Rect) -> Vec<(usize, Rect)> {
    divided(area, state.board_state.panes, Activity::new(state, model))
}

fn divided(area: Rect, focus: PaneFocus, activity: Activity) -> Vec<(usize, Rect)> {
    let PaneFocus { at: focus, is_zoomed } = focus;
    let (width, height) = (area.width, area.height);
    if is_zoomed || width < TWO_COLUMNS || height < FRAMED_HEIGHT {
        return vec![(focus, area)];
    }
    // The pane in the only place beside board and list.
    let beside = match focus {
        WHY | COUNTERFACTUALS | ANALYSIS => focus,
        _ if activity.analysing => ANALYSIS,
        _ => WHY,
    };
    if width < THREE_COLUMNS {
        let [left, right] = split_left(area, width / 2);
        if height >= 32 {
            let left = stack(left, &[(LIST, height - totals::HEIGHT)], TOTALS);
            return [left, stack(right, &[(BOARD, height / 2 + 2)], beside)].concat();
        }
        return match focus {
            BOARD if activity.playing => vec![(BOARD, left), (beside, right)],
            LIST | BOARD => vec![(LIST, left), (BOARD, right)],
            TOTALS => vec![(TOTALS, left), (BOARD, right)],
            _ => vec![(BOARD, left), (beside, right)],
        };
    }
    let board = Size::pane_width(area, LIST_WIDTH + WHY_WIDTH, BELOW).max(WHY_WIDTH);
    let rest = width - board;
    let why = (rest * 9 / 20).clamp(WHY_WIDTH, 72);
    let [left, others] = split_left(area, rest - why);
    let [middle, right] = split_left(others, board);
    let mut out = match height >= totals::HEIGHT + 14 && left.width >= WITH_TOTALS {
        true => stack(left, &[(LIST, height - totals::HEIGHT)], TOTALS),
        false => vec![(if focus == TOTALS { TOTALS } else { LIST }, left)],
    };
    out.push((BOARD, middle));
    if activity.analysing && height >= 50 {
        let why = height * 9 / 20;
        let panes = [(WHY, why), (COUNTERFACTUALS, height - why - ANALYSIS_HEIGHT)];
        out.extend(stack(right, &panes, ANALYSIS));
    } else if height >= 26 {
        let lower = match focus {
            ANALYSIS | COUNTERFACTUALS => focus,
            _ if activity.analysing => ANALYSIS,
            _ => COUNTERFACTUALS,
        };
        out.extend(stack(right, &[(WHY, height * 11 / 20)], lower));
    } else {
        out.push((beside, right));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::widgets::areas::assert_places;

    #[test]
    fn the_focused_pane_is_visible_and_no_panes_overlap() {
        for width in (1..260).step_by(7) {
            for height in (1..120).step_by(5) {
                let area = Rect::new(3, 2, width, height);
                for (focus, (analysing, playing)) in (LIST..=TOTALS).flat_map(|focus| {
                    [(false, false), (true, false), (false, true), (true, true)].map(|mode| (focus, mode))
                }) {
                    let activity = Activity { analysing, playing, evaluating: false };
                    let areas = divided(area, PaneFocus { at: focus, is_zoomed: false }, activity);
                    assert_places(area, &areas, &focus);
                }
            }
        }
    }
}
