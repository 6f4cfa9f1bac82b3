//! What each command of the screen does, and what the mouse means here.

use std::sync::Arc;

use super::state::{Listed, Run};
use super::tasks::{ReadSuite, WriteRecords};
use super::{Act, ID, Loaded, Pane, Spot, State, Terms, forms, lists, player, unsolved};
use crate::analysis::Step;
use crate::arena::PlayerFactory;
use crate::disagreement::Part;
use crate::positions::PositionSource;
use crate::solving::{Solver, Until};
use crate::tui::action::Action;
use crate::tui::background::BackgroundTask;
use crate::tui::cursor::Cursor;
use crate::tui::format::thousands;
use crate::tui::log::Severity;
use crate::tui::message::{Effect, Solve, SuiteTask};
use crate::tui::model::Model;
use crate::tui::playing;
use crate::tui::playing::beside::Going;

/// The transposition table of each thread, MiB.
const HASH: usize = 16;

/// Does what a command says.
pub(super) fn perform(state: &mut State, model: &mut Model, act: Act) -> Vec<Effect> {
    let to = Going::of(state, model);
    match act {
        Act::Toggle => return toggle(state, model),
        Act::Anew => return begin(state, model),
        Act::Open => match state.pane {
            Pane::Analysis | Pane::Evaluation => return playing::perform(state, model, playing::Act::Press),
            _ => return playing::perform(state, model, playing::Act::PlayOn),
        },
        Act::Terms => model.open(Some(forms::suite(&state.terms))),
        Act::Rival => {
            let other = if state.part() == Part::Subject { Part::Rival } else { Part::Subject };
            state.part = Some(other);
        }
        Act::Listed => {
            let all = Listed::ALL;
            let at = all.iter().position(|listed| *listed == state.listed).unwrap_or(0);
            state.listed = all[(at + 1) % all.len()];
        }
        Act::Slowest => state.slowest = !state.slowest,
        Act::Export => model.open(Some(forms::unsolved())),
        Act::NextPane => state.pane = state.pane.next(true, to),
        Act::PreviousPane => state.pane = state.pane.next(false, to),
        Act::Zoom => state.zoomed = !state.zoomed,
    }
    state.list();
    Vec::new()
}

/// Begins, pauses or goes on.
fn toggle(state: &mut State, model: &mut Model) -> Vec<Effect> {
    let (part, now) = (state.part(), model.now);
    let held = state.held == Some(part);
    match &mut state.runs[part as usize] {
        Some(run) if run.complete() => begin(state, model),
        Some(run) if held => {
            run.run(!run.running, now);
            let paused = !run.running;
            vec![Effect::Solve(Solve::Pause(paused))]
        }
        Some(_) => hand_over(state, model),
        None => begin(state, model),
    }
}

/// Begins anew with the organism as it is now.
fn begin(state: &mut State, model: &mut Model) -> Vec<Effect> {
    let part = state.part();
    let Some((organism, loaded)) = player(state, model).zip(state.loaded()) else { return Vec::new() };
    let run = Run::new(organism, state.terms.clone(), loaded.problems.len());
    state.runs[part as usize] = Some(run);
    hand_over(state, model)
}

/// Gives the threads what the run shown has left to do; nobody works on the other any more.
fn hand_over(state: &mut State, model: &mut Model) -> Vec<Effect> {
    let (part, now) = (state.part(), model.now);
    if let Some(other) = &mut state.runs[1 - part as usize] {
        other.lay_down(now);
    }
    let Some(problems) = state.loaded().map(|loaded| Arc::clone(&loaded.problems)) else { return Vec::new() };
    let Some(run) = &mut state.runs[part as usize] else { return Vec::new() };
    run.lay_down(now);
    let Some(organism) = run.organism.organism() else {
        let text = "this organism cannot play: a value is outside its range".to_owned();
        model.show_notice(Severity::Error, text);
        return Vec::new();
    };
    let solver = Solver {
        factory: PlayerFactory::Organism {
            weights: organism.weights(),
            parameters: organism.search_parameters(run.terms.mode).0,
            hash: HASH,
        },
        limits: run.terms.limit.limits(),
        until: Until::Limit,
    };
    let todo = (0..run.cells.len()).filter(|index| run.cells[*index].attempt().is_none()).collect();
    let threads = run.terms.threads;
    run.run(true, now);
    state.held = Some(part);
    vec![Effect::Solve(Solve::Start(Box::new(SuiteTask { solver, problems, todo, threads })))]
}

/// Takes in what happened to positions.
pub(super) fn hear(state: &mut State, model: &mut Model, steps: Vec<Step>) -> Vec<Effect> {
    let now = model.now;
    let mut trouble = None;
    let Some(run) = state.held.and_then(|part| state.runs[part as usize].as_mut()) else {
        return Vec::new();
    };
    let before = run.complete();
    for step in steps {
        trouble = run.learn(step, now).or(trouble);
    }
    let ended = (!before && run.complete()).then(|| {
        let sums = run.sums();
        let name = run.organism.origin.name("");
        format!(
            "suite solved by {name}: {} of {}, {} nodes",
            thousands(sums.solved as u64),
            thousands(sums.done as u64),
            thousands(sums.nodes)
        )
    });
    let complete = run.complete();
    if complete || trouble.is_some() {
        state.held = None;
    }
    state.list();
    if let Some(text) = ended {
        model.show_notice(Severity::Plain, text);
    }
    if let Some(text) = trouble {
        model.show_notice(Severity::Error, text);
        return vec![Effect::Solve(Solve::Stop)];
    }
    if complete { vec![Effect::Solve(Solve::Stop)] } else { Vec::new() }
}

/// The form of the terms was accepted: what was found under others says nothing about these.
pub(super) fn settled(state: &mut State, terms: Terms) -> Vec<Effect> {
    // A file that could not be read may have been mended since.
    if matches!(state.opened, Some((_, Err(_)))) {
        (state.opened, state.asked) = (None, None);
    }
    if state.terms == terms {
        return Vec::new();
    }
    if state.terms.source != terms.source {
        let cursor = Cursor::default();
        (state.at, state.cursor, state.table.play) = (0, cursor, None);
    }
    state.terms = terms;
    state.runs = [None, None];
    state.held = None;
    state.list();
    vec![Effect::Solve(Solve::Stop)]
}

/// A suite was read.
pub(super) fn opened(state: &mut State, source: PositionSource, loaded: Result<Arc<Loaded>, String>) {
    if source == state.terms.source {
        state.opened = Some((source, loaded));
        state.list();
    }
}

/// The file for the unsolved was named.
pub(super) fn exported(state: &State, path: std::path::PathBuf, replace: bool) -> Vec<Effect> {
    let Some(loaded) = state.loaded() else { return Vec::new() };
    let records = unsolved(state).filter_map(|index| loaded.records.get(index).cloned()).collect();
    vec![Effect::BackgroundTask(BackgroundTask::new(WriteRecords { records, path, replace }))]
}

/// Has the suite read once somebody looks.
pub(super) fn refresh(state: &mut State, model: &mut Model) -> Option<Effect> {
    let analysed = model.thinking.on.is_some();
    let weighed = state.table.evaluation || state.table.play.is_some();
    let gone = match state.pane {
        Pane::Analysis => !analysed,
        Pane::Evaluation => !weighed,
        _ => false,
    };
    if gone {
        state.pane = Pane::Board;
    }
    if state.part == Some(Part::Rival) && model.selection.rival.is_none() && state.run().is_none() {
        state.part = None;
    }
    let source = &state.terms.source;
    let known = state.opened.as_ref().is_some_and(|(opened, _)| opened == source);
    if model.screen != ID || known || state.asked.as_ref() == Some(source) {
        return None;
    }
    state.asked = Some(source.clone());
    state.opened = None;
    Some(Effect::BackgroundTask(BackgroundTask::new(ReadSuite(source.clone()))))
}

/// One step back within the screen; false where there is none.
pub(super) fn back(state: &mut State) -> bool {
    if state.table.evaluation {
        state.table.evaluation = false;
    } else if state.zoomed {
        state.zoomed = false;
    } else if state.listed != Listed::All {
        state.listed = Listed::All;
        state.list();
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
    let (columns, visible, rows) = (page(lists::COLUMNS).max(1), page(lists::CELLS), page(lists::ROWS));
    match pane {
        Pane::List => {
            state.cursor.moved(action, rows, state.rows.len());
            if let Some(index) = state.rows.get(state.cursor.at) {
                state.at = *index;
            }
        }
        Pane::Grid => {
            let count = state.loaded().map_or(0, |loaded| loaded.problems.len());
            let at = match action {
                Action::PageUp => state.at.saturating_sub(columns * visible.max(1)),
                Action::PageDown => state.at + columns * visible.max(1),
                _ => {
                    let mut cursor = Cursor { at: state.at };
                    cursor.moved_on_grid(action, columns, count);
                    cursor.at
                }
            };
            state.go_to(at);
        }
        Pane::Board | Pane::Analysis | Pane::Evaluation => {
            let mut at = Cursor { at: state.at };
            at.moved(action, rows, state.loaded().map_or(0, |loaded| loaded.problems.len()));
            state.go_to(at.at);
        }
    }
}

/// The mouse was pressed on something: a position is looked at; the one looked at is played on.
pub(super) fn clicked(state: &mut State, model: &mut Model, spot: Spot) -> Vec<Effect> {
    let (pane, index) = match spot {
        Spot::Pane(pane) => (pane, None),
        Spot::Cell(index) => (Pane::Grid, Some(index)),
        Spot::Row(row) => (Pane::List, state.rows.get(row).copied()),
    };
    let again = state.pane == pane && index == Some(state.at);
    state.pane = pane;
    if let Some(index) = index {
        state.go_to(index);
    }
    if again { perform(state, model, Act::Open) } else { Vec::new() }
}

/// The wheel was turned over something: that moves, whoever has the keys.
pub(super) fn rolled(state: &mut State, model: &mut Model, spot: Spot, action: Action) {
    let pane = match spot {
        Spot::Pane(pane) => pane,
        Spot::Cell(_) => Pane::Grid,
        Spot::Row(_) => Pane::List,
    };
    if matches!(pane, Pane::Grid | Pane::List) {
        walk_in(state, model, pane, action);
    }
}
