//! Long work in the background: takes commands, emits owned reports, knows nothing of screens.

pub mod report;

use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::thread::JoinHandle;

use report::{Command, Inbox};

use crate::evolution::fitness::Interrupt;
use crate::evolution::settings::EvolutionSettings;

/// Whether a session is begun or gone on with.
#[derive(Debug, Clone, PartialEq)]
pub enum Opening {
    /// Begin a new session with these settings; the folder must not hold one.
    New(Box<EvolutionSettings>),
    /// Go on with the session in the folder.
    Resume,
}

/// What a job is to do.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The session's folder.
    pub folder: PathBuf,
    /// Begin or go on.
    pub opening: Opening,
    /// Worker threads; 0 for one each core.
    pub threads: usize,
    /// Folder of cached quiescence trees; `None` for the user's cache folder.
    pub cache: Option<PathBuf>,
    /// Start evolving at once (the command line does) or wait for a command (the workbench does).
    pub running: bool,
}

/// A job on its own thread.
pub struct Job {
    commands: Sender<Command>,
    inbox: Inbox,
    interrupt: Interrupt,
    thread: JoinHandle<()>,
}
