//! The list of saved sessions.

use std::path::PathBuf;
use std::time::Duration;

use super::measure::{self, Measure};
use crate::experiment::Experiment;
use crate::session::SessionState;

/// A saved session as listed on screen.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SessionRow {
    /// The session's folder.
    pub(crate) folder: PathBuf,
    /// The preset, seed and size as text, or the reason why the session cannot be read.
    pub(crate) about: String,
    /// The generations done and requested, over all runs.
    pub(crate) progress: Option<(u64, u64)>,
    /// The best score on the training set.
    pub(crate) best: Option<u64>,
    /// Whether the session can be opened.
    pub(crate) readable: bool,
    /// How the session ended.
    pub(crate) state: SessionState,
    /// The settings at the start.
    pub(crate) settings: Option<Box<Experiment>>,
    /// The run, 0 first, and the generation of the last checkpoint.
    pub(crate) newest: Option<(u32, u32)>,
    /// The largest possible score on the training set.
    pub(crate) train_total: u64,
    /// The champion's score on the test set and the largest possible score there.
    pub(crate) test: Option<(u64, u64)>,
    /// The session, run and generation that this session was forked from, as text.
    pub(crate) forked_from: Option<String>,
    /// The time between the last change and the listing.
    pub(crate) age: Option<Duration>,
}

impl SessionRow {
    /// Returns the session's name, which is its folder's name.
    pub(crate) fn name(&self) -> String {
        self.folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Returns how the session's scores are named and formatted.
    pub(crate) fn measure(&self) -> Measure {
        measure::of(self.settings.as_deref(), self.train_total)
    }

    /// Returns whether generations remain to be run.
    pub(crate) fn unfinished(&self) -> bool {
        self.readable && self.progress.is_some_and(|(done, requested)| done < requested)
    }
}

/// The list of saved sessions.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    /// The folder that contains the sessions.
    pub(crate) root: PathBuf,
    /// The sessions, newest first.
    pub(crate) rows: Vec<SessionRow>,
    /// Why the folder could not be read.
    pub(crate) error: Option<String>,
}
