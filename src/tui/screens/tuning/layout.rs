//! Which pane of the Tuning screen goes where.

use ratatui::layout::Rect;

use super::report;
use super::state::State;
use crate::tui::cursor::next_of;
use crate::tui::playing::Focus;
use crate::tui::playing::beside::{Beside, Going};
use crate::tui::widgets::board::Size;

/// A pane of the screen, in the order of Tab.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Pane {
    /// Positions × organisms.
    #[default]
    Map,
    /// The positions gained and lost.
    Changes,
    /// The position looked at, where it is on a board.
    Board,
    /// What an engine thinks of it, while one does.
    Analysis,
    /// The evaluation, laid open.
    Evaluation,
    /// The parameters of the subject’s search beside others’.
    Parameters,
    /// The numbers of the generation shown, and how far the one in work is.
    Report,
    /// Σ nodes over the generations.
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

    /// What of the board it is.
    pub(super) fn of_board(self) -> Focus {
        match self {
            Pane::Board => Focus::Board,
            Pane::Analysis => Focus::Analysis,
            Pane::Evaluation => Focus::Evaluation,
            Pane::Map | Pane::Changes | Pane::Parameters | Pane::Report | Pane::Curve => Focus::Other,
        }
    }

    /// Whether there is such a pane now.
    pub(super) fn there(self, board: bool, going: Going) -> bool {
        match self {
            Pane::Board => board,
            Pane::Analysis => board && going.has(Beside::Analysis),
            Pane::Evaluation => board && going.has(Beside::Evaluation),
            _ => !going.played,
        }
    }

    /// The pane after or before this one, among those there are.
    pub(super) fn next(self, on: bool, board: bool, going: Going) -> Pane {
        let all: Vec<Pane> = Pane::ALL.into_iter().filter(|pane| pane.there(board, going)).collect();
        next_of(&all, self, on)
    }
}

/// The smallest size that shows several panes; the smallest width that has three columns.
const SEVERAL: (u16, u16) = (100, 28);
const THREE: u16 = 116;
const WIDE: u16 = 160;
/// Columns of the numbers and parameters, of the board, and of a board with its words beside it.
const SIDE: (u16, u16) = (50, 60);
const BOARD: (u16, u16) = (38, 54);
/// Rows of a small board with its words beside or below it.
const TALL: (u16, u16) = (13, 19);
/// Rows of the map beside those of its organisms.
const AROUND: u16 = 7;

/// One below the other, as far as there is room; the last takes the rest.
fn stack(area: Rect, panes: &[(Pane, u16)]) -> Vec<(Pane, Rect)> {
    let mut rest = area;
    let mut out = Vec::new();
    for (index, (pane, height)) in panes.iter().enumerate() {
        let last = index + 1 == panes.len();
        let height = if last { rest.height } else { (*height).min(rest.height) };
        out.push((*pane, Rect { height, ..rest }));
        rest = Rect { y: rest.y + height, height: rest.height - height, ..rest };
    }
    out
}

/// Where the panes shown go, with so many organisms; the one that has the keys is always among them.
pub(super) fn places(area: Rect, state: &State, organisms: usize, going: Going) -> Vec<(Pane, Rect)> {
    let focus = state.pane;
    if state.zoomed || area.width < SEVERAL.0 || area.height < SEVERAL.1 {
        return vec![(focus, area)];
    }
    let rows = u16::try_from(organisms).unwrap_or(u16::MAX).saturating_add(AROUND);
    let map = rows.clamp(10, area.height / 2);
    let column = |x: u16, width: u16| Rect { x: area.x + x, width, ..area };
    if state.board || focus.of_board() != Focus::Other {
        return with_board(area, focus, map, going);
    }
    let side = if area.width >= WIDE { SIDE.1 } else { SIDE.0 };
    let left = area.width - side;
    let rest = area.height - map;
    let changes = (rest * 2 / 5).clamp(6, 20);
    let mut out =
        stack(column(0, left), &[(Pane::Curve, rest - changes), (Pane::Map, map), (Pane::Changes, changes)]);
    out.extend(stack(column(left, side), &[(Pane::Report, report::HEIGHT), (Pane::Parameters, 0)]));
    out
}

fn with_board(area: Rect, focus: Pane, map: u16, going: Going) -> Vec<(Pane, Rect)> {
    let column = |x: u16, width: u16| Rect { x: area.x + x, width, ..area };
    let left = |width: u16| stack(column(0, width), &[(Pane::Map, map), (Pane::Changes, 0)]);
    let beside = |area: Rect| {
        let side = |(pane, area)| match pane {
            Beside::Analysis => (Pane::Analysis, area),
            Beside::Evaluation => (Pane::Evaluation, area),
        };
        going.places(focus.of_board(), area).into_iter().map(side)
    };
    let of_board = focus.of_board();
    let on = going.analysed
        || going.weighed
        || going.played
        || matches!(of_board, Focus::Analysis | Focus::Evaluation);
    let (large, tall) = Size::Large.room();
    let board = if area.width >= large + 2 + 120 && area.height >= tall + 10 { large + 2 } else { BOARD.0 };
    // A small board leaves room for another pane below it.
    let beneath = match focus {
        Pane::Report | Pane::Curve => focus,
        _ => Pane::Parameters,
    };
    let board_in = |area: Rect| {
        let tall = if area.width >= BOARD.1 { TALL.0 } else { TALL.1 };
        let alone = area.width >= large + 2 || area.height < tall + 8;
        if alone { vec![(Pane::Board, area)] } else { stack(area, &[(Pane::Board, tall), (beneath, 0)]) }
    };
    let mut out;
    if !on {
        let board = board.max(BOARD.1).min(area.width / 2);
        out = left(area.width - board);
        out.extend(board_in(column(area.width - board, board)));
    } else if area.width < THREE {
        let half = area.width / 2;
        let right = column(half, area.width - half);
        if of_board == Focus::Other && !going.played {
            out = left(half);
            out.extend(board_in(right));
        } else {
            out = vec![(Pane::Board, column(0, half))];
            out.extend(beside(right));
        }
    } else {
        let first = (area.width - board) / 2;
        out = left(first);
        out.extend(board_in(column(first, board)));
        out.extend(beside(column(first + board, area.width - first - board)));
    }
    if out.iter().any(|(pane, _)| *pane == focus) { out } else { vec![(focus, area)] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pane_with_the_keys_is_always_shown_and_nothing_overlaps() {
        for (width, height) in (1..260).step_by(7).flat_map(|w| (1..120).step_by(5).map(move |h| (w, h))) {
            let area = Rect::new(3, 2, width, height);
            for bits in 0..16 {
                let going = Going { analysed: bits & 1 > 0, played: bits & 2 > 0, weighed: bits & 4 > 0 };
                let board = bits & 8 > 0;
                let mut state = State { board, ..State::default() };
                for _ in 0..9 {
                    state.pane = state.pane.next(true, board, going);
                    for organisms in [1, 10, 1000] {
                        let places = places(area, &state, organisms, going);
                        let focus = state.pane;
                        assert!(places.iter().any(|(pane, _)| *pane == focus), "{focus:?} {width}×{height}");
                        for (index, (pane, place)) in places.iter().enumerate() {
                            assert_eq!(place.intersection(area), *place, "{pane:?} {width}×{height}");
                            for (other, taken) in &places[index + 1..] {
                                assert!(!place.intersects(*taken), "{pane:?} {other:?} {width}×{height}");
                            }
                        }
                    }
                }
            }
        }
    }
}
