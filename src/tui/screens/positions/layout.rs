//! Which pane of the Positions screen goes where.
//!
//! ```text
//! three columns        two columns          one
//! ╭list╮╭board╮╭why─╮  ╭ list ╮╭ board ╮   ╭ one ╮
//! │    ││     ││    │  │      ││       │   │pane │
//! ├tot.┤│     │├what┤  ╰──────╯╰───────╯   ╰─────╯
//! ╰────╯╰─────╯╰────╯   board    why
//! ```
//!
//! Where a pane has no place of its own it takes one when it gets the keys.

use ratatui::layout::Rect;

use super::totals;
use crate::tui::cursor::next_of;
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
    /// What an engine thinks of it, while one does.
    Analysis,
    /// What speaks for the organism's move.
    Why,
    /// What would change it.
    Remedies,
    /// Agreement by class.
    Totals,
}

impl Pane {
    /// All, in the order of Tab.
    pub(super) const ALL: [Pane; 6] =
        [Pane::List, Pane::Board, Pane::Analysis, Pane::Why, Pane::Remedies, Pane::Totals];

    /// The pane after or before this one, among those there are: an analysis only while one goes on, and while
    /// moves are played only what speaks of the board.
    pub(super) fn next(self, on: bool, analysed: bool, played: bool) -> Pane {
        let there = |pane: &Pane| match pane {
            Pane::Analysis => analysed,
            Pane::Board | Pane::Why => true,
            Pane::List | Pane::Remedies | Pane::Totals => !played,
        };
        let all: Vec<Pane> = Pane::ALL.into_iter().filter(there).collect();
        next_of(&all, self, on)
    }
}

/// The smallest widths that hold three columns, and two.
const THREE: u16 = 116;
const TWO: u16 = 76;
/// Rows of an analysis that has others above it.
const ANALYSIS: u16 = 17;
/// Rows below a large board: coordinates aside, for the words and some candidates.
const BELOW_BOARD: u16 = 14;

/// What goes on on the board.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Going {
    /// An engine thinks about it.
    pub(super) analysed: bool,
    /// Moves are played on it.
    pub(super) played: bool,
}

/// Where the panes shown go; `focus` is always among them.
pub(super) fn places(area: Rect, focus: Pane, zoomed: bool, going: Going) -> Vec<(Pane, Rect)> {
    if zoomed || area.width < TWO || area.height < FRAMED_HEIGHT {
        return vec![(focus, area)];
    }
    let column = |x: u16, width: u16| Rect { x: area.x + x, width, ..area };
    if area.width < THREE {
        return two(area, focus, going);
    }
    let (width, height) = (area.width, area.height);
    let (large, tall) = Size::Large.room();
    let board = if width >= large + 2 + 88 && height >= tall + 2 + BELOW_BOARD { large + 2 } else { 38 };
    let rest = width - board;
    let why = (rest * 9 / 20).clamp(38, 72);
    let list = rest - why;
    let mut out = Vec::with_capacity(5);
    if height >= totals::HEIGHT + 14 {
        let upper = height - totals::HEIGHT;
        out.extend(stack(column(0, list), (Pane::List, upper), Pane::Totals));
    } else {
        out.push((if focus == Pane::Totals { Pane::Totals } else { Pane::List }, column(0, list)));
    }
    out.push((Pane::Board, column(list, board)));
    let right = column(list + board, why);
    let lower = match focus {
        Pane::Analysis | Pane::Remedies => focus,
        _ if going.analysed => Pane::Analysis,
        _ => Pane::Remedies,
    };
    if going.analysed && height >= 50 {
        let [why, below] = stack(right, (Pane::Why, height * 9 / 20), Pane::Remedies);
        out.push(why);
        out.extend(stack(below.1, (Pane::Remedies, below.1.height - ANALYSIS), Pane::Analysis));
    } else if height >= 26 {
        out.extend(stack(right, (Pane::Why, height * 11 / 20), lower));
    } else {
        out.push((one(focus, going), right));
    }
    out
}

/// Which pane takes the only place beside board and list.
fn one(focus: Pane, going: Going) -> Pane {
    match focus {
        Pane::Why | Pane::Remedies | Pane::Analysis => focus,
        _ if going.analysed => Pane::Analysis,
        _ => Pane::Why,
    }
}

/// Two columns: what has the keys and what goes with it.
fn two(area: Rect, focus: Pane, going: Going) -> Vec<(Pane, Rect)> {
    let half = area.width / 2;
    let left = Rect { width: half, ..area };
    let right = Rect { x: area.x + half, width: area.width - half, ..area };
    let why = one(focus, going);
    if area.height >= 32 {
        let mut out = Vec::with_capacity(4);
        out.extend(stack(left, (Pane::List, area.height - totals::HEIGHT), Pane::Totals));
        out.extend(stack(right, (Pane::Board, area.height / 2 + 2), why));
        return out;
    }
    match focus {
        Pane::Board if going.played => vec![(Pane::Board, left), (why, right)],
        Pane::List | Pane::Board => vec![(Pane::List, left), (Pane::Board, right)],
        Pane::Why | Pane::Remedies | Pane::Analysis => vec![(Pane::Board, left), (why, right)],
        Pane::Totals => vec![(Pane::Totals, left), (Pane::Board, right)],
    }
}

fn stack(area: Rect, upper: (Pane, u16), lower: Pane) -> [(Pane, Rect); 2] {
    let height = upper.1.min(area.height);
    let below = Rect { y: area.y + height, height: area.height - height, ..area };
    [(upper.0, Rect { height, ..area }), (lower, below)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pane_with_the_keys_is_always_shown_and_nothing_overlaps() {
        for width in (1..260).step_by(7) {
            for height in (1..120).step_by(5) {
                let area = Rect::new(3, 2, width, height);
                for (focus, going) in Pane::ALL.into_iter().flat_map(|focus| {
                    [(false, false), (true, false), (false, true), (true, true)]
                        .map(|(analysed, played)| (focus, Going { analysed, played }))
                }) {
                    let places = places(area, focus, false, going);
                    assert!(places.iter().any(|(pane, _)| *pane == focus), "{focus:?} {width}×{height}");
                    for (index, (pane, place)) in places.iter().enumerate() {
                        assert_eq!(place.intersection(area), *place);
                        for (other, taken) in &places[index + 1..] {
                            assert!(!place.intersects(*taken), "{pane:?} {other:?} {width}×{height}");
                        }
                    }
                }
            }
        }
    }
}
