//! The task that writes a report into the folder of what it shows.

use crate::report::{FOLDER, Report};
use crate::tui::prelude::*;

/// Writes a report of a session, match, race or pipeline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WriteReport(pub(crate) PathBuf);

impl TaskWork for WriteReport {
    fn run(&self) -> TaskResult {
        let written = Report::read(std::slice::from_ref(&self.0), None, None)
            .and_then(|report| report.write(&self.0.join(FOLDER)));
        let page = |files: Vec<PathBuf>| files.into_iter().next().ok_or("the report is empty".to_owned());
        let page = written.map_err(|error| error.to_string()).and_then(page);
        TaskResult::done(page.map(|page| format!("report written, for a browser: {}", page.display())))
    }
}
