//! Draws the Pipeline screen.

use ratatui::layout::Rect;

use super::state::{State, generations, generations_of, open_stage, own_session, remaining};
use super::task::{Contents, Row};
use super::{Pane, Spot, curves, is_complete, is_running, lists, sorting};
use crate::experiment::Experiment;
use crate::job::report::State as JobState;
use crate::pipeline::{Progress, Stage, StageStatus};
use crate::tui::background::compare::setting_rows;
use crate::tui::draw::{Draw, Heading};
use crate::tui::format::{cut, duration, left, right, thousands};
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::widgets::areas::{below, split_top};
use crate::tui::widgets::lines::paragraphs;
use crate::tui::widgets::{bars, pane};

/// The widths of the columns in the list of pipelines.
const NAME: usize = 16;
const PRESET: usize = 12;
const DONE: usize = 10;
const AGE: usize = 15;

/// The widths of the columns in the table of stages.
const STAGE: usize = 13;
const STATE: usize = 13;
const GENERATIONS: usize = 13;
const TIME: usize = 18;

/// The minimum width of a table of stages with a separate column for the time.
const WIDE: u16 = 100;

/// The height of the list of pipelines, with border and heading.
const LIST: u16 = 8;
/// The height of the table of stages, with border, heading and the final organisms.
const STAGES: u16 = 9;
/// The height of the details of a stage, and the minimum height of the curves.
const DETAIL: u16 = 10;
const CURVES: u16 = 6;

pub(crate) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    if state.zoomed && state.selected_stage().is_some() {
        return zoomed(draw, state, model, area);
    }
    let list = LIST.min(state.list.rows().len() as u16 + 3).max(4);
    if area.height < LIST + STAGES || state.selected().is_none() {
        match state.pane {
            Pane::Stages if state.selected().is_some() => stages(draw, state, model, area),
            _ => pipelines(draw, state, model, area),
        }
        return;
    }
    let [top, rest] = split_top(area, list);
    pipelines(draw, state, model, top);
    if rest.height < STAGES + 5 {
        return stages(draw, state, model, rest);
    }
    let [middle, rest] = split_top(rest, STAGES);
    stages(draw, state, model, middle);
    if rest.height < DETAIL + CURVES {
        return detail(draw, state, model, rest);
    }
    let [upper, lower] = split_top(rest, DETAIL);
    detail(draw, state, model, upper);
    curves::draw(draw, state, model, lower);
}

/// Draws the details of the selected stage and the curves in place of the lists.
fn zoomed(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    if area.height < DETAIL + CURVES {
        return detail(draw, state, model, area);
    }
    let [upper, lower] = split_top(area, DETAIL);
    detail(draw, state, model, upper);
    curves::draw(draw, state, model, lower);
}

fn pipelines(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let focus = state.pane == Pane::List || state.selected().is_none();
    let note = model.sessions.root.display().to_string();
    let inner = pane::draw(draw, area, "Pipelines: from random bits to Evol*", &note, focus);
    if inner.height < 1 || inner.width < 20 {
        return;
    }
    match &state.list.read {
        None => return paragraphs(draw, inner, [("reading the saved pipelines …", Role::Dim)]),
        Some(Err(why)) => return paragraphs(draw, inner, [(why, Role::Error)]),
        Some(Ok(_)) => {}
    }
    let headings = [
        Heading::gap(2),
        Heading::left("pipeline", NAME).by(sorting::NAME),
        Heading::gap(1),
        Heading::left("preset", PRESET).by(sorting::PRESET),
        Heading::gap(1),
        Heading::left("stages", DONE).by(sorting::STAGES),
        Heading::gap(1),
        Heading::right("changed", AGE).by(sorting::CHANGED),
        Heading::gap(2),
        Heading::left("starts from", 12),
    ];
    draw.headings(Rect { height: 1, ..inner }, lists::PIPELINES, &headings);
    let body = below(inner, 1);
    for (index, row, line) in draw.visible(body, lists::PIPELINES, state.list.cursor.at, state.list.rows()) {
        let selected = index == state.list.cursor.at;
        draw.row(line, Target::own(Spot::Row(index)), selected);
        pipeline(draw, state, model, line, row, selected);
    }
}

fn pipeline(draw: &mut Draw<'_>, state: &State, model: &Model, line: Rect, row: &Row, selected: bool) {
    let (mark, role) = match selected {
        true if is_running(state, model) => ("▶", Role::Good),
        true => ("▸", Role::Key),
        false => (" ", Role::Key),
    };
    draw.over(line.x, line.y, 1, mark, role, selected);
    let (x, width) = (line.x + 2, line.width.saturating_sub(2));
    let age = row.age.map_or_else(String::new, |age| format!("{} ago", duration(age)));
    let (text, role) = match &row.contents {
        Err(error) => (format!("{} {error}", left(&row.name(), NAME)), Role::Error),
        Ok(contents) => {
            let total = contents.stages.len();
            let done =
                contents.stages.iter().filter(|(stage, _)| stage.progress == Progress::Complete).count();
            let stages = format!("{done} of {total}{}", if done == total { " ✓" } else { "" });
            let from = contents.plan.start.as_ref().map_or_else(
                || "random bits".to_owned(),
                |start| format!("{} organisms: {}", start.founders.len(), start.from),
            );
            let text = format!(
                "{} {} {} {}  {from}",
                left(&row.name(), NAME),
                left(&contents.plan.preset, PRESET),
                left(&stages, DONE),
                right(&age, AGE),
            );
            (text, Role::Text)
        }
    };
    draw.over(x, line.y, width, &cut(&text, usize::from(width)), role, selected);
}

fn stages(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let Some(row) = state.selected() else { return };
    let note = match &state.estimating {
        Some(folder) if *folder == row.folder => "estimating the time …".to_owned(),
        _ => {
            let room = usize::from(area.width).saturating_sub(row.name().len() + 12);
            model.times(&state.timing(model, is_running(state, model)), room)
        }
    };
    let inner = pane::draw(draw, area, &row.name(), &note, state.pane == Pane::Stages);
    if inner.height < 1 || inner.width < 20 {
        return;
    }
    let contents = match &row.contents {
        Ok(contents) => contents,
        Err(error) => return paragraphs(draw, inner, [(error, Role::Error)]),
    };
    let timed = has_time_column(state, model, inner, contents);
    let time = if timed { right("time", TIME + 1) } else { String::new() };
    let heading = format!(
        "    {} {} {}{time}   result",
        left("stage", STAGE),
        left("state", STATE),
        right("generations", GENERATIONS),
    );
    let heading = cut(&heading, usize::from(inner.width));
    draw.text(inner.x, inner.y, inner.width, &heading, Role::Dim);
    for (index, (status, result)) in contents.stages.iter().enumerate() {
        let y = inner.y + 1 + index as u16;
        if y >= inner.bottom() {
            return;
        }
        let line = Rect { y, height: 1, ..inner };
        draw.hits.note(line, Target::own(Spot::Stage(index)));
        let selected = index == state.stage.at;
        if selected {
            draw.fill(line, Role::Cursor);
        }
        stage(draw, state, model, line, (index, status, result), (selected, timed));
    }
    final_organisms(draw, state, model, inner, contents);
}

/// What the table shows of a stage.
struct Summary {
    mark: &'static str,
    word: &'static str,
    role: Role,
    /// The number of evaluated generations and of requested ones.
    generations: Option<(u64, u64)>,
    /// The time left, or the duration of a complete stage; empty if unknown.
    time: String,
}

/// Summarizes a stage: from the open session if that is the stage's and its job is alive, otherwise from `status`.
fn summary(state: &State, model: &Model, status: &StageStatus) -> Summary {
    let remaining = remaining(model, status);
    let about = || {
        let time = state.expected(model, status).map(|whole| whole.mul_f64(remaining));
        time.map_or_else(String::new, |time| format!("about {}", duration(time)))
    };
    if let Some(open) = own_session(model, status) {
        let (mark, word, role) = match open.state {
            JobState::Done => ("✓", "complete", Role::Good),
            JobState::Paused => ("‖", "paused", Role::Warning),
            _ => ("▶", "running", Role::Good),
        };
        let time = open.timing(model.now).left_text().unwrap_or_else(about);
        return Summary { mark, word, role, generations: Some(generations_of(open)), time };
    }
    let (mark, word, role) = match &status.progress {
        Progress::Waiting => ("·", "waiting", Role::Dim),
        Progress::Begun { in_use: true, .. } => ("◆", "in use", Role::Warning),
        Progress::Begun { .. } => ("‖", "unfinished", Role::Key),
        Progress::Complete => ("✓", "complete", Role::Good),
        Progress::Damaged(_) => ("✗", "damaged", Role::Error),
    };
    let planned = state.plan().and_then(|plan| plan.stage(status.stage)).map_or(0, generations);
    let generations = match status.progress {
        Progress::Begun { done, requested, .. } => Some((done, requested)),
        Progress::Complete => Some((planned, planned)),
        Progress::Waiting | Progress::Damaged(_) => None,
    };
    let time = match status.progress {
        Progress::Complete => {
            state.worked(status).map_or_else(String::new, |worked| format!("took {}", duration(worked)))
        }
        _ => about(),
    };
    Summary { mark, word, role, generations, time }
}

/// Returns whether the times have a separate column: if there is room, and the time of any stage is known.
fn has_time_column(state: &State, model: &Model, inner: Rect, contents: &Contents) -> bool {
    let is_known = |status| !summary(state, model, status).time.is_empty();
    inner.width >= WIDE && contents.stages.iter().any(|(status, _)| is_known(status))
}

fn stage(
    draw: &mut Draw<'_>,
    state: &State,
    model: &Model,
    line: Rect,
    (index, status, result): (usize, &StageStatus, &str),
    (selected, timed): (bool, bool),
) {
    let summary = summary(state, model, status);
    let fraction = |(done, requested)| format!("{}/{}", thousands(done), thousands(requested));
    let generations = summary.generations.map_or_else(|| "–".to_owned(), fraction);
    let mut x = line.x;
    let mut put = |draw: &mut Draw<'_>, text: &str, role: Role| {
        let room = line.right().saturating_sub(x);
        let text = cut(text, usize::from(room));
        draw.over(x, line.y, room, &text, role, selected);
        x = x.saturating_add(text.chars().count() as u16);
    };
    put(draw, if selected { "▸ " } else { "  " }, Role::Key);
    put(draw, &format!("{} {} ", index + 1, left(status.stage.name(), STAGE)), Role::Text);
    put(draw, &left(&format!("{} {}", summary.mark, summary.word), STATE), summary.role);
    put(draw, &format!(" {}", right(&generations, GENERATIONS)), Role::Text);
    if timed {
        put(draw, &format!(" {}", right(&summary.time, TIME)), Role::Text);
    }
    match &status.progress {
        Progress::Damaged(error) => put(draw, &format!("   {error}"), Role::Error),
        // Without a column of its own, the time of a stage is where its result will be.
        _ if !timed && result.is_empty() => put(draw, &format!("   {}", summary.time), Role::Text),
        _ => put(draw, &format!("   {result}"), Role::Organism),
    }
}

/// Draws the paths of the final organisms, and the progress of the pipeline until it is complete.
fn final_organisms(draw: &mut Draw<'_>, state: &State, model: &Model, inner: Rect, contents: &Contents) {
    let y = inner.y + 2 + contents.stages.len() as u16;
    if y >= inner.bottom() {
        return;
    }
    let (text, role) = match &contents.organisms {
        Some([evol0, evolstar]) => (format!("  ✓ {}  {}", evolstar.display(), evol0.display()), Role::Good),
        None => ("    Evol0 and Evol* are written when all stages are complete".to_owned(), Role::Dim),
    };
    draw.text(inner.x, y, inner.width, &cut(&text, usize::from(inner.width)), role);
    let share = state.share_done(model);
    if share < 1.0 && y + 1 < inner.bottom() && inner.width > 12 {
        bars::horizontal(draw, inner.x + 4, y + 1, inner.width - 8, share, Role::Band);
    }
}

/// Draws a description of the selected stage, its result, its settings, its folder, and the next commands.
fn detail(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let Some(((status, result), contents)) = state.selected_stage().zip(state.contents()) else { return };
    let Some(settings) = contents.plan.stage(status.stage) else { return };
    // The size of a coevolution's population is the number of champions of the previous stage.
    let settings = &contents.plan.with_placeholders(settings);
    draw.hits.note(area, Target::own(Spot::Detail));
    let inner = pane::draw(draw, area, status.stage.name(), "", false);
    let pairs: Vec<String> =
        setting_rows(settings).into_iter().map(|(name, value)| format!("{name} {value}")).collect();
    let folder = status.folder.display().to_string();
    let next = match state.selected() {
        Some(_) if is_running(state, model) => "The pipeline runs stage after stage; Space pauses it",
        Some(row) if open_stage(model, &row.folder).is_some_and(|open| open.alive()) => {
            "Space runs stage after stage, s steps one generation of the open stage, Enter shows it"
        }
        _ if is_complete(state) => {
            "v selects Evol* as subject and Evol0 as rival; R repeats this stage, f forks the pipeline here"
        }
        _ => "Space runs the pipeline; Enter opens this stage to step it by hand",
    };
    let (description, pairs) = (describe(status.stage, settings), pairs.join(" · "));
    let mut lines = vec![
        (description.as_str(), Role::Text),
        (result.as_str(), Role::Organism),
        (pairs.as_str(), Role::Text),
        (folder.as_str(), Role::Dim),
        ("", Role::Dim),
        (next, Role::Dim),
    ];
    if result.is_empty() {
        lines.remove(1);
    }
    paragraphs(draw, inner, lines);
}

fn describe(stage: Stage, settings: &Experiment) -> String {
    match (stage, settings.objective.self_play(), settings.objective.suite()) {
        (Stage::Coevolution, Some(games), _) => format!(
            "The champions play each other: {} games per pair and generation, each with another opening, {}; {} games per \
             pair confirm the best of the last generation{}{}.",
            games.games_per_pair,
            games.control,
            games.confirmation_games,
            match games.milestone_games {
                0 => String::new(),
                each => format!(", and the leader of each generation plays {each} games with each founder"),
            },
            match games.match_games {
                0 => String::new(),
                games => format!("; a match of {games} games with the best founder measures the gain"),
            }
        ),
        (Stage::Tuning, _, Some(tuning)) => format!(
            "Searches with the champion’s evaluation solve {}. Fewer nodes to the best move are fitter; a position without \
             its best move counts {} nodes.",
            tuning.positions.map_or_else(
                || tuning.suite.name(),
                |positions| format!("{positions} positions of {}", tuning.suite.name())
            ),
            thousands(tuning.node_limit.into())
        ),
        _ => format!(
            "{} independent runs from random bits. The more grandmasters’ moves an organism plays, the fitter it is.",
            settings.runs
        ),
    }
}
