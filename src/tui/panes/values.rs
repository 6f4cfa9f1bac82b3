//! The parameter values of the subject beside those of the rival and of a paper.

use ratatui::layout::Rect;

use crate::engine::schema::Group;
use crate::tui::action::Action;
use crate::tui::command::Place;
use crate::tui::cursor::Cursor;
use crate::tui::draw::Draw;
use crate::tui::evolution::Evolution;
use crate::tui::format::{cut, parameter_name, right};
use crate::tui::hit_map::{List, Target};
use crate::tui::message::Effect;
use crate::tui::model::{Model, Popup};
use crate::tui::popups::frame;
use crate::tui::theme::Role;
use crate::tui::widgets::areas::below;
use crate::tui::widgets::bars;

/// The rows of the table, in all panes and popups.
pub(crate) const LIST: List = List("values");

/// The values as a popup.
#[derive(Debug, Default)]
pub(crate) struct Values {
    cursor: Cursor,
}

impl Popup for Values {
    fn place(&self) -> Place {
        Place::Reading
    }

    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        let Some(open) = &model.evolution else { return };
        let inner = frame(draw, area, 78, area.height, "Parameter values", "");
        table(draw, model, open, inner, Some(self.cursor.at));
    }

    fn perform(mut self: Box<Self>, model: &mut Model, action: Action) -> Vec<Effect> {
        if action != Action::Accept {
            let rows = model.evolution.as_ref().map_or(0, rows);
            self.cursor.move_in_list(action, model.hits.page(LIST), rows);
            model.popup = Some(self);
        }
        Vec::new()
    }

    fn clicked(mut self: Box<Self>, model: &mut Model, list: List, row: usize) -> Vec<Effect> {
        if list == LIST {
            self.cursor.at = row;
        }
        model.popup = Some(self);
        Vec::new()
    }

    fn bar_label(&self) -> Option<&'static str> {
        Some("close")
    }
}

/// A row of the table: the heading of a group, or a parameter by its index in the schema.
enum Row {
    Group(Group),
    Parameter(usize),
}

fn table_rows(open: &Evolution) -> Vec<Row> {
    let Some(schema) = &open.schema else { return Vec::new() };
    let mut rows = Vec::new();
    let mut group = None;
    for (index, parameter) in schema.parameters.iter().enumerate() {
        if group != Some(parameter.group) {
            group = Some(parameter.group);
            rows.push(Row::Group(parameter.group));
        }
        rows.push(Row::Parameter(index));
    }
    rows
}

/// Returns the number of rows of the table.
pub(crate) fn rows(open: &Evolution) -> usize {
    table_rows(open).len()
}

/// Draws the table into `inner`. `cursor` is the selected row, if the table is focused.
pub(crate) fn table(
    draw: &mut Draw<'_>,
    model: &Model,
    open: &Evolution,
    inner: Rect,
    cursor: Option<usize>,
) {
    let (Some(schema), Some(subject)) = (&open.schema, model.subject()) else {
        let width = inner.width.saturating_sub(1);
        draw.text(inner.x + 1, inner.y, width, "no organism is measured yet", Role::Dim);
        return;
    };
    if inner.height < 4 || inner.width < 20 {
        return;
    }
    // Every value fits in six cells. A wide table has a gap between the columns.
    let number: u16 = if inner.width < 50 { 6 } else { 7 };
    let spread = if inner.width >= 58 { 8 } else { 0 };
    let name = inner.width.saturating_sub(3 * number + spread + 2);
    let rival = model.rival();
    let width = inner.width.saturating_sub(2);
    let x = inner.x + 1;
    let heading = cut(&format!("● {}", model.name_of(&subject)), usize::from(width));
    draw.text(x, inner.y, width, &heading, Role::Subject);
    // Without a rival, the table shows the untuned search or the mentor.
    let reference = open.reference.as_ref().filter(|_| rival.is_none());
    let line = match (rival, reference) {
        (Some(rival), _) => format!("○ {}", model.name_of(rival)),
        (None, Some(reference)) => reference.label.clone(),
        (None, None) => "○ no rival: r selects one".to_owned(),
    };
    let reference_values = reference.map(|reference| &reference.values);
    // The heading and the role of the column beside the subject.
    let other = reference.map_or(("○", Role::Rival), |reference| (reference.heading, Role::Grandmaster));
    let role = if rival.is_some() { Role::Rival } else { Role::Dim };
    draw.text(x, inner.y + 1, width, &cut(&line, usize::from(width)), role);
    let column = |index: u16| x + name + number * index;
    let cell = |text: &str| right(text, usize::from(number));
    let headings = [("●", Role::Subject), other, ("paper", Role::Paper)];
    for (index, (text, role)) in headings.into_iter().enumerate() {
        draw.text(column(index as u16), inner.y + 2, number, &cell(text), role);
    }
    if spread > 0 {
        draw.text(column(3), inner.y + 2, spread, &right("spread", usize::from(spread)), Role::Dim);
    }
    let body = below(inner, 3);
    let rows = table_rows(open);
    // The paper of the schema, or the newest paper.
    let papers = &model.choices.papers;
    let of_schema = papers.iter().find(|paper| schema.name.ends_with(&paper.name));
    let paper = of_schema.or(papers.first());
    let diversity = open.record().map(|record| record.parameter_diversity.clone()).unwrap_or_default();
    for (index, row, area) in draw.visible(body, LIST, cursor.unwrap_or(0), &rows) {
        let y = area.y;
        let selected = cursor == Some(index);
        draw.row(area, Target::Row(LIST, index), selected);
        match row {
            Row::Group(group) => draw.over(x, y, width, &group.to_string(), Role::Dim, selected),
            Row::Parameter(parameter) => {
                let known = &schema.parameters[*parameter];
                let text = parameter_name(&known.name);
                draw.over(
                    x + 1,
                    y,
                    name,
                    &cut(&text, usize::from(name).saturating_sub(1)),
                    Role::Text,
                    selected,
                );
                let paper = paper.and_then(|paper| paper.value(&known.name));
                let of_rival = rival.and_then(|rival| rival.value(&known.name));
                let of_other = of_rival.or_else(|| *reference_values?.get(*parameter)?);
                let values =
                    [(subject.value(&known.name), Role::Subject), (of_other, other.1), (paper, Role::Paper)];
                for (index, (value, role)) in values.into_iter().enumerate() {
                    let text = value.map_or_else(|| "·".to_owned(), |value| value.to_string());
                    let role = if value.is_some() { role } else { Role::Dim };
                    draw.over(column(index as u16), y, number, &cell(&text), role, selected);
                }
                if let (Some(share), true) = (diversity.get(*parameter), spread > 0 && known.bits > 0) {
                    let text = format!("{} {:2.0} %", bars::cell(f64::from(*share) * 2.0), share * 100.0);
                    draw.over(column(3), y, spread, &right(&text, usize::from(spread)), Role::Dim, selected);
                }
            }
        }
    }
    if let Some(Row::Parameter(parameter)) = cursor.and_then(|cursor| rows.get(cursor))
        && inner.height > 8
    {
        let known = &schema.parameters[*parameter];
        let text = format!("{} · {} · {} to {}", known.description, known.unit, known.range.0, known.range.1);
        let y = inner.bottom() - 1;
        draw.fill(Rect { y, height: 1, ..inner }, Role::Bar);
        draw.over(x, y, width, &cut(&text, usize::from(width)), Role::Bar, false);
    }
}
