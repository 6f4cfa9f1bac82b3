//! The task that reads a generation from the journal of a session.

use crate::session;
use crate::tui::prelude::*;

/// Reads a generation of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReadGeneration {
    /// The session's folder.
    pub(crate) folder: PathBuf,
    /// The run, 0 first.
    pub(crate) run: u32,
    pub(crate) generation: u32,
}

/// The generation that was read.
#[derive(Debug, Clone)]
pub(crate) struct Generation {
    /// The session's folder.
    pub(crate) folder: PathBuf,
    /// The generation, or why it could not be read.
    pub(crate) record: Result<Arc<GenerationRecord>, String>,
}

impl TaskWork for ReadGeneration {
    fn run(&self) -> TaskResult {
        let record = read(&self.folder, self.run, self.generation);
        TaskResult::found(Generation { folder: self.folder.clone(), record })
    }
}

/// Reads a generation of a session.
pub(super) fn read(folder: &Path, run: u32, generation: u32) -> Result<Arc<GenerationRecord>, String> {
    let found = session::generation(folder, run, generation).map_err(|error| error.to_string())?;
    found
        .map(Arc::new)
        .ok_or_else(|| format!("{}: run {} has no generation {generation} yet", folder.display(), run + 1))
}
