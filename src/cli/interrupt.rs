//! Signals: those that end a command, and the one that reports the file size limit.

use std::io::{self, IsTerminal};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use eyas::threads::Interrupt;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;
use signal_hook::iterator;

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
        let mut arriving = iterator::Signals::new(ending()).map_err(refused)?;
        let watched = signals.clone();
        let watch = move || {
            let mut first = None;
            for signal in arriving.forever() {
                match effect(signal, first.map(|first: Instant| first.elapsed())) {
                    Effect::Interrupt => {
                        first = Some(Instant::now());
                        watched.interrupt.raise();
                    }
                    Effect::None => {}
                    Effect::End => watched.end(),
                }
            }
        };
        thread::Builder::new().name("signals".to_owned()).spawn(watch).map_err(refused)?;
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
fn effect(signal: i32, since_first: Option<Duration>) -> Effect {
    match since_first {
        None => Effect::Interrupt,
        Some(time) if time >= SAME && signal != SIGHUP => Effect::End,
        Some(_) => Effect::None,
    }
}

/// Returns the signals that end a command. SIGHUP is excluded if the process was started with SIGHUP ignored, as by
/// `nohup`.
pub(super) fn ending() -> Vec<i32> {
    let mut signals = vec![SIGINT, SIGTERM];
    if !hangup_is_ignored() {
        signals.push(SIGHUP);
    }
    signals
}

/// Makes a write beyond the file size limit (`ulimit -f`) fail with an error. Without a handler the system kills the
/// process.
///
/// # Errors
/// When the system refuses to install the handler.
pub(super) fn survive_file_size_limit() -> Result<(), Failure> {
    flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false))).map(drop).map_err(refused)
}

/// Returns the failure to install a handler.
pub(super) fn refused(error: io::Error) -> Failure {
    Failure::Runtime(format!("cannot install the signal handlers: {error}"))
}

/// Returns whether this process was started with SIGHUP ignored. Only Linux reports this. Elsewhere, a process without
/// a terminal as output is assumed to ignore SIGHUP.
fn hangup_is_ignored() -> bool {
    let ignored = std::fs::read_to_string("/proc/self/status").ok().and_then(|status| {
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
        u64::from_str_radix(mask.trim(), 16).ok()
    });
    match ignored {
        Some(mask) => mask >> (SIGHUP - 1) & 1 == 1,
        None => !(io::stdout().is_terminal() || io::stderr().is_terminal()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals_soon_after_the_first_count_as_one() {
        let soon = SAME - Duration::from_millis(1);
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            assert_eq!(effect(signal, None), Effect::Interrupt);
            assert_eq!(effect(signal, Some(Duration::ZERO)), Effect::None);
            assert_eq!(effect(signal, Some(soon)), Effect::None);
        }
        assert_eq!([SIGINT, SIGTERM].map(|signal| effect(signal, Some(SAME))), [Effect::End; 2]);
        assert_eq!(effect(SIGHUP, Some(100 * SAME)), Effect::None);
    }
}
