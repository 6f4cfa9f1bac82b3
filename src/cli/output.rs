//! What verbs print, and the exit codes.

use std::io::{self, Write};
use std::process::ExitCode;

use eyas::text;

use super::{Failure, Outcome};

/// Makes a panic tell people what it is and where to report it. A terminal that was closed is no reason for another
/// panic, which would abort the program.
pub(super) fn explain_panics() {
    let hooks = color_eyre::config::HookBuilder::default()
        .panic_section("This is a bug in Eyas. Please report it with the command and the text above.")
        .display_env_section(false)
        .try_into_hooks();
    // Fails only where a theme was set before; the standard hook is used then.
    let Ok((panics, _)) = hooks else { return };
    std::panic::set_hook(Box::new(move |info| {
        let _ = writeln!(io::stderr().lock(), "{}", panics.panic_report(info));
    }));
}

/// Prints a result. A reader that went away (`eyas … | head`) is no failure.
pub(super) fn print(outcome: &Outcome, json: bool) -> ExitCode {
    let plain = if json { outcome.json.to_string() } else { outcome.text.trim_end().to_owned() };
    let shown = if json { text::json(&plain) } else { text::message(&plain) };
    let mut stdout = io::stdout().lock();
    let printed = if shown.is_empty() { Ok(()) } else { writeln!(stdout, "{shown}") };
    match printed.and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            explain(&Failure::Runtime(format!("the result cannot be printed: {error}")))
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Tells people on stderr what they should know besides the result.
pub(super) fn note(text: &str) {
    // Where stderr is gone there is nobody to tell.
    let _ = writeln!(io::stderr().lock(), "eyas: {}", text::message(text));
}

/// Explains a failure on stderr and tells its exit code.
pub(super) fn explain(failure: &Failure) -> ExitCode {
    let (code, text) = match failure {
        Failure::Input(text) => (2, text),
        Failure::Runtime(text) => (1, text),
        Failure::Interrupted(text) => (130, text),
    };
    // Where stderr is gone, the exit code still tells.
    let _ = writeln!(io::stderr().lock(), "eyas: {}", text::message(text));
    ExitCode::from(code)
}
