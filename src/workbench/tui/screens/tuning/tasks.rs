//! The background task of the view of searches: reading the positions.

use super::{Problems, SuiteSelection};
use crate::objectives::suite::training_problems;
use crate::tui::prelude::*;

/// Reads the positions of a tuning session.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ReadPositions(pub(crate) SuiteSelection);

/// The result of [`ReadPositions`].
#[derive(Debug, Clone)]
pub(crate) struct Positions {
    /// The requested positions.
    pub(crate) selection: SuiteSelection,
    /// The positions or the error message.
    pub(crate) problems: Problems,
}

impl TaskWork for ReadPositions {
    fn run(&self) -> TaskResult {
        TaskResult::found(Positions { selection: self.0.clone(), problems: read(&self.0) })
    }
}

/// Reads the positions in the same way as the job of the session.
fn read(selection: &SuiteSelection) -> Problems {
    let problems = training_problems(&selection.settings, &selection.folder);
    problems.map(Arc::new).map_err(|error| error.to_string())
}
