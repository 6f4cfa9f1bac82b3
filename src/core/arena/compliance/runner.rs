//! Makes the checks of a table, with a new process after each fault.

use std::time::Duration;

use super::{Check, Heard, Verdict, advice};
use crate::arena::process::{Farewell, Leave, Process, Recorded};
use crate::arena::{Fault, Player, PlayerError, Setup};
use crate::engine::search::Signal;

/// The number of checks in a row that end with a fault, after which the others are left out: the engine does not work, and
/// each fault can take many seconds.
const MOST_FAULTS: usize = 4;

/// How long an engine may take to quit before Eyas kills it.
const QUITTING: Duration = Duration::from_millis(500);

/// What a check found.
pub(in crate::arena) enum Finding {
    Passed(String),
    Warning(String),
    Failed(String),
    Skipped(String),
}

impl Finding {
    /// Passes without one of these lines, and fails with it.
    pub(in crate::arena) fn unless(line: Option<&String>, passed: &str) -> Finding {
        line.map_or_else(|| Finding::Passed(passed.to_owned()), |line| Finding::Failed(format!("“{line}”")))
    }

    /// Makes a failure a warning.
    pub(in crate::arena) fn softened(self) -> Finding {
        if let Finding::Failed(seen) = self { Finding::Warning(seen) } else { self }
    }
}

/// A check: its name, what to do if it fails, and how it is made.
pub(in crate::arena) type Row<S> =
    (&'static str, &'static str, fn(&mut S, &mut Heard, &Signal) -> Result<Finding, PlayerError>);

/// A client whose engine can be checked.
pub(in crate::arena) trait Subject: Player + Sized + 'static {
    /// The name of the handshake.
    const HANDSHAKE: &'static str;
    /// The checks after the handshake.
    const CHECKS: &'static [Row<Self>];

    /// Starts the process.
    fn launch(setup: &Setup) -> Result<Self, PlayerError>;

    /// Completes the handshake.
    fn greet(&mut self, signal: &Signal) -> Result<(), PlayerError>;

    /// Sets the options, and waits until the engine is ready.
    fn prepare(&mut self, setup: &Setup, signal: &Signal) -> Result<(), PlayerError>;

    /// Waits until the engine has processed everything.
    fn settle_down(&mut self, signal: &Signal) -> Result<(), PlayerError>;

    fn process(&mut self) -> &mut Process;

    /// Judges the lines of a check.
    fn hear(lines: &[Recorded], heard: &mut Heard);
}

const START: &str = "start";
const READY: &str = "ready";
const READY_ADVICE: &str = "answer at once when the commands before are done; do long work only in a search";
const HANDSHAKE_ADVICE: &str = "answer the handshake at once, and flush standard output after each line";
const OTHER_ADVICE: &str =
    "it speaks the other protocol: write uci: or xboard: before the command accordingly";

/// A check of all lines: its name, what to do if it fails, and what it finds.
type HeardRow = (&'static str, &'static str, fn(&Heard) -> Finding);

/// The checks of all lines, after the others.
const HEARD: [HeardRow; 3] = [
    (
        "one move a search",
        "write exactly one move for each search: a second one is taken for the next position",
        |heard| Finding::unless(heard.extra_move.as_ref(), &format!("{} searches", heard.searches)),
    ),
    ("text", "write lines of plain text (UTF-8), each with its line break", |heard| {
        Finding::unless(heard.odd.as_ref(), "all lines are text")
    }),
    (
        "standard error",
        "write little to standard error: some match runners do not read it, and the program then blocks",
        |heard| match heard.error_bytes {
            0 => Finding::Passed("empty".to_owned()),
            bytes if heard.is_flooded() => Finding::Failed(format!("{bytes} bytes")),
            bytes => Finding::Passed(format!("{bytes} bytes")),
        },
    ),
];

/// The checks of how the engine ends, after all others.
const LEAVE: [(&str, &str, Leave); 2] = [
    ("quit", "end at once after quit, and end your own processes before", Leave::Quit),
    (
        "end of input",
        "end when standard input ends: otherwise the program runs on if the match runner is killed",
        Leave::EndOfInput,
    ),
];

/// Returns the number of checks.
pub(super) fn count<S: Subject>() -> u64 {
    let begin = [START, S::HANDSHAKE, READY];
    (begin.len() + S::CHECKS.len() + HEARD.len() + LEAVE.len()) as u64
}

struct Runner<'a, S> {
    setup: &'a Setup,
    signal: &'a Signal,
    listen: &'a mut dyn FnMut(&Check),
    checks: Vec<Check>,
    heard: Heard,
    /// The number of checks in a row that ended with a fault.
    faults: usize,
    client: Option<S>,
    /// Whether the engine cannot be started again.
    is_lost: bool,
}

/// Makes all checks. `other` returns whether the engine speaks the other protocol.
///
/// # Errors
/// Returns an error if the program cannot be started.
pub(super) fn run<S: Subject>(
    setup: &Setup,
    signal: &Signal,
    other: &dyn Fn() -> bool,
    listen: &mut dyn FnMut(&Check),
) -> Result<Vec<Check>, PlayerError> {
    let heard = Heard::default();
    let (checks, faults, client, is_lost) = (Vec::new(), 0, None, false);
    let mut runner = Runner::<S> { setup, signal, listen, checks, heard, faults, client, is_lost };
    runner.begin(other)?;
    for (name, advice, check) in S::CHECKS {
        runner.check(name, advice, *check);
    }
    runner.hear();
    for (name, advice, finding) in HEARD {
        let found = if runner.is_lost { Finding::Skipped(String::new()) } else { finding(&runner.heard) };
        runner.add(name, advice, found);
    }
    runner.client = None;
    for (name, advice, request) in LEAVE {
        runner.leave(name, advice, request);
    }
    Ok(runner.checks)
}

impl<S: Subject> Runner<'_, S> {
    fn add(&mut self, name: &'static str, advice: &'static str, finding: Finding) {
        self.add_with(name, advice, finding, Vec::new());
    }

    fn add_with(&mut self, name: &'static str, advice: &'static str, finding: Finding, lines: Vec<String>) {
        if self.signal.is_stopped() {
            return;
        }
        let (verdict, seen) = match finding {
            Finding::Passed(seen) => (Verdict::Passed, seen),
            Finding::Warning(seen) => (Verdict::Warning, seen),
            Finding::Failed(seen) => (Verdict::Failed, seen),
            Finding::Skipped(seen) => (Verdict::Skipped, seen),
        };
        let advice = if matches!(verdict, Verdict::Warning | Verdict::Failed) { advice } else { "" };
        let check = Check { name, verdict, seen, advice, lines };
        (self.listen)(&check);
        self.checks.push(check);
    }

    fn fail(&mut self, name: &'static str, advice_of_check: &'static str, error: &PlayerError) {
        if error.fault == Fault::Stopped {
            return;
        }
        self.faults += 1;
        let advice = advice(&error.fault).unwrap_or(advice_of_check);
        self.add_with(name, advice, Finding::Failed(error.fault.to_string()), error.last.clone());
    }

    /// Makes the checks of the start.
    fn begin(&mut self, other: &dyn Fn() -> bool) -> Result<(), PlayerError> {
        self.is_lost = true;
        let mut client = S::launch(self.setup)?;
        client.process().record();
        self.add(START, "", Finding::Passed("the program runs".to_owned()));
        if let Err(error) = client.greet(self.signal) {
            drop(client);
            let is_other = matches!(error.fault, Fault::WrongProtocol { .. } | Fault::Hung { .. }) && other();
            let advice = if is_other { OTHER_ADVICE } else { HANDSHAKE_ADVICE };
            self.fail(S::HANDSHAKE, advice, &error);
            return Ok(());
        }
        self.add(S::HANDSHAKE, HANDSHAKE_ADVICE, Finding::Passed("answered".to_owned()));
        if let Err(error) = client.prepare(self.setup, self.signal) {
            let is_other = matches!(error.fault, Fault::WrongProtocol { .. }) && {
                drop(client);
                other()
            };
            self.fail(READY, if is_other { OTHER_ADVICE } else { READY_ADVICE }, &error);
            return Ok(());
        }
        self.add(READY, READY_ADVICE, Finding::Passed("answered".to_owned()));
        self.heard.greeting = client.process().received_since(0).map(str::to_owned).collect();
        (self.client, self.is_lost) = (Some(client), false);
        Ok(())
    }

    /// Returns a running engine.
    fn start(&self) -> Result<S, PlayerError> {
        let mut client = S::launch(self.setup)?;
        client.process().record();
        client.greet(self.signal)?;
        client.prepare(self.setup, self.signal)?;
        Ok(client)
    }

    fn check(
        &mut self,
        name: &'static str,
        advice: &'static str,
        check: fn(&mut S, &mut Heard, &Signal) -> Result<Finding, PlayerError>,
    ) {
        if self.is_lost || self.faults >= MOST_FAULTS {
            self.is_lost = true;
            return self.add(name, advice, Finding::Skipped("the engine failed before".to_owned()));
        }
        let mut made = self.attempt(check);
        // A busy machine can delay a move by seconds, but hardly twice.
        if made.as_ref().is_err_and(|error| matches!(error.fault, Fault::Late { .. })) {
            self.client = None;
            made = self.attempt(check);
        }
        match made {
            Ok(finding) => {
                self.faults = 0;
                self.add(name, advice, finding);
            }
            Err(error) => {
                self.client = None;
                self.fail(name, advice, &error);
            }
        }
    }

    /// Makes a check once, with a new process if there is none.
    fn attempt(
        &mut self,
        check: fn(&mut S, &mut Heard, &Signal) -> Result<Finding, PlayerError>,
    ) -> Result<Finding, PlayerError> {
        let mut client = self.client.take().map_or_else(|| self.start(), Ok)?;
        let made = check(&mut client, &mut self.heard, self.signal);
        let settled = made.and_then(|finding| client.settle_down(self.signal).map(|()| finding));
        self.client = Some(client);
        self.hear();
        settled
    }

    /// Judges the lines since the last check.
    fn hear(&mut self) {
        let Some(client) = &mut self.client else { return };
        let process = client.process();
        let lines = process.recorded().to_vec();
        process.record();
        self.heard.error_bytes = self.heard.error_bytes.max(process.error_bytes());
        self.heard.watch_text(&lines);
        S::hear(&lines, &mut self.heard);
    }

    /// Checks how the engine ends.
    fn leave(&mut self, name: &'static str, advice: &'static str, request: Leave) {
        if self.is_lost {
            return self.add(name, advice, Finding::Skipped("the engine failed before".to_owned()));
        }
        let mut client = match self.start() {
            Ok(client) => client,
            Err(error) => return self.fail(name, advice, &error),
        };
        let time = self.setup.patience.stop;
        let Farewell { after, status, leaves_processes } = client.process().leave(request, time);
        let milliseconds = after.as_millis();
        let finding = match status {
            None => Finding::Failed(format!("still running after {milliseconds} ms")),
            Some(_) if leaves_processes => Finding::Failed("processes that it started are left".to_owned()),
            Some(status) if !status.success() => Finding::Failed(format!("it ended with {status}")),
            Some(_) if after > QUITTING => Finding::Warning(format!("ended after {milliseconds} ms")),
            Some(_) => Finding::Passed(format!("ended after {milliseconds} ms")),
        };
        // A match runner that is not killed always sends quit first.
        let finding = if request == Leave::EndOfInput { finding.softened() } else { finding };
        self.add(name, advice, finding);
    }
}
