//! Commands: what they do, where they apply, and how they are found.
//!
//! Key dispatch, the bottom bar, the help, the palette and the mouse use the same tables of commands, so that they
//! always agree.

pub(crate) mod keymap;

use super::action::{Action, ScreenId};

/// Where a command applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Everywhere, including popups.
    Anywhere,
    /// On every screen while no popup is open.
    Screens,
    /// On one screen.
    On(ScreenId),
    /// On every screen with a board.
    Boards,
    /// While moves are played on a board. The screen's own commands do not apply then.
    Playing,
    /// In the popup that selects the piece of a promotion.
    Promoting,
    /// In the palette, where typed characters search.
    Search,
    /// In the help, where typed characters search.
    Helping,
    /// In the list of players, where typed characters search.
    Picking,
    /// In the search of a list, where typed characters search.
    Finding,
    /// In forms, where typed characters edit a field.
    Form,
    /// In popups that only show something.
    Reading,
    /// In yes-or-no questions.
    Asking,
}

impl Scope {
    /// Returns whether the commands of this place belong to a popup.
    pub(crate) fn in_popup(self) -> bool {
        matches!(
            self,
            Scope::Search
                | Scope::Helping
                | Scope::Picking
                | Scope::Finding
                | Scope::Form
                | Scope::Reading
                | Scope::Asking
                | Scope::Promoting
        )
    }

    /// Returns whether the keys of this place take precedence over the keys that apply on every screen.
    pub(crate) fn is_screen_specific(self) -> bool {
        matches!(self, Scope::On(_) | Scope::Boards | Scope::Playing)
    }
}

/// A row of a command table.
#[derive(Debug)]
pub(crate) struct Command {
    pub(crate) action: Action,
    /// The name in the palette. No other command of a screen has the same.
    pub(crate) name: &'static str,
    /// A description of one line.
    pub(crate) about: &'static str,
    /// The names of the usual keys. The configuration may have others: see [`keymap::Keymap`].
    pub(crate) keys: &'static [&'static str],
    pub(crate) scope: Scope,
    /// The label in the bottom bar; empty if the command is not shown there.
    pub(crate) bar_label: &'static str,
}

/// A table of commands with its heading in the help.
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) title: &'static str,
    pub(crate) commands: &'static [Command],
}

/// Returns a row of a command table. `bar_label` is empty if the command is not shown in the bottom bar.
pub(crate) const fn command(
    action: Action,
    scope: Scope,
    keys: &'static [&'static str],
    bar_label: &'static str,
    name: &'static str,
    about: &'static str,
) -> Command {
    Command { action, name, about, keys, scope, bar_label }
}

/// Returns the command that shows a screen.
pub(crate) const fn show(
    screen: ScreenId,
    keys: &'static [&'static str],
    name: &'static str,
    about: &'static str,
) -> Command {
    command(Action::Show(screen), Scope::Screens, keys, "", name, about)
}

/// Returns the command with a name.
pub(crate) fn named(commands: &'static [Command], name: &str) -> Option<&'static Command> {
    commands.iter().find(|command| command.name == name)
}
