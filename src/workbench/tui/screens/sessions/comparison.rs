//! The popup that compares two sessions: curves, settings and champions.

use crate::disagreement::{AgreementFilter, Filter};
use crate::figures::{Content, Figure};
use crate::tui::background::compare::{Comparison, Side};
use crate::tui::measure::{self};
use crate::tui::notes::ShowPositions;
use crate::tui::panes::chart::{self, Options};
use crate::tui::prelude::*;
use crate::tui::saved::Sessions;
use crate::tui::widgets::lines::Lines;

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
        let mut lines = Lines::new(draw, inner);
        draw_champion(&mut lines, "━━ ●", &comparison.subject, Role::Subject);
        draw_champion(&mut lines, "── ○", &comparison.rival, Role::Rival);
        if inner.height >= 18 {
            let area = lines.take(inner.height / 3);
            draw_curves(lines.draw, area, &comparison.chart(), model);
        }
        let settings = comparison.settings();
        for (name, one, other) in settings.iter().take(usize::from(inner.height / 4)) {
            draw_row(&mut lines, (name, one, other), Role::Dim);
        }
        if settings.is_empty() {
            lines.text("the settings are the same", Role::Dim);
        }
        let rows = comparison.parameters();
        if rows.is_empty() {
            lines.text("the schemas have no parameter in common", Role::Dim);
        } else {
            draw_row(&mut lines, ("parameter, largest difference first", "●", "○"), Role::Title);
        }
        let page = usize::from(lines.rest().height);
        let first = lines.draw.hits.scroll(List::POPUP, self.cursor.at, page, rows.len());
        for (name, one, other) in rows.iter().skip(first).take(page) {
            let role = if one == other { Role::Dim } else { Role::Text };
            draw_row(&mut lines, (&parameter_name(name), &one.to_string(), &other.to_string()), role);
        }
    }

    fn handle(mut self: Box<Self>, model: &mut Model, input: PopupInput) -> Vec<Effect> {
        match input {
            PopupInput::Command(Action::Accept) => {
                let filter = Filter { outcome: AgreementFilter::SubjectOnly, ..Filter::default() };
                return vec![Effect::Notify(Note::new(ShowPositions(filter)))];
            }
            PopupInput::Command(action) => {
                let (page, rows) = (model.hits.page(List::POPUP), self.comparison.parameters().len());
                self.cursor.move_in_list(action, page, rows);
            }
            PopupInput::Row(..) => {}
        }
        model.keep(self)
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

fn draw_champion(lines: &mut Lines<'_, '_>, mark: &str, side: &Side, role: Role) {
    let score = side.champion.score.unwrap_or(0);
    let mut text = format!("{mark} {} · best {}", side.name, side.measure().summary(score));
    if let Some((score, largest)) = side.test.filter(|(_, largest)| *largest > 0) {
        let (settings, test) = (&side.settings, measure::of_test(Some(&side.settings), largest));
        let name = if settings.objective.properties().plays_opponents() { "final match" } else { "test" };
        text += &format!(" · {name} {}", test.summary(score));
    }
    lines.text(&text, role);
}

fn draw_row(lines: &mut Lines<'_, '_>, (name, one, other): (&str, &str, &str), role: Role) {
    let width = usize::from(lines.width());
    let value = VALUE.min(width / 4);
    // A space is between the columns.
    let [one, other] = [one, other].map(|text| right(&cut(text, value - 1), value));
    lines.text(&format!("{}{one}{other}", left(name, width.saturating_sub(2 * value))), role);
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
