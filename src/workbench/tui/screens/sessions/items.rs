//! The rows of the list: saved sessions, matches, pipelines with their stages, and races with their runs, newest first.

use super::State;
use super::list::LIST;
use crate::tui::prelude::*;
use crate::tui::saved::{Kind, SavedFolder};

/// What a row shows.
#[derive(Debug, Clone, Copy)]
pub(super) enum Item<'a> {
    Session(&'a SessionRow),
    Folder(&'a SavedFolder),
}

/// A row of the list.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row<'a> {
    pub(super) item: Item<'a>,
    /// Whether the row is below that of its pipeline or race.
    pub(super) is_child: bool,
    /// Whether the sessions of a pipeline or race are listed; `None` if the row has none.
    pub(super) is_unfolded: Option<bool>,
}

impl<'a> Item<'a> {
    /// Returns the folder.
    pub(super) fn folder(self) -> &'a Path {
        match self {
            Item::Session(row) => &row.folder,
            Item::Folder(row) => &row.folder,
        }
    }

    /// Returns the name that the user gave to it, or its folder's name.
    pub(super) fn title(self) -> String {
        match self {
            Item::Session(row) => row.title(),
            Item::Folder(row) => row.title(),
        }
    }

    /// Returns the name that the user gave to it.
    pub(super) fn given_name(self) -> Option<&'a str> {
        match self {
            Item::Session(row) => row.given_name.as_deref(),
            Item::Folder(row) => row.given_name.as_deref(),
        }
    }

    /// Returns the stage of a session, or what the folder contains.
    pub(super) fn kind(self) -> &'a str {
        match self {
            Item::Session(row) => row.settings.as_ref().map_or("session", |settings| settings.stage()),
            Item::Folder(row) => row.kind.names().0,
        }
    }

    /// Returns the time since the last change.
    pub(super) fn age(self) -> Option<Duration> {
        match self {
            Item::Session(row) => row.age,
            Item::Folder(row) => row.age,
        }
    }

    /// Returns the generations, games, stages or runs that are done, and how many are requested.
    pub(super) fn progress(self) -> Option<(u64, u64)> {
        match self {
            Item::Session(row) => row.progress,
            Item::Folder(row) => row.progress,
        }
    }

    /// Returns the session, if it is one.
    pub(super) fn session(self) -> Option<&'a SessionRow> {
        match self {
            Item::Session(row) => Some(row),
            Item::Folder(_) => None,
        }
    }
}

/// Returns the rows: as a tree, newest first. While the list is sorted or searched, all rows of the tree are equal.
pub(super) fn rows<'a>(state: &'a State, model: &'a Model) -> Vec<Row<'a>> {
    let is_tree = model.tables.arrangement(LIST).is_natural();
    let groups = || state.folders.iter().filter(|folder| folder.kind.has_sessions());
    let is_child = |row: &SessionRow| groups().any(|group| row.folder.parent() == Some(&group.folder));
    let sessions = model.sessions.rows.iter();
    let roots = sessions.clone().filter(|row| !is_child(row)).map(Item::Session);
    let mut roots: Vec<Item<'a>> = roots.chain(state.folders.iter().map(Item::Folder)).collect();
    // Rows without a time come last.
    roots.sort_by_key(|item| item.age().map_or((true, Duration::ZERO), |age| (false, age)));
    let mut rows = Vec::new();
    for item in roots {
        let of_item = |row: &&SessionRow| {
            item.session().is_none() && row.folder.parent() == Some(item.folder()) && is_child(row)
        };
        let mut children: Vec<&SessionRow> = sessions.clone().filter(of_item).collect();
        children.sort_by_key(|row| &row.folder);
        let is_unfolded = state.is_unfolded(item);
        let fold = (is_tree && !children.is_empty()).then_some(is_unfolded);
        rows.push(Row { item, is_child: false, is_unfolded: fold });
        let shown = children.into_iter().filter(|_| is_unfolded || !is_tree).map(Item::Session);
        rows.extend(shown.map(|item| Row { item, is_child: is_tree, is_unfolded: None }));
    }
    rows
}

/// Returns what the selected row shows.
pub(super) fn selected<'a>(state: &'a State, model: &'a Model) -> Option<Item<'a>> {
    rows(state, model).get(state.cursor.at).map(|row| row.item)
}

impl State {
    /// Returns whether the sessions of a folder are listed. Those of a race are many, so they are folded at first.
    fn is_unfolded(&self, item: Item<'_>) -> bool {
        let usual = matches!(item, Item::Folder(SavedFolder { kind: Kind::Pipeline, .. }));
        usual != self.turned.contains(item.folder())
    }
}
