//! Implements the traits of a screen for the Sessions screen.

use std::path::PathBuf;

use ratatui::layout::Rect;

use super::comparison::SideBySide;
use super::items::{items, selected};
use super::tasks::{Compared, Curves, Deleted, ReadCurves, Renamed};
use super::{Act, ID, State, actions, lists, table};
use crate::files;
use crate::tui::action::{Action, ScreenId};
use crate::tui::background::BackgroundTask;
use crate::tui::background::saved_matches::SavedMatches;
use crate::tui::card::Card;
use crate::tui::draw::Draw;
use crate::tui::erased::Note;
use crate::tui::hit_map::List;
use crate::tui::log::Severity;
use crate::tui::message::{Effect, Message};
use crate::tui::model::Model;
use crate::tui::saved::SessionRow;
use crate::tui::screen::{Controls, Screen, Tab};
use crate::tui::table::Table;

impl Screen for State {
    fn id(&self) -> ScreenId {
        ID
    }

    fn tab(&self) -> Tab {
        Tab { title: "Sessions", short: "Sess" }
    }

    fn card(&self, model: &Model) -> Option<Card> {
        let is_empty = model.sessions.rows.is_empty() && self.matches.is_empty();
        let nothing = is_empty && model.sessions.error.is_none();
        nothing.then(|| Card {
            title: "Sessions",
            about: "No session is saved here yet. Every run is saved while it runs, and can be resumed, compared and \
                    forked at any generation.".to_owned(),
            choices: vec![(Action::NewRun, "start a run from random organisms")],
        })
    }

    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        super::draw(draw, self, model, area);
    }

    fn show_bar_label(&self, model: &Model) -> Option<&'static str> {
        model.evolution.is_none().then_some("open a session")
    }

    fn navigate(&mut self, model: &mut Model, action: Action) -> Vec<Effect> {
        let len = items(self, model).len();
        model.step(lists::SESSIONS, &mut self.cursor, action, len);
        Vec::new()
    }

    fn tables<'a>(&'a self, model: &'a Model) -> Vec<Table<'a>> {
        vec![table::table(self, model)]
    }

    fn focused_list(&self, _model: &Model) -> Option<List> {
        Some(lists::SESSIONS)
    }

    fn select_row(&mut self, _model: &mut Model, _list: List, row: usize) -> Vec<Effect> {
        self.cursor.at = row;
        Vec::new()
    }

    /// Reads the curves of the sessions that have none, or an older one.
    fn refresh(&mut self, model: &mut Model) -> Vec<Effect> {
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
        vec![Effect::BackgroundTask(BackgroundTask::new(ReadCurves(missing)))]
    }

    fn row_clicked(&mut self, model: &mut Model, list: List, row: usize) -> Vec<Effect> {
        if list != lists::SESSIONS {
            return Vec::new();
        }
        let again = self.cursor.at == row;
        self.cursor.at = row;
        if again && model.may_drop_edits() { actions::perform(self, model, Act::Open) } else { Vec::new() }
    }

    fn opened(&mut self, model: &mut Model) -> Vec<Effect> {
        actions::list(model)
    }

    fn accepts(&self, message: &Message) -> bool {
        matches!(message, Message::Sessions(_))
    }

    fn handle(&mut self, model: &mut Model, message: Message) -> Vec<Effect> {
        if let Message::Sessions(result) = message {
            match result {
                Ok(rows) => {
                    let selected = selected(self, model).map(|item| item.folder().to_owned());
                    actions::offer_resume(self, model, &rows);
                    model.sessions.rows = rows;
                    model.sessions.error = None;
                    let offered = self.offered.take();
                    self.follow(model, offered.or(selected));
                }
                Err(why) => model.sessions.error = Some(why),
            }
            let len = items(self, model).len();
            self.cursor.move_in_list(Action::Redraw, 0, len);
        }
        Vec::new()
    }

    fn receive(&mut self, model: &mut Model, note: &Note) -> Vec<Effect> {
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
            return vec![Effect::ListSessions];
        } else if let Some(Renamed { folder, name }) = note.get() {
            model.pending_form = None;
            let own = files::name(folder);
            let text = match name.is_empty() {
                true => format!("{own} has no other name any more"),
                false => format!("{own} is named {name}"),
            };
            model.show_notice(Severity::Info, text);
            return actions::list(model);
        } else if let Some(SavedMatches(rows)) = note.get() {
            let selected = selected(self, model).map(|item| item.folder().to_owned());
            match rows {
                Ok(rows) => self.matches.clone_from(rows),
                Err(why) => model.show_notice(Severity::Error, why.clone()),
            }
            self.follow(model, selected);
        } else if let Some(Curves(curves)) = note.get() {
            for curve in curves {
                self.reading.retain(|(folder, newest)| (folder, newest) != (&curve.folder, &curve.newest));
                self.curves.retain(|known| known.folder != curve.folder);
                self.curves.push(curve.clone());
            }
        }
        Vec::new()
    }
}

impl State {
    /// Moves the cursor to the row of a folder, after the rows have changed.
    fn follow(&mut self, model: &Model, folder: Option<PathBuf>) {
        let rows = items(self, model);
        let found = rows.iter().position(|item| Some(item.folder()) == folder.as_deref());
        self.cursor.at = found.unwrap_or(self.cursor.at.min(rows.len().saturating_sub(1)));
    }
}

impl Controls for State {
    type Act = Act;
    type Spot = ();

    fn enabled(&self, model: &Model, act: Act) -> bool {
        actions::enabled(self, model, act)
    }

    fn why_not(&self, model: &Model, act: Act) -> Option<&'static str> {
        Some(actions::why_not(self, model, act))
    }

    fn drops_edits(&self, _model: &Model, act: Act) -> bool {
        matches!(act, Act::Open | Act::Compare | Act::Fork)
    }

    fn perform(&mut self, model: &mut Model, act: Act) -> Vec<Effect> {
        actions::perform(self, model, act)
    }
}
