//! The events that the program handles: input, the end of a search, and interrupts.

use std::sync::mpsc::SyncSender;

use super::command::Line;

#[derive(Debug)]
pub(super) enum UciEvent {
    /// A line was read.
    Line(Box<Line>),
    /// A line exceeded the maximum length.
    TooLong,
    /// The input has ended.
    EndOfInput,
    /// The worker finished a search, a perft or a bench.
    SearchEnded,
    /// The worker has ended.
    WorkerEnded,
    /// The user interrupted the program.
    Interrupted,
}

/// Ends the program from another thread, for example after a signal.
#[derive(Debug, Clone)]
pub struct Interrupter(pub(super) SyncSender<UciEvent>);

impl Interrupter {
    /// Ends the program. A running search stops and still sends its move.
    pub fn interrupt(&self) {
        // Without a receiver the program has already ended.
        let _ = self.0.send(UciEvent::Interrupted);
    }
}
