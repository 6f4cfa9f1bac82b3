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

use ratatui::layout::Rect;

use super::totals;
use crate::tui::cursor::next_of;
use crate::tui::playing::board::BELOW;
use crate::tui::widgets::areas::{split_left, stack};
use crate::tui::widgets::board::Size;
use crate::tui::widgets::pane::FRAMED_HEIGHT;

/// A pane of the screen, in the order of Tab.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Pane {
    /// The positions.
    #[default]
    List,
    /// The board and the moves on it.
    Board,
    /// The analysis of the position, while an engine runs.
    Analysis,
    /// The contributions of the parameters to the organism's move.
    Why,
    /// The values that would change the organism's move.
    Counterfactuals,
    /// The agreement by class.
    Totals,
}

impl Pane {
    /// All panes, in the order of Tab.
    pub(super) const ALL: [Pane; 6] =
        [Pane::List, Pane::Board, Pane::Analysis, Pane::Why, Pane::Counterfactuals, Pane::Totals];

    /// Returns the available pane after this one, or before it if `forward` is false. While moves are played, only the
    /// panes about the board are available.
    pub(super) fn next(self, forward: bool, analysed: bool, played: bool) -> Pane {
        let is_available = |pane: &Pane| match pane {
            Pane::Analysis => analysed,
            Pane::Board | Pane::Why => true,
            Pane::List | Pane::Counterfactuals | Pane::Totals => !played,
        };
        let all: Vec<Pane> = Pane::ALL.into_iter().filter(is_available).collect();
        next_of(&all, self, forward)
    }
}

/// The minimum widths of three columns and of two columns.
const THREE_COLUMNS: u16 = 116;
const TWO_COLUMNS: u16 = 76;
/// The height of the analysis below other panes.
const ANALYSIS: u16 = 17;
/// The least widths of the list and of the reasons beside a large board.
const LIST: u16 = 42;
const WHY: u16 = 38;

/// The use of the board.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct BoardMode {
    /// Whether an engine analyses the position.
    pub(super) analysed: bool,
    /// Whether moves are played.
    pub(super) played: bool,
}

/// Returns the visible panes with their areas; `focus` is always among them.
pub(super) fn pane_areas(area: Rect, focus: Pane, zoomed: bool, mode: BoardMode) -> Vec<(Pane, Rect)> {
    if zoomed || area.width < TWO_COLUMNS || area.height < FRAMED_HEIGHT {
        return vec![(focus, area)];
    }
    if area.width < THREE_COLUMNS {
        return two_columns(area, focus, mode);
    }
    let (width, height) = (area.width, area.height);
    let board = Size::pane_width(area, LIST + WHY, BELOW).max(WHY);
    let rest = width - board;
    let why = (rest * 9 / 20).clamp(WHY, 72);
    let [left, others] = split_left(area, rest - why);
    let [middle, right] = split_left(others, board);
    let mut out = Vec::with_capacity(5);
    if height >= totals::HEIGHT + 14 {
        let upper = height - totals::HEIGHT;
        out.extend(stack(left, &[(Pane::List, upper)], Pane::Totals));
    } else {
        out.push((if focus == Pane::Totals { Pane::Totals } else { Pane::List }, left));
    }
    out.push((Pane::Board, middle));
    let lower = match focus {
        Pane::Analysis | Pane::Counterfactuals => focus,
        _ if mode.analysed => Pane::Analysis,
        _ => Pane::Counterfactuals,
    };
    if mode.analysed && height >= 50 {
        let why = height * 9 / 20;
        let panes = [(Pane::Why, why), (Pane::Counterfactuals, height - why - ANALYSIS)];
        out.extend(stack(right, &panes, Pane::Analysis));
    } else if height >= 26 {
        out.extend(stack(right, &[(Pane::Why, height * 11 / 20)], lower));
    } else {
        out.push((side_pane(focus, mode), right));
    }
    out
}

/// Returns the pane in the only place beside board and list.
fn side_pane(focus: Pane, mode: BoardMode) -> Pane {
    match focus {
        Pane::Why | Pane::Counterfactuals | Pane::Analysis => focus,
        _ if mode.analysed => Pane::Analysis,
        _ => Pane::Why,
    }
}

/// Returns two columns: the focused pane and a related one.
fn two_columns(area: Rect, focus: Pane, mode: BoardMode) -> Vec<(Pane, Rect)> {
    let [left, right] = split_left(area, area.width / 2);
    let why = side_pane(focus, mode);
    if area.height >= 32 {
        let mut out = stack(left, &[(Pane::List, area.height - totals::HEIGHT)], Pane::Totals);
        out.extend(stack(right, &[(Pane::Board, area.height / 2 + 2)], why));
        return out;
    }
    match focus {
        Pane::Board if mode.played => vec![(Pane::Board, left), (why, right)],
        Pane::List | Pane::Board => vec![(Pane::List, left), (Pane::Board, right)],
        Pane::Why | Pane::Counterfactuals | Pane::Analysis => vec![(Pane::Board, left), (why, right)],
        Pane::Totals => vec![(Pane::Totals, left), (Pane::Board, right)],
    }
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
                for (focus, mode) in Pane::ALL.into_iter().flat_map(|focus| {
                    [(false, false), (true, false), (false, true), (true, true)]
                        .map(|(analysed, played)| (focus, BoardMode { analysed, played }))
                }) {
                    let areas = pane_areas(area, focus, false, mode);
                    assert_places(area, &areas, &focus);
                }
            }
        }
    }
}
