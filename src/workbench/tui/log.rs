//! The log of what happened, an overlay of the workbench.

use std::collections::VecDeque;
use std::time::Duration;

use crate::text;

/// The severity of a log entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Severity {
    /// Information.
    Info,
    Warning,
    Error,
}

impl Severity {
    /// All levels, the least severe first.
    pub(crate) const ALL: [Severity; 3] = [Severity::Info, Severity::Warning, Severity::Error];

    /// Returns the name on the screen.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    /// The time since the workbench was opened.
    pub(crate) at: Duration,
    pub(crate) severity: Severity,
    pub(crate) text: String,
}

/// The largest number of entries in the log.
const LOG_LINES: usize = 2000;

/// The newest log entries, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Log {
    pub(crate) entries: VecDeque<Entry>,
    /// Whether a warning or an error was added since the log was last shown.
    pub(crate) unread: bool,
}

impl Log {
    /// Adds an entry, also to the log file. Control characters are escaped, because the text may quote a file or an engine.
    pub(crate) fn add(&mut self, at: Duration, severity: Severity, text: impl Into<String>) {
        if self.entries.len() == LOG_LINES {
            self.entries.pop_front();
        }
        self.unread |= severity != Severity::Info;
        let text = text::message(&text.into()).into_owned();
        match severity {
            Severity::Info => tracing::debug!("{text}"),
            Severity::Warning => tracing::warn!("{text}"),
            Severity::Error => tracing::error!("{text}"),
        }
        self.entries.push_back(Entry { at, severity, text });
    }
}
