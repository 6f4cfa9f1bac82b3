//! Performs the commands of the screen and handles the mouse.

use std::time::Duration;

use super::round::Round;
use super::state::{State, confirmation, is_self_play, selected_event, update};
use super::{Act, ID, Pane, Spot, control, event_name, is_running, lists, session, shown, shown_scene};
use crate::job::LiveRound;
use crate::objectives::self_play::Event;
use crate::tui::action::Action;
use crate::tui::boards;
use crate::tui::cursor::Cursor;
use crate::tui::log::Severity;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::popups::forms::Form;
use crate::tui::subject::ShownOrganism;

pub(super) fn perform(state: &mut State, model: &mut Model, act: Act) -> Vec<Effect> {
    match act {
        Act::Open => open(state, model),
        Act::Rival => {
            let selected = selected_organism(state);
            let same = selected.as_ref().zip(model.selection.rival.as_ref());
            let same = same.is_some_and(|(selected, rival)| selected.origin == rival.origin);
            model.selection.rival = if same { None } else { selected };
        }
        Act::Earlier | Act::Later => return show_adjacent(state, model, act == Act::Later),
        Act::GoTo => {
            model.open(model.evolution.as_ref().and_then(Form::generation));
        }
        Act::NextPane | Act::PreviousPane => {
            state.pane = match session(model).filter(|open| !is_self_play(open)) {
                Some(_) if state.pane == Pane::Boards => Pane::Board,
                Some(_) => Pane::Boards,
                None => state.pane.next(act == Act::NextPane),
            };
        }
        Act::Zoom => state.zoomed = !state.zoomed,
        Act::Flip => state.flipped = !state.flipped,
        Act::Live => state.replay = None,
        Act::Send => return send(state, model),
        Act::Copy => {
            if let Some(position) = shown(state, model).map(|shown| shown.position) {
                return boards::copy_position(model, &position);
            }
        }
    }
    Vec::new()
}

/// Shows the round robin of a generation, even if the confirmation is newer.
pub(super) fn look_at(state: &mut State, model: &mut Model, generation: u32) -> Vec<Effect> {
    state.show_generations = session(model).is_some_and(|open| confirmation(open).is_some());
    model.look_at(generation)
}

/// Shows the next or the previous round robin.
fn show_adjacent(state: &mut State, model: &mut Model, next: bool) -> Vec<Effect> {
    let Some(open) = session(model) else { return Vec::new() };
    if next && !open.looking_back() {
        state.show_generations = false;
        return Vec::new();
    }
    if !next && selected_event(state, open) == Some(Event::Confirmation) {
        state.show_generations = true;
        return Vec::new();
    }
    let Some(at) = open.viewed_generation() else { return Vec::new() };
    // The confirmation follows the last generation.
    look_at(state, model, if next { at.saturating_add(1) } else { at.saturating_sub(1) })
}

/// Returns the players of the selected cell of the crosstable, by number, if they met.
pub(super) fn selected_pair(state: &State) -> Option<[usize; 2]> {
    let round = state.round.as_ref()?;
    let (row, column) = (state.row.at, state.column.at);
    let games: u32 = round.results.get(row)?.get(column)?.iter().sum();
    (games > 0).then(|| [round.number(row), round.number(column)])
}

/// Returns the organism of the selected row.
fn selected_organism(state: &State) -> Option<ShownOrganism> {
    state.round.as_ref()?.entries.get(state.row.at)?.organism.clone()
}

/// Opens the selected item of the focused pane.
pub(super) fn open(state: &mut State, model: &mut Model) {
    match state.pane {
        Pane::Standings | Pane::Confirmation => {
            if !model.may_drop_edits() {
                return;
            }
            let selected = selected_organism(state);
            let champion = model.evolution.as_ref().and_then(|open| open.champion());
            let is_champion = selected.as_ref().map(|selected| &selected.origin)
                == champion.as_ref().map(|champion| &champion.origin);
            model.selection.choose(if is_champion { None } else { selected });
        }
        Pane::Crosstable => {
            state.pair = selected_pair(state);
            state.game = Cursor::default();
            state.pane = Pane::Games;
        }
        Pane::Games => {
            let Some(game) = state.listed_games().get(state.game.at).map(|game| (*game).clone()) else {
                return;
            };
            let Some(round) = state.round_id() else { return };
            if state.start_replay(&game, round) {
                state.pane = Pane::Board;
            } else {
                let text = format!("game {} cannot be replayed: its record is damaged", game.id.game + 1);
                model.show_notice(Severity::Error, text);
            }
        }
        Pane::Boards => {
            state.replay = None;
            state.pane = Pane::Board;
        }
        Pane::Board | Pane::Scores | Pane::Drift => {}
    }
}

/// Writes the positions of the game on the board to a file and shows them on the Positions screen.
fn send(state: &mut State, model: &mut Model) -> Vec<Effect> {
    let Some((open, shown)) = session(model).zip(shown(state, model)) else { return Vec::new() };
    let event = match &state.replay {
        Some((round, _)) => Some(round.event),
        None => state.playing.event,
    };
    let Some(event) = event else { return Vec::new() };
    let origin = format!("{}, {}", open.name(), event_name(open, event));
    let folder = match event {
        Event::Generation(generation) => format!("generation-{generation:04}"),
        Event::Confirmation => "confirmation".to_owned(),
        Event::Milestones => "milestones".to_owned(),
        Event::FinalMatch => "final-match".to_owned(),
    };
    let folder = open.folder.join("positions").join(folder);
    let task = shown.task(&shown_scene(state, model, open, &shown), &origin, folder);
    if task.is_none() {
        model.notice = Some((Severity::Warning, "this game has no moves yet".to_owned()));
    }
    task.map(Effect::BackgroundTask).into_iter().collect()
}

/// Takes the newest state of the boards.
pub(super) fn set_playing(state: &mut State, playing: LiveRound) {
    state.board = state.board.min(playing.boards.len().saturating_sub(1));
    state.playing = playing;
}

/// Updates the round robin shown while the screen is visible, and loads its games.
pub(super) fn refresh(state: &mut State, model: &mut Model) -> Option<Effect> {
    let visible = model.screen == ID;
    if visible {
        state.news = false;
    }
    update(state, model, visible).map(Effect::BackgroundTask)
}

/// Returns how often the clocks must be redrawn; `None` while no clock runs.
pub(super) fn redraw_interval(state: &State, model: &Model) -> Option<Duration> {
    let open = session(model).filter(|open| is_running(open))?;
    let timed = control(open)?.is_timed();
    (timed && !state.playing.boards.is_empty()).then_some(Duration::from_millis(100))
}

/// Goes one step back within the screen; returns false if there is none.
pub(super) fn back(state: &mut State, model: &mut Model) -> bool {
    if session(model).is_none() {
        return false;
    }
    if state.replay.is_some() {
        state.replay = None;
        if state.pane == Pane::Board {
            state.pane = Pane::Games;
        }
    } else if state.zoomed {
        state.zoomed = false;
    } else if state.pair.is_some() {
        (state.pair, state.game) = (None, Cursor::default());
    } else if let Some(open) = model.evolution.as_mut().filter(|open| open.looking_back()) {
        open.view_newest();
        state.show_generations = false;
    } else if state.show_generations {
        state.show_generations = false;
    } else {
        return false;
    }
    true
}

/// Moves the cursor of a pane.
pub(super) fn navigate(state: &mut State, model: &mut Model, pane: Pane, action: Action) {
    let page = |list| model.hits.page(list);
    let [columns, cells] = [boards::lists::COLUMNS, lists::CROSSTABLE].map(page);
    let players = state.round.as_ref().map_or(0, |round| round.entries.len());
    let all = state.round.as_ref().map_or(0, Round::columns);
    match pane {
        Pane::Standings => model.step(lists::STANDINGS, &mut state.row, action, players),
        Pane::Confirmation => model.step(lists::FINALISTS, &mut state.row, action, players),
        Pane::Crosstable => match action {
            Action::Left => state.column.move_in_list(Action::Up, 0, all),
            Action::Right => state.column.move_in_list(Action::Down, 0, all),
            _ => state.row.move_in_list(action, cells, players),
        },
        Pane::Drift => {
            let len = state.moves.len();
            model.step(lists::DRIFT, &mut state.drift, action, len);
        }
        Pane::Games => {
            let len = state.listed_games().len();
            model.step(lists::GAMES, &mut state.game, action, len);
        }
        Pane::Board if state.replay.is_some() => {
            if let Some((_, replay)) = &mut state.replay {
                replay.navigate(action);
            }
        }
        Pane::Boards | Pane::Board => {
            let mut cursor = Cursor { at: state.board };
            cursor.move_on_grid(action, columns.max(1), state.playing.boards.len());
            state.board = cursor.at;
        }
        Pane::Scores => {}
    }
}

/// Handles a click. A second click on the selected row or cell opens it.
pub(super) fn clicked(state: &mut State, model: &mut Model, spot: Spot) -> Vec<Effect> {
    match spot {
        Spot::Pane(pane) => state.pane = pane,
        Spot::Row(row) => {
            let again = state.pane == Pane::Standings && state.row.at == row;
            (state.pane, state.row.at) = (Pane::Standings, row);
            if again {
                open(state, model);
            }
        }
        Spot::Cell(row, column) => {
            let again = state.pane == Pane::Crosstable && (state.row.at, state.column.at) == (row, column);
            (state.pane, state.row.at, state.column.at) = (Pane::Crosstable, row, column);
            if again && selected_pair(state).is_some() {
                open(state, model);
            }
        }
        Spot::Generation(generation) => {
            state.pane = Pane::Scores;
            return look_at(state, model, generation);
        }
        Spot::Board(boards::Spot::Board(index)) => {
            (state.pane, state.board, state.replay) = (Pane::Boards, index, None);
        }
        Spot::Board(boards::Spot::Ply(ply) | boards::Spot::Move(ply)) => {
            state.pane = Pane::Board;
            if let Some((_, replay)) = &mut state.replay {
                replay.go_to(ply);
            }
        }
    }
    Vec::new()
}

/// Scrolls the pane under the mouse.
pub(super) fn scrolled(state: &mut State, model: &mut Model, spot: Spot, action: Action) {
    match spot {
        Spot::Pane(pane) => navigate(state, model, pane, action),
        Spot::Row(_) => navigate(state, model, Pane::Standings, action),
        Spot::Cell(..) => navigate(state, model, Pane::Crosstable, action),
        Spot::Generation(_) => {}
        Spot::Board(boards::Spot::Board(_)) => navigate(state, model, Pane::Boards, action),
        Spot::Board(boards::Spot::Ply(_) | boards::Spot::Move(_)) => {
            navigate(state, model, Pane::Board, action)
        }
    }
}
