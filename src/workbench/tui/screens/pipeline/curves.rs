//! The curves of a pipeline's stages, side by side: the best and the mean score of each generation.

use super::{DETAIL, State};
use crate::evolution::record::Spread;
use crate::figures::chart::{Layer, LayerRole as Meaning, Shape, Stroke};
use crate::figures::evolution::{axis, generations};
use crate::pipeline::{PipelinePlan, Stage, StageStatus};
use crate::tui::measure::{self, Measure};
use crate::tui::panes::chart::{self, Options};
use crate::tui::prelude::*;

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

    /// Returns the chart of the curves; `None` before the first generation.
    pub(super) fn chart(&self) -> Option<Chart> {
        let last = self.runs.iter().map(Vec::len).max()?.checked_sub(1)?;
        let line = |run: &[[f64; 2]], series: usize| -> Vec<[f64; 2]> {
            run.iter().enumerate().map(|(generation, pair)| [generation as f64, pair[series]]).collect()
        };
        let means = self.runs.iter().map(|run| Shape::Line(Stroke::Thin, line(run, 1)));
        let best = self.runs.iter().map(|run| Shape::Line(Stroke::Thick, line(run, 0)));
        // The first run is named in the legend.
        let name = |index: usize, name: &str| if index == 0 { name.to_owned() } else { String::new() };
        let means =
            means.enumerate().map(|(run, shape)| Layer::new(&name(run, "mean"), Meaning::Mean, shape));
        let best = best.enumerate().map(|(run, shape)| Layer::new(&name(run, "best"), Meaning::Best, shape));
        Some(Chart::new(generations(last as u32), axis(&self.measure), means.chain(best).collect()))
    }
}

fn title(stage: Stage, plan: &PipelinePlan) -> &'static str {
    let has_suite = || plan.stage(stage).is_some_and(|settings| settings.objective.suite().is_some());
    match stage {
        Stage::Grandmaster => "Agreement with grandmasters",
        Stage::Tuning if has_suite() => "Σ nodes, fewer are better",
        Stage::Coevolution | Stage::Tuning => "Points in the round robin",
    }
}

/// Returns the curves of the open session if it is in `folder`.
fn live(model: &Model, folder: &Path) -> Option<Trace> {
    let open = model.evolution.as_ref().filter(|open| open.folder == folder)?;
    let runs = open.runs.iter().map(|run| run.curve.points().map(|point| &point.spread));
    Some(Trace::new(open.settings.as_ref()?, open.train_total, runs))
}

/// Draws the curves of the stages side by side.
pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let Some(contents) = state.contents() else { return };
    let count = contents.stages.len().max(1) as u16;
    let Rect { width, x, .. } = frame.area;
    for (index, (status, _)) in (0_u16..).zip(&contents.stages) {
        let (from, to) = (width * index / count, width * (index + 1) / count);
        let area = Rect { x: x + from, width: to - from, ..frame.area };
        let inner = pane::draw(draw, area, title(status.stage, &contents.plan), "", frame.highlighted);
        match trace(state, model, status).and_then(|trace| trace.chart()) {
            None => drop(paragraph(draw, inner, "no generation yet", Role::Dim)),
            Some(chart) => {
                let focused = state.panes.at != DETAIL;
                let options =
                    Options { view: model.chart, focused, ascii: model.ascii, entries: &[], selected: None };
                chart::draw(draw, &chart, &options, inner);
            }
        }
    }
}

/// Returns the curves of a stage: those of the open session, or those that were read.
fn trace(state: &State, model: &Model, status: &StageStatus) -> Option<Trace> {
    live(model, &status.folder).or_else(|| {
        let folder = state.folder.as_ref()?;
        let (_, traces) = state.curves.as_ref().filter(|(of, _)| of == folder)?;
        traces.iter().find(|trace| trace.stage == Some(status.stage)).cloned()
    })
}

/// Returns the chart with a panel for each stage that has curves; `None` without any.
pub(super) fn chart(state: &State, model: &Model) -> Option<Chart> {
    let stages = &state.contents()?.stages;
    let charts = stages.iter().filter_map(|(status, _)| trace(state, model, status)?.chart());
    let mut charts = charts.collect::<Vec<_>>().into_iter();
    let first = charts.next()?;
    Some(charts.fold(first, |mut all, next| {
        all.panels.extend(next.panels);
        all
    }))
}
