//! A game of the person against an organism, an overlay: it covers the place that was shown before, and goes on while other
//! places are shown.
//!
//! `live` holds the game, `opponent` the organisms to choose from, `form` begins a game, `tasks` search and write on other
//! threads, and `view` draws.

mod form;
mod live;
mod opponent;
mod tasks;
mod view;

#[cfg(test)]
pub(crate) use tasks::{SaveGame, Search};

use crate::arena::game::Ending;
use crate::tui::board_commands::side_pane;
use crate::tui::place::AnyPlace;
use crate::tui::playing::side_panes::SidePane;
use crate::tui::playing::{BoardState, LineExplorer, Root};
use crate::tui::popups::confirm::Confirm;
use crate::tui::prelude::*;
use form::NewGame;
use live::LiveGame;
use tasks::FoundMove;

pub(crate) const ID: ScreenId = ScreenId("game");

static ABOUT: About = About { is_overlay: true, has_panes: true, ..About::new(ID, "Game") };

panes! {
    static PANES: State, board_state.panes, view::places;
    /// The board has the number that its state begins with, and those beside it follow.
    BOARD = Pane { draw: view::draw, has_wheel: false, ..Pane::EMPTY };
    ANALYSIS = side_pane(SidePane::Analysis);
    EVALUATION = side_pane(SidePane::Evaluation);
}

commands! {
    /// The command that begins a game, or returns to it.
    pub(crate) static PLAY: AnyPlace, Scope::Screens;
    "play a game" ["W"] ""
        "play against an organism: generation 0, the champion, reference; during a game: return to it"
        => [|_, _| Effect::Notify(Note::new(Play))]
}

commands! {
    /// The commands of a game.
    pub(crate) static COMMANDS: State, Scope::On(ID);
    "hint" ["!"] "hint" "mark the move that the organism eyas would play" => [hint, if is_own_turn]
    "resign" ["Y"] "resign" "resign the game" => [resign, if is_running]
}

/// A note that begins a game, or returns to it.
#[derive(Debug)]
struct Play;

/// A note that the person resigns.
#[derive(Debug)]
struct Resign;

/// The state of the place.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub(crate) board_state: BoardState,
    /// The game; it stays after its end until another one begins.
    pub(crate) game: Option<LiveGame>,
}

const NO_GAME: &str = "no game is played: W begins one";

fn is_running(state: &State, _model: &Model) -> Available {
    state.running().map(drop).ok_or(NO_GAME)
}

fn is_own_turn(state: &State, _model: &Model) -> Available {
    state.game.as_ref().map_or(Err(NO_GAME), |game| game.lock().map_or(Ok(()), Err))
}

fn hint(state: &mut State, model: &mut Model) -> Option<Effect> {
    match state.game.as_mut()?.ask_adviser() {
        Ok(effect) => {
            model.tell("eyas looks for a move…");
            Some(effect)
        }
        Err(why) => {
            model.warn(why);
            None
        }
    }
}

fn resign(_state: &mut State, model: &mut Model) {
    let question = "Resign? The game is lost then.".to_owned();
    let effects = vec![Effect::Notify(Note::new(Resign))];
    model.open(Some(Confirm { question, yes: "resign", effects }));
}

impl State {
    fn running(&self) -> Option<&LiveGame> {
        self.game.as_ref().filter(|game| game.end.is_none())
    }

    /// Returns to the game in progress, or opens the form that begins one.
    fn open(&self, model: &mut Model) -> Vec<Effect> {
        if self.running().is_some() && model.screen != ID {
            return vec![Effect::Show(ID)];
        }
        let form = form::form(model);
        model.open(Some(form));
        Vec::new()
    }

    /// Begins a game. The one in progress is left, and written.
    fn begin(&mut self, model: &Model, new: NewGame) -> Vec<Effect> {
        let left = self.game.take().and_then(|mut game| game.save(&model.sessions.root));
        let mut effects: Vec<Effect> = left.map(Effect::background).into_iter().collect();
        self.board_state.flipped = new.colour == Color::Black;
        self.board_state.panes = PaneFocus::default();
        self.game = Some(LiveGame::new(new, model));
        self.show_line();
        effects.extend((model.screen != ID).then_some(Effect::Show(ID)));
        effects
    }

    /// Shows the moves of the game on the board.
    fn show_line(&mut self) {
        let line = self.game.as_ref().map(|game| &game.line);
        self.board_state.play = line.map(|line| LineExplorer::new(0, line.start().clone(), line.moves()));
    }

    /// Plays the person's new move, lets the opponent search, and announces the end.
    fn refresh(&mut self, model: &Model) -> Vec<Effect> {
        PANES.keep_focus(self, model, BOARD);
        let Some(game) = &mut self.game else { return Vec::new() };
        game.check_flag(model.now);
        let shown = self.board_state.play.as_ref().map_or(&[][..], LineExplorer::moves);
        match shown.split_last() {
            _ if shown == game.line.moves() => {}
            Some((m, before)) if before == game.line.moves() && game.is_own_turn() => {
                game.play(*m, model.now)
            }
            _ => self.show_line(),
        }
        let Some(game) = &mut self.game else { return Vec::new() };
        let mut effects: Vec<Effect> = game.ask_opponent(model).into_iter().collect();
        if game.end.is_some() {
            effects.extend(game.save(&model.sessions.root).map(Effect::background));
        }
        if let Some(play) = &mut self.board_state.play {
            let (at, len) = play.place();
            let earlier = (at < len).then_some("this is an earlier position: End returns to the game");
            play.locked = game.lock().or(earlier);
        }
        effects
    }

    /// Uses the result of a search, if it is still wanted.
    fn found(&mut self, model: &mut Model, FoundMove { number, best }: &FoundMove) {
        let Some(game) = &mut self.game else { return };
        if !game.is_answer(*number) {
            if let Some(text) = game.keep_hint(*number, *best) {
                model.tell(text);
            }
            return;
        }
        game.check_flag(model.now);
        if let Some(m) = best.filter(|_| game.end.is_none()) {
            game.play(m, model.now);
            if let Some(play) = &mut self.board_state.play {
                play.extend(m);
            }
        }
    }
}

impl Place for State {
    parts!(about draw tables board);

    fn status(&self, model: &Model) -> Status {
        let card = self.game.is_none().then(|| Card {
            title: "Game",
            about: "A game of yours against an organism: a random one, a champion of any generation, or one that is built in."
                .to_owned(),
            choices: vec![(action("play a game"), "play a game")],
        });
        let redraw_interval = self.game.as_ref().and_then(|game| game.redraw_interval(model.now));
        Status { card, redraw_interval, ..Status::default() }
    }

    fn handle(&mut self, model: &mut Model, input: Input<'_>) -> Option<Vec<Effect>> {
        match input {
            Input::Changed => return Some(self.refresh(model)),
            Input::Back if self.board_state.panes.is_zoomed => self.board_state.panes.is_zoomed = false,
            Input::Back => {
                if self.running().is_some() {
                    model.tell("the game goes on: W returns to it");
                }
                return None;
            }
            Input::Closing => {
                let task = self.game.as_mut().and_then(|game| game.save(&model.sessions.root));
                // Nobody reads a message any more.
                task.into_iter().for_each(|task| drop(task.run()));
            }
            Input::Note(note) => {
                if note.get::<Play>().is_some() {
                    return Some(self.open(model));
                } else if let Some(new) = note.get::<NewGame>() {
                    return Some(self.begin(model, new.clone()));
                } else if let Some(found) = note.get::<FoundMove>() {
                    self.found(model, found);
                } else {
                    note.get::<Resign>()?;
                    if let Some(game) = self.game.as_mut().filter(|game| game.end.is_none()) {
                        game.finish(Ending::Resignation, Some(game.colour.other()));
                    }
                }
            }
            input => return PANES.handle(self, model, &input),
        }
        Some(Vec::new())
    }
}

impl BoardHost for State {
    fn board_state(&self) -> Option<&BoardState> {
        self.game.as_ref().map(|_| &self.board_state)
    }

    fn board_state_mut(&mut self) -> Option<&mut BoardState> {
        self.game.as_ref()?;
        Some(&mut self.board_state)
    }

    fn root(&self, _model: &Model) -> Option<Root> {
        let line = &self.game.as_ref()?.line;
        Some(Root {
            index: 0,
            position: line.start().clone(),
            line: Vec::new(),
            right: Vec::new(),
            right_name: "".into(),
        })
    }

    fn organism(&self, model: &Model) -> Option<ShownOrganism> {
        model.subject()
    }

    fn is_game(&self) -> bool {
        self.game.is_some()
    }

    fn take_back(&mut self, model: &mut Model) {
        let Some(game) = &mut self.game else { return };
        if game.take_back(model.now) {
            self.show_line();
        } else {
            model.warn(
                game.lock()
                    .filter(|_| game.end.is_some())
                    .unwrap_or("there is no move of yours to take back"),
            );
        }
    }
}
