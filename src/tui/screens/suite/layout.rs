//! Which pane of the Suite screen goes where: grid, list and board side by side where there is room.

use ratatui::layout::Rect;

use crate::tui::cursor::next_of;
use crate::tui::playing::Focus;
use crate::tui::playing::beside::{Beside, Going};
use crate::tui::widgets::board::Size;
use crate::tui::widgets::pane::FRAMED_HEIGHT;

/// A pane of the screen, in the order of Tab.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Pane {
    /// A cell for each position.
    #[default]
    Grid,
    /// The positions.
    List,
    /// The board of the position looked at.
    Board,
    /// What an engine thinks of it, while one does.
    Analysis,
    /// The evaluation, laid open.
    Evaluation,
}

impl Pane {
    /// What of the board it is.
    pub(super) fn of_board(self) -> Focus {
        match self {
            Pane::Board => Focus::Board,
            Pane::Analysis => Focus::Analysis,
            Pane::Evaluation => Focus::Evaluation,
            Pane::Grid | Pane::List => Focus::Other,
        }
    }

    const ALL: [Pane; 5] = [Pane::Grid, Pane::List, Pane::Board, Pane::Analysis, Pane::Evaluation];

    /// The pane after or before this one, among those there are.
    pub(super) fn next(self, on: bool, going: Going) -> Pane {
        let there = |pane: &Pane| match pane {
            Pane::Grid | Pane::List => !going.played,
            Pane::Board => true,
            Pane::Analysis => going.has(Beside::Analysis),
            Pane::Evaluation => going.has(Beside::Evaluation),
        };
        let all: Vec<Pane> = Pane::ALL.into_iter().filter(there).collect();
        next_of(&all, self, on)
    }
}

/// The smallest widths that hold three columns, and two.
const THREE: u16 = 116;
const TWO: u16 = 76;

/// Where the panes shown go; `focus` is always among them.
pub(super) fn places(area: Rect, focus: Pane, zoomed: bool, going: Going) -> Vec<(Pane, Rect)> {
    if zoomed || area.width < TWO || area.height < FRAMED_HEIGHT {
        return vec![(focus, area)];
    }
    let split = |x: u16| {
        let left = Rect { width: x, ..area };
        (left, Rect { x: area.x + x, width: area.width - x, ..area })
    };
    let beside = |area: Rect| {
        let side = |(pane, area)| match pane {
            Beside::Analysis => (Pane::Analysis, area),
            Beside::Evaluation => (Pane::Evaluation, area),
        };
        going.places(focus.of_board(), area).into_iter().map(side)
    };
    let of_board = matches!(focus, Pane::Analysis | Pane::Evaluation) || going.played;
    if area.width < THREE {
        let (left, right) = split(area.width / 2);
        if of_board {
            let mut out = vec![(Pane::Board, left)];
            out.extend(beside(right));
            return out;
        }
        let first = if focus == Pane::List { Pane::List } else { Pane::Grid };
        return vec![(first, left), (Pane::Board, right)];
    }
    let (large, tall) = Size::Large.room();
    let board = if area.width >= large + 2 + 120 && area.height >= tall + 10 { large + 2 } else { 38 };
    let rest = area.width - board;
    let (first, others) = split(rest / 2);
    let second = Rect { width: others.width - board, ..others };
    let third = Rect { x: second.right(), width: board, ..area };
    if of_board || going.analysed || going.weighed {
        let left = if focus == Pane::List { Pane::List } else { Pane::Grid };
        let middle = Rect { width: board, ..second };
        let right = Rect { x: middle.right(), width: area.right() - middle.right(), ..area };
        let mut out = vec![(left, first), (Pane::Board, middle)];
        out.extend(beside(right));
        return out;
    }
    vec![(Pane::Grid, first), (Pane::List, second), (Pane::Board, third)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pane_with_the_keys_is_always_shown_and_nothing_overlaps() {
        for (width, height) in (1..260).step_by(7).flat_map(|w| (1..120).step_by(5).map(move |h| (w, h))) {
            let area = Rect::new(3, 2, width, height);
            for bits in 0..8 {
                let going = Going { analysed: bits & 1 > 0, played: bits & 2 > 0, weighed: bits & 4 > 0 };
                let mut focus = Pane::Board;
                for _ in 0..5 {
                    focus = focus.next(true, going);
                    let places = places(area, focus, false, going);
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
