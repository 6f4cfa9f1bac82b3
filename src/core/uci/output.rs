//! The output: complete lines, written immediately, from any thread.

use crate::threads::lock;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// The destination of lines. Clones share one writer.
#[derive(Clone)]
pub(super) struct Output(Arc<Shared>);

struct Shared {
    writer: Mutex<Box<dyn Write + Send>>,
    closed: AtomicBool,
}

impl Output {
    pub(super) fn new(writer: impl Write + Send + 'static) -> Output {
        Output(Arc::new(Shared { writer: Mutex::new(Box::new(writer)), closed: AtomicBool::new(false) }))
    }

    /// Writes one or more lines without lines of other threads between them. `text` has no line feed at its end.
    pub(super) fn line(&self, text: &str) {
        let mut writer = lock(&self.0.writer);
        let sent = writer.write_all(format!("{text}\n").as_bytes()).and_then(|()| writer.flush());
        if sent.is_err() {
            self.0.closed.store(true, Ordering::Relaxed);
        }
    }

    /// Writes each line of the text as an `info string`.
    pub(super) fn explain(&self, text: &str) {
        let lines: Vec<String> = text.lines().map(|line| format!("info string {line}")).collect();
        self.line(&lines.join("\n"));
    }

    /// Returns whether a write has failed, so that no reader is left.
    pub(super) fn is_closed(&self) -> bool {
        self.0.closed.load(Ordering::Relaxed)
    }
}
