//! What can be done on the Sessions screen.

use std::path::PathBuf;

use super::tasks::{Compare, Delete};
use super::{ID, State};
use crate::job::report::State as JobState;
use crate::session::Ending;
use crate::tui::background::BackgroundTask;
use crate::tui::command::{Command, here, show};
use crate::tui::format::thousands;
use crate::tui::log::Severity;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::popups::confirm::Confirm;
use crate::tui::popups::forms::Form;
use crate::tui::saved::SessionRow;

/// What can be done here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// Open the session under the cursor.
    Open,
    /// Begin a session that goes on from a generation of this one.
    Fork,
    /// Mark it for a comparison, or no longer.
    Mark,
    /// Put it beside the marked or the open session.
    Compare,
    /// Write its champion to a file.
    Export,
    /// Remove it.
    Delete,
    /// Read the sessions folder again.
    Refresh,
}

here!(ID);

/// The command that shows this screen.
pub(crate) const SHOW: Command =
    show(ID, &["8", "o"], "sessions", "the saved sessions: open one, go on with one");

/// The commands of this screen.
pub(crate) static COMMANDS: &[Command] = &[
    here(&Act::Open, &["Enter"], "open", "open session", "open the session under the cursor, paused"),
    here(
        &Act::Fork,
        &["f"],
        "fork",
        "fork session",
        "a new session that goes on from a generation of this one",
    ),
    here(
        &Act::Compare,
        &["="],
        "compare",
        "compare sessions",
        "this session and the marked or the open one side by side; their champions become subject and rival",
    ),
    here(&Act::Mark, &["m"], "mark", "mark session", "mark this session, to compare another with it"),
    here(
        &Act::Export,
        &["x"],
        "export",
        "export champion",
        "write the session’s champion to an organism file",
    ),
    here(&Act::Delete, &["D", "Delete"], "delete", "delete session", "remove the session; asks first"),
    here(&Act::Refresh, &["u"], "update", "update list", "read the sessions folder again"),
];

/// The session under the cursor.
pub(super) fn chosen<'a>(state: &State, model: &'a Model) -> Option<&'a SessionRow> {
    model.sessions.rows.get(state.cursor.at)
}

/// Whether it is the open one, held by this workbench.
pub(super) fn is_open(model: &Model, row: &SessionRow) -> bool {
    model.evolution.as_ref().is_some_and(|open| open.folder == row.folder)
}

/// What the session under the cursor is compared with: the marked one, else the open one.
fn partner(state: &State, model: &Model) -> Option<PathBuf> {
    let row = chosen(state, model)?;
    let marked = state.marked.clone();
    let open = || model.evolution.as_ref().map(|open| open.folder.clone());
    marked.filter(|folder| *folder != row.folder).or_else(open).filter(|folder| *folder != row.folder)
}

/// Whether a command would do something now.
pub(super) fn enabled(state: &State, model: &Model, act: Act) -> bool {
    let row = chosen(state, model);
    let measured = row.is_some_and(|row| row.readable && row.best.is_some());
    match act {
        Act::Open | Act::Delete => row.is_some(),
        Act::Fork | Act::Export => measured,
        Act::Mark => row.is_some_and(|row| row.readable),
        Act::Compare => measured && partner(state, model).is_some(),
        Act::Refresh => true,
    }
}

/// Why a command would do nothing now.
pub(super) fn why_not(state: &State, model: &Model, act: Act) -> &'static str {
    match (chosen(state, model), act) {
        (None, _) => "no session is saved here yet",
        (Some(row), _) if !row.readable => "this session cannot be read",
        (Some(row), _) if row.best.is_none() => "nothing is measured in this session yet",
        (_, Act::Compare) => "mark another session with m first, or open one",
        _ => "not possible now",
    }
}

/// Does what a command says.
pub(super) fn perform(state: &mut State, model: &mut Model, act: Act) -> Vec<Effect> {
    let Some(row) = chosen(state, model).cloned() else {
        return if act == Act::Refresh { vec![Effect::ListSessions] } else { Vec::new() };
    };
    match act {
        Act::Open => return open(state, model),
        Act::Refresh => return vec![Effect::ListSessions],
        Act::Fork => model.open(Form::fork(model, &row)),
        Act::Export => model.open(Some(Form::export_champion(&row))),
        Act::Mark => {
            let marked = &mut state.marked;
            *marked = if marked.as_ref() == Some(&row.folder) { None } else { Some(row.folder) };
        }
        Act::Compare => {
            if let Some(other) = partner(state, model) {
                return vec![Effect::BackgroundTask(BackgroundTask::new(Compare(row.folder, other)))];
            }
        }
        Act::Delete => delete(model, row),
    }
    Vec::new()
}

/// Asks before a session is removed; the open one and those in use elsewhere stay.
fn delete(model: &mut Model, row: SessionRow) {
    let refused = if is_open(model, &row) {
        Some("is open here: open another session first")
    } else if row.ending == Ending::InUse {
        Some("is in use by another process: end that first")
    } else {
        None
    };
    if let Some(why) = refused {
        model.notice = Some((Severity::Warning, format!("{} {why}", row.name())));
        return;
    }
    let generations = match row.progress {
        Some((done, _)) => format!("its {} generations", thousands(done)),
        None => "all it holds, which cannot be read".to_owned(),
    };
    model.open(Some(Confirm {
        question: format!(
            "Delete {} and {generations}? This cannot be undone. Other files in the folder are kept.",
            row.folder.display()
        ),
        yes: "delete it",
        effects: vec![Effect::BackgroundTask(BackgroundTask::new(Delete(row.folder)))],
    }));
}

fn open(state: &mut State, model: &mut Model) -> Vec<Effect> {
    let row = model.sessions.rows.get(state.cursor.at);
    let open =
        model.evolution.as_ref().filter(|open| !matches!(open.state, JobState::Failed | JobState::Stopped));
    match row {
        Some(row) if open.is_some_and(|open| open.folder == row.folder) => {
            model.screen = model.home;
        }
        Some(row) if row.readable => return vec![Effect::Resume(row.folder.clone())],
        Some(row) => model.notice = Some((Severity::Error, row.about.clone())),
        None => {}
    }
    Vec::new()
}

/// Says once, when nothing was done yet, that there is something to go on with.
pub(super) fn offer(state: &mut State, model: &mut Model, rows: &[SessionRow]) {
    let open = model.evolution.as_ref().map(|open| open.folder.clone());
    let untouched = model.evolution.as_ref().is_none_or(|open| {
        open.latest().is_none_or(|record| record.generation == 0) && open.state != JobState::Running
    });
    let unfinished = rows.iter().position(|row| row.unfinished() && Some(&row.folder) != open.as_ref());
    if let (true, true, Some(index), None) =
        (untouched, model.sessions.rows.is_empty(), unfinished, &model.notice)
    {
        let name = rows[index].folder.file_name().unwrap_or_default().to_string_lossy();
        let how_far = rows[index].progress.map_or_else(String::new, |(done, asked)| {
            format!(", {} of {}", thousands(done), thousands(asked))
        });
        model.notice = Some((Severity::Plain, format!("o to go on with {name}{how_far}")));
        state.cursor.at = index;
    }
}
