//! What each command of the screen does, and what the mouse means here.

use std::time::Duration;

use super::round::Round;
use super::state::{State, confirmation, follow, wished};
use super::{Act, ID, Pane, Spot, lists, named, running, scene_of, session, shown};
use crate::job::LiveRound;
use crate::objectives::self_play::Event;
use crate::tui::action::Action;
use crate::tui::boards;
use crate::tui::cursor::Cursor;
use crate::tui::log::Severity;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::popups::forms::Form;

/// Does what a command says.
pub(super) fn perform(state: &mut State, model: &mut Model, act: Act) -> Vec<Effect> {
    match act {
        Act::Open => open(state, model),
        Act::Rival => {
            let round = state.round.as_ref();
            let chosen = round.and_then(|round| round.entries.get(state.row.at)?.organism.clone());
            let same = chosen.as_ref().zip(model.selection.rival.as_ref());
            let same = same.is_some_and(|(chosen, rival)| chosen.origin == rival.origin);
            model.selection.rival = if same { None } else { chosen };
        }
        Act::Earlier | Act::Later => return turn(state, model, act == Act::Later),
        Act::GoTo => {
            model.open(model.evolution.as_ref().and_then(Form::generation));
        }
        Act::NextPane => state.pane = state.pane.next(true),
        Act::PreviousPane => state.pane = state.pane.next(false),
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

/// Shows the round robin of a generation, even where the confirmation is newer.
pub(super) fn look(state: &mut State, model: &mut Model, generation: u32) -> Vec<Effect> {
    state.generations = session(model).is_some_and(|open| confirmation(open).is_some());
    model.look_at(generation)
}

/// Goes to the round robin before or after the one shown.
fn turn(state: &mut State, model: &mut Model, on: bool) -> Vec<Effect> {
    let Some(open) = session(model) else { return Vec::new() };
    if on && !open.looking_back() {
        state.generations = false;
        return Vec::new();
    }
    if !on && wished(state, open) == Some(Event::Confirmation) {
        state.generations = true;
        return Vec::new();
    }
    let Some(at) = open.viewed_generation() else { return Vec::new() };
    // From the generation before the last on it goes to the last, and then to the confirmation.
    look(state, model, if on { at.saturating_add(1) } else { at.saturating_sub(1) })
}

/// The two, by number, whose games the cell under the cursor counts.
pub(super) fn pair(state: &State) -> Option<[usize; 2]> {
    let round = state.round.as_ref()?;
    let (row, column) = (state.row.at, state.column.at);
    let games: u32 = round.results.get(row)?.get(column)?.iter().sum();
    (games > 0).then(|| [round.number(row), round.number(column)])
}

/// Opens what is under the cursor.
fn open(state: &mut State, model: &mut Model) {
    match state.pane {
        Pane::Standings | Pane::Confirmation => {
            let round = state.round.as_ref();
            let chosen = round.and_then(|round| round.entries.get(state.row.at)?.organism.clone());
            if !model.may_drop_edits() {
                return;
            }
            let champion = model.evolution.as_ref().and_then(|open| open.champion());
            let is_champion = chosen.as_ref().map(|chosen| &chosen.origin)
                == champion.as_ref().map(|champion| &champion.origin);
            model.selection.choose(if is_champion { None } else { chosen });
        }
        Pane::Crosstable => {
            state.pair = pair(state);
            state.game = Cursor::default();
            state.pane = Pane::Games;
        }
        Pane::Games => {
            let Some(game) = state.listed().get(state.game.at).map(|game| (*game).clone()) else { return };
            let Some(which) = state.which() else { return };
            if state.look(&game, which) {
                state.pane = Pane::Board;
            } else {
                let text =
                    format!("game {}: its record holds no game that can be replayed", game.id.game + 1);
                model.show_notice(Severity::Error, text);
            }
        }
        Pane::Boards => {
            state.replay = None;
            state.pane = Pane::Board;
        }
        Pane::Board | Pane::Course | Pane::Drift => {}
    }
}

/// Has the game on the board written down and shown on the Positions screen.
fn send(state: &mut State, model: &mut Model) -> Vec<Effect> {
    let Some((open, shown)) = session(model).zip(shown(state, model)) else { return Vec::new() };
    let event = match &state.replay {
        Some((which, _)) => Some(which.event),
        None => state.playing.event,
    };
    let Some(event) = event else { return Vec::new() };
    let of = format!("{}, {}", open.name(), named(event));
    let folder = match event {
        Event::Generation(generation) => format!("generation-{generation:04}"),
        Event::Confirmation => "confirmation".to_owned(),
        Event::Milestones => "milestones".to_owned(),
        Event::FinalMatch => "final-match".to_owned(),
    };
    let folder = open.folder.join("positions").join(folder);
    let task = shown.task(&scene_of(state, model, open, &shown), &of, folder);
    if task.is_none() {
        model.notice = Some((Severity::Warning, "no move was made in this game yet".to_owned()));
    }
    task.map(Effect::BackgroundTask).into_iter().collect()
}

/// What is played now.
pub(super) fn see(state: &mut State, playing: LiveRound) {
    state.board = state.board.min(playing.boards.len().saturating_sub(1));
    state.playing = playing;
}

/// Works out what is shown, and has its games read once somebody looks.
pub(super) fn refresh(state: &mut State, model: &mut Model) -> Option<Effect> {
    let looks = model.screen == ID;
    if looks {
        state.news = false;
    }
    follow(state, model, looks).map(Effect::BackgroundTask)
}

/// How often the clocks are to be drawn anew; `None` while none runs that somebody sees.
pub(super) fn ticks(state: &State, model: &Model) -> Option<Duration> {
    let open = session(model).filter(|open| running(open))?;
    let timed = open.settings.as_ref()?.objective.self_play()?.control.is_timed();
    (timed && !state.playing.boards.is_empty()).then_some(Duration::from_millis(100))
}

/// One step back within the screen; false where there is none.
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
        state.generations = false;
    } else if state.generations {
        state.generations = false;
    } else {
        return false;
    }
    true
}

/// Moves what has the keys.
pub(super) fn navigate(state: &mut State, model: &mut Model, action: Action) {
    let pane = state.pane;
    walk_in(state, model, pane, action);
}

fn walk_in(state: &mut State, model: &mut Model, pane: Pane, action: Action) {
    let page = |list| model.hits.page(list);
    let [table, finalists, drift, games, columns] =
        [lists::STANDINGS, lists::FINALISTS, lists::DRIFT, lists::GAMES, boards::lists::COLUMNS].map(page);
    let cells = page(lists::CROSSTABLE);
    let players = state.round.as_ref().map_or(0, |round| round.entries.len());
    let all = state.round.as_ref().map_or(0, Round::columns);
    match pane {
        Pane::Standings => state.row.moved(action, table, players),
        Pane::Confirmation => state.row.moved(action, finalists, players),
        Pane::Crosstable => match action {
            Action::Left => state.column.moved(Action::Up, 0, all),
            Action::Right => state.column.moved(Action::Down, 0, all),
            _ => state.row.moved(action, cells, players),
        },
        Pane::Drift => {
            let len = state.moves.len();
            state.drift.moved(action, drift, len);
        }
        Pane::Games => {
            let len = state.listed().len();
            state.game.moved(action, games, len);
        }
        Pane::Board if state.replay.is_some() => {
            if let Some((_, replay)) = &mut state.replay {
                replay.navigate(action);
            }
        }
        Pane::Boards | Pane::Board => {
            let mut cursor = Cursor { at: state.board };
            cursor.moved_on_grid(action, columns.max(1), state.playing.boards.len());
            state.board = cursor.at;
        }
        Pane::Course => {}
    }
}

/// The mouse was pressed on something.
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
            if again && pair(state).is_some() {
                open(state, model);
            }
        }
        Spot::Moment(generation) => {
            state.pane = Pane::Course;
            return look(state, model, generation);
        }
        Spot::Game(row) => {
            let again = state.pane == Pane::Games && state.game.at == row;
            (state.pane, state.game.at) = (Pane::Games, row);
            if again {
                open(state, model);
            }
        }
        Spot::Board(boards::Spot::Board(index)) => {
            (state.pane, state.board, state.replay) = (Pane::Boards, index, None);
        }
        Spot::Board(boards::Spot::Ply(ply)) => {
            state.pane = Pane::Board;
            if let Some((_, replay)) = &mut state.replay {
                replay.go_to(ply);
            }
        }
    }
    Vec::new()
}

/// The wheel was turned over something.
pub(super) fn rolled(state: &mut State, model: &mut Model, spot: Spot, action: Action) {
    match spot {
        Spot::Pane(pane) => walk_in(state, model, pane, action),
        Spot::Row(_) => walk_in(state, model, Pane::Standings, action),
        Spot::Cell(..) => walk_in(state, model, Pane::Crosstable, action),
        Spot::Moment(_) => {}
        Spot::Game(_) => walk_in(state, model, Pane::Games, action),
        Spot::Board(boards::Spot::Board(_)) => walk_in(state, model, Pane::Boards, action),
        Spot::Board(boards::Spot::Ply(_)) => walk_in(state, model, Pane::Board, action),
    }
}
