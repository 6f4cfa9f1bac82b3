//! A running UCI engine, from the handshake to its exit.

use std::time::{Duration, Instant};

use crate::arena::notation;
use crate::arena::process::Process;
use crate::arena::{EngineOption, Fault, OptionKind, Patience, PlayerError, Setup, Timing};
use crate::engine::search::Signal;
use crate::positions::Variant;

/// The option that switches an engine to Chess960.
pub(in crate::arena) const CHESS960: &str = "UCI_Chess960";

/// A running UCI engine. On drop it receives `quit` and is killed if necessary. The process is gone afterwards.
pub struct Client {
    pub(super) process: Process,
    pub(super) patience: Patience,
    /// The margin of the game.
    pub(super) margin: Duration,
    /// The MultiPV value last sent.
    pub(super) lines: usize,
    pub(super) timing: Option<Timing>,
    /// The variant last sent.
    pub(super) variant: Variant,
    name: Option<String>,
    options: Vec<EngineOption>,
    /// The values last sent by [`Client::change_option`].
    sent: Vec<(String, String)>,
}

impl Client {
    /// Starts the engine, completes the handshake and sets the options. The engine uses one thread, if it has such an
    /// option and `setup` sets no other value.
    ///
    /// # Errors
    /// Returns an error if the engine cannot be started, does not speak UCI, lacks an option, exits or hangs, or if
    /// `signal` stops.
    pub fn start(setup: &Setup, signal: &Signal) -> Result<Client, PlayerError> {
        let mut client = Client::spawn(setup)?;
        client.shake_hands(signal)?;
        client.apply(setup)?;
        client.wait_until_ready(signal, Duration::ZERO)?;
        Ok(client)
    }

    /// Starts the process.
    pub(super) fn spawn(setup: &Setup) -> Result<Client, PlayerError> {
        let process = Process::start(&setup.command, &setup.folder)?;
        let patience = setup.patience;
        let (margin, variant) = (Duration::ZERO, Variant::Standard);
        let (name, options, sent) = (None, Vec::new(), Vec::new());
        Ok(Client { process, patience, margin, lines: 1, timing: None, variant, name, options, sent })
    }

    /// Sets the options of a recipe.
    pub(super) fn apply(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        for (name, wanted) in [("Hash", setup.hash), ("Threads", Some(1))] {
            let is_free = !setup.options.iter().any(|(option, _)| option.eq_ignore_ascii_case(name));
            let kind = self.option(name).filter(|_| is_free).map(|option| &option.kind);
            if let (Some(OptionKind::Spin { low, high, .. }), Some(wanted)) = (kind, wanted) {
                let value = i64::try_from(wanted).unwrap_or(i64::MAX).clamp(*low, *high);
                self.set_option(name, &value.to_string())?;
            }
        }
        setup.options.iter().try_for_each(|(name, value)| self.set_option(name, value))
    }

    /// Returns the name that the engine reports.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Returns the options.
    #[must_use]
    pub fn options(&self) -> &[EngineOption] {
        &self.options
    }

    /// Returns the option of this name, case-insensitively.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&EngineOption> {
        self.options.iter().find(|option| option.is(name))
    }

    /// Sets an option. The value of a button is empty.
    ///
    /// # Errors
    /// Returns an error if the option does not exist, does not accept the value, or if the engine does not read its
    /// input.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), PlayerError> {
        let command = EngineOption::find(&self.options, name).and_then(|option| option.command(value));
        let command = command.map_err(|fault| self.process.refuse(fault))?;
        self.process.send(&command)
    }

    /// Sets an option, unless this value was the last one sent.
    pub(super) fn change_option(&mut self, name: &str, value: &str) -> Result<(), PlayerError> {
        let known = self.sent.iter().position(|(known, _)| known == name);
        if known.is_some_and(|place| self.sent[place].1 == value) {
            return Ok(());
        }
        self.set_option(name, value)?;
        match known {
            Some(place) => value.clone_into(&mut self.sent[place].1),
            None => self.sent.push((name.to_owned(), value.to_owned())),
        }
        Ok(())
    }

    /// Clears the engine's state, as before a new game.
    ///
    /// # Errors
    /// Returns an error if the engine exits or hangs, or if `signal` stops.
    pub fn new_game(&mut self, signal: &Signal) -> Result<(), PlayerError> {
        self.process.send("ucinewgame")?;
        self.wait_until_ready(signal, self.patience.stop).map(drop)
    }

    /// Waits until the engine has processed all commands, and returns for how long. Drops all lines before that.
    /// A stopped `signal` ends the wait after `grace`.
    pub(super) fn wait_until_ready(
        &mut self,
        signal: &Signal,
        grace: Duration,
    ) -> Result<Duration, PlayerError> {
        let (started, after) = (Instant::now(), self.patience.ready);
        self.process.send("isready")?;
        let deadline = started + after;
        while let Some(line) = self.process.receive_unless(signal, grace, deadline)? {
            if line.trim_start() == "readyok" {
                return Ok(started.elapsed());
            }
        }
        Err(self.hung("readyok", after))
    }

    /// Returns the error of an engine that did not answer in time.
    pub(super) fn hung(&mut self, awaited: &'static str, after: Duration) -> PlayerError {
        let lines = self.process.lines();
        self.process.fail_silent(Fault::Hung { awaited, after, lines })
    }

    /// Waits for the end of the handshake.
    pub(super) fn shake_hands(&mut self, signal: &Signal) -> Result<(), PlayerError> {
        self.process.send("uci")?;
        let after = self.patience.start;
        let deadline = Instant::now() + after;
        while let Some(line) = self.process.receive_unless(signal, Duration::ZERO, deadline)? {
            let line = line.trim_start();
            if line == "uciok" {
                return Ok(());
            } else if let Some(name) = line.strip_prefix("id name ") {
                self.name = notation::name(name);
            } else if self.options.len() < EngineOption::MOST {
                self.options.extend(EngineOption::parse(line));
            }
        }
        let lines = self.process.lines();
        let (protocol, awaited) = ("UCI", "uciok");
        Err(self.process.fail_silent(Fault::WrongProtocol { protocol, awaited, after, lines }))
    }
}
