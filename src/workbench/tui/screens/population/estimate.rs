//! What the optimizer knows about the parameters: start, estimate and course, and the axes of its distribution.

use ratatui::layout::Rect;

use super::{State, lists};
use crate::engine::schema::Schema;
use crate::evolution::report::{OptimizerReport, ReportUnit};
use crate::experiment::Experiment;
use crate::figures::optimizer::{self, TunedParameter};
use crate::tui::background::figures::{ExportFigures, Wanted};
use crate::tui::chart_view::View;
use crate::tui::draw::Draw;
use crate::tui::evolution::{Evolution, Run};
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{cut, left, parameter_name, right, thousands};
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::panes::chart::{self, Options};
use crate::tui::theme::Role;
use crate::tui::widgets::areas::below;
use crate::tui::widgets::{bars, pane};

/// The width of a column of numbers in a narrow pane and in others, and the least width of names.
const NUMBERS: (usize, usize) = (6, 8);
const LEAST_NAME: usize = 8;
/// The least width for the description of the columns.
const WIDE: usize = 50;
/// The largest width of the course of a parameter.
const COURSE: usize = 40;
/// The largest number of axes that are shown.
const MOST_AXES: usize = 8;
/// The least size of the chart of the Elo.
const CHART_HEIGHT: u16 = 10;
const CHART_WIDTH: u16 = 60;
/// The rows of the summary: games, faults.
const SUMMARY: u16 = 2;

/// Returns whether the pane has anything to show.
pub(super) fn is_available(open: &Evolution) -> bool {
    open.run().is_some_and(|run| run.report.is_some())
}

/// Returns all figures of the pane: the estimates with their courses, the axes of the distribution and the Elo in games,
/// if there are any.
pub(super) fn figures(open: &Evolution) -> ExportFigures {
    let run = open.run();
    let has_axes = run.and_then(|run| run.report.as_ref()).is_some_and(|report| !report.axes.is_empty());
    let has_elo = run.is_some_and(|run| run.elo.chart(1).is_some());
    let names = ["estimate", "estimates"].into_iter().chain(has_axes.then_some("axes"));
    let names = names.chain(has_elo.then_some("games-elo"));
    let number = open.record().map_or(0, |record| record.run);
    let wanted = names.map(|name| Wanted::of_generation(name, number, None)).collect();
    ExportFigures { folder: open.folder.clone(), wanted }
}

/// Returns the number of parameters that the pane lists.
pub(super) fn rows(open: &Evolution) -> usize {
    let report = open.run().and_then(|run| run.report.as_ref());
    report
        .zip(open.settings.as_ref())
        .map_or(0, |(report, experiment)| optimizer::parameters(experiment, report).len())
}

/// Draws the pane. `focus` says whether its border is highlighted, and whether it is focused.
pub(super) fn draw(
    draw: &mut Draw<'_>,
    state: &State,
    model: &Model,
    open: &Evolution,
    area: Rect,
    (focus, focused): (bool, bool),
) {
    let run = open.run();
    let report = run.and_then(|run| run.report.as_ref());
    let (Some(run), Some(report), Some(experiment)) = (run, report, &open.settings) else {
        pane::draw(draw, area, "Estimate", "", focus);
        return;
    };
    let note = format!("generation {}", thousands(report.generation.into()));
    let inner = pane::draw(draw, area, "Estimate", &note, focus);
    let parameters = optimizer::parameters(experiment, report);
    let headings: Vec<&str> = report.columns.iter().map(|column| column.heading).collect();
    let columns = Columns::of(&parameters, &headings, usize::from(inner.width.saturating_sub(2)));
    let bottom = inner.bottom().saturating_sub(SUMMARY.min(inner.height.saturating_sub(4)));
    columns.heading(draw, inner, &headings);
    let room = below(Rect { height: bottom.saturating_sub(inner.y), ..inner }, 1);
    let is_cut = parameters.len() > usize::from(room.height) && room.height > 1 && !state.zoomed;
    let list = Rect { height: room.height - u16::from(is_cut), ..room };
    for (index, known, line) in draw.visible(list, lists::ESTIMATE, state.estimate.at, &parameters) {
        let selected = focused && index == state.estimate.at;
        draw.row(line, Target::Row(lists::ESTIMATE, index), selected);
        draw.over(line.x, line.y, 1, if selected { "▸" } else { " " }, Role::Key, selected);
        let course = course(run, experiment.schema(), index);
        columns.row(draw, (line.x + 1, line.y), known, report, &course, selected);
    }
    let shown = parameters.len().min(list.height.into());
    let y = list.y + shown as u16;
    let lines = Rect {
        x: inner.x + 1,
        y: y + 1,
        width: inner.width.saturating_sub(2),
        height: bottom.saturating_sub(y + 1),
    };
    if is_cut {
        let text = format!("and {} more; z shows more of them", parameters.len() - shown);
        draw.text(lines.x, y, lines.width, &cut(&text, lines.width.into()), Role::Dim);
    }
    let used = details(draw, (open, experiment), report, &headings[..columns.numbers], lines);
    let rest = below(lines, used);
    if rest.height >= CHART_HEIGHT && rest.width >= CHART_WIDTH {
        let last = experiment.generations.max(report.generation);
        if let Some(elo) = run.elo.chart(last) {
            let view = View::default();
            let options = Options { view, focused: false, ascii: model.ascii, entries: &[], selected: None };
            chart::draw(draw, &elo, &options, rest);
        }
    }
    if bottom < inner.bottom() {
        summary(draw, run, Rect { y: bottom, height: inner.bottom() - bottom, ..lines });
    }
}

/// Returns the text of a value in units of an engine's option, or the integer.
fn option_number(experiment: &Experiment, name: &str, value: i32) -> String {
    let options = experiment.target.engine().map_or(&[][..], |engine| engine.options());
    let option = options.iter().find(|option| option.name == *name);
    option.map_or_else(|| value.to_string(), |option| option.number(value))
}

/// Draws the axes of the distribution, changed bounds, and what the columns are if there is room. Returns the number of lines.
fn details(
    draw: &mut Draw<'_>,
    (open, experiment): (&Evolution, &Experiment),
    report: &OptimizerReport,
    headings: &[&str],
    area: Rect,
) -> u16 {
    let mut lines = Vec::new();
    if !report.axes.is_empty() {
        lines.push((Role::Dim, "axes: deviation, main parameters".to_owned()));
    }
    lines.extend(report.axes.iter().take(MOST_AXES).map(|axis| {
        let direction = optimizer::direction(experiment, axis);
        (Role::Text, format!("{:5.1} %  {direction}", 100.0 * axis.length))
    }));
    if usize::from(area.width) >= WIDE && usize::from(area.height) > lines.len() + headings.len() + 1 {
        if !lines.is_empty() {
            lines.push((Role::Dim, String::new()));
        }
        let unit = experiment.measure(1).unit;
        for column in report.columns.iter().filter(|column| headings.contains(&column.heading)) {
            let unit =
                if column.unit == ReportUnit::ScorePerRange { format!(", {unit}") } else { String::new() };
            lines.push((Role::Dim, format!("{}: {}{unit}", column.heading, column.title)));
        }
    }
    lines.extend(open.bounds.iter().map(|(name, [low, high])| {
        let number = |value| option_number(experiment, name, value);
        (Role::Warning, format!("bounds of {}: {} to {}", parameter_name(name), number(*low), number(*high)))
    }));
    lines.truncate(area.height.into());
    for (row, (role, text)) in lines.iter().enumerate() {
        draw.text(area.x, area.y + row as u16, area.width, &cut(text, area.width.into()), *role);
    }
    lines.len() as u16 + 1
}

/// Returns the estimates of the parameter at a place among those that are not fixed, as eighths of its range.
fn course(run: &Run, schema: &Schema, place: usize) -> Vec<u64> {
    let free = schema.parameters.iter().enumerate().filter(|(_, known)| known.range.0 < known.range.1);
    let Some((index, known)) = free.clone().nth(place) else { return Vec::new() };
    let (low, high) = (f64::from(known.range.0), f64::from(known.range.1));
    let share = |estimate: &Vec<f64>| 1_000.0 * (estimate[index] - low) / (high - low);
    run.estimates.iter().map(|estimate| share(estimate).max(0.0) as u64).collect()
}

/// Draws the Elo of the latest generations, and the number of faults.
fn summary(draw: &mut Draw<'_>, run: &Run, area: Rect) {
    let width = area.width.into();
    if let Some((elo, games)) = run.elo.latest() {
        let long = format!("{elo} Elo in the latest {} games", thousands(games)).replace('-', "−");
        let short = format!("{elo} Elo, {} games", thousands(games)).replace('-', "−");
        let text = if long.cells() <= width { long } else { short };
        draw.text(area.x, area.y, area.width, &cut(&text, width), Role::Mean);
    }
    let faults = run.faults.total();
    if faults > 0 && area.height > 1 {
        let long = format!("{} ended by a fault: {}", thousands(faults), run.faults);
        let short = format!("{} faults: {}", thousands(faults), run.faults);
        let text = if long.cells() <= width { long } else { short };
        draw.text(area.x, area.y + 1, area.width, &cut(&text, width), Role::Warning);
    }
}

/// The columns that fit.
struct Columns {
    name: usize,
    /// The width of a column of numbers.
    number: usize,
    /// The number of columns of the report.
    numbers: usize,
    /// The width of the course.
    course: usize,
}

impl Columns {
    /// The start and the estimate come first, then the columns of the report, then the course.
    fn of(parameters: &[TunedParameter], headings: &[&str], width: usize) -> Columns {
        let number = if width < WIDE { NUMBERS.0 } else { NUMBERS.1 };
        let names = parameters.iter().map(|known| parameter_name(&known.name).cells()).max().unwrap_or(0);
        // A narrow pane has room for one column of the report, and cuts names for it.
        let room = width.saturating_sub((2 + headings.len().min(1)) * number);
        let name = (names + 1).clamp(LEAST_NAME, 24).min(room.max(LEAST_NAME));
        let left = width.saturating_sub(name + 2 * number);
        let numbers = (left / number).min(headings.len());
        let course = left.saturating_sub(numbers * number + 2).min(COURSE);
        Columns { name, number, numbers, course: if course < 6 { 0 } else { course } }
    }

    fn heading(&self, draw: &mut Draw<'_>, inner: Rect, headings: &[&str]) {
        let number = |heading: &str| right(heading, self.number);
        let mut text = left("parameter", self.name) + &number("start") + &number("now");
        headings.iter().take(self.numbers).for_each(|heading| text += &number(heading));
        if self.course > 0 {
            text += "  course in the range";
        }
        draw.text(inner.x + 1, inner.y, inner.width.saturating_sub(2), &text, Role::Dim);
    }

    fn row(
        &self,
        draw: &mut Draw<'_>,
        (x, y): (u16, u16),
        known: &TunedParameter,
        report: &OptimizerReport,
        course: &[u64],
        selected: bool,
    ) {
        let number =
            |value: f64, decimals: usize| right(&fitted(value, decimals, self.number - 1), self.number);
        let width = |cells: usize| cells as u16;
        let name = cut(&parameter_name(&known.name), self.name.saturating_sub(1));
        draw.over(x, y, width(self.name), &name, Role::Text, selected);
        let at = |column: usize| x + width(self.name + column * self.number);
        let start =
            known.start.map_or_else(|| right("·", self.number), |start| number(start, known.decimals));
        draw.over(at(0), y, width(self.number), &start, Role::Dim, selected);
        let now = number(known.estimate, known.decimals + 1);
        draw.over(at(1), y, width(self.number), &now, Role::Subject, selected);
        let columns = known.columns.iter().zip(&report.columns).take(self.numbers);
        for (index, (value, column)) in columns.enumerate() {
            let decimals = if column.unit == ReportUnit::Parameter { known.decimals + 1 } else { 1 };
            let text = number(*value, decimals);
            draw.over(at(2 + index), y, width(self.number), &text, Role::Text, selected);
        }
        if self.course > 0 {
            let text = bars::course(course, 1_000, self.course);
            draw.over(at(2 + self.numbers) + 2, y, width(self.course), &text, Role::Mean, selected);
        }
    }
}

/// Formats a number with as many of these decimals as fit in `width` cells.
fn fitted(value: f64, decimals: usize, width: usize) -> String {
    let text = |decimals: usize| format!("{value:.decimals$}").replace('-', "−");
    let fits = |decimals: &usize| text(*decimals).cells() <= width;
    text((0..=decimals).rev().find(fits).unwrap_or(0))
}
