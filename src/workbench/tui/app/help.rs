//! The help: the keys of the current screen, all keys, the terms and the symbols.

use crate::tui::prelude::*;
use crate::tui::typing::SearchInput;

/// A page of the help.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Page {
    /// The keys that work on the current screen.
    #[default]
    Screen,
    /// The keys of all screens.
    Keys,
    /// The terms and column headings.
    Terms,
    /// The symbols.
    Symbols,
}

impl Page {
    pub(super) const ALL: [Page; 4] = [Page::Screen, Page::Keys, Page::Terms, Page::Symbols];

    pub(super) fn title(self) -> &'static str {
        match self {
            Page::Screen => "This screen",
            Page::Keys => "All keys",
            Page::Terms => "Terms",
            Page::Symbols => "Symbols",
        }
    }
}

/// The state of the help.
#[derive(Debug, Default)]
pub(crate) struct Help {
    pub(super) page: Page,
    /// The text to find.
    pub(super) input: SearchInput,
    /// The first visible row.
    pub(super) cursor: Cursor,
}

impl Popup for Help {
    fn scope(&self) -> Scope {
        Scope::Helping
    }

    fn handle(mut self: Box<Self>, model: &mut Model, input: PopupInput) -> Vec<Effect> {
        use super::help_view::{PAGES, ROWS};
        let page = match input {
            PopupInput::Command(action @ (Action::NextField | Action::PreviousField)) => {
                Some(next_of(&Page::ALL, self.page, action == Action::NextField))
            }
            PopupInput::Command(action) => {
                // The text scrolls by its first visible row.
                let (page, rows) = (model.hits.page(List::POPUP), model.hits.page(ROWS));
                self.cursor.move_in_list(action, page, rows.saturating_sub(page) + 1);
                None
            }
            PopupInput::Row(list, row) => Page::ALL.get(row).copied().filter(|_| list == PAGES),
        };
        if let Some(page) = page {
            (self.page, self.cursor) = (page, Cursor::default());
        }
        model.keep(self)
    }

    fn search(&mut self) -> Option<(&mut SearchInput, &mut Cursor)> {
        Some((&mut self.input, &mut self.cursor))
    }
}
