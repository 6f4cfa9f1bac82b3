//! Notes that screens send each other.

use std::any::Any;
use std::fmt::Debug;
use std::path::PathBuf;
use std::sync::Arc;

use super::saved::Kind;
use crate::disagreement::Filter;

/// A message of a hidden type to the app and all screens, such as the result of a task or the values of a form.
#[derive(Debug, Clone)]
pub(crate) struct Note(Arc<dyn Content>);

trait Content: Any + Debug + Send + Sync {}

impl<T: Any + Debug + Send + Sync> Content for T {}

impl Note {
    /// Hides the type of the content.
    pub(crate) fn new(content: impl Any + Debug + Send + Sync) -> Note {
        Note(Arc::new(content))
    }

    /// Returns the content if it has this type.
    pub(crate) fn get<T: 'static>(&self) -> Option<&T> {
        let content: &dyn Any = &*self.0;
        content.downcast_ref()
    }
}

impl PartialEq for Note {
    /// Returns whether both are clones of one note.
    fn eq(&self, other: &Note) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// A request to show the positions that a filter matches.
#[derive(Debug, Clone)]
pub(crate) struct ShowPositions(pub(crate) Filter);

/// A request to open a saved match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShowMatch {
    /// The folder of the match.
    pub(crate) folder: PathBuf,
    /// Whether the match is paused.
    pub(crate) paused: bool,
}

/// A request to open the form of a new match, pipeline or race.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct New(pub(crate) Kind);

/// A request to show a race.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShowRace(pub(crate) PathBuf);

/// A request to show a pipeline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShowPipeline(pub(crate) PathBuf);

/// A request to show the personas beside the sessions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ShowPersonas;
