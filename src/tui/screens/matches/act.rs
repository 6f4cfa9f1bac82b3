//! What each command of the screen does, and what the mouse means here.

use std::path::PathBuf;
use std::time::Duration;

use super::players::{Chosen, Engine, Players};
use super::state::{Hosted, SavedRow, Stage};
use super::tasks::{FindEngines, ListSaved};
use super::{Act, ID, Pane, Spot, State, Terms, form, lists, lists_saved, shown};
use crate::director::{Board, Report};
use crate::tui::action::Action;
use crate::tui::background::BackgroundTask;
use crate::tui::boards;
use crate::tui::cursor::Cursor;
use crate::tui::log::Severity;
use crate::tui::message::{Effect, MatchRequest};
use crate::tui::model::Model;

/// Does what a command says.
pub(super) fn perform(state: &mut State, model: &mut Model, act: Act) -> Vec<Effect> {
    match act {
        Act::Toggle => return toggle(state, model),
        Act::New => {
            if busy(state, model) {
                return Vec::new();
            }
            let mut players = Players::new(model, &state.engines);
            players.chosen.clone_from(&state.chosen);
            model.open(Some(players));
            return vec![Effect::BackgroundTask(BackgroundTask::new(FindEngines))];
        }
        Act::Open => return open(state, model),
        Act::NextPane => state.pane = state.pane.next(true),
        Act::PreviousPane => state.pane = state.pane.next(false),
        Act::Zoom => state.zoomed = !state.zoomed,
        Act::Flip => state.flipped = !state.flipped,
        Act::Saved => {
            state.listing = !state.listing;
            if state.listing {
                state.saved.rows = None;
                state.saved.asked = false;
            }
        }
        Act::Stop => {
            if let Some(open) = &mut state.open {
                open.stage = Stage::Stopping;
                return vec![Effect::Match(MatchRequest::Stop)];
            }
        }
        Act::More | Act::Fewer => {
            if let Some(open) = &mut state.open {
                open.threads = if act == Act::More { open.threads + 1 } else { open.threads - 1 };
                let text = format!("{} games at a time", open.threads);
                let effect = Effect::Match(MatchRequest::Threads(open.threads));
                model.notice = Some((Severity::Plain, text));
                return vec![effect];
            }
        }
        Act::Live => {
            if let Some(open) = &mut state.open {
                open.replay = None;
            }
        }
        Act::Send => return send(state, model),
        Act::Copy => {
            if let Some(position) = shown(state).map(|shown| shown.position) {
                return boards::copied(model, &position);
            }
        }
    }
    Vec::new()
}

/// Whether a match is being played, which is said.
fn busy(state: &mut State, model: &mut Model) -> bool {
    let busy = state.open.as_ref().is_some_and(|open| open.stage.busy());
    if busy {
        let text = "a match is being played: x stops it, then it can be gone on with at any time";
        model.notice = Some((Severity::Warning, text.to_owned()));
    }
    busy
}

fn toggle(state: &mut State, model: &mut Model) -> Vec<Effect> {
    let now = model.now;
    let Some(open) = &mut state.open else { return perform(state, model, Act::New) };
    match open.stage {
        Stage::Playing | Stage::Paused => {
            let paused = open.stage == Stage::Playing;
            open.pause(paused, now);
            vec![Effect::Match(MatchRequest::Pause(paused))]
        }
        Stage::Stopped | Stage::Failed(_) => {
            let folder = open.event.as_ref().map(|event| event.folder.clone());
            folder.map_or_else(Vec::new, |folder| go_on(state, model, folder, false))
        }
        Stage::Checking | Stage::Stopping | Stage::Complete => Vec::new(),
    }
}

/// Opens a match that was begun before.
fn go_on(state: &mut State, model: &mut Model, folder: PathBuf, paused: bool) -> Vec<Effect> {
    let mut open = Hosted::new();
    if paused {
        open.pause(true, model.now);
    }
    state.open = Some(open);
    state.listing = false;
    vec![Effect::Match(MatchRequest::Resume { folder, paused })]
}

/// All players are picked: on to the form.
pub(super) fn picked(state: &mut State, model: &mut Model, chosen: Vec<Chosen>) {
    state.chosen = chosen;
    model.open(Some(form::form(&state.terms, state.chosen.len())));
}

/// The form was accepted: the match begins.
pub(super) fn begun(state: &mut State, model: &mut Model, terms: Terms) -> Vec<Effect> {
    state.terms = terms;
    let candidates = state.chosen.iter().map(|chosen| chosen.candidate(state.terms.hash));
    let Some(players) = candidates.collect::<Option<Vec<_>>>() else {
        model
            .show_notice(Severity::Error, "an organism cannot play: a value is outside its range".to_owned());
        return Vec::new();
    };
    let config = Box::new(state.terms.config(players));
    let threads = state.terms.threads;
    state.open = Some(Hosted::new());
    state.listing = false;
    state.pane = Pane::Board;
    model.screen = ID;
    vec![Effect::Match(MatchRequest::Start { config, threads })]
}

/// Opens what is under the cursor.
fn open(state: &mut State, model: &mut Model) -> Vec<Effect> {
    if lists_saved(state) {
        let row = state.saved.rows().get(state.saved.cursor.at);
        let Some(row) = row.filter(|row| row.about.is_ok()).cloned() else { return Vec::new() };
        if busy(state, model) {
            return Vec::new();
        }
        let unfinished = row.games.is_some_and(|(done, all)| done < all);
        return go_on(state, model, row.folder, unfinished);
    }
    let Some(open) = &mut state.open else { return Vec::new() };
    let number = match state.pane {
        Pane::Games => open.event.as_ref().and_then(|event| event.newest().nth(open.cursor.at)),
        Pane::Faults => {
            open.event.as_ref().and_then(|event| event.faults.iter().rev().nth(open.fault.at).copied())
        }
        Pane::Boards | Pane::Board | Pane::Standing => None,
    };
    match number {
        Some(number) if open.look(number) => state.pane = Pane::Board,
        Some(number) => {
            let text = format!("game {}: its record holds no game that can be replayed", number + 1);
            model.show_notice(Severity::Error, text);
        }
        None => {
            open.replay = None;
            state.pane = Pane::Board;
        }
    }
    Vec::new()
}

/// Has the game on the board written down and shown on the Positions screen.
fn send(state: &mut State, model: &mut Model) -> Vec<Effect> {
    let Some((shown, open)) = shown(state).zip(state.open.as_ref()) else { return Vec::new() };
    let Some(event) = &open.event else { return Vec::new() };
    let of = event.folder.file_name().unwrap_or_default().to_string_lossy();
    let task = shown.task(&super::scene(state, model, open, event), &of, event.folder.join("positions"));
    if task.is_none() {
        model.notice = Some((Severity::Warning, "no move was made in this game yet".to_owned()));
    }
    task.map(Effect::BackgroundTask).into_iter().collect()
}

/// The director told something.
pub(super) fn hear(state: &mut State, model: &mut Model, reports: Vec<Report>) {
    let now = model.now;
    let Some(open) = &mut state.open else { return };
    let lines = open.learn(reports, now);
    if model.screen != ID && !lines.is_empty() {
        state.news = true;
    }
    for (weight, text) in lines {
        if weight == Severity::Plain {
            model.log.add(now, weight, text);
        } else {
            model.show_notice(weight, text);
        }
    }
}

/// The engines that have profiles were looked for.
pub(super) fn engines(state: &mut State, model: &mut Model, engines: &[Engine]) {
    if let Some(players) = model.popup_mut::<Players>() {
        players.engines(engines);
    }
    state.engines = engines.to_vec();
}

/// What stands on the boards.
pub(super) fn see(state: &mut State, boards: Vec<Board>) {
    if let Some(open) = &mut state.open {
        open.boards = boards;
        open.board = open.board.min(open.boards.len().saturating_sub(1));
    }
}

/// The saved matches were read.
pub(super) fn listed(state: &mut State, rows: Result<Vec<SavedRow>, String>) {
    let saved = &mut state.saved;
    saved.rows = Some(rows);
    saved.asked = false;
    let len = saved.rows().len();
    saved.cursor.moved(Action::Redraw, 0, len);
}

/// Has the saved matches read once somebody looks.
pub(super) fn refresh(state: &mut State, model: &mut Model) -> Option<Effect> {
    if model.screen == ID {
        state.news = false;
    }
    let wanted = model.screen == ID && lists_saved(state);
    let saved = &mut state.saved;
    if !wanted || saved.rows.is_some() || saved.asked {
        return None;
    }
    saved.asked = true;
    Some(Effect::BackgroundTask(BackgroundTask::new(ListSaved(model.sessions.root.clone()))))
}

/// How often the clocks are to be drawn anew; `None` while none runs that somebody sees.
pub(super) fn ticks(state: &State) -> Option<Duration> {
    let open = state.open.as_ref().filter(|open| open.stage == Stage::Playing)?;
    let timed = open.event.as_ref().is_some_and(|event| event.settings.control.is_timed());
    (timed && !open.boards.is_empty()).then_some(Duration::from_millis(100))
}

/// One step back within the screen; false where there is none.
pub(super) fn back(state: &mut State) -> bool {
    if state.listing {
        state.listing = false;
    } else if state.zoomed {
        state.zoomed = false;
    } else if let Some(open) =
        state.open.as_mut().filter(|open| open.replay.is_some() && !open.boards.is_empty())
    {
        open.replay = None;
    } else {
        return false;
    }
    true
}

/// Moves what has the keys.
pub(super) fn navigate(state: &mut State, model: &mut Model, action: Action) {
    if lists_saved(state) {
        let page = model.hits.page(lists::SAVED);
        let len = state.saved.rows().len();
        return state.saved.cursor.moved(action, page, len);
    }
    let pane = state.pane;
    walk_in(state, model, pane, action);
}

fn walk_in(state: &mut State, model: &mut Model, pane: Pane, action: Action) {
    let page = |list| model.hits.page(list);
    let (games, faults, columns) =
        (page(lists::GAMES), page(lists::FAULTS), page(boards::lists::COLUMNS).max(1));
    let Some(open) = &mut state.open else { return };
    let event = open.event.as_ref();
    match pane {
        Pane::Games => {
            let len = event.map_or(0, |event| event.order.len());
            open.cursor.moved(action, games, len);
        }
        Pane::Faults => {
            let len = event.map_or(0, |event| event.faults.len());
            open.fault.moved(action, faults, len);
        }
        Pane::Board | Pane::Standing if open.replay.is_some() => {
            if let Some(replay) = &mut open.replay {
                replay.navigate(action);
            }
        }
        Pane::Boards | Pane::Board | Pane::Standing => {
            let mut cursor = Cursor { at: open.board };
            cursor.moved_on_grid(action, columns, open.boards.len());
            open.board = cursor.at;
        }
    }
}

/// The mouse was pressed on something.
pub(super) fn clicked(state: &mut State, model: &mut Model, spot: Spot) -> Vec<Effect> {
    match spot {
        Spot::Pane(pane) => state.pane = pane,
        Spot::Saved(row) => {
            let again = state.saved.cursor.at == row;
            state.saved.cursor = Cursor { at: row };
            if again {
                return open(state, model);
            }
        }
        Spot::Board(boards::Spot::Board(index)) => {
            state.pane = Pane::Boards;
            if let Some(open) = &mut state.open {
                open.board = index;
                open.replay = None;
            }
        }
        Spot::Game(row) | Spot::Fault(row) => {
            let pane = if matches!(spot, Spot::Game(_)) { Pane::Games } else { Pane::Faults };
            let Some(hosted) = &mut state.open else { return Vec::new() };
            let cursor = if pane == Pane::Games { &mut hosted.cursor } else { &mut hosted.fault };
            let again = state.pane == pane && cursor.at == row;
            cursor.at = row;
            state.pane = pane;
            if again {
                return open(state, model);
            }
        }
        Spot::Board(boards::Spot::Ply(ply)) => {
            state.pane = Pane::Board;
            if let Some(replay) = state.open.as_mut().and_then(|open| open.replay.as_mut()) {
                replay.go_to(ply);
            }
        }
    }
    Vec::new()
}

/// The wheel was turned over something.
pub(super) fn rolled(state: &mut State, model: &mut Model, spot: Spot, action: Action) {
    match spot {
        Spot::Saved(_) => navigate(state, model, action),
        Spot::Pane(pane) => walk_in(state, model, pane, action),
        Spot::Board(boards::Spot::Board(_)) => walk_in(state, model, Pane::Boards, action),
        Spot::Game(_) => walk_in(state, model, Pane::Games, action),
        Spot::Fault(_) => walk_in(state, model, Pane::Faults, action),
        Spot::Board(boards::Spot::Ply(_)) => walk_in(state, model, Pane::Board, action),
    }
}
