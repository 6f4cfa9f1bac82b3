//! The background tasks of the Sessions screen.

use std::path::PathBuf;
use std::sync::Arc;

use crate::session;
use crate::tui::background::compare::{self, Comparison};
use crate::tui::background::{TaskResult, Work};

/// Deletes the session in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Delete(pub(crate) PathBuf);

/// The result of [`Delete`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Deleted {
    pub(crate) folder: PathBuf,
    /// The number of other files that remain in the folder.
    pub(crate) left: usize,
}

impl Work for Delete {
    fn run(&self) -> TaskResult {
        match session::delete(&self.0) {
            Ok(left) => TaskResult::found(Deleted { folder: self.0.clone(), left: left.len() }),
            Err(error) => TaskResult::Failed(error.to_string()),
        }
    }
}

/// Reads two sessions for a comparison: the subject's and the rival's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Compare(pub(crate) PathBuf, pub(crate) PathBuf);

/// The result of [`Compare`].
#[derive(Debug, Clone)]
pub(crate) struct Compared(pub(crate) Arc<Comparison>);

impl Work for Compare {
    fn run(&self) -> TaskResult {
        match compare::read(&self.0, &self.1) {
            Ok(comparison) => TaskResult::found(Compared(Arc::new(comparison))),
            Err(why) => TaskResult::Failed(why),
        }
    }
}
