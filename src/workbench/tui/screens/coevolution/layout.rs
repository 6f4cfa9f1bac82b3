//! The layout of the screen's panes.

use ratatui::layout::Rect;

use crate::tui::boards::grid;
use crate::tui::cursor::next_of;
use crate::tui::widgets::areas::{split_left, stack};

/// A pane of the screen, in the order of Tab.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Pane {
    /// The players of the round robin shown, best first.
    #[default]
    Standings,
    Crosstable,
    /// The scores of all generations.
    Scores,
    /// How the champion is selected.
    Confirmation,
    /// The movement of the parameters.
    Drift,
    /// Small boards of the games in progress.
    Boards,
    /// One large board.
    Board,
    /// The games of the round robin shown.
    Games,
}

impl Pane {
    const ALL: [Pane; 8] = [
        Pane::Standings,
        Pane::Crosstable,
        Pane::Scores,
        Pane::Confirmation,
        Pane::Drift,
        Pane::Boards,
        Pane::Board,
        Pane::Games,
    ];

    /// Returns the next pane, or the previous one.
    pub(super) fn next(self, forward: bool) -> Pane {
        next_of(&Pane::ALL, self, forward)
    }
}

/// Smallest width and height of the area for two columns of panes.
const TWO_COLUMNS: (u16, u16) = (110, 28);
/// Smallest width of the area for three columns of panes.
const THREE_COLUMNS: u16 = 176;
/// Width of the pane of the large board.
const BOARD: u16 = 46;
/// Width of the pane of the large board in an area of at least this height.
const LARGE_BOARD: (u16, u16) = (62, 52);
/// Smallest height of the area for both confirmation and drift in one column.
const BOTH: u16 = 48;
/// Smallest height of the scores.
const SCORES: u16 = 8;
/// Smallest height of the games.
const GAMES: u16 = 8;

/// The contents that determine the heights of panes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sizes {
    /// Number of players in the standings.
    pub(super) players: u16,
    /// Number of small boards.
    pub(super) boards: usize,
    /// Whether the champion is confirmed or the confirmation is in progress.
    pub(super) confirms: bool,
    /// Whether there is a game for the large board.
    pub(super) game: bool,
}

/// Returns the visible panes with their areas. `focus` is always visible.
pub(super) fn places(area: Rect, focus: Pane, zoomed: bool, sizes: Sizes) -> Vec<(Pane, Rect)> {
    if zoomed || area.width < TWO_COLUMNS.0 || area.height < TWO_COLUMNS.1 {
        return vec![(focus, area)];
    }
    let three = area.width >= THREE_COLUMNS && (sizes.game || focus == Pane::Board);
    let board = if area.height >= LARGE_BOARD.1 { LARGE_BOARD.0 } else { BOARD };
    let rest = area.width - if three { board } else { 0 };
    let [left, others] = split_left(area, rest - rest / 2);
    let [middle, right] = split_left(others, area.width - rest);
    let room = area.height - SCORES.max(area.height / 5);
    let crosstable = (sizes.players + 4).min(room / 2);
    let upper =
        [(Pane::Standings, (sizes.players + 5).min(room - crosstable)), (Pane::Crosstable, crosstable)];
    let mut out = stack(left, &upper, Pane::Scores);
    // Without boards the pane has one line of text.
    let boards_height = |width: u16, free: u16| match sizes.boards {
        0 => 3.min(free),
        boards => grid::height(boards, width).min(free),
    };
    if three {
        let boards = boards_height(board, area.height / 2);
        out.extend(stack(middle, &[(Pane::Board, area.height - boards)], Pane::Boards));
        let confirmation = if sizes.confirms { (sizes.players + 6).min(area.height / 2) } else { 5 };
        let drift = (area.height - confirmation) / 2;
        let upper = [(Pane::Confirmation, confirmation), (Pane::Drift, drift)];
        out.extend(stack(right, &upper, Pane::Games));
    } else if focus == Pane::Board {
        out.push((Pane::Board, right));
    } else {
        let boards = boards_height(right.width, (area.height - GAMES) / 2);
        if area.height >= BOTH {
            let confirmation = if sizes.confirms { sizes.players + 6 } else { 6 };
            let confirmation = confirmation.min((area.height - boards) / 3);
            let drift = (area.height - boards - confirmation) / 2;
            let upper = [(Pane::Boards, boards), (Pane::Confirmation, confirmation), (Pane::Drift, drift)];
            out.extend(stack(right, &upper, Pane::Games));
            return out;
        }
        let middle = match focus {
            Pane::Confirmation | Pane::Drift => focus,
            _ if sizes.confirms => Pane::Confirmation,
            _ => Pane::Drift,
        };
        let height = (sizes.players + 5).min(area.height - boards - GAMES);
        out.extend(stack(right, &[(Pane::Boards, boards), (middle, height)], Pane::Games));
    }
    out
}

/// Returns the visible panes of a session that has only boards.
pub(super) fn live_places(area: Rect, focus: Pane, zoomed: bool) -> Vec<(Pane, Rect)> {
    if zoomed || area.width < TWO_COLUMNS.0 {
        return vec![(focus, area)];
    }
    let board = if area.height >= LARGE_BOARD.1 { LARGE_BOARD.0 } else { BOARD };
    let [boards, large] = split_left(area, area.width - board.max(area.width / 2));
    vec![(Pane::Boards, boards), (Pane::Board, large)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::widgets::areas::assert_places;

    #[test]
    fn the_focused_pane_is_always_shown_and_no_panes_overlap() {
        for (width, height) in (1..260).step_by(7).flat_map(|w| (1..120).step_by(5).map(move |h| (w, h))) {
            let area = Rect::new(3, 2, width, height);
            for (players, boards, confirms) in [(2, 0, false), (10, 2, true), (300, 80, true)] {
                let sizes = Sizes { players, boards, confirms, game: !confirms || players > 10 };
                let mut focus = Pane::Board;
                for _ in 0..Pane::ALL.len() {
                    focus = focus.next(true);
                    let places = places(area, focus, false, sizes);
                    assert_places(area, &places, &focus);
                    assert!(places.iter().all(|(_, place)| !place.is_empty()), "{area}");
                }
            }
        }
    }
}
