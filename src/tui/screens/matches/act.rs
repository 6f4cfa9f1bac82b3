//! What each command of the screen does, and what the mouse means here.

use std::path::PathBuf;
use std::time::Duration;

use super::state::{Hosted, SavedRow, Stage};
use super::{Act, Pane, Spot, Terms, lists_saved, shown};
use crate::director::{Board, Report};
use crate::tui::background::BackgroundTask;
use crate::tui::boards;
use crate::tui::commands::Action;
use crate::tui::message::{Effect, Host};
use crate::tui::model::{Cursor, List, Model, Popup, Weight};
use crate::tui::popups::forms::Form;
use crate::tui::popups::players::{Engine, Players};
use crate::tui::screens::Screen;

/// Does what a command says.
pub(crate) fn perform(model: &mut Model, act: Act) -> Vec<Effect> {
    match act {
        Act::Toggle => return toggle(model),
        Act::New => {
            if busy(model) {
                return Vec::new();
            }
            let mut players = Players::new(model);
            players.chosen.clone_from(&model.matches.chosen);
            model.popup = Some(Popup::Players(Box::new(players)));
            return vec![Effect::BackgroundTask(BackgroundTask::Engines)];
        }
        Act::Open => return open(model),
        Act::NextPane => model.matches.pane = model.matches.pane.next(true),
        Act::PreviousPane => model.matches.pane = model.matches.pane.next(false),
        Act::Zoom => model.matches.zoomed = !model.matches.zoomed,
        Act::Flip => model.matches.flipped = !model.matches.flipped,
        Act::Saved => {
            let state = &mut model.matches;
            state.listing = !state.listing;
            if state.listing {
                state.saved.rows = None;
                state.saved.asked = false;
            }
        }
        Act::Stop => {
            if let Some(open) = &mut model.matches.open {
                open.stage = Stage::Stopping;
                return vec![Effect::Host(Host::Stop)];
            }
        }
        Act::More | Act::Fewer => {
            if let Some(open) = &mut model.matches.open {
                open.threads = if act == Act::More { open.threads + 1 } else { open.threads - 1 };
                let text = format!("{} games at a time", open.threads);
                let effect = Effect::Host(Host::Threads(open.threads));
                model.notice = Some((Weight::Plain, text));
                return vec![effect];
            }
        }
        Act::Live => {
            if let Some(open) = &mut model.matches.open {
                open.replay = None;
            }
        }
        Act::Send => return send(model),
        Act::Copy => {
            if let Some(position) = shown(model).map(|shown| shown.position) {
                return boards::copied(model, &position);
            }
        }
    }
    Vec::new()
}

/// Whether a match is being played, which is said.
fn busy(model: &mut Model) -> bool {
    let busy = model.matches.open.as_ref().is_some_and(|open| open.stage.busy());
    if busy {
        let text = "a match is being played: x stops it, then it can be gone on with at any time";
        model.notice = Some((Weight::Warning, text.to_owned()));
    }
    busy
}

fn toggle(model: &mut Model) -> Vec<Effect> {
    let now = model.now;
    let Some(open) = &mut model.matches.open else { return perform(model, Act::New) };
    match open.stage {
        Stage::Playing | Stage::Paused => {
            let paused = open.stage == Stage::Playing;
            open.pause(paused, now);
            vec![Effect::Host(Host::Pause(paused))]
        }
        Stage::Stopped | Stage::Failed(_) => {
            let folder = open.event.as_ref().map(|event| event.folder.clone());
            folder.map_or_else(Vec::new, |folder| go_on(model, folder, false))
        }
        Stage::Checking | Stage::Stopping | Stage::Complete => Vec::new(),
    }
}

/// Opens a match that was begun before.
fn go_on(model: &mut Model, folder: PathBuf, paused: bool) -> Vec<Effect> {
    let mut open = Hosted::new();
    if paused {
        open.pause(true, model.now);
    }
    model.matches.open = Some(open);
    model.matches.listing = false;
    vec![Effect::Host(Host::GoOn { folder, paused })]
}

/// All players are picked: on to the form.
pub(crate) fn picked(model: &mut Model, players: Players) {
    model.matches.chosen = players.chosen;
    let form = Form::matches(&model.matches.terms, model.matches.chosen.len());
    model.popup = Some(Popup::Form(Box::new(form)));
}

/// The form was accepted: the match begins.
pub(crate) fn begun(model: &mut Model, terms: Terms) -> Vec<Effect> {
    model.matches.terms = terms;
    let state = &mut model.matches;
    let candidates = state.chosen.iter().map(|chosen| chosen.candidate(state.terms.hash));
    let Some(players) = candidates.collect::<Option<Vec<_>>>() else {
        model.say(Weight::Error, "an organism cannot play: a value is outside its range".to_owned());
        return Vec::new();
    };
    let config = Box::new(state.terms.config(players));
    let threads = state.terms.threads;
    state.open = Some(Hosted::new());
    state.listing = false;
    state.pane = Pane::Board;
    model.screen = Screen::Match;
    vec![Effect::Host(Host::Begin { config, threads })]
}

/// Opens what is under the cursor.
fn open(model: &mut Model) -> Vec<Effect> {
    if lists_saved(model) {
        let row = model.matches.saved.rows().get(model.matches.saved.cursor.at);
        let Some(row) = row.filter(|row| row.about.is_ok()).cloned() else { return Vec::new() };
        if busy(model) {
            return Vec::new();
        }
        let unfinished = row.games.is_some_and(|(done, all)| done < all);
        return go_on(model, row.folder, unfinished);
    }
    let state = &mut model.matches;
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
            model.say(Weight::Error, text);
        }
        None => {
            open.replay = None;
            state.pane = Pane::Board;
        }
    }
    Vec::new()
}

/// Has the game on the board written down and shown on the Positions screen.
fn send(model: &mut Model) -> Vec<Effect> {
    let Some((shown, open)) = shown(model).zip(model.matches.open.as_ref()) else { return Vec::new() };
    let Some(event) = &open.event else { return Vec::new() };
    let of = event.folder.file_name().unwrap_or_default().to_string_lossy();
    let task = shown.task(&super::scene(model, open, event), &of, event.folder.join("positions"));
    if task.is_none() {
        model.notice = Some((Weight::Warning, "no move was made in this game yet".to_owned()));
    }
    task.map(Effect::BackgroundTask).into_iter().collect()
}

/// The director told something.
pub(crate) fn score_positions(model: &mut Model, reports: Vec<Report>) {
    let now = model.now;
    let Some(open) = &mut model.matches.open else { return };
    let lines = open.learn(reports, now);
    if model.screen != Screen::Match && !lines.is_empty() {
        model.matches.news = true;
    }
    for (weight, text) in lines {
        if weight == Weight::Plain {
            model.log.add(now, weight, text);
        } else {
            model.say(weight, text);
        }
    }
}

/// The engines that have profiles were looked for.
pub(crate) fn engines(model: &mut Model, engines: Vec<Engine>) {
    if let Some(Popup::Players(players)) = &mut model.popup {
        players.engines(&engines);
    }
    model.matches.engines = engines;
}

/// What stands on the boards.
pub(crate) fn see(model: &mut Model, boards: Vec<Board>) {
    if let Some(open) = &mut model.matches.open {
        open.boards = boards;
        open.board = open.board.min(open.boards.len().saturating_sub(1));
    }
}

/// The saved matches were read.
pub(crate) fn listed(model: &mut Model, rows: Result<Vec<SavedRow>, String>) {
    let saved = &mut model.matches.saved;
    saved.rows = Some(rows);
    saved.asked = false;
    let len = saved.rows().len();
    saved.cursor.moved(Action::Redraw, 0, len);
}

/// Has the saved matches read once somebody looks.
pub(crate) fn refresh(model: &mut Model) -> Option<Effect> {
    if model.screen == Screen::Match {
        model.matches.news = false;
    }
    let wanted = model.screen == Screen::Match && lists_saved(model);
    let saved = &mut model.matches.saved;
    if !wanted || saved.rows.is_some() || saved.asked {
        return None;
    }
    saved.asked = true;
    Some(Effect::BackgroundTask(BackgroundTask::Contests(model.sessions.root.clone())))
}

/// How often the clocks are to be drawn anew; `None` while none runs that somebody sees.
pub(crate) fn ticks(model: &Model) -> Option<Duration> {
    let open = model.matches.open.as_ref().filter(|open| open.stage == Stage::Playing)?;
    let timed = open.event.as_ref().is_some_and(|event| event.settings.control.is_timed());
    (timed && model.screen == Screen::Match && !open.boards.is_empty()).then_some(Duration::from_millis(100))
}

/// One step back within the screen; false where there is none.
pub(crate) fn back(model: &mut Model) -> bool {
    if model.screen != Screen::Match {
        return false;
    }
    let state = &mut model.matches;
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
pub(crate) fn walk(model: &mut Model, action: Action) {
    if lists_saved(model) {
        let page = model.seen.page(List::Contests);
        let len = model.matches.saved.rows().len();
        return model.matches.saved.cursor.moved(action, page, len);
    }
    let pane = model.matches.pane;
    walk_in(model, pane, action);
}

fn walk_in(model: &mut Model, pane: Pane, action: Action) {
    let page = |list| model.seen.page(list);
    let (games, faults, columns) =
        (page(List::Games), page(List::GameFaults), page(List::BoardColumns).max(1));
    let Some(open) = &mut model.matches.open else { return };
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
                replay.walk(action);
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
pub(crate) fn clicked(model: &mut Model, spot: Spot) -> Vec<Effect> {
    match spot {
        Spot::Pane(pane) => model.matches.pane = pane,
        Spot::Saved(row) => {
            let again = model.matches.saved.cursor.at == row;
            model.matches.saved.cursor = Cursor { at: row };
            if again {
                return open(model);
            }
        }
        Spot::Board(boards::Spot::Board(index)) => {
            model.matches.pane = Pane::Boards;
            if let Some(open) = &mut model.matches.open {
                open.board = index;
                open.replay = None;
            }
        }
        Spot::Game(row) | Spot::Fault(row) => {
            let pane = if matches!(spot, Spot::Game(_)) { Pane::Games } else { Pane::Faults };
            let Some(hosted) = &mut model.matches.open else { return Vec::new() };
            let cursor = if pane == Pane::Games { &mut hosted.cursor } else { &mut hosted.fault };
            let again = model.matches.pane == pane && cursor.at == row;
            cursor.at = row;
            model.matches.pane = pane;
            if again {
                return open(model);
            }
        }
        Spot::Board(boards::Spot::Ply(ply)) => {
            model.matches.pane = Pane::Board;
            if let Some(replay) = model.matches.open.as_mut().and_then(|open| open.replay.as_mut()) {
                replay.go_to(ply);
            }
        }
    }
    Vec::new()
}

/// The wheel was turned over something.
pub(crate) fn rolled(model: &mut Model, spot: Spot, action: Action) {
    match spot {
        Spot::Saved(_) => walk(model, action),
        Spot::Pane(pane) => walk_in(model, pane, action),
        Spot::Board(boards::Spot::Board(_)) => walk_in(model, Pane::Boards, action),
        Spot::Game(_) => walk_in(model, Pane::Games, action),
        Spot::Fault(_) => walk_in(model, Pane::Faults, action),
        Spot::Board(boards::Spot::Ply(_)) => walk_in(model, Pane::Board, action),
    }
}
