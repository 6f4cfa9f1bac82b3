//! The event loop: waits for an event, handles it, and draws a frame if something changed.
//!
//! All events arrive through one channel: input of the terminal (read by a thread of its own), notifications of the
//! worker, signals, and panics of other threads. The loop does not poll: an idle workbench uses no processor time.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Instant;

use crossterm::event::{self, KeyEventKind};

use super::terminal::{self, Screen};
use super::worker::Worker;
use super::{App, announcement};
use crate::config::{Loaded, OnFinish};
use crate::director;
use crate::platform::{EndSignal, is_terminal_gone, wait_for_hangup, watch_continuation, watch_signals};
use crate::progress::LocalTime;
use crate::race::Race;
use crate::session::{MatchFolder, Session};
use crate::trust::{self, EngineUse};
use crate::tui::error::Error;
use crate::tui::keys::Key;
use crate::tui::message::Live;
use crate::tui::message::{MatchRequest, RaceReport, RaceRequest};
use crate::tui::prelude::*;
use crate::tui::work::Finished;

/// The shortest time between two frames without input of the user.
const FRAME: Duration = Duration::from_millis(50);
/// The shortest time between two frames after input.
const KEY_FRAME: Duration = Duration::from_millis(8);

/// An event from outside the workbench.
#[derive(Debug)]
pub(crate) enum Event {
    /// Input of the terminal.
    Terminal(event::Event),
    /// The terminal can no longer be read.
    InputLost(String),
    /// A part of the worker has new results.
    Results(Source),
    /// The saved sessions, or why they could not be listed.
    Sessions(Result<Vec<SessionRow>, String>),
    /// A background task finished.
    TaskResult(TaskResult),
    /// A signal that ends the workbench.
    Signal(EndSignal),
    /// The process was suspended, and goes on.
    Continued,
    /// The message and the location of another thread's panic.
    Panicked(String),
    /// The configuration changed: the new one, or why it cannot be used.
    Config(Result<Box<Loaded>, String>),
    /// Something that the log shall have.
    Warning(String),
}

/// A part of the worker that notifies the loop.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Source {
    Job,
    Analyst,
    Analysis,
    Suite,
    Match,
    Race,
    Workers,
}

/// Notifies the loop of new results. At most one notification of each source is in the channel.
#[derive(Clone)]
pub(crate) struct Wake {
    events: Sender<Event>,
    pending: Arc<[AtomicBool; 7]>,
}

impl Wake {
    pub(crate) fn new(events: Sender<Event>) -> Wake {
        Wake { events, pending: Arc::default() }
    }

    pub(super) fn notify(&self, source: Source) {
        if !self.pending[source as usize].swap(true, Ordering::AcqRel) {
            // The channel is closed only when the workbench closes.
            let _ = self.events.send(Event::Results(source));
        }
    }

    /// Allows the next notification of a source. Returns whether there was one.
    fn clear(&self, source: Source) -> bool {
        self.pending[source as usize].swap(false, Ordering::AcqRel)
    }
}

/// Starts a thread that reads the terminal until it fails or the workbench closes.
pub(crate) fn read_terminal(events: Sender<Event>) -> io::Result<()> {
    let read = move || {
        loop {
            let event =
                event::read().map_or_else(|error| Event::InputLost(error.to_string()), Event::Terminal);
            let lost = matches!(event, Event::InputLost(_));
            if events.send(event).is_err() || lost {
                return;
            }
        }
    };
    thread::Builder::new().name("eyas-input".to_owned()).spawn(read).map(drop)
}

/// Turns the signals that end a program into events, and that which lets it go on.
pub(crate) fn watch_end_signals(events: Sender<Event>) -> io::Result<()> {
    // The channel is closed only when the workbench closes.
    let continued = events.clone();
    watch_continuation(move || drop(continued.send(Event::Continued)))?;
    watch_signals(&EndSignal::ALL, move |signal| drop(events.send(Event::Signal(signal))))
}

/// Starts a thread that sends SIGHUP as an event when the terminal is closed. The signal itself is not enough: only the
/// process that controls the terminal receives it. The thread that reads the terminal does not notice the end of input.
pub(crate) fn watch_hangup(events: Sender<Event>) -> io::Result<()> {
    let watch = move || {
        if wait_for_hangup() {
            // The channel is closed only when the workbench closes.
            let _ = events.send(Event::Signal(EndSignal::HANGUP));
        }
    };
    thread::Builder::new().name("eyas-hangup".to_owned()).spawn(watch).map(drop)
}

/// The state of the event loop.
pub(crate) struct EventLoop<'a> {
    pub(crate) screen: &'a mut Screen,
    pub(crate) app: &'a mut App,
    pub(crate) worker: &'a mut Worker,
    pub(crate) events: &'a Receiver<Event>,
    /// The sender of the results of background threads.
    pub(crate) sender: Sender<Event>,
    /// The notifications of the worker.
    pub(crate) wake: Wake,
}

#[derive(PartialEq, Eq)]
enum Flow {
    Continue,
    Quit,
}

impl EventLoop<'_> {
    /// Performs the `first` effects and runs until the user quits.
    pub(crate) fn run(mut self, first: Vec<Effect>) -> Result<(), Error> {
        let result = self.run_events(first, Instant::now());
        self.app.close();
        self.worker.close(self.app.model.discards());
        match result {
            // Depending on which is noticed first, a closed terminal is a frame that cannot be drawn or a signal.
            Err(Error::Terminal(cause)) if is_terminal_gone(&cause) => {
                Err(Error::Terminated(EndSignal::HANGUP))
            }
            result => result,
        }
    }

    fn run_events(&mut self, first: Vec<Effect>, started: Instant) -> Result<(), Error> {
        self.perform(first)?;
        self.draw()?;
        let mut drawn = Instant::now();
        let (mut changed, mut urgent) = (false, false);
        loop {
            let pause = if urgent { KEY_FRAME } else { FRAME };
            if changed && drawn.elapsed() >= pause {
                if self.update_boards()? == Flow::Quit {
                    return Ok(());
                }
                self.draw()?;
                drawn = Instant::now();
                (changed, urgent) = (false, false);
            }
            let rest = pause.saturating_sub(drawn.elapsed());
            let wait = match changed {
                true => Some(rest),
                false if self.app.model.playback.is_some() => Some(FRAME),
                false => self.app.shown().status(&self.app.model).redraw_interval,
            };
            let event = match wait {
                Some(wait) => self.events.recv_timeout(wait),
                None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            if changed && matches!(event, Err(RecvTimeoutError::Timeout)) {
                continue;
            }
            self.app.model.now = started.elapsed();
            self.app.model.clock = Some(LocalTime::now());
            changed = true;
            let event = match event {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            urgent |= matches!(event, Event::Terminal(_));
            if self.handle(event)? == Flow::Quit {
                return Ok(());
            }
        }
    }

    /// Reads the boards that the screen shows, and the reports of the match if there are new ones.
    fn update_boards(&mut self) -> Result<Flow, Error> {
        let has_clock = self.app.shown().status(&self.app.model).redraw_interval.is_some();
        if (has_clock || self.app.model.playback.is_some()) && self.update(Message::Played)? == Flow::Quit {
            return Ok(Flow::Quit);
        }
        let live = self.app.shown().about().live;
        if live == Live::Session {
            let round = Message::LiveRound(self.worker.live_round());
            if self.update(round)? == Flow::Quit {
                return Ok(Flow::Quit);
            }
        }
        if !self.wake.clear(Source::Match) {
            return Ok(Flow::Continue);
        }
        let mut effects = self.app.update(Message::Match(self.worker.match_reports()));
        if live == Live::Match {
            effects.extend(self.app.update(Message::MatchBoards(self.worker.match_boards())));
        }
        self.perform(effects)
    }

    fn draw(&mut self) -> Result<(), Error> {
        let hits = self.screen.draw(|frame| self.app.view(frame)).map_err(Error::Terminal)?;
        if self.app.take_targets(hits) {
            let hits = self.screen.draw(|frame| self.app.view(frame)).map_err(Error::Terminal)?;
            self.app.take_targets(hits);
        }
        Ok(())
    }

    fn handle(&mut self, event: Event) -> Result<Flow, Error> {
        let message = match event {
            Event::Terminal(event::Event::Key(key)) if key.kind != KeyEventKind::Release => {
                Message::Key(Key::from_event(&key))
            }
            Event::Terminal(event::Event::Mouse(mouse)) => Message::Mouse(mouse),
            Event::Terminal(event::Event::Paste(text)) => Message::Paste(text),
            Event::Terminal(_) => {
                if let Some(images) = &mut self.app.model.images {
                    images.resize(terminal::cell_size());
                }
                Message::Resized
            }
            Event::InputLost(why) => return Err(Error::InputLost(why)),
            // The match is read before the next frame: once, even after thousands of moves.
            Event::Results(Source::Match) => return Ok(Flow::Continue),
            Event::Results(source) => {
                self.wake.clear(source);
                match self.results(source) {
                    Some(message) => message,
                    None => return Ok(Flow::Continue),
                }
            }
            Event::Sessions(listed) => Message::Sessions(listed),
            Event::TaskResult(result) => Message::TaskResult(result),
            Event::Config(loaded) => Message::Config(loaded),
            Event::Warning(text) => Message::Warning(text),
            // Whoever suspended it has used the terminal.
            Event::Continued => {
                self.screen.reenter().map_err(Error::Terminal)?;
                return Ok(Flow::Continue);
            }
            Event::Signal(signal) => return Err(Error::Terminated(signal)),
            Event::Panicked(text) => {
                self.app.model.log.add(self.app.model.now, Severity::Error, text);
                return Ok(Flow::Continue);
            }
        };
        self.update(message)
    }

    /// Returns the new results of a part of the worker.
    fn results(&mut self, source: Source) -> Option<Message> {
        Some(match source {
            Source::Job => Message::Reports(self.worker.reports()),
            Source::Analyst => Message::Findings(self.worker.findings()),
            Source::Analysis => Message::Analysis(Box::new(self.worker.analysis_result()?)),
            Source::Suite => Message::SuiteSteps(self.worker.steps()),
            Source::Race => Message::Race(self.worker.race_report()?),
            Source::Workers => Message::Workers(self.worker.workers_report()?),
            Source::Match => return None,
        })
    }

    fn update(&mut self, message: Message) -> Result<Flow, Error> {
        let effects = self.app.update(message);
        self.perform(effects)
    }

    fn perform(&mut self, effects: Vec<Effect>) -> Result<Flow, Error> {
        for effect in effects {
            if matches!(effect, Effect::Quit) {
                return Ok(Flow::Quit);
            }
            if let Some(message) = self.perform_one(effect)?
                && self.update(message)? == Flow::Quit
            {
                return Ok(Flow::Quit);
            }
        }
        Ok(Flow::Continue)
    }

    /// Performs an effect. Returns a message with the outcome if the workbench has to know it.
    fn perform_one(&mut self, effect: Effect) -> Result<Option<Message>, Error> {
        if let Some(unknown) = untrusted(&effect) {
            return self.ask_for_trust(unknown, effect).map(Some);
        }
        match effect {
            Effect::Trust(uses) => trust::record_started(&uses),
            Effect::Start { settings, folder } => return Ok(Some(self.start(settings, folder))),
            Effect::Resume(folder) => return Ok(Some(self.resume(folder))),
            Effect::Match(request) => {
                let failed = |why| Message::Match(vec![director::Report::Failed(why)]);
                return Ok(self.worker.run_match(request).err().map(failed));
            }
            Effect::Race(request) => return Ok(self.worker.run_race(request).map(Message::Race)),
            Effect::Send(command) => self.worker.send(command),
            Effect::Scan(request) => self.worker.scan(*request),
            Effect::Solve(request) => self.worker.solve(request),
            Effect::Think(request) => self.worker.analyse(request.map(|request| *request)),
            Effect::ListSessions => self.list(),
            Effect::BackgroundTask(task) => self.run_task(task),
            Effect::Copy(text) => self.screen.copy(&text).map_err(Error::Terminal)?,
            Effect::Suspend => self.screen.suspend().map_err(Error::Terminal)?,
            Effect::Announce { finished, on_finish } => self.announce(&finished, &on_finish)?,
            Effect::Redraw => self.screen.invalidate().map_err(Error::Terminal)?,
            // `App::update` and `perform` handle these.
            Effect::Show(_) | Effect::ShowObjective(_) | Effect::Notify(_) | Effect::Quit => {}
        }
        Ok(None)
    }

    /// Ends the attempt to resume something whose engines the person has not run. Returns the question whether they may.
    fn ask_for_trust(&mut self, unknown: Untrusted, effect: Effect) -> Result<Message, Error> {
        let Untrusted { uses, commands } = unknown;
        let why = "it names engine commands that you have not run before".to_owned();
        let again = match effect {
            Effect::Match(MatchRequest::Resume { folder, .. }) => {
                self.update(Message::Match(vec![director::Report::Failed(why)]))?;
                // The screen counts it as playing when it opens.
                Effect::Match(MatchRequest::Resume { folder, paused: false })
            }
            Effect::Race(RaceRequest::Run(folder)) => {
                let ended = Some(Err(why));
                self.update(Message::Race(RaceReport {
                    folder: folder.clone(),
                    updates: Vec::new(),
                    ended,
                }))?;
                Effect::Race(RaceRequest::Run(folder))
            }
            other => other,
        };
        let question = format!(
            "Its files name engine commands that you have not run before: {}. Someone else may have made the files. Run them?",
            commands.join("; ")
        );
        Ok(Message::AskTrust { question, effects: vec![Effect::Trust(uses), again] })
    }

    fn start(&mut self, settings: Box<Experiment>, folder: Option<PathBuf>) -> Message {
        self.worker.close(self.app.model.discards());
        let named = folder.is_some();
        match self.worker.start_session(&settings, folder) {
            Ok(folder) => Message::Started { folder, settings: Some(settings), named },
            Err(why) => Message::StartFailed(why),
        }
    }

    fn resume(&mut self, folder: PathBuf) -> Message {
        let same = self.app.model.evolution.as_ref().is_some_and(|open| open.folder == folder);
        self.worker.close(self.app.model.discards() && !same);
        self.worker.resume_session(&folder);
        Message::Started { folder, settings: None, named: true }
    }

    /// Rings the bell and runs the program of the configuration.
    fn announce(&mut self, finished: &Finished, on_finish: &OnFinish) -> Result<(), Error> {
        if on_finish.bell {
            self.screen.ring().map_err(Error::Terminal)?;
        }
        let events = self.sender.clone();
        let warn = move |text| drop(events.send(Event::Warning(text)));
        announcement::run(finished, on_finish, warn);
        Ok(())
    }

    /// Runs a task on a thread of its own.
    fn run_task(&self, task: BackgroundTask) {
        let events = self.sender.clone();
        let work = move || drop(events.send(Event::TaskResult(task.run())));
        if let Err(error) = thread::Builder::new().name("eyas-task".to_owned()).spawn(work) {
            let why = format!("the task could not be started: {error}; try again");
            let _ = self.sender.send(Event::TaskResult(TaskResult::Failed(why)));
        }
    }

    /// Lists the sessions on a thread of its own, so that a slow disk does not block the screen.
    fn list(&self) {
        let (list, events) = (self.worker.lister(), self.sender.clone());
        let work = move || drop(events.send(Event::Sessions(list())));
        if let Err(error) = thread::Builder::new().name("eyas-sessions".to_owned()).spawn(work) {
            let _ = self.sender.send(Event::Sessions(Err(format!("The sessions cannot be listed: {error}"))));
        }
    }
}

/// Engines that the person has not run, and their commands.
struct Untrusted {
    uses: Vec<EngineUse>,
    commands: Vec<String>,
}

/// Returns the engines that an effect would run although the person has not run them. What is complete runs none, and what
/// cannot be read is reported by those who open it.
fn untrusted(effect: &Effect) -> Option<Untrusted> {
    let (folder, uses) = match effect {
        Effect::Resume(folder) => {
            (folder, EngineUse::of_experiment(&Session::header_of(folder).ok()?.settings))
        }
        Effect::Match(MatchRequest::Resume { folder, .. }) => {
            let (header, games) = MatchFolder::read_header::<director::Header>(folder).ok()?;
            let is_complete = games >= header.settings.plan().games();
            (folder, if is_complete { Vec::new() } else { EngineUse::of_match(&header.settings) })
        }
        Effect::Race(RaceRequest::Run(folder)) => {
            (folder, EngineUse::of_experiment(&Race::open_read_only(folder).ok()?.plan().base))
        }
        _ => return None,
    };
    let unknown = trust::check(folder, &uses).err()?;
    let is_finished = matches!(effect, Effect::Resume(_))
        && Session::open_read_only(folder).is_ok_and(|recorded| recorded.finished());
    (!is_finished).then_some(Untrusted { uses, commands: unknown.commands })
}

/// Returns the folder of the open session, if the session is kept when the workbench closes.
pub(crate) fn kept_session(app: &App) -> Option<PathBuf> {
    let model = &app.model;
    let open = model.evolution.as_ref()?;
    (!model.discards() && open.latest().is_some()).then(|| open.folder.clone())
}
