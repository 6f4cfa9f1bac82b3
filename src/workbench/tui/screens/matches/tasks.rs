//! The background tasks of the screen.

use super::Terms;
use super::form::check_files;
use super::players::Engine;
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

/// Checks the files that the form of a match names. If they are in order, the match starts.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CheckFiles(pub(crate) Terms);

impl Work for CheckFiles {
    fn run(&self) -> TaskResult {
        match check_files(&self.0) {
            Ok(()) => TaskResult::found(self.0.clone()),
            Err(problem) => TaskResult::InvalidForm { field: Some(problem.field), text: problem.text },
        }
    }

    fn reopens_form(&self) -> bool {
        true
    }
}
