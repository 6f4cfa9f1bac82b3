//! Cards: what a screen would show, and the keys that bring it. A screen that has nothing to show returns a card, and the
//! app draws it.

use super::action::Action;

/// What a screen is for, and how to begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Card {
    pub(crate) title: &'static str,
    /// One or two sentences about what would be here.
    pub(crate) about: String,
    /// Actions with what they do. The key of an action is that of its command. The app adds those that help everywhere.
    pub(crate) choices: Vec<(Action, &'static str)>,
}
