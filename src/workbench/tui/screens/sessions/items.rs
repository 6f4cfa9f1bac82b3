//! The rows of the list: saved sessions and saved matches, newest first.

use std::path::Path;
use std::time::Duration;

use super::State;
use crate::tui::prelude::*;
use crate::tui::saved::{SavedMatch, SessionRow};

/// A row of the list.
#[derive(Debug, Clone, Copy)]
pub(super) enum Item<'a> {
    Session(&'a SessionRow),
    Match(&'a SavedMatch),
}

impl<'a> Item<'a> {
    /// Returns the folder.
    pub(super) fn folder(self) -> &'a Path {
        match self {
            Item::Session(row) => &row.folder,
            Item::Match(row) => &row.folder,
        }
    }

    /// Returns the name that the user gave to it, or its folder's name.
    pub(super) fn title(self) -> String {
        match self {
            Item::Session(row) => row.title(),
            Item::Match(row) => row.title(),
        }
    }

    /// Returns the name that the user gave to it.
    pub(super) fn given_name(self) -> Option<&'a str> {
        match self {
            Item::Session(row) => row.given_name.as_deref(),
            Item::Match(row) => row.given_name.as_deref(),
        }
    }

    /// Returns the stage of a session, or what kind of match it is.
    pub(super) fn kind(self) -> &'a str {
        match self {
            Item::Session(row) => row.settings.as_ref().map_or("session", |settings| settings.stage()),
            Item::Match(row) if row.players > 2 => "tournament",
            Item::Match(_) => "match",
        }
    }

    /// Returns the time since the last change.
    pub(super) fn age(self) -> Option<Duration> {
        match self {
            Item::Session(row) => row.age,
            Item::Match(row) => row.age,
        }
    }

    /// Returns the generations or games that are done, and how many are requested.
    pub(super) fn progress(self) -> Option<(u64, u64)> {
        match self {
            Item::Session(row) => row.progress,
            Item::Match(row) => row.games,
        }
    }

    /// Returns the session, if it is one.
    pub(super) fn session(self) -> Option<&'a SessionRow> {
        match self {
            Item::Session(row) => Some(row),
            Item::Match(_) => None,
        }
    }
}

/// Returns the rows, newest first.
pub(super) fn items<'a>(state: &'a State, model: &'a Model) -> Vec<Item<'a>> {
    let sessions = model.sessions.rows.iter().map(Item::Session);
    let mut items: Vec<Item<'a>> = sessions.chain(state.matches.iter().map(Item::Match)).collect();
    // Both lists are sorted already; rows without a time come last.
    items.sort_by_key(|item| item.age().map_or((true, Duration::ZERO), |age| (false, age)));
    items
}

/// Returns the selected row.
pub(super) fn selected<'a>(state: &'a State, model: &'a Model) -> Option<Item<'a>> {
    items(state, model).get(state.cursor.at).copied()
}
