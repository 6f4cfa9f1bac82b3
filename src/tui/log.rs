//! What happened, as the person is told it and can read it again.

use std::collections::VecDeque;
use std::time::Duration;

use crate::text;

/// How grave a line of the log is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Severity {
    /// Something happened.
    Plain,
    /// Something a person should know.
    Warning,
    /// Something failed.
    Error,
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    /// When, since the workbench was opened.
    pub(crate) at: Duration,
    /// How grave.
    pub(crate) severity: Severity,
    /// What.
    pub(crate) text: String,
}

/// How many lines the log keeps.
const LOG_LINES: usize = 2000;

/// What happened, newest last, in bounded memory.
#[derive(Debug, Default)]
pub(crate) struct Log {
    /// The lines kept.
    pub(crate) entries: VecDeque<Entry>,
    /// Whether something grave came since the log was last looked at.
    pub(crate) news: bool,
}

impl Log {
    /// Adds a line. It may quote what others wrote.
    pub(crate) fn add(&mut self, at: Duration, severity: Severity, text: impl Into<String>) {
        if self.entries.len() == LOG_LINES {
            self.entries.pop_front();
        }
        self.news |= severity != Severity::Plain;
        let text = text::message(&text.into()).into_owned();
        self.entries.push_back(Entry { at, severity, text });
    }
}
