//! The popup that compares two sessions: curves, settings and champions.

use std::sync::Arc;

use ratatui::layout::{Margin, Rect};

use crate::disagreement::{Filter, Outcome};
use crate::tui::action::Action;
use crate::tui::background::compare::{Comparison, Side};
use crate::tui::command::Place;
use crate::tui::cursor::Cursor;
use crate::tui::draw::Draw;
use crate::tui::erased::Note;
use crate::tui::format::{cut, left, parameter_name, right, thousands};
use crate::tui::hit_map::List;
use crate::tui::measure::{self};
use crate::tui::message::Effect;
use crate::tui::model::{Model, Popup};
use crate::tui::notes::ShowPositions;
use crate::tui::popups::frame;
use crate::tui::theme::Role;
use crate::tui::widgets::plot::{Plot, Stroke};

/// Width of the numbers of the vertical axis, in cells.
const AXIS: u16 = 7;
/// Width of a value, in cells.
const VALUE: usize = 16;

/// The popup that compares two sessions.
#[derive(Debug)]
pub(crate) struct SideBySide {
    comparison: Arc<Comparison>,
    /// The first visible row of the table of parameters.
    cursor: Cursor,
}

impl SideBySide {
    pub(crate) fn new(comparison: &Arc<Comparison>) -> SideBySide {
        SideBySide { comparison: Arc::clone(comparison), cursor: Cursor::default() }
    }
}

impl Popup for SideBySide {
    fn place(&self) -> Place {
        Place::Reading
    }

    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        let comparison = &*self.comparison;
        let inner = frame(draw, area, 110, area.height, "Two sessions", "Enter: positions gained and lost");
        if inner.width < 24 || inner.height < 5 {
            return;
        }
        let inner = inner.inner(Margin::new(1, 0));
        draw_champion(draw, inner, inner.y, "━━ ●", &comparison.subject, Role::Subject);
        draw_champion(draw, inner, inner.y + 1, "╌╌ ○", &comparison.rival, Role::Rival);
        let mut y = inner.y + 2;
        if inner.height >= 18 {
            let height = inner.height / 3;
            draw_curves(draw, Rect { y, height, ..inner }, comparison, model.ascii);
            y += height;
        }
        let settings = comparison.settings();
        for (name, one, other) in settings.iter().take(usize::from(inner.height / 4)) {
            draw_row(draw, inner, y, (name, one, other), Role::Dim);
            y += 1;
        }
        if settings.is_empty() {
            draw.text(inner.x, y, inner.width, "the settings are the same", Role::Dim);
            y += 1;
        }
        draw_row(draw, inner, y, ("parameter, largest difference first", "●", "○"), Role::Title);
        y += 1;
        let rows = comparison.parameters();
        let page = usize::from(inner.bottom().saturating_sub(y));
        let first = draw.hits.scroll(List::POPUP, self.cursor.at, page, rows.len());
        for (name, one, other) in rows.iter().skip(first.min(rows.len())).take(page) {
            let role = if one == other { Role::Dim } else { Role::Text };
            draw_row(draw, inner, y, (&parameter_name(name), &one.to_string(), &other.to_string()), role);
            y += 1;
        }
    }

    fn perform(mut self: Box<Self>, model: &mut Model, action: Action) -> Vec<Effect> {
        if action == Action::Accept {
            let filter = Filter { outcome: Outcome::SubjectOnly, ..Filter::default() };
            return vec![Effect::Notify(Note::new(ShowPositions(filter)))];
        }
        self.cursor.move_in_list(action, model.hits.page(List::POPUP), self.comparison.parameters().len());
        model.popup = Some(self);
        Vec::new()
    }

    fn clicked(self: Box<Self>, model: &mut Model, _list: List, _row: usize) -> Vec<Effect> {
        model.popup = Some(self);
        Vec::new()
    }

    fn bar_label(&self) -> Option<&'static str> {
        Some("positions gained and lost")
    }
}

fn draw_champion(draw: &mut Draw<'_>, inner: Rect, y: u16, mark: &str, side: &Side, role: Role) {
    let score = side.champion.score.unwrap_or(0);
    let mut text = format!("{mark} {} · best {}", side.name, side.measure().summary(score));
    if let Some((score, largest)) = side.test.filter(|(_, largest)| *largest > 0) {
        let (settings, test) = (&side.settings, measure::of_test(Some(&side.settings), largest));
        let name = if settings.objective.matches().is_some() { "final match" } else { "test" };
        text += &format!(" · {name} {}", test.summary(score));
    }
    draw.text(inner.x, y, inner.width, &cut(&text, usize::from(inner.width)), role);
}

fn draw_row(draw: &mut Draw<'_>, inner: Rect, y: u16, (name, one, other): (&str, &str, &str), role: Role) {
    let value = VALUE.min(usize::from(inner.width) / 4);
    let name = left(name, usize::from(inner.width).saturating_sub(2 * value));
    draw.text(inner.x, y, inner.width, &format!("{name}{}{}", right(one, value), right(other, value)), role);
}

fn draw_curves(draw: &mut Draw<'_>, area: Rect, comparison: &Comparison, ascii: bool) {
    let chart = Rect {
        x: area.x + AXIS,
        width: area.width.saturating_sub(AXIS + 1),
        height: area.height.saturating_sub(1),
        ..area
    };
    if chart.width < 4 || chart.height < 2 {
        return;
    }
    // Training sets can differ in size, so the curves show percentages and not counts.
    let share =
        |side: &Side, score: u64| 100.0 * side.measure().value(score as f64) / side.train_total.max(1) as f64;
    let sides = [
        (&comparison.rival, Role::Rival, Stroke::Dashed),
        (&comparison.subject, Role::Subject, Stroke::Solid),
    ];
    let (mut low, mut high, mut last) = (f64::INFINITY, f64::NEG_INFINITY, 1);
    for (side, ..) in sides {
        for &score in &side.best {
            (low, high) = (low.min(share(side, score)), high.max(share(side, score)));
        }
        last = last.max(side.best.len().saturating_sub(1));
    }
    if !low.is_finite() {
        return;
    }
    let mut plot = Plot::new(chart);
    let (width, height) = (f64::from(plot.width() - 1), f64::from(plot.height() - 1));
    for (side, role, stroke) in sides {
        let mut before = None;
        for (generation, &score) in side.best.iter().enumerate() {
            let x = generation as f64 / last as f64 * width;
            let y = (high - share(side, score)) / (high - low).max(f64::EPSILON) * height;
            let dot = (x.round() as i32, y.round() as i32);
            plot.line(before.unwrap_or(dot), dot, role, stroke);
            before = Some(dot);
        }
    }
    plot.draw(draw, ascii);
    for (y, value) in [(chart.y, high), (chart.bottom() - 1, low)] {
        draw.text(area.x, y, AXIS - 1, &right(&format!("{value:.1} %"), usize::from(AXIS) - 1), Role::Dim);
    }
    let text = format!("best on the training set, generation 0 to {}", thousands(last as u64));
    draw.text(chart.x, chart.bottom(), chart.width, &cut(&text, usize::from(chart.width)), Role::Dim);
}
