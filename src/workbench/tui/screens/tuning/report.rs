//! Draws the results of the shown generation, the progress of the running one, and the results on other suites.

use super::view::View;
use super::{State, session};
use crate::job::report::{Progress, State as JobState};
use crate::objectives::confirmation::FinalMatch;
use crate::objectives::details::{PlayOffResult, Solved, Tally};
use crate::tui::curve::Point;
use crate::tui::format::{compact, rounded, significant};
use crate::tui::playing::analysis::short;
use crate::tui::prelude::*;

/// The height of the pane including its borders, in rows.
pub(super) const HEIGHT: u16 = 15;

/// The width of the rows' names, in columns.
const NAME: u16 = 10;

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let Ok(open) = session(model) else { return };
    let view = View::new(state, model).ok();
    let title = match (&view, open.earlier.is_some(), open.latest()) {
        (Some(view), true, Some(newest)) => {
            format!("Generation {} of {}", view.record.generation, newest.generation)
        }
        (Some(view), ..) => format!("Generation {}", thousands(view.record.generation.into())),
        (None, ..) => "Generation".to_owned(),
    };
    let note = match open.earlier.is_some() {
        true => "looking back".to_owned(),
        false if open.runs.len() > 1 => format!("run {}", open.shown + 1),
        false => String::new(),
    };
    let inner = frame.open(draw, &title, &note);
    let mut lines = Lines::new(draw, inner);
    match &view {
        Some(view) => statistics(&mut lines, view),
        None => lines.text("no generation is complete yet", Role::Dim),
    }
    let busy = matches!(open.state, JobState::Running | JobState::Preparing) || view.is_none();
    if let Some(progress) = open.progress.as_ref().filter(|_| busy) {
        running(&mut lines, progress);
    }
    examinations(&mut lines, open);
    play_off(&mut lines, open);
    if let Some(view) = &view {
        settings(&mut lines, view);
    }
}

/// Draws a row with a name and a value.
fn row(lines: &mut Lines<'_, '_>, name: &str, value: &str, role: Role) {
    let Some(Rect { x, y, width, .. }) = lines.next() else { return };
    lines.draw.text(x, y, width, name, if role == Role::Text { Role::Dim } else { role });
    let room = width.saturating_sub(NAME);
    lines.draw.text(x + NAME, y, room, &cut(value, usize::from(room)), role);
}

/// Formats the change of a sum of nodes.
fn change(now: f64, before: Option<f64>) -> String {
    match before {
        Some(before) if (now - before).abs() >= 0.5 => {
            let mark = if now > before { "▲" } else { "▼" };
            format!("  {mark} {}", significant((now - before).abs() as u64, 3))
        }
        Some(_) => "  ·".to_owned(),
        None => String::new(),
    }
}

fn statistics(lines: &mut Lines<'_, '_>, view: &View<'_>) {
    let measure = view.open.measure();
    let record = view.record;
    let run = view.open.run();
    let points = || run.map(|run| &run.curve);
    // The previous generation is known only from the curve.
    let before = record.generation.checked_sub(1).and_then(|generation| points()?.at(generation));
    let sum = |score: f64, old: fn(&Point) -> f64| {
        let now = measure.value(score);
        let old = before.map(|point| measure.value(old(point)));
        // Logarithms are no share of a whole.
        let share = match measure.percentage(score) {
            share if share.is_empty() => share,
            share => format!("{share:>6} %"),
        };
        format!("{}{share}{}", right(&rounded(now), 11), change(now, old))
    };
    let best = sum(record.spread.best as f64, |point| point.spread.best as f64);
    row(lines, "best Σ", &best, Role::Organism);
    row(lines, "mean Σ", &sum(record.spread.mean, |point| point.spread.mean), Role::Mean);
    let positions = view.positions() as u64;
    let tally = view.tally(0);
    let share = percent(tally.found as f64, positions);
    let found = format!("{} of {}, {share} %", thousands(tally.found), thousands(positions));
    row(lines, "best found", &format!(" {found}"), Role::Text);
    let each = thousands(tally.nodes / positions.max(1));
    row(lines, "best nodes", &format!(" {each} per position"), Role::Text);
    let Solved { by_none, by_all } = Solved::of(&record.nodes);
    let text = format!(" {} by no organism, {} by all", thousands(by_none as u64), thousands(by_all as u64));
    row(lines, "solved", &text, Role::Text);
    if let Some(searches) = points().and_then(|curve| curve.at(record.generation)?.searches) {
        let all = record.population.len();
        let text = format!(
            " {} new, {} cached, {} duplicate",
            searches.new,
            searches.different - searches.new,
            all.saturating_sub(searches.different)
        );
        row(lines, "searches", &text, Role::Text);
        row(lines, "", &format!(" {} different so far", thousands(searches.known as u64)), Role::Text);
    }
}

/// Draws what a play-off decided.
fn play_off(lines: &mut Lines<'_, '_>, open: &Evolution) {
    let Some(games) = open.run().and_then(|run| run.result.as_ref()?.details.confirmation()) else { return };
    let elo = games.final_match.as_ref().and_then(FinalMatch::elo);
    let elo = elo.map_or_else(String::new, |elo| format!(", final match {elo} Elo"));
    let (text, role) = match PlayOffResult::of(games) {
        PlayOffResult::Tuned => (format!(" the tuned search won{elo}"), Role::Good),
        PlayOffResult::LostFinalMatch => (format!(" the untuned search is kept{elo}"), Role::Bad),
        PlayOffResult::LostRoundRobin => (" the untuned search is kept: none beat it".to_owned(), Role::Bad),
    };
    row(lines, "play-off", &text, role);
}

/// Draws the settings of every search.
fn settings(lines: &mut Lines<'_, '_>, view: &View<'_>) {
    let Some(settings) = &view.open.settings else { return };
    let (Some(tuning), Some(fixed)) = (settings.objective.suite(), settings.target.evaluation()) else {
        return;
    };
    let limit = format!(" {} nodes per position", thousands(tuning.node_limit.into()));
    row(lines, "limit", &limit, Role::Text);
    let of = format!(" of {}, {} MiB table", fixed.organism, tuning.table());
    row(lines, "evaluation", &of, Role::Text);
}

/// Draws the progress of the running generation.
fn running(lines: &mut Lines<'_, '_>, progress: &Progress) {
    let activity = match progress.searches.and_then(|searches| searches.generation) {
        Some(generation) => format!("running generation {generation}"),
        None => progress.activity.to_owned(),
    };
    let share = progress.done as f64 / progress.total.max(1) as f64;
    let left = progress.time_left.map_or_else(String::new, |left| format!(" · {} left", duration(left)));
    lines.text(&format!("▶ {activity}{left}"), Role::Good);
    if progress.total == 0 {
        return;
    }
    if let Some(line) = lines.next() {
        let unit = if progress.searches.is_some() { "searches" } else { "games" };
        let text = format!(" {} of {} {unit}", thousands(progress.done), thousands(progress.total));
        let bar = line.width.saturating_sub(text.cells() as u16);
        bars::horizontal(lines.draw, line.x, line.y, bar, share, Role::Organism);
        lines.draw.text(line.x + bar, line.y, line.width - bar, &text, Role::Text);
    }
    if let Some(searches) = progress.searches {
        let (nodes, pace) =
            (short(searches.task_progress.nodes), short(searches.nodes_per_second.round() as u64));
        lines.text(&format!("{nodes} nodes, {pace}/s"), Role::Dim);
    }
}

/// Draws the results of the champion and the untuned search on each suite, after the end of the run.
fn examinations(lines: &mut Lines<'_, '_>, open: &Evolution) {
    let result = open.run().and_then(|run| run.result.as_ref());
    let Some(examinations) = result.and_then(|result| result.details.examinations()) else { return };
    lines.text("found, Σ nodes: champion; untuned", Role::Dim);
    for examined in examinations {
        let of = |tally: &Tally| format!("{} {}", thousands(tally.found), compact(tally.nodes));
        let name = std::path::Path::new(&examined.suite).file_name();
        let name = name.map_or_else(|| examined.suite.clone(), |name| name.to_string_lossy().into_owned());
        let which = if examined.trained { ", tuned on" } else { "" };
        let tallies = format!("{}; {}", of(&examined.champion), of(&examined.untuned));
        let role = if examined.champion.nodes <= examined.untuned.nodes { Role::Good } else { Role::Bad };
        let Some(line) = lines.next() else { return };
        let room = usize::from(line.width).saturating_sub(tallies.cells() + 1);
        let label = cut(&format!("✓ {name}{which}"), room);
        lines.draw.text(line.x, line.y, line.width, &label, Role::Text);
        let at = line.right().saturating_sub(tallies.cells() as u16).max(line.x);
        lines.draw.text(at, line.y, line.right() - at, &tallies, role);
    }
}
