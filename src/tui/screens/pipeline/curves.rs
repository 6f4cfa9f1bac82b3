//! The curves of a pipeline's stages, side by side: the best and the mean score of each generation.

use std::path::Path;

use ratatui::layout::Rect;

use super::State;
use crate::evolution::record::Spread;
use crate::experiment::Experiment;
use crate::pipeline::Stage;
use crate::tui::draw::Draw;
use crate::tui::format::thousands;
use crate::tui::measure::{self, Measure};
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::widgets::pane;
use crate::tui::widgets::plot::{Plot, Stroke};

/// The curves of a stage.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Trace {
    pub(crate) stage: Option<Stage>,
    pub(crate) measure: Measure,
    /// The best and the mean of each generation of each run, in the unit of `measure`.
    pub(crate) runs: Vec<Vec<[f64; 2]>>,
}

impl Trace {
    /// Creates the curves from the score spreads of a session's generations, run by run.
    pub(crate) fn new<'a, Run>(settings: &Experiment, largest: u64, runs: impl Iterator<Item = Run>) -> Trace
    where
        Run: Iterator<Item = &'a Spread>,
    {
        let measure = measure::of(Some(settings), largest);
        let values = |spread: &Spread| [spread.best as f64, spread.mean].map(|score| measure.value(score));
        let runs = runs.map(|run| run.map(values).collect()).collect();
        Trace { stage: Stage::of(settings), measure, runs }
    }
}

fn title(stage: Stage) -> &'static str {
    match stage {
        Stage::Grandmaster => "Agreement with grandmasters",
        Stage::Coevolution => "Points in the round robin",
        Stage::Tuning => "Σ nodes, fewer are better",
    }
}

/// Returns the curves of the open session if it is in `folder`.
fn live(model: &Model, folder: &Path) -> Option<Trace> {
    let open = model.evolution.as_ref().filter(|open| open.folder == folder)?;
    let runs = open.runs.iter().map(|run| run.curve.points().map(|point| &point.spread));
    Some(Trace::new(open.settings.as_ref()?, open.train_total, runs))
}

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let Some((contents, row)) = state.contents().zip(state.selected()) else { return };
    let count = contents.stages.len().max(1) as u16;
    let stored = state.curves.as_ref().filter(|(folder, _)| *folder == row.folder);
    let empty = if stored.is_some() { "no generation yet" } else { "reading …" };
    for (index, (status, _)) in (0_u16..).zip(&contents.stages) {
        let (from, to) = (area.width * index / count, area.width * (index + 1) / count);
        let pane = Rect { x: area.x + from, width: to - from, ..area };
        let trace = live(model, &status.folder).or_else(|| {
            let (_, traces) = stored?;
            traces.iter().find(|trace| trace.stage == Some(status.stage)).cloned()
        });
        plot(draw, model, pane, status.stage, trace.as_ref(), empty);
    }
}

/// Plots the curves of a stage. Writes `empty` instead if there are no curves or no room.
fn plot(draw: &mut Draw<'_>, model: &Model, area: Rect, stage: Stage, trace: Option<&Trace>, empty: &str) {
    let inner = pane::draw(draw, area, title(stage), "", false);
    let values = trace.iter().flat_map(|trace| trace.runs.iter().flatten().flatten());
    let (low, high) = values
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &value| (low.min(value), high.max(value)));
    let Some(trace) = trace.filter(|_| low <= high && inner.height >= 4 && inner.width >= 14) else {
        if inner.height > 0 {
            draw.text(inner.x + 1, inner.y, inner.width.saturating_sub(1), empty, Role::Dim);
        }
        return;
    };
    let chart = Rect { y: inner.y + 1, height: inner.height - 2, x: inner.x + 1, width: inner.width - 2 };
    let generations = trace.runs.iter().map(Vec::len).max().unwrap_or(1).saturating_sub(1);
    let mut plot = Plot::new(chart);
    let point = |plot: &Plot, generation: usize, value: f64| {
        let across = generation as f64 / generations.max(1) as f64 * f64::from(plot.width() - 1);
        let up = (value - low) / (high - low).max(f64::EPSILON) * f64::from(plot.height() - 1);
        (across.round() as i32, plot.height() - 1 - up.round() as i32)
    };
    for (series, role, stroke) in [(1, Role::Mean, Stroke::Dashed), (0, Role::Organism, Stroke::Solid)] {
        for run in &trace.runs {
            for (generation, pair) in run.windows(2).enumerate() {
                let from = point(&plot, generation, pair[0][series]);
                let to = point(&plot, generation + 1, pair[1][series]);
                plot.line(from, to, role, stroke);
            }
            if let [only] = run.as_slice() {
                let (x, y) = point(&plot, 0, only[series]);
                plot.dot(x, y, role);
            }
        }
    }
    plot.draw(draw, model.ascii);
    let number = |value: f64| trace.measure.amount(value);
    let legend = [
        (number(high), Role::Dim),
        ("━━ best".to_owned(), Role::Organism),
        ("╌╌ mean".to_owned(), Role::Mean),
    ];
    let mut x = inner.x + 1;
    for (text, role) in legend {
        draw.text(x, inner.y, inner.right().saturating_sub(x), &text, role);
        x += text.chars().count() as u16 + 2;
    }
    let y = inner.bottom() - 1;
    draw.text(chart.x, y, chart.width, &number(low), Role::Dim);
    let last = format!("generation {}", thousands(generations as u64));
    let x = chart.right().saturating_sub(last.chars().count() as u16).max(chart.x + 8);
    draw.text(x, y, chart.right().saturating_sub(x), &last, Role::Dim);
}
