//! Draws the Pipeline screen.

use ratatui::layout::Rect;

use super::state::{State, open_stage};
use super::task::{Row, Shown};
use super::{Pane, Spot, curves, is_complete, lists, runs};
use crate::experiment::Experiment;
use crate::job::report::State as JobState;
use crate::pipeline::Stage;
use crate::pipeline::{Progress, StageStatus};
use crate::tui::background::compare::setting_rows;
use crate::tui::draw::Draw;
use crate::tui::format::{cut, duration, left, right, thousands, wrap};
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::widgets::{bars, pane};

/// Columns of the list of pipelines.
const NAME: usize = 16;
const PRESET: usize = 12;
const DONE: usize = 10;
const AGE: usize = 15;

/// Columns of the table of stages.
const STAGE: usize = 13;
const STATE: usize = 13;
const GENERATIONS: usize = 13;
const TIME: usize = 18;

/// From so many columns on, the time has one of its own.
const WIDE: u16 = 100;

/// Rows of the list, with its border and heading.
const LIST: u16 = 8;
/// Rows of the stages, with border, heading and the organisms at the end.
const STAGES: u16 = 9;
/// Rows of what is told of a stage, and the fewest of curves.
const DETAIL: u16 = 10;
const CURVES: u16 = 6;

/// Draws it.
pub(crate) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let list = LIST.min(state.rows().len() as u16 + 3).max(4);
    if area.height < LIST + STAGES || state.chosen().is_none() {
        match state.pane {
            Pane::Stages if state.chosen().is_some() => stages(draw, state, model, area),
            _ => pipelines(draw, state, model, area),
        }
        return;
    }
    pipelines(draw, state, model, Rect { height: list, ..area });
    let below = Rect { y: area.y + list, height: area.height - list, ..area };
    if below.height < STAGES + 5 {
        stages(draw, state, model, below);
        return;
    }
    stages(draw, state, model, Rect { height: STAGES, ..below });
    let rest = Rect { y: below.y + STAGES, height: below.height - STAGES, ..below };
    if rest.height < DETAIL + CURVES {
        detail(draw, state, model, rest);
        return;
    }
    detail(draw, state, model, Rect { height: DETAIL, ..rest });
    curves::draw(draw, state, model, Rect { y: rest.y + DETAIL, height: rest.height - DETAIL, ..rest });
}

fn paragraphs(draw: &mut Draw<'_>, area: Rect, texts: &[(&str, Role)]) {
    let mut y = area.y;
    for (text, role) in texts {
        for line in wrap(text, usize::from(area.width.saturating_sub(2))) {
            if y < area.bottom() {
                draw.text(area.x + 1, y, area.width.saturating_sub(2), &line, *role);
                y += 1;
            }
        }
    }
}

fn pipelines(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let keys = state.pane == Pane::List || state.chosen().is_none();
    let note = model.sessions.root.display().to_string();
    let inner = pane::draw(draw, area, "Pipelines: from random bits to Evol*", &note, keys);
    if inner.height < 1 || inner.width < 20 {
        return;
    }
    match &state.rows {
        None => return paragraphs(draw, inner, &[("reading the saved pipelines …", Role::Dim)]),
        Some(Err(why)) => return paragraphs(draw, inner, &[(why, Role::Error)]),
        Some(Ok(rows)) if rows.is_empty() => {
            return paragraphs(
                draw,
                inner,
                &[
                    (
                        "n  plans the whole road: random bits, grandmasters’ moves, games between champions, a tuned search",
                        Role::Key,
                    ),
                    ("", Role::Dim),
                    (
                        "No pipeline is saved here yet. Each stage is a session that can be stopped, stepped by hand and gone on with.",
                        Role::Dim,
                    ),
                ],
            );
        }
        Some(Ok(_)) => {}
    }
    let heading = format!(
        "  {} {} {} {}  starts from",
        left("pipeline", NAME),
        left("preset", PRESET),
        left("stages", DONE),
        right("changed", AGE)
    );
    draw.text(inner.x, inner.y, inner.width, &heading, Role::Dim);
    let body = Rect { y: inner.y + 1, height: inner.height - 1, ..inner };
    let page = usize::from(body.height);
    let rows = state.rows();
    let first = draw.hits.scroll(lists::PIPELINES, state.cursor.at, page, rows.len());
    for (line, (index, row)) in rows.iter().enumerate().skip(first).take(page).enumerate() {
        let place = Rect { y: body.y + line as u16, height: 1, ..body };
        draw.hits.note(place, Target::own(Spot::Row(index)));
        let here = index == state.cursor.at;
        if here {
            draw.fill(place, Role::Cursor);
        }
        pipeline(draw, state, model, place, row, here);
    }
}

fn pipeline(draw: &mut Draw<'_>, state: &State, model: &Model, line: Rect, row: &Row, here: bool) {
    let running = here && runs(state, model);
    let mark = if running {
        "●"
    } else if here {
        "▸"
    } else {
        " "
    };
    let role = if running { Role::Good } else { Role::Key };
    draw.over(line.x, line.y, 1, mark, role, here);
    let (x, width) = (line.x + 2, line.width.saturating_sub(2));
    let age = row.age.map_or_else(String::new, |age| format!("{} ago", duration(age)));
    let (text, role) = match &row.content {
        Err(why) => (format!("{} {why}", left(&row.name(), NAME)), Role::Error),
        Ok(shown) => {
            let done = shown.legs.iter().filter(|(leg, _)| leg.progress == Progress::Complete).count();
            let stages =
                format!("{done} of {}{}", shown.legs.len(), if done == shown.legs.len() { " ✓" } else { "" });
            let from = shown.plan.start.as_ref().map_or_else(
                || "random bits".to_owned(),
                |start| format!("{} organisms: {}", start.founders.len(), start.from),
            );
            let text = format!(
                "{} {} {} {}  {from}",
                left(&row.name(), NAME),
                left(&shown.plan.preset, PRESET),
                left(&stages, DONE),
                right(&age, AGE),
            );
            (text, Role::Text)
        }
    };
    draw.over(x, line.y, width, &cut(&text, usize::from(width)), role, here);
}

fn stages(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let Some(row) = state.chosen() else { return };
    let whole = total(state);
    let note = match (&state.trying, whole.is_empty()) {
        (Some(folder), _) if *folder == row.folder => "trying how long it takes …".to_owned(),
        (_, true) => String::new(),
        (_, false) => whole,
    };
    let keys = state.pane == Pane::Stages;
    let inner = pane::draw(draw, area, &row.name(), &note, keys);
    if inner.height < 1 || inner.width < 20 {
        return;
    }
    let shown = match &row.content {
        Ok(shown) => shown,
        Err(why) => return paragraphs(draw, inner, &[(why, Role::Error)]),
    };
    let timed = is_timed(state, model, inner, shown);
    let time = if timed { right("time", TIME + 1) } else { String::new() };
    let heading = format!(
        "    {} {} {}{time}   led to",
        left("stage", STAGE),
        left("state", STATE),
        right("generations", GENERATIONS),
    );
    draw.text(inner.x, inner.y, inner.width, &heading, Role::Dim);
    for (index, (leg, led)) in shown.legs.iter().enumerate() {
        let y = inner.y + 1 + index as u16;
        if y >= inner.bottom() {
            return;
        }
        let line = Rect { y, height: 1, ..inner };
        draw.hits.note(line, Target::own(Spot::Stage(index)));
        let here = index == state.stage.at;
        if here {
            draw.fill(line, Role::Cursor);
        }
        stage(draw, state, model, line, (index, leg, led), (here, timed));
    }
    end(draw, state, model, inner, shown);
}

/// What is known of a stage now: its mark and word, generations done and asked for, and the time left.
struct Now {
    mark: &'static str,
    word: &'static str,
    role: Role,
    generations: Option<(u64, u64)>,
    /// The share of it that is done, 0 to 1.
    done: f64,
    time: String,
}

fn now(state: &State, model: &Model, leg: &StageStatus) -> Now {
    let estimate = state.estimate(leg.stage);
    let about = |share: f64| {
        estimate
            .map_or_else(String::new, |estimate| format!("about {}", duration(estimate.whole.mul_f64(share))))
    };
    let open = model.evolution.as_ref().filter(|open| open.folder == leg.folder && open.alive());
    if let Some(open) = open {
        let settings = open.settings.as_ref();
        let asked = settings.map_or(0, |settings| u64::from(settings.generations) * u64::from(settings.runs));
        let latest = open.latest().map_or(0, |record| {
            let before =
                settings.map_or(0, |settings| u64::from(settings.generations)) * u64::from(record.run);
            before + u64::from(record.generation)
        });
        let running = matches!(open.state, JobState::Running | JobState::Preparing);
        let left = open.progress.as_ref().and_then(|progress| progress.time_left).filter(|_| running);
        let (mark, word, role) = match open.state {
            JobState::Done => ("✓", "complete", Role::Good),
            JobState::Paused => ("‖", "paused", Role::Warning),
            _ => ("●", "running", Role::Good),
        };
        let done = if open.state == JobState::Done { 1.0 } else { latest as f64 / asked.max(1) as f64 };
        let time = match (open.state, left) {
            (JobState::Done, _) => String::new(),
            (_, Some(left)) => format!("{} left", duration(left)),
            (_, None) => about(1.0 - done),
        };
        return Now { mark, word, role, generations: Some((latest, asked)), done, time };
    }
    let (mark, word, role) = match &leg.progress {
        Progress::Waiting => ("·", "waiting", Role::Dim),
        Progress::Begun { in_use: true, .. } => ("◆", "in use", Role::Warning),
        Progress::Begun { .. } => ("‖", "unfinished", Role::Key),
        Progress::Complete => ("✓", "complete", Role::Good),
        Progress::Damaged(_) => ("✗", "damaged", Role::Error),
    };
    let planned = state.plan().and_then(|plan| plan.stage(leg.stage));
    let asked = planned.map_or(0, |settings| u64::from(settings.generations) * u64::from(settings.runs));
    let generations = match leg.progress {
        Progress::Begun { done, asked, .. } => Some((done, asked)),
        Progress::Complete => Some((asked, asked)),
        Progress::Waiting | Progress::Damaged(_) => None,
    };
    let time = if leg.progress == Progress::Complete { String::new() } else { about(leg.remaining()) };
    Now { mark, word, role, generations, done: 1.0 - leg.remaining(), time }
}

/// Whether the times have a column of their own: what is known of them, and where there is room.
fn is_timed(state: &State, model: &Model, inner: Rect, shown: &Shown) -> bool {
    inner.width >= WIDE && shown.legs.iter().any(|(leg, _)| !now(state, model, leg).time.is_empty())
}

fn stage(
    draw: &mut Draw<'_>,
    state: &State,
    model: &Model,
    line: Rect,
    (index, leg, led): (usize, &StageStatus, &str),
    (here, timed): (bool, bool),
) {
    let now = now(state, model, leg);
    let generations = now
        .generations
        .map_or_else(|| "–".to_owned(), |(done, asked)| format!("{}/{}", thousands(done), thousands(asked)));
    let mut x = line.x;
    let mut put = |draw: &mut Draw<'_>, text: &str, role: Role| {
        let room = line.right().saturating_sub(x);
        let text = cut(text, usize::from(room));
        draw.over(x, line.y, room, &text, role, here);
        x = x.saturating_add(text.chars().count() as u16);
    };
    put(draw, if here { "▸ " } else { "  " }, Role::Key);
    put(draw, &format!("{} {} ", index + 1, left(leg.stage.name(), STAGE)), Role::Text);
    put(draw, &left(&format!("{} {}", now.mark, now.word), STATE), now.role);
    put(draw, &format!(" {}", right(&generations, GENERATIONS)), Role::Text);
    if timed || !now.time.is_empty() {
        put(draw, &format!(" {}", right(&now.time, TIME)), Role::Text);
    }
    match &leg.progress {
        Progress::Damaged(why) => put(draw, &format!("   {why}"), Role::Error),
        _ => put(draw, &format!("   {led}"), Role::Organism),
    }
}

/// The organisms at the end.
fn end(draw: &mut Draw<'_>, state: &State, model: &Model, inner: Rect, shown: &Shown) {
    let y = inner.y + 2 + shown.legs.len() as u16;
    if y >= inner.bottom() {
        return;
    }
    let done: f64 = shown.legs.iter().map(|(leg, _)| now(state, model, leg).done).sum();
    let (text, role) = match &shown.organisms {
        Some([evol0, evolstar]) => (format!("  ✓ {}  {}", evolstar.display(), evol0.display()), Role::Good),
        None => ("    Evol0 and Evol* come when all stages are complete".to_owned(), Role::Dim),
    };
    draw.text(inner.x, y, inner.width, &cut(&text, usize::from(inner.width)), role);
    let share = done / shown.legs.len().max(1) as f64;
    if share < 1.0 && y + 1 < inner.bottom() && inner.width > 12 {
        bars::horizontal(draw, inner.x + 4, y + 1, inner.width - 8, share, Role::Band);
    }
}

/// The time that all stages together would still take.
fn total(state: &State) -> String {
    let Some(shown) = state.shown() else { return String::new() };
    let left = |leg: &StageStatus| Some(state.estimate(leg.stage)?.whole.mul_f64(leg.remaining()));
    let times: Option<Vec<_>> = shown.legs.iter().map(|(leg, _)| left(leg)).collect();
    match times.map(|times| times.iter().sum::<std::time::Duration>()) {
        Some(time) if !time.is_zero() => format!("about {} of work", duration(time)),
        _ => String::new(),
    }
}

/// The stage under the cursor: what it is, and its settings.
fn detail(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let Some((stage, shown)) = state.stage().zip(state.shown()) else { return };
    let Some(settings) = shown.plan.stage(stage) else { return };
    // As many organisms play as the stage before has champions.
    let settings = &shown.plan.with_stand_ins(settings);
    let inner = pane::draw(draw, area, stage.name(), "", false);
    let told: Vec<String> =
        setting_rows(settings).into_iter().map(|(what, value)| format!("{what} {value}")).collect();
    let folder = shown.legs.get(state.stage.at).map(|(leg, _)| leg.folder.display().to_string());
    let next = match state.chosen() {
        Some(row) if runs(state, model) => {
            format!("{} runs on from stage to stage; Space pauses it", row.name())
        }
        Some(row) if open_stage(model, &row.folder).is_some_and(|open| open.alive()) => {
            "Space runs on from stage to stage, s steps one generation of the open stage, Enter shows it"
                .to_owned()
        }
        _ if is_complete(state) => {
            "v takes Evol* and Evol0 to all other screens; R repeats this stage, f forks the pipeline here"
                .to_owned()
        }
        _ => "Space runs the pipeline; Enter opens this stage to step it by hand".to_owned(),
    };
    let (about, rest) = (about(stage, settings), told.join(" · "));
    let led = shown.legs.get(state.stage.at).map_or("", |(_, led)| led);
    let mut lines = vec![
        (about.as_str(), Role::Text),
        (led, Role::Organism),
        (rest.as_str(), Role::Text),
        (folder.as_deref().unwrap_or_default(), Role::Dim),
        ("", Role::Dim),
        (next.as_str(), Role::Dim),
    ];
    if led.is_empty() {
        lines.remove(1);
    }
    paragraphs(draw, inner, &lines);
}

/// What a stage is, in a sentence.
fn about(stage: Stage, settings: &Experiment) -> String {
    match (stage, settings.objective.self_play(), settings.objective.suite()) {
        (Stage::Coevolution, Some(games), _) => format!(
            "The champions play each other, {} games a pair and generation, each with another opening, {}; the best of the \
             last generation is confirmed with {} games a pair{}{}.",
            games.games_per_pair,
            games.control,
            games.confirmation_games,
            match games.milestone_games {
                0 => String::new(),
                each => format!(", and the leader of each plays {each} with each founder"),
            },
            match games.match_games {
                0 => String::new(),
                games => format!("; a match of {games} games with the best founder measures its gain"),
            }
        ),
        (Stage::Tuning, _, Some(tuning)) => format!(
            "Searches with the champion’s evaluation look for the best moves of {}: fewer nodes are fitter, {} count where \
             a move is not found.",
            tuning.positions.map_or_else(
                || tuning.suite.name(),
                |positions| format!("{positions} positions of {}", tuning.suite.name())
            ),
            thousands(tuning.node_limit.into())
        ),
        _ => format!(
            "{} independent runs from random bits: the more moves of grandmasters an organism would play, the fitter it is.",
            settings.runs
        ),
    }
}
