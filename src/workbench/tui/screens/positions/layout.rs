//! The layout of the panes.
//!
//! ```text
//! three columns        two columns          one column
//! ╭list╮╭board╮╭why─╮  ╭ list ╮╭ board ╮   ╭ one ╮
//! │    ││     ││    │  │      ││       │   │pane │
//! ├tot.┤├time─┤├what┤  ╰──────╯╰───────╯   ╰─────╯
//! ╰────╯╰─────╯╰────╯   board    why
//! ```
//!
//! If the board needs the place of the time, the time is below the reasons. A focused pane without a place replaces another one.

use super::{ANALYSIS, BOARD, COUNTERFACTUALS, LIST, State, TIME, TOTALS, WHY, time, totals};
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

/// The least height of an area with the time below the board, or below the reasons if the board would become smaller.
const WITH_TIME: u16 = 34;

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
        WHY | COUNTERFACTUALS | ANALYSIS | TIME => focus,
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
    let board_width = |below: u16| Size::pane_width(area, LIST_WIDTH + WHY_WIDTH, below).max(WHY_WIDTH);
    let board = board_width(BELOW);
    // While moves are played, the board's position is none of the list.
    let with_time = height >= WITH_TIME && (!activity.playing || focus == TIME);
    let under_board = with_time && board == board_width(BELOW + time::HEIGHT);
    let rest = width - board;
    let why = (rest * 9 / 20).clamp(WHY_WIDTH, 72);
    let [left, others] = split_left(area, rest - why);
    let [middle, right] = split_left(others, board);
    let mut out = match height >= totals::HEIGHT + 14 && left.width >= WITH_TOTALS {
        true => stack(left, &[(LIST, height - totals::HEIGHT)], TOTALS),
        false => vec![(if focus == TOTALS { TOTALS } else { LIST }, left)],
    };
    match under_board {
        true => out.extend(stack(middle, &[(BOARD, height - time::HEIGHT)], TIME)),
        false => out.push((BOARD, middle)),
    }
    // The pane in the last place of the right column, or in the last but one.
    let lower = match focus {
        ANALYSIS | COUNTERFACTUALS => focus,
        TIME if !under_board => TIME,
        _ if activity.analysing => ANALYSIS,
        _ => COUNTERFACTUALS,
    };
    if activity.analysing && height >= 50 {
        let why = height * 9 / 20;
        let upper = if lower == TIME { TIME } else { COUNTERFACTUALS };
        out.extend(stack(right, &[(WHY, why), (upper, height - why - ANALYSIS_HEIGHT)], ANALYSIS));
    } else if with_time && !under_board {
        let lower = if lower == TIME { COUNTERFACTUALS } else { lower };
        let (others, why) = (height - time::HEIGHT - 1, height * 11 / 20);
        out.extend(stack(right, &[(WHY, why), (lower, others - why)], TIME));
    } else if height >= 26 {
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
                for (focus, (analysing, playing)) in (LIST..=TIME).flat_map(|focus| {
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
