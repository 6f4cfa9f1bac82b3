//! The layout of the Suite screen: grid, list and board side by side where there is room.

use ratatui::layout::Rect;

use crate::tui::cursor::next_of;
use crate::tui::playing::Focus;
use crate::tui::playing::board::BELOW;
use crate::tui::playing::side_panes::{Activity, SidePane};
use crate::tui::widgets::areas::split_left;
use crate::tui::widgets::board::Size;
use crate::tui::widgets::pane::FRAMED_HEIGHT;

/// A pane of the screen, in the order of Tab.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Pane {
    /// A cell for each position.
    #[default]
    Grid,
    /// The list of positions.
    List,
    /// The board with the selected position.
    Board,
    /// The analysis of the position, while it runs.
    Analysis,
    /// The evaluation of the position.
    Evaluation,
}

impl Pane {
    /// Returns the part of the board that the pane shows.
    pub(super) fn board_focus(self) -> Focus {
        match self {
            Pane::Board => Focus::Board,
            Pane::Analysis => Focus::Analysis,
            Pane::Evaluation => Focus::Evaluation,
            Pane::Grid | Pane::List => Focus::Other,
        }
    }

    const ALL: [Pane; 5] = [Pane::Grid, Pane::List, Pane::Board, Pane::Analysis, Pane::Evaluation];

    /// Returns the next or the previous available pane.
    pub(super) fn next(self, forward: bool, activity: Activity) -> Pane {
        let is_shown = |pane: &Pane| match pane {
            Pane::Grid | Pane::List => !activity.playing,
            Pane::Board => true,
            Pane::Analysis => activity.has(SidePane::Analysis),
            Pane::Evaluation => activity.has(SidePane::Evaluation),
        };
        let all: Vec<Pane> = Pane::ALL.into_iter().filter(is_shown).collect();
        next_of(&all, self, forward)
    }
}

/// The least widths for three columns and for two columns of panes.
const THREE_COLUMNS: u16 = 116;
const TWO_COLUMNS: u16 = 76;

/// The least width of grid and list beside the board.
const OTHERS: u16 = 76;

/// Returns the shown panes and their areas, always with the focused pane.
pub(super) fn places(area: Rect, focus: Pane, zoomed: bool, activity: Activity) -> Vec<(Pane, Rect)> {
    if zoomed || area.width < TWO_COLUMNS || area.height < FRAMED_HEIGHT {
        return vec![(focus, area)];
    }
    let beside = |area: Rect| {
        let side = |(pane, area)| match pane {
            SidePane::Analysis => (Pane::Analysis, area),
            SidePane::Evaluation => (Pane::Evaluation, area),
        };
        activity.places(focus.board_focus(), area).into_iter().map(side)
    };
    let of_board = matches!(focus, Pane::Analysis | Pane::Evaluation) || activity.playing;
    if area.width < THREE_COLUMNS {
        let [left, right] = split_left(area, area.width / 2);
        if of_board {
            let mut out = vec![(Pane::Board, left)];
            out.extend(beside(right));
            return out;
        }
        let first = if focus == Pane::List { Pane::List } else { Pane::Grid };
        return vec![(first, left), (Pane::Board, right)];
    }
    let board = Size::pane_width(area, OTHERS, BELOW);
    let rest = area.width - board;
    let [first, others] = split_left(area, rest / 2);
    if of_board || activity.analysing || activity.evaluating {
        let left = if focus == Pane::List { Pane::List } else { Pane::Grid };
        let [middle, right] = split_left(others, board);
        let mut out = vec![(left, first), (Pane::Board, middle)];
        out.extend(beside(right));
        return out;
    }
    let [second, third] = split_left(others, others.width - board);
    vec![(Pane::Grid, first), (Pane::List, second), (Pane::Board, third)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::widgets::areas::assert_places;

    #[test]
    fn the_focused_pane_is_always_shown_and_panes_do_not_overlap() {
        for (width, height) in (1..260).step_by(7).flat_map(|w| (1..120).step_by(5).map(move |h| (w, h))) {
            let area = Rect::new(3, 2, width, height);
            for bits in 0..8 {
                let activity =
                    Activity { analysing: bits & 1 > 0, playing: bits & 2 > 0, evaluating: bits & 4 > 0 };
                let mut focus = Pane::Board;
                for _ in 0..5 {
                    focus = focus.next(true, activity);
                    let places = places(area, focus, false, activity);
                    assert_places(area, &places, &focus);
                }
            }
        }
    }
}
