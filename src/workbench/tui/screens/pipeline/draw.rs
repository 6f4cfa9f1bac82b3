//! Draws a pipeline.

use super::commands::{is_complete, is_running};
use super::state::{State, generations, generations_of, open_stage, own_session, remaining};
use super::task::Contents;
use super::{CURVES, DETAIL, ID, LIST, STAGES};
use crate::job::report::State as JobState;
use crate::pipeline::{Progress, StageStatus};
use crate::tui::background::compare::setting_rows;
use crate::tui::prelude::*;

/// The height of the table of stages, with border, heading, the final organisms and the progress.
const TABLE_HEIGHT: u16 = 9;
/// The height of the details of a stage, and the minimum height of the curves.
const DETAIL_HEIGHT: u16 = 11;
const CURVES_HEIGHT: u16 = 6;
/// The least width of a table with the times.
const WIDE: u16 = 98;
/// The least height of a view beside which each stage has a line of its own.
const TALL: u16 = 30;

/// Divides an area among the panes. The stages are always shown.
pub(super) fn places(state: &State, _model: &Model, area: Rect) -> Vec<(usize, Rect)> {
    let PaneFocus { at: focus, is_zoomed } = state.panes;
    if is_zoomed || area.height < TABLE_HEIGHT + CURVES_HEIGHT {
        return vec![(focus, area)];
    }
    let [top, rest] = split_top(area, TABLE_HEIGHT);
    if rest.height < DETAIL_HEIGHT + CURVES_HEIGHT {
        let lower = if focus == CURVES { CURVES } else { DETAIL };
        return vec![(STAGES, top), (lower, rest)];
    }
    let [middle, lower] = split_top(rest, DETAIL_HEIGHT);
    vec![(STAGES, top), (DETAIL, middle), (CURVES, lower)]
}

/// Returns the table of the stages; `None` until the pipeline is read.
pub(super) fn table<'a>(state: &'a State, model: &'a Model) -> Option<Table<'a>> {
    let stages = state.contents()?.stages.iter().enumerate();
    let rows: Vec<(usize, &StageStatus, &str, Summary)> = stages
        .map(|(index, (status, result))| (index, status, result.as_str(), summary(state, model, status)))
        .collect();
    let is_timed = rows.iter().any(|(.., summary)| !summary.time.is_empty());
    let result = |status: &StageStatus, result: &str| match &status.progress {
        Progress::Damaged(error) => (error.clone(), Role::Error),
        _ => (result.to_owned(), Role::Organism),
    };
    let fraction = |(done, requested)| format!("{}/{}", thousands(done), thousands(requested));
    let table = Rows::new(LIST, rows, state.stage.at)
        .left("stage", 15, |(index, status, ..)| {
            (format!("{} {}", index + 1, status.stage.name()), Role::Text)
        })
        .left("state", 12, |(.., summary)| (format!("{} {}", summary.mark, summary.word), summary.role))
        .right("generations", 12, move |(.., summary)| {
            (summary.generations.map_or_else(|| "–".to_owned(), fraction), Role::Text)
        })
        .right("time", 18, |(.., summary)| (summary.time.clone(), Role::Text))
        .least_width(if is_timed { WIDE } else { u16::MAX })
        .rest("result", move |(_, status, text, _)| result(status, text))
        .gap(3)
        .table();
    Some(table)
}

pub(super) fn stages(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let name = state.folder.as_deref().map(files::name).unwrap_or_default();
    let note = match &state.estimating {
        Some(folder) if Some(folder) == state.folder.as_ref() => "estimating the time …".to_owned(),
        _ => {
            let room = usize::from(frame.area.width).saturating_sub(name.cells() + 12);
            model.times(&state.timing(model, is_running(state, model)), room)
        }
    };
    let inner = frame.open(draw, &format!("{name}: from random bits to Evol*"), &note);
    let (Some(contents), Some(table)) = (state.contents(), table(state, model)) else {
        let error = state.row.as_ref().and_then(|row| row.contents.as_ref().err());
        let (text, role) =
            error.map_or(("reading the pipeline …", Role::Dim), |error| (error.as_str(), Role::Error));
        return paragraphs(draw, inner, [(text, role)]);
    };
    table.draw(draw, inner, frame.focused);
    final_organisms(draw, state, model, below(inner, 2 + contents.stages.len() as u16), contents);
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

/// Draws the paths of the final organisms, and the progress of the pipeline until it is complete.
fn final_organisms(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect, contents: &Contents) {
    let (text, role) = match &contents.organisms {
        Some([evol0, evolstar]) => (format!("✓ {}  {}", evolstar.display(), evol0.display()), Role::Good),
        None => {
            let start = contents.plan.start.as_ref().map_or_else(
                || "random bits".to_owned(),
                |start| format!("{} organisms: {}", start.founders.len(), start.from),
            );
            (format!("from {start}; Evol0 and Evol* are written when all stages are complete"), Role::Dim)
        }
    };
    let rest = paragraph(draw, Rect { height: area.height.min(1), ..area }, &text, role);
    let rest = Rect { height: area.height.saturating_sub(1), ..rest };
    let share = state.share_done(model);
    if share < 1.0 && rest.height > 0 && rest.width > 12 {
        bars::horizontal(draw, rest.x + 1, rest.y, rest.width - 2, share, Role::Band);
    }
}

/// Draws a description of the selected stage, its result, its settings, its folder, and the next commands.
pub(super) fn detail(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let Some(((status, result), contents)) = state.selected_stage().zip(state.contents()) else {
        frame.open(draw, "Stage", "");
        return;
    };
    let Some(settings) = contents.plan.stage(status.stage) else { return };
    // The size of a coevolution's population is the number of champions of the previous stage.
    let settings = &contents.plan.with_placeholders(settings);
    let inner = frame.open(draw, status.stage.name(), "");
    let pairs: Vec<String> =
        setting_rows(settings).into_iter().map(|(name, value)| format!("{name} {value}")).collect();
    let folder = status.folder.display().to_string();
    let open = state.folder.as_ref().and_then(|folder| open_stage(model, folder));
    let next = match open {
        _ if is_running(state, model) => "The pipeline runs stage after stage; Space pauses it",
        Some(open) if open.alive() => {
            "Space runs stage after stage, Enter shows the open stage, in which s steps one generation"
        }
        _ if is_complete(state) => {
            "K selects Evol* as subject and Evol0 as rival; Ctrl-R repeats this stage, B forks the pipeline here"
        }
        _ => "Space runs the pipeline; Enter opens this stage to step it by hand",
    };
    let (description, pairs) = (describe(settings), pairs.join(" · "));
    let lines = [
        (description.as_str(), Role::Text),
        (result.as_str(), Role::Organism),
        (pairs.as_str(), Role::Text),
        (folder.as_str(), Role::Dim),
        (next, Role::Dim),
    ];
    paragraphs(draw, inner, lines.into_iter().filter(|(text, _)| !text.is_empty()));
}

/// Draws the stages beside another view: a line each with its result, or all in one line. Returns the area below.
pub(super) fn strip(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) -> Rect {
    let Some(contents) = state.contents() else { return area };
    let open = model.evolution.as_ref().map(|open| open.folder.clone());
    let stages = contents.stages.iter().enumerate();
    let parts = stages.map(|(index, (status, result))| {
        let summary = summary(state, model, status);
        let generations = summary.generations.filter(|(done, all)| done < all);
        let generations = generations
            .map_or_else(String::new, |(done, all)| format!(" {}/{}", thousands(done), thousands(all)));
        let role = if Some(&status.folder) == open.as_ref() { Role::Title } else { Role::Dim };
        let name = format!("{} {}", index + 1, status.stage.name());
        (name, role, format!("{}{generations}", summary.mark), summary.role, result)
    });
    let (x, width) = (area.x + 1, area.width.saturating_sub(1));
    let shown = Target::Act(Action::Show(ID));
    if area.height < TALL {
        let [line, rest] = split_top(area, 1);
        let mut at = x;
        for (index, (name, role, mark, mark_role, _)) in parts.enumerate() {
            let before = if index == 0 { "" } else { " · " };
            let spans = [(before, Role::Dim), (name.as_str(), role), (" ", role), (mark.as_str(), mark_role)];
            at = draw.spans(at, line.y, line.right().saturating_sub(at), &spans);
        }
        draw.hits.note(line, shown);
        return rest;
    }
    let count = contents.stages.len() as u16;
    let [lines, rest] = split_top(area, count);
    for ((name, role, mark, mark_role, result), line) in parts.zip(lines.rows()) {
        let (name, mark) = (left(&name, 16), left(&mark, 16));
        let result = cut(result, usize::from(width).saturating_sub(32));
        let spans = [(name.as_str(), role), (mark.as_str(), mark_role), (result.as_str(), Role::Organism)];
        draw.spans(x, line.y, width, &spans);
    }
    draw.hits.note(lines, shown);
    rest
}

fn describe(settings: &Experiment) -> String {
    let objective = &settings.objective;
    objective.settings().method().unwrap_or_else(|| {
        let (runs, about) = (settings.runs, objective.properties().about);
        format!("{runs} independent runs from random bits. Organisms {about}.")
    })
}
