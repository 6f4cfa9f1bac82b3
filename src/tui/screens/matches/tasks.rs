//! The background tasks of the screen.

use std::path::{Path, PathBuf};

use super::form::check_openings;
use super::players::Engine;
use super::{SavedRow, Terms};
use crate::director::{self, Header};
use crate::tui::background::{TaskResult, Work};

/// Finds the engines with profiles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FindEngines;

/// The result of [`FindEngines`].
#[derive(Debug, Clone)]
pub(crate) struct Engines(pub(crate) Vec<Engine>);

impl Work for FindEngines {
    fn run(&self) -> TaskResult {
        TaskResult::found(Engines(Engine::all()))
    }
}

/// Lists the saved matches in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ListSaved(pub(crate) PathBuf);

/// The result of [`ListSaved`]: the saved matches, or why they cannot be listed.
#[derive(Debug, Clone)]
pub(crate) struct Saved(pub(crate) Result<Vec<SavedRow>, String>);

impl Work for ListSaved {
    fn run(&self) -> TaskResult {
        TaskResult::found(Saved(list(&self.0)))
    }
}

fn list(root: &Path) -> Result<Vec<SavedRow>, String> {
    let row = |saved: director::Saved| {
        let (about, games) = match saved.content {
            Ok((Header { settings, .. }, done)) => {
                let names: Vec<&str> = settings.players.iter().map(|player| player.name.as_str()).collect();
                let all = settings.plan().games();
                (Ok(format!("{} · {}", names.join(" – "), settings.control)), Some((done, all)))
            }
            Err(error) => (Err(error.to_string()), None),
        };
        let age = saved.modified.and_then(|modified| modified.elapsed().ok());
        SavedRow { folder: saved.folder, about, games, age }
    };
    Ok(director::saved(root).map_err(|error| error.to_string())?.into_iter().map(row).collect())
}

/// Checks that the file of openings contains enough of them for the match. If so, the match starts.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CheckOpenings(pub(crate) Terms);

impl Work for CheckOpenings {
    fn run(&self) -> TaskResult {
        match check_openings(&self.0) {
            Ok(()) => TaskResult::found(self.0.clone()),
            Err(problem) => TaskResult::InvalidForm { field: Some(problem.field), text: problem.text },
        }
    }

    fn reopens_form(&self) -> bool {
        true
    }
}
