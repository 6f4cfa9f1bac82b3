//! The best, the mean and the 10–90 % band of the scores over the generations, with the points of the paper.

use super::chart::{self, Options, Placed};
use crate::figures::evolution::{Curves, NODES, RunCurve, fitness};
use crate::job::report::State;
use crate::objectives::paper::Paper;
use crate::tui::prelude::*;

/// Returns the nodes of the untuned search, which are known once a run is complete.
fn untuned(open: &Evolution) -> Option<f64> {
    let trained = open.training_examinations();
    let nodes: u64 = trained.iter().map(|suite| suite.untuned.nodes).sum();
    (!trained.is_empty() && open.measure().unit == NODES).then_some(nodes as f64)
}

/// Returns the chart of the open session; `None` before its first generation.
pub(crate) fn chart(open: &Evolution) -> Option<Chart> {
    open.latest()?;
    let runs = open.runs.iter().zip(0..).map(|(run, number)| RunCurve {
        run: number,
        points: run.curve.points().map(|point| (point.generation, &point.spread)).collect(),
    });
    Some(fitness(&Curves {
        measure: open.measure(),
        generations: generations(open),
        runs: runs.collect(),
        shown: open.shown,
        paper: paper(open),
        untuned: untuned(open),
        interventions: open.interventions.clone(),
    }))
}

fn paper(open: &Evolution) -> Option<Paper> {
    let settings = open.settings.as_ref()?;
    settings.objective.settings().paper(&settings.schema().name, open.train_total)
}

pub(crate) fn draw(
    draw: &mut Draw<'_>,
    model: &Model,
    open: &Evolution,
    area: Rect,
    (highlighted, focused): (bool, bool),
) {
    let measure = open.measure();
    let fits = |title: &String| title.cells() + 6 <= usize::from(area.width);
    let title = measure.titles.iter().find(|title| fits(title)).cloned().unwrap_or_default();
    let inner = pane::draw(draw, area, &title, if focused { chart::KEYS } else { "" }, highlighted);
    let Some(chart) = chart(open) else {
        waiting(draw, open, inner);
        return;
    };
    let mut entries = Vec::new();
    if let Some(paper) = paper(open) {
        entries.push((vec![format!("◆ paper: {}", paper.summary), paper.short.to_owned()], Role::Paper));
    } else if let Some(nodes) = untuned(open) {
        let long = format!("◆ untuned search {}", measure.amount(nodes));
        entries.push((vec![long, "◆ untuned".to_owned()], Role::Grandmaster));
    }
    let options =
        Options { view: model.chart, focused, ascii: model.ascii, entries: &entries, selected: None };
    if let Some(placed) = chart::draw(draw, &chart, &options, inner) {
        mark_generations(draw, open, &placed);
    }
}

/// Makes each column a target of the mouse for its generation, and marks the selected generation.
pub(crate) fn mark_generations(draw: &mut Draw<'_>, open: &Evolution, placed: &Placed) {
    let Some(newest) = open.latest().map(|record| record.generation) else { return };
    let generations = generations(open);
    for plot in &placed.plots {
        let last = f64::from(plot.width.saturating_sub(1).max(1));
        for column in 0..plot.width {
            let share = f64::from(column) / last;
            let generation = (share * f64::from(generations)).round() as u32;
            let cells = Rect { x: plot.x + column, width: 1, ..*plot };
            draw.hits.note(cells, Target::Generation(generation.min(newest)));
        }
        let Some(selected) = open.earlier.as_ref().map(|record| record.generation) else { continue };
        let x = placed.column(f64::from(selected));
        for y in plot.y..plot.bottom() {
            if draw.buffer.cell((x, y)).is_some_and(|cell| cell.symbol() == " ") {
                draw.text(x, y, 1, "┊", Role::Key);
            }
        }
        draw.text(x, plot.bottom(), 1, "▲", Role::Key);
    }
}

/// Returns the last generation of the axis.
pub(crate) fn generations(open: &Evolution) -> u32 {
    let planned = open.settings.as_ref().map_or(0, |settings| settings.generations);
    let done = open.runs.iter().filter_map(|run| run.latest.as_ref()).map(|record| record.generation).max();
    planned.max(done.unwrap_or(0)).max(1)
}

/// Draws the progress before the first generation is measured.
pub(crate) fn waiting(draw: &mut Draw<'_>, open: &Evolution, area: Rect) {
    if area.height < 3 || area.width < 10 {
        return;
    }
    let x = area.x + 2;
    let width = area.width - 4;
    let mut y = area.y + area.height.saturating_sub(4) / 2;
    let activity = match (&open.progress, open.state) {
        (Some(progress), _) => progress.activity,
        (None, State::Preparing) => "opening the session",
        (None, State::Paused) => "ready: Space runs, s steps one generation",
        (None, _) => "measuring the first generation",
    };
    draw.text(x, y, width, activity, Role::Title);
    y += 1;
    if let Some(progress) = &open.progress
        && progress.total > 0
        && y < area.bottom()
    {
        let share = progress.done as f64 / progress.total as f64;
        bars::horizontal(draw, x, y, width.min(48), share, Role::Organism);
        let mut text = format!(
            "{} of {} · {:.0} %",
            thousands(progress.done),
            thousands(progress.total),
            (100.0 * share).floor().min(100.0)
        );
        if let Some(left) = progress.time_left {
            text += &format!(" · {} left", duration(left));
        }
        draw.text(x, y + 1, width, &text, Role::Dim);
        y += 2;
    }
    if open.run_when_ready && y < area.bottom() {
        draw.text(x, y, width, "▶ runs as soon as this is done; Space pauses", Role::Good);
    } else if open.state == State::Preparing && y < area.bottom() {
        draw.text(x, y, width, "Space runs the evolution as soon as this is done", Role::Dim);
    }
}
