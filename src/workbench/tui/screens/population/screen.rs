//! The Population screen's implementation of the workbench's traits.

use std::path::Path;

use ratatui::layout::Rect;

use super::{Act, ID, Pane, State, actions, estimate, lists};

use crate::figures::Chart;
use crate::job::report::Command;
use crate::tui::action::{Action, ScreenId};
use crate::tui::background::figures::{ExportFigures, Wanted};
use crate::tui::card::Card;
use crate::tui::cursor::next_of;
use crate::tui::draw::Draw;
use crate::tui::general_commands;
use crate::tui::hit_map::List;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::panes::{curves, values};
use crate::tui::screen::{Controls, Screen, Tab};
use crate::tui::table::Table;

impl Screen for State {
    fn id(&self) -> ScreenId {
        ID
    }

    fn tab(&self) -> Tab {
        Tab { title: "Population", short: "Pop" }
    }

    fn shows_run(&self) -> bool {
        true
    }

    fn card(&self, model: &Model) -> Option<Card> {
        model.evolution.is_none().then(||             Card {
                title: "Population",
                about: "No session is open. This screen shows a run: how the fitness grows over the generations, the \
                        organisms of a generation, and the settings.".to_owned(),
                choices: vec![(Action::own(&general_commands::NEW_RUN), "start a run from random organisms")],
            })
    }

    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        super::draw(draw, self, model, area);
    }

    fn tables<'a>(&'a self, model: &'a Model) -> Vec<Table<'a>> {
        super::table::tables(self, model)
    }

    fn focused_list(&self, _model: &Model) -> Option<List> {
        match self.pane {
            Pane::Organisms => Some(lists::ORGANISMS),
            Pane::Runs => Some(lists::RUNS),
            Pane::Values => Some(values::LIST),
            _ => None,
        }
    }

    fn select_row(&mut self, model: &mut Model, list: List, row: usize) -> Vec<Effect> {
        if list == lists::ORGANISMS {
            self.organisms.at = row;
        } else if list == lists::ESTIMATE {
            self.estimate.at = row;
        } else if list == values::LIST {
            model.values.at = row;
        } else if let (lists::RUNS, Some(open)) = (list, &mut model.evolution) {
            open.show_run(row);
        }
        Vec::new()
    }

    /// If not all panes are visible, the key for the next pane is more important.
    fn main_command(&self, model: &Model) -> Option<Action> {
        let (visible, all) = (model.hits.own::<Pane>().count(), Pane::available(model).len());
        (1..all).contains(&visible).then_some(Action::own(&Act::NextPane))
    }

    fn navigate(&mut self, model: &mut Model, action: Action) -> Vec<Effect> {
        actions::navigate(self, model, action);
        Vec::new()
    }

    fn chart(&self, model: &Model) -> Option<Chart> {
        curves::chart(model.evolution.as_ref().filter(|_| self.pane == Pane::Curves)?)
    }

    fn figures(&self, model: &Model) -> Option<ExportFigures> {
        let open = model.evolution.as_ref()?;
        let record = open.record()?;
        let of_generation = |name: &str| Wanted::of_generation(name, record.run, Some(record.generation));
        if self.pane == Pane::Estimate {
            return Some(estimate::figures(open));
        }
        let wanted = match self.pane {
            Pane::Curves => Wanted::of_generation("fitness", record.run, None),
            Pane::Organisms => of_generation("organisms"),
            Pane::Fitness => of_generation("distribution"),
            Pane::Runs => Wanted::recorded("runs"),
            Pane::Values => values::figure(model, open)?,
            Pane::Generation | Pane::Mentor | Pane::Algorithm | Pane::Estimate => return None,
        };
        Some(ExportFigures { folder: open.folder.clone(), wanted: vec![wanted] })
    }

    fn figure_panes(&self) -> &'static str {
        "the curves, Organisms, the histogram, Estimate, Runs, Values"
    }

    fn row_clicked(&mut self, model: &mut Model, list: List, row: usize) -> Vec<Effect> {
        if list == lists::ORGANISMS {
            let again = self.organisms.at == row;
            self.organisms.at = row;
            if again && model.may_drop_edits() {
                return actions::perform(self, model, Act::Subject);
            }
        } else if list == lists::RUNS
            && let Some(open) = &mut model.evolution
        {
            open.show_run(row);
        } else if list == lists::ESTIMATE {
            self.estimate.at = row;
        } else if list == values::LIST {
            model.values.at = row;
        }
        Vec::new()
    }

    fn back(&mut self, model: &mut Model) -> bool {
        if self.zoomed {
            self.zoomed = false;
            return true;
        }
        match model.evolution.as_mut().filter(|open| open.looking_back()) {
            Some(open) => {
                open.view_newest();
                true
            }
            None => false,
        }
    }

    fn can_go_back(&self, model: &Model) -> bool {
        self.zoomed || model.evolution.as_ref().is_some_and(|open| open.looking_back())
    }

    fn refresh(&mut self, model: &mut Model) -> Vec<Effect> {
        let record = model.evolution.as_ref().and_then(|open| open.record());
        self.organisms.move_in_list(Action::Redraw, 0, record.map_or(0, |record| record.population.len()));
        let parameters = model.evolution.as_ref().map_or(0, estimate::rows);
        self.estimate.move_in_list(Action::Redraw, 0, parameters);
        Vec::new()
    }

    fn started(&mut self, _folder: &Path) -> Option<Command> {
        self.organisms.at = 0;
        None
    }
}

impl Controls for State {
    type Act = Act;
    type Spot = Pane;

    fn applies(&self, act: Act) -> bool {
        !matches!(act, Act::Subject | Act::Rival) || self.pane == Pane::Organisms
    }

    fn focus_for(&mut self, act: Act) {
        if matches!(act, Act::Subject | Act::Rival) {
            self.pane = Pane::Organisms;
        }
    }

    fn enabled(&self, model: &Model, act: Act) -> bool {
        actions::enabled(model, act)
    }

    fn bar_label(&self, model: &Model, act: Act) -> Option<&'static str> {
        let next = next_of(&Pane::available(model), self.pane, true);
        (act == Act::NextPane && next == Pane::Estimate).then_some("estimate")
    }

    fn drops_edits(&self, _model: &Model, act: Act) -> bool {
        matches!(act, Act::Subject | Act::Fork)
    }

    fn perform(&mut self, model: &mut Model, act: Act) -> Vec<Effect> {
        actions::perform(self, model, act)
    }

    fn focus_at(&mut self, pane: Pane) {
        self.pane = pane;
    }

    fn scrolled(&mut self, model: &mut Model, pane: Pane, action: Action) -> Vec<Effect> {
        let before = std::mem::replace(&mut self.pane, pane);
        actions::navigate(self, model, action);
        self.pane = before;
        Vec::new()
    }
}
