//! The interface of the Positions screen to the workbench.

use ratatui::layout::Rect;

use super::file_forms::SourceChosen;
use super::filter_form::FilterChosen;
use super::{ID, Pane, State, actions, lists, text};
use crate::tui::action::{Action, ScreenId};
use crate::tui::boards::Written;
use crate::tui::card::Card;
use crate::tui::draw::Draw;
use crate::tui::erased::Note;
use crate::tui::general_commands;
use crate::tui::hit_map::List;
use crate::tui::message::{Effect, Message};
use crate::tui::model::Model;
use crate::tui::notes::ShowPositions;
use crate::tui::playing::{BoardHost, BoardState, Focus, Root};
use crate::tui::screen::{Screen, Tab};
use crate::tui::subject::ShownOrganism;
use crate::tui::table::Table;

impl Screen for State {
    fn id(&self) -> ScreenId {
        ID
    }

    fn tab(&self) -> Tab {
        Tab { title: "Positions", short: "Pos" }
    }

    fn shows_run(&self) -> bool {
        true
    }

    fn card(&self, model: &Model) -> Option<Card> {
        let settings = model.evolution.as_ref()?.settings.as_ref()?;
        let tunes_engine = settings.target.engine().is_some() && model.selection.chosen().is_none();
        tunes_engine.then(|| Card {
            title: "Positions",
            about: "The open session tunes the options of an engine. This screen explains the moves of an organism's \
                    evaluation and compares them with those of grandmasters."
                .to_owned(),
            choices: vec![(Action::own(&general_commands::CHOOSE_SUBJECT), "choose an organism as the subject")],
        })
    }

    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        super::draw(draw, self, model, area);
    }

    fn navigate(&mut self, model: &mut Model, action: Action) -> Vec<Effect> {
        actions::navigate(self, model, action);
        Vec::new()
    }

    fn tables<'a>(&'a self, model: &'a Model) -> Vec<Table<'a>> {
        super::table::tables(self, model)
    }

    fn focused_list(&self, _model: &Model) -> Option<List> {
        match self.pane {
            Pane::List => Some(lists::POSITIONS),
            Pane::Board => Some(lists::CANDIDATES),
            Pane::Why if !self.shows_evaluation() => Some(lists::CONTRIBUTIONS),
            Pane::Counterfactuals => Some(lists::COUNTERFACTUALS),
            Pane::Totals => Some(lists::TOTALS),
            Pane::Analysis | Pane::Why => None,
        }
    }

    fn select_row(&mut self, model: &mut Model, list: List, row: usize) -> Vec<Effect> {
        actions::select_row(self, model, list, row);
        Vec::new()
    }

    fn back(&mut self, _model: &mut Model) -> bool {
        actions::back(self)
    }

    fn refresh(&mut self, model: &mut Model) -> Vec<Effect> {
        super::state::refresh(self, model).into_iter().collect()
    }

    fn accepts(&self, message: &Message) -> bool {
        matches!(message, Message::Findings(_))
    }

    fn handle(&mut self, model: &mut Model, message: Message) -> Vec<Effect> {
        if let Message::Findings(findings) = message {
            self.scan.add(findings, model.now);
        }
        Vec::new()
    }

    fn receive(&mut self, model: &mut Model, note: &Note) -> Vec<Effect> {
        if let Some(FilterChosen(filter)) = note.get() {
            self.filter = filter.clone();
        } else if let Some(SourceChosen(source)) = note.get() {
            // The file that was checked has not replaced the form yet.
            model.pending_form = None;
            actions::load(self, source.clone());
        } else if let Some(ShowPositions(filter)) = note.get() {
            self.filter = filter.clone();
            return vec![Effect::Show(ID)];
        } else if let Some(Written { path, index }) = note.get() {
            actions::show_game(self, model, path.clone(), *index);
            return vec![Effect::Show(ID)];
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

impl BoardHost for State {
    fn board_state(&self) -> Option<&BoardState> {
        Some(&self.table)
    }

    fn board_state_mut(&mut self) -> Option<&mut BoardState> {
        Some(&mut self.table)
    }

    /// Returns the selected position, with the moves stepped along a line.
    fn root(&self, _model: &Model) -> Option<Root> {
        let entry = self.entry()?;
        Some(Root {
            index: self.entry?,
            position: entry.numbered_position(),
            line: self.line(),
            right: entry.moves.clone(),
            right_name: text::right_name(entry),
        })
    }

    fn focus(&self) -> Focus {
        match self.pane {
            Pane::Board => Focus::Board,
            Pane::Analysis => Focus::Analysis,
            Pane::Why if self.shows_evaluation() => Focus::Evaluation,
            _ => Focus::Other,
        }
    }

    fn set_focus(&mut self, focus: Focus) {
        let pane = match focus {
            Focus::Board => Pane::Board,
            Focus::Analysis => Pane::Analysis,
            Focus::Evaluation => Pane::Why,
            Focus::Other => self.previous_pane,
        };
        self.focus_pane(pane);
    }

    fn organism(&self, model: &Model) -> Option<ShownOrganism> {
        super::state::studied(self, model)
    }

    fn save_focus(&mut self) {
        self.previous_pane = self.pane;
    }

    fn next_pane(&mut self, model: &mut Model, on: bool) {
        let analysed = model.thinking.on.is_some();
        self.focus_pane(self.pane.next(on, analysed, self.table.play.is_some()));
    }

    fn zoom(&mut self) {
        self.zoomed = !self.zoomed;
    }

    fn edit_parameter(&mut self, model: &mut Model, _parameter: usize) {
        actions::set(self, model);
    }
}
