//! The evaluation laid open: what each parameter adds for White, for Black, and between them.

use ratatui::layout::Rect;
use shakmaty::Position;

use super::{BoardHost, Spot, lists, player};
use crate::disagreement::Part;
use crate::engine::evaluation::{Layout, Score, centipawns};
use crate::engine::features;
use crate::engine::schema::Group;
use crate::tui::draw::Draw;
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{left, parameter_name, right, signed, thousands, wrap};
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::subject::ShownOrganism;
use crate::tui::theme::Role;

/// The least columns of a number, and of the names beside three of them.
const LEAST: u16 = 6;
const NAME: u16 = 14;
/// Rows of the text on the parameter under the cursor.
const MEANING: u16 = 3;

/// What a row speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    /// All parameters of a group.
    Group(Group),
    /// A parameter of the organism's schema.
    Parameter(usize),
    /// So many parameters that count nothing in this position.
    Others(usize),
}

/// A row: what White and Black get for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Row {
    /// What it speaks of.
    pub(crate) what: What,
    /// White's share, Black's share.
    pub(crate) shares: [Score; 2],
}

/// The rows for the subject and the position on the board, group by group in the schema's order.
pub(crate) fn rows(host: &dyn BoardHost, model: &Model) -> Vec<Row> {
    let found = super::game(host, model).zip(player(host, model, Part::Subject));
    let Some((game, organism)) = found else { return Vec::new() };
    let (schema, values) = organism.evaluated();
    let Ok(layout) = Layout::of(schema) else { return Vec::new() };
    let unfolded = host.table().is_some_and(|table| table.unfolded);
    let sides = features::sides(game.position().board());
    let mut groups: Vec<(Group, Vec<Row>)> = Vec::new();
    let mut others = 0;
    for (index, parameter) in schema.parameters.iter().enumerate() {
        let feature = layout.features()[index];
        let counts = [0, 1].map(|side| sides[side][feature]);
        let shares = counts.map(|count| count * values[index]);
        if counts == [0, 0] && !unfolded {
            others += 1;
            continue;
        }
        let row = Row { what: What::Parameter(index), shares };
        match groups.iter_mut().find(|(group, _)| *group == parameter.group) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((parameter.group, vec![row])),
        }
    }
    let mut out = Vec::with_capacity(schema.len() + groups.len() + 1);
    for (group, rows) in groups {
        out.push(Row { what: What::Group(group), shares: sum(rows.iter()) });
        out.extend(rows);
    }
    if others > 0 {
        out.push(Row { what: What::Others(others), shares: [0, 0] });
    }
    out
}

fn sum<'a>(rows: impl Iterator<Item = &'a Row>) -> [Score; 2] {
    rows.fold([0, 0], |sum, row| [sum[0] + row.shares[0], sum[1] + row.shares[1]])
}

/// All of it, for White and for Black.
pub(crate) fn total(rows: &[Row]) -> [Score; 2] {
    sum(rows.iter().filter(|row| matches!(row.what, What::Parameter(_))))
}

/// What the row under the cursor speaks of.
pub(crate) fn under_cursor(host: &dyn BoardHost, model: &Model) -> Option<What> {
    let at = host.table()?.weighed.at;
    let rows = rows(host, model);
    rows.get(at.min(rows.len().saturating_sub(1))).map(|row| row.what)
}

/// What a parameter means, and its value.
pub(crate) fn meaning(organism: &ShownOrganism, index: usize) -> String {
    let (schema, values) = organism.evaluated();
    let known = schema.parameters.get(index).zip(values.get(index));
    known.map_or_else(String::new, |(known, value)| {
        let (low, high) = known.range;
        format!("{} = {value}: {} ({}, {low} to {high})", known.name, known.description, known.unit)
    })
}

/// Draws it.
pub(crate) fn draw(draw: &mut Draw<'_>, host: &dyn BoardHost, model: &Model, area: Rect, keys: bool) {
    let (Some(organism), Some(table)) = (player(host, model, Part::Subject), host.table()) else {
        draw.text(area.x + 1, area.y, area.width.saturating_sub(1), "no organism is measured yet", Role::Dim);
        return;
    };
    let rows = rows(host, model);
    if rows.is_empty() || area.height < 3 {
        return;
    }
    let at = table.weighed.at.min(rows.len() - 1);
    let sum = numbers(total(&rows));
    let widest = rows.iter().flat_map(|row| numbers(row.shares)).chain(sum.clone());
    let columns = Columns::new(area.width, widest.map(|number| number.cells()).max().unwrap_or(0));
    let heads = ["White", "Black", "diff."].map(str::to_owned);
    columns.line(draw, Rect { height: 1, ..area }, "cp", &heads, Role::Dim, false);
    let meant = if area.height >= 14 { MEANING } else { 0 };
    let room = area.height - 2 - meant;
    let body = Rect { y: area.y + 1, height: room.min(rows.len() as u16), ..area };
    let page = usize::from(body.height);
    let first = draw.hits.scroll(lists::WEIGHED, at, page, rows.len());
    for (y, (index, row)) in rows.iter().enumerate().skip(first).take(page).enumerate() {
        let place = Rect { y: body.y + y as u16, height: 1, ..body };
        draw.hits.note(place, Target::own(Spot::Weighed(index)));
        let here = keys && index == at;
        if here {
            draw.fill(place, Role::Cursor);
            draw.over(place.x, place.y, 1, "▸", Role::Key, true);
        }
        let (name, role) = name(&organism, row);
        let numbers = match row.what {
            What::Others(_) => [String::new(), String::new(), "0".to_owned()],
            _ => numbers(row.shares),
        };
        columns.line(draw, place, &name, &numbers, role, here);
    }
    let y = body.bottom();
    columns.line(draw, Rect { y, height: 1, ..area }, "total", &sum, Role::Title, false);
    if meant > 0 {
        let text = match rows[at].what {
            What::Parameter(index) => meaning(&organism, index),
            What::Group(group) => format!("all parameters of the group {group}"),
            What::Others(_) => "they find nothing to count in this position; Enter lists them".to_owned(),
        };
        let width = usize::from(area.width.saturating_sub(2));
        for (row, text) in wrap(&text, width).iter().take(usize::from(meant)).enumerate() {
            draw.text(area.x + 1, y + 1 + row as u16, width as u16, text, Role::Dim);
        }
    }
}

fn name(organism: &ShownOrganism, row: &Row) -> (String, Role) {
    match row.what {
        What::Group(group) => (group.to_string(), Role::Subject),
        What::Parameter(index) => {
            let name = organism.evaluated().0.parameters.get(index).map_or("", |known| &known.name);
            let role = if row.shares == [0, 0] { Role::Dim } else { Role::Text };
            (format!(" {}", parameter_name(name)), role)
        }
        What::Others(count) => (format!("{count} others"), Role::Dim),
    }
}

/// White's share, Black's, and what White has more, in centipawns.
fn numbers([white, black]: [Score; 2]) -> [String; 3] {
    let share = |score: Score| {
        let points = centipawns(score);
        let sign = if points < 0 { "−" } else { "" };
        format!("{sign}{}", thousands(points.unsigned_abs().into()))
    };
    let (white_share, black_share) = (share(white), share(black));
    [white_share, black_share, signed(centipawns(white - black).into())]
}

/// How wide names and numbers are.
struct Columns {
    name: u16,
    number: u16,
    /// Whether both sides' shares are shown beside the difference.
    shares: bool,
}

impl Columns {
    fn new(width: u16, widest: usize) -> Columns {
        let number = (widest as u16 + 1).max(LEAST);
        let shares = width >= NAME + 3 * number;
        let name = width.saturating_sub(if shares { 3 * number } else { number });
        Columns { name, number, shares }
    }

    fn line(
        &self,
        draw: &mut Draw<'_>,
        area: Rect,
        name: &str,
        numbers: &[String; 3],
        role: Role,
        here: bool,
    ) {
        let room = self.name.saturating_sub(1);
        draw.over(area.x + 1, area.y, room, &left(name, usize::from(room)), role, here);
        let shown = if self.shares { &numbers[..] } else { &numbers[2..] };
        let mut x = area.x + self.name;
        for number in shown {
            let width = self.number.min(area.right().saturating_sub(x));
            draw.over(x, area.y, width, &right(number, usize::from(width)), role, here);
            x += width;
        }
    }
}
