//! The layout of the panes of the place Match.

use super::{BOARD, BOARDS, FAULTS, GAMES, MOVES, STANDING};
use crate::tui::boards::large::OTHER_ROWS;
use crate::tui::boards::{grid, moves};
use crate::tui::prelude::*;
use crate::tui::widgets::pane::FRAMED_HEIGHT;

/// The smallest width for two panes.
const TWO: u16 = 76;
/// The smallest width and height for all panes.
const ALL: u16 = 110;
const TALL: u16 = 30;
/// The least width of the other panes, and of the large board's pane.
const OTHERS: u16 = 64;
const BOARD_WIDTH: u16 = 42;
/// The least width of the small boards with the moves beside them.
const BOTH: u16 = 90;
/// The fewest rows of the games and the faults below a row of small boards.
const LOWER: u16 = 5;

/// What the layout depends on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sizes {
    /// The heights that the results and the small boards can use.
    pub(super) standing: u16,
    pub(super) boards: u16,
    /// Whether a game is replayed. Its moves are then more important than the games in progress.
    pub(super) replays: bool,
}

/// Returns the displayed panes with their areas; the focused one is always among them.
pub(super) fn places(area: Rect, panes: PaneFocus, sizes: Sizes) -> Vec<(usize, Rect)> {
    let PaneFocus { at: focus, is_zoomed } = panes;
    let Sizes { standing, boards, replays } = sizes;
    if is_zoomed || area.width < TWO || area.height < FRAMED_HEIGHT {
        return vec![(focus, area)];
    }
    let left = if area.width >= ALL {
        Size::pane_width(area, OTHERS, OTHER_ROWS).max(BOARD_WIDTH)
    } else {
        area.width / 2
    };
    let [board, right] = split_left(area, left);
    if area.width < ALL || area.height < TALL {
        let other = match focus {
            BOARD if replays => MOVES,
            BOARD => STANDING,
            other => other,
        };
        return vec![(BOARD, board), (other, right)];
    }
    let row = grid::height(1, right.width);
    let standing = standing.min(right.height / 2).min(right.height - row - LOWER);
    let boards = boards.min(row.max((right.height - standing) / 2));
    let [upper, rest] = split_top(right, standing);
    let moves = if rest.width >= BOTH { moves::WIDTH } else { 0 };
    let [rest, moves] = split_left(rest, rest.width - moves);
    let [middle, lower] = split_top(rest, boards);
    let [games, faults] = split_left(lower, lower.width * 2 / 3);
    let mut places = vec![(BOARD, board), (STANDING, upper), (GAMES, games), (FAULTS, faults)];
    if !moves.is_empty() {
        places.extend([(BOARDS, middle), (MOVES, moves)]);
    } else if focus == MOVES || (replays && focus != BOARDS) {
        places.push((MOVES, middle));
    } else {
        places.push((BOARDS, middle));
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::widgets::areas::assert_places;

    #[test]
    fn the_focused_pane_is_always_shown_and_panes_do_not_overlap() {
        for (width, height) in (1..260).step_by(7).flat_map(|w| (1..120).step_by(5).map(move |h| (w, h))) {
            let area = Rect::new(3, 2, width, height);
            for (standing, boards, replays) in [(8, 12, false), (40, 60, true)] {
                for at in BOARD..=MOVES {
                    let focus = PaneFocus { at, is_zoomed: false };
                    let places = places(area, focus, Sizes { standing, boards, replays });
                    assert_places(area, &places, &at);
                    assert!(places.iter().all(|(_, place)| !place.is_empty()), "{area}");
                }
            }
        }
    }

    #[test]
    fn a_row_of_boards_fits_whenever_all_panes_are_shown() {
        for (height, standing) in (TALL..120).flat_map(|height| (8..40).map(move |rows| (height, rows))) {
            let area = Rect::new(3, 2, ALL, height);
            let row = grid::height(1, area.width);
            let sizes = Sizes { standing, boards: row, replays: false };
            for (pane, place) in places(area, PaneFocus::default(), sizes) {
                assert!(pane != BOARDS || place.height == row, "{height} rows, {standing} of standings");
            }
        }
    }
}
