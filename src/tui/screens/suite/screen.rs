//! The Suite screen as the workbench knows it.

use ratatui::layout::Rect;

use super::forms::Unsolved;
use super::tasks::Suite;
use super::{Act, ID, Pane, Spot, State, Terms, act, commands};
use crate::disagreement::Part;
use crate::tui::action::{Action, ScreenId};
use crate::tui::draw::Draw;
use crate::tui::erased::Note;
use crate::tui::message::{Effect, Message};
use crate::tui::model::Model;
use crate::tui::playing::beside::Going;
use crate::tui::playing::{BoardHost, Focus, Root, Table};
use crate::tui::screen::{Controls, Screen};
use crate::tui::subject::ShownOrganism;

impl Screen for State {
    fn id(&self) -> ScreenId {
        ID
    }

    fn tab(&self) -> (&'static str, &'static str) {
        ("9", "Suite")
    }

    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        super::draw(draw, self, model, area);
    }

    fn navigate(&mut self, model: &mut Model, action: Action) -> Vec<Effect> {
        act::navigate(self, model, action);
        Vec::new()
    }

    fn back(&mut self, _model: &mut Model) -> bool {
        act::back(self)
    }

    fn refresh(&mut self, model: &mut Model) -> Vec<Effect> {
        act::refresh(self, model).into_iter().collect()
    }

    fn accepts(&self, message: &Message) -> bool {
        matches!(message, Message::SuiteSteps(_))
    }

    fn handle(&mut self, model: &mut Model, message: Message) -> Vec<Effect> {
        match message {
            Message::SuiteSteps(steps) => act::hear(self, model, steps),
            _ => Vec::new(),
        }
    }

    fn receive(&mut self, _model: &mut Model, note: &Note) -> Vec<Effect> {
        if let Some(Suite { source, loaded }) = note.get() {
            act::opened(self, source.clone(), loaded.clone());
        } else if let Some(terms) = note.get::<Terms>() {
            return act::settled(self, terms.clone());
        } else if let Some(Unsolved { path, replace }) = note.get() {
            return act::exported(self, path.clone(), *replace);
        }
        Vec::new()
    }

    fn board(&self) -> Option<&dyn BoardHost> {
        Some(self)
    }

    fn board_mut(&mut self) -> Option<&mut dyn BoardHost> {
        Some(self)
    }
}

impl Controls for State {
    type Act = Act;
    type Spot = Spot;

    fn enabled(&self, model: &Model, act: Act) -> bool {
        commands::enabled(self, model, act)
    }

    fn word(&self, _model: &Model, act: Act) -> Option<&'static str> {
        commands::word(self, act)
    }

    fn why_not(&self, _model: &Model, act: Act) -> Option<&'static str> {
        Some(commands::why_not(self, act))
    }

    fn perform(&mut self, model: &mut Model, act: Act) -> Vec<Effect> {
        act::perform(self, model, act)
    }

    fn clicked(&mut self, model: &mut Model, spot: Spot) -> Vec<Effect> {
        act::clicked(self, model, spot)
    }

    fn scrolled(&mut self, model: &mut Model, spot: Spot, action: Action) -> Vec<Effect> {
        act::rolled(self, model, spot, action);
        Vec::new()
    }
}

impl BoardHost for State {
    fn table(&self) -> Option<&Table> {
        Some(&self.table)
    }

    fn table_mut(&mut self) -> Option<&mut Table> {
        Some(&mut self.table)
    }

    fn root(&self, _model: &Model) -> Option<Root> {
        let problem = self.problem()?;
        Some(Root {
            of: self.at,
            position: problem.position.clone(),
            line: Vec::new(),
            right: problem.best.clone(),
            right_name: "best move",
        })
    }

    fn focus(&self) -> Focus {
        self.pane.of_board()
    }

    fn set_focus(&mut self, focus: Focus) {
        self.pane = match focus {
            Focus::Board => Pane::Board,
            Focus::Analysis => Pane::Analysis,
            Focus::Evaluation => Pane::Evaluation,
            Focus::Other => self.before,
        };
    }

    /// Whoever the person chose, else who solved the suite.
    fn studied(&self, model: &Model) -> Option<ShownOrganism> {
        let solver = || self.runs[Part::Subject as usize].as_ref().map(|run| run.organism.clone());
        model.selection.chosen().cloned().or_else(solver).or_else(|| model.subject())
    }

    fn save_focus(&mut self) {
        self.before = self.pane;
    }

    fn next_pane(&mut self, model: &mut Model, on: bool) {
        let going = Going::of(self, model);
        self.pane = self.pane.next(on, going);
    }

    fn zoom(&mut self) {
        self.zoomed = !self.zoomed;
    }
}
