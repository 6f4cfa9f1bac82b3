//! The loop: waits for something to happen, takes it in, draws when something changed.
//!
//! One channel brings everything: the terminal's input (from a thread that blocks on it), the job's
//! wake-ups, signals, panics of other threads. Nothing ticks: an idle workbench uses no processor time.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::{self, KeyEventKind};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::App;
use super::terminal::{Screen, is_gone, wait_for_hangup};
use super::worker::Worker;
use crate::director;
use crate::tui::background::{BackgroundTask, TaskResult};
use crate::tui::error::Error;
use crate::tui::keys::Key;
use crate::tui::log::Severity;
use crate::tui::message::{Effect, Message};
use crate::tui::saved::SessionRow;
use crate::tui::screen::Live;

/// The shortest time between two frames that only show progress.
const FRAME: Duration = Duration::from_millis(50);
/// The shortest time between two frames after a key.
const KEY_FRAME: Duration = Duration::from_millis(8);

/// Something that happened outside.
#[derive(Debug)]
pub(crate) enum Event {
    /// From the terminal.
    Terminal(event::Event),
    /// The terminal cannot be read any more.
    InputLost(String),
    /// The job has something to tell.
    Job,
    /// The analyst has something to tell.
    Analyst,
    /// The analysis has something to tell.
    Analysis,
    /// The suite has something to tell.
    Suite,
    /// Something happened in the match.
    Match,
    /// The saved sessions were listed.
    Sessions(Result<Vec<SessionRow>, String>),
    /// A task came back.
    TaskResult(TaskResult),
    /// A signal that asks to end.
    Signal(i32),
    /// A thread of the job panicked; where and why.
    Panicked(String),
}

/// Sends wake-ups of a job into the channel, one at a time however many there are.
#[derive(Clone)]
pub(crate) struct Wake {
    events: Sender<Event>,
    pending: Arc<AtomicBool>,
    found: Arc<AtomicBool>,
    thought: Arc<AtomicBool>,
    stepped: Arc<AtomicBool>,
    played: Arc<AtomicBool>,
}

impl Wake {
    /// A waker of the loop at the other end of `events`.
    pub(crate) fn new(events: Sender<Event>) -> Wake {
        Wake {
            events,
            pending: Arc::default(),
            found: Arc::default(),
            thought: Arc::default(),
            stepped: Arc::default(),
            played: Arc::default(),
        }
    }

    /// Something is there to be taken.
    pub(crate) fn wake(&self) {
        self.tell(&self.pending, Event::Job);
    }

    /// The analyst has something to tell.
    pub(crate) fn found(&self) {
        self.tell(&self.found, Event::Analyst);
    }

    /// The analysis has something to tell.
    pub(crate) fn thought(&self) {
        self.tell(&self.thought, Event::Analysis);
    }

    /// The suite has something to tell.
    pub(crate) fn stepped(&self) {
        self.tell(&self.stepped, Event::Suite);
    }

    /// Something happened in the match.
    pub(crate) fn played(&self) {
        self.tell(&self.played, Event::Match);
    }

    fn tell(&self, told: &AtomicBool, event: Event) {
        if !told.swap(true, Ordering::AcqRel) {
            // NoObserver listens any more only when the workbench closes.
            let _ = self.events.send(event);
        }
    }

    fn taken(&self) {
        self.pending.store(false, Ordering::Release);
    }
}

/// Reads the terminal until it fails or the workbench closes.
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

/// Turns the signals that ask to end into events.
pub(crate) fn watch_signals(events: Sender<Event>) -> io::Result<signal_hook::iterator::Handle> {
    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT])?;
    let handle = signals.handle();
    let watch = move || {
        for signal in signals.forever() {
            if events.send(Event::Signal(signal)).is_err() {
                return;
            }
        }
    };
    thread::Builder::new().name("eyas-signals".to_owned()).spawn(watch)?;
    Ok(handle)
}

/// Tells when the terminal is closed. SIGHUP is not enough: it goes to the process that controls the terminal. The
/// thread that reads the terminal cannot tell, as it takes the end of the input for silence.
pub(crate) fn watch_hangup(events: Sender<Event>) -> io::Result<()> {
    let watch = move || {
        if wait_for_hangup() {
            // NoObserver listens any more only when the workbench closes.
            let _ = events.send(Event::Signal(SIGHUP));
        }
    };
    thread::Builder::new().name("eyas-hangup".to_owned()).spawn(watch).map(drop)
}

/// The loop's own state.
pub(crate) struct EventLoop<'a, W> {
    /// The screen drawn on.
    pub(crate) screen: &'a mut Screen,
    /// What is known.
    pub(crate) app: &'a mut App,
    /// Who does the work.
    pub(crate) worker: &'a mut W,
    /// Where events come from.
    pub(crate) events: &'a Receiver<Event>,
    /// For what is done on other threads.
    pub(crate) sender: Sender<Event>,
    /// The job's wake-ups.
    pub(crate) wake: Wake,
}

/// Whether the loop goes on.
#[derive(PartialEq, Eq)]
enum Flow {
    On,
    Quit,
}

impl<W: Worker> EventLoop<'_, W> {
    /// Runs until the person quits; `first` are the effects to begin with.
    pub(crate) fn run(mut self, first: Vec<Effect>) -> Result<(), Error> {
        let begun = Instant::now();
        let ended = self.turn(first, begun);
        self.worker.close(self.app.model.discards());
        match ended {
            // Whichever is noticed first, a frame that cannot be drawn or the signal, the end is the same.
            Err(Error::Terminal(cause)) if is_gone(&cause) => Err(Error::Terminated(SIGHUP)),
            ended => ended,
        }
    }

    fn turn(&mut self, first: Vec<Effect>, begun: Instant) -> Result<(), Error> {
        self.effects(first)?;
        self.draw()?;
        let mut drawn = Instant::now();
        let (mut changed, mut urgent) = (false, false);
        loop {
            let pause = if urgent { KEY_FRAME } else { FRAME };
            if changed && drawn.elapsed() >= pause {
                if self.look()? == Flow::Quit {
                    return Ok(());
                }
                self.draw()?;
                drawn = Instant::now();
                (changed, urgent) = (false, false);
            }
            let event = if changed {
                match self.events.recv_timeout(pause.saturating_sub(drawn.elapsed())) {
                    Ok(event) => event,
                    Err(RecvTimeoutError::Timeout) => continue,
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
            } else {
                let event = match self.app.shown().redraw_interval(&self.app.model) {
                    Some(tick) => self.events.recv_timeout(tick),
                    None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                };
                match event {
                    Ok(event) => event,
                    Err(RecvTimeoutError::Timeout) => {
                        self.app.model.now = begun.elapsed();
                        changed = true;
                        continue;
                    }
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
            };
            self.app.model.now = begun.elapsed();
            urgent |= matches!(event, Event::Terminal(_));
            changed = true;
            if self.take(event)? == Flow::Quit {
                return Ok(());
            }
        }
    }

    /// Looks at the boards that are shown, and at the match where something happened in it.
    fn look(&mut self) -> Result<Flow, Error> {
        let live = self.app.shown().live();
        if live == Live::Session {
            let effects = self.app.update(Message::LiveRound(self.worker.playing()));
            if self.effects(effects)? == Flow::Quit {
                return Ok(Flow::Quit);
            }
        }
        if !self.wake.played.swap(false, Ordering::AcqRel) {
            return Ok(Flow::On);
        }
        let mut effects = self.app.update(Message::Match(self.worker.matches()));
        if live == Live::Match {
            effects.extend(self.app.update(Message::MatchBoards(self.worker.boards())));
        }
        self.effects(effects)
    }

    fn draw(&mut self) -> Result<(), Error> {
        self.app.model.hits = self.screen.draw(|frame| self.app.view(frame)).map_err(Error::Terminal)?;
        Ok(())
    }

    fn take(&mut self, event: Event) -> Result<Flow, Error> {
        let message = match event {
            Event::Terminal(event::Event::Key(key)) if key.kind != KeyEventKind::Release => {
                Message::Key(Key::from_event(&key))
            }
            Event::Terminal(event::Event::Mouse(mouse)) => Message::Mouse(mouse),
            Event::Terminal(event::Event::Paste(text)) => Message::Paste(text),
            Event::Terminal(_) => Message::Resized,
            Event::InputLost(why) => return Err(Error::InputLost(why)),
            Event::Job => {
                self.wake.taken();
                Message::Reports(self.worker.take())
            }
            Event::Analyst => {
                self.wake.found.store(false, Ordering::Release);
                Message::Findings(self.worker.found())
            }
            Event::Analysis => {
                self.wake.thought.store(false, Ordering::Release);
                match self.worker.thought() {
                    Some(thought) => Message::Analysis(Box::new(thought)),
                    None => return Ok(Flow::On),
                }
            }
            Event::Suite => {
                self.wake.stepped.store(false, Ordering::Release);
                Message::SuiteSteps(self.worker.steps())
            }
            // It is looked at when the next frame is drawn: thousands of moves a second are one look a frame.
            Event::Match => return Ok(Flow::On),
            Event::Sessions(listed) => Message::Sessions(listed),
            Event::TaskResult(told) => Message::TaskResult(told),
            Event::Signal(signal) => return Err(Error::Terminated(signal)),
            Event::Panicked(text) => {
                self.app.model.log.add(self.app.model.now, Severity::Error, text);
                return Ok(Flow::On);
            }
        };
        let effects = self.app.update(message);
        self.effects(effects)
    }

    fn effects(&mut self, effects: Vec<Effect>) -> Result<Flow, Error> {
        for effect in effects {
            let started = match effect {
                Effect::Start { settings, folder } => {
                    self.worker.close(self.app.model.discards());
                    let named = folder.is_some();
                    self.worker.begin(&settings, folder).map(|folder| Message::Started {
                        folder,
                        settings: Some(settings),
                        named,
                    })
                }
                Effect::Resume(folder) => {
                    let same = self.app.model.evolution.as_ref().is_some_and(|open| open.folder == folder);
                    self.worker.close(self.app.model.discards() && !same);
                    self.worker.resume(&folder).map(|()| Message::Started {
                        folder,
                        settings: None,
                        named: true,
                    })
                }
                Effect::Send(command) => {
                    self.worker.send(command);
                    continue;
                }
                Effect::Scan(wanted) => {
                    self.worker.want(*wanted);
                    continue;
                }
                Effect::Solve(order) => {
                    self.worker.solve(order);
                    continue;
                }
                Effect::Match(order) => {
                    if let Err(why) = self.worker.host(order) {
                        let failed = vec![director::Report::Failed(why)];
                        let more = self.app.update(Message::Match(failed));
                        if self.effects(more)? == Flow::Quit {
                            return Ok(Flow::Quit);
                        }
                    }
                    continue;
                }
                Effect::Think(wish) => {
                    self.worker.think(wish.map(|wish| *wish));
                    continue;
                }
                Effect::ListSessions => {
                    self.list();
                    continue;
                }
                Effect::BackgroundTask(task) => {
                    self.task(task);
                    continue;
                }
                Effect::Copy(text) => {
                    self.screen.copy(&text).map_err(Error::Terminal)?;
                    continue;
                }
                // These are done within the workbench, before anything leaves it.
                Effect::Show(_) | Effect::ShowObjective(_) | Effect::Notify(_) => continue,
                Effect::Quit => return Ok(Flow::Quit),
                Effect::Suspend => {
                    self.screen.suspend().map_err(Error::Terminal)?;
                    continue;
                }
                Effect::Redraw => {
                    self.screen.forget().map_err(Error::Terminal)?;
                    continue;
                }
            };
            let message = started.unwrap_or_else(Message::StartFailed);
            let more = self.app.update(message);
            if self.effects(more)? == Flow::Quit {
                return Ok(Flow::Quit);
            }
        }
        Ok(Flow::On)
    }

    /// Does a task on a thread of its own.
    fn task(&self, task: BackgroundTask) {
        let events = self.sender.clone();
        let work = move || drop(events.send(Event::TaskResult(task.run())));
        if let Err(error) = thread::Builder::new().name("eyas-task".to_owned()).spawn(work) {
            let _ = self.sender.send(Event::TaskResult(refused(&error)));
        }
    }

    /// Lists the sessions on a thread of its own: a slow disk does not stop the screen.
    fn list(&self) {
        let (list, events) = (self.worker.lister(), self.sender.clone());
        let work = move || drop(events.send(Event::Sessions(list())));
        if let Err(error) = thread::Builder::new().name("eyas-sessions".to_owned()).spawn(work) {
            let _ = self.sender.send(Event::Sessions(Err(format!("The sessions cannot be listed: {error}"))));
        }
    }
}

/// The result of a task that could not even be begun.
fn refused(why: &io::Error) -> TaskResult {
    TaskResult::Failed(format!("this could not be begun: {why}; try again"))
}

/// What `worker` lists sessions with.
pub(crate) type Lister = Box<dyn FnOnce() -> Result<Vec<SessionRow>, String> + Send>;

/// Where a session is kept, for the line printed at the end.
pub(crate) fn kept(app: &App) -> Option<PathBuf> {
    let model = &app.model;
    let open = model.evolution.as_ref()?;
    (!model.discards() && open.latest().is_some()).then(|| open.folder.clone())
}
