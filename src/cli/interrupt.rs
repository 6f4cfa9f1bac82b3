//! Signals: those that ask a verb to end, and the one that reports a limit on the size of files.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use eyas::threads::Interrupt;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;

use super::Failure;

/// An interrupt that Ctrl-C, SIGTERM or SIGHUP raises, for verbs that work long. A second Ctrl-C or SIGTERM ends the
/// program at once with exit code 130. A second SIGHUP does not: when a terminal closes, both the kernel and the shell
/// send one.
///
/// # Errors
/// When the system refuses to install the handlers.
pub(super) fn on_signals() -> Result<Interrupt, Failure> {
    let interrupt = Interrupt::default();
    for signal in ending() {
        let shutdown = match signal {
            SIGHUP => Ok(()),
            // The order matters: the flag is not yet raised when the first signal comes.
            _ => flag::register_conditional_shutdown(signal, 130, interrupt.flag()).map(drop),
        };
        shutdown.and_then(|()| flag::register(signal, interrupt.flag())).map_err(refused)?;
    }
    Ok(interrupt)
}

/// The signals that ask a verb to end. SIGHUP is not among them where the process was started with it ignored, as
/// `nohup` does.
pub(super) fn ending() -> Vec<i32> {
    let mut signals = vec![SIGINT, SIGTERM];
    if !hangup_is_ignored() {
        signals.push(SIGHUP);
    }
    signals
}

/// Makes a write beyond the limit on the size of files (`ulimit -f`) fail with an error. Without a handler the system
/// kills the process.
///
/// # Errors
/// When the system refuses to install the handler.
pub(super) fn survive_file_size_limit() -> Result<(), Failure> {
    flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false))).map(drop).map_err(refused)
}

/// The failure to install a handler.
pub(super) fn refused(error: io::Error) -> Failure {
    Failure::Runtime(format!("signal handlers cannot be installed: {error}"))
}

/// Whether this process was started with SIGHUP ignored. Only Linux tells; elsewhere a process whose output is no
/// terminal is taken to be one that shall outlive it.
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
