//! The layout of the screen's panes.

use super::screening::is_screening;
use super::state::State;
use super::{BOARD, BOARDS, CONFIRMATION, CROSSTABLE, DRIFT, EFFECTS, GAMES, SCORES, STANDINGS};
use crate::objectives::event::RoundPurpose;
use crate::tui::boards::grid;
use crate::tui::prelude::*;

/// Smallest width and height of the area for two columns of panes.
const TWO_COLUMNS: (u16, u16) = (110, 28);
/// Smallest width of the area for three columns of panes.
const THREE_COLUMNS: u16 = 176;
/// Width of the pane of the large board.
const BOARD_WIDTH: u16 = 46;
/// Width of the pane of the large board in an area of at least this height.
const LARGE_BOARD: (u16, u16) = (62, 52);
/// Smallest height of the area for both confirmation and drift in one column.
const BOTH: u16 = 48;
/// Smallest height of the scores and of the games.
const LEAST: u16 = 8;

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
    /// Whether the session is a screening, which has neither confirmation nor drift.
    pub(super) screens: bool,
}

impl Sizes {
    pub(super) fn new(state: &State, open: &Evolution) -> Sizes {
        let expected = open.settings.as_ref().map_or(0, |settings| settings.optimizer.population());
        let players = state.round.as_ref().map_or(expected as usize, |round| round.entries.len());
        Sizes {
            players: players.min(200) as u16,
            boards: state.boards.live.len(),
            confirms: open.confirmation().is_some()
                || state.playing.event.is_some_and(RoundPurpose::concludes),
            game: state.boards.shown().is_some(),
            screens: is_screening(open),
        }
    }
}

/// Returns the visible panes with their areas; the focused one is always among them. A session without sizes has only
/// boards.
pub(super) fn places(area: Rect, panes: PaneFocus, sizes: Option<Sizes>) -> Vec<(usize, Rect)> {
    let PaneFocus { at: focus, is_zoomed } = panes;
    let is_low = sizes.is_some() && area.height < TWO_COLUMNS.1;
    if is_zoomed || is_low || area.width < TWO_COLUMNS.0 {
        return vec![(focus, area)];
    }
    let board = if area.height >= LARGE_BOARD.1 { LARGE_BOARD.0 } else { BOARD_WIDTH };
    let Some(Sizes { players, boards, confirms, game, screens }) = sizes else {
        let [boards, large] = split_left(area, area.width - board.max(area.width / 2));
        return vec![(BOARDS, boards), (BOARD, large)];
    };
    let three = area.width >= THREE_COLUMNS && (game || focus == BOARD);
    let rest = area.width - if three { board } else { 0 };
    let [left, others] = split_left(area, rest - rest / 2);
    let [middle, right] = split_left(others, area.width - rest);
    let room = area.height - LEAST.max(area.height / 5);
    let crosstable = (players + 4).min(room / 2);
    let standings = (players + 5).min(room - crosstable);
    let mut places = stack(left, &[(STANDINGS, standings), (CROSSTABLE, crosstable)], SCORES);
    // Without boards the pane has one line of text.
    let boards_height = |width: u16, free: u16| match boards {
        0 => 3.min(free),
        boards => grid::height(boards, width).min(free),
    };
    let confirmation = |pending: u16, free: u16| if confirms { players + 6 } else { pending }.min(free);
    if three {
        let boards = boards_height(board, area.height / 2);
        places.extend(stack(middle, &[(BOARD, area.height - boards)], BOARDS));
        let confirmation = confirmation(5, area.height / 2);
        let drift = (area.height - confirmation) / 2;
        let upper = match screens {
            true => vec![(EFFECTS, area.height * 2 / 3)],
            false => vec![(CONFIRMATION, confirmation), (DRIFT, drift)],
        };
        places.extend(stack(right, &upper, GAMES));
    } else if focus == BOARD {
        places.push((BOARD, right));
    } else {
        let boards = boards_height(right.width, (area.height - LEAST) / 2);
        let mut upper = vec![(BOARDS, boards)];
        if screens {
            upper.push((EFFECTS, (area.height - boards) * 2 / 3));
        } else if area.height >= BOTH {
            let confirmation = confirmation(6, (area.height - boards) / 3);
            let drift = (area.height - boards - confirmation) / 2;
            upper.extend([(CONFIRMATION, confirmation), (DRIFT, drift)]);
        } else {
            let is_drift = focus == DRIFT || (focus != CONFIRMATION && !confirms);
            let height = (players + 5).min(area.height - boards - LEAST);
            upper.push((if is_drift { DRIFT } else { CONFIRMATION }, height));
        }
        places.extend(stack(right, &upper, GAMES));
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::widgets::areas::assert_places;

    #[test]
    fn the_focused_pane_is_always_shown_and_no_panes_overlap() {
        for (width, height) in (1..260).step_by(7).flat_map(|w| (1..120).step_by(5).map(move |h| (w, h))) {
            let area = Rect::new(3, 2, width, height);
            for (players, boards, confirms, screens) in
                [(2, 0, false, false), (10, 2, true, false), (300, 80, true, false), (2, 2, false, true)]
            {
                let sizes = Sizes { players, boards, confirms, game: !confirms || players > 10, screens };
                let hidden = if screens { vec![CONFIRMATION, DRIFT] } else { vec![EFFECTS] };
                for at in (STANDINGS..=GAMES).filter(|pane| !hidden.contains(pane)) {
                    let places = places(area, PaneFocus { at, is_zoomed: false }, Some(sizes));
                    assert_places(area, &places, &at);
                    assert!(places.iter().all(|(_, place)| !place.is_empty()), "{area}");
                }
            }
        }
    }
}
