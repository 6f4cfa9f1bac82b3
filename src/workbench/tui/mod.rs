//! The workbench: a terminal interface for evolving, studying and playing chess programs.
//!
//! ```text
//! terminal input ─┐
//! job reports ────┼─▶ Message ─▶ App::update ─▶ Effect ─▶ job, session list, terminal
//! signals ────────┘                  │
//!                                    ▼
//!                              App::view(frame)  (only reads; returns the click targets)
//! ```
//!
//! A frame is drawn only after a change. `app` contains the event loop and the frame, `screens` the screens, `popups`
//! the popups, `widgets` the parts of both, and `theme` the styles. Each screen implements `place::Place`; all screens
//! share the `model::Model`.

mod action;
mod app;
mod background;
mod board_commands;
mod boards;
mod card;
mod changeable;
mod chart_view;
mod command;
mod cursor;
mod curve;
mod draw;
mod error;
mod evolution;
mod format;
mod general_commands;
mod glossary;
mod glyphs;
mod hit_map;
mod images;
mod keys;
mod log;
mod measure;
mod message;
mod model;
mod notes;
mod operators;
mod panes;
mod place;
mod playing;
mod popups;
mod prelude;
mod saved;
mod scan_cache;
mod screens;
mod seeds;
mod subject;
mod table;
mod theme;
mod thinking;
pub mod timelapse;
mod typing;
mod widgets;
mod work;
mod workbench_commands;
mod workers;

#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc;

use crate::config::{self, Loaded, Location, Reference};
use crate::demo::Demo;
use crate::experiment::Experiment;
use crate::job::Workforce;
use crate::session::MatchFolder;
use crate::text::shell_word;
use crate::{pipeline, race};
use app::App;
use app::event_loop::{Event, EventLoop, Wake, kept_session, read_terminal, watch_end_signals, watch_hangup};
use app::settings::{self, Settings};
use app::terminal::{PanicWatch, Screen, TerminalInUse};
use app::worker::{self, Resources, Worker};
use app::workers::WorkersWatch;
use background::TaskResult;
use images::Images;
use message::{Effect, Message};
use model::Choices;
use notes::{Note, ShowMatch, ShowPipeline, ShowRace};
use seeds::Seeds;
use theme::Theme;

pub use error::Error;
pub use images::ImageProtocol;
pub use subject::Paper;

/// The options of the workbench.
#[derive(Debug, Clone)]
pub struct Options {
    /// The folder that contains the sessions.
    pub sessions: PathBuf,
    /// The folder of the session, match, race or pipeline to resume, or of the session to start if the folder contains
    /// none. A race or a pipeline must be in the folder of the sessions. `None` for a new session.
    pub session: Option<PathBuf>,
    /// The demo to open in place of a session.
    pub demo: Option<Demo>,
    /// The presets for new runs, the default first.
    pub presets: Vec<Experiment>,
    /// The organisms published in the papers, newest paper first. Screens compare the subject with them.
    pub papers: Vec<Paper>,
    /// The number of worker threads; 0 for one per core.
    pub threads: usize,
    /// Workers on other machines; `None` if this machine does all work.
    pub workers: Option<Workforce>,
    /// The folder of cached quiescence trees; `None` for the user's cache folder.
    pub cache: Option<PathBuf>,
    /// The seed from which the seeds of new work follow; `None` for the system's randomness.
    pub seed: Option<u64>,
    /// Whether to draw only ASCII characters; `None` if the environment decides.
    pub ascii: Option<bool>,
    /// Whether to draw without colours. The environment variable `NO_COLOR` has the same effect.
    pub no_color: bool,
    /// Whether and how boards are shown as images.
    pub images: BoardImages,
    /// The settings of the person.
    pub config: Loaded,
    /// The file of the settings, to read it again when it changes.
    pub config_file: Option<Location>,
    /// The name of the theme; `None` for the configured one.
    pub theme: Option<String>,
    /// Whether the mouse is used. Otherwise the terminal selects text as usual.
    pub mouse: bool,
}

/// Whether and how boards are shown as images.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardImages {
    /// As the environment names a terminal that shows images.
    Auto,
    /// As images of this protocol.
    Protocol(ImageProtocol),
    /// As characters.
    Off,
}

impl BoardImages {
    /// Returns the protocol to be used, if any.
    fn protocol(self) -> Option<ImageProtocol> {
        match self {
            BoardImages::Auto => ImageProtocol::detect(|name| std::env::var(name).ok()),
            BoardImages::Protocol(protocol) => Some(protocol),
            BoardImages::Off => None,
        }
    }
}

/// Opens the workbench and returns when the user quits.
///
/// # Errors
/// If the settings are wrong, there is no terminal, the terminal fails, or a signal requests the end. The terminal is
/// restored first.
pub fn run(options: Options) -> Result<(), Error> {
    let settings = Settings::new(&options.config)?;
    if let Some(name) = &options.theme {
        settings.themes.check(name).map_err(Error::Theme)?;
    }
    if !Screen::is_available() {
        return Err(Error::NoTerminal);
    }
    let theme = Theme::detect(options.no_color, |name| std::env::var(name).ok());
    let choices = Choices { presets: options.presets, papers: options.papers };
    let ascii = options.ascii.unwrap_or_else(|| glyphs::needs_ascii(|name| std::env::var(name).ok()));
    let mut app = App::new(theme, ascii, options.sessions.clone(), choices);
    app.model.seeds = Seeds::new(options.seed.unwrap_or_else(rand::random));
    app.model.images =
        options.images.protocol().and_then(|protocol| Images::new(protocol, app::terminal::cell_size()));
    app.configure(settings, options.theme.as_deref());
    let effects = match options.demo {
        Some(demo) => app.update(Message::TaskResult(TaskResult::found(demo))),
        None => {
            app.model.welcome = options.session.is_none() && is_first_start(&options.sessions);
            match options.session.as_deref().and_then(saved_games_or_plan) {
                Some(note) => app.update(Message::TaskResult(TaskResult::Found(note))),
                None => initial_effects(&app.model.choices, options.session.as_ref()),
            }
        }
    };

    let (sender, events) = mpsc::channel();
    let wake = Wake::new(sender.clone());
    let resources = Resources { threads: options.threads, workers: options.workers, cache: options.cache };
    let _watch_of_workers = match &resources.workers {
        Some(_) => Some(WorkersWatch::start(wake.clone()).map_err(Error::Terminal)?),
        None => None,
    };
    let mut worker = Worker::new(options.sessions, resources, wake.clone());
    let taken = TerminalInUse::default();
    let _watch = PanicWatch::new(sender.clone(), taken.clone());
    watch_end_signals(sender.clone()).map_err(Error::Terminal)?;
    let mut screen = Screen::open(options.mouse, taken).map_err(Error::Terminal)?;
    read_terminal(sender.clone()).map_err(Error::Terminal)?;
    watch_hangup(sender.clone()).map_err(Error::Terminal)?;
    let _config = options.config_file.and_then(|file| {
        let events = sender.clone();
        config::watch(&file, &options.config, move |loaded| {
            let loaded = loaded.map(Box::new).map_err(|error| error.to_string());
            // The channel is closed only when the workbench closes.
            let _ = events.send(Event::Config(loaded));
        })
        .ok()
    });
    let event_loop =
        EventLoop { screen: &mut screen, app: &mut app, worker: &mut worker, events: &events, sender, wake };
    let result = event_loop.run(effects);
    drop(screen);
    if let (Ok(()), Some(folder)) = (&result, kept_session(&app)) {
        // A closed pipe must not turn a good end into a bad one.
        let name = folder.to_string_lossy();
        let word = shell_word(&name);
        let _ = writeln!(io::stdout(), "Saved in {name}. Resume with: eyas --session {word} --resume");
    }
    result
}

/// Checks the names in settings: of themes, their colours, commands and keys. Returns what the person should know: of
/// commands that no longer exist, and keys that two commands have.
///
/// # Errors
/// If a name is unknown.
pub fn check(loaded: &Loaded) -> Result<Vec<String>, config::Error> {
    Settings::new(loaded).map(|settings| settings.keymap.notices)
}

/// Returns the names that settings can have.
#[must_use]
pub fn reference() -> Reference {
    settings::reference()
}

/// Returns whether nothing was ever saved in the folder of the sessions.
fn is_first_start(sessions: &Path) -> bool {
    std::fs::read_dir(sessions).map_or(true, |mut entries| entries.next().is_none())
}

/// Returns the note that shows what is in a folder; `None` if it is not the folder of a match, a race or a pipeline.
fn saved_games_or_plan(folder: &Path) -> Option<Note> {
    let path = folder.to_owned();
    if MatchFolder::is_match(folder) {
        return Some(Note::new(ShowMatch { folder: path, paused: true }));
    }
    if race::is_race(folder) {
        return Some(Note::new(ShowRace(path)));
    }
    pipeline::is_pipeline(folder).then(|| Note::new(ShowPipeline(path)))
}

/// Returns the effects at the start: resume the requested session, or start a new one so that a population is shown
/// immediately.
fn initial_effects(choices: &Choices, session: Option<&PathBuf>) -> Vec<Effect> {
    let start = choices
        .presets
        .first()
        .map(|settings| Effect::Start { settings: Box::new(settings.clone()), folder: session.cloned() });
    match session {
        Some(folder) if worker::holds_session(folder) => vec![Effect::Resume(folder.clone())],
        _ => start.into_iter().collect(),
    }
}
