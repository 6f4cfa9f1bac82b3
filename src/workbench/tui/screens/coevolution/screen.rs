//! Implements the traits of a screen for the Coevolution screen.

use std::time::Duration;

use ratatui::layout::Rect;

use super::state::is_self_play;
use super::tasks::Games;
use super::{ID, Pane, State, about, actions, lists, scores, session};

use crate::figures::Chart;
use crate::job::report::Fact;
use crate::objectives::self_play::Event;
use crate::tui::action::{Action, ScreenId};
use crate::tui::background::figures::{ExportFigures, Wanted};
use crate::tui::card::Card;
use crate::tui::draw::Draw;
use crate::tui::erased::Note;
use crate::tui::general_commands;
use crate::tui::hit_map::List;
use crate::tui::message::Live;
use crate::tui::message::{Effect, Message};
use crate::tui::model::Model;
use crate::tui::screen::{Screen, Tab};
use crate::tui::table::Table;

impl Screen for State {
    fn id(&self) -> ScreenId {
        ID
    }

    fn tab(&self) -> Tab {
        Tab { title: "Coevolution", short: "Coev" }
    }

    fn shows_run(&self) -> bool {
        true
    }

    fn card(&self, model: &Model) -> Option<Card> {
        let opening = model.evolution.as_ref().is_some_and(|open| open.settings.is_none());
        if opening || session(model).is_some() {
            return None;
        }
        let choices = vec![(
            Action::own(&general_commands::NEW_RUN),
            "let two or more organisms play each other and evolve",
        )];
        let about = about(model.evolution.as_ref());
        Some(Card { title: "Coevolution", about, choices })
    }

    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        super::draw(draw, self, model, area);
    }

    fn has_news(&self, _model: &Model) -> bool {
        self.news
    }

    fn navigate(&mut self, model: &mut Model, action: Action) -> Vec<Effect> {
        actions::navigate(self, model, self.pane, action);
        Vec::new()
    }

    fn tables<'a>(&'a self, model: &'a Model) -> Vec<Table<'a>> {
        super::table::tables(self, model)
    }

    fn focused_list(&self, _model: &Model) -> Option<List> {
        match self.pane {
            Pane::Standings => Some(lists::STANDINGS),
            Pane::Confirmation => Some(lists::FINALISTS),
            Pane::Drift => Some(lists::DRIFT),
            Pane::Games => Some(lists::GAMES),
            _ => None,
        }
    }

    fn row_clicked(&mut self, model: &mut Model, _list: List, row: usize) -> Vec<Effect> {
        let again = self.pane == Pane::Games && self.game.at == row;
        (self.pane, self.game.at) = (Pane::Games, row);
        if again {
            actions::open(self, model);
        }
        Vec::new()
    }

    fn select_row(&mut self, _model: &mut Model, list: List, row: usize) -> Vec<Effect> {
        match list {
            lists::STANDINGS | lists::FINALISTS => self.row.at = row,
            lists::DRIFT => self.drift.at = row,
            lists::GAMES => self.game.at = row,
            _ => {}
        }
        Vec::new()
    }

    fn chart(&self, model: &Model) -> Option<Chart> {
        scores::chart(session(model).filter(|_| self.pane == Pane::Scores)?)
    }

    fn figures(&self, model: &Model) -> Option<ExportFigures> {
        let open = session(model)?;
        let record = open.record()?;
        let event = self.round.as_ref().map(|round| round.event);
        // Without a generation it is the confirmation.
        let generation = event.and_then(Event::generation);
        let of_round = |name: &str| event.map(|_| Wanted::of_generation(name, record.run, generation));
        let wanted = match self.pane {
            Pane::Standings => of_round("standings")?,
            Pane::Crosstable => of_round("crosstable")?,
            Pane::Games => of_round("games")?,
            Pane::Scores => Wanted::of_generation(scores::figure(open), record.run, None),
            Pane::Drift => Wanted::of_generation("drift", record.run, Some(record.generation)),
            Pane::Confirmation | Pane::Boards | Pane::Board => return None,
        };
        Some(ExportFigures { folder: open.folder.clone(), wanted: vec![wanted] })
    }

    fn figure_panes(&self) -> &'static str {
        "Standings, Crosstable, the curve, Parameter drift, Games"
    }

    fn back(&mut self, model: &mut Model) -> bool {
        actions::back(self, model)
    }

    fn look_at(&mut self, model: &mut Model, generation: u32) -> Vec<Effect> {
        actions::look_at(self, model, generation)
    }

    fn refresh(&mut self, model: &mut Model) -> Vec<Effect> {
        actions::refresh(self, model).into_iter().collect()
    }

    fn accepts(&self, message: &Message) -> bool {
        matches!(message, Message::LiveRound(_))
    }

    fn handle(&mut self, _model: &mut Model, message: Message) -> Vec<Effect> {
        if let Message::LiveRound(playing) = message {
            actions::set_playing(self, playing);
        }
        Vec::new()
    }

    fn receive(&mut self, _model: &mut Model, note: &Note) -> Vec<Effect> {
        if let Some(Games { round, games }) = note.get() {
            self.set_games(round.clone(), games.clone());
        }
        Vec::new()
    }

    fn observe(&mut self, model: &Model, fact: &Fact) {
        let finished = matches!(fact, Fact::Generation(_) | Fact::RunFinished(_));
        self.news |= model.screen != ID && finished && model.evolution.as_ref().is_some_and(is_self_play);
    }

    fn live(&self) -> Live {
        Live::Session
    }

    fn redraw_interval(&self, model: &Model) -> Option<Duration> {
        actions::redraw_interval(self, model)
    }

    fn objective(&self) -> Option<&'static str> {
        Some("self-play")
    }
}
