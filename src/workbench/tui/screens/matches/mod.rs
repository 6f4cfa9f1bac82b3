//! The Match screen: displays a match or a tournament in progress, and replays its games.
//!
//! `state` contains the open match, `commands` and `actions` the commands; the other files draw. A
//! [`Director`](crate::director::Director) plays the games. Each of its reports is handled once; of its boards, only
//! the newest state is fetched, before a frame is drawn.

mod actions;
mod commands;
pub(crate) mod form;
mod games;
mod layout;
mod lists;
pub(crate) mod pgn;
pub(crate) mod players;
mod rules;
mod saved;
mod screen;
mod sorting;
mod standing;
mod state;
mod table;
pub(crate) mod tasks;
mod terms;

use ratatui::layout::Rect;

pub(crate) use commands::{Act, COMMANDS, SHOW};
pub(crate) use layout::Pane;
use layout::Sizes;
pub(crate) use state::{Stage, State};
pub(crate) use terms::Terms;

use crate::arena::control::Control;
use crate::tui::action::ScreenId;
use crate::tui::boards::{self, Scene, Shown, grid, large, moves};
use crate::tui::draw::Draw;
use crate::tui::format::{rounded, thousands};
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::widgets::areas::below;
use crate::tui::widgets::lines::paragraph;
use crate::tui::widgets::pane::{self, Frame};
use state::{MatchData, OpenMatch};

pub(crate) const ID: ScreenId = ScreenId("match");

/// A click target of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spot {
    Pane(Pane),
    /// A part of a board pane.
    Board(boards::Spot),
    /// A row of the finished games.
    Game(usize),
    /// A row of the faults.
    Fault(usize),
    /// A row of the saved matches.
    Saved(usize),
}

/// Returns whether the list of saved matches is displayed.
fn lists_saved(state: &State) -> bool {
    state.listing || state.open.is_none()
}

/// Returns the game on the large board.
fn shown(state: &State) -> Option<Shown<'_>> {
    let open = state.open.as_ref().filter(|_| !lists_saved(state))?;
    match &open.replay {
        Some(replay) => Some(Shown::replayed(replay)),
        None => open.watched_board().map(Shown::live),
    }
}

fn scene<'a>(state: &State, model: &Model, open: &OpenMatch, data: &'a MatchData) -> Scene<'a> {
    let players = data.settings.players.iter().enumerate();
    Scene {
        players: players.map(|(number, player)| (player.name.as_str(), role(number))).collect(),
        control: data.settings.control,
        running: open.stage == Stage::Playing,
        flipped: state.flipped,
        ascii: model.ascii,
        target: |spot| Target::own(Spot::Board(spot)),
    }
}

/// Returns the colour of a player. The first player has the subject's colour, the second the rival's.
fn role(player: usize) -> Role {
    match player {
        0 => Role::Subject,
        1 => Role::Rival,
        _ => Role::Text,
    }
}

fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let open = match &state.open {
        Some(open) if !state.listing => open,
        _ => return saved::draw(draw, state, area),
    };
    let Some(data) = &open.data else { return draw_waiting(draw, open, area) };
    let boards = open.threads.max(open.boards.len());
    let sizes = Sizes {
        standing: standing::height(data),
        boards: grid::height(boards, area.width / 2),
        replays: open.replay.is_some(),
    };
    let scene = scene(state, model, open, data);
    let places = layout::places(area, state.pane, state.zoomed, sizes);
    for (pane, frame) in pane::frames(area, places, state.pane) {
        draw.hits.note(frame.area, Target::own(Spot::Pane(pane)));
        match pane {
            Pane::Board => match shown(state) {
                Some(shown) => large::draw(draw, &scene, &shown, (open.board, open.boards.len()), frame),
                None => large::empty(draw, open.stage.label(), empty_text(&open.stage), frame),
            },
            Pane::Standing => standing::draw(draw, model, open, data, frame),
            Pane::Boards => {
                let grid = grid::Grid {
                    boards: &open.boards,
                    watched: open.replay.is_none().then_some(open.board),
                    at: open.board,
                    note: &format!("{} of {boards}", open.boards.len()),
                    empty: open.stage.label(),
                };
                grid::draw(draw, &scene, &grid, frame);
            }
            Pane::Games => games::draw(draw, &scene, open, data, frame),
            Pane::Faults => games::draw_faults(draw, open, data, frame),
            Pane::Moves => match shown(state) {
                Some(shown) => moves::draw(draw, &scene, &shown, frame),
                None => {
                    let inner = frame.open(draw, "Moves", "");
                    paragraph(draw, inner, empty_text(&open.stage), Role::Dim);
                }
            },
        }
    }
}

/// Returns the text of the large board without a game.
fn empty_text(stage: &Stage) -> &str {
    match stage {
        Stage::Paused => "paused: Space plays the remaining games",
        Stage::Complete | Stage::Stopped => "Tab selects the list of games, Enter replays a game",
        Stage::Failed(why) => why,
        _ => "no game has started yet",
    }
}

/// Draws a match that is starting or could not start.
fn draw_waiting(draw: &mut Draw<'_>, open: &OpenMatch, area: Rect) {
    let inner = pane::draw(draw, area, "Match", open.stage.label(), true);
    let inner = below(inner, 1);
    if let Stage::Failed(why) = &open.stage {
        let rest = paragraph(draw, inner, &format!("{why}\n"), Role::Error);
        paragraph(draw, rest, "n selects other players, o opens a saved match", Role::Dim);
    } else {
        let text = "starting the players: reading the name and options of each engine";
        paragraph(draw, inner, text, Role::Dim);
    }
}

/// Returns the parts of the progress line, most important first.
fn progress(open: &OpenMatch, data: &MatchData) -> Vec<String> {
    let (done, all) = (data.games.len() as u64, data.plan.games());
    let mut parts = vec![
        open.stage.label().to_owned(),
        format!("{} of {} games", thousands(done), thousands(all)),
        match data.settings.control {
            Control::Nodes(nodes) => format!("{} nodes a move", thousands(nodes)),
            control => control.to_string(),
        },
    ];
    if open.stage.is_busy() {
        let boards = if open.threads == 1 { "1 board" } else { &format!("{} boards", open.threads) };
        parts.push(boards.to_owned());
    }
    parts.extend(open.games_per_hour().map(|rate| format!("{} games/h", rounded(rate))));
    parts
}
