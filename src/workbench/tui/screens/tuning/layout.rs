//! The layout of the Tuning screen.

use ratatui::layout::Rect;

use super::report;
use super::state::State;
use crate::tui::cursor::next_of;
use crate::tui::playing::Focus;
use crate::tui::playing::board::BELOW;
use crate::tui::playing::side_panes::{Activity, SidePane};
use crate::tui::widgets::areas::{split_left, stack};
use crate::tui::widgets::board::Size;

/// A pane of the screen, in the order of Tab.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Pane {
    /// The map of positions × organisms.
    #[default]
    Map,
    /// The positions gained and lost.
    Changes,
    /// The board with the selected position.
    Board,
    /// The analysis of the position, while it runs.
    Analysis,
    /// The evaluation of the position.
    Evaluation,
    /// The parameters of the subject’s search beside those of other organisms.
    Parameters,
    /// The results of the shown generation, and the progress of the running one.
    Report,
    /// The curves of Σ nodes over the generations.
    Curve,
}

impl Pane {
    const ALL: [Pane; 8] = [
        Pane::Map,
        Pane::Changes,
        Pane::Board,
        Pane::Analysis,
        Pane::Evaluation,
        Pane::Parameters,
        Pane::Report,
        Pane::Curve,
    ];

    /// Returns the part of the board that the pane shows.
    pub(super) fn board_focus(self) -> Focus {
        match self {
            Pane::Board => Focus::Board,
            Pane::Analysis => Focus::Analysis,
            Pane::Evaluation => Focus::Evaluation,
            Pane::Map | Pane::Changes | Pane::Parameters | Pane::Report | Pane::Curve => Focus::Other,
        }
    }

    /// Returns whether the pane is shown at the moment.
    pub(super) fn is_shown(self, board: bool, activity: Activity) -> bool {
        match self {
            Pane::Board => board,
            Pane::Analysis => board && activity.has(SidePane::Analysis),
            Pane::Evaluation => board && activity.has(SidePane::Evaluation),
            _ => !activity.playing,
        }
    }

    /// Returns the next or the previous available pane.
    pub(super) fn next(self, forward: bool, board: bool, activity: Activity) -> Pane {
        let all: Vec<Pane> = Pane::ALL.into_iter().filter(|pane| pane.is_shown(board, activity)).collect();
        next_of(&all, self, forward)
    }
}

/// The least size for several panes, the least width for three columns, and the width for a wider side column.
const MULTIPLE_PANES: (u16, u16) = (100, 28);
const THREE_COLUMNS: u16 = 116;
const WIDE: u16 = 160;
/// The widths of the side column, and of a board with its caption below and beside, in columns.
const SIDE: (u16, u16) = (50, 60);
const BOARD: (u16, u16) = (38, 54);
/// The least width of the other panes beside a large board.
const OTHERS: u16 = 100;
/// The rows of a small board with its caption beside and below.
const TALL: (u16, u16) = (13, 19);
/// The rows of the map in addition to those of its organisms.
const MAP_MARGIN: u16 = 7;

/// Returns the shown panes and their areas, always with the focused pane.
pub(super) fn places(area: Rect, state: &State, organisms: usize, activity: Activity) -> Vec<(Pane, Rect)> {
    let focus = state.pane;
    if state.zoomed || area.width < MULTIPLE_PANES.0 || area.height < MULTIPLE_PANES.1 {
        return vec![(focus, area)];
    }
    let rows = u16::try_from(organisms).unwrap_or(u16::MAX).saturating_add(MAP_MARGIN);
    let map = rows.clamp(10, area.height / 2);
    if state.board || focus.board_focus() != Focus::Other {
        return with_board(area, focus, map, activity);
    }
    let side = if area.width >= WIDE { SIDE.1 } else { SIDE.0 };
    let left = area.width - side;
    let rest = area.height - map;
    let changes = (rest * 2 / 5).clamp(6, 20);
    let [left, right] = split_left(area, left);
    let mut out = stack(left, &[(Pane::Curve, rest - changes), (Pane::Map, map)], Pane::Changes);
    out.extend(stack(right, &[(Pane::Report, report::HEIGHT)], Pane::Parameters));
    out
}

fn with_board(area: Rect, focus: Pane, map: u16, activity: Activity) -> Vec<(Pane, Rect)> {
    let left = |area: Rect| stack(area, &[(Pane::Map, map)], Pane::Changes);
    let beside = |area: Rect| {
        let side = |(pane, area)| match pane {
            SidePane::Analysis => (Pane::Analysis, area),
            SidePane::Evaluation => (Pane::Evaluation, area),
        };
        activity.places(focus.board_focus(), area).into_iter().map(side)
    };
    let of_board = focus.board_focus();
    let on = activity.analysing
        || activity.evaluating
        || activity.playing
        || matches!(of_board, Focus::Analysis | Focus::Evaluation);
    let board = Size::pane_width(area, OTHERS, BELOW);
    // There is room for another pane below a small board.
    let beneath = match focus {
        Pane::Report | Pane::Curve => focus,
        _ => Pane::Parameters,
    };
    let board_in = |area: Rect| {
        let tall = if area.width >= BOARD.1 { TALL.0 } else { TALL.1 };
        let alone = area.width > BOARD.1 || area.height < tall + 8;
        if alone { vec![(Pane::Board, area)] } else { stack(area, &[(Pane::Board, tall)], beneath) }
    };
    let mut out;
    if !on {
        let board = board.max(BOARD.1).min(area.width / 2);
        let [first, second] = split_left(area, area.width - board);
        out = left(first);
        out.extend(board_in(second));
    } else if area.width < THREE_COLUMNS {
        let [first, second] = split_left(area, area.width / 2);
        if of_board == Focus::Other && !activity.playing {
            out = left(first);
            out.extend(board_in(second));
        } else {
            out = vec![(Pane::Board, first)];
            out.extend(beside(second));
        }
    } else {
        let [first, others] = split_left(area, (area.width - board) / 2);
        let [second, third] = split_left(others, board);
        out = left(first);
        out.extend(board_in(second));
        out.extend(beside(third));
    }
    if out.iter().any(|(pane, _)| *pane == focus) { out } else { vec![(focus, area)] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::widgets::areas::assert_places;

    #[test]
    fn the_focused_pane_is_always_shown_and_panes_do_not_overlap() {
        for (width, height) in (1..260).step_by(7).flat_map(|w| (1..120).step_by(5).map(move |h| (w, h))) {
            let area = Rect::new(3, 2, width, height);
            for bits in 0..16 {
                let activity =
                    Activity { analysing: bits & 1 > 0, playing: bits & 2 > 0, evaluating: bits & 4 > 0 };
                let board = bits & 8 > 0;
                let mut state = State { board, ..State::default() };
                for _ in 0..9 {
                    state.pane = state.pane.next(true, board, activity);
                    for organisms in [1, 10, 1000] {
                        let places = places(area, &state, organisms, activity);
                        assert_places(area, &places, &state.pane);
                    }
                }
            }
        }
    }
}
