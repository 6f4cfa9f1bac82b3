//! What reaches the workbench, and what it asks for in return.

use std::path::PathBuf;
use std::sync::Arc;

use crossterm::event::MouseEvent;

use super::action::ScreenId;
use super::background::{BackgroundTask, TaskResult};
use super::erased::Note;
use super::keys::Key;
use super::saved::SessionRow;
use crate::analysis::{AnalysisRequest, AnalysisResult, Step};
use crate::director::{self, MatchConfig};
use crate::disagreement::{Findings, ScanRequest};
use crate::experiment::Experiment;
use crate::job::LiveRound;
use crate::job::report::{Command, Reports};
use crate::solving::{Problem, Solver};

/// Something the workbench must take in.
#[derive(Debug)]
pub(crate) enum Message {
    /// A key.
    Key(Key),
    /// Pasted text.
    Paste(String),
    /// The mouse.
    Mouse(MouseEvent),
    /// The terminal has another size; the next view sees it.
    Resized,
    /// What the job told.
    Reports(Reports),
    /// A job was started in this folder.
    Started {
        /// The session's folder.
        folder: PathBuf,
        /// Its settings, where it is new.
        settings: Option<Box<Experiment>>,
        /// Whether the person named the folder.
        named: bool,
    },
    /// A job could not be started: what, where, what to do.
    Refused(String),
    /// The saved sessions, or why they could not be listed.
    Sessions(Result<Vec<SessionRow>, String>),
    /// An task came back.
    TaskResult(TaskResult),
    /// What was found out about positions.
    Findings(Findings),
    /// What happened to the positions of the suite.
    Steps(Vec<Step>),
    /// What an engine thinks of the board.
    Thought(Box<AnalysisResult>),
    /// What happened in the match.
    Match(Vec<director::Report>),
    /// What stands on its boards.
    Boards(Vec<director::Board>),
    /// What organisms that play each other play.
    Playing(LiveRound),
}

/// A suite to be solved, as far as it is not yet.
#[derive(Debug, Clone)]
pub(crate) struct Task {
    /// Who, and how.
    pub(crate) solver: Solver,
    /// All positions.
    pub(crate) problems: Arc<Vec<Problem>>,
    /// Those to be solved.
    pub(crate) todo: Vec<usize>,
    /// On how many threads; 0 for one each core.
    pub(crate) threads: usize,
}

impl PartialEq for Task {
    fn eq(&self, other: &Task) -> bool {
        Arc::ptr_eq(&self.problems, &other.problems)
            && self.todo == other.todo
            && self.solver.factory == other.solver.factory
    }
}

/// What is to be done with a suite.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Solve {
    /// Begin, in place of what is being solved.
    Start(Box<Task>),
    /// Pause after the positions in work, or go on.
    Pause(bool),
    /// Solve nothing any more.
    Stop,
}

/// What is to be done with a match or a tournament.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum MatchRequest {
    /// Begin one, in place of the one that is open.
    Start {
        /// What is to be played.
        config: Box<MatchConfig>,
        /// Games at a time; none for the usual number.
        threads: Option<usize>,
    },
    /// Go on with one that was begun before.
    Resume {
        /// Its folder.
        folder: PathBuf,
        /// Whether it waits before the first move.
        paused: bool,
    },
    /// Pause every game before its next move, or go on.
    Pause(bool),
    /// So many games at a time.
    Threads(usize),
    /// Stop.
    Stop,
}

/// Something to be done outside the model. What another part of the workbench is to do is done before anything leaves it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Effect {
    /// Begin a session; the one open is checkpointed and closed first.
    Start {
        /// Its settings.
        settings: Box<Experiment>,
        /// Its folder; none for a new one among the sessions.
        folder: Option<PathBuf>,
    },
    /// Go on with a saved session; the one open is checkpointed and closed first.
    Resume(PathBuf),
    /// Tell the job.
    Send(Command),
    /// Find out about positions, and nothing else any more.
    Scan(Box<ScanRequest>),
    /// Solve a suite.
    Solve(Solve),
    /// Play a match.
    Match(MatchRequest),
    /// Think about a board, or about nothing any more.
    Think(Option<Box<AnalysisRequest>>),
    /// List the saved sessions.
    List,
    /// Do something beside the screen, and tell.
    BackgroundTask(BackgroundTask),
    /// Show a screen.
    Show(ScreenId),
    /// Show the screen for sessions of this objective.
    ShowObjective(&'static str),
    /// Give a note to whom it concerns.
    Notify(Note),
    /// Put a text on the clipboard, as far as the terminal allows.
    Copy(String),
    /// Leave.
    Quit,
    /// Back to the shell until `fg`.
    Suspend,
    /// Draw everything anew.
    Redraw,
}

#[cfg(test)]
impl Effect {
    /// What is to be done beside the screen, where it is of this kind.
    pub(crate) fn task<T: super::background::Work>(&self) -> Option<&T> {
        match self {
            Effect::BackgroundTask(task) => task.get(),
            _ => None,
        }
    }
}
