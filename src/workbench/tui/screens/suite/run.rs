//! The runs through the suite: start, pause, and the solver's progress.

use super::state::Run;
use super::{State, SuiteSettings, player};
use crate::analysis::Step;
use crate::arena::PlayerFactory;
use crate::solving::{Solver, Until};
use crate::tui::message::{Solve, SuiteTask};
use crate::tui::prelude::*;
use crate::tui::work::LongWork;

/// The size of each thread's transposition table, in MiB.
const HASH: usize = 16;

/// Starts, pauses or resumes the run.
pub(super) fn toggle(state: &mut State, model: &mut Model) -> Vec<Effect> {
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
pub(super) fn restart(state: &mut State, model: &mut Model) -> Vec<Effect> {
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
            strength: None,
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
    let has_ended = run.complete() || failure.is_some();
    if has_ended {
        state.solving = None;
    }
    state.update_rows();
    if let Some(text) = summary {
        model.works.end(LongWork::Suite, text.clone(), None);
        model.show_notice(Severity::Info, text);
    }
    if let Some(text) = failure {
        model.works.end(LongWork::Suite, "suite failed".to_owned(), None);
        model.show_notice(Severity::Error, text);
    }
    has_ended.then_some(Effect::Solve(Solve::Stop)).into_iter().collect()
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
