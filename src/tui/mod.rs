//! The workbench: an evolution on screen, steered by keys and mouse.
//!
//! ```text
//! terminal input ─┐
//! job reports ────┼─▶ Message ─▶ App::update ─▶ Effect ─▶ job, session list, terminal
//! signals ────────┘                  │
//!                                    ▼
//!                              App::view(frame)  (only reads; tells what it drew where)
//! ```
//!
//! Nothing is drawn while nothing happens. `app` is the workbench itself, `screens` holds what fills the frame, `popups`
//! what lies over it, `widgets` the pieces both are made of, `theme` what each role looks like. Each screen is a
//! `screen::Screen`; what all of them share is the `model::Model`.

mod action;
mod app;
mod background;
mod boards;
mod command;
mod cursor;
mod curve;
mod draw;
mod erased;
mod error;
mod evolution;
mod format;
mod glyphs;
mod hit_map;
mod keys;
mod log;
mod measure;
mod message;
mod model;
mod notes;
mod operators;
mod panes;
mod playing;
mod popups;
mod saved;
mod scan_cache;
mod screen;
mod screens;
mod subject;
mod theme;
mod thinking;
mod widgets;

#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::mpsc;

use crate::experiment::Experiment;
use app::App;
use app::event_loop::{EventLoop, Wake, kept_session, read_terminal, watch_hangup, watch_signals};
use app::terminal::{PanicWatch, Screen, TerminalInUse};
use app::worker::{self, Worker};
use message::Effect;
use model::Choices;
use theme::Theme;

pub use error::Error;
pub use subject::Paper;
pub use theme::Shade;

/// What the workbench is opened with.
#[derive(Debug, Clone)]
pub struct Options {
    /// The folder that holds the sessions.
    pub sessions: PathBuf,
    /// A session to go on with or, where the folder is vacant, to begin; a new one otherwise.
    pub session: Option<PathBuf>,
    /// What new runs can start from, the default first.
    pub presets: Vec<Experiment>,
    /// The organisms the papers print, to be shown beside the subject; the newest paper's first.
    pub papers: Vec<Paper>,
    /// Worker threads; 0 for one each core.
    pub threads: usize,
    /// Folder of cached quiescence trees; `None` for the user's cache folder.
    pub cache: Option<PathBuf>,
    /// Draw with ASCII characters only.
    pub ascii: bool,
    /// Draw without colours, as the variable `NO_COLOR` asks for as well.
    pub no_color: bool,
    /// Dark or light; `None` for what the terminal says of its background.
    pub shade: Option<Shade>,
    /// Whether the mouse is used; without it the terminal selects text as usual.
    pub mouse: bool,
}

/// Opens the workbench and returns when the person leaves it.
///
/// # Errors
/// Where there is no terminal, it fails, or a signal asks to end; the terminal is given back first.
pub fn run(options: Options) -> Result<(), Error> {
    if !Screen::is_available() {
        return Err(Error::NoTerminal);
    }
    let theme = Theme::detect(options.shade, options.no_color, |name| std::env::var(name).ok());
    let choices = Choices { presets: options.presets, papers: options.papers };
    let first = first(&choices, options.session.as_ref());
    let mut app = App::new(theme, options.ascii, options.sessions.clone(), choices);

    let (sender, events) = mpsc::channel();
    let wake = Wake::new(sender.clone());
    let mut worker = Worker::new(options.sessions, options.threads, options.cache, wake.clone());
    let taken = TerminalInUse::default();
    let _watch = PanicWatch::new(sender.clone(), taken.clone());
    let signals = watch_signals(sender.clone()).map_err(Error::Terminal)?;
    let mut screen = Screen::open(options.mouse, taken).map_err(Error::Terminal)?;
    read_terminal(sender.clone()).map_err(Error::Terminal)?;
    watch_hangup(sender.clone()).map_err(Error::Terminal)?;
    let looped =
        EventLoop { screen: &mut screen, app: &mut app, worker: &mut worker, events: &events, sender, wake };
    let ended = looped.run(first);
    drop(screen);
    signals.close();
    if let (Ok(()), Some(folder)) = (&ended, kept_session(&app)) {
        // A closed pipe must not turn a good end into a bad one.
        let _ = writeln!(
            io::stdout(),
            "Saved in {folder}. Go on with: eyas --session {folder} --resume",
            folder = folder.display()
        );
    }
    ended
}

/// What is done before the person says anything: the session asked for, or a new one, so that a
/// population stands there at once.
fn first(choices: &Choices, session: Option<&PathBuf>) -> Vec<Effect> {
    let begin = choices
        .presets
        .first()
        .map(|settings| Effect::Start { settings: Box::new(settings.clone()), folder: session.cloned() });
    match session {
        Some(folder) if worker::holds_session(folder) => vec![Effect::Resume(folder.clone())],
        _ => begin.into_iter().collect(),
    }
}
