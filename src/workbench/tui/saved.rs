//! The list of saved sessions.

use super::measure::{self, Measure};
use super::subject::session_name;
use crate::session::SessionState;
use crate::tui::prelude::*;

/// A saved session as listed on screen.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SessionRow {
    /// The session's folder.
    pub(crate) folder: PathBuf,
    /// The name that the user gave to the session.
    pub(crate) given_name: Option<String>,
    /// The name of the folder of the pipeline or race that the session belongs to.
    pub(crate) group: Option<String>,
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
    /// Returns the name that the user gave to the session, or its folder's name, which begins with that of the pipeline
    /// or race that it belongs to.
    pub(crate) fn title(&self) -> String {
        let folder = || match &self.group {
            Some(group) => format!("{group}/{}", self.name()),
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

    /// Returns whether generations remain to be run. A pipeline or a race resumes its own.
    pub(crate) fn unfinished(&self) -> bool {
        self.readable
            && self.group.is_none()
            && self.progress.is_some_and(|(done, requested)| done < requested)
    }
}

/// What a saved folder contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Match,
    /// A match of more than two players.
    Tournament,
    /// A pipeline, whose stages are sessions.
    Pipeline,
    /// A race, whose runs are sessions.
    Race,
}

impl Kind {
    /// Returns the name, and what the progress counts.
    pub(crate) fn names(self) -> (&'static str, &'static str) {
        match self {
            Kind::Match => ("match", "games"),
            Kind::Tournament => ("tournament", "games"),
            Kind::Pipeline => ("pipeline", "stages"),
            Kind::Race => ("race", "runs"),
        }
    }

    /// Returns whether sessions belong to the folder.
    pub(crate) fn has_sessions(self) -> bool {
        matches!(self, Kind::Pipeline | Kind::Race)
    }
}

/// A saved match, pipeline or race as listed on screen.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SavedFolder {
    pub(crate) kind: Kind,
    pub(crate) folder: PathBuf,
    /// The name that the user gave to it.
    pub(crate) given_name: Option<String>,
    /// The players and the limit, or the plan; or why it cannot be read.
    pub(crate) about: Result<String, String>,
    /// The numbers of finished and of all games, stages or runs.
    pub(crate) progress: Option<(u64, u64)>,
    /// The time between the last change and the listing.
    pub(crate) age: Option<Duration>,
}

impl SavedFolder {
    /// Returns the name that the user gave to it, or its folder's name.
    pub(crate) fn title(&self) -> String {
        let folder = || files::name(&self.folder);
        self.given_name.clone().unwrap_or_else(folder)
    }

    /// Returns whether games, stages or runs remain.
    pub(crate) fn unfinished(&self) -> bool {
        self.progress.is_some_and(|(done, all)| done < all)
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
