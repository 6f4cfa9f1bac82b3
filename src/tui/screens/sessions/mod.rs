//! The Sessions screen: what is saved, how far each got, and which can go on.

mod detail;
mod list;

use std::path::PathBuf;

use ratatui::layout::Rect;

use crate::job::report::State;
use crate::session::Ending;
use crate::tui::background::BackgroundTask;
use crate::tui::commands::{Action, Command, Place, here};
use crate::tui::draw::Draw;
use crate::tui::format::thousands;
use crate::tui::message::Effect;
use crate::tui::model::{List, Model, Popup, SessionRow, Weight};
use crate::tui::popups::confirm::Confirm;
use crate::tui::popups::forms::Form;
use crate::tui::screens::Screen;
use crate::tui::theme::Role;

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

here!(Action::Sessions, Place::On(Screen::Sessions));

/// The commands of this screen.
pub(crate) static COMMANDS: &[Command] = &[
    here(Act::Open, &["Enter"], "open", "open session", "open the session under the cursor, paused"),
    here(
        Act::Fork,
        &["f"],
        "fork",
        "fork session",
        "a new session that goes on from a generation of this one",
    ),
    here(
        Act::Compare,
        &["="],
        "compare",
        "compare sessions",
        "this session and the marked or the open one side by side; their champions become subject and rival",
    ),
    here(Act::Mark, &["m"], "mark", "mark session", "mark this session, to compare another with it"),
    here(
        Act::Export,
        &["x"],
        "export",
        "export champion",
        "write the session’s champion to an organism file",
    ),
    here(Act::Delete, &["D", "Delete"], "delete", "delete session", "remove the session; asks first"),
    here(Act::Refresh, &["u"], "update", "update list", "read the sessions folder again"),
];

/// The session under the cursor.
pub(super) fn chosen(model: &Model) -> Option<&SessionRow> {
    model.sessions.rows.get(model.sessions.cursor.at)
}

/// Whether it is the open one, held by this workbench.
fn is_open(model: &Model, row: &SessionRow) -> bool {
    model.evolution.as_ref().is_some_and(|open| open.folder == row.folder)
}

/// What the session under the cursor is compared with: the marked one, else the open one.
fn partner(model: &Model) -> Option<PathBuf> {
    let row = chosen(model)?;
    let marked = model.sessions.marked.clone();
    let open = || model.evolution.as_ref().map(|open| open.folder.clone());
    marked.filter(|folder| *folder != row.folder).or_else(open).filter(|folder| *folder != row.folder)
}

/// Whether a command would do something now.
pub(crate) fn enabled(model: &Model, act: Act) -> bool {
    let row = chosen(model);
    let measured = row.is_some_and(|row| row.readable && row.best.is_some());
    match act {
        Act::Open | Act::Delete => row.is_some(),
        Act::Fork | Act::Export => measured,
        Act::Mark => row.is_some_and(|row| row.readable),
        Act::Compare => measured && partner(model).is_some(),
        Act::Refresh => true,
    }
}

/// Why a command would do nothing now.
pub(crate) fn why_not(model: &Model, act: Act) -> &'static str {
    match (chosen(model), act) {
        (None, _) => "no session is saved here yet",
        (Some(row), _) if !row.readable => "this session cannot be read",
        (Some(row), _) if row.best.is_none() => "nothing is measured in this session yet",
        (_, Act::Compare) => "mark another session with m first, or open one",
        _ => "not possible now",
    }
}

/// Does what a command says.
pub(crate) fn perform(model: &mut Model, act: Act) -> Vec<Effect> {
    let Some(row) = chosen(model).cloned() else {
        return if act == Act::Refresh { vec![Effect::List] } else { Vec::new() };
    };
    match act {
        Act::Open => return open(model),
        Act::Refresh => return vec![Effect::List],
        Act::Fork => model.popup = Form::fork(model, &row).map(|form| Popup::Form(Box::new(form))),
        Act::Export => model.popup = Some(Popup::Form(Box::new(Form::export_champion(&row)))),
        Act::Mark => {
            let marked = &mut model.sessions.marked;
            *marked = if marked.as_ref() == Some(&row.folder) { None } else { Some(row.folder) };
        }
        Act::Compare => {
            if let Some(other) = partner(model) {
                return vec![Effect::BackgroundTask(BackgroundTask::Compare(row.folder, other))];
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
        model.notice = Some((Weight::Warning, format!("{} {why}", row.name())));
        return;
    }
    let generations = match row.progress {
        Some((done, _)) => format!("its {} generations", thousands(done)),
        None => "all it holds, which cannot be read".to_owned(),
    };
    model.popup = Some(Popup::Confirm(Box::new(Confirm {
        question: format!(
            "Delete {} and {generations}? This cannot be undone. Other files in the folder are kept.",
            row.folder.display()
        ),
        yes: "delete it",
        effects: vec![Effect::BackgroundTask(BackgroundTask::Delete(row.folder))],
    })));
}

fn open(model: &mut Model) -> Vec<Effect> {
    let row = model.sessions.rows.get(model.sessions.cursor.at);
    let open = model.evolution.as_ref().filter(|open| !matches!(open.state, State::Failed | State::Stopped));
    match row {
        Some(row) if open.is_some_and(|open| open.folder == row.folder) => {
            model.screen = Screen::Population;
        }
        Some(row) if row.readable => return vec![Effect::Resume(row.folder.clone())],
        Some(row) => model.notice = Some((Weight::Error, row.about.clone())),
        None => {}
    }
    Vec::new()
}

/// Moves the cursor.
pub(crate) fn walk(model: &mut Model, action: Action) {
    let (page, len) = (model.seen.page(List::Sessions), model.sessions.rows.len());
    model.sessions.cursor.moved(action, page, len);
}

/// Rows of the detail pane where there is room below the list.
const DETAIL: u16 = 11;

/// Draws it.
pub(super) fn draw(draw: &mut Draw<'_>, model: &Model, area: Rect) {
    if area.height < DETAIL + 8 {
        list::draw(draw, model, area);
        return;
    }
    list::draw(draw, model, Rect { height: area.height - DETAIL, ..area });
    detail::draw(draw, model, Rect { y: area.bottom() - DETAIL, height: DETAIL, ..area });
}

/// How a session stands: a mark and words.
fn standing(model: &Model, row: &SessionRow) -> (&'static str, String, Role) {
    let alive =
        model.evolution.as_ref().is_some_and(|open| !matches!(open.state, State::Failed | State::Stopped));
    match &row.ending {
        _ if is_open(model, row) && alive => ("●", "open here".to_owned(), Role::Subject),
        Ending::Damaged(_) => ("✗", "damaged".to_owned(), Role::Error),
        Ending::Later(_) => ("✗", "later version".to_owned(), Role::Warning),
        Ending::InUse => ("◆", "in use elsewhere".to_owned(), Role::Warning),
        Ending::Complete => ("✓", "complete".to_owned(), Role::Good),
        Ending::Unfinished => ("‖", "unfinished".to_owned(), Role::Key),
    }
}
