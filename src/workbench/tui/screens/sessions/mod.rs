//! The place Sessions: the saved sessions and their progress.

mod commands;
mod comparison;
mod detail;
mod items;
mod list;
mod rename;
pub(crate) mod tasks;

use std::collections::BTreeSet;

pub(crate) use commands::COMMANDS;
pub(crate) use comparison::SideBySide;
#[cfg(test)]
pub(crate) use list::LIST;

use crate::job::report::State as JobState;
use crate::session::SessionState;
use crate::tui::background::saved_folders::SavedFolders;
use crate::tui::prelude::*;
use crate::tui::saved::SavedFolder;
use commands::is_open;
use items::{Item, rows, selected};
use tasks::{Compared, Curve, Curves, Deleted, Newest, ReadCurves, Renamed};

pub(crate) const ID: ScreenId = ScreenId("sessions");

static ABOUT: About = About::new(ID, "Sessions");

/// The state of the screen.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// The selected session.
    cursor: Cursor,
    /// The folder of the session marked for a comparison.
    marked: Option<PathBuf>,
    /// The session that was offered to be resumed, until the list is shown.
    offered: Option<PathBuf>,
    /// The folder of the selected row, on which the cursor stays.
    followed: Option<PathBuf>,
    /// The saved matches, pipelines and races.
    folders: Vec<SavedFolder>,
    /// The pipelines and races that the user folded or unfolded.
    turned: BTreeSet<PathBuf>,
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

impl Place for State {
    parts!(about);

    fn status(&self, model: &Model) -> Status {
        let sessions = &model.sessions;
        let nothing = sessions.rows.is_empty() && self.folders.is_empty() && sessions.error.is_none();
        let card = nothing.then(|| Card {
            title: "Sessions",
            about: "No session is saved here yet. Every run is saved while it runs, and can be resumed, compared and \
                    forked at any generation. Matches, pipelines and races are listed here, too.".to_owned(),
            choices: vec![(action("new run"), "start a run from random organisms")],
        });
        let bar_label = model.evolution.is_none().then_some("open a session");
        Status { card, bar_label, ..Status::default() }
    }

    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        let detail_height = if area.height < DETAIL + 8 { 0 } else { DETAIL };
        let [upper, lower] = split_top(area, area.height - detail_height);
        list::draw(draw, self, model, upper);
        if detail_height > 0 {
            detail::draw(draw, self, model, lower);
        }
    }

    fn tables<'a>(&'a self, model: &'a Model) -> Vec<Table<'a>> {
        vec![list::table(self, model, usize::from(u16::MAX))]
    }

    fn handle(&mut self, model: &mut Model, input: Input<'_>) -> Option<Vec<Effect>> {
        match input {
            Input::Opened => return Some(commands::list(model)),
            Input::Changed => {
                self.follow(model, self.followed.clone());
                return Some(self.read_curves(model));
            }
            Input::Move(action @ (Action::Left | Action::Right)) => self.fold(model, action == Action::Left),
            Input::Move(action) => {
                let row = next_row(&list::table(self, model, 0), model, action);
                self.select(model, row);
            }
            Input::Select(_, row) => self.select(model, row),
            Input::Row(_, row) if self.cursor.at == row && model.may_drop_edits() => {
                return Some(commands::open(self, model));
            }
            Input::Row(_, row) => self.select(model, row),
            Input::Message(Message::Sessions(result)) => match std::mem::replace(result, Ok(Vec::new())) {
                Ok(rows) => self.list_sessions(model, rows),
                Err(why) => model.sessions.error = Some(why),
            },
            Input::Note(note) => return self.receive(model, note),
            _ => return None,
        }
        Some(Vec::new())
    }
}

impl State {
    /// Reads the curves of the sessions that have none, or an older one.
    fn read_curves(&mut self, model: &Model) -> Vec<Effect> {
        if model.screen != ID {
            return Vec::new();
        }
        let wanted = model.sessions.rows.iter().filter(|row| row.readable && row.best.is_some());
        let is_known = |row: &&SessionRow| {
            self.curves.iter().any(|curve| curve.folder == row.folder && curve.newest == row.newest)
        };
        let missing = wanted.filter(|row| !is_known(row)).map(|row| (row.folder.clone(), row.newest));
        let missing: Vec<_> = missing.filter(|curve| !self.reading.contains(curve)).collect();
        if missing.is_empty() {
            return Vec::new();
        }
        self.reading.extend(missing.iter().cloned());
        vec![Effect::background(ReadCurves(missing))]
    }

    fn list_sessions(&mut self, model: &mut Model, rows: Vec<SessionRow>) {
        commands::offer_resume(self, model, &rows);
        model.sessions.rows = rows;
        model.sessions.error = None;
        let offered = self.offered.take();
        self.follow(model, offered.or_else(|| self.followed.clone()));
    }

    /// Handles the results of the screen's tasks.
    fn receive(&mut self, model: &mut Model, note: &Note) -> Option<Vec<Effect>> {
        if let Some(Compared(comparison)) = note.get() {
            model.selection.choose(Some(comparison.subject.champion.clone()));
            model.selection.rival = Some(comparison.rival.champion.clone());
            model.open(Some(SideBySide::new(comparison, &model.sessions)));
        } else if let Some(Deleted { folder, left }) = note.get() {
            let kept = match left {
                0 => String::new(),
                1 => "; 1 other file in the folder was kept".to_owned(),
                left => format!("; {left} other files in the folder were kept"),
            };
            model.show_notice(Severity::Info, format!("deleted: {}{kept}", folder.display()));
            return Some(vec![Effect::ListSessions]);
        } else if let Some(Renamed { folder, name }) = note.get() {
            model.pending_form = None;
            let own = files::name(folder);
            let text = match name.is_empty() {
                true => format!("{own} has no other name any more"),
                false => format!("{own} is named {name}"),
            };
            model.show_notice(Severity::Info, text);
            return Some(commands::list(model));
        } else if let Some(SavedFolders(folders)) = note.get() {
            match folders {
                Ok(folders) => self.folders.clone_from(folders),
                Err(why) => model.show_notice(Severity::Error, why.clone()),
            }
            self.follow(model, self.followed.clone());
        } else {
            let Curves(curves) = note.get()?;
            for curve in curves {
                self.reading.retain(|(folder, newest)| (folder, newest) != (&curve.folder, &curve.newest));
                self.curves.retain(|known| known.folder != curve.folder);
                self.curves.push(curve.clone());
            }
        }
        Some(Vec::new())
    }

    /// Moves the cursor to the row of a folder, after the rows have changed.
    fn follow(&mut self, model: &Model, folder: Option<PathBuf>) {
        let rows = rows(self, model);
        let found = rows.iter().position(|row| Some(row.item.folder()) == folder.as_deref());
        let at = found.unwrap_or(self.cursor.at.min(rows.len().saturating_sub(1)));
        self.select(model, at);
    }

    fn select(&mut self, model: &Model, row: usize) {
        self.cursor.at = row;
        self.followed = selected(self, model).map(|item| item.folder().to_owned());
    }

    /// Folds or unfolds the pipeline or race of the selected row.
    fn fold(&mut self, model: &Model, folds: bool) {
        let rows = rows(self, model);
        let Some(row) = rows.get(self.cursor.at) else { return };
        let folder = match (row.is_unfolded, row.item.folder().parent()) {
            (Some(is_unfolded), _) if is_unfolded == folds => row.item.folder(),
            (None, Some(parent)) if row.is_child && folds => parent,
            _ => return,
        };
        let folder = folder.to_owned();
        if !self.turned.remove(&folder) {
            self.turned.insert(folder.clone());
        }
        self.follow(model, Some(folder));
    }
}

/// Returns the mark, the text and the role of a row's status.
fn status(model: &Model, item: Item<'_>) -> (&'static str, String, Role) {
    match item {
        Item::Session(row) => session_status(model, row),
        Item::Folder(row) if row.about.is_err() => ("✗", "damaged".to_owned(), Role::Error),
        Item::Folder(row) if row.unfinished() => ("‖", "unfinished".to_owned(), Role::Key),
        Item::Folder(_) => ("✓", "complete".to_owned(), Role::Good),
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
