//! What each command of the screen does, and what the mouse means here.

use std::time::Duration;

use super::round::Round;
use super::state::{Read, State, confirmation, follow, plays, wished};
use super::{Act, Pane, Spot, Which, named, running, scene_of, session, shown};
use crate::job::LiveRound;
use crate::job::report::Fact;
use crate::objectives::self_play::Event;
use crate::tui::boards;
use crate::tui::commands::Action;
use crate::tui::evolution::Evolution;
use crate::tui::message::Effect;
use crate::tui::model::{Cursor, List, Model, Popup, Weight};
use crate::tui::perform::{look_at, may_drop_edits};
use crate::tui::popups::forms::Form;
use crate::tui::screens::Screen;

/// Does what a command says.
pub(crate) fn perform(model: &mut Model, act: Act) -> Vec<Effect> {
    let state = &mut model.coevolution;
    match act {
        Act::Open => open(model),
        Act::Rival => {
            let round = state.round.as_ref();
            let chosen = round.and_then(|round| round.entries.get(state.row.at)?.organism.clone());
            let same = chosen.as_ref().zip(model.cast.rival.as_ref());
            let same = same.is_some_and(|(chosen, rival)| chosen.origin == rival.origin);
            model.cast.rival = if same { None } else { chosen };
        }
        Act::Earlier | Act::Later => return turn(model, act == Act::Later),
        Act::GoTo => {
            let form = model.evolution.as_ref().and_then(Form::generation);
            model.popup = form.map(|form| Popup::Form(Box::new(form)));
        }
        Act::NextPane => state.pane = state.pane.next(true),
        Act::PreviousPane => state.pane = state.pane.next(false),
        Act::Zoom => state.zoomed = !state.zoomed,
        Act::Flip => state.flipped = !state.flipped,
        Act::Live => state.replay = None,
        Act::Send => return send(model),
        Act::Copy => {
            if let Some(position) = shown(model).map(|shown| shown.position) {
                return boards::copied(model, &position);
            }
        }
    }
    Vec::new()
}

/// Shows the round robin of a generation, even where the confirmation is newer.
pub(crate) fn look(model: &mut Model, generation: u32) -> Vec<Effect> {
    model.coevolution.generations = session(model).is_some_and(|open| confirmation(open).is_some());
    look_at(model, generation)
}

/// Goes to the round robin before or after the one shown.
fn turn(model: &mut Model, on: bool) -> Vec<Effect> {
    let Some(open) = session(model) else { return Vec::new() };
    if on && !open.looking_back() {
        model.coevolution.generations = false;
        return Vec::new();
    }
    if !on && wished(model, open) == Some(Event::Confirmation) {
        model.coevolution.generations = true;
        return Vec::new();
    }
    let Some(at) = open.looked_at() else { return Vec::new() };
    // From the generation before the last on it goes to the last, and then to the confirmation.
    look(model, if on { at.saturating_add(1) } else { at.saturating_sub(1) })
}

/// The two, by number, whose games the cell under the cursor counts.
pub(super) fn pair(state: &State) -> Option<[usize; 2]> {
    let round = state.round.as_ref()?;
    let (row, column) = (state.row.at, state.column.at);
    let games: u32 = round.results.get(row)?.get(column)?.iter().sum();
    (games > 0).then(|| [round.number(row), round.number(column)])
}

/// Opens what is under the cursor.
fn open(model: &mut Model) {
    let state = &mut model.coevolution;
    match state.pane {
        Pane::Standings | Pane::Confirmation => {
            let round = state.round.as_ref();
            let chosen = round.and_then(|round| round.entries.get(state.row.at)?.organism.clone());
            if !may_drop_edits(model) {
                return;
            }
            let champion = model.evolution.as_ref().and_then(|open| open.champion());
            let is_champion = chosen.as_ref().map(|chosen| &chosen.origin)
                == champion.as_ref().map(|champion| &champion.origin);
            model.cast.choose(if is_champion { None } else { chosen });
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
                model.say(Weight::Error, text);
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
fn send(model: &mut Model) -> Vec<Effect> {
    let Some((open, shown)) = session(model).zip(shown(model)) else { return Vec::new() };
    let state = &model.coevolution;
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
    let task = shown.task(&scene_of(model, open, &shown), &of, folder);
    if task.is_none() {
        model.notice = Some((Weight::Warning, "no move was made in this game yet".to_owned()));
    }
    task.map(Effect::BackgroundTask).into_iter().collect()
}

/// Whether a fact is one of a round robin that is over.
pub(crate) fn is_news(open: &Evolution, fact: &Fact) -> bool {
    matches!(fact, Fact::Generation(_) | Fact::RunFinished(_)) && plays(open)
}

/// What is played now.
pub(crate) fn see(model: &mut Model, playing: LiveRound) {
    let state = &mut model.coevolution;
    state.board = state.board.min(playing.boards.len().saturating_sub(1));
    state.playing = playing;
}

/// The games of a round robin were read.
pub(crate) fn read(model: &mut Model, which: Which, games: Read) {
    model.coevolution.read(which, games);
}

/// Works out what is shown, and has its games read once somebody looks.
pub(crate) fn refresh(model: &mut Model) -> Option<Effect> {
    let looks = model.screen == Screen::Coevolution;
    if looks {
        model.coevolution.news = false;
    }
    follow(model, looks).map(Effect::BackgroundTask)
}

/// How often the clocks are to be drawn anew; `None` while none runs that somebody sees.
pub(crate) fn ticks(model: &Model) -> Option<Duration> {
    let open = session(model).filter(|open| model.screen == Screen::Coevolution && running(open))?;
    let timed = open.settings.as_ref()?.objective.self_play()?.control.is_timed();
    (timed && !model.coevolution.playing.boards.is_empty()).then_some(Duration::from_millis(100))
}

/// One step back within the screen; false where there is none.
pub(crate) fn back(model: &mut Model) -> bool {
    if model.screen != Screen::Coevolution || session(model).is_none() {
        return false;
    }
    let state = &mut model.coevolution;
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
        open.newest();
        state.generations = false;
    } else if state.generations {
        state.generations = false;
    } else {
        return false;
    }
    true
}

/// Moves what has the keys.
pub(crate) fn walk(model: &mut Model, action: Action) {
    let pane = model.coevolution.pane;
    walk_in(model, pane, action);
}

fn walk_in(model: &mut Model, pane: Pane, action: Action) {
    let page = |list| model.seen.page(list);
    let [table, finalists, drift, games, columns] =
        [List::Standings, List::Finalists, List::Drift, List::SessionGames, List::BoardColumns].map(page);
    let cells = page(List::Crosstable);
    let state = &mut model.coevolution;
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
                replay.walk(action);
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
pub(crate) fn clicked(model: &mut Model, spot: Spot) -> Vec<Effect> {
    let state = &mut model.coevolution;
    match spot {
        Spot::Pane(pane) => state.pane = pane,
        Spot::Row(row) => {
            let again = state.pane == Pane::Standings && state.row.at == row;
            (state.pane, state.row.at) = (Pane::Standings, row);
            if again {
                open(model);
            }
        }
        Spot::Cell(row, column) => {
            let again = state.pane == Pane::Crosstable && (state.row.at, state.column.at) == (row, column);
            (state.pane, state.row.at, state.column.at) = (Pane::Crosstable, row, column);
            if again && pair(state).is_some() {
                open(model);
            }
        }
        Spot::Moment(generation) => {
            state.pane = Pane::Course;
            return look(model, generation);
        }
        Spot::Game(row) => {
            let again = state.pane == Pane::Games && state.game.at == row;
            (state.pane, state.game.at) = (Pane::Games, row);
            if again {
                open(model);
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
pub(crate) fn rolled(model: &mut Model, spot: Spot, action: Action) {
    match spot {
        Spot::Pane(pane) => walk_in(model, pane, action),
        Spot::Row(_) => walk_in(model, Pane::Standings, action),
        Spot::Cell(..) => walk_in(model, Pane::Crosstable, action),
        Spot::Moment(_) => {}
        Spot::Game(_) => walk_in(model, Pane::Games, action),
        Spot::Board(boards::Spot::Board(_)) => walk_in(model, Pane::Boards, action),
        Spot::Board(boards::Spot::Ply(_)) => walk_in(model, Pane::Board, action),
    }
}
