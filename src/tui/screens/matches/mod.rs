//! The Match screen: a match or a tournament while it is played, and again afterwards.
//!
//! `state` holds the match that is open; `commands` and `act` are what can be done; the other files draw. What plays
//! is a [`Director`](crate::director::Director): it tells facts, which are kept, and what stands on its boards, of
//! which the newest is taken when a frame is drawn.

mod act;
mod commands;
pub(crate) mod form;
mod games;
mod layout;
mod lists;
pub(crate) mod players;
mod saved;
mod screen;
mod standing;
mod state;
mod table;
pub(crate) mod tasks;
mod terms;

use ratatui::layout::Rect;

pub(crate) use commands::{Act, COMMANDS, SHOW};
pub(crate) use layout::Pane;
pub(crate) use state::{SavedRow, Stage, State};
pub(crate) use terms::Terms;

use crate::arena::control::Control;
use crate::tui::action::ScreenId;
use crate::tui::boards::{self, Scene, Shown, large, wall};
use crate::tui::draw::Draw;
use crate::tui::format::{duration, rounded, thousands, wrap};
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::widgets::pane::{self, Frame};
use state::{Event, Hosted};

/// The name of the screen.
pub(crate) const ID: ScreenId = ScreenId("match");

/// What can be clicked here, beside what acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spot {
    /// A pane.
    Pane(Pane),
    /// A part of a game on a board.
    Board(boards::Spot),
    /// A row of the games that are over.
    Game(usize),
    /// A row of the faults.
    Fault(usize),
    /// A row of the saved matches.
    Saved(usize),
}

/// Whether the saved matches are listed.
fn lists_saved(state: &State) -> bool {
    state.listing || state.open.is_none()
}

/// Whether the large board shows a game.
fn shows(state: &State) -> bool {
    let game = |open: &Hosted| open.replay.is_some() || !open.boards.is_empty();
    !lists_saved(state) && state.open.as_ref().is_some_and(game)
}

/// What the large board shows.
fn shown(state: &State) -> Option<Shown<'_>> {
    let open = state.open.as_ref().filter(|_| !lists_saved(state))?;
    match &open.replay {
        Some(replay) => Some(Shown::replayed(replay)),
        None => open.watched().map(Shown::live),
    }
}

/// Who plays.
fn scene<'a>(state: &State, model: &Model, open: &Hosted, event: &'a Event) -> Scene<'a> {
    let players = event.settings.players.iter().enumerate();
    Scene {
        players: players.map(|(number, player)| (player.name.as_str(), role(number))).collect(),
        control: event.settings.control,
        running: open.stage == Stage::Playing,
        flipped: state.flipped,
        ascii: model.ascii,
        target: |spot| Target::own(Spot::Board(spot)),
    }
}

/// The colour in which a player is shown: the first is the subject of the match, the second its rival.
fn role(player: usize) -> Role {
    match player {
        0 => Role::Subject,
        1 => Role::Rival,
        _ => Role::Text,
    }
}

/// Draws it.
fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let open = match &state.open {
        Some(open) if !state.listing => open,
        _ => return saved::draw(draw, state, area),
    };
    let Some(event) = &open.event else { return waiting(draw, open, area) };
    let bare = pane::is_bare(area);
    let boards = open.threads.max(open.boards.len());
    let heights = (standing::height(event), wall::height(boards, area.width / 2));
    let scene = scene(state, model, open, event);
    let places = layout::places(area, state.pane, state.zoomed, heights.0, heights.1);
    let alone = places.len() == 1;
    for (pane, area) in places {
        draw.hits.note(area, Target::own(Spot::Pane(pane)));
        let keys = pane == state.pane;
        let frame = Frame { area, focus: keys && !alone, keys, bare };
        match pane {
            Pane::Board => match shown(state) {
                Some(shown) => large::draw(draw, &scene, &shown, (open.board, open.boards.len()), frame),
                None => large::empty(draw, open.stage.word(), nothing(&open.stage), frame),
            },
            Pane::Standing => standing::draw(draw, model, open, event, frame),
            Pane::Boards => {
                let wall = wall::Wall {
                    boards: &open.boards,
                    watched: open.replay.is_none().then_some(open.board),
                    at: open.board,
                    note: &format!("{} of {boards}", open.boards.len()),
                    empty: open.stage.word(),
                };
                wall::draw(draw, &scene, &wall, frame);
            }
            Pane::Games => games::draw(draw, &scene, open, event, frame),
            Pane::Faults => games::faults(draw, open, event, frame),
        }
    }
}

/// What is said where there is no game to show.
fn nothing(stage: &Stage) -> &str {
    match stage {
        Stage::Paused => "paused: Space plays the games that are left",
        Stage::Complete | Stage::Stopped => "Tab to the games, Enter replays one",
        Stage::Failed(why) => why,
        _ => "no game has begun yet",
    }
}

/// Before anything is known of the match.
fn waiting(draw: &mut Draw<'_>, open: &Hosted, area: Rect) {
    let inner = pane::draw(draw, area, "Match", open.stage.word(), true);
    let width = inner.width.saturating_sub(2);
    let mut lines: Vec<(String, Role)> = Vec::new();
    match &open.stage {
        Stage::Failed(why) => {
            lines.extend(wrap(why, usize::from(width)).into_iter().map(|line| (line, Role::Error)));
            lines.push((String::new(), Role::Text));
            lines.push(("n chooses players anew, o opens a saved match".to_owned(), Role::Dim));
        }
        _ => lines.push((
            "starting the players: each engine is asked for its name and options".to_owned(),
            Role::Dim,
        )),
    }
    for (row, (text, role)) in lines.iter().enumerate().take(usize::from(inner.height.saturating_sub(1))) {
        draw.text(inner.x + 1, inner.y + 1 + row as u16, width, text, *role);
    }
}

/// Where the match stands, in words, as far as they fit.
fn progress(model: &Model, open: &Hosted, event: &Event) -> Vec<String> {
    let (done, all) = (event.games.len() as u64, event.plan.games());
    let mut words = vec![
        open.stage.word().to_owned(),
        format!("{} of {} games", thousands(done), thousands(all)),
        match event.settings.control {
            Control::Nodes(nodes) => format!("{} nodes a move", thousands(nodes)),
            control => control.to_string(),
        },
    ];
    if open.stage.busy() {
        let boards = if open.threads == 1 { "1 board" } else { &format!("{} boards", open.threads) };
        words.push(boards.to_owned());
    }
    if let Some(pace) = open.pace(model.now) {
        words.push(format!("{} games/h", rounded(pace)));
        if open.stage == Stage::Playing && !event.decided() {
            let left = (all.saturating_sub(done)) as f64 / pace * 3600.0;
            words.push(format!(
                "{} left at most",
                duration(std::time::Duration::from_secs_f64(left.min(1e9)))
            ));
        }
    }
    words
}
