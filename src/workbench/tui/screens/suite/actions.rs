//! The actions of the commands and the mouse on the Suite screen.

use std::sync::Arc;

use super::state::{Filter, Run};
use super::tasks::ReadSuite;
use super::{Act, ID, LoadedSuite, Pane, Spot, State, SuiteSettings, forms, lists, player, unsolved};
use crate::analysis::Step;
use crate::arena::PlayerFactory;
use crate::disagreement::OrganismRole;
use crate::positions::PositionSource;
use crate::solving::{Solver, Until};
use crate::tui::action::Action;
use crate::tui::background::BackgroundTask;
use crate::tui::cursor::Cursor;
use crate::tui::format::{duration, thousands};
use crate::tui::log::Severity;
use crate::tui::message::{Effect, Solve, SuiteTask};
use crate::tui::model::Model;
use crate::tui::playing;
use crate::tui::playing::side_panes::{Activity, SidePane};
use crate::tui::work::Work;

/// The size of each thread's transposition table, in MiB.
const HASH: usize = 16;

pub(super) fn perform(state: &mut State, model: &mut Model, act: Act) -> Vec<Effect> {
    let activity = Activity::new(state, model);
    match act {
        Act::Toggle => return toggle(state, model),
        Act::Restart => return restart(state, model),
        Act::Open => match state.pane {
            Pane::Analysis | Pane::Evaluation => return playing::perform(state, model, playing::Act::Press),
            _ => return playing::perform(state, model, playing::Act::PlayOn),
        },
        Act::Settings => model.open(Some(forms::settings(&state.settings))),
        Act::Rival => {
            state.role = Some(state.role().other());
        }
        Act::Filter => {
            let all = Filter::ALL;
            let at = all.iter().position(|filter| *filter == state.filter).unwrap_or(0);
            state.filter = all[(at + 1) % all.len()];
        }
        Act::Export => {
            let record = |index: usize| state.loaded()?.records.get(index).cloned();
            model.open(Some(forms::export(unsolved(state).filter_map(record).collect())));
        }
        Act::NextPane => state.pane = state.pane.next(true, activity),
        Act::PreviousPane => state.pane = state.pane.next(false, activity),
        Act::Zoom => state.zoomed = !state.zoomed,
    }
    state.update_rows();
    Vec::new()
}

/// Starts, pauses or resumes the run.
fn toggle(state: &mut State, model: &mut Model) -> Vec<Effect> {
    let (role, now) = (state.role(), model.now);
    let is_solving = state.solving == Some(role);
    match &mut state.runs[role as usize] {
        Some(run) if run.complete() => restart(state, model),
        Some(run) if is_solving => {
            run.set_running(!run.running, now);
            let paused = !run.running;
            vec![Effect::Solve(Solve::Pause(paused))]
        }
        Some(_) => start_threads(state, model),
        None => restart(state, model),
    }
}

/// Starts a new run with the current organism.
fn restart(state: &mut State, model: &mut Model) -> Vec<Effect> {
    let role = state.role();
    let Some((organism, loaded)) = player(state, model).zip(state.loaded()) else { return Vec::new() };
    let run = Run::new(organism, state.settings.clone(), loaded.problems.len());
    state.runs[role as usize] = Some(run);
    start_threads(state, model)
}

/// Gives the unsearched positions of the shown run to the solver threads, and suspends the other run.
fn start_threads(state: &mut State, model: &mut Model) -> Vec<Effect> {
    let (role, now) = (state.role(), model.now);
    if let Some(other) = &mut state.runs[role.other() as usize] {
        other.suspend(now);
    }
    let Some(problems) = state.loaded().map(|loaded| Arc::clone(&loaded.problems)) else { return Vec::new() };
    let Some(run) = &mut state.runs[role as usize] else { return Vec::new() };
    run.suspend(now);
    let Some(organism) = run.organism.organism() else {
        let text = "this organism cannot play: a parameter value is out of range".to_owned();
        model.show_notice(Severity::Error, text);
        return Vec::new();
    };
    let solver = Solver {
        factory: PlayerFactory::Organism {
            weights: organism.weights(),
            parameters: organism.search_parameters(run.settings.mode).0,
            hash: HASH,
        },
        limits: run.settings.limit.limits(),
        until: Until::Limit,
    };
    let todo = (0..run.cells.len()).filter(|index| run.cells[*index].attempt().is_none()).collect();
    let threads = run.settings.threads;
    run.set_running(true, now);
    state.solving = Some(role);
    vec![Effect::Solve(Solve::Start(Box::new(SuiteTask { solver, problems, todo, threads })))]
}

/// Applies the solver's progress to the run. Stops the solver when the run is complete or has failed.
pub(super) fn apply_steps(state: &mut State, model: &mut Model, steps: Vec<Step>) -> Vec<Effect> {
    let now = model.now;
    let mut failure = None;
    let Some(run) = state.solving.and_then(|role| state.runs[role as usize].as_mut()) else {
        return Vec::new();
    };
    let was_complete = run.complete();
    for step in steps {
        failure = run.apply(step, now).or(failure);
    }
    let summary = (!was_complete && run.complete()).then(|| {
        let sums = run.sums();
        let name = run.organism.origin.name();
        format!(
            "suite solved by {name}: {} of {}, {} nodes, in {}",
            thousands(sums.solved as u64),
            thousands(sums.done as u64),
            thousands(sums.nodes),
            duration(run.timing(now).elapsed)
        )
    });
    let complete = run.complete();
    if complete || failure.is_some() {
        state.solving = None;
    }
    state.update_rows();
    if let Some(text) = summary {
        model.works.end(Work::Suite, text.clone(), None);
        model.show_notice(Severity::Info, text);
    }
    if let Some(text) = failure {
        model.works.end(Work::Suite, "suite failed".to_owned(), None);
        model.show_notice(Severity::Error, text);
        return vec![Effect::Solve(Solve::Stop)];
    }
    if complete { vec![Effect::Solve(Solve::Stop)] } else { Vec::new() }
}

/// Applies the settings form. Other settings discard the results of both runs.
pub(super) fn apply_settings(state: &mut State, settings: SuiteSettings) -> Vec<Effect> {
    // A file that could not be read may have been corrected since.
    if matches!(state.suite, Some((_, Err(_)))) {
        (state.suite, state.requested) = (None, None);
    }
    if state.settings == settings {
        return Vec::new();
    }
    if state.settings.source != settings.source {
        let cursor = Cursor::default();
        (state.at, state.cursor, state.board_state.play) = (0, cursor, None);
    }
    state.settings = settings;
    state.runs = [None, None];
    state.solving = None;
    state.update_rows();
    vec![Effect::Solve(Solve::Stop)]
}

/// Stores a suite that was read.
pub(super) fn suite_read(
    state: &mut State,
    source: PositionSource,
    loaded: Result<Arc<LoadedSuite>, String>,
) {
    if source == state.settings.source {
        state.suite = Some((source, loaded));
        state.update_rows();
    }
}

/// Reads the suite when the screen is first shown, and moves the focus off a pane that is no longer available.
pub(super) fn refresh(state: &mut State, model: &mut Model) -> Option<Effect> {
    let activity = Activity::new(state, model);
    let available = match state.pane {
        Pane::Analysis => activity.has(SidePane::Analysis),
        Pane::Evaluation => activity.has(SidePane::Evaluation),
        _ => true,
    };
    if !available {
        state.pane = Pane::Board;
    }
    if state.role == Some(OrganismRole::Rival) && model.selection.rival.is_none() && state.run().is_none() {
        state.role = None;
    }
    let source = &state.settings.source;
    let known = state.suite.as_ref().is_some_and(|(opened, _)| opened == source);
    if model.screen != ID || known || state.requested.as_ref() == Some(source) {
        return None;
    }
    state.requested = Some(source.clone());
    state.suite = None;
    Some(Effect::BackgroundTask(BackgroundTask::new(ReadSuite(source.clone()))))
}

/// Goes one step back within the screen. Returns false if there is no step.
pub(super) fn back(state: &mut State) -> bool {
    if state.board_state.evaluation {
        state.board_state.evaluation = false;
    } else if state.zoomed {
        state.zoomed = false;
    } else if state.filter != Filter::All {
        state.filter = Filter::All;
        state.update_rows();
    } else {
        return false;
    }
    true
}

/// Moves the cursor of the focused pane.
pub(super) fn navigate(state: &mut State, model: &mut Model, action: Action) {
    let pane = state.pane;
    navigate_pane(state, model, pane, action);
}

fn navigate_pane(state: &mut State, model: &mut Model, pane: Pane, action: Action) {
    let page = |list| model.hits.page(list);
    let (columns, visible, rows) = (page(lists::COLUMNS).max(1), page(lists::CELLS), page(lists::ROWS));
    match pane {
        Pane::List => {
            model.step(lists::ROWS, &mut state.cursor, action, state.rows.len());
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
                    cursor.move_on_grid(action, columns, count);
                    cursor.at
                }
            };
            state.select(at);
        }
        Pane::Board | Pane::Analysis | Pane::Evaluation => {
            let mut at = Cursor { at: state.at };
            at.move_in_list(action, rows, state.loaded().map_or(0, |loaded| loaded.problems.len()));
            state.select(at.at);
        }
    }
}

/// Handles a click: selects a position, or opens the selected one.
pub(super) fn clicked(state: &mut State, model: &mut Model, spot: Spot) -> Vec<Effect> {
    let (pane, index) = match spot {
        Spot::Pane(pane) => (pane, None),
        Spot::Cell(index) => (Pane::Grid, Some(index)),
        Spot::Row(row) => (Pane::List, state.rows.get(row).copied()),
    };
    let again = state.pane == pane && index == Some(state.at);
    state.pane = pane;
    if let Some(index) = index {
        state.select(index);
    }
    if again { perform(state, model, Act::Open) } else { Vec::new() }
}

/// Handles the wheel: scrolls the pane under the mouse.
pub(super) fn scrolled(state: &mut State, model: &mut Model, spot: Spot, action: Action) {
    let pane = match spot {
        Spot::Pane(pane) => pane,
        Spot::Cell(_) => Pane::Grid,
        Spot::Row(_) => Pane::List,
    };
    if matches!(pane, Pane::Grid | Pane::List) {
        navigate_pane(state, model, pane, action);
    }
}
