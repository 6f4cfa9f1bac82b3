//! What is read or done beside the screen: sessions and files, forks, exports. Each task has a thread of its own, so that
//! a slow disk stops no frame. A task belongs to who begins it; here are those that several begin.

pub(crate) mod beginning;
pub(crate) mod compare;
pub(crate) mod generation;
pub(crate) mod organism;
pub(crate) mod session;

use std::any::Any;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::erased::{Erased, Note};
use super::format::thousands;

/// Something to be done on a thread of its own.
pub(crate) trait Work: Erased {
    /// Does it.
    fn run(&self) -> TaskResult;

    /// Whether the form that asked for it comes back where it cannot be done.
    fn form_waits(&self) -> bool {
        false
    }
}

/// Something to be done, whatever it is.
#[derive(Debug, Clone)]
pub(crate) struct BackgroundTask(Arc<dyn Work>);

impl BackgroundTask {
    /// Some work.
    pub(crate) fn new(work: impl Work) -> BackgroundTask {
        BackgroundTask(Arc::new(work))
    }

    /// Does it.
    pub(crate) fn run(&self) -> TaskResult {
        self.0.run()
    }

    /// Whether the form that asked for it comes back where it cannot be done.
    pub(crate) fn form_waits(&self) -> bool {
        self.0.form_waits()
    }

    /// The work, where it is of this kind.
    #[cfg(test)]
    pub(crate) fn get<T: Work>(&self) -> Option<&T> {
        let work: &dyn Any = &*self.0;
        work.downcast_ref()
    }
}

impl PartialEq for BackgroundTask {
    fn eq(&self, other: &BackgroundTask) -> bool {
        self.0.same(&*other.0)
    }
}

/// What came of a task.
#[derive(Debug, Clone)]
pub(crate) enum TaskResult {
    /// It is done: what.
    Done(String),
    /// What it found, for who asked.
    Found(Note),
    /// The form that asked for it says something that cannot be.
    Problem {
        /// The field; none for the one that has the keys.
        field: Option<usize>,
        /// What is wrong.
        text: String,
    },
    /// It could not be done: what, where, what to do.
    Refused(String),
}

impl TaskResult {
    /// What a task found.
    pub(crate) fn found(found: impl Any + std::fmt::Debug + Send + Sync) -> TaskResult {
        TaskResult::Found(Note::new(found))
    }

    /// What a task found, where it is of this kind.
    #[cfg(test)]
    pub(crate) fn get<T: 'static>(&self) -> Option<&T> {
        match self {
            TaskResult::Found(note) => note.get(),
            _ => None,
        }
    }
}

/// The full path, as far as the system tells it.
fn whole(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Writes so many positions to a file; one that is there is left alone unless it may be replaced.
pub(crate) fn written(
    path: &Path,
    replace: bool,
    count: usize,
    write: impl FnOnce() -> io::Result<()>,
) -> Result<String, String> {
    if !replace && path.exists() {
        return Err(format!(
            "{}: this file exists and was left as it is; name another, or choose to replace it",
            path.display()
        ));
    }
    write()
        .map_err(|error| format!("{}: {error}; name a file in a folder you can write to", path.display()))?;
    Ok(format!("{} positions written to {}", thousands(count as u64), path.display()))
}
