//! The workers on other machines, as the screens show them.

use crate::job::{Acceptance, WorkerNote, WorkerStatus};
use crate::tui::theme::Role;

/// The workers of a NATS server.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Workers {
    /// The address of the server.
    pub(crate) address: String,
    /// Whether the threads of this machine work, too.
    pub(crate) works_here: bool,
    /// All known workers.
    pub(crate) rows: Vec<WorkerStatus>,
}

/// What is new about the workers.
#[derive(Debug)]
pub(crate) struct WorkersReport {
    /// The workers now.
    pub(crate) workers: Workers,
    /// The events since the last report.
    pub(crate) notes: Vec<WorkerNote>,
}

/// What a worker does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Activity {
    /// It completed tasks in the last minute.
    Working,
    /// It has no tasks.
    Waiting,
    /// It sends no messages.
    Absent,
    /// It is of another build.
    Refused,
    /// A result of it was wrong.
    SetAside,
}

impl Activity {
    /// Returns what a worker does.
    pub(crate) fn of(worker: &WorkerStatus) -> Activity {
        match &worker.acceptance {
            Acceptance::Refused(_) => Activity::Refused,
            Acceptance::SetAside(_) => Activity::SetAside,
            Acceptance::Accepted if !worker.is_present() => Activity::Absent,
            Acceptance::Accepted if worker.tasks_per_second > 0.0 => Activity::Working,
            Acceptance::Accepted => Activity::Waiting,
        }
    }

    /// Returns the activity as a mark and a word.
    pub(crate) fn sign(self) -> (&'static str, &'static str, Role) {
        match self {
            Activity::Working => ("▶", "working", Role::Good),
            Activity::Waiting => ("‖", "waiting", Role::Text),
            Activity::Absent => ("▲", "absent", Role::Warning),
            Activity::Refused => ("✗", "refused", Role::Error),
            Activity::SetAside => ("✗", "set aside", Role::Error),
        }
    }
}

impl Workers {
    /// Returns the workers that can be given tasks.
    pub(crate) fn present(&self) -> impl Iterator<Item = &WorkerStatus> {
        self.rows.iter().filter(|worker| worker.is_present())
    }

    /// Returns the number of workers in a few words, and whether something is wrong with one of them.
    pub(crate) fn summary(&self) -> (String, bool) {
        let text = match self.present().count() {
            0 => "no workers".to_owned(),
            1 => "1 worker".to_owned(),
            count => format!("{count} workers"),
        };
        (text, self.rows.iter().any(|worker| !worker.is_present()))
    }
}
