//! The texts about the open session: what is played, how far it is, and what this screen is for.

use crate::arena::control::Control;
use crate::job::report::State as Work;
use crate::objectives::event::RoundPurpose;

use super::state::{State, is_self_play};
use crate::tui::prelude::*;

/// Returns the limit of each move in the games of a session.
pub(super) fn control(open: &Evolution) -> Option<Control> {
    let objective = &open.settings.as_ref()?.objective;
    objective.properties().play.map(|play| play.control)
}

pub(super) fn event_name(open: &Evolution, event: RoundPurpose) -> String {
    let name = match event {
        RoundPurpose::FinalMatch if starts_alone(open) || !is_self_play(open) => {
            "final match against the start"
        }
        RoundPurpose::Generation(generation) => {
            return format!("generation {}", thousands(generation.into()));
        }
        RoundPurpose::Confirmation => "confirmation",
        RoundPurpose::Milestones => "leaders against founders",
        RoundPurpose::FinalMatch => "champion against best founder",
        RoundPurpose::Proof => "proof with a longer limit",
    };
    name.to_owned()
}

/// Returns the title of a pane about the round robin shown.
pub(super) fn title(name: &str, state: &State, open: &Evolution) -> String {
    let Some(event) = state.round.as_ref().map(|round| round.event) else { return name.to_owned() };
    let generations = open.settings.as_ref().map_or(0, |settings| settings.generations);
    let of = match event {
        RoundPurpose::Generation(_) => format!(" of {}", thousands(generations.into())),
        _ => String::new(),
    };
    format!("{name} · {}{of}", event_name(open, event))
}

/// Returns whether an evolution begins at one start instead of several founders.
pub(super) fn starts_alone(open: &Evolution) -> bool {
    open.settings.as_ref().is_some_and(|settings| settings.outline().starts_alone())
}

/// Returns whether the optimizer's estimate takes part in the confirmation.
pub(super) fn has_estimate(open: &Evolution) -> bool {
    let is_known = open.run().is_some_and(|run| run.report.is_some());
    is_known && open.settings.as_ref().is_some_and(|settings| settings.initial.is_empty())
}

/// Returns how many games of the current event are finished, and how many there are.
pub(super) fn progress(state: &State, open: &Evolution) -> Option<(u64, u64)> {
    let settings = open.settings.as_ref()?;
    let progress = open.progress.as_ref()?;
    if settings.objective.properties().plays_opponents() {
        let games = progress.searches?.task_progress;
        return Some((games.done, games.total));
    }
    let RoundPurpose::Generation(_) = state.playing.event? else {
        return Some((progress.done, progress.total));
    };
    let (population, hall) = (settings.optimizer.population(), state.playing.hall.len());
    let total = settings.objective.settings().generation_work(population, hall as u32);
    Some((progress.done.saturating_sub(state.playing.before).min(total), total))
}

/// Returns the status line, shortened to `width` cells, and its role.
pub(super) fn status(state: &State, open: &Evolution, width: usize) -> (String, Role) {
    let known = |text: &str| Some(text.to_owned());
    let (parts, role) = match open.state {
        Work::Running => {
            let event = state.playing.event.map(|event| format!("▶ playing {}", event_name(open, event)));
            let of = |(done, total)| format!("{} of {} games", thousands(done), thousands(total));
            let games = progress(state, open).map(of);
            let left = open.progress.as_ref().and_then(|progress| progress.time_left);
            let left = left.map(|left| format!("{} left", duration(left)));
            ([event.or_else(|| known("▶ running")), games, left], Role::Good)
        }
        Work::Preparing => ([known("◆ preparing"), None, None], Role::Warning),
        Work::Paused => {
            let generations = open.settings.as_ref().map_or(0, |settings| settings.generations);
            let next = match open.latest().map(|last| last.generation) {
                Some(last) if last >= generations => "s confirms the champion".to_owned(),
                Some(last) => format!("s plays generation {}", thousands(u64::from(last) + 1)),
                None => "s plays generation 0".to_owned(),
            };
            ([known("‖ paused"), Some(next), None], Role::Warning)
        }
        Work::Done => ([known("✓ done"), known("the champion is confirmed"), None], Role::Good),
        Work::Failed => ([known("✗ failed"), open.failure.clone(), None], Role::Error),
        Work::Stopped => ([known("■ stopped"), None, None], Role::Dim),
    };
    let mut line = String::new();
    for part in parts.into_iter().flatten() {
        let longer = if line.is_empty() { part } else { format!("{line} · {part}") };
        if longer.cells() <= width {
            line = longer;
        }
    }
    (line, role)
}
