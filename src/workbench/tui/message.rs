//! The messages that the workbench receives and the effects that it returns.

use crossterm::event::MouseEvent;

use super::keys::Key;
use super::work::Finished;
use super::workers::WorkersReport;
use crate::analysis::{AnalysisRequest, AnalysisResult, Step};
use crate::config::{Loaded, OnFinish};
use crate::director::{self, MatchConfig};
use crate::disagreement::{Findings, ScanRequest};
use crate::job::LiveRound;
use crate::job::report::{Command, Reports};
use crate::race;
use crate::solving::{Problem, Solver};
use crate::trust::EngineUse;
use crate::tui::prelude::*;

/// An event that the workbench handles.
#[derive(Debug)]
pub(crate) enum Message {
    Key(Key),
    /// Pasted text.
    Paste(String),
    Mouse(MouseEvent),
    /// The terminal was resized. The next frame has the new size.
    Resized,
    /// The next frame of a run that is being played, or of running clocks.
    Played,
    /// Reports of the job.
    Reports(Reports),
    /// A job was started.
    Started {
        /// The session's folder.
        folder: PathBuf,
        /// The settings of a new session; `None` for a resumed one.
        settings: Option<Box<Experiment>>,
        /// Whether the user named the folder.
        named: bool,
    },
    /// The files of what was to be resumed name engine commands that the person has not run: ask whether they may.
    AskTrust {
        /// The question, with the commands.
        question: String,
        /// The effects of the answer yes.
        effects: Vec<Effect>,
    },
    /// A job could not be started. The text says what failed, where, and what to do.
    StartFailed(String),
    /// The saved sessions, or why they could not be listed.
    Sessions(Result<Vec<SessionRow>, String>),
    /// The result of a background task.
    TaskResult(TaskResult),
    /// Results of the position scan.
    Findings(Findings),
    /// Progress of the suite run.
    SuiteSteps(Vec<Step>),
    /// The engine analysis of the position on the board.
    Analysis(Box<AnalysisResult>),
    /// Reports of the match.
    Match(Vec<director::Report>),
    /// The boards of the match.
    MatchBoards(Vec<director::Board>),
    /// Reports of the race.
    Race(RaceReport),
    /// The games that the organisms of the open session play against each other.
    LiveRound(LiveRound),
    /// What is new about the workers on other machines.
    Workers(WorkersReport),
    /// The configuration changed: the new one, or why it cannot be used.
    Config(Result<Box<Loaded>, String>),
    /// Something that the log shall have.
    Warning(String),
}

/// The source of live boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Live {
    /// There are no live boards.
    Nothing,
    /// The games of the open session.
    Session,
    /// The games of the match.
    Match,
}

/// The unsolved part of a suite.
#[derive(Debug, Clone)]
pub(crate) struct SuiteTask {
    /// The engine and its limits.
    pub(crate) solver: Solver,
    /// All positions of the suite.
    pub(crate) problems: Arc<Vec<Problem>>,
    /// The indices of the positions to be solved.
    pub(crate) todo: Vec<usize>,
    /// The number of threads; 0 for one per core.
    pub(crate) threads: usize,
}

impl PartialEq for SuiteTask {
    fn eq(&self, other: &SuiteTask) -> bool {
        Arc::ptr_eq(&self.problems, &other.problems)
            && self.todo == other.todo
            && self.solver.factory == other.solver.factory
    }
}

/// A request to the suite run.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Solve {
    /// Start a run. A run in progress is stopped.
    Start(Box<SuiteTask>),
    /// Pause after the positions in progress (`true`), or resume.
    Pause(bool),
    /// Stop the run.
    Stop,
}

/// A request to the race of optimizers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RaceRequest {
    /// Run the incomplete runs of the race in this folder. A race in progress is stopped first.
    Run(PathBuf),
    /// Stop the race. What its runs have recorded is kept.
    Stop,
}

/// The reports of a race in progress.
#[derive(Debug)]
pub(crate) struct RaceReport {
    /// The folder of the race.
    pub(crate) folder: PathBuf,
    /// The updates since the last report.
    pub(crate) updates: Vec<race::Update>,
    /// Whether all runs are complete, or the error, if the race has ended.
    pub(crate) ended: Option<Result<bool, String>>,
}

/// A request to the match or tournament.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum MatchRequest {
    /// Start a match. The open match is closed.
    Start {
        config: Box<MatchConfig>,
        /// The number of simultaneous games; `None` for the default.
        threads: Option<usize>,
    },
    /// Resume a saved match.
    Resume {
        /// The folder of the match.
        folder: PathBuf,
        /// Whether the match starts paused.
        paused: bool,
    },
    /// Pause every game before its next move (`true`), or resume.
    Pause(bool),
    /// Set the number of simultaneous games.
    Threads(usize),
}

/// An action that the model requests. `Show`, `ShowObjective` and `Notify` are handled inside the workbench; all other
/// effects leave it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Effect {
    /// Start a session. The open session is saved and closed first.
    Start {
        /// The settings of the session.
        settings: Box<Experiment>,
        /// The folder of the session; `None` for a new folder among the sessions.
        folder: Option<PathBuf>,
    },
    /// Resume a saved session. The open session is saved and closed first.
    Resume(PathBuf),
    /// Send a command to the job.
    Send(Command),
    /// Scan positions. An earlier scan is cancelled.
    Scan(Box<ScanRequest>),
    /// Control the suite run.
    Solve(Solve),
    /// Control the match.
    Match(MatchRequest),
    /// Control the race of optimizers.
    Race(RaceRequest),
    /// Analyse a position, or stop the analysis.
    Think(Option<Box<AnalysisRequest>>),
    /// List the saved sessions.
    ListSessions,
    /// Run a background task.
    BackgroundTask(BackgroundTask),
    /// Show a screen.
    Show(ScreenId),
    /// Show the screen for sessions of this objective.
    ShowObjective(&'static str),
    /// Send a note to the app and the screens.
    Notify(Note),
    /// Copy a text to the clipboard, if the terminal supports it.
    Copy(String),
    /// Ring the bell, and run the program of the configuration, because long work has ended.
    Announce { finished: Finished, on_finish: OnFinish },
    /// Record that the person runs these engines.
    Trust(Vec<EngineUse>),
    /// Quit the workbench.
    Quit,
    /// Return to the shell until the workbench is resumed.
    Suspend,
    /// Redraw the whole screen.
    Redraw,
}

impl Effect {
    /// Returns the effect that does the work of a task in the background.
    pub(crate) fn background(work: impl TaskWork) -> Effect {
        Effect::BackgroundTask(BackgroundTask::new(work))
    }
}

#[cfg(test)]
impl Effect {
    /// Returns the background task if its work is of this type.
    pub(crate) fn task<T: super::background::TaskWork>(&self) -> Option<&T> {
        match self {
            Effect::BackgroundTask(task) => task.get(),
            _ => None,
        }
    }
}
