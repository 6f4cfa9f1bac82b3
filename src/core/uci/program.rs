//! The program: keeps the game and the options, and answers commands.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, UNIX_EPOCH};

use shakmaty::{Move, Position as _};

use super::changes::{Changes, set_threads};
use super::command::{Command, Line, Remark, Start, quoted};
use super::event::{Interrupter, UciEvent};
use super::go::Go;
use super::options::{Options, Setting};
use super::output::Output;
use super::player::Player;
use super::position::{find_move, game};
use super::search::Search;
use super::worker::{Job, Request, work};
use super::{input, show};
use crate::engine::bench::BenchLimit;
use crate::engine::search::{Engine, Game, Limits, SearchMode};
use crate::engine::tablebases::{TablebaseError, Tablebases};
use crate::organism::OrganismError;
use crate::platform::wall_clock;
use crate::positions::Variant;
use crate::strength::{STYLE_FILE, StrengthOptions};

/// The capacities of the queues of events and of jobs.
const QUEUE: usize = 64;

/// The initial settings of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The name of a built-in organism, or the path of an organism's file.
    pub organism: String,
    /// The search mode; `None` for the most complete search that the organism has.
    pub search: Option<SearchMode>,
    /// The size of the transposition table, in MiB, within [`Engine::HASH_RANGE`].
    pub hash: usize,
    /// The number of threads of a search, within [`Engine::THREADS_RANGE`].
    pub threads: usize,
}

/// How the program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// By `quit` or the end of the input.
    Quit,
    /// By an [`Interrupter`].
    Interrupted,
    /// The output was closed.
    OutputClosed,
}

/// Why the program cannot start or continue.
#[derive(Debug, thiserror::Error)]
pub enum UciError {
    /// The organism does not exist or cannot be read.
    #[error(transparent)]
    Organism(#[from] OrganismError),
    /// A thread cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// The search panicked.
    #[error("the search stopped because of an internal error; see the message above")]
    Fault,
}

/// A UCI program.
pub struct Program {
    /// The last valid game.
    game: Game,
    /// Why the last `position` command was rejected. There is nothing to search until another one is accepted.
    refused: Option<String>,
    player: Player,
    options: Options,
    /// The initial values of the options.
    defaults: Options,
    debug: bool,
    /// The latest search, which may have ended.
    search: Option<Arc<Search>>,
    /// The seed of the choices of a limited player in this game, if the options give none.
    game_seed: u64,
    /// Whether the latest search ends without `stop`, once it does not ponder.
    finite: bool,
    /// Whether the input has ended. The program then ends after the latest search.
    input_ended: bool,
    output: Output,
    /// Changes to apply before the next job.
    changes: Changes,
    jobs: SyncSender<Job>,
    worker: JoinHandle<()>,
    events: (SyncSender<UciEvent>, Receiver<UciEvent>),
}

impl Program {
    /// Creates a program that is ready to read.
    ///
    /// # Errors
    /// Returns an error if the organism cannot be loaded, or a thread cannot be started.
    pub fn new(setup: &Setup, output: impl Write + Send + 'static) -> Result<Program, UciError> {
        let player = Player::named(&setup.organism, setup.search)?;
        let options = Options {
            hash: setup.hash,
            threads: setup.threads,
            organism: setup.organism.clone(),
            search: setup.search,
            lines: 1,
            shows_wdl: false,
            overhead: Options::OVERHEAD,
            variant: Variant::Standard,
            strength: StrengthOptions::default(),
        };
        let output = Output::new(output);
        let events = mpsc::sync_channel(QUEUE);
        let (jobs, queue) = mpsc::sync_channel(QUEUE);
        let worker = {
            let mut engine = Engine::new(&player.weights, player.parameters, setup.hash);
            set_threads(&mut engine, setup.threads, &output);
            let (output, events) = (output.clone(), SyncSender::clone(&events.0));
            let work = move || work(engine, queue, &output, &events);
            thread::Builder::new().name("search".to_owned()).spawn(work).map_err(UciError::Thread)?
        };
        let defaults = options.clone();
        Ok(Program {
            game: Game::default(),
            refused: None,
            player,
            options,
            defaults,
            debug: false,
            search: None,
            game_seed: seed_of_clock(),
            finite: true,
            input_ended: false,
            output,
            changes: Changes::default(),
            jobs,
            worker,
            events,
        })
    }

    /// Returns a handle that ends the program from another thread.
    #[must_use]
    pub fn interrupter(&self) -> Interrupter {
        Interrupter(self.events.0.clone())
    }

    /// Executes commands until the end. The reader thread can outlive this call until it has read one more line.
    ///
    /// # Errors
    /// Returns an error if a thread cannot be started, or the search panics.
    pub fn run(mut self, input: impl BufRead + Send + 'static) -> Result<Ending, UciError> {
        let events = self.events.0.clone();
        let read = move || input::read(input, &events);
        thread::Builder::new().name("input".to_owned()).spawn(read).map_err(UciError::Thread)?;
        let ending = self.handle_events();
        if let Some(search) = self.running() {
            search.stop();
        }
        // The worker ends when the job queue is dropped. It must not block on a full event queue.
        let Program { jobs, events, worker, .. } = self;
        drop((jobs, events));
        let ended = worker.join();
        ended.map_err(|_| UciError::Fault).and(ending)
    }

    fn handle_events(&mut self) -> Result<Ending, UciError> {
        while let Ok(event) = self.events.1.recv() {
            match event {
                UciEvent::Line(line) => {
                    let Line { command, remarks } = *line;
                    for remark in remarks {
                        match remark {
                            Remark::Position(reason) => self.refuse(reason.to_owned()),
                            remark => self.output.explain(&remark.to_string()),
                        }
                    }
                    match command {
                        Some(Command::Quit) => return Ok(Ending::Quit),
                        Some(command) => self.execute(command),
                        None => {}
                    }
                }
                UciEvent::TooLong => self.output.explain("a line of more than 1 MiB was ignored"),
                UciEvent::EndOfInput => self.input_ended = true,
                UciEvent::SearchEnded => {}
                UciEvent::WorkerEnded => return Err(UciError::Fault),
                UciEvent::Interrupted => return Ok(Ending::Interrupted),
            }
            self.apply_changes();
            if self.output.is_closed() {
                return Ok(Ending::OutputClosed);
            }
            // Commands can come from a file, so a search with a limit may finish after the end of the input.
            let is_endless = |search: &Search| !self.finite || search.is_pondering();
            if self.input_ended && self.running().is_none_or(is_endless) {
                return Ok(Ending::Quit);
            }
        }
        Ok(Ending::Quit)
    }

    fn execute(&mut self, command: Command) {
        match command {
            Command::Uci => self.introduce(),
            Command::Debug(on) => self.debug = on,
            Command::IsReady if self.running().is_some() => self.output.line("readyok"),
            Command::IsReady => self.send_job(Job::Ready),
            Command::SetOption { name, value } => self.set(&name, value.as_deref()),
            Command::Register | Command::Quit => {}
            Command::NewGame => {
                self.end_search();
                self.game_seed = seed_of_clock();
                self.change(|changes| changes.clear = true);
            }
            Command::Position { start, moves } => self.set_up(&start, &moves),
            Command::Go(go) => self.go(&go),
            Command::Perft(_) if self.refused.is_some() => self.explain_refusal("go perft"),
            Command::Perft(depth) => {
                let search = self.new_search(false, false);
                self.send_job(Job::Perft(search, Box::new(self.game.clone()), depth));
            }
            Command::Bench(limit) => {
                let search = self.new_search(false, false);
                let Player { weights, parameters, origin, .. } = &self.player;
                let limit = limit.unwrap_or_else(|| BenchLimit::usual(origin.mode()));
                self.send_job(Job::Bench(search, Box::new(weights.clone()), *parameters, limit));
            }
            Command::Stop => match self.running() {
                Some(search) => search.stop(),
                None => self.confirm("stop: no search is running"),
            },
            Command::PonderHit => match self.running() {
                Some(search) => search.ponder_hit(),
                None => self.confirm("ponderhit: no search is running"),
            },
            Command::Display => {
                self.explain_refusal("d");
                self.output.line(&show::board(self.game.position()));
            }
            Command::Eval => {
                self.explain_refusal("eval");
                self.output.line(&show::evaluation(self.game.position(), &self.player));
            }
            Command::Help => self.output.line(show::HELP),
        }
    }

    fn introduce(&self) {
        let version = env!("CARGO_PKG_VERSION");
        let options = self.defaults.declarations();
        self.output.line(&format!("id name Eyas {version}\nid author the authors of Eyas\n{options}\nuciok"));
    }

    fn set(&mut self, name: &str, value: Option<&str>) {
        let setting = match Setting::parse(name, value) {
            Ok(setting) => setting,
            Err(error) => return self.output.explain(&error.to_string()),
        };
        // The worker applies changes of the engine after the current search.
        match setting {
            Setting::Hash(hash) => {
                self.options.hash = hash;
                self.change(|changes| changes.hash = Some(hash));
            }
            Setting::Threads(threads) => {
                self.options.threads = threads;
                self.change(|changes| changes.threads = Some(threads));
            }
            Setting::ClearHash => self.change(|changes| changes.clear = true),
            Setting::Organism(name) => match Player::named(&name, self.options.search) {
                Ok(player) => {
                    self.options.organism = name;
                    self.play_as(player);
                }
                Err(error) => {
                    return self
                        .output
                        .explain(&format!("{error}\nOrganism is unchanged: {}", self.player.organism.name));
                }
            },
            Setting::Search(mode) => {
                self.options.search = mode;
                self.play_as(Player::of(self.player.organism.clone(), mode));
            }
            Setting::Lines(lines) => self.options.lines = lines,
            Setting::ShowsWdl(shows) => self.options.shows_wdl = shows,
            Setting::Overhead(overhead) => self.options.overhead = overhead,
            Setting::Variant(variant) => self.options.variant = variant,
            Setting::LimitsStrength(limits) => {
                self.options.strength.limits = limits;
                self.warn_of_strength();
            }
            Setting::Strength(option, value) => {
                self.options.strength.set(option, value);
                if option.name == "UCI_Elo" {
                    self.warn_of_strength();
                }
            }
            Setting::StyleFile(path) => {
                if let Err(error) = self.options.strength.set_style_file(&path) {
                    return self.output.explain(&format!("{error}\n{STYLE_FILE} is unchanged"));
                }
            }
            Setting::Tablebases(path) => {
                if let Err(error) = self.set_tablebases(&path) {
                    return self.output.explain(&format!("{error}\nSyzygyPath is unchanged"));
                }
            }
            Setting::Ignored => {}
        }
        self.confirm(&format!("{} is {}", quoted(name), quoted(value.unwrap_or_default())));
    }

    fn warn_of_strength(&self) {
        if let Some(warning) = self.options.strength.warning() {
            self.output.explain(&warning);
        }
    }

    fn set_tablebases(&mut self, path: &str) -> Result<(), TablebaseError> {
        if path.is_empty() {
            self.change(|changes| changes.tablebases = Some(None));
            return Ok(());
        }
        let tables = Tablebases::open(path)?;
        for fault in tables.faults() {
            self.output.explain(&fault.to_string());
        }
        self.output.explain(&format!("{tables} in {}", quoted(path)));
        let tables = (tables.most_pieces() > 0).then(|| Arc::new(tables));
        self.change(|changes| changes.tablebases = Some(tables));
        Ok(())
    }

    fn play_as(&mut self, player: Player) {
        self.output.explain(&format!("{} plays with {}", player.organism.name, player.origin));
        let organism = (Box::new(player.weights.clone()), player.parameters);
        self.change(|changes| changes.organism = Some(organism));
        self.player = player;
    }

    fn set_up(&mut self, start: &Start, moves: &[String]) {
        match game(start, moves, self.options.variant) {
            Ok(game) => {
                self.game = game;
                self.refused = None;
                self.confirm(&format!("position set, {} moves", moves.len()));
            }
            Err(error) => self.refuse(error.to_string()),
        }
    }

    /// Handles an invalid position. To search the previous position instead would return a move of another game.
    fn refuse(&mut self, reason: String) {
        self.output.explain(&format!("{reason}; send a valid position before the next search"));
        self.refused = Some(reason);
    }

    fn explain_refusal(&self, command: &str) {
        if let Some(reason) = &self.refused {
            self.output.explain(&format!("{command}: the last position was rejected: {reason}"));
        }
    }

    fn go(&mut self, go: &Go) {
        let turn = self.game.position().turn();
        let lost = go.lost_limit(turn);
        let search = self.new_search(lost.is_none() && go.is_infinite(turn), go.ponder);
        self.finite = lost.is_some() || go.is_finite(turn);
        if self.refused.is_some() {
            self.explain_refusal("go");
            return self.send_job(Job::NoMove(search));
        }
        if let Some(word) = lost {
            self.output.explain(&format!("go: without {word} nothing ends the search, so it is not started"));
            return self.send_job(Job::NoMove(search));
        }
        let moves = self.root_moves(&go.searchmoves);
        let limits = Limits {
            lines: self.options.lines,
            overhead: Duration::from_millis(self.options.overhead),
            ..go.limits(turn, moves)
        };
        let request = Request {
            game: self.game.clone(),
            limits,
            shows_wdl: self.options.shows_wdl,
            strength: self.options.strength.strength(self.game_seed),
        };
        self.send_job(Job::Search(search, Box::new(request)));
    }

    /// Returns the legal moves of `searchmoves`, and reports the others.
    fn root_moves(&self, texts: &[String]) -> Vec<Move> {
        let mut moves: Vec<Move> = Vec::new();
        for text in texts {
            match find_move(self.game.position(), text) {
                Some(m) if !moves.contains(&m) => moves.push(m),
                Some(_) => {}
                None => self.output.explain(&format!("searchmoves: illegal move {} ignored", quoted(text))),
            }
        }
        if moves.is_empty() && !texts.is_empty() {
            self.output.explain("searchmoves: no legal move given; searching all moves");
        }
        moves
    }

    /// Stops the current search and creates the next one.
    fn new_search(&mut self, infinite: bool, ponder: bool) -> Arc<Search> {
        if let Some(search) = self.running() {
            search.stop();
        }
        let search = Arc::new(Search::new(infinite, ponder));
        self.search = Some(Arc::clone(&search));
        self.finite = true;
        search
    }

    /// Returns the latest search if it has not ended. Earlier ones were already stopped.
    fn running(&self) -> Option<&Search> {
        self.search.as_deref().filter(|search| !search.is_finished())
    }

    fn end_search(&self) {
        if let Some(search) = self.running() {
            search.stop();
            search.wait_for_finish();
        }
    }

    /// Sends a job to the worker. It blocks at most until the earlier searches end, which were already stopped. No
    /// event is handled meanwhile.
    fn send_job(&mut self, job: Job) {
        if !self.changes.is_empty() {
            let changes = std::mem::take(&mut self.changes);
            // If the worker has ended, an event reports that.
            let _ = self.jobs.send(Job::Change(changes));
        }
        let _ = self.jobs.send(job);
    }

    /// Applies a change of the engine, now or after the current search.
    fn change(&mut self, change: impl FnOnce(&mut Changes)) {
        change(&mut self.changes);
        self.apply_changes();
    }

    /// Applies the pending changes, unless a search is running.
    fn apply_changes(&mut self) {
        if self.changes.is_empty() || self.running().is_some() {
            return;
        }
        let changes = std::mem::take(&mut self.changes);
        let _ = self.jobs.send(Job::Change(changes));
    }

    /// Reports something that is only useful for debugging.
    fn confirm(&self, text: &str) {
        if self.debug {
            self.output.explain(text);
        }
    }
}

/// Returns a seed that differs from game to game.
fn seed_of_clock() -> u64 {
    wall_clock().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64)
}
