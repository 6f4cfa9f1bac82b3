//! The task that writes the demo to the folder of the sessions.

use crate::demo;
use crate::tui::prelude::*;

/// Writes the demo to a folder of sessions. The result is a note with a [`demo::Demo`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UnpackDemo(pub(crate) PathBuf);

impl TaskWork for UnpackDemo {
    fn run(&self) -> TaskResult {
        TaskResult::of(demo::unpack(&self.0))
    }
}
