//! Lists the saved matches.

use std::path::{Path, PathBuf};

use super::{TaskResult, Work};
use crate::director::{self, Header};
use crate::text;
use crate::tui::saved::SavedMatch;

/// Lists the saved matches in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ListMatches(pub(crate) PathBuf);

/// The result of [`ListMatches`]: the saved matches, newest first, or why they cannot be listed.
#[derive(Debug, Clone)]
pub(crate) struct SavedMatches(pub(crate) Result<Vec<SavedMatch>, String>);

impl Work for ListMatches {
    fn run(&self) -> TaskResult {
        TaskResult::found(SavedMatches(list(&self.0)))
    }
}

fn list(root: &Path) -> Result<Vec<SavedMatch>, String> {
    let row = |saved: director::Saved| {
        let (about, players, games) = match saved.content {
            Ok((Header { settings, .. }, done)) => {
                let names: Vec<&str> = settings.players.iter().map(|player| player.name.as_str()).collect();
                let all = settings.plan().games();
                let about = format!("{} · {}", names.join(" – "), settings.control);
                (Ok(about), names.len(), Some((done, all)))
            }
            Err(error) => (Err(error.to_string()), 0, None),
        };
        let age = saved.modified.and_then(|modified| modified.elapsed().ok());
        let given_name = saved.name.map(|name| text::name(&name).into_owned());
        SavedMatch { folder: saved.folder, given_name, about, players, games, age }
    };
    Ok(director::saved(root).map_err(|error| error.to_string())?.into_iter().map(row).collect())
}
