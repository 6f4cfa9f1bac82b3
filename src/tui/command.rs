//! A command: what it does, where it applies, and how people find it. Key dispatch, the bottom bar, the help, the palette
//! and the mouse are all made of such rows, so that none of them can tell a person something else than the others.

pub(crate) mod general;

use super::action::{Action, ScreenId};

/// Where a command applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// Always, popups included.
    Anywhere,
    /// On every screen, while no popup is open.
    Screens,
    /// On one screen.
    On(ScreenId),
    /// On every screen with a board.
    Boards,
    /// While moves are played on a board; then the screen’s own commands rest.
    Playing,
    /// Where a pawn promotes.
    Promoting,
    /// In help and palette, where typing searches.
    Search,
    /// Where players are picked, and typing searches.
    Picking,
    /// In forms, where typing fills in.
    Form,
    /// In popups that only show.
    Reading,
    /// In questions.
    Asking,
}

impl Place {
    /// Whether a popup takes its commands.
    pub(crate) fn in_popup(self) -> bool {
        matches!(
            self,
            Place::Search | Place::Picking | Place::Form | Place::Reading | Place::Asking | Place::Promoting
        )
    }

    /// Whether its keys come before those that hold everywhere.
    pub(crate) fn narrow(self) -> bool {
        matches!(self, Place::On(_) | Place::Boards | Place::Playing)
    }
}

/// A row of a table of commands.
#[derive(Debug)]
pub(crate) struct Command {
    /// What it does.
    pub(crate) action: Action,
    /// Its name in the palette.
    pub(crate) name: &'static str,
    /// One line on it.
    pub(crate) about: &'static str,
    /// Its keys by name; the first is the one shown.
    pub(crate) keys: &'static [&'static str],
    /// Where it applies.
    pub(crate) place: Place,
    /// Its word in the bottom bar; empty where it does not stand there.
    pub(crate) word: &'static str,
}

/// A row of a table; `word` is empty where the command does not stand in the bottom bar.
pub(crate) const fn command(
    action: Action,
    place: Place,
    keys: &'static [&'static str],
    word: &'static str,
    name: &'static str,
    about: &'static str,
) -> Command {
    Command { action, name, about, keys, place, word }
}

/// The row that shows a screen.
pub(crate) const fn show(
    screen: ScreenId,
    keys: &'static [&'static str],
    name: &'static str,
    about: &'static str,
) -> Command {
    command(Action::Show(screen), Place::Screens, keys, "", name, about)
}

/// Defines `here`, which makes rows of the table of one screen: `here(&act, keys, word, name, about)`.
macro_rules! here {
    ($screen:expr) => {
        const fn here(
            act: &'static Act,
            keys: &'static [&'static str],
            word: &'static str,
            name: &'static str,
            about: &'static str,
        ) -> $crate::tui::command::Command {
            $crate::tui::command::command(
                $crate::tui::action::Action::own(act),
                $crate::tui::command::Place::On($screen),
                keys,
                word,
                name,
                about,
            )
        }
    };
}
pub(crate) use here;
