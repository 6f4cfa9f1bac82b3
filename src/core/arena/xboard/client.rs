//! A running xboard engine, from the handshake to its exit, with the state of its board.

use std::time::{Duration, Instant};

use shakmaty::Chess;

use super::control::Control;
use super::feature::{Features, pairs};
use super::notation;
use super::reply::Reply;
use crate::arena::notation::fen;
use crate::arena::process::Process;
use crate::arena::{Claim, EngineOption, Fault, PlayerError, Setup, Timing};
use crate::engine::search::{Game, Signal};

/// The time without a `feature` line after which an engine counts as one of protocol version 1.
const FEATURE_TIMEOUT: Duration = Duration::from_secs(2);

/// The maximum length of a kept error message, in characters.
const MAX_MESSAGE: usize = 100;

/// The engine's board.
pub(super) struct Table {
    pub game: Game,
    /// Whether the engine replies to the next move without a `go`.
    pub plays: bool,
}

/// The last move of a game, which is sent after the clocks.
pub(super) struct LastMove {
    pub text: Option<String>,
    /// Whether the engine replies without a `go`.
    pub answered: bool,
}

/// A running engine of the xboard protocol. On drop it receives `quit` and is killed if necessary. The process is gone
/// afterwards.
pub struct Client {
    pub(super) process: Process,
    pub(super) setup: Setup,
    /// The margin of the game.
    pub(super) margin: Duration,
    pub(super) features: Features,
    /// The engine's board; `None` if unknown.
    pub(super) table: Option<Table>,
    /// The limits last sent. `new` may or may not have removed them.
    pub(super) sent_limits: Option<Control>,
    /// Whether the engine has sent any line of the protocol.
    pub(super) understands: bool,
    /// Whether no search has started in this game.
    pub(super) fresh: bool,
    pub(super) claim: Option<Claim>,
    pub(super) timing: Option<Timing>,
    /// The moves and positions sent, which are legal. Error messages about anything else are ignored.
    sent: Vec<String>,
    pings: u64,
}

impl Client {
    /// Starts the engine, completes the handshake, sets the options and begins a game. The engine uses one thread, if
    /// it supports such a setting, and never ponders.
    ///
    /// # Errors
    /// Returns an error if the engine cannot be started, does not complete the handshake, exits or hangs, or if
    /// `signal` stops.
    pub fn start(setup: &Setup, signal: &Signal) -> Result<Client, PlayerError> {
        let mut client = Client::spawn(setup)?;
        client.shake_hands(signal)?;
        client.settle(signal)?;
        Ok(client)
    }

    /// Starts the process.
    pub(super) fn spawn(setup: &Setup) -> Result<Client, PlayerError> {
        Ok(Client {
            process: Process::start(&setup.command, &setup.folder)?,
            setup: setup.clone(),
            margin: Duration::ZERO,
            features: Features::default(),
            table: None,
            sent_limits: None,
            understands: false,
            fresh: true,
            claim: None,
            timing: None,
            sent: Vec::new(),
            pings: 0,
        })
    }

    /// Sets the options and begins a game.
    pub(super) fn settle(&mut self, signal: &Signal) -> Result<(), PlayerError> {
        self.set_options()?;
        self.begin()?;
        self.synchronize(signal, Duration::ZERO).map(drop)
    }

    /// Returns the name that the engine reports.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.features.name.as_deref()
    }

    /// Receives features until the engine sends `done=1`, or for two seconds. An engine that sends `done=0` gets the
    /// full timeout.
    pub(super) fn shake_hands(&mut self, signal: &Signal) -> Result<(), PlayerError> {
        self.process.send("xboard")?;
        self.process.send("protover 2")?;
        let started = Instant::now();
        let patience = self.setup.patience.start;
        while self.features.done != Some(true) {
            let waits = self.features.done == Some(false);
            let after = if waits { patience } else { patience.min(FEATURE_TIMEOUT) };
            match self.process.receive_unless(signal, Duration::ZERO, started + after)? {
                Some(line) => self.handle(&line)?,
                None if waits => {
                    let lines = self.process.lines();
                    let (protocol, awaited) = ("the xboard protocol", "feature done=1");
                    let fault = Fault::WrongProtocol { protocol, awaited, after, lines };
                    return Err(self.process.fail_silent(fault));
                }
                None => return Ok(()),
            }
        }
        Ok(())
    }

    fn set_options(&mut self) -> Result<(), PlayerError> {
        let Setup { hash, quirks, options, .. } = self.setup.clone();
        if let Some(size) = hash {
            if let Some(command) = quirks.hash {
                self.process.send(&command.with(size as u64))?;
            } else if self.features.memory {
                self.process.send(&format!("memory {size}"))?;
            }
        }
        if self.features.smp {
            self.process.send("cores 1")?;
        }
        for (name, value) in options {
            let known = self.features.options.iter().find(|option| option.is(&name));
            let command = match known.map(|option| option.xboard_command(&value)) {
                Some(command) => command.map_err(|fault| self.process.refuse(fault))?,
                None => format!("{name} {value}").trim_end().to_owned(),
            };
            if command.contains(char::is_control) {
                let accepted = "text on one line".to_owned();
                return Err(self.process.refuse(Fault::OptionValue { name, value, accepted }));
            }
            self.process.send(&command)?;
        }
        Ok(())
    }

    /// Returns the options that the engine announces.
    #[must_use]
    pub fn options(&self) -> &[EngineOption] {
        &self.features.options
    }

    /// Sets an option that the engine announces, unless it has this value. A new process receives it too.
    pub(super) fn change_option(&mut self, name: &str, value: &str) -> Result<(), PlayerError> {
        let place = self.setup.options.iter().position(|(known, _)| known.eq_ignore_ascii_case(name));
        if place.is_some_and(|place| self.setup.options[place].1 == value) {
            return Ok(());
        }
        let option = EngineOption::find(&self.features.options, name);
        let command = option.and_then(|option| option.xboard_command(value));
        let command = command.map_err(|fault| self.process.refuse(fault))?;
        self.process.send(&command)?;
        match place {
            Some(place) => value.clone_into(&mut self.setup.options[place].1),
            None => self.setup.options.push((name.to_owned(), value.to_owned())),
        }
        Ok(())
    }

    /// Begins another game from the start position.
    pub(super) fn new_game(&mut self, signal: &Signal) -> Result<(), PlayerError> {
        if self.fresh || self.features.reuse { self.begin() } else { self.restart(signal) }
    }

    /// Starts another process of the engine.
    pub(super) fn restart(&mut self, signal: &Signal) -> Result<(), PlayerError> {
        let (setup, margin) = (self.setup.clone(), self.margin);
        *self = Client { margin, ..Client::start(&setup, signal)? };
        Ok(())
    }

    /// After `new` the engine would play black immediately, so `force` follows.
    fn begin(&mut self) -> Result<(), PlayerError> {
        for command in ["new", "force", "easy", "post"] {
            self.process.send(command)?;
        }
        self.sent.clear();
        self.table = Some(Table { game: Game::default(), plays: false });
        self.fresh = true;
        Ok(())
    }

    /// Sets up the game on the engine's board, except for the last move, which is returned.
    pub(super) fn set_up_game(&mut self, game: &Game) -> Result<LastMove, PlayerError> {
        self.sent.clear();
        let mut table = match self.table.take() {
            Some(table) if is_continuation(&table.game, game) => table,
            _ => self.set_up_start(game.start())?,
        };
        let new = &game.moves()[table.game.moves().len()..];
        let answered = table.plays && new.len() == 1;
        if table.plays && !answered {
            self.process.send("force")?;
            table.plays = false;
        }
        let mut last = None;
        for m in new {
            if let Some(text) = last.take() {
                self.send_move(text)?;
            }
            last = Some(notation::write(*m, table.game.position(), self.features.san));
            table.game.play(*m);
        }
        self.table = Some(table);
        Ok(LastMove { text: last, answered })
    }

    /// Sends a start position.
    fn set_up_start(&mut self, start: &Chess) -> Result<Table, PlayerError> {
        if self.features.setboard {
            self.process.send("force")?;
            let command = format!("setboard {}", fen(start));
            self.process.send(&command)?;
            self.sent.push(command);
        } else if *start == Chess::default() {
            self.begin()?;
        } else {
            return Err(self.process.refuse(Fault::NoSetup));
        }
        Ok(Table { game: Game::new(start.clone()), plays: false })
    }

    pub(super) fn send_move(&mut self, text: String) -> Result<(), PlayerError> {
        if self.features.usermove {
            self.process.send(&format!("usermove {text}"))?;
        } else {
            self.process.send(&text)?;
        }
        self.sent.push(text);
        Ok(())
    }

    /// Waits until the engine has processed all commands, and returns for how long if it supports `ping`. Drops all
    /// moves sent before. Must not be called during a search: some engines move when they receive `ping`.
    /// A stopped `signal` ends the wait after `grace`.
    pub(super) fn synchronize(
        &mut self,
        signal: &Signal,
        grace: Duration,
    ) -> Result<Option<Duration>, PlayerError> {
        if !self.features.ping {
            let now = Instant::now();
            while let Some(line) = self.process.receive(now)? {
                self.handle(&line)?;
            }
            return Ok(None);
        }
        self.pings += 1;
        let (started, after) = (Instant::now(), self.setup.patience.ready);
        self.process.send(&format!("ping {}", self.pings))?;
        let deadline = started + after;
        while let Some(line) = self.process.receive_unless(signal, grace, deadline)? {
            if Reply::parse(&line) == Some(Reply::Pong(self.pings)) {
                return Ok(Some(started.elapsed()));
            }
            self.handle(&line)?;
        }
        Err(self.hung("pong", after))
    }

    /// Handles features, and the rejection of a position or move.
    pub(super) fn handle(&mut self, line: &str) -> Result<(), PlayerError> {
        if let Some(Reply::Refuses(what)) = Reply::parse(line) {
            let words = what.strip_prefix("usermove").map_or(what, str::trim);
            // Engines repeat only a part of a position, or nothing.
            let is_ours =
                |sent: &String| sent == words || words.starts_with("setboard") && sent.starts_with(words);
            if self.sent.iter().any(is_ours) {
                let text = line.trim().chars().take(MAX_MESSAGE).collect();
                return Err(self.process.fail(Fault::Refused { text }));
            }
        }
        for (name, value) in pairs(line).unwrap_or_default() {
            self.understands = true;
            let verdict = if self.features.set(name, value) { "accepted" } else { "rejected" };
            self.process.send(&format!("{verdict} {name}"))?;
        }
        Ok(())
    }

    /// Returns the error of an engine that did not answer in time.
    pub(super) fn hung(&mut self, awaited: &'static str, after: Duration) -> PlayerError {
        let lines = self.process.lines();
        let fault = if self.understands {
            Fault::Hung { awaited, after, lines }
        } else {
            Fault::WrongProtocol { protocol: "the xboard protocol", awaited, after, lines }
        };
        self.process.fail_silent(fault)
    }
}

/// Returns whether `game` continues `earlier`.
fn is_continuation(earlier: &Game, game: &Game) -> bool {
    earlier.start() == game.start() && game.moves().starts_with(earlier.moves())
}
