//! The actions of the screen: commands, navigation, the mouse, and reports of the director.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::players::{Engine, PlayerPicker};
use super::state::{OpenMatch, Stage};
use super::tasks::FindEngines;
use super::{Act, ID, Pane, Spot, State, Terms, form, lists, lists_saved, pgn, shown};
use crate::director::{Board, Report};
use crate::files;
use crate::tui::action::Action;
use crate::tui::background::BackgroundTask;
use crate::tui::background::saved_matches::ListMatches;
use crate::tui::boards;
use crate::tui::cursor::Cursor;
use crate::tui::log::Severity;
use crate::tui::message::{Effect, MatchRequest};
use crate::tui::model::Model;
use crate::tui::saved::SavedMatch;
use crate::tui::work::Work;

pub(super) fn perform(state: &mut State, model: &mut Model, act: Act) -> Vec<Effect> {
    match act {
        Act::Toggle => return toggle(state, model),
        Act::New => {
            if refuse_if_busy(state, model) {
                return Vec::new();
            }
            model.open(Some(PlayerPicker::new(model, &state.engines)));
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
                state.saved.loading = false;
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
                model.notice = Some((Severity::Info, format!("{} games at a time", open.threads)));
                return vec![Effect::Match(MatchRequest::Threads(open.threads))];
            }
        }
        Act::Live => {
            if let Some(open) = &mut state.open {
                open.replay = None;
            }
        }
        Act::Send => return send_game(state, model),
        Act::WritePgn => {
            if let Some(open) = &state.open {
                model.open(pgn::form(open));
            }
        }
        Act::Copy => {
            if let Some(position) = shown(state).map(|shown| shown.position) {
                return boards::copy_position(model, &position);
            }
        }
    }
    Vec::new()
}

/// Returns whether a match is in progress. If so, shows a notice.
fn refuse_if_busy(state: &mut State, model: &mut Model) -> bool {
    let busy = state.open.as_ref().is_some_and(|open| open.stage.is_busy());
    if busy {
        let text = "a match is in progress: stop it with x first; it can be resumed at any time";
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
            let folder = open.data.as_ref().map(|data| data.folder.clone());
            folder.map_or_else(Vec::new, |folder| resume(state, model, folder, false))
        }
        Stage::Checking | Stage::Stopping | Stage::Complete => Vec::new(),
    }
}

/// Opens and resumes a saved match.
fn resume(state: &mut State, model: &mut Model, folder: PathBuf, paused: bool) -> Vec<Effect> {
    let mut open = OpenMatch::new();
    if paused {
        open.pause(true, model.now);
    }
    state.open = Some(open);
    state.listing = false;
    vec![Effect::Match(MatchRequest::Resume { folder, paused })]
}

/// Opens the match of the demo, unless another match is in progress.
pub(super) fn show_demo(state: &mut State, model: &mut Model, folder: &Path) -> Vec<Effect> {
    if state.open.as_ref().is_some_and(|open| open.stage.is_busy()) {
        return Vec::new();
    }
    resume(state, model, folder.to_owned(), true)
}

/// Opens the form of the terms, with the values that it had before the user returned to the players.
pub(super) fn open_form(state: &mut State, model: &mut Model, mut picker: PlayerPicker) {
    state.players.clone_from(&picker.selected);
    // Another match has other openings, if their order is random.
    let terms = Terms { seed: model.seeds.draw(), ..state.terms.clone() };
    let mut form = form::form(&terms, state.players.len());
    if let Some(fields) = picker.fields.take() {
        form.fields = fields;
    }
    model.open(Some(form.with_parent(picker)));
}

/// Starts a match with the settings of the form.
pub(super) fn start_match(state: &mut State, model: &mut Model, terms: Terms) -> Vec<Effect> {
    state.terms = terms;
    let candidates = state.players.iter().map(|player| player.candidate(state.terms.hash));
    let Some(players) = candidates.collect::<Option<Vec<_>>>() else {
        let text = "an organism cannot play: a value is outside its range; select another player";
        model.show_notice(Severity::Error, text.to_owned());
        return Vec::new();
    };
    let config = Box::new(state.terms.config(players));
    let threads = state.terms.threads;
    state.open = Some(OpenMatch::new());
    state.listing = false;
    state.pane = Pane::Board;
    model.screen = ID;
    vec![Effect::Match(MatchRequest::Start { config, threads })]
}

/// Opens the selected saved match, game or board.
fn open(state: &mut State, model: &mut Model) -> Vec<Effect> {
    if lists_saved(state) {
        let row = state.saved.rows().get(state.saved.cursor.at);
        let Some(row) = row.filter(|row| row.about.is_ok()).cloned() else { return Vec::new() };
        if refuse_if_busy(state, model) {
            return Vec::new();
        }
        let unfinished = row.games.is_some_and(|(done, all)| done < all);
        return resume(state, model, row.folder, unfinished);
    }
    let Some(open) = &mut state.open else { return Vec::new() };
    let number = match state.pane {
        Pane::Games => open.data.as_ref().and_then(|data| data.newest().nth(open.cursor.at)),
        Pane::Faults => {
            open.data.as_ref().and_then(|data| data.faults.iter().rev().nth(open.fault.at).copied())
        }
        Pane::Boards | Pane::Board | Pane::Standing | Pane::Moves => None,
    };
    match number {
        Some(number) if open.open_replay(number) => state.pane = Pane::Board,
        Some(number) => {
            let text = format!("game {}: its record is damaged and cannot be replayed", number + 1);
            model.show_notice(Severity::Error, text);
        }
        None => {
            open.replay = None;
            state.pane = Pane::Board;
        }
    }
    Vec::new()
}

/// Writes the game on the board to a file for the Positions screen.
fn send_game(state: &mut State, model: &mut Model) -> Vec<Effect> {
    let Some((shown, open)) = shown(state).zip(state.open.as_ref()) else { return Vec::new() };
    let Some(data) = &open.data else { return Vec::new() };
    let of = files::name(&data.folder);
    let task = shown.task(&super::scene(state, model, open, data), &of, data.folder.join("positions"));
    if task.is_none() {
        model.notice = Some((Severity::Warning, "this game has no moves yet".to_owned()));
    }
    task.map(Effect::BackgroundTask).into_iter().collect()
}

pub(super) fn handle_reports(state: &mut State, model: &mut Model, reports: Vec<Report>) {
    let now = model.now;
    let Some(open) = &mut state.open else { return };
    let was_busy = open.stage.is_busy();
    let lines = open.handle_reports(reports, now);
    let ended = match open.stage {
        Stage::Complete => Some("match complete"),
        Stage::Failed(_) => Some("match failed"),
        _ => None,
    };
    if let Some(ended) = ended.filter(|_| was_busy) {
        let folder = open.data.as_ref().map(|data| data.folder.clone());
        let place = folder.as_ref().map(|folder| format!(": {}", folder.display())).unwrap_or_default();
        model.works.end(Work::Match, format!("{ended}{place}"), folder);
    }
    if model.screen != ID && !lines.is_empty() {
        state.news = true;
    }
    for (severity, text) in lines {
        if severity == Severity::Info {
            model.log.add(now, severity, text);
        } else {
            model.show_notice(severity, text);
        }
    }
}

pub(super) fn set_engines(state: &mut State, model: &mut Model, engines: &[Engine]) {
    if let Some(picker) = model.popup_mut::<PlayerPicker>() {
        picker.set_engines(engines);
    }
    state.engines = engines.to_vec();
}

pub(super) fn update_boards(state: &mut State, boards: Vec<Board>) {
    if let Some(open) = &mut state.open {
        open.boards = boards;
        open.board = open.board.min(open.boards.len().saturating_sub(1));
    }
}

pub(super) fn set_saved(state: &mut State, rows: Result<Vec<SavedMatch>, String>) {
    let saved = &mut state.saved;
    saved.rows = Some(rows);
    saved.loading = false;
    let len = saved.rows().len();
    saved.cursor.move_in_list(Action::Redraw, 0, len);
}

/// Opens a saved match, unless it is open already, and shows it.
pub(super) fn open_saved(state: &mut State, model: &mut Model, folder: &Path, paused: bool) -> Vec<Effect> {
    let data = state.open.as_ref().and_then(|open| open.data.as_ref());
    let mut effects = Vec::new();
    if data.is_none_or(|data| data.folder != folder) {
        if refuse_if_busy(state, model) {
            return effects;
        }
        effects = resume(state, model, folder.to_owned(), paused);
    }
    state.listing = false;
    effects.insert(0, Effect::Show(ID));
    effects
}

/// Loads the saved matches when their list is displayed for the first time.
pub(super) fn refresh(state: &mut State, model: &mut Model) -> Option<Effect> {
    if model.screen == ID {
        state.news = false;
    }
    let wanted = model.screen == ID && lists_saved(state);
    let saved = &mut state.saved;
    if !wanted || saved.rows.is_some() || saved.loading {
        return None;
    }
    saved.loading = true;
    Some(Effect::BackgroundTask(BackgroundTask::new(ListMatches(model.sessions.root.clone()))))
}

/// Returns the interval at which running clocks are redrawn; `None` without running clocks.
pub(super) fn redraw_interval(state: &State) -> Option<Duration> {
    let open = state.open.as_ref().filter(|open| open.stage == Stage::Playing)?;
    let timed = open.data.as_ref().is_some_and(|data| data.settings.control.is_timed());
    (timed && !open.boards.is_empty()).then_some(Duration::from_millis(100))
}

/// Goes one step back within the screen. Returns false if there is no such step.
pub(super) fn back(state: &mut State) -> bool {
    if state.listing {
        state.listing = false;
    } else if state.zoomed {
        state.zoomed = false;
    } else if let Some(open) = state.open.as_mut().filter(|open| open.replay.is_some()) {
        open.replay = None;
    } else {
        return false;
    }
    true
}

/// Moves the selection of the focused pane.
pub(super) fn navigate(state: &mut State, model: &mut Model, action: Action) {
    if lists_saved(state) {
        let len = state.saved.rows().len();
        return model.step(lists::SAVED, &mut state.saved.cursor, action, len);
    }
    let pane = state.pane;
    navigate_pane(state, model, pane, action);
}

fn navigate_pane(state: &mut State, model: &mut Model, pane: Pane, action: Action) {
    let page = |list| model.hits.page(list);
    let columns = page(boards::lists::COLUMNS).max(1);
    let (moves, pairs) = (page(boards::lists::MOVES), page(boards::lists::MOVE_COLUMNS));
    let Some(open) = &mut state.open else { return };
    let data = open.data.as_ref();
    match pane {
        Pane::Moves if open.replay.is_some() => {
            if let Some(replay) = &mut open.replay {
                replay.navigate_moves(action, pairs, moves);
            }
        }
        Pane::Games => {
            let len = data.map_or(0, |data| data.order.len());
            model.step(lists::GAMES, &mut open.cursor, action, len);
        }
        Pane::Faults => {
            let len = data.map_or(0, |data| data.faults.len());
            model.step(lists::FAULTS, &mut open.fault, action, len);
        }
        Pane::Board | Pane::Standing if open.replay.is_some() => {
            if let Some(replay) = &mut open.replay {
                replay.navigate(action);
            }
        }
        Pane::Boards | Pane::Board | Pane::Standing | Pane::Moves => {
            let mut cursor = Cursor { at: open.board };
            cursor.move_on_grid(action, columns, open.boards.len());
            open.board = cursor.at;
        }
    }
}

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
            let Some(open_match) = &mut state.open else { return Vec::new() };
            let cursor = if pane == Pane::Games { &mut open_match.cursor } else { &mut open_match.fault };
            let again = state.pane == pane && cursor.at == row;
            cursor.at = row;
            state.pane = pane;
            if again {
                return open(state, model);
            }
        }
        Spot::Board(boards::Spot::Ply(ply) | boards::Spot::Move(ply)) => {
            let is_listed = matches!(spot, Spot::Board(boards::Spot::Move(_)));
            state.pane = if is_listed { Pane::Moves } else { Pane::Board };
            if let Some(replay) = state.open.as_mut().and_then(|open| open.replay.as_mut()) {
                replay.go_to(ply);
            }
        }
    }
    Vec::new()
}

/// Scrolls the pane under the mouse.
pub(super) fn scrolled(state: &mut State, model: &mut Model, spot: Spot, action: Action) {
    match spot {
        Spot::Saved(_) => navigate(state, model, action),
        Spot::Pane(pane) => navigate_pane(state, model, pane, action),
        Spot::Board(boards::Spot::Board(_)) => navigate_pane(state, model, Pane::Boards, action),
        Spot::Game(_) => navigate_pane(state, model, Pane::Games, action),
        Spot::Fault(_) => navigate_pane(state, model, Pane::Faults, action),
        Spot::Board(boards::Spot::Ply(_)) => navigate_pane(state, model, Pane::Board, action),
        Spot::Board(boards::Spot::Move(_)) => navigate_pane(state, model, Pane::Moves, action),
    }
}
