//! Signals: those that end a command, and the one that reports the file size limit.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use eyas::threads::Interrupt;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;

use super::Failure;

/// Returns an interrupt that Ctrl-C, SIGTERM or SIGHUP raises, for long-running commands. A second Ctrl-C or SIGTERM
/// ends the program at once with exit code 130. A second SIGHUP does not: when a terminal closes, both the kernel and
/// the shell send one.
///
/// # Errors
/// When the system refuses to install the handlers.
pub(super) fn on_signals() -> Result<Interrupt, Failure> {
    let interrupt = Interrupt::default();
    for signal in ending() {
        let shutdown = match signal {
            SIGHUP => Ok(()),
            // The order matters: the flag must not be raised yet when the first signal arrives.
            _ => flag::register_conditional_shutdown(signal, 130, interrupt.flag()).map(drop),
        };
        shutdown.and_then(|()| flag::register(signal, interrupt.flag())).map_err(refused)?;
    }
    Ok(interrupt)
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
