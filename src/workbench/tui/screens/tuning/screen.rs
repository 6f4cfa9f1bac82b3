//! Implements the screen traits for the Tuning screen.

use ratatui::layout::Rect;

use super::tasks::Positions;
use super::view::View;
use super::{ID, Pane, State, actions, lists, tuning};

use crate::figures::Chart;
use crate::tui::action::{Action, ScreenId};
use crate::tui::background::figures::{ExportFigures, Wanted};
use crate::tui::card::Card;
use crate::tui::draw::Draw;
use crate::tui::erased::Note;
use crate::tui::general_commands;
use crate::tui::hit_map::List;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::panes::{curves, values};
use crate::tui::playing::side_panes::Activity;
use crate::tui::playing::{BoardHost, BoardState, Focus, Root};
use crate::tui::screen::{Screen, Tab};
use crate::tui::subject::ShownOrganism;
use crate::tui::table::Table;

impl Screen for State {
    fn id(&self) -> ScreenId {
        ID
    }

    fn tab(&self) -> Tab {
        Tab { title: "Tuning", short: "Tune" }
    }

    fn shows_run(&self) -> bool {
        true
    }

    fn card(&self, model: &Model) -> Option<Card> {
        let about = match &model.evolution {
            None => {
                "No session is open. This screen shows a run that tunes a search: the nodes that each search needs for \
                 the positions of a suite."
            }
            Some(open) if open.settings.is_none() || tuning(model).is_some() => return None,
            Some(_) => {
                "The open session tunes no search. This screen shows a run that does: the nodes that each search needs \
                 for the positions of a suite."
            }
        };
        let choices =
            vec![(Action::own(&general_commands::NEW_RUN), "tune the search of the subject on a suite")];
        Some(Card { title: "Tuning", about: about.to_owned(), choices })
    }

    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        super::draw(draw, self, model, area);
    }

    fn navigate(&mut self, model: &mut Model, action: Action) -> Vec<Effect> {
        actions::navigate(self, model, action)
    }

    fn chart(&self, model: &Model) -> Option<Chart> {
        curves::chart(tuning(model).filter(|_| self.pane == Pane::Curve)?)
    }

    fn figures(&self, model: &Model) -> Option<ExportFigures> {
        let open = tuning(model)?;
        let record = open.record()?;
        let wanted = match self.pane {
            Pane::Curve => Wanted::of_generation("fitness", record.run, None),
            Pane::Map => Wanted::of_generation("positions", record.run, Some(record.generation)),
            Pane::Report if !open.training_examinations().is_empty() => Wanted::recorded("examinations"),
            Pane::Parameters => values::figure(model, open)?,
            _ => return None,
        };
        Some(ExportFigures { folder: open.folder.clone(), wanted: vec![wanted] })
    }

    fn figure_panes(&self) -> &'static str {
        "the curve, Positions × organisms, Parameters, the result at the end"
    }

    fn row_clicked(&mut self, model: &mut Model, list: List, row: usize) -> Vec<Effect> {
        if list == values::LIST {
            model.values.at = row;
            self.pane = Pane::Parameters;
        }
        Vec::new()
    }

    fn tables<'a>(&'a self, model: &'a Model) -> Vec<Table<'a>> {
        super::table::tables(self, model)
    }

    fn focused_list(&self, _model: &Model) -> Option<List> {
        match self.pane {
            Pane::Map => Some(lists::COLUMNS),
            Pane::Changes => Some(lists::CHANGES),
            Pane::Parameters => Some(values::LIST),
            _ => None,
        }
    }

    fn select_row(&mut self, model: &mut Model, list: List, row: usize) -> Vec<Effect> {
        match list {
            lists::ROWS => self.place = row,
            lists::CHANGES => {
                self.changes.at = row;
                let view = View::new(self, model);
                let position = view.and_then(|view| Some(view.changes().get(row)?.position));
                self.at = position.unwrap_or(self.at);
            }
            values::LIST => model.values.at = row,
            _ => {}
        }
        Vec::new()
    }

    fn back(&mut self, model: &mut Model) -> bool {
        actions::back(self, model)
    }

    fn refresh(&mut self, model: &mut Model) -> Vec<Effect> {
        actions::refresh(self, model).into_iter().collect()
    }

    fn receive(&mut self, _model: &mut Model, note: &Note) -> Vec<Effect> {
        if let Some(Positions { selection, problems }) = note.get() {
            actions::positions_read(self, selection.clone(), problems.clone());
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

impl BoardHost for State {
    fn board_state(&self) -> Option<&BoardState> {
        self.board.then_some(&self.board_state)
    }

    fn board_state_mut(&mut self) -> Option<&mut BoardState> {
        self.board.then_some(&mut self.board_state)
    }

    fn root(&self, model: &Model) -> Option<Root> {
        tuning(model)?;
        let problem = self.problem().filter(|_| self.board)?;
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

    /// Returns the chosen subject, otherwise the organism at the cursor.
    fn organism(&self, model: &Model) -> Option<ShownOrganism> {
        let here = || tuning(model)?.organism(View::new(self, model)?.place());
        model.selection.chosen().cloned().or_else(here).or_else(|| model.subject())
    }

    fn save_focus(&mut self) {
        self.previous_pane = self.pane;
    }

    fn next_pane(&mut self, model: &mut Model, forward: bool) {
        let activity = Activity::new(self, model);
        self.pane = self.pane.next(forward, self.board, activity);
    }

    fn zoom(&mut self) {
        self.zoomed = !self.zoomed;
    }
}
