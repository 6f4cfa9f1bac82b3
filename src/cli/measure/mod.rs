//! `eyas measure`: measures the parameter vectors that another program proposes.
//!
//! A thread reads lines from stdin. Each gives one line on stdout. Results are always JSON, with `--json` or without.

mod flags;
mod lines;

use std::io::{self, Write};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use eyas::measuring::{Error, Measurer};
use eyas::objectives::source::SourceError;
use eyas::text;

pub(crate) use flags::MeasureArgs;

use super::{Failure, Globals, Outcome, interrupt};

/// The interval at which the interrupt is checked while no line arrives.
const CHECK: Duration = Duration::from_millis(50);

/// Runs `eyas measure`.
pub(crate) fn run(args: &MeasureArgs, globals: &Globals) -> Result<Outcome, Failure> {
    let signals = interrupt::on_signals()?;
    let experiment = args.experiment(globals)?;
    let threads = globals.threads.unwrap_or(0);
    let mut measurer =
        Measurer::new(experiment, globals.cache.as_deref(), threads, &signals).map_err(failure)?;
    if args.describe {
        let json = measurer.description();
        return Ok(Outcome::new(format!("{json:#}"), json));
    }
    let lines = lines::of_stdin()?;
    let mut number = 0;
    loop {
        let line = match lines.recv_timeout(CHECK) {
            _ if signals.raised() => return Err(interrupted()),
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return Ok(Outcome::default()),
            Ok(line) => line.map_err(|cause| Failure::Runtime(format!("cannot read stdin: {cause}")))?,
        };
        number += 1;
        if line.trim_ascii().is_empty() {
            continue;
        }
        let answer = measurer.answer(&line, number, &signals).map_err(failure)?;
        if !print(&answer.ok_or_else(interrupted)?.to_string())? {
            return Ok(Outcome::default());
        }
    }
}

fn interrupted() -> Failure {
    Failure::Interrupted("interrupted".to_owned())
}

fn failure(error: Error) -> Failure {
    match error {
        Error::Source(SourceError::Interrupted) => interrupted(),
        error if error.is_input() => Failure::Input(error.to_string()),
        error => Failure::Runtime(error.to_string()),
    }
}

/// Writes a line to stdout. Returns false if nobody reads stdout any more.
fn print(line: &str) -> Result<bool, Failure> {
    let mut stdout = io::stdout().lock();
    match writeln!(stdout, "{}", text::json(line)).and_then(|()| stdout.flush()) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(Failure::Runtime(format!("cannot print the result: {error}"))),
    }
}
