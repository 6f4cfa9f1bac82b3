//! The parameter values of the subject beside those of the rival and of a paper.

use ratatui::layout::Rect;

use crate::engine::schema::{Group, Parameter, Schema};
use crate::figures::table::{Cell, Column};
use crate::figures::{self, Content, Figure};
use crate::session;
use crate::tui::action::Action;
use crate::tui::background::figures::{ExportFigures, Wanted};
use crate::tui::command::Scope;
use crate::tui::cursor::Cursor;
use crate::tui::draw::{Draw, Heading};
use crate::tui::evolution::Evolution;
use crate::tui::format::{cut, parameter_name, right};
use crate::tui::hit_map::{List, Target};
use crate::tui::message::Effect;
use crate::tui::model::{Model, Popup};
use crate::tui::popups::frame;
use crate::tui::subject::Paper;
use crate::tui::table::{Key, Table};
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
    fn scope(&self) -> Scope {
        Scope::Reading
    }

    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        let Some(open) = &model.evolution else { return };
        let inner = frame(draw, area, 78, area.height, "Parameter values", "");
        table(draw, model, open, inner, Some(self.cursor.at));
    }

    fn perform(mut self: Box<Self>, model: &mut Model, action: Action) -> Vec<Effect> {
        if action != Action::Accept {
            let rows = model.evolution.as_ref().map_or(0, rows);
            model.step(LIST, &mut self.cursor, action, rows);
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

    fn figures(&self, model: &Model) -> Option<ExportFigures> {
        let open = model.evolution.as_ref()?;
        Some(ExportFigures { folder: open.folder.clone(), wanted: vec![figure(model, open)?] })
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
    // A schema can have parameters of a group in several places.
    let mut groups: Vec<(Group, Vec<Row>)> = Vec::new();
    for (index, parameter) in schema.parameters.iter().enumerate() {
        let row = Row::Parameter(index);
        match groups.iter_mut().find(|(group, _)| *group == parameter.group) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((parameter.group, vec![row])),
        }
    }
    let rows = |(group, rows)| std::iter::once(Row::Group(group)).chain(rows);
    groups.into_iter().flat_map(rows).collect()
}

/// Returns the number of rows of the table.
pub(crate) fn rows(open: &Evolution) -> usize {
    table_rows(open).len()
}

/// The columns by which the table can be sorted.
const NAME: usize = 0;
const SUBJECT: usize = 1;
const OTHER: usize = 2;
const PAPER: usize = 3;
const SPREAD: usize = 4;

/// Returns the paper of the schema, or the newest paper.
fn shown_paper<'a>(model: &'a Model, schema: &Schema) -> Option<&'a Paper> {
    let papers = &model.choices.papers;
    papers.iter().find(|paper| schema.name.ends_with(&paper.name)).or(papers.first())
}

/// Returns the table for sorting and searching.
pub(crate) fn sortable<'a>(model: &'a Model, open: &'a Evolution) -> Option<Table<'a>> {
    let (schema, subject) = (open.schema.as_ref()?, model.subject()?);
    let rows = std::rc::Rc::new(table_rows(open));
    let groups = std::rc::Rc::clone(&rows);
    let named = std::rc::Rc::clone(&rows);
    let parameter = |rows: &[Row], row: usize| match rows.get(row) {
        Some(Row::Parameter(index)) => schema.parameters.get(*index).map(|parameter| (*index, parameter)),
        _ => None,
    };
    let table = Table::new(LIST, rows.len(), model.values.at)
        .ascending([(NAME, "parameter")])
        .numbers([(SUBJECT, "subject"), (OTHER, "the second column"), (PAPER, "paper"), (SPREAD, "spread")])
        .keys(move |row, column| {
            let (index, known) = parameter(&rows, row)?;
            let value = match column {
                NAME => return Some(Key::text(parameter_name(&known.name))),
                SUBJECT => subject.value(&known.name),
                OTHER => {
                    let reference = || *open.reference.as_ref()?.values.get(index)?;
                    match model.rival() {
                        Some(rival) => rival.value(&known.name),
                        None => reference(),
                    }
                }
                PAPER => shown_paper(model, schema)?.value(&known.name),
                _ => {
                    let spread = open.record()?.parameter_diversity.get(index).copied();
                    return spread.map(|spread| Key::Number(f64::from(spread)));
                }
            };
            value.map(|value| Key::Number(f64::from(value)))
        })
        .texts(move |row| {
            parameter(&named, row).map_or_else(String::new, |(_, known)| parameter_name(&known.name))
        })
        .headings(move |row| matches!(groups.get(row), Some(Row::Group(_))));
    Some(table)
}

/// Returns the table as a figure; `None` before an organism is measured.
pub(crate) fn figure(model: &Model, open: &Evolution) -> Option<Wanted> {
    let (schema, subject) = (open.schema.as_ref()?, model.subject()?);
    let rival = model.rival();
    let papers = &model.choices.papers;
    let mut titles = vec!["parameter".to_owned(), model.name_of(&subject)];
    titles.extend(rival.map(|rival| model.name_of(rival)));
    titles.extend(papers.iter().map(|paper| format!("paper {}", paper.name)));
    let cell = |value: Option<i32>| value.map_or(Cell::Empty, Cell::count);
    let row = |parameter: &Parameter| {
        let name = parameter.name.as_str();
        let mut row = vec![Cell::text(name), cell(subject.value(name))];
        row.extend(rival.map(|rival| cell(rival.value(name))));
        row.extend(papers.iter().map(|paper| cell(paper.value(name))));
        row
    };
    let columns = titles.iter().map(|title| Column::new(title, "")).collect();
    let table = figures::Table { columns, rows: schema.parameters.iter().map(row).collect() };
    let title = format!("Parameter values · {}", session::name(&open.folder));
    Some(Wanted::Shown(Box::new(Figure::new("values", &title, Content::Table(table)))))
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
    let value = usize::from(number);
    let headings = [
        Heading::left("parameter", usize::from(name)).by(NAME),
        Heading::right("●", value).role(Role::Subject).by(SUBJECT),
        Heading::right(other.0, value).role(other.1).by(OTHER),
        Heading::right("paper", value).role(Role::Paper).by(PAPER),
        Heading::right("spread", usize::from(spread)).by(SPREAD),
    ];
    draw.headings(
        Rect { x, y: inner.y + 2, width, height: 1 },
        LIST,
        &headings[..if spread > 0 { 5 } else { 4 }],
    );
    let body = below(inner, 3);
    let rows = table_rows(open);
    let paper = shown_paper(model, schema);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_group_has_one_heading() {
        for name in ["search-extended", "paper-2014"] {
            let mut open = Evolution::opening("sessions/one".into(), None);
            open.schema = Some(Schema::built_in(name).unwrap());
            let rows = table_rows(&open);
            let mut groups = Vec::new();
            for row in &rows {
                if let Row::Group(group) = row {
                    assert!(!groups.contains(group), "{group} in {name}");
                    groups.push(*group);
                }
            }
            assert_eq!(rows.len(), groups.len() + open.schema.unwrap().len(), "{name}");
        }
    }
}
