//! Workers on other machines: has the event loop look at them once a second, and shows what it found.

use std::io;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::Builder;

use super::event_loop::{Source, Wake};
use crate::job::WorkerNote;
use crate::tui::prelude::*;
use crate::tui::workers::WorkersReport;

/// The interval between two looks.
const INTERVAL: Duration = Duration::from_secs(1);

/// A thread that notifies the event loop until this value is dropped.
pub(crate) struct WorkersWatch {
    /// Its end ends the thread.
    _running: Sender<()>,
}

impl WorkersWatch {
    pub(crate) fn start(wake: Wake) -> io::Result<WorkersWatch> {
        let (running, ended) = mpsc::channel::<()>();
        let watch = move || {
            wake.notify(Source::Workers);
            while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(INTERVAL) {
                wake.notify(Source::Workers);
            }
        };
        Builder::new().name("eyas-workers".to_owned()).spawn(watch)?;
        Ok(WorkersWatch { _running: running })
    }
}

/// Stores a report about workers in the model, and its events in the log.
pub(super) fn show(model: &mut Model, report: WorkersReport) {
    model.workers = Some(report.workers);
    for WorkerNote { text, is_problem } in report.notes {
        match is_problem {
            true => model.show_notice(Severity::Warning, text),
            false => model.log.add(model.now, Severity::Info, text),
        }
    }
}
