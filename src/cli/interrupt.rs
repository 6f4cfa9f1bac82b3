//! Ctrl-C and SIGTERM.

use eyas::evolution::fitness::Interrupt;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use super::Failure;

/// An interrupt that the first Ctrl-C or SIGTERM raises, for verbs that work long; the second one ends the
/// program at once with exit code 130.
///
/// # Errors
/// When the system refuses to install the handlers.
pub(super) fn on_signals() -> Result<Interrupt, Failure> {
    let interrupt = Interrupt::default();
    for signal in [SIGINT, SIGTERM] {
        // The order matters: the flag is not yet raised when the first signal comes.
        flag::register_conditional_shutdown(signal, 130, interrupt.flag())
            .and_then(|_| flag::register(signal, interrupt.flag()))
            .map_err(|error| Failure::Runtime(format!("signal handlers cannot be installed: {error}")))?;
    }
    Ok(interrupt)
}
