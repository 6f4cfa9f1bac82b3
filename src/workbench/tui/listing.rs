//! A list of saved folders, such as races or pipelines, with the selected one.

use std::path::PathBuf;
use std::time::Duration;

use super::action::Action;
use super::cursor::Cursor;
use crate::files;

/// A folder in a list.
#[derive(Debug, Clone)]
pub(crate) struct ListedFolder<C> {
    pub(crate) folder: PathBuf,
    /// What the folder contains, or the error of reading it.
    pub(crate) contents: Result<C, String>,
    /// The time from the last change to the listing.
    pub(crate) age: Option<Duration>,
}

impl<C> ListedFolder<C> {
    /// Returns the name of the folder.
    pub(crate) fn name(&self) -> String {
        files::name(&self.folder)
    }
}

/// The folders and the cursor on one of them.
#[derive(Debug)]
pub(crate) struct Listing<C> {
    /// The folders, newest first, or the error of listing them; `None` until they are read.
    pub(crate) read: Option<Result<Vec<ListedFolder<C>>, String>>,
    /// The selected folder.
    pub(crate) cursor: Cursor,
    /// The folder that the next list selects.
    wanted: Option<PathBuf>,
}

impl<C> Default for Listing<C> {
    fn default() -> Listing<C> {
        Listing { read: None, cursor: Cursor::default(), wanted: None }
    }
}

impl<C> Listing<C> {
    /// Returns the listed folders; empty if there is no list.
    pub(crate) fn rows(&self) -> &[ListedFolder<C>] {
        match &self.read {
            Some(Ok(rows)) => rows,
            Some(Err(_)) | None => &[],
        }
    }

    /// Returns the selected folder.
    pub(crate) fn selected(&self) -> Option<&ListedFolder<C>> {
        self.rows().get(self.cursor.at)
    }

    /// Selects a folder as soon as it is listed again.
    pub(crate) fn select(&mut self, folder: PathBuf) {
        self.wanted = Some(folder);
    }

    /// Replaces the list. The selected folder stays selected if the new list has it.
    pub(crate) fn replace(&mut self, read: Result<Vec<ListedFolder<C>>, String>) {
        let selected = self.wanted.take().or_else(|| self.selected().map(|row| row.folder.clone()));
        self.read = Some(read);
        let again = selected.and_then(|folder| self.rows().iter().position(|row| row.folder == folder));
        self.cursor.at = again.unwrap_or(self.cursor.at);
        self.cursor.move_in_list(Action::Redraw, 0, self.rows().len());
    }
}
