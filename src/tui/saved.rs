//! The saved sessions, as they were listed last.

use std::path::PathBuf;
use std::time::Duration;

use super::measure::{self, Measure};
use crate::experiment::Experiment;
use crate::session::Ending;

/// A saved session as the list shows it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SessionRow {
    /// Its folder.
    pub(crate) folder: PathBuf,
    /// Preset, seed and size in words; or why it cannot be read.
    pub(crate) about: String,
    /// Generations done and asked for, over all runs.
    pub(crate) progress: Option<(u64, u64)>,
    /// Best measure on the training set.
    pub(crate) best: Option<u64>,
    /// Whether it can be opened.
    pub(crate) readable: bool,
    /// How it ended.
    pub(crate) ending: Ending,
    /// What it began with.
    pub(crate) settings: Option<Box<Experiment>>,
    /// Where it stood at the last checkpoint: run, 0 first, and generation.
    pub(crate) newest: Option<(u32, u32)>,
    /// The largest measure on the training set.
    pub(crate) train_total: u64,
    /// The champion's measure on the test set and the largest there.
    pub(crate) test: Option<(u64, u64)>,
    /// Where it was forked from, in words.
    pub(crate) forked_from: Option<String>,
    /// How long ago it changed, when it was listed.
    pub(crate) age: Option<Duration>,
}

impl SessionRow {
    /// Its name: its folder's.
    pub(crate) fn name(&self) -> String {
        self.folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// What its measures are called, and how they are written.
    pub(crate) fn measure(&self) -> Measure {
        measure::of(self.settings.as_deref(), self.train_total)
    }

    /// Whether generations are left to do.
    pub(crate) fn unfinished(&self) -> bool {
        self.readable && self.progress.is_some_and(|(done, asked)| done < asked)
    }
}

/// The list of saved sessions.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    /// The folder they are in.
    pub(crate) root: PathBuf,
    /// What was found there, newest first.
    pub(crate) rows: Vec<SessionRow>,
    /// Why the folder could not be read.
    pub(crate) error: Option<String>,
}
