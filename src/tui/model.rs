//! Everything the workbench knows. `update` changes it, `view` reads it.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::Duration;

use ratatui::layout::{Position, Rect};

use super::commands::Action;
use super::evolution::Evolution;
use super::popups::form::Form;
use super::popups::search::Search;
use super::screens::Screen;
use super::screens::population::Pane;
use super::theme::Theme;
use crate::evolution::settings::EvolutionSettings;

/// A place in a list that is longer than its pane.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Cursor {
    /// The row the keys are on.
    pub(crate) at: usize,
}

impl Cursor {
    /// Moves within a list of `len` rows.
    pub(crate) fn moved(&mut self, action: Action, page: usize, len: usize) {
        let page = page.max(2) - 1;
        self.at = match action {
            Action::Up => self.at.saturating_sub(1),
            Action::Down => self.at.saturating_add(1),
            Action::PageUp => self.at.saturating_sub(page),
            Action::PageDown => self.at.saturating_add(page),
            Action::First => 0,
            Action::Last => usize::MAX,
            _ => self.at,
        }
        .min(len.saturating_sub(1));
    }
}

/// A list whose rows scroll; views remember where each begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum List {
    /// The table of organisms.
    Organisms,
    /// Parameter values.
    Values,
    /// The runs of the ensemble.
    Runs,
    /// The saved sessions.
    Sessions,
    /// The log.
    Log,
    /// Help or palette, form fields.
    Popup,
}

/// What stands under the mouse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// Something that acts when clicked.
    Act(Action),
    /// A pane of the Population screen.
    Pane(Pane),
    /// A row of a list.
    Row(List, usize),
    /// A popup's ground, which takes clicks from what lies below it.
    Popup,
    /// All that lies outside a popup.
    Outside,
}

/// What the last view drew where: for the mouse, and for scrolling by pages.
#[derive(Debug, Clone, Default)]
pub(crate) struct Seen {
    targets: Vec<(Rect, Target)>,
    lists: [(usize, usize); 6],
    /// Panes drawn, in order.
    pub(crate) panes: Vec<Pane>,
}

impl Seen {
    /// An empty view whose lists begin where those of `before` did.
    pub(crate) fn after(before: &Seen) -> Seen {
        Seen { lists: before.lists, ..Seen::default() }
    }

    /// Notes what was drawn where; later ones lie on top.
    pub(crate) fn note(&mut self, area: Rect, target: Target) {
        if !area.is_empty() {
            self.targets.push((area, target));
        }
    }

    /// What stands at a cell, topmost first.
    pub(crate) fn at(&self, column: u16, row: u16) -> impl Iterator<Item = Target> {
        let position = Position::new(column, row);
        self.targets.iter().rev().filter(move |(area, _)| area.contains(position)).map(|(_, target)| *target)
    }

    /// The first visible row of a list with its cursor at `at`, when `page` rows fit; remembered.
    pub(crate) fn scroll(&mut self, list: List, at: usize, page: usize, len: usize) -> usize {
        let entry = &mut self.lists[list as usize];
        let lowest = at.saturating_sub(page.saturating_sub(1));
        let first = entry.0.clamp(lowest, at.max(lowest)).min(len.saturating_sub(page));
        *entry = (first, page);
        first
    }

    /// How many rows of a list were visible.
    pub(crate) fn page(&self, list: List) -> usize {
        self.lists[list as usize].1
    }
}

/// How grave a line of the log is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    /// Something happened.
    Plain,
    /// Something a person should know.
    Warning,
    /// Something failed.
    Error,
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    /// When, since the workbench was opened.
    pub(crate) at: Duration,
    /// How grave.
    pub(crate) weight: Weight,
    /// What.
    pub(crate) text: String,
}

/// How many lines the log keeps.
const LOG_LINES: usize = 2000;

/// What happened, newest last, in bounded memory.
#[derive(Debug, Default)]
pub(crate) struct Log {
    /// The lines kept.
    pub(crate) entries: VecDeque<Entry>,
    /// The line the keys are on, counted from the newest.
    pub(crate) cursor: Cursor,
    /// Whether something grave came since the log was last looked at.
    pub(crate) news: bool,
}

impl Log {
    /// Adds a line.
    pub(crate) fn add(&mut self, at: Duration, weight: Weight, text: impl Into<String>) {
        if self.entries.len() == LOG_LINES {
            self.entries.pop_front();
        }
        self.news |= weight != Weight::Plain;
        self.entries.push_back(Entry { at, weight, text: text.into() });
    }
}

/// A saved session as the list shows it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SessionRow {
    /// Its folder.
    pub(crate) folder: PathBuf,
    /// Preset, seed and size in words; or why it cannot be read.
    pub(crate) about: String,
    /// Generations done and asked for, over all runs.
    pub(crate) progress: Option<(u64, u64)>,
    /// Best measure on the training set.
    pub(crate) best: Option<u64>,
    /// Whether it can be opened.
    pub(crate) readable: bool,
}

impl SessionRow {
    /// Whether generations are left to do.
    pub(crate) fn unfinished(&self) -> bool {
        self.readable && self.progress.is_some_and(|(done, asked)| done < asked)
    }
}

/// The list of saved sessions.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    /// The folder they are in.
    pub(crate) root: PathBuf,
    /// What was found there, newest first.
    pub(crate) rows: Vec<SessionRow>,
    /// Why the folder could not be read.
    pub(crate) error: Option<String>,
    /// The row the keys are on.
    pub(crate) cursor: Cursor,
}

/// What lies over the screen.
#[derive(Debug, Clone)]
pub(crate) enum Popup {
    /// All keys, searchable.
    Help(Search),
    /// Commands by name.
    Palette(Search),
    /// A form to fill in.
    Form(Box<Form>),
    /// The subject's values.
    Values {
        /// The row the keys are on.
        cursor: Cursor,
    },
}

/// What new runs begin with.
#[derive(Debug, Clone)]
pub(crate) struct Choices {
    /// The presets there are, the default first.
    pub(crate) presets: Vec<EvolutionSettings>,
    /// The values of the paper's Figure 3, by parameter name.
    pub(crate) paper_values: Vec<(String, i32)>,
}

/// Everything the workbench knows.
#[derive(Debug)]
pub(crate) struct Model {
    /// The screen shown.
    pub(crate) screen: Screen,
    /// What lies over it.
    pub(crate) popup: Option<Popup>,
    /// The open session.
    pub(crate) evolution: Option<Evolution>,
    /// The pane of the Population screen that has the keys.
    pub(crate) pane: Pane,
    /// Whether that pane is shown alone.
    pub(crate) zoomed: bool,
    /// The organism under the cursor.
    pub(crate) organisms: Cursor,
    /// The first parameter shown in the table of organisms.
    pub(crate) first_parameter: usize,
    /// The row of the values pane.
    pub(crate) values: Cursor,
    /// The saved sessions.
    pub(crate) sessions: Sessions,
    /// What happened.
    pub(crate) log: Log,
    /// What new runs begin with.
    pub(crate) choices: Choices,
    /// What everything looks like.
    pub(crate) theme: Theme,
    /// Whether only ASCII may be drawn.
    pub(crate) ascii: bool,
    /// A word to the person, until the next key.
    pub(crate) notice: Option<(Weight, String)>,
    /// What the last view drew where.
    pub(crate) seen: Seen,
    /// Time since the workbench was opened.
    pub(crate) now: Duration,
}

impl Model {
    /// The workbench before anything happened.
    pub(crate) fn new(theme: Theme, ascii: bool, root: PathBuf, choices: Choices) -> Model {
        Model {
            screen: Screen::Population,
            popup: None,
            evolution: None,
            pane: Pane::Organisms,
            zoomed: false,
            organisms: Cursor::default(),
            first_parameter: 0,
            values: Cursor::default(),
            sessions: Sessions { root, ..Sessions::default() },
            log: Log::default(),
            choices,
            theme,
            ascii,
            notice: None,
            seen: Seen::default(),
            now: Duration::ZERO,
        }
    }

    /// Whether the open session would be dropped on closing: generation 0 of a new seed that nobody told
    /// anything is the same again whenever it is wanted.
    pub(crate) fn discards(&self) -> bool {
        self.evolution.as_ref().is_some_and(|open| !open.touched)
    }

    /// Whether Esc would do something.
    pub(crate) fn can_go_back(&self) -> bool {
        let pinned = self.evolution.as_ref().is_some_and(|open| open.pinned.is_some());
        self.popup.is_some() || self.zoomed || self.screen != Screen::Population || pinned
    }
}
