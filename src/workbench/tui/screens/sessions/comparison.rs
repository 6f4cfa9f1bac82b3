//! The popup that compares two sessions: curves, settings and champions.

use ratatui::layout::Margin;

use crate::disagreement::{AgreementFilter, Filter};
use crate::figures::{Content, Figure};
use crate::tui::background::compare::{Comparison, Side};
use crate::tui::measure::{self};
use crate::tui::notes::ShowPositions;
use crate::tui::panes::chart::{self, Options};
use crate::tui::prelude::*;
use crate::tui::saved::Sessions;

/// Width of a value, in cells.
const VALUE: usize = 24;

/// The popup that compares two sessions.
#[derive(Debug)]
pub(crate) struct SideBySide {
    comparison: Comparison,
    /// The first visible row of the table of parameters.
    cursor: Cursor,
}

impl SideBySide {
    /// Returns the popup. Listed sessions have the titles of their rows.
    pub(crate) fn new(comparison: &Comparison, sessions: &Sessions) -> SideBySide {
        let mut comparison = comparison.clone();
        for side in [&mut comparison.subject, &mut comparison.rival] {
            let row = sessions.rows.iter().find(|row| row.folder == side.folder);
            side.name = row.map_or_else(|| std::mem::take(&mut side.name), SessionRow::title);
        }
        SideBySide { comparison, cursor: Cursor::default() }
    }
}

impl Popup for SideBySide {
    fn scope(&self) -> Scope {
        Scope::Reading
    }

    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        let comparison = &self.comparison;
        let inner = frame(draw, area, 110, area.height, "Two sessions", "Enter: positions gained and lost");
        if inner.width < 24 || inner.height < 5 {
            return;
        }
        let inner = inner.inner(Margin::new(1, 0));
        draw_champion(draw, inner, inner.y, "━━ ●", &comparison.subject, Role::Subject);
        draw_champion(draw, inner, inner.y + 1, "── ○", &comparison.rival, Role::Rival);
        let mut y = inner.y + 2;
        if inner.height >= 18 {
            let height = inner.height / 3;
            draw_curves(draw, Rect { y, height, ..inner }, &comparison.chart(), model);
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
        let rows = comparison.parameters();
        if rows.is_empty() {
            draw.text(inner.x, y, inner.width, "the schemas have no parameter in common", Role::Dim);
        } else {
            draw_row(draw, inner, y, ("parameter, largest difference first", "●", "○"), Role::Title);
        }
        y += 1;
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
            let filter = Filter { outcome: AgreementFilter::SubjectOnly, ..Filter::default() };
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

    fn figures(&self, _model: &Model) -> Option<ExportFigures> {
        let Comparison { subject, rival } = &self.comparison;
        let title = format!("{} and {}", subject.name, rival.name);
        let name = format!("compare-{}", rival.name.replace(['/', '\\'], "-"));
        let figure = Figure::new(&name, &title, Content::Chart(self.comparison.chart()));
        let wanted = vec![Wanted::Shown(Box::new(figure))];
        Some(ExportFigures { folder: subject.folder.clone(), wanted })
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
        let name = if settings.objective.properties().plays_opponents() { "final match" } else { "test" };
        text += &format!(" · {name} {}", test.summary(score));
    }
    draw.text(inner.x, y, inner.width, &cut(&text, usize::from(inner.width)), role);
}

fn draw_row(draw: &mut Draw<'_>, inner: Rect, y: u16, (name, one, other): (&str, &str, &str), role: Role) {
    let value = VALUE.min(usize::from(inner.width) / 4);
    let name = left(name, usize::from(inner.width).saturating_sub(2 * value));
    // A space is between the columns.
    let [one, other] = [one, other].map(|text| right(&cut(text, value - 1), value));
    draw.text(inner.x, y, inner.width, &format!("{name}{one}{other}"), role);
}

/// Draws the curves: in one chart if the sessions have the same objective, otherwise side by side, each with its axis.
fn draw_curves(draw: &mut Draw<'_>, area: Rect, chart: &Chart, model: &Model) {
    let options =
        Options { view: model.chart, focused: false, ascii: model.ascii, entries: &[], selected: None };
    let count = chart.panels.len().max(1) as u16;
    for (index, panel) in (0..).zip(&chart.panels) {
        let (from, to) = (area.width * index / count, area.width * (index + 1) / count);
        let one = Chart { x: chart.x.clone(), panels: vec![panel.clone()] };
        chart::draw(draw, &one, &options, Rect { x: area.x + from, width: to - from, ..area });
    }
}
