//! The Tuning screen as the workbench knows it.

use ratatui::layout::Rect;

use super::tasks::Positions;
use super::view::View;
use super::{Act, ID, Pane, Spot, State, act, commands, tuning};

use crate::tui::action::{Action, ScreenId};
use crate::tui::draw::Draw;
use crate::tui::erased::Note;
use crate::tui::hit_map::List;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::panes::values;
use crate::tui::playing::beside::Going;
use crate::tui::playing::{BoardHost, Focus, Root, Table};
use crate::tui::screen::{Controls, Screen};
use crate::tui::subject::ShownOrganism;

impl Screen for State {
    fn id(&self) -> ScreenId {
        ID
    }

    fn tab(&self) -> (&'static str, &'static str) {
        ("5", "Tuning")
    }

    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        super::draw(draw, self, model, area);
    }

    fn navigate(&mut self, model: &mut Model, action: Action) -> Vec<Effect> {
        act::navigate(self, model, action)
    }

    fn row_clicked(&mut self, model: &mut Model, list: List, row: usize) -> Vec<Effect> {
        if list == values::LIST {
            model.values.at = row;
            self.pane = Pane::Parameters;
        }
        Vec::new()
    }

    fn back(&mut self, model: &mut Model) -> bool {
        act::back(self, model)
    }

    fn refresh(&mut self, model: &mut Model) -> Vec<Effect> {
        act::refresh(self, model).into_iter().collect()
    }

    fn receive(&mut self, _model: &mut Model, note: &Note) -> Vec<Effect> {
        if let Some(Positions { of, problems }) = note.get() {
            act::opened(self, of.clone(), problems.clone());
        }
        Vec::new()
    }

    fn board(&self) -> Option<&dyn BoardHost> {
        Some(self)
    }

    fn board_mut(&mut self) -> Option<&mut dyn BoardHost> {
        Some(self)
    }

    fn objective(&self) -> Option<&'static str> {
        Some("suite")
    }
}

impl Controls for State {
    type Act = Act;
    type Spot = Spot;

    fn enabled(&self, model: &Model, act: Act) -> bool {
        commands::enabled(self, model, act)
    }

    fn word(&self, model: &Model, act: Act) -> Option<&'static str> {
        commands::word(self, model, act)
    }

    fn why_not(&self, model: &Model, act: Act) -> Option<&'static str> {
        commands::why_not(self, model, act)
    }

    fn perform(&mut self, model: &mut Model, act: Act) -> Vec<Effect> {
        act::perform(self, model, act)
    }

    fn clicked(&mut self, model: &mut Model, spot: Spot) -> Vec<Effect> {
        act::clicked(self, model, spot)
    }

    fn scrolled(&mut self, model: &mut Model, spot: Spot, action: Action) -> Vec<Effect> {
        act::rolled(self, model, spot, action)
    }
}

impl BoardHost for State {
    fn table(&self) -> Option<&Table> {
        self.board.then_some(&self.table)
    }

    fn table_mut(&mut self) -> Option<&mut Table> {
        self.board.then_some(&mut self.table)
    }

    fn root(&self, model: &Model) -> Option<Root> {
        tuning(model)?;
        let problem = self.problem().filter(|_| self.board)?;
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

    /// Whoever the person chose, else the organism under the cursor.
    fn studied(&self, model: &Model) -> Option<ShownOrganism> {
        let here = || tuning(model)?.organism(View::of(self, model)?.place());
        model.selection.chosen().cloned().or_else(here).or_else(|| model.subject())
    }

    fn save_focus(&mut self) {
        self.before = self.pane;
    }

    fn next_pane(&mut self, model: &mut Model, on: bool) {
        let going = Going::of(self, model);
        self.pane = self.pane.next(on, self.board, going);
    }

    fn zoom(&mut self) {
        self.zoomed = !self.zoomed;
    }
}
