//! Implements the traits of a screen for the Sessions screen.

use ratatui::layout::Rect;

use super::comparison::SideBySide;
use super::tasks::{Compared, Deleted};
use super::{Act, ID, State, actions, lists};
use crate::tui::action::{Action, ScreenId};
use crate::tui::card::Card;
use crate::tui::draw::Draw;
use crate::tui::erased::Note;
use crate::tui::hit_map::List;
use crate::tui::log::Severity;
use crate::tui::message::{Effect, Message};
use crate::tui::model::Model;
use crate::tui::screen::{Controls, Screen, Tab};

impl Screen for State {
    fn id(&self) -> ScreenId {
        ID
    }

    fn tab(&self) -> Tab {
        Tab { key: "8", title: "Sessions", short: "Sess" }
    }

    fn card(&self, model: &Model) -> Option<Card> {
        let nothing = model.sessions.rows.is_empty() && model.sessions.error.is_none();
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
        let (page, len) = (model.hits.page(lists::SESSIONS), model.sessions.rows.len());
        self.cursor.move_in_list(action, page, len);
        Vec::new()
    }

    fn row_clicked(&mut self, model: &mut Model, list: List, row: usize) -> Vec<Effect> {
        if list != lists::SESSIONS {
            return Vec::new();
        }
        let again = self.cursor.at == row;
        self.cursor.at = row;
        if again && model.may_drop_edits() { actions::perform(self, model, Act::Open) } else { Vec::new() }
    }

    fn opened(&mut self, _model: &mut Model) -> Vec<Effect> {
        vec![Effect::ListSessions]
    }

    fn accepts(&self, message: &Message) -> bool {
        matches!(message, Message::Sessions(_))
    }

    fn handle(&mut self, model: &mut Model, message: Message) -> Vec<Effect> {
        if let Message::Sessions(result) = message {
            match result {
                Ok(rows) => {
                    let selected = actions::selected(self, model).map(|row| row.folder.clone());
                    actions::offer_resume(self, model, &rows);
                    let found = rows.iter().position(|row| Some(&row.folder) == selected.as_ref());
                    self.cursor.at = found.unwrap_or(self.cursor.at);
                    model.sessions.rows = rows;
                    model.sessions.error = None;
                }
                Err(why) => model.sessions.error = Some(why),
            }
            self.cursor.move_in_list(Action::Redraw, 0, model.sessions.rows.len());
        }
        Vec::new()
    }

    fn receive(&mut self, model: &mut Model, note: &Note) -> Vec<Effect> {
        if let Some(Compared(comparison)) = note.get() {
            model.selection.choose(Some(comparison.subject.champion.clone()));
            model.selection.rival = Some(comparison.rival.champion.clone());
            model.open(Some(SideBySide::new(comparison)));
        } else if let Some(Deleted { folder, left }) = note.get() {
            let kept = match left {
                0 => String::new(),
                1 => "; 1 other file in the folder was kept".to_owned(),
                left => format!("; {left} other files in the folder were kept"),
            };
            model.show_notice(Severity::Info, format!("deleted: {}{kept}", folder.display()));
            return vec![Effect::ListSessions];
        }
        Vec::new()
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

    fn drops_edits(&self, act: Act) -> bool {
        matches!(act, Act::Open | Act::Compare | Act::Fork)
    }

    fn perform(&mut self, model: &mut Model, act: Act) -> Vec<Effect> {
        actions::perform(self, model, act)
    }
}
