//! The place Match: displays a match or a tournament in progress, and replays its games.
//!
//! `state` contains the open match, `commands` what the commands do; the other files draw, or are forms. A
//! [`Director`](crate::director::Director) plays the games. Each of its reports is handled once; of its boards, only
//! the newest state is fetched, before a frame is drawn.

mod commands;
pub(crate) mod form;
mod games;
mod layout;
pub(crate) mod pgn;
pub(crate) mod players;
mod rules;
mod standing;
mod state;
mod table;

pub(crate) use commands::COMMANDS;
pub(crate) use form::Terms;
pub(crate) use state::{Stage, State};

use crate::demo::Demo;
use crate::director::Report;
use crate::figures::Request;
use crate::tui::boards::{self, Boards, BoardsHost, Scene, grid, large, moves};
use crate::tui::message::Live;
use crate::tui::notes::{New, ShowMatch};
use crate::tui::popups::players::{PlayerPicker, PlayersSelected};
use crate::tui::prelude::*;
use crate::tui::saved::Kind;
use crate::tui::work::LongWork;
use players::{Engine, Engines};
use state::OpenMatch;

pub(crate) const ID: ScreenId = ScreenId("match");

static ABOUT: About = About {
    has_panes: true,
    live: Live::Match,
    figure_panes: "the standing, Games, the board of a finished game",
    ..About::new(ID, "Match")
};

panes! {
    static PANES: State, panes, |state, _, area| match state.opened() {
        Some((open, data)) => {
            let sizes = layout::Sizes {
                standing: standing::height(data),
                boards: grid::height(open.places(), area.width / 2),
                replays: open.boards.replay.is_some(),
            };
            layout::places(area, state.panes, sizes)
        }
        None => Vec::new(),
    };
    /// One game on a large board, with the scores of both players.
    BOARD = boards::large_pane(draw_board);
    /// The results.
    STANDING = boards::large_pane(standing::draw);
    /// The small boards of all games in progress.
    pub(crate) BOARDS = boards::small_pane(draw_boards);
    GAMES = Pane {
        draw: games::draw,
        table: |state, _| state.opened().map(|(open, data)| games::table(open, data, 0)),
        select: |state, _, row| state.open.iter_mut().for_each(|open| open.cursor.at = row),
        open: opens!(commands::open),
        ..Pane::EMPTY
    };
    /// The games lost by a fault.
    FAULTS = Pane {
        draw: games::draw_faults,
        table: |state, _| state.opened().map(|(open, data)| games::faults(open, data)),
        select: |state, _, row| state.open.iter_mut().for_each(|open| open.fault.at = row),
        open: opens!(commands::open),
        ..Pane::EMPTY
    };
    /// The moves of the game on the large board.
    pub(crate) MOVES = boards::moves_pane(draw_moves);
}

/// Returns the players of the open match and how its games are displayed.
fn scene<'a>(state: &'a State, model: &Model) -> Option<Scene<'a>> {
    let (open, data) = state.opened()?;
    let players = data.settings.players.iter().enumerate();
    Some(Scene {
        players: players.map(|(number, player)| (player.name.as_str(), role(number))).collect(),
        bases: (0..data.settings.players.len())
            .map(|player| data.settings.control_of(player).base())
            .collect(),
        running: open.stage == Stage::Playing,
        flipped: state.flipped,
        ascii: model.ascii,
        panes: [BOARDS, BOARD, MOVES],
    })
}

/// Returns the colour of a player. The first player has the subject's colour, the second the rival's.
fn role(player: usize) -> Role {
    match player {
        0 => Role::Subject,
        1 => Role::Rival,
        _ => Role::Text,
    }
}

fn draw_board(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let Some((open, scene)) = state.open.as_ref().zip(scene(state, model)) else { return };
    match state.shown() {
        Some(shown) => large::draw(draw, &scene, &shown, (open.boards.at, open.boards.live.len()), frame),
        None => large::empty(draw, open.stage.label(), open.stage.hint(), frame),
    }
}

fn draw_boards(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let Some((open, scene)) = state.open.as_ref().zip(scene(state, model)) else { return };
    let grid = grid::Grid {
        boards: &open.boards,
        note: &format!("{} of {}", open.boards.live.len(), open.places()),
        empty: open.stage.label(),
    };
    grid::draw(draw, &scene, &grid, frame);
}

fn draw_moves(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let Some((open, scene)) = state.open.as_ref().zip(scene(state, model)) else { return };
    if let Some(shown) = state.shown() {
        return moves::draw(draw, &scene, &shown, frame);
    }
    let inner = frame.open(draw, "Moves", "");
    paragraph(draw, inner, open.stage.hint(), Role::Dim);
}

/// Draws a match that is starting or could not start.
fn draw_waiting(draw: &mut Draw<'_>, open: &OpenMatch, area: Rect) {
    let inner = below(pane::draw(draw, area, "Match", open.stage.label(), true), 1);
    if let Stage::Failed(why) = &open.stage {
        let rest = paragraph(draw, inner, &format!("{why}\n"), Role::Error);
        paragraph(draw, rest, "n selects other players, o lists the saved matches", Role::Dim);
    } else {
        let text = "starting the players: reading the name and options of each engine";
        paragraph(draw, inner, text, Role::Dim);
    }
}

impl Place for State {
    parts!(about tables);

    fn status(&self, _model: &Model) -> Status {
        let card = self.open.is_none().then(|| Card {
            title: "Match",
            about: "No match is open. This screen shows the games of organisms and engines on live boards, \
                    the score with its error, and the test that decides it."
                .to_owned(),
            choices: vec![(action("new match"), "select two players for a match, or more for a tournament")],
        });
        let open = self.open.as_ref();
        let is_played = open.is_some_and(|open| matches!(open.stage, Stage::Checking | Stage::Playing));
        let has_clock = self.opened().is_some_and(|(open, data)| {
            open.stage == Stage::Playing && data.settings.timing().is_timed() && !open.boards.live.is_empty()
        });
        Status {
            card,
            has_news: self.news,
            work: is_played.then_some(LongWork::Match),
            redraw_interval: has_clock.then_some(Duration::from_millis(100)),
            ..Status::default()
        }
    }

    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        match &self.open {
            Some(open) if open.data.is_none() => draw_waiting(draw, open, area),
            _ => PANES.draw(draw, self, model, area),
        }
    }

    fn figures(&self, _model: &Model) -> Option<ExportFigures> {
        let (open, data) = self.opened().filter(|(_, data)| !data.games.is_empty())?;
        let wanted = match self.panes.at {
            STANDING => ["standings", "crosstable"].map(Wanted::recorded).to_vec(),
            GAMES => vec![Wanted::recorded("games")],
            BOARD | MOVES => {
                let game = Some(open.boards.replay.as_ref()?.number);
                vec![Wanted::Recorded(Request { game, ..Request::new("evaluation") })]
            }
            _ => return None,
        };
        Some(ExportFigures { folder: data.folder.clone(), wanted })
    }

    fn handle(&mut self, model: &mut Model, input: Input<'_>) -> Option<Vec<Effect>> {
        match input {
            Input::Changed => self.news &= model.screen != ID,
            Input::Back => return self.back().then(Vec::new),
            Input::Message(Message::Match(reports)) => self.handle_reports(model, std::mem::take(reports)),
            Input::Message(Message::MatchBoards(boards)) => {
                self.boards_mut().into_iter().for_each(|all| all.update(std::mem::take(boards)));
            }
            Input::Note(note) => return self.receive(model, note),
            input => return PANES.handle(self, model, &input),
        }
        Some(Vec::new())
    }
}

impl BoardsHost for State {
    fn boards_mut(&mut self) -> Option<&mut Boards> {
        self.open.as_mut().map(|open| &mut open.boards)
    }
}

impl State {
    /// Goes one step back within the screen. Returns false if there is no such step.
    fn back(&mut self) -> bool {
        std::mem::take(&mut self.panes.is_zoomed) || commands::close_replay(self)
    }

    fn handle_reports(&mut self, model: &mut Model, reports: Vec<Report>) {
        let Some(open) = &mut self.open else { return };
        let was_busy = open.stage.is_busy();
        let lines = open.handle_reports(reports, model.now);
        let ended = match open.stage {
            Stage::Complete => Some("match complete"),
            Stage::Failed(_) => Some("match failed"),
            _ => None,
        };
        if let Some(ended) = ended.filter(|_| was_busy) {
            let folder = open.data.as_ref().map(|data| data.folder.clone());
            let place = folder.as_ref().map(|folder| format!(": {}", folder.display())).unwrap_or_default();
            model.works.end(LongWork::Match, format!("{ended}{place}"), folder);
        }
        self.news |= model.screen != ID && !lines.is_empty();
        for (severity, text) in lines {
            match severity {
                Severity::Info => model.log.add(model.now, severity, text),
                _ => model.show_notice(severity, text),
            }
        }
    }

    fn receive(&mut self, model: &mut Model, note: &Note) -> Option<Vec<Effect>> {
        if let Some(Demo { match_folder, .. }) = note.get() {
            return Some(commands::show_demo(self, model, match_folder).into_effects());
        } else if let Some(Engines(engines)) = note.get() {
            if let Some(picker) = model.popup_mut::<PlayerPicker>() {
                picker.set_engines(engines.iter().map(Engine::entry).collect());
            }
            self.engines.clone_from(engines);
        } else if let Some(New(Kind::Match | Kind::Tournament)) = note.get() {
            return Some(commands::new(self, model).into_effects());
        } else if let Some(ShowMatch { folder, paused }) = note.get() {
            return Some(commands::open_saved(self, model, folder, *paused));
        } else if note.get::<PlayersSelected>().is_some() {
            commands::open_form(self, model);
        } else {
            let terms = note.get::<Terms>()?.clone();
            return Some(commands::start_match(self, model, terms).into_effects());
        }
        Some(Vec::new())
    }
}
