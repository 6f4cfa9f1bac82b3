//! Tasks that run on threads of their own, such as reading sessions and writing files, so that a slow disk delays no
//! frame. Each task is defined where it is used; this module contains the tasks with several users.

pub(crate) mod compare;
pub(crate) mod demo;
pub(crate) mod figures;
pub(crate) mod generation;
pub(crate) mod new_session;
pub(crate) mod organism;
pub(crate) mod report;
pub(crate) mod saved_folders;
pub(crate) mod session;

use std::any::Any;
use std::fmt::Debug;
use std::io;

use crate::tui::prelude::*;

/// The work of a task.
pub(crate) trait TaskWork: Any + Debug + Send + Sync {
    /// Does the work on the current thread.
    fn run(&self) -> TaskResult;
}

/// A task of any kind.
#[derive(Debug, Clone)]
pub(crate) struct BackgroundTask(Arc<dyn TaskWork>);

impl BackgroundTask {
    pub(crate) fn new(work: impl TaskWork) -> BackgroundTask {
        BackgroundTask(Arc::new(work))
    }

    /// See [`TaskWork::run`].
    pub(crate) fn run(&self) -> TaskResult {
        self.0.run()
    }

    /// Returns the work if it is of this type.
    #[cfg(test)]
    pub(crate) fn get<T: TaskWork>(&self) -> Option<&T> {
        let work: &dyn Any = &*self.0;
        work.downcast_ref()
    }
}

impl PartialEq for BackgroundTask {
    /// Returns whether both are clones of one task.
    fn eq(&self, other: &BackgroundTask) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// The result of a task.
#[derive(Debug, Clone)]
pub(crate) enum TaskResult {
    /// The task is done. The text says what it did.
    Done(String),
    /// The data that the task produced, for the code that started it.
    Found(Note),
    /// The form that started the task contains an invalid value.
    InvalidForm {
        /// The field; `None` for the focused one.
        field: Option<usize>,
        /// What is wrong.
        text: String,
    },
    /// The task failed. The text says what failed, where, and what to do.
    Failed(String),
}

impl TaskResult {
    /// Returns a result with the data that a task produced.
    pub(crate) fn found(found: impl Any + Debug + Send + Sync) -> TaskResult {
        TaskResult::Found(Note::new(found))
    }

    /// Returns a result with the data that a task produced, or why it failed.
    pub(crate) fn of<T: Any + Debug + Send + Sync>(result: Result<T, impl ToString>) -> TaskResult {
        match result {
            Ok(found) => TaskResult::found(found),
            Err(error) => TaskResult::Failed(error.to_string()),
        }
    }

    /// Returns a result with what a task did, or why it failed.
    pub(crate) fn done(result: Result<String, impl ToString>) -> TaskResult {
        match result {
            Ok(text) => TaskResult::Done(text),
            Err(error) => TaskResult::Failed(error.to_string()),
        }
    }

    /// Returns the result of a task that was started by a form: what failed is shown at a field.
    pub(crate) fn in_form(self, field: usize) -> TaskResult {
        match self {
            TaskResult::Failed(text) => TaskResult::InvalidForm { field: Some(field), text },
            other => other,
        }
    }

    /// Returns the data that a task produced if it is of this type.
    #[cfg(test)]
    pub(crate) fn get<T: 'static>(&self) -> Option<&T> {
        match self {
            TaskResult::Found(note) => note.get(),
            _ => None,
        }
    }
}

/// Returns the absolute path, or the path itself if the system does not know it.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Writes `count` positions to a file with `write`. An existing file is kept unless `replace` is true.
pub(crate) fn write_positions(
    path: &Path,
    replace: bool,
    count: usize,
    write: impl FnOnce() -> io::Result<()>,
) -> Result<String, String> {
    if !replace && path.exists() {
        return Err(format!(
            "{}: this file exists and was not changed; choose another name, or choose to replace it",
            path.display()
        ));
    }
    write().map_err(|error| format!("{}: {error}; choose a file in a writable folder", path.display()))?;
    Ok(format!("{} positions written to {}", thousands(count as u64), path.display()))
}
