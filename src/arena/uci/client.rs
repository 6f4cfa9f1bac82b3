//! A running engine: from the handshake to its end.

use std::time::{Duration, Instant};

use super::option::{EngineOption, OptionKind};
use crate::arena::notation;
use crate::arena::process::Process;
use crate::arena::{Fault, Folder, Patience, PlayerError, Timing};
use crate::engine::search::Signal;
use crate::positions::Variant;

/// Options of an engine that are kept. Real ones have a hundred at most.
const MOST_OPTIONS: usize = 1_000;

/// The option by which an engine plays Chess960.
pub(super) const CHESS960: &str = "UCI_Chess960";

/// All it takes to start an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The program and its arguments, at least the program. A bare name is looked for in PATH, and where Debian
    /// keeps games.
    pub command: Vec<String>,
    /// Options to be set, by name; the engine must have them.
    pub options: Vec<(String, String)>,
    /// Its transposition table in MiB, where it has an option for that; as near as that comes.
    pub hash: Option<usize>,
    /// Where it runs.
    pub folder: Folder,
    /// How long it may take for what.
    pub patience: Patience,
}

impl Setup {
    /// The command as it comes.
    #[must_use]
    pub fn new(command: Vec<String>) -> Setup {
        Setup {
            command,
            options: Vec::new(),
            hash: None,
            folder: Folder::default(),
            patience: Patience::default(),
        }
    }
}

/// An engine that speaks UCI. Dropping it has it quit, or makes it; its process is gone afterwards.
pub struct Client {
    pub(super) process: Process,
    pub(super) patience: Patience,
    /// How many lines it was told to tell.
    pub(super) lines: usize,
    pub(super) timing: Option<Timing>,
    /// The variant that it was told to play.
    pub(super) variant: Variant,
    name: Option<String>,
    author: Option<String>,
    options: Vec<EngineOption>,
}

impl Client {
    /// Starts the engine, shakes hands, and sets its options. It gets one thread, where it lets itself be told
    /// and no option says otherwise.
    ///
    /// # Errors
    /// That it cannot be started, does not speak UCI, lacks an option, or ends or hangs meanwhile; that `signal` is
    /// stopped.
    pub fn start(setup: &Setup, signal: &Signal) -> Result<Client, PlayerError> {
        let process = Process::start(&setup.command, &setup.folder)?;
        let patience = setup.patience;
        let (name, author, options) = (None, None, Vec::new());
        let variant = Variant::Standard;
        let mut client = Client { process, patience, lines: 1, timing: None, variant, name, author, options };
        client.shake_hands(signal)?;
        for (name, wish) in [("Hash", setup.hash), ("Threads", Some(1))] {
            let is_free = !setup.options.iter().any(|(option, _)| option.eq_ignore_ascii_case(name));
            let kind = client.option(name).filter(|_| is_free).map(|option| &option.kind);
            if let (Some(OptionKind::Spin { low, high, .. }), Some(wish)) = (kind, wish) {
                let value = i64::try_from(wish).unwrap_or(i64::MAX).clamp(*low, *high);
                client.set_option(name, &value.to_string())?;
            }
        }
        for (name, value) in &setup.options {
            client.set_option(name, value)?;
        }
        client.wait_until_ready(signal, Duration::ZERO)?;
        Ok(client)
    }

    /// What it calls itself.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Whose work it says it is.
    #[must_use]
    pub fn author(&self) -> Option<&str> {
        self.author.as_deref()
    }

    /// Its options.
    #[must_use]
    pub fn options(&self) -> &[EngineOption] {
        &self.options
    }

    /// The option of this name; upper and lower case are the same.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&EngineOption> {
        self.options.iter().find(|option| option.is(name))
    }

    /// Whether it plays games of this variant.
    #[must_use]
    pub fn plays(&self, variant: Variant) -> bool {
        variant.is_standard() || self.option(CHESS960).is_some()
    }

    /// Sets an option; a button is pressed by no value.
    ///
    /// # Errors
    /// That there is no such option, that it does not take the value, or that the engine is deaf.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), PlayerError> {
        let command = match self.option(name) {
            Some(option) => option.command(value),
            None => Err(Fault::NoOption {
                name: name.to_owned(),
                nearest: EngineOption::nearest(&self.options, name).map(|option| option.name.clone()),
            }),
        };
        match command {
            Ok(command) => self.process.send(&command),
            // The fault is not the engine's, and what it said has nothing to do with it.
            Err(fault) => Err(PlayerError { last: Vec::new(), ..self.process.fail(fault) }),
        }
    }

    /// Has the engine forget everything before, as for a new game.
    ///
    /// # Errors
    /// That it ends or hangs, or that `signal` is stopped.
    pub fn new_game(&mut self, signal: &Signal) -> Result<(), PlayerError> {
        self.process.send("ucinewgame")?;
        self.wait_until_ready(signal, self.patience.stop).map(drop)
    }

    /// Waits until the engine has done what it was told, and says for how long. Whatever it said before is dropped.
    /// A stopped `signal` ends the wait after `grace`.
    pub(super) fn wait_until_ready(
        &mut self,
        signal: &Signal,
        grace: Duration,
    ) -> Result<Duration, PlayerError> {
        let (begun, after) = (Instant::now(), self.patience.ready);
        self.process.send("isready")?;
        let deadline = begun + after;
        while let Some(line) = self.process.receive_unless(signal, grace, deadline)? {
            if line.trim_start() == "readyok" {
                return Ok(begun.elapsed());
            }
        }
        Err(self.hung("readyok", after))
    }

    /// The fault of an engine that did not answer in time.
    pub(super) fn hung(&mut self, awaited: &'static str, after: Duration) -> PlayerError {
        let lines = self.process.lines();
        self.process.fail_silent(Fault::Hung { awaited, after, lines })
    }

    fn shake_hands(&mut self, signal: &Signal) -> Result<(), PlayerError> {
        self.process.send("uci")?;
        let after = self.patience.start;
        let deadline = Instant::now() + after;
        while let Some(line) = self.process.receive_unless(signal, Duration::ZERO, deadline)? {
            let line = line.trim_start();
            if line == "uciok" {
                return Ok(());
            } else if let Some(name) = line.strip_prefix("id name ") {
                self.name = notation::name(name);
            } else if let Some(author) = line.strip_prefix("id author ") {
                self.author = notation::name(author);
            } else if self.options.len() < MOST_OPTIONS {
                self.options.extend(EngineOption::parse(line));
            }
        }
        let lines = self.process.lines();
        let (protocol, awaited) = ("UCI", "uciok");
        Err(self.process.fail_silent(Fault::WrongProtocol { protocol, awaited, after, lines }))
    }
}
