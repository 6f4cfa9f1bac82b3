//! The parameter values of the subject beside those of the rival and of a paper.

use std::rc::Rc;

use crate::engine::schema::{Group, Parameter};
use crate::figures::table::{Cell, Column};
use crate::figures::{self, Content, Figure};
use crate::session;
use crate::tui::evolution::ReferenceValues;
use crate::tui::prelude::*;
use crate::tui::subject::Paper;

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

    fn handle(mut self: Box<Self>, model: &mut Model, input: PopupInput) -> Vec<Effect> {
        match input {
            PopupInput::Command(Action::Accept) => return Vec::new(),
            PopupInput::Command(action) => {
                let rows = model.evolution.as_ref().map_or(0, rows);
                model.step(LIST, &mut self.cursor, action, rows);
            }
            PopupInput::Row(LIST, row) => self.cursor.at = row,
            PopupInput::Row(..) => {}
        }
        model.keep(self)
    }

    fn figures(&self, model: &Model) -> Option<ExportFigures> {
        let open = model.evolution.as_ref()?;
        Some(ExportFigures { folder: open.folder.clone(), wanted: vec![figure(model, open)?] })
    }

    fn bar_label(&self) -> Option<&'static str> {
        Some("close")
    }
}

/// A parameter, or the heading of a group above its first parameter.
struct Row<'a> {
    heading: Option<Group>,
    /// The index of the parameter in the schema.
    index: usize,
    known: &'a Parameter,
}

fn table_rows(open: &Evolution) -> Vec<Row<'_>> {
    let Some(schema) = &open.schema else { return Vec::new() };
    // A schema can have parameters of a group in several places.
    let mut groups: Vec<(Group, Vec<Row<'_>>)> = Vec::new();
    for (index, known) in schema.parameters.iter().enumerate() {
        let row = |heading| Row { heading, index, known };
        match groups.iter_mut().find(|(group, _)| *group == known.group) {
            Some((_, rows)) => rows.push(row(None)),
            None => groups.push((known.group, vec![row(Some(known.group)), row(None)])),
        }
    }
    groups.into_iter().flat_map(|(_, rows)| rows).collect()
}

/// Returns the number of rows of the table.
pub(crate) fn rows(open: &Evolution) -> usize {
    table_rows(open).len()
}

/// Returns the paper of the schema, or the newest paper.
fn shown_paper<'a>(model: &'a Model, schema: &Schema) -> Option<&'a Paper> {
    let papers = &model.choices.papers;
    papers.iter().find(|paper| schema.name.ends_with(&paper.name)).or(papers.first())
}

/// Without a rival, the table shows the untuned search or the mentor.
fn shown_reference<'a>(model: &Model, open: &'a Evolution) -> Option<&'a ReferenceValues> {
    open.reference.as_ref().filter(|_| model.rival().is_none())
}

/// Returns the table for sorting and searching.
pub(crate) fn sortable<'a>(model: &'a Model, open: &'a Evolution) -> Option<Table<'a>> {
    columns(model, open, model.subject()?, 0, Some(model.values.at))
}

/// Returns the table of an organism's values in a list of this width. `cursor` is the selected row, if there is one.
fn columns<'a>(
    model: &'a Model,
    open: &'a Evolution,
    shown: ShownOrganism,
    width: u16,
    cursor: Option<usize>,
) -> Option<Table<'a>> {
    let (mark, first) = sign(model, &shown);
    let (schema, shown) = (open.schema.as_ref()?, Rc::new(shown));
    let (reference, paper) = (shown_reference(model, open), shown_paper(model, schema));
    let (heading, role) =
        reference.map_or(("○", Role::Rival), |reference| (reference.heading, Role::Grandmaster));
    let of_shown = move |row: &Row<'_>| shown.value(&row.known.name);
    let of_other = move |row: &Row<'_>| match model.rival() {
        Some(rival) => rival.value(&row.known.name),
        None => *reference?.values.get(row.index)?,
    };
    let of_paper = move |row: &Row<'_>| paper?.value(&row.known.name);
    let spread = |row: &Row<'_>| Some(f64::from(*open.record()?.parameter_diversity.get(row.index)?));
    let cell = |value: Option<i32>, role| {
        value.map_or_else(|| ("·".to_owned(), Role::Dim), |value| (value.to_string(), role))
    };
    let key = |value: Option<i32>| value.map(|value| Key::Number(value.into()));
    // Every value fits in six cells. A wide table has a gap between the columns.
    let number = if width < 50 { 6 } else { 7 };
    let table = Rows::new(LIST, table_rows(open), cursor.unwrap_or(0))
        .without_gaps()
        .hide_cursor(cursor.is_none())
        .without_mark()
        .grouped(|row| row.heading.map(|group| group.to_string()))
        .searched(|row| match row.heading {
            Some(_) => String::new(),
            None => parameter_name(&row.known.name),
        })
        .rest("parameter", |row| (format!(" {}", parameter_name(&row.known.name)), Role::Text))
        .spare(1)
        .sorted(|row| Some(Key::text(parameter_name(&row.known.name))))
        .right(mark, number, {
            let value = of_shown.clone();
            move |row| cell(value(row), first)
        })
        .named("subject")
        .titled(first)
        .largest_first(move |row| key(of_shown(row)))
        .right(heading, number, move |row| cell(of_other(row), role))
        .named("the second column")
        .titled(role)
        .largest_first(move |row| key(of_other(row)))
        .right("paper", number, move |row| cell(of_paper(row), Role::Paper))
        .titled(Role::Paper)
        .largest_first(move |row| key(of_paper(row)))
        .right("spread", 8, move |row| {
            let share = spread(row).filter(|_| row.known.bits > 0);
            let text = share.map(|share| format!("{} {:2.0} %", bars::cell(share * 2.0), share * 100.0));
            (text.unwrap_or_default(), Role::Dim)
        })
        .least_width(58)
        .largest_first(move |row| spread(row).map(Key::Number));
    Some(table.table())
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

/// Returns the sign of an organism and its role: whether it is the subject, or only under the cursor.
fn sign(model: &Model, shown: &ShownOrganism) -> (&'static str, Role) {
    match model.subject().is_some_and(|subject| subject.origin == shown.origin) {
        true => ("●", Role::Subject),
        false => ("▸", Role::Organism),
    }
}

/// Draws the subject's values into `inner`. `cursor` is the selected row, if the table is focused.
pub(crate) fn table(
    draw: &mut Draw<'_>,
    model: &Model,
    open: &Evolution,
    inner: Rect,
    cursor: Option<usize>,
) {
    table_of(draw, model, open, model.subject(), inner, cursor);
}

/// Draws the values of an organism into `inner`.
pub(crate) fn table_of(
    draw: &mut Draw<'_>,
    model: &Model,
    open: &Evolution,
    shown: Option<ShownOrganism>,
    inner: Rect,
    cursor: Option<usize>,
) {
    let table = shown.clone().and_then(|shown| columns(model, open, shown, inner.width, cursor));
    let Some((table, shown)) = table.zip(shown) else {
        paragraph(draw, inner, "no organism is measured yet", Role::Dim);
        return;
    };
    if inner.height < 4 || inner.width < 20 {
        return;
    }
    let (line, role) = match (model.rival(), shown_reference(model, open)) {
        (Some(rival), _) => (format!("○ {}", model.name_of(rival)), Role::Rival),
        (None, Some(reference)) => (reference.label.clone(), Role::Dim),
        (None, None) => ("○ no rival: r selects one".to_owned(), Role::Dim),
    };
    let (mark, first) = sign(model, &shown);
    let shown = (format!("{mark} {}", model.name_of(&shown)), first);
    let text = Rect { width: inner.width - 1, ..inner };
    pieces(draw, text, [[shown], [(line, role)]]);
    table.draw(draw, below(inner, 2), true);
    let rows = table_rows(open);
    let row = cursor.and_then(|cursor| rows.get(cursor)).filter(|row| row.heading.is_none());
    if let Some(Row { known, .. }) = row.filter(|_| inner.height > 8) {
        let text = format!("{} · {} · {} to {}", known.description, known.unit, known.range.0, known.range.1);
        let y = inner.bottom() - 1;
        draw.fill(Rect { y, height: 1, ..inner }, Role::Bar);
        draw.text(inner.x + 1, y, inner.width - 2, &text, Role::Bar);
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
                if let Some(group) = &row.heading {
                    assert!(!groups.contains(group), "{group} in {name}");
                    groups.push(*group);
                }
            }
            assert_eq!(rows.len(), groups.len() + open.schema.unwrap().len(), "{name}");
        }
    }
}
