//! The output of commands, and the exit codes.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use eyas::{files, text};
use serde_json::Value;

use super::{Failure, Outcome};

/// The exit code of an interrupted command.
pub(super) const INTERRUPTED: u8 = 130;

/// Makes a panic print an explanation, with a backtrace if `RUST_BACKTRACE` is set. A closed terminal must not cause
/// another panic, which would abort the program.
pub(super) fn explain_panics() {
    std::panic::set_hook(Box::new(|info| {
        let backtrace = Backtrace::capture();
        let trace = match backtrace.status() {
            BacktraceStatus::Captured => backtrace.to_string(),
            _ => "With RUST_BACKTRACE=1 the calls that led here are shown.".to_owned(),
        };
        let _ = writeln!(
            io::stderr().lock(),
            "eyas: {info}\n{}\n\nThis is a bug in Eyas. Please report it with the command line and the text above.",
            trace.trim_end()
        );
    }));
}

/// Checks before the work that the file of a flag can be written.
pub(super) fn check_file(flag: &str, path: &Path) -> Result<(), Failure> {
    files::check_writable(path).map_err(|cause| {
        Failure::Input(format!("{flag}: {}: {cause}; use a file in a writable folder", path.display()))
    })
}

/// Checks before the work that files of these names can be written in the folder of a flag, which may be missing.
pub(super) fn check_folder(flag: &str, path: &Path, names: &[&str]) -> Result<(), Failure> {
    if path.exists() {
        return names.iter().try_for_each(|name| check_file(flag, &path.join(name)));
    }
    files::check_creatable(path).map_err(|cause| {
        Failure::Input(format!("{flag}: {}: {cause}; use a writable folder", path.display()))
    })
}

/// Creates the folder of `--out`.
pub(super) fn create_folder(path: &Path) -> Result<(), Failure> {
    files::create_folder(path).map_err(|cause| {
        Failure::Runtime(format!("{}: {cause}; use --out with a writable folder", path.display()))
    })
}

/// Prints a result. A closed pipe (`eyas … | head`) is not a failure.
pub(super) fn print(outcome: &Outcome, json: bool) -> ExitCode {
    let plain = match (json, outcome.json()) {
        // A command that has printed everything itself.
        (true, Value::Null) => String::new(),
        (true, object) => object.to_string(),
        (false, _) => outcome.text().trim_end().to_owned(),
    };
    let shown = if json { text::json(&plain) } else { text::message(&plain) };
    let mut stdout = io::stdout().lock();
    let printed = if shown.is_empty() { Ok(()) } else { writeln!(stdout, "{shown}") };
    match printed.and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            explain(&Failure::Runtime(format!("cannot print the result: {error}")))
        }
        _ if outcome.is_failure() => ExitCode::FAILURE,
        _ => ExitCode::SUCCESS,
    }
}

/// Prints a notice on stderr.
pub(super) fn note(text: &str) {
    // Nothing can be done if stderr is closed.
    let _ = writeln!(io::stderr().lock(), "eyas: {}", text::message(text));
}

/// Ends the current line of stderr.
pub(super) fn end_line() {
    let _ = writeln!(io::stderr().lock());
}

/// Prints a failure on stderr and returns its exit code.
pub(super) fn explain(failure: &Failure) -> ExitCode {
    let (code, text) = match failure {
        Failure::Input(text) => (2, text),
        Failure::Runtime(text) => (1, text),
        Failure::Interrupted(text) => (INTERRUPTED, text),
    };
    // If stderr is closed, the exit code still shows the failure.
    let _ = writeln!(io::stderr().lock(), "eyas: {}", text::message(text));
    ExitCode::from(code)
}
