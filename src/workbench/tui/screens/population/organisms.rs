//! The table of organisms, fittest first.

use ratatui::layout::Rect;

use super::table::{BORN, PARAMETER, PARENTS, SCORE};
use super::{State, lists};
use crate::engine::schema::Schema;
use crate::evolution::record::{GenerationRecord, Individual};
use crate::tui::draw::{Draw, Heading};
use crate::tui::evolution::Evolution;
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{cut, parameter_heading, right, thousands};
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::widgets::areas::below;
use crate::tui::widgets::pane::{self, Frame};

/// Width of the columns before the parameters: cursor, mark, place, score, percentage, birth and parents.
const FIXED: usize = 37;
/// The least width of a list that has the kinds of faults.
const WIDE: u16 = 90;

pub(super) fn draw(
    draw: &mut Draw<'_>,
    state: &State,
    model: &Model,
    open: &Evolution,
    Frame { area, highlighted: focus, .. }: Frame,
    hides_estimate: bool,
) {
    let latest = open.record();
    let title = match latest {
        Some(record) if open.runs.len() > 1 => {
            format!("Organisms · run {} · generation {}", record.run + 1, thousands(record.generation.into()))
        }
        Some(record) => format!("Organisms · generation {}", thousands(record.generation.into())),
        None => "Organisms".to_owned(),
    };
    let pending = open.pending_plant().map(|generation| format!("planted: joins generation {generation}"));
    let title = if open.earlier.is_some() { format!("{title}, looking back") } else { title };
    let note = match (&open.earlier, &pending) {
        (Some(_), _) => "Esc: newest",
        (None, Some(planted)) => planted,
        (None, None) if hides_estimate => "← → more parameters · Tab: estimate",
        (None, None) => "← → more parameters",
    };
    let inner = pane::draw(draw, area, &title, if latest.is_some() { note } else { "" }, focus);
    if inner.height < 2 {
        return;
    }
    let (Some(record), Some(schema)) = (latest, &open.schema) else {
        draw.text(inner.x + 1, inner.y, inner.width.saturating_sub(1), "none measured yet", Role::Dim);
        return;
    };
    let faults = Faults::of(open, record, inner.width);
    let fixed = FIXED + faults.width();
    let columns = columns(schema, state.first_parameter, inner.width.saturating_sub(fixed as u16 + 1));
    let measure = open.measure();
    let mut headings = vec![
        Heading::right("#", 7).natural(),
        Heading::right(measure.heading, 7).by(SCORE),
        Heading::right(measure.share_heading(), 6),
        Heading::right("born", 6).by(BORN),
        Heading::right("parents", 11).by(PARENTS),
    ];
    headings.extend((faults.width() > 0).then(|| Heading::right("faults", faults.width())));
    let names: Vec<String> =
        columns.iter().map(|(index, _)| parameter_heading(&schema.parameters[*index].name)).collect();
    let evolved = columns.iter().zip(&names);
    headings.extend(evolved.map(|((index, width), name)| Heading::right(name, *width).by(PARAMETER + index)));
    draw.headings(Rect { height: 1, ..inner }, lists::ORGANISMS, &headings);
    let list = below(inner, 1);
    for (place, organism, row) in draw.visible(list, lists::ORGANISMS, state.organisms.at, &record.population)
    {
        let selected = place == state.organisms.at;
        draw.row(row, Target::Row(lists::ORGANISMS, place), selected);
        draw_fixed_columns(draw, model, open, record, row, place, selected);
        let x = row.x.saturating_add(FIXED as u16);
        let text = faults.text(record, place);
        draw.over(x, row.y, row.right().saturating_sub(x), &text, Role::Warning, selected);
        let values = parameters(organism, schema, &columns);
        let x = row.x.saturating_add(fixed as u16);
        draw.over(x, row.y, row.right().saturating_sub(x), &values, Role::Text, selected);
    }
}

/// The column with the faults of the organisms.
enum Faults {
    /// No organism of the run has had any.
    Absent,
    /// Their number.
    Number,
    /// Their number by kind.
    Kinds,
}

impl Faults {
    fn of(open: &Evolution, record: &GenerationRecord, width: u16) -> Faults {
        if record.faults.is_empty() && open.run().is_none_or(|run| run.faults.total() == 0) {
            return Faults::Absent;
        }
        if width < WIDE { Faults::Number } else { Faults::Kinds }
    }

    fn width(&self) -> usize {
        match self {
            Faults::Absent => 0,
            Faults::Number => 8,
            Faults::Kinds => 28,
        }
    }

    fn text(&self, record: &GenerationRecord, place: usize) -> String {
        let counts = record.own_faults(place);
        let text = match self {
            _ if counts.total() == 0 => "·".to_owned(),
            Faults::Absent => String::new(),
            Faults::Number => thousands(counts.total()),
            Faults::Kinds => cut(&counts.to_string(), self.width() - 2),
        };
        right(&text, self.width())
    }
}

fn draw_fixed_columns(
    draw: &mut Draw<'_>,
    model: &Model,
    open: &Evolution,
    record: &GenerationRecord,
    row: Rect,
    place: usize,
    selected: bool,
) {
    let organism = &record.population[place];
    let (mark, role) = match (model.is_subject(place), model.is_rival(place)) {
        (true, _) => ("●", Role::Subject),
        (_, true) => ("○", Role::Rival),
        _ => (" ", Role::Text),
    };
    let parents = parents(open, record, organism);
    draw.over(row.x, row.y, 1, if selected { "▸" } else { " " }, Role::Key, selected);
    draw.over(row.x + 1, row.y, row.width.saturating_sub(1).min(1), mark, role, selected);
    // A number of five digits has no room for a comma.
    let number = if place < 9_999 { thousands(place as u64 + 1) } else { (place + 1).to_string() };
    let number = right(&number, 5);
    let measure = open.measure();
    let score = right(&measure.number(organism.score as f64), 7);
    draw.over(row.x + 2, row.y, row.width.saturating_sub(2), &format!("{number}{score}"), role, selected);
    let share = right(&measure.percentage(organism.score as f64), 6);
    let born = right(&thousands(organism.born.into()), 6);
    let text = format!("{share}{born}{}", right(&parents, 11));
    let x = row.x + 14;
    draw.over(x, row.y, row.right().saturating_sub(x), &text, Role::Dim, selected);
}

/// Returns the parents of an organism, or the origin of one without parents.
pub(super) fn parents(open: &Evolution, record: &GenerationRecord, organism: &Individual) -> String {
    match organism.parents.as_slice() {
        [] if organism.born == 0 && record.generation == 0 => open.first_origin.to_owned(),
        [] if record.has_parents() => "planted".to_owned(),
        [] => "–".to_owned(),
        [one] => format!("{}", one.saturating_add(1)),
        [mother, father, ..] => format!("{} × {}", mother.saturating_add(1), father.saturating_add(1)),
    }
}

/// Returns the parameters that fit beside each other, starting at number `first` of those that evolve, and the widths
/// of their columns.
fn columns(schema: &Schema, first: usize, width: u16) -> Vec<(usize, usize)> {
    let mut left = usize::from(width);
    let mut columns = Vec::new();
    let evolved = |index: &usize| schema.parameters.get(*index).is_some_and(|parameter| parameter.bits > 0);
    for index in (0..schema.len()).filter(evolved).skip(first) {
        let cells = parameter_heading(&schema.parameters[index].name).cells().max(4) + 2;
        if cells > left {
            break;
        }
        left -= cells;
        columns.push((index, cells));
    }
    columns
}

fn parameters(organism: &Individual, schema: &Schema, columns: &[(usize, usize)]) -> String {
    if organism.chromosome.len() != schema.bits() {
        return String::new();
    }
    let values = organism.chromosome.decode(schema);
    columns.iter().map(|(index, width)| right(&values[*index].to_string(), *width)).collect()
}
