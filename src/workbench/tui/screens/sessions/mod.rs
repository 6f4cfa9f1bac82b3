//! The Sessions screen: the saved sessions and their progress.

mod actions;
mod comparison;
mod detail;
mod items;
mod list;
pub(crate) mod lists;
mod rename;
mod screen;
mod table;
pub(crate) mod tasks;

use std::path::PathBuf;

use ratatui::layout::Rect;

pub(crate) use actions::{Act, COMMANDS, SHOW};
#[cfg(test)]
pub(crate) use comparison::SideBySide;
#[cfg(test)]
pub(crate) use list::Column;

use crate::job::report::State as JobState;
use crate::session::SessionState;
use crate::tui::action::ScreenId;
use crate::tui::cursor::Cursor;
use crate::tui::draw::Draw;
use crate::tui::model::Model;
use crate::tui::saved::{SavedMatch, SessionRow};
use crate::tui::theme::Role;
use crate::tui::widgets::areas::split_top;
use actions::is_open;
use items::Item;
use tasks::{Curve, Newest};

pub(crate) const ID: ScreenId = ScreenId("sessions");

/// The state of the screen.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// The selected session.
    cursor: Cursor,
    /// The folder of the session marked for a comparison.
    marked: Option<PathBuf>,
    /// The session that was offered to be resumed, until the list is shown.
    offered: Option<PathBuf>,
    /// The saved matches, newest first.
    matches: Vec<SavedMatch>,
    /// The best scores of the sessions by generation.
    curves: Vec<Curve>,
    /// The sessions whose scores are being read.
    reading: Vec<(PathBuf, Newest)>,
}

impl State {
    /// Returns the best scores of a session by generation, once they are read.
    fn curve(&self, row: &SessionRow) -> Option<&[u64]> {
        let curve = self.curves.iter().find(|curve| curve.folder == row.folder);
        curve.map(|curve| curve.best.as_slice())
    }
}

/// Height of the detail pane below the list.
const DETAIL: u16 = 11;

fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    if area.height < DETAIL + 8 {
        list::draw(draw, state, model, area);
        return;
    }
    let [upper, lower] = split_top(area, area.height - DETAIL);
    list::draw(draw, state, model, upper);
    detail::draw(draw, state, model, lower);
}

/// Returns the mark, the text and the role of a row's status.
fn status(model: &Model, item: Item<'_>) -> (&'static str, String, Role) {
    match item {
        Item::Session(row) => session_status(model, row),
        Item::Match(row) if row.about.is_err() => ("✗", "damaged".to_owned(), Role::Error),
        Item::Match(row) if row.unfinished() => ("‖", "unfinished".to_owned(), Role::Key),
        Item::Match(_) => ("✓", "complete".to_owned(), Role::Good),
    }
}

fn session_status(model: &Model, row: &SessionRow) -> (&'static str, String, Role) {
    let alive = model
        .evolution
        .as_ref()
        .is_some_and(|open| !matches!(open.state, JobState::Failed | JobState::Stopped));
    match &row.state {
        _ if is_open(model, row) && alive => ("▶", "open here".to_owned(), Role::Title),
        SessionState::Damaged(_) => ("✗", "damaged".to_owned(), Role::Error),
        SessionState::Later(_) => ("✗", "later version".to_owned(), Role::Warning),
        SessionState::InUse => ("◆", "in use elsewhere".to_owned(), Role::Warning),
        SessionState::Complete => ("✓", "complete".to_owned(), Role::Good),
        SessionState::Unfinished => ("‖", "unfinished".to_owned(), Role::Key),
    }
}
