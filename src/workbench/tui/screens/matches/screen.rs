//! The workbench's interface to the Match screen.

use std::time::Duration;

use ratatui::layout::Rect;

use super::players::PlayersSelected;
use super::state::{OpenMatch, Stage};
use super::tasks::Engines;
use super::{Act, ID, Pane, State, Terms, actions, lists};
use crate::demo::Demo;
use crate::figures::Request;
use crate::tui::action::{Action, ScreenId};
use crate::tui::background::figures::{ExportFigures, Wanted};
use crate::tui::background::saved_matches::SavedMatches;
use crate::tui::card::Card;
use crate::tui::draw::Draw;
use crate::tui::erased::Note;
use crate::tui::hit_map::List;
use crate::tui::message::Live;
use crate::tui::message::{Effect, Message};
use crate::tui::model::Model;
use crate::tui::notes::ShowMatch;
use crate::tui::screen::{Screen, Tab};
use crate::tui::table::Table;
use crate::tui::work::Work;

impl Screen for State {
    fn id(&self) -> ScreenId {
        ID
    }

    fn tab(&self) -> Tab {
        Tab { title: "Match", short: "Match" }
    }

    fn card(&self, _model: &Model) -> Option<Card> {
        let nothing = self.open.is_none() && matches!(&self.saved.rows, Some(Ok(rows)) if rows.is_empty());
        nothing.then(|| Card {
            title: "Match",
            about: "No match is saved here yet. This screen shows the games of organisms and engines on live boards, \
                    the score with its error, and the test that decides it.".to_owned(),
            choices: vec![(Action::own(&Act::New), "select two players for a match, or more for a tournament")],
        })
    }

    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        super::draw(draw, self, model, area);
    }

    fn has_news(&self, _model: &Model) -> bool {
        self.news
    }

    fn navigate(&mut self, model: &mut Model, action: Action) -> Vec<Effect> {
        actions::navigate(self, model, action);
        Vec::new()
    }

    fn tables<'a>(&'a self, _model: &'a Model) -> Vec<Table<'a>> {
        super::sorting::tables(self)
    }

    fn focused_list(&self, _model: &Model) -> Option<List> {
        match self.pane {
            _ if super::lists_saved(self) => Some(lists::SAVED),
            Pane::Games => Some(lists::GAMES),
            Pane::Faults => Some(lists::FAULTS),
            _ => None,
        }
    }

    fn select_row(&mut self, _model: &mut Model, list: List, row: usize) -> Vec<Effect> {
        match (list, &mut self.open) {
            (lists::SAVED, _) => self.saved.cursor.at = row,
            (lists::GAMES, Some(open)) => open.cursor.at = row,
            (lists::FAULTS, Some(open)) => open.fault.at = row,
            _ => {}
        }
        Vec::new()
    }

    fn figures(&self, _model: &Model) -> Option<ExportFigures> {
        let open = self.open.as_ref().filter(|_| !self.listing)?;
        let data = open.data.as_ref().filter(|data| !data.games.is_empty())?;
        let wanted = match self.pane {
            Pane::Standing => ["standings", "crosstable"].map(Wanted::recorded).to_vec(),
            Pane::Games => vec![Wanted::recorded("games")],
            Pane::Board | Pane::Moves => {
                let game = Some(open.replay.as_ref()?.number);
                vec![Wanted::Recorded(Request { game, ..Request::new("evaluation") })]
            }
            Pane::Boards | Pane::Faults => return None,
        };
        Some(ExportFigures { folder: data.folder.clone(), wanted })
    }

    fn figure_panes(&self) -> &'static str {
        "the standing, Games, the board of a finished game"
    }

    fn back(&mut self, _model: &mut Model) -> bool {
        actions::back(self)
    }

    fn refresh(&mut self, model: &mut Model) -> Vec<Effect> {
        actions::refresh(self, model).into_iter().collect()
    }

    fn accepts(&self, message: &Message) -> bool {
        matches!(message, Message::Match(_) | Message::MatchBoards(_))
    }

    fn handle(&mut self, model: &mut Model, message: Message) -> Vec<Effect> {
        match message {
            Message::Match(reports) => actions::handle_reports(self, model, reports),
            Message::MatchBoards(boards) => actions::update_boards(self, boards),
            _ => {}
        }
        Vec::new()
    }

    fn receive(&mut self, model: &mut Model, note: &Note) -> Vec<Effect> {
        if let Some(Demo { match_folder, .. }) = note.get() {
            return actions::show_demo(self, model, match_folder);
        }
        if let Some(Engines(engines)) = note.get() {
            actions::set_engines(self, model, engines);
        } else if let Some(SavedMatches(rows)) = note.get() {
            actions::set_saved(self, rows.clone());
        } else if let Some(ShowMatch { folder, paused }) = note.get() {
            return actions::open_saved(self, model, folder, *paused);
        } else if let Some(PlayersSelected(picker)) = note.get() {
            actions::open_form(self, model, picker.clone());
        } else if let Some(terms) = note.get::<Terms>() {
            model.pending_form = None;
            return actions::start_match(self, model, terms.clone());
        }
        Vec::new()
    }

    fn live(&self) -> Live {
        Live::Match
    }

    fn redraw_interval(&self, _model: &Model) -> Option<Duration> {
        actions::redraw_interval(self)
    }

    fn work(&self) -> Option<Work> {
        let playing = |open: &&OpenMatch| matches!(open.stage, Stage::Checking | Stage::Playing);
        self.open.as_ref().filter(playing).map(|_| Work::Match)
    }
}
