//! The commands of the Sessions screen.

use std::path::PathBuf;

use super::items::{self, Item};
use super::tasks::{Compare, Delete};
use super::{ID, State, rename};
use crate::job::report::State as JobState;
use crate::session::SessionState;
use crate::tui::background::BackgroundTask;
use crate::tui::background::report::WriteReport;
use crate::tui::background::saved_matches::ListMatches;
use crate::tui::command::{Command, here, show};
use crate::tui::erased::Note;
use crate::tui::format::thousands;
use crate::tui::log::Severity;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::notes::ShowMatch;
use crate::tui::popups::confirm::Confirm;
use crate::tui::popups::forms::Form;
use crate::tui::saved::SessionRow;

/// A command of the screen. All except `Refresh` apply to the selected session or match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    Open,
    /// Give it a name.
    Rename,
    /// Create a session that continues from a generation of the selected one.
    Fork,
    /// Mark or unmark the session for a comparison.
    Mark,
    /// Compare the session with the marked or the open session.
    Compare,
    /// Write the champion to a file.
    Export,
    /// Write a report of the session or match.
    Report,
    Delete,
    /// Read the sessions folder again.
    Refresh,
}

here!(ID);

/// The command that shows this screen.
pub(crate) const SHOW: Command =
    show(ID, &["8", "o"], "sessions", "the saved sessions: open, resume, compare, delete");

/// The commands of this screen.
pub(crate) static COMMANDS: &[Command] = &[
    here(&Act::Open, &["Enter"], "open", "open session", "open the selected session or match, paused"),
    here(
        &Act::Rename,
        &["a"],
        "name",
        "rename session",
        "give the session or match a name; its folder stays, so that forks and commands still find it",
    ),
    here(
        &Act::Fork,
        &["f"],
        "fork",
        "fork session",
        "create a session that continues from a generation of this one",
    ),
    here(
        &Act::Compare,
        &["="],
        "compare",
        "compare sessions",
        "compare this session with the marked or the open one; their champions become subject and rival",
    ),
    here(&Act::Mark, &["m"], "mark", "mark session", "mark this session for a comparison with another"),
    here(
        &Act::Export,
        &["x"],
        "export",
        "export champion",
        "write the session’s champion to an organism file",
    ),
    here(
        &Act::Delete,
        &["D", "Delete"],
        "delete",
        "delete session",
        "delete the session after a confirmation",
    ),
    here(
        &Act::Report,
        &["H"],
        "report",
        "write report",
        "write a page of HTML with all figures of the session or match into its folder report",
    ),
    here(&Act::Refresh, &["u"], "update", "update list", "read the sessions folder again"),
];

/// Returns the selected row, if it is a session.
pub(super) fn selected<'a>(state: &'a State, model: &'a Model) -> Option<&'a SessionRow> {
    items::selected(state, model)?.session()
}

/// Returns whether a session is open in this workbench.
pub(super) fn is_open(model: &Model, row: &SessionRow) -> bool {
    model.evolution.as_ref().is_some_and(|open| open.folder == row.folder)
}

/// Returns the folder of the session to compare with: the marked session, or else the open one.
fn comparison_partner(state: &State, model: &Model) -> Option<PathBuf> {
    let row = selected(state, model)?;
    let marked = state.marked.clone();
    let open = || model.evolution.as_ref().map(|open| open.folder.clone());
    marked.filter(|folder| *folder != row.folder).or_else(open).filter(|folder| *folder != row.folder)
}

pub(super) fn enabled(state: &State, model: &Model, act: Act) -> bool {
    let row = selected(state, model);
    let measured = row.is_some_and(|row| row.readable && row.best.is_some());
    match act {
        Act::Open | Act::Rename => items::selected(state, model).is_some(),
        Act::Delete => row.is_some(),
        Act::Fork | Act::Export => measured,
        Act::Report => items::selected(state, model).is_some_and(|item| match item {
            Item::Session(_) => measured,
            Item::Match(row) => row.about.is_ok(),
        }),
        Act::Mark => row.is_some_and(|row| row.readable),
        Act::Compare => measured && comparison_partner(state, model).is_some(),
        Act::Refresh => true,
    }
}

/// Returns why a command is disabled.
pub(super) fn why_not(state: &State, model: &Model, act: Act) -> &'static str {
    match (selected(state, model), act) {
        (None, _) if items::selected(state, model).is_some() => {
            if act == Act::Report {
                "this match is damaged"
            } else {
                "only sessions have this command, not matches"
            }
        }
        (None, _) => "no session is saved here yet",
        (Some(row), _) if !row.readable => "this session cannot be read",
        (Some(row), _) if row.best.is_none() => "this session has no results yet",
        (_, Act::Compare) => "mark another session with m or open one first",
        _ => "not possible now",
    }
}

pub(super) fn perform(state: &mut State, model: &mut Model, act: Act) -> Vec<Effect> {
    match act {
        Act::Open => return open(state, model),
        Act::Rename => {
            rename(state, model);
            return Vec::new();
        }
        Act::Refresh => return list(model),
        Act::Report => {
            let folder = items::selected(state, model).map(|item| item.folder().to_owned());
            let write = |folder| Effect::BackgroundTask(BackgroundTask::new(WriteReport(folder)));
            return folder.map(write).into_iter().collect();
        }
        _ => {}
    }
    let Some(row) = selected(state, model).cloned() else { return Vec::new() };
    match act {
        Act::Open | Act::Rename | Act::Refresh | Act::Report => {}
        Act::Fork => model.open(Form::fork(model, &row)),
        Act::Export => model.open(Some(Form::export_champion(&row))),
        Act::Mark => {
            let marked = &mut state.marked;
            *marked = if marked.as_ref() == Some(&row.folder) { None } else { Some(row.folder) };
        }
        Act::Compare => {
            if let Some(other) = comparison_partner(state, model) {
                return vec![Effect::BackgroundTask(BackgroundTask::new(Compare(row.folder, other)))];
            }
        }
        Act::Delete => delete(model, row),
    }
    Vec::new()
}

/// Returns the effects that list the sessions and the matches.
pub(super) fn list(model: &Model) -> Vec<Effect> {
    let matches = ListMatches(model.sessions.root.clone());
    vec![Effect::ListSessions, Effect::BackgroundTask(BackgroundTask::new(matches))]
}

/// Opens the form for the name of the selected row. Refuses if another process uses the session.
fn rename(state: &State, model: &mut Model) {
    let Some(item) = items::selected(state, model) else { return };
    let is_owner = item.session().is_some_and(|row| is_open(model, row));
    if item.session().is_some_and(|row| row.state == SessionState::InUse) && !is_owner {
        let text = format!("{} is in use by another process: stop that process first", item.title());
        model.notice = Some((Severity::Warning, text));
        return;
    }
    let form = rename::form(item, is_owner);
    model.open(Some(form));
}

/// Asks for confirmation, then deletes a session. Refuses if the session is open here or in another process.
fn delete(model: &mut Model, row: SessionRow) {
    let refused = if is_open(model, &row) {
        Some("is open here: open another session first")
    } else if row.state == SessionState::InUse {
        Some("is in use by another process: stop that process first")
    } else if row.pipeline.is_some() {
        Some("is a stage of a pipeline, which needs it")
    } else {
        None
    };
    if let Some(reason) = refused {
        model.notice = Some((Severity::Warning, format!("{} {reason}", row.title())));
        return;
    }
    let content = match row.progress {
        Some((done, _)) => format!("its {} generations", thousands(done)),
        None => "its contents, which cannot be read".to_owned(),
    };
    model.open(Some(Confirm {
        question: format!(
            "Delete {} and {content}? This cannot be undone. Other files in the folder are kept.",
            row.folder.display()
        ),
        yes: "delete it",
        effects: vec![Effect::BackgroundTask(BackgroundTask::new(Delete(row.folder)))],
    }));
}

fn open(state: &mut State, model: &mut Model) -> Vec<Effect> {
    if let Some(Item::Match(row)) = items::selected(state, model) {
        let (folder, paused) = (row.folder.clone(), row.unfinished());
        if let Err(why) = &row.about {
            model.notice = Some((Severity::Error, why.clone()));
            return Vec::new();
        }
        return vec![Effect::Notify(Note::new(ShowMatch { folder, paused }))];
    }
    let row = selected(state, model);
    let open =
        model.evolution.as_ref().filter(|open| !matches!(open.state, JobState::Failed | JobState::Stopped));
    match row {
        Some(row) if open.is_some_and(|open| open.folder == row.folder) => {
            let settings = open.and_then(|open| open.settings.as_ref());
            match settings.map(|settings| settings.objective.settings().name()) {
                Some(objective) => return vec![Effect::ShowObjective(objective)],
                None => model.screen = model.home,
            }
        }
        Some(row) if row.readable => return vec![Effect::Resume(row.folder.clone())],
        Some(row) => model.notice = Some((Severity::Error, row.about.clone())),
        None => {}
    }
    Vec::new()
}

/// Shows a notice about an unfinished session once, before the user has done anything.
pub(super) fn offer_resume(state: &mut State, model: &mut Model, rows: &[SessionRow]) {
    let open = model.evolution.as_ref().map(|open| open.folder.clone());
    let untouched = model.evolution.as_ref().is_none_or(|open| {
        open.latest().is_none_or(|record| record.generation == 0) && open.state != JobState::Running
    });
    let unfinished = rows.iter().position(|row| row.unfinished() && Some(&row.folder) != open.as_ref());
    if let (true, true, Some(index), None) =
        (untouched, model.sessions.rows.is_empty(), unfinished, &model.notice)
    {
        let name = rows[index].title();
        let progress = rows[index].progress.map_or_else(String::new, |(done, total)| {
            format!(", {} of {}", thousands(done), thousands(total))
        });
        model.notice = Some((Severity::Info, format!("press o to resume {name}{progress}")));
        state.offered = Some(rows[index].folder.clone());
    }
}
