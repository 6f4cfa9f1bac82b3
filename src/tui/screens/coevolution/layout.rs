//! Which pane of the Coevolution screen goes where.

use ratatui::layout::Rect;

use crate::tui::boards::grid;
use crate::tui::cursor::next_of;

/// A pane of the screen, in the order of Tab.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Pane {
    /// Who took part in the round robin shown, best first.
    #[default]
    Standings,
    /// What each scored against each.
    Crosstable,
    /// The scores of all generations.
    Course,
    /// How the champion is chosen.
    Confirmation,
    /// How the parameters moved.
    Drift,
    /// The boards of the games played now.
    Boards,
    /// One game in the large.
    Board,
    /// The games of the round robin shown.
    Games,
}

impl Pane {
    const ALL: [Pane; 8] = [
        Pane::Standings,
        Pane::Crosstable,
        Pane::Course,
        Pane::Confirmation,
        Pane::Drift,
        Pane::Boards,
        Pane::Board,
        Pane::Games,
    ];

    /// The pane after or before this one.
    pub(super) fn next(self, on: bool) -> Pane {
        next_of(&Pane::ALL, self, on)
    }
}

/// The smallest width and height that hold two columns of panes, and the width that holds three.
const TWO: u16 = 110;
const TALL: u16 = 28;
const THREE: u16 = 176;
/// Columns of the large board's pane: of a small board, and of a large one, which is also so high.
const NARROW: u16 = 46;
const WIDE: (u16, u16) = (62, 52);
/// The height from which on there is room for confirmation and drift, one above the other.
const BOTH: u16 = 48;
/// Rows that the scores of all generations and the games need at least.
const COURSE: u16 = 8;
const GAMES: u16 = 8;

/// What decides how high panes are.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sizes {
    /// Rows of the table of those who took part.
    pub(super) players: u16,
    /// Boards of the wall.
    pub(super) boards: usize,
    /// Whether the champion is confirmed, or is about to be.
    pub(super) confirms: bool,
    /// Whether there is a game to be shown in the large.
    pub(super) game: bool,
}

/// Cuts an area into rows from top to bottom; who gets what is left over is last.
fn stack(area: Rect, panes: &[(Pane, u16)], last: Pane, out: &mut Vec<(Pane, Rect)>) {
    let mut rest = area;
    for (pane, height) in panes {
        let height = (*height).min(rest.height);
        out.push((*pane, Rect { height, ..rest }));
        rest = Rect { y: rest.y + height, height: rest.height - height, ..rest };
    }
    out.push((last, rest));
}

/// Where the panes shown go; `focus` is always among them.
pub(super) fn places(area: Rect, focus: Pane, zoomed: bool, sizes: Sizes) -> Vec<(Pane, Rect)> {
    if zoomed || area.width < TWO || area.height < TALL {
        return vec![(focus, area)];
    }
    let column = |x: u16, width: u16| Rect { x: area.x + x, width, ..area };
    let mut out = Vec::new();
    let three = area.width >= THREE && (sizes.game || focus == Pane::Board);
    let board = if three && area.height >= WIDE.1 { WIDE.0 } else { NARROW };
    let rest = area.width - if three { board } else { 0 };
    let left = column(0, rest / 2 + rest % 2);
    let room = area.height - COURSE.max(area.height / 5);
    let crosstable = (sizes.players + 4).min(room / 2);
    let upper =
        [(Pane::Standings, (sizes.players + 5).min(room - crosstable)), (Pane::Crosstable, crosstable)];
    stack(left, &upper, Pane::Course, &mut out);
    let right = column(area.width - rest / 2, rest / 2);
    // Where there is no board, a line says so.
    let wall = |width: u16, free: u16| match sizes.boards {
        0 => 3.min(free),
        boards => grid::height(boards, width).min(free),
    };
    if three {
        let middle = column(left.width, board);
        let wall = wall(board, area.height / 2);
        stack(middle, &[(Pane::Board, area.height - wall)], Pane::Boards, &mut out);
        let confirmation = if sizes.confirms { (sizes.players + 6).min(area.height / 2) } else { 5 };
        let drift = (area.height - confirmation) / 2;
        let upper = [(Pane::Confirmation, confirmation), (Pane::Drift, drift)];
        stack(right, &upper, Pane::Games, &mut out);
    } else if focus == Pane::Board {
        out.push((Pane::Board, right));
    } else {
        let wall = wall(right.width, (area.height - GAMES) / 2);
        if area.height >= BOTH {
            let confirmation = if sizes.confirms { sizes.players + 6 } else { 6 };
            let confirmation = confirmation.min((area.height - wall) / 3);
            let drift = (area.height - wall - confirmation) / 2;
            let upper = [(Pane::Boards, wall), (Pane::Confirmation, confirmation), (Pane::Drift, drift)];
            stack(right, &upper, Pane::Games, &mut out);
            return out;
        }
        let middle = match focus {
            Pane::Confirmation | Pane::Drift => focus,
            _ if sizes.confirms => Pane::Confirmation,
            _ => Pane::Drift,
        };
        let height = (sizes.players + 5).min(area.height - wall - GAMES);
        stack(right, &[(Pane::Boards, wall), (middle, height)], Pane::Games, &mut out);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pane_with_the_keys_is_always_shown_and_nothing_overlaps() {
        for (width, height) in (1..260).step_by(7).flat_map(|w| (1..120).step_by(5).map(move |h| (w, h))) {
            let area = Rect::new(3, 2, width, height);
            for (players, boards, confirms) in [(2, 0, false), (10, 2, true), (300, 80, true)] {
                let sizes = Sizes { players, boards, confirms, game: !confirms || players > 10 };
                let mut focus = Pane::Board;
                for _ in 0..Pane::ALL.len() {
                    focus = focus.next(true);
                    let places = places(area, focus, false, sizes);
                    assert!(places.iter().any(|(pane, _)| *pane == focus), "{focus:?} {width}×{height}");
                    for (index, (pane, place)) in places.iter().enumerate() {
                        assert_eq!(place.intersection(area), *place, "{pane:?} {width}×{height}");
                        assert!(!place.is_empty(), "{pane:?} {width}×{height}");
                        for (other, taken) in &places[index + 1..] {
                            assert!(!place.intersects(*taken), "{pane:?} {other:?} {width}×{height}");
                        }
                    }
                }
            }
        }
    }
}
