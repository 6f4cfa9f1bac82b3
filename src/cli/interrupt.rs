//! The signals that end a command.

use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use eyas::platform::{self, EndSignal};
use eyas::threads::Interrupt;

use super::{Failure, output};

/// Signals within this time after the first count as one: `timeout` and some shells send each signal twice.
const SAME: Duration = Duration::from_millis(500);

/// Installs the handlers of [`Signals`] for a command that has nothing to save at a second signal, and returns the
/// interrupt.
///
/// # Errors
/// When the system refuses to install the handlers.
pub(super) fn on_signals() -> Result<Interrupt, Failure> {
    Signals::install().map(|signals| signals.interrupt)
}

/// The signals that end a command: Ctrl-C, SIGTERM and SIGHUP. The first raises an interrupt, and the command then ends
/// as soon as it can. A later Ctrl-C or SIGTERM ends the program at once with exit code 130. A later SIGHUP does not:
/// when a terminal closes, both the kernel and the shell send one.
#[derive(Clone)]
pub(super) struct Signals {
    /// Raised by the first signal.
    pub(super) interrupt: Interrupt,
    /// `None` if the command saves everything and ends by itself.
    save: Arc<Mutex<Option<Save>>>,
}

/// Saves what there is, before the program ends at once, and returns the message with which it ends.
type Save = Box<dyn FnOnce() -> String + Send>;

impl Signals {
    /// Installs the handlers.
    ///
    /// # Errors
    /// When the system refuses to install the handlers.
    pub(super) fn install() -> Result<Signals, Failure> {
        let signals = Signals { interrupt: Interrupt::default(), save: Arc::default() };
        signals.before_end(|| "interrupted".to_owned());
        let watched = signals.clone();
        let mut first = None;
        let on_signal = move |signal| match effect(signal, first.map(|first: Instant| first.elapsed())) {
            Effect::Interrupt => {
                first = Some(Instant::now());
                watched.interrupt.raise();
            }
            Effect::None => {}
            Effect::End => watched.end(),
        };
        platform::watch_signals(&EndSignal::unignored(), on_signal).map_err(refused)?;
        Ok(signals)
    }

    /// Sets what is done before the program ends at once. `save` saves what there is, and returns the message.
    pub(super) fn before_end(&self, save: impl FnOnce() -> String + Send + 'static) {
        *self.lock() = Some(Box::new(save));
    }

    /// From now on, no signal ends the program at once: the command saves everything and ends by itself. Does not return
    /// if the program is ending at once.
    pub(super) fn saving(&self) {
        *self.lock() = None;
    }

    /// Ends the program at once, unless the command ends by itself.
    fn end(&self) {
        let mut held = self.lock();
        let Some(save) = held.take() else { return };
        let message = save();
        if io::stderr().is_terminal() {
            // A progress bar may be on the current line.
            output::end_line();
        }
        // The lock is still held, so that the command does not save the same again.
        output::explain(&Failure::Interrupted(message));
        std::process::exit(output::INTERRUPTED.into());
    }

    fn lock(&self) -> MutexGuard<'_, Option<Save>> {
        self.save.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The effect of a signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// The command is interrupted.
    Interrupt,
    /// The program ends at once.
    End,
    None,
}

/// Returns the effect of a signal, given the time since the first one.
fn effect(signal: EndSignal, since_first: Option<Duration>) -> Effect {
    match since_first {
        None => Effect::Interrupt,
        Some(time) if time >= SAME && signal != EndSignal::HANGUP => Effect::End,
        Some(_) => Effect::None,
    }
}

/// Returns the failure to install a handler.
pub(super) fn refused(error: io::Error) -> Failure {
    Failure::Runtime(format!("cannot install the signal handlers: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals_soon_after_the_first_count_as_one() {
        let soon = SAME - Duration::from_millis(1);
        for signal in EndSignal::ALL {
            assert_eq!(effect(signal, None), Effect::Interrupt);
            assert_eq!(effect(signal, Some(Duration::ZERO)), Effect::None);
            assert_eq!(effect(signal, Some(soon)), Effect::None);
        }
        let [interrupt, terminate, hangup] = EndSignal::ALL;
        assert_eq!([interrupt, terminate].map(|signal| effect(signal, Some(SAME))), [Effect::End; 2]);
        assert_eq!(effect(hangup, Some(100 * SAME)), Effect::None);
    }
}
