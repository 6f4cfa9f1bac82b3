//! Implements the screen traits for the Suite screen.

use ratatui::layout::Rect;

use super::tasks::SuiteRead;
use super::{ID, Pane, State, SuiteSettings, actions, lists};
use crate::disagreement::OrganismRole;
use crate::tui::action::{Action, ScreenId};
use crate::tui::draw::Draw;
use crate::tui::erased::Note;
use crate::tui::hit_map::List;
use crate::tui::message::{Effect, Message};
use crate::tui::model::Model;
use crate::tui::playing::side_panes::Activity;
use crate::tui::playing::{BoardHost, BoardState, Focus, Root};
use crate::tui::screen::{Screen, Tab};
use crate::tui::subject::ShownOrganism;
use crate::tui::table::Table;
use crate::tui::work::Work;

impl Screen for State {
    fn id(&self) -> ScreenId {
        ID
    }

    fn tab(&self) -> Tab {
        Tab { title: "Suite", short: "Suite" }
    }

    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        super::draw(draw, self, model, area);
    }

    fn navigate(&mut self, model: &mut Model, action: Action) -> Vec<Effect> {
        actions::navigate(self, model, action);
        Vec::new()
    }

    fn tables<'a>(&'a self, _model: &'a Model) -> Vec<Table<'a>> {
        vec![super::table::positions(self)]
    }

    fn focused_list(&self, _model: &Model) -> Option<List> {
        matches!(self.pane, Pane::Grid | Pane::List).then_some(lists::ROWS)
    }

    fn select_row(&mut self, _model: &mut Model, list: List, row: usize) -> Vec<Effect> {
        if let (lists::ROWS, Some(index)) = (list, self.rows.get(row).copied()) {
            self.select(index);
        }
        Vec::new()
    }

    fn back(&mut self, _model: &mut Model) -> bool {
        actions::back(self)
    }

    fn refresh(&mut self, model: &mut Model) -> Vec<Effect> {
        actions::refresh(self, model).into_iter().collect()
    }

    fn accepts(&self, message: &Message) -> bool {
        matches!(message, Message::SuiteSteps(_))
    }

    fn handle(&mut self, model: &mut Model, message: Message) -> Vec<Effect> {
        match message {
            Message::SuiteSteps(steps) => actions::apply_steps(self, model, steps),
            _ => Vec::new(),
        }
    }

    fn receive(&mut self, model: &mut Model, note: &Note) -> Vec<Effect> {
        if let Some(SuiteRead { source, loaded }) = note.get() {
            actions::suite_read(self, source.clone(), loaded.clone());
        } else if let Some(settings) = note.get::<SuiteSettings>() {
            model.pending_form = None;
            return actions::apply_settings(self, settings.clone());
        }
        Vec::new()
    }

    fn board(&self) -> Option<&dyn BoardHost> {
        Some(self)
    }

    fn board_mut(&mut self) -> Option<&mut dyn BoardHost> {
        Some(self)
    }

    fn work(&self) -> Option<Work> {
        let mut runs = self.runs.iter().flatten();
        runs.any(|run| run.running).then_some(Work::Suite)
    }
}

impl BoardHost for State {
    fn board_state(&self) -> Option<&BoardState> {
        Some(&self.board_state)
    }

    fn board_state_mut(&mut self) -> Option<&mut BoardState> {
        Some(&mut self.board_state)
    }

    fn root(&self, _model: &Model) -> Option<Root> {
        let problem = self.problem()?;
        Some(Root {
            index: self.at,
            position: problem.position.clone(),
            line: Vec::new(),
            right: problem.best.clone(),
            right_name: "best move".into(),
        })
    }

    fn focus(&self) -> Focus {
        self.pane.board_focus()
    }

    fn set_focus(&mut self, focus: Focus) {
        self.pane = match focus {
            Focus::Board => Pane::Board,
            Focus::Analysis => Pane::Analysis,
            Focus::Evaluation => Pane::Evaluation,
            Focus::Other => self.previous_pane,
        };
    }

    /// Returns the selected organism, otherwise the one that solved the suite.
    fn organism(&self, model: &Model) -> Option<ShownOrganism> {
        let solver = || self.runs[OrganismRole::Subject as usize].as_ref().map(|run| run.organism.clone());
        model.selection.chosen().cloned().or_else(solver).or_else(|| model.subject())
    }

    fn save_focus(&mut self) {
        self.previous_pane = self.pane;
    }

    fn next_pane(&mut self, model: &mut Model, forward: bool) {
        let activity = Activity::new(self, model);
        self.pane = self.pane.next(forward, activity);
    }

    fn zoom(&mut self) {
        self.zoomed = !self.zoomed;
    }
}
