//! The panes of games: the boards of games in progress, a large board, and the games of the round robin shown.

use super::state::{State, is_self_play, session};
use super::status::{control, event_name, progress};
use super::{BOARD, BOARDS};
use crate::job::report::State as Work;
use crate::tui::boards::{Scene, grid, large, list};
use crate::tui::prelude::*;

const LIST: List = List("coevolution: games");

/// Returns a scene with these player names. The two players at the large board have their own colours.
fn scene<'a>(state: &State, model: &Model, names: &'a [String], two: Option<[usize; 2]>) -> Scene<'a> {
    let open = session(model);
    let role = |number: usize| match two {
        Some([white, _]) if number == white => Role::Title,
        Some([_, black]) if number == black => Role::Organism,
        _ => Role::Text,
    };
    let players = names.iter().enumerate().map(|(number, name)| (name.as_str(), role(number)));
    Scene {
        players: players.collect(),
        bases: vec![open.and_then(control).and_then(|control| control.base()); names.len()],
        running: open.is_some_and(|open| open.state == Work::Running),
        flipped: state.flipped,
        ascii: model.ascii,
        panes: [BOARDS, BOARD, BOARD],
    }
}

/// Draws the game that is replayed or watched.
pub(super) fn draw_board(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let Some(open) = session(model) else { return };
    if let Some(shown) = state.boards.shown() {
        let scene = scene(state, model, state.on_board().1, Some(shown.players));
        return large::draw(draw, &scene, &shown, (state.boards.at, state.boards.live.len()), frame);
    }
    let what = match is_self_play(open) {
        true => "select a game and press Enter to replay it",
        false => "press Space or s to play",
    };
    let text = format!("no game was played since the session was opened: {what}");
    large::empty(draw, "", &text, frame);
}

/// Draws the games in progress.
pub(super) fn draw_boards(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let Some(open) = session(model) else { return };
    let note = match (state.playing.event, progress(state, open)) {
        (Some(event), Some((done, total))) if open.state == Work::Running => {
            format!("{}: {} of {}", event_name(open, event), thousands(done), thousands(total))
        }
        (event, _) => event.map(|event| event_name(open, event)).unwrap_or_default(),
    };
    let empty = match open.state {
        Work::Running => "the first games start",
        Work::Paused => "no game in progress: press Space or s",
        _ if is_self_play(open) => "no game in progress",
        _ => "no game in progress; the moves of these games are not recorded",
    };
    let grid = grid::Grid { boards: &state.boards, note: &note, empty };
    grid::draw(draw, &scene(state, model, &state.players, None), &grid, frame);
}

/// Draws the games of the round robin shown.
pub(super) fn draw_list(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let Some(open) = session(model) else { return };
    let event = state.round.as_ref().map(|round| event_name(open, round.event));
    let title = event.map_or_else(|| "Games".to_owned(), |event| format!("Games · {event}"));
    let listed = state.listed_games().len();
    let pair = if state.pair.is_some() { " of a pair, Esc: all" } else { "" };
    let inner = frame.open(draw, &title, &format!("{}{pair}", thousands(listed as u64)));
    if inner.height < 2 {
        return;
    }
    let (text, role) = match state.all_games() {
        _ if state.round.is_none() => ("no generation is finished yet", Role::Dim),
        None => ("reading the games …", Role::Dim),
        Some(Err(why)) => (why, Role::Error),
        Some(Ok([])) => ("games.jsonl contains no games of this round robin", Role::Warning),
        Some(Ok(_)) if listed == 0 => ("these two did not meet", Role::Dim),
        Some(Ok(_)) => {
            table(state, inner.width).draw_in_pane(draw, inner, frame.focused);
            return;
        }
    };
    paragraph(draw, inner, text, role);
}

/// Returns the table of the games of the round robin shown, for a list of this width.
pub(super) fn table(state: &State, width: u16) -> Table<'_> {
    let names = state.round.as_ref().map_or(&[][..], |round| &round.names);
    list::table(
        LIST,
        (state.listed_games(), state.game),
        width,
        |game| Some((game.id.game, game.id.players.map(|player| player as usize), &game.record)),
        |player| (names.get(player).map_or("", String::as_str), Role::Text),
    )
}
