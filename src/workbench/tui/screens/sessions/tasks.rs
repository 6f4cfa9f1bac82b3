//! The background tasks of the place Sessions.

use crate::session;
use crate::tui::background::compare::{self, Comparison};
use crate::tui::prelude::*;

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

impl TaskWork for Delete {
    fn run(&self) -> TaskResult {
        let deleted = session::delete(&self.0);
        TaskResult::of(deleted.map(|left| Deleted { folder: self.0.clone(), left: left.len() }))
    }
}

/// Gives a session or a match a name; an empty one removes the name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rename {
    pub(crate) folder: PathBuf,
    pub(crate) name: String,
    /// Whether this workbench has it open.
    pub(crate) is_owner: bool,
}

/// The result of [`Rename`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Renamed {
    pub(crate) folder: PathBuf,
    pub(crate) name: String,
}

impl TaskWork for Rename {
    fn run(&self) -> TaskResult {
        let renamed = session::rename(&self.folder, &self.name, self.is_owner);
        let found = |()| Renamed { folder: self.folder.clone(), name: self.name.clone() };
        TaskResult::of(renamed.map(found)).in_form(0)
    }
}

/// Reads the best scores of sessions by generation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReadCurves(pub(crate) Vec<(PathBuf, Newest)>);

/// The run and the generation of a session's last record.
pub(crate) type Newest = Option<(u32, u32)>;

/// The best scores of a session's last run by generation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Curve {
    pub(crate) folder: PathBuf,
    pub(crate) newest: Newest,
    pub(crate) best: Vec<u64>,
}

/// The result of [`ReadCurves`].
#[derive(Debug, Clone)]
pub(crate) struct Curves(pub(crate) Vec<Curve>);

impl TaskWork for ReadCurves {
    fn run(&self) -> TaskResult {
        let curve = |(folder, newest): &(PathBuf, Newest)| {
            // The list describes a session that cannot be read.
            let best = session::best_scores(folder).unwrap_or_default();
            Curve { folder: folder.clone(), newest: *newest, best }
        };
        TaskResult::found(Curves(self.0.iter().map(curve).collect()))
    }
}

/// Reads two sessions for a comparison: the subject's and the rival's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Compare(pub(crate) PathBuf, pub(crate) PathBuf);

/// The result of [`Compare`].
#[derive(Debug, Clone)]
pub(crate) struct Compared(pub(crate) Arc<Comparison>);

impl TaskWork for Compare {
    fn run(&self) -> TaskResult {
        TaskResult::of(compare::read(&self.0, &self.1).map(Arc::new).map(Compared))
    }
}
