//! The commands of the place Match.

use super::players::{Engine, FindEngines};
use super::state::{OpenMatch, Stage};
use super::{BOARD, BOARDS, FAULTS, GAMES, ID, State, Terms, form, pgn};
use crate::director::MatchConfig;
use crate::threads::MAX_THREADS;
use crate::tui::boards::Shown;
use crate::tui::message::MatchRequest;
use crate::tui::popups::players::PlayerPicker;
use crate::tui::prelude::*;

commands! {
    /// The commands of the screen, most useful first.
    pub(crate) static COMMANDS: State, Scope::On(ID);
    "play or pause match" ["Space"] "play"
        "pause all games before their next moves, or resume them or a stopped match"
        => [toggle, if can_toggle, label toggle_label]
    "open game" ["Enter"] "open" "replay the selected game, or watch the selected board"
        => [open, if can_open, label open_label]
    "new match" ["n"] "new match" "select players for a match or a tournament" => [new]
    "send position" ["p"] "to Positions"
        "open this game in Positions, at the position on the board"
        => [send_game, if game]
    "one more board" ["+"] "one more board" "play one more game at a time"
        => [|state, model| set_threads(state, model, |threads| threads + 1), if can_add]
    "one board less" ["-"] "" "play one game fewer at a time"
        => [|state, model| set_threads(state, model, |threads| threads - 1), if can_remove]
    "flip match board" ["f"] "flip" "put the other side at the bottom" => [flip, if has_panes]
    "copy match position" ["y"] "" "copy the position on the board as FEN" => [copy, if game]
    "export games" ["x"] "export PGN" "write the finished games, or the game on the board, to a PGN file"
        => [write, if has_games]
}

const NOTHING: &str = "nothing is selected";

/// Returns the open match.
fn opened(state: &State) -> Result<&OpenMatch, &'static str> {
    state.open.as_ref().ok_or("no match is open: n starts a match, o lists the saved ones")
}

fn can_toggle(state: &State, _model: &Model) -> Available {
    match state.open.as_ref().map(|open| (&open.stage, &open.data)) {
        None | Some((Stage::Playing | Stage::Paused, _)) => Ok(()),
        Some((Stage::Stopped | Stage::Failed(_), Some(_))) => Ok(()),
        Some((Stage::Complete, _)) => Err("all games are finished: n starts another match"),
        Some((Stage::Checking, _)) => Err("the players are still starting"),
        Some((Stage::Stopped | Stage::Failed(_), None)) => Err(NOTHING),
    }
}

fn toggle_label(state: &State, _model: &Model) -> Option<&'static str> {
    match state.open.as_ref()?.stage {
        Stage::Playing => Some("pause"),
        Stage::Paused | Stage::Stopped | Stage::Failed(_) => Some("resume"),
        _ => None,
    }
}

fn can_open(state: &State, _model: &Model) -> Available {
    let data = state.opened().map(|(_, data)| data);
    let is_selected = match state.panes.at {
        GAMES => data.is_some_and(|data| !data.order.is_empty()),
        FAULTS => data.is_some_and(|data| !data.faults.is_empty()),
        BOARDS => state.open.as_ref().is_some_and(|open| !open.boards.live.is_empty()),
        _ => false,
    };
    if is_selected { Ok(()) } else { opened(state).and(Err(NOTHING)) }
}

fn open_label(state: &State, _model: &Model) -> Option<&'static str> {
    Some(if state.panes.at == BOARDS { "watch" } else { "replay" })
}

/// Returns whether the panes of a match are shown.
fn has_panes(state: &State, _model: &Model) -> Available {
    let open = opened(state)?;
    open.data.is_some().then_some(()).ok_or(NOTHING)
}

/// Returns the game on the board.
fn game<'a>(state: &'a State, _model: &Model) -> Result<Shown<'a>, &'static str> {
    opened(state)?;
    state.shown().ok_or("there is no game on the board")
}

/// Returns the match, if its games are played or paused.
fn in_progress<'a>(state: &'a State, _model: &Model) -> Result<&'a OpenMatch, &'static str> {
    let is_played = |open: &&OpenMatch| matches!(open.stage, Stage::Playing | Stage::Paused);
    Some(opened(state)?).filter(is_played).ok_or("no game is in progress")
}

fn can_add(state: &State, model: &Model) -> Available {
    let threads = in_progress(state, model)?.threads;
    (threads < MAX_THREADS).then_some(()).ok_or("more games at a time are not possible")
}

fn can_remove(state: &State, model: &Model) -> Available {
    let threads = in_progress(state, model)?.threads;
    (threads > 1).then_some(()).ok_or("at least one game at a time is needed")
}

fn has_games(state: &State, _model: &Model) -> Available {
    let data = opened(state)?.data.as_ref().filter(|data| !data.order.is_empty());
    data.map(drop).ok_or("no game is finished yet")
}

fn toggle(state: &mut State, model: &mut Model) -> Option<Effect> {
    let Some(open) = &mut state.open else { return new(state, model) };
    match open.stage {
        Stage::Playing | Stage::Paused => {
            let paused = open.stage == Stage::Playing;
            open.pause(paused, model.now);
            Some(Effect::Match(MatchRequest::Pause(paused)))
        }
        Stage::Stopped | Stage::Failed(_) => {
            let folder = open.data.as_ref().map(|data| data.folder.clone());
            folder.map(|folder| resume(state, model, folder, false))
        }
        Stage::Checking | Stage::Complete => None,
    }
}

pub(super) fn new(state: &mut State, model: &mut Model) -> Option<Effect> {
    if refuses_another(state, model) {
        return None;
    }
    let engines = state.engines.iter().map(Engine::entry).collect();
    model.open(Some(PlayerPicker::of_match(model, engines)));
    Some(Effect::background(FindEngines))
}

/// Returns whether games are being played. If so, shows a notice.
fn refuses_another(state: &State, model: &mut Model) -> bool {
    let is_playing = state.is_playing();
    if is_playing {
        model.warn("a match is being played: pause it first with Space; Sessions opens it again at any time");
    }
    is_playing
}

/// Opens the selected game or board.
pub(super) fn open(state: &mut State, model: &mut Model) {
    let Some(open) = &mut state.open else { return };
    let data = open.data.as_ref();
    let number = match state.panes.at {
        GAMES => data.and_then(|data| data.newest().nth(open.cursor.at)),
        FAULTS => data.and_then(|data| data.faults.iter().rev().nth(open.fault.at).copied()),
        _ => None,
    };
    match number {
        Some(number) if !open.open_replay(number) => {
            let text = format!("game {}: its record is damaged and cannot be replayed", number + 1);
            model.show_notice(Severity::Error, text);
            return;
        }
        Some(_) => {}
        None => open.boards.replay = None,
    }
    state.panes.at = BOARD;
}

/// Closes the replay. Returns whether there was one.
pub(super) fn close_replay(state: &mut State) -> bool {
    state.open.as_mut().is_some_and(|open| open.boards.replay.take().is_some())
}

/// Writes the game on the board to a file for Positions.
fn send_game(state: &mut State, model: &mut Model) -> Option<Effect> {
    let (_, data) = state.opened()?;
    let (of, folder) = (files::name(&data.folder), data.folder.join("positions"));
    state.shown()?.send(model, |player| data.name(player), &of, folder)
}

/// Changes the number of concurrent games.
fn set_threads(state: &mut State, model: &mut Model, change: fn(usize) -> usize) -> Option<Effect> {
    let open = state.open.as_mut()?;
    open.threads = change(open.threads);
    model.tell(format!("{} games at a time", open.threads));
    Some(Effect::Match(MatchRequest::Threads(open.threads)))
}

fn flip(state: &mut State, _model: &mut Model) {
    state.flipped = !state.flipped;
}

fn copy(state: &mut State, model: &mut Model) -> Option<Effect> {
    state.open.as_ref()?.boards.copy(model)
}

fn write(state: &mut State, model: &mut Model) {
    model.open(state.open.as_ref().and_then(pgn::form));
}

/// Opens and resumes a saved match.
fn resume(state: &mut State, model: &Model, folder: PathBuf, paused: bool) -> Effect {
    let mut open = OpenMatch::new();
    if paused {
        open.pause(true, model.now);
    }
    state.open = Some(open);
    Effect::Match(MatchRequest::Resume { folder, paused })
}

/// Opens the match of the demo, unless another match is in progress.
pub(super) fn show_demo(state: &mut State, model: &Model, folder: &Path) -> Option<Effect> {
    (!state.is_playing()).then(|| resume(state, model, folder.to_owned(), true))
}

/// Opens a saved match, unless it is open already, and shows it.
pub(super) fn open_saved(state: &mut State, model: &mut Model, folder: &Path, paused: bool) -> Vec<Effect> {
    let is_open = state.opened().is_some_and(|(_, data)| data.folder == folder);
    if !is_open && refuses_another(state, model) {
        return Vec::new();
    }
    let resumed = (!is_open).then(|| resume(state, model, folder.to_owned(), paused));
    [Effect::Show(ID)].into_iter().chain(resumed).collect()
}

/// Opens the form of the terms, with the values that it had before the user returned to the players.
pub(super) fn open_form(state: &mut State, model: &mut Model) {
    let Some(mut picker) = model.popup_mut::<PlayerPicker>().map(std::mem::take) else { return };
    state.players.clone_from(&picker.selected);
    // Another match has other openings, if their order is random.
    let mut terms = state.terms.clone();
    terms.config.seed = model.seeds.draw();
    let mut form = form::form(&terms, state.players.len());
    if let Some(fields) = picker.fields.take() {
        form.fields = fields;
    }
    model.open(Some(form.with_parent(picker)));
}

/// Starts a match with the settings of the form.
pub(super) fn start_match(state: &mut State, model: &mut Model, terms: Terms) -> Option<Effect> {
    model.pending_form = None;
    state.terms = terms;
    let candidates = state.players.iter().map(|player| player.candidate());
    let Some(players) = candidates.collect::<Option<Vec<_>>>() else {
        let text = "an organism cannot play: a value is outside its range; select another player";
        model.show_notice(Severity::Error, text.to_owned());
        return None;
    };
    let config = Box::new(MatchConfig { players, ..state.terms.config.clone() });
    (state.open, state.panes.at) = (Some(OpenMatch::new()), BOARD);
    model.screen = ID;
    Some(Effect::Match(MatchRequest::Start { config, threads: state.terms.threads }))
}
