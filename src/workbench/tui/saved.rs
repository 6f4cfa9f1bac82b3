//! The list of saved sessions.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::measure::{self, Measure};
use super::subject::session_name;
use crate::experiment::Experiment;
use crate::files;
use crate::session::SessionState;

/// A saved session as listed on screen.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SessionRow {
    /// The session's folder.
    pub(crate) folder: PathBuf,
    /// The name that the user gave to the session.
    pub(crate) given_name: Option<String>,
    /// The name of the pipeline's folder, if the session is a stage of one.
    pub(crate) pipeline: Option<String>,
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
    /// The settings currently in force.
    pub(crate) settings: Option<Box<Experiment>>,
    /// The run, 0 first, and the generation of the last record.
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
    /// Returns the name that the user gave to the session, or its folder's name, which for a stage of a pipeline begins
    /// with that of the pipeline.
    pub(crate) fn title(&self) -> String {
        let folder = || match &self.pipeline {
            Some(pipeline) => format!("{pipeline}/{}", self.name()),
            None => self.name(),
        };
        self.given_name.clone().unwrap_or_else(folder)
    }

    /// Returns the name of the session's folder.
    pub(crate) fn name(&self) -> String {
        files::name(&self.folder)
    }

    /// Returns how the session's scores are named and formatted.
    pub(crate) fn measure(&self) -> Measure {
        measure::of(self.settings.as_deref(), self.train_total)
    }

    /// Returns whether generations remain to be run. The pipeline, not the user, resumes its stages.
    pub(crate) fn unfinished(&self) -> bool {
        self.readable
            && self.pipeline.is_none()
            && self.progress.is_some_and(|(done, requested)| done < requested)
    }
}

/// A saved match or tournament as listed on screen.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SavedMatch {
    /// The folder of the match.
    pub(crate) folder: PathBuf,
    /// The name that the user gave to the match.
    pub(crate) given_name: Option<String>,
    /// The players and the limit, or why the match cannot be read.
    pub(crate) about: Result<String, String>,
    /// The number of players; 0 if it is not known.
    pub(crate) players: usize,
    /// The numbers of finished games and of all games.
    pub(crate) games: Option<(u64, u64)>,
    /// The time between the last change and the listing.
    pub(crate) age: Option<Duration>,
}

impl SavedMatch {
    /// Returns the name that the user gave to the match, or its folder's name.
    pub(crate) fn title(&self) -> String {
        let folder = || files::name(&self.folder);
        self.given_name.clone().unwrap_or_else(folder)
    }

    /// Returns whether games remain to be played.
    pub(crate) fn unfinished(&self) -> bool {
        self.games.is_some_and(|(done, all)| done < all)
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

impl Sessions {
    /// Returns the title of the session in a folder: that of its row, or the folder's name if it is not listed.
    pub(crate) fn title(&self, folder: &Path) -> String {
        let row = self.rows.iter().find(|row| row.folder == folder);
        row.map_or_else(|| session_name(folder), SessionRow::title)
    }
}
