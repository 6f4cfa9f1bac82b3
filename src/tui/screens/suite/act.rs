//! What each command of the screen does, and what the mouse means here.

use std::sync::Arc;

use super::state::{Listed, Run};
use super::{Act, Loaded, Pane, Spot, State, Terms, player, unsolved};
use crate::analysis::Step;
use crate::arena::PlayerFactory;
use crate::disagreement::Part;
use crate::positions::PositionSource;
use crate::solving::{Solver, Until};
use crate::tui::background::BackgroundTask;
use crate::tui::commands::Action;
use crate::tui::format::thousands;
use crate::tui::message::{Effect, Solve, Task};
use crate::tui::model::{Cursor, List, Model, Popup, Weight};
use crate::tui::playing;
use crate::tui::playing::beside::Going;
use crate::tui::popups::forms::Form;
use crate::tui::screens::Screen;

/// The transposition table of each thread, MiB.
const HASH: usize = 16;

/// Does what a command says.
pub(crate) fn perform(model: &mut Model, act: Act) -> Vec<Effect> {
    let to = Going::of(model);
    let state = &mut model.suite;
    match act {
        Act::Toggle => return toggle(model),
        Act::Anew => return begin(model),
        Act::Open => match state.pane {
            Pane::Analysis | Pane::Evaluation => return playing::perform(model, playing::Act::Press),
            _ => return playing::perform(model, playing::Act::PlayOn),
        },
        Act::Terms => model.popup = Some(Popup::Form(Box::new(Form::suite(&state.terms)))),
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
        Act::Export => model.popup = Some(Popup::Form(Box::new(Form::unsolved()))),
        Act::NextPane => state.pane = state.pane.next(true, to),
        Act::PreviousPane => state.pane = state.pane.next(false, to),
        Act::Zoom => state.zoomed = !state.zoomed,
    }
    model.suite.list();
    Vec::new()
}

/// Begins, pauses or goes on.
fn toggle(model: &mut Model) -> Vec<Effect> {
    let (part, now) = (model.suite.part(), model.now);
    let held = model.suite.held == Some(part);
    match &mut model.suite.runs[part as usize] {
        Some(run) if run.complete() => begin(model),
        Some(run) if held => {
            run.run(!run.running, now);
            let paused = !run.running;
            vec![Effect::Solve(Solve::Pause(paused))]
        }
        Some(_) => hand_over(model),
        None => begin(model),
    }
}

/// Begins anew with the organism as it is now.
fn begin(model: &mut Model) -> Vec<Effect> {
    let part = model.suite.part();
    let Some((organism, loaded)) = player(model).zip(model.suite.loaded()) else { return Vec::new() };
    let run = Run::new(organism, model.suite.terms.clone(), loaded.problems.len());
    model.suite.runs[part as usize] = Some(run);
    hand_over(model)
}

/// Gives the threads what the run shown has left to do; nobody works on the other any more.
fn hand_over(model: &mut Model) -> Vec<Effect> {
    let (part, now) = (model.suite.part(), model.now);
    let state = &mut model.suite;
    if let Some(other) = &mut state.runs[1 - part as usize] {
        other.lay_down(now);
    }
    let Some(problems) = state.loaded().map(|loaded| Arc::clone(&loaded.problems)) else { return Vec::new() };
    let Some(run) = &mut state.runs[part as usize] else { return Vec::new() };
    run.lay_down(now);
    let Some(organism) = run.organism.organism() else {
        let text = "this organism cannot play: a value is outside its range".to_owned();
        model.say(Weight::Error, text);
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
    vec![Effect::Solve(Solve::Start(Box::new(Task { solver, problems, todo, threads })))]
}

/// Takes in what happened to positions.
pub(crate) fn score_positions(model: &mut Model, steps: Vec<Step>) -> Vec<Effect> {
    let now = model.now;
    let mut trouble = None;
    let state = &mut model.suite;
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
        model.say(Weight::Plain, text);
    }
    if let Some(text) = trouble {
        model.say(Weight::Error, text);
        return vec![Effect::Solve(Solve::Stop)];
    }
    if complete { vec![Effect::Solve(Solve::Stop)] } else { Vec::new() }
}

/// The form of the terms was accepted: what was found under others says nothing about these.
pub(crate) fn settled(model: &mut Model, terms: Terms) -> Vec<Effect> {
    let state = &mut model.suite;
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
pub(crate) fn opened(model: &mut Model, source: PositionSource, loaded: Result<Arc<Loaded>, String>) {
    if source == model.suite.terms.source {
        model.suite.opened = Some((source, loaded));
        model.suite.list();
    }
}

/// The file for the unsolved was named.
pub(crate) fn exported(model: &Model, path: std::path::PathBuf, replace: bool) -> Vec<Effect> {
    let Some(loaded) = model.suite.loaded() else { return Vec::new() };
    let records = unsolved(model).filter_map(|index| loaded.records.get(index).cloned()).collect();
    vec![Effect::BackgroundTask(BackgroundTask::Records { records, path, replace })]
}

/// Has the suite read once somebody looks.
pub(crate) fn refresh(model: &mut Model) -> Option<Effect> {
    let analysed = model.thinking.on.is_some();
    let weighed = model.suite.table.evaluation || model.suite.table.play.is_some();
    let state = &mut model.suite;
    let gone = match state.pane {
        Pane::Analysis => !analysed,
        Pane::Evaluation => !weighed,
        _ => false,
    };
    if gone {
        state.pane = Pane::Board;
    }
    if state.part == Some(Part::Rival) && model.cast.rival.is_none() && state.run().is_none() {
        state.part = None;
    }
    let source = &state.terms.source;
    let known = state.opened.as_ref().is_some_and(|(opened, _)| opened == source);
    if model.screen != Screen::Suite || known || state.asked.as_ref() == Some(source) {
        return None;
    }
    state.asked = Some(source.clone());
    state.opened = None;
    Some(Effect::BackgroundTask(BackgroundTask::Suite(source.clone())))
}

/// One step back within the screen; false where there is none.
pub(crate) fn back(model: &mut Model) -> bool {
    if model.screen != Screen::Suite {
        return false;
    }
    let state: &mut State = &mut model.suite;
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
pub(crate) fn walk(model: &mut Model, action: Action) {
    let pane = model.suite.pane;
    walk_in(model, pane, action);
}

fn walk_in(model: &mut Model, pane: Pane, action: Action) {
    let page = |list| model.seen.page(list);
    let (columns, visible, rows) = (page(List::CellColumns).max(1), page(List::Cells), page(List::SuiteRows));
    let state = &mut model.suite;
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
pub(crate) fn clicked(model: &mut Model, spot: Spot) -> Vec<Effect> {
    let state = &mut model.suite;
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
    if again { perform(model, Act::Open) } else { Vec::new() }
}

/// The wheel was turned over something: that moves, whoever has the keys.
pub(crate) fn rolled(model: &mut Model, spot: Spot, action: Action) {
    let pane = match spot {
        Spot::Pane(pane) => pane,
        Spot::Cell(_) => Pane::Grid,
        Spot::Row(_) => Pane::List,
    };
    if matches!(pane, Pane::Grid | Pane::List) {
        walk_in(model, pane, action);
    }
}
