//! The click targets and list positions of the last frame, for the mouse and for scrolling by pages.

use ratatui::layout::{Position, Rect};
use shakmaty::Square;

use super::action::{Action, ScreenId};
use super::command::{self, Command};

/// The identifier of a scrolling list. The name must be unique.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct List(pub(crate) &'static str);

impl List {
    /// The list of a popup: commands, fields, players.
    pub(crate) const POPUP: List = List("popup");
}

/// A clickable part of a board or of the panes beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BoardPart {
    Square(Square),
    /// A line of the analysis.
    Line(usize),
    /// A row of the evaluation.
    EvaluationRow(usize),
}

/// What a click at a cell refers to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Target {
    /// An action that a click performs.
    Act(Action),
    /// A list and a row of it, 0 first.
    Row(List, usize),
    /// The heading of a list's column, which sorts the list; `None` for its natural order.
    Column(List, Option<usize>),
    /// A cell of a list's scroll bar, and the row that it selects.
    Scroll(List, usize),
    /// A pane of the place, by its number.
    Pane(usize),
    /// A part of a pane, such as a cell of a grid: the numbers of both.
    Part(usize, usize),
    /// A generation: a column of a chart.
    Generation(u32),
    /// A part of a board on which moves can be played.
    Board(BoardPart),
    /// The area of a popup, which hides the targets below it.
    Popup,
    /// Everything outside a popup.
    Outside,
}

impl Target {
    /// Returns the target that performs the command with a name.
    pub(crate) fn command(commands: &'static [Command], name: &str) -> Target {
        command::named(commands, name).map_or(Target::Popup, |command| Target::Act(command.action))
    }
}

/// The scroll position of a list: its first visible row and the number of rows that fit.
#[derive(Debug, Clone, Copy)]
struct ScrollPosition {
    list: List,
    first: usize,
    page: usize,
    /// Whether the list is in this frame. The position of another list is kept.
    drawn: bool,
}

/// The click targets and list positions of one frame.
#[derive(Debug, Clone, Default)]
pub(crate) struct HitMap {
    /// The screen of the frame; `None` before the first one, and in a terminal that is too small.
    screen: Option<ScreenId>,
    targets: Vec<(Rect, Target)>,
    lists: Vec<ScrollPosition>,
}

impl HitMap {
    /// Returns a map without targets that keeps the scroll positions of the previous frame.
    pub(crate) fn continuing(previous: &HitMap) -> HitMap {
        let lists = previous.lists.iter().map(|known| ScrollPosition { drawn: false, ..*known }).collect();
        HitMap { lists, ..HitMap::default() }
    }

    /// Notes that the frame shows a screen.
    pub(crate) fn note_screen(&mut self, screen: ScreenId) {
        self.screen = Some(screen);
    }

    /// Returns whether the frame shows a screen without one of its lists.
    pub(crate) fn hides(&self, screen: ScreenId, list: List) -> bool {
        self.screen == Some(screen) && !self.lists.iter().any(|known| known.list == list && known.drawn)
    }

    /// Adds a target. Later targets cover earlier ones.
    pub(crate) fn note(&mut self, area: Rect, target: Target) {
        if !area.is_empty() {
            self.targets.push((area, target));
        }
    }

    /// Returns the targets at a cell, topmost first.
    pub(crate) fn at(&self, column: u16, row: u16) -> impl Iterator<Item = &Target> {
        let position = Position::new(column, row);
        self.targets.iter().rev().filter(move |(area, _)| area.contains(position)).map(|(_, target)| target)
    }

    /// Returns whether a pane was drawn.
    pub(crate) fn has_pane(&self, number: usize) -> bool {
        self.targets.iter().any(|(_, target)| *target == Target::Pane(number))
    }

    /// Returns the columns of a list whose headings were drawn, from left to right.
    pub(crate) fn columns(&self, list: List) -> Vec<Option<usize>> {
        let mut columns = Vec::new();
        for (_, target) in &self.targets {
            if let Target::Column(of, column) = target
                && *of == list
                && !columns.contains(column)
            {
                columns.push(*column);
            }
        }
        columns
    }

    /// Returns the first visible row of a list of `len` rows, of which `page` fit, so that row `at` is visible. Stores
    /// the scroll position.
    pub(crate) fn scroll(&mut self, list: List, at: usize, page: usize, len: usize) -> usize {
        let lowest = at.saturating_sub(page.saturating_sub(1));
        let place = |before: usize| before.clamp(lowest, at.max(lowest)).min(len.saturating_sub(page));
        match self.lists.iter_mut().find(|known| known.list == list) {
            Some(known) => {
                *known = ScrollPosition { list, first: place(known.first), page, drawn: true };
                known.first
            }
            None => {
                let first = place(0);
                self.lists.push(ScrollPosition { list, first, page, drawn: true });
                first
            }
        }
    }

    /// Scrolls a list to its first row.
    pub(crate) fn scroll_to_top(&mut self, list: List) {
        if let Some(known) = self.lists.iter_mut().find(|known| known.list == list) {
            known.first = 0;
        }
    }

    /// Returns the number of rows of a list that were visible.
    pub(crate) fn page(&self, list: List) -> usize {
        self.lists.iter().find(|known| known.list == list).map_or(0, |known| known.page)
    }
}
