//! What the optimizer knows about the parameters: start, estimate and course, and the axes of its distribution.

use super::{ESTIMATE, State};
use crate::evolution::report::{OptimizerReport, ReportUnit};
use crate::figures::optimizer::{self, TunedParameter};
use crate::tui::chart_view::View;
use crate::tui::evolution::Run;
use crate::tui::panes::chart::{self, Options};
use crate::tui::panes::proof;
use crate::tui::prelude::*;

const LIST: List = List("population: estimate");

/// The least width of names.
const LEAST_NAME: usize = 8;
/// The least width for the description of the columns, and for wide numbers.
const WIDE: usize = 50;
/// The smallest and the largest width of the course of a parameter.
const COURSE: (usize, usize) = (6, 40);
/// The largest number of axes that are shown.
const MOST_AXES: usize = 8;
/// The least size of the chart of the Elo.
const CHART: (u16, u16) = (60, 10);
/// The rows of the summary: games, faults.
const SUMMARY: u16 = 2;

/// Returns the run shown with what its optimizer knows, if that is known.
fn known(model: &Model) -> Option<(&Evolution, &Run, &OptimizerReport, &Experiment)> {
    let open = model.evolution.as_ref()?;
    let run = open.run()?;
    Some((open, run, run.report.as_ref()?, open.settings.as_ref()?))
}

/// Returns whether the pane has anything to show.
pub(super) fn is_available(model: &Model) -> bool {
    known(model).is_some()
}

/// Returns all figures of the pane: the estimates with their courses, the axes of the distribution and the Elo in games,
/// if there are any.
pub(super) fn figures(open: &Evolution, number: u32) -> Vec<Wanted> {
    let run = open.run();
    let has_axes = run.and_then(|run| run.report.as_ref()).is_some_and(|report| !report.axes.is_empty());
    let has_elo = run.is_some_and(|run| run.elo.chart(1).is_some());
    let names = ["estimate", "estimates"].into_iter().chain(has_axes.then_some("axes"));
    let names = names.chain(has_elo.then_some("games-elo"));
    names.map(|name| Wanted::of_generation(name, number, None)).collect()
}

/// Returns the table of the parameters in a list of this width. The start and the estimate come first, then the columns of
/// the report, then the course.
pub(super) fn table<'a>(state: &'a State, model: &'a Model, width: u16) -> Option<Table<'a>> {
    let (_, run, report, experiment) = known(model)?;
    let schema = experiment.schema();
    let free = schema.parameters.iter().enumerate().filter(|(_, known)| known.is_free());
    let parameters = optimizer::parameters(experiment, report);
    let names = parameters.iter().map(|known| parameter_name(&known.name).cells()).max().unwrap_or(0);
    let width = usize::from(width.saturating_sub(2));
    let number = if width < WIDE { 6 } else { 8 };
    // A narrow pane has room for one column of the report, and cuts names for it.
    let room = width.saturating_sub((2 + report.columns.len().min(1)) * number);
    let name = (names + 1).clamp(LEAST_NAME, 24).min(room.max(LEAST_NAME));
    let left = width.saturating_sub(name + 2 * number);
    let numbers = (left / number).min(report.columns.len());
    let course_width = left.saturating_sub(numbers * number + 2).min(COURSE.1);
    let rows: Vec<_> = free.map(|(index, _)| index).zip(parameters).collect();
    let text = move |value: f64, decimals: usize| fitted(value, decimals, number - 1);
    let mut table = Rows::new(LIST, rows, state.estimate.at)
        .without_gaps()
        .hide_cursor(state.panes.at != ESTIMATE)
        .left("parameter", name, move |(_, known): &(usize, TunedParameter)| {
            (cut(&parameter_name(&known.name), name - 1), Role::Text)
        })
        .right("start", number, move |(_, known)| {
            let start = known.start.map(|start| text(start, known.decimals));
            (start.unwrap_or_else(|| "·".to_owned()), Role::Dim)
        })
        .right("now", number, move |(_, known)| (text(known.estimate, known.decimals + 1), Role::Subject));
    for (index, column) in report.columns.iter().enumerate() {
        table = table
            .right(column.heading, number, move |(_, known)| {
                let decimals = if column.unit == ReportUnit::Parameter { known.decimals + 1 } else { 1 };
                (text(known.columns[index], decimals), Role::Text)
            })
            .shown(index < numbers);
    }
    let course = move |index: usize| {
        let range = schema.parameters[index].range;
        let (low, high) = (f64::from(range.0), f64::from(range.1));
        let share = |estimate: &Vec<f64>| 1_000.0 * (estimate[index] - low) / (high - low);
        let course: Vec<u64> = run.estimates.iter().map(|estimate| share(estimate).max(0.0) as u64).collect();
        bars::course(&course, 1_000, course_width)
    };
    let table =
        table.left("course in the range", course_width, move |(index, _)| (course(*index), Role::Mean));
    Some(table.gap(2).shown(course_width >= COURSE.0).table())
}

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let Some((open, run, report, experiment)) = known(model) else { return };
    let note = format!("generation {}", thousands(report.generation.into()));
    let inner = pane::draw(draw, frame.area, "Estimate", &note, frame.highlighted);
    let Some(table) = table(state, model, inner.width) else { return };
    let details_of_run = run.result.as_ref().map(|result| &result.details);
    let proven = details_of_run.filter(|details| details.proof().is_some());
    let bottom =
        (SUMMARY + if proven.is_some() { proof::HEIGHT } else { 0 }).min(inner.height.saturating_sub(4));
    let [upper, lower] = split_top(inner, inner.height - bottom);
    let mut list = table.draw_headings(draw, upper);
    let is_cut = table.len > usize::from(list.height) && list.height > 1 && !state.panes.is_zoomed;
    list.height -= u16::from(is_cut);
    table.draw_rows(draw, list, true);
    let shown = table.len.min(list.height.into());
    let rest = below(Rect { width: inner.width.saturating_sub(1), ..upper }, 1 + shown as u16);
    if is_cut {
        let text = format!("and {} more; z shows more of them", table.len - shown);
        pieces(draw, rest, [[(text, Role::Dim)]]);
    }
    let is_shown = |heading: &str| table.place(inner, heading).width > 0;
    let rest = details(draw, (open, experiment), report, is_shown, below(rest, 1));
    let rest = Rect { x: rest.x + 1, width: rest.width.saturating_sub(1), ..rest };
    let elo = run.elo.chart(experiment.generations.max(report.generation));
    if let Some(elo) = elo.filter(|_| rest.width >= CHART.0 && rest.height >= CHART.1) {
        let view = View::default();
        let options = Options { view, focused: false, ascii: model.ascii, entries: &[], selected: None };
        chart::draw(draw, &elo, &options, rest);
    }
    let mut lower = Rect { width: inner.width.saturating_sub(1), ..lower };
    if let Some(details) = proven {
        let tuning = experiment.objective.properties().play.map(|play| play.control.to_string());
        lower = proof::draw(draw, details, tuning, lower);
    }
    summary(draw, run, lower);
}

/// Draws the axes of the distribution, changed bounds, and what the columns are if there is room. Returns the rest of the
/// area.
fn details(
    draw: &mut Draw<'_>,
    (open, experiment): (&Evolution, &Experiment),
    report: &OptimizerReport,
    is_shown: impl Fn(&str) -> bool,
    area: Rect,
) -> Rect {
    let mut lines: Vec<[Cell; 1]> = Vec::new();
    if !report.axes.is_empty() {
        lines.push([("axes: deviation, main parameters".to_owned(), Role::Dim)]);
    }
    lines.extend(report.axes.iter().take(MOST_AXES).map(|axis| {
        let direction = optimizer::direction(experiment, axis);
        [(format!("{:5.1} %  {direction}", 100.0 * axis.length), Role::Text)]
    }));
    let columns: Vec<_> = report.columns.iter().filter(|column| is_shown(column.heading)).collect();
    if usize::from(area.width) > WIDE && usize::from(area.height) > lines.len() + columns.len() + 1 {
        lines.extend((!lines.is_empty()).then(|| [(String::new(), Role::Dim)]));
        let of_score = format!(", {}", experiment.measure(1).unit);
        lines.extend(columns.into_iter().map(|column| {
            let unit = if column.unit == ReportUnit::ScorePerRange { &of_score } else { "" };
            [(format!("{}: {}{unit}", column.heading, column.title), Role::Dim)]
        }));
    }
    let options = experiment.target.engine().map_or(&[][..], |engine| engine.options());
    lines.extend(open.bounds.iter().map(|(name, bounds)| {
        let option = options.iter().find(|option| option.name == *name);
        let [low, high] =
            bounds.map(|value| option.map_or_else(|| value.to_string(), |option| option.number(value)));
        [(format!("bounds of {}: {low} to {high}", parameter_name(name)), Role::Warning)]
    }));
    let used = lines.len() as u16 + 1;
    pieces(draw, area, lines);
    below(area, used)
}

/// Draws the Elo of the latest generations, and the number of faults.
fn summary(draw: &mut Draw<'_>, run: &Run, area: Rect) {
    let width = usize::from(area.width.saturating_sub(1));
    let fitting = |long: String, short: String| if long.cells() <= width { long } else { short };
    let elo = run.elo.latest().map(|(elo, games)| {
        let games = thousands(games);
        let text =
            fitting(format!("{elo} Elo in the latest {games} games"), format!("{elo} Elo, {games} games"));
        (text.replace('-', "−"), Role::Mean)
    });
    let count = Some(run.faults.total()).filter(|count| *count > 0).map(thousands);
    let faults = count.map(|count| {
        let long = format!("{count} ended by a fault: {}", run.faults);
        (fitting(long, format!("{count} faults: {}", run.faults)), Role::Warning)
    });
    pieces(draw, area, [elo, faults].map(|text| text.into_iter().collect::<Vec<Cell>>()));
}

/// Formats a number with as many of these decimals as fit in `width` cells.
fn fitted(value: f64, decimals: usize, width: usize) -> String {
    let fits = |decimals: &usize| decimal(value, *decimals).cells() <= width;
    decimal(value, (0..=decimals).rev().find(fits).unwrap_or(0))
}
