//! What the last frame showed where: for the mouse, and for scrolling by pages.

use ratatui::layout::{Position, Rect};

use super::action::Action;
use super::erased::{Erased, Value};

/// A list whose rows scroll, by a name of its own; each belongs to who draws it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct List(pub(crate) &'static str);

impl List {
    /// What a popup lists: commands, fields, players.
    pub(crate) const POPUP: List = List("popup");
}

/// What is under the mouse.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Target {
    /// Something that acts when clicked.
    Act(Action),
    /// A row of a list.
    Row(List, usize),
    /// A column of a chart: this generation.
    Moment(u32),
    /// Something that only its owner knows: a screen, or a board on it.
    Own(Value),
    /// A popup's ground, which takes clicks from what lies below it.
    Popup,
    /// All that lies outside a popup.
    Outside,
}

impl Target {
    /// Something of a screen or of a board.
    pub(crate) fn own(spot: impl Erased) -> Target {
        Target::Own(Value::new(spot))
    }
}

/// Where a list begins, and how many of its rows fit.
#[derive(Debug, Clone, Copy)]
struct Scrolled {
    list: List,
    first: usize,
    page: usize,
}

/// What the last view drew where.
#[derive(Debug, Clone, Default)]
pub(crate) struct HitMap {
    targets: Vec<(Rect, Target)>,
    lists: Vec<Scrolled>,
}

impl HitMap {
    /// An empty view whose lists begin where those of `before` did.
    pub(crate) fn after(before: &HitMap) -> HitMap {
        HitMap { lists: before.lists.clone(), ..HitMap::default() }
    }

    /// Notes what was drawn where; later ones lie on top.
    pub(crate) fn note(&mut self, area: Rect, target: Target) {
        if !area.is_empty() {
            self.targets.push((area, target));
        }
    }

    /// What is at a cell, topmost first.
    pub(crate) fn at(&self, column: u16, row: u16) -> impl Iterator<Item = &Target> {
        let position = Position::new(column, row);
        self.targets.iter().rev().filter(move |(area, _)| area.contains(position)).map(|(_, target)| target)
    }

    /// The values of one owner that were drawn, in order.
    pub(crate) fn own<T: Copy + 'static>(&self) -> impl Iterator<Item = T> {
        self.targets.iter().filter_map(|(_, target)| match target {
            Target::Own(value) => value.get(),
            _ => None,
        })
    }

    /// The first visible row of a list with its cursor at `at`, when `page` rows fit; remembered.
    pub(crate) fn scroll(&mut self, list: List, at: usize, page: usize, len: usize) -> usize {
        let lowest = at.saturating_sub(page.saturating_sub(1));
        let place = |before: usize| before.clamp(lowest, at.max(lowest)).min(len.saturating_sub(page));
        match self.lists.iter_mut().find(|known| known.list == list) {
            Some(known) => {
                (known.first, known.page) = (place(known.first), page);
                known.first
            }
            None => {
                let first = place(0);
                self.lists.push(Scrolled { list, first, page });
                first
            }
        }
    }

    /// Lets a list begin with its first row again.
    pub(crate) fn rewind(&mut self, list: List) {
        if let Some(known) = self.lists.iter_mut().find(|known| known.list == list) {
            known.first = 0;
        }
    }

    /// How many rows of a list were visible.
    pub(crate) fn page(&self, list: List) -> usize {
        self.lists.iter().find(|known| known.list == list).map_or(0, |known| known.page)
    }
}
