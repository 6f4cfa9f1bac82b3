//! What the program hears of: its input, its worker, its user's signals.

use std::sync::mpsc::SyncSender;

use super::command::Line;

/// One thing that happened.
#[derive(Debug)]
pub(super) enum Event {
    /// A line was read.
    Line(Line),
    /// A line was too long to be kept.
    TooLong,
    /// There will be no more lines.
    EndOfInput,
    /// The worker finished a search or something like it.
    SearchEnded,
    /// The worker is gone.
    WorkerEnded,
    /// The user interrupts.
    Interrupted,
}

/// Ends the program from another thread, as a signal does.
#[derive(Debug, Clone)]
pub struct Interrupter(pub(super) SyncSender<Event>);

impl Interrupter {
    /// Ends the program: a search is stopped, its move still told.
    pub fn interrupt(&self) {
        // Without a receiver the program has ended already.
        let _ = self.0.send(Event::Interrupted);
    }
}
