//! What the screen has done beside itself.

use std::path::PathBuf;
use std::sync::Arc;

use crate::session;
use crate::tui::background::compare::{self, Comparison};
use crate::tui::background::{TaskResult, Work};

/// Removes a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Delete(pub(crate) PathBuf);

/// A session was removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Deleted {
    /// Its folder.
    pub(crate) folder: PathBuf,
    /// How many files in it were not the session's, and still are there.
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

/// Two sessions were read.
#[derive(Debug, Clone)]
pub(crate) struct Compared(pub(crate) Arc<Comparison>);

impl Work for Compare {
    fn run(&self) -> TaskResult {
        match compare::read(&self.0, &self.1) {
            Ok(both) => TaskResult::found(Compared(Arc::new(both))),
            Err(why) => TaskResult::Failed(why),
        }
    }
}
