//! The evaluation pane: the contribution of each parameter for White, for Black, and their difference.

use super::{lists, player};
use crate::engine::evaluation::{Layout, Score, centipawns};
use crate::engine::schema::Group;
use crate::tui::hit_map::BoardPart;
use crate::tui::prelude::*;

/// The least width of a number, and of the names beside three numbers, in columns.
const LEAST: u16 = 6;
const NAME: u16 = 14;
/// The rows of the description of the selected parameter.
const MEANING: u16 = 3;

/// The kind of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowKind {
    /// The sum of a group of parameters.
    Group(Group),
    /// A parameter, by its index in the organism's schema.
    Parameter(usize),
    /// The number of parameters without an effect on this position.
    Others(usize),
}

/// A row of the evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) kind: RowKind,
    /// The contributions for White and for Black.
    pub(crate) shares: [Score; 2],
}

/// Returns the subject's evaluation of the position on the board, by group in the schema's order.
pub(crate) fn rows(host: &dyn BoardHost, model: &Model) -> Vec<Row> {
    let found = super::game(host, model).zip(player(host, model, OrganismRole::Subject));
    let Some((game, organism)) = found else { return Vec::new() };
    let (schema, values) = organism.evaluated();
    let Ok(layout) = Layout::of(schema) else { return Vec::new() };
    let lists_zeros = host.board_state().is_some_and(|board| board.lists_zeros);
    let sides = layout.set().sides(game.position());
    let mut groups: Vec<(Group, Vec<Row>)> = Vec::new();
    let mut others = 0;
    for (index, parameter) in schema.parameters.iter().enumerate() {
        let feature = layout.features()[index];
        let counts = [0, 1].map(|side| sides[side][feature]);
        let shares = counts.map(|count| count * values[index]);
        if counts == [0, 0] && !lists_zeros {
            others += 1;
            continue;
        }
        let row = Row { kind: RowKind::Parameter(index), shares };
        match groups.iter_mut().find(|(group, _)| *group == parameter.group) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((parameter.group, vec![row])),
        }
    }
    let mut out = Vec::with_capacity(schema.len() + groups.len() + 1);
    for (group, rows) in groups {
        out.push(Row { kind: RowKind::Group(group), shares: sum(rows.iter()) });
        out.extend(rows);
    }
    if others > 0 {
        out.push(Row { kind: RowKind::Others(others), shares: [0, 0] });
    }
    out
}

fn sum<'a>(rows: impl Iterator<Item = &'a Row>) -> [Score; 2] {
    rows.fold([0, 0], |sum, row| [sum[0] + row.shares[0], sum[1] + row.shares[1]])
}

/// Returns the total for White and for Black.
pub(crate) fn total(rows: &[Row]) -> [Score; 2] {
    sum(rows.iter().filter(|row| matches!(row.kind, RowKind::Parameter(_))))
}

/// Returns the kind of the selected row.
pub(crate) fn under_cursor(host: &dyn BoardHost, model: &Model) -> Option<RowKind> {
    let at = host.board_state()?.evaluation_cursor.at;
    let rows = rows(host, model);
    rows.get(at.min(rows.len().saturating_sub(1))).map(|row| row.kind)
}

/// Returns the value and the description of a parameter.
pub(crate) fn meaning(organism: &ShownOrganism, index: usize) -> String {
    let (schema, values) = organism.evaluated();
    let known = schema.parameters.get(index).zip(values.get(index));
    known.map_or_else(String::new, |(known, value)| {
        let (low, high) = known.range;
        format!("{} = {value}: {} ({}, {low} to {high})", known.name, known.description, known.unit)
    })
}

/// Draws the content of the evaluation pane.
pub(crate) fn draw(draw: &mut Draw<'_>, host: &dyn BoardHost, model: &Model, area: Rect, keys: bool) {
    let (Some(organism), Some(board)) = (player(host, model, OrganismRole::Subject), host.board_state())
    else {
        draw.text(area.x + 1, area.y, area.width.saturating_sub(1), "no organism is measured yet", Role::Dim);
        return;
    };
    let rows = rows(host, model);
    if rows.is_empty() || area.height < 3 {
        return;
    }
    let at = board.evaluation_cursor.at.min(rows.len() - 1);
    let sum = numbers(total(&rows));
    let widest = rows.iter().flat_map(|row| numbers(row.shares)).chain(sum.clone());
    let columns = Columns::new(area.width, widest.map(|number| number.cells()).max().unwrap_or(0));
    let headings = ["White", "Black", "diff."].map(str::to_owned);
    columns.draw_line(draw, Rect { height: 1, ..area }, "cp", &headings, Role::Dim, false);
    let footer = if area.height >= 14 { MEANING } else { 0 };
    let room = area.height - 2 - footer;
    let body = Rect { y: area.y + 1, height: room.min(rows.len() as u16), ..area };
    for (index, row, place) in draw.visible(body, lists::EVALUATION, at, &rows) {
        let here = keys && index == at;
        draw.row(place, Target::Board(BoardPart::EvaluationRow(index)), here);
        if here {
            draw.over(place.x, place.y, 1, "▸", Role::Key, true);
        }
        let (name, role) = name(&organism, row);
        let numbers = match row.kind {
            RowKind::Others(_) => [String::new(), String::new(), "0".to_owned()],
            _ => numbers(row.shares),
        };
        columns.draw_line(draw, place, &name, &numbers, role, here);
    }
    let y = body.bottom();
    columns.draw_line(draw, Rect { y, height: 1, ..area }, "total", &sum, Role::Title, false);
    if footer > 0 {
        let text = match rows[at].kind {
            RowKind::Parameter(index) => meaning(&organism, index),
            RowKind::Group(group) => format!("all parameters of the group {group}"),
            RowKind::Others(_) => "without an effect on this position; Enter lists them".to_owned(),
        };
        let width = usize::from(area.width.saturating_sub(2));
        for (row, text) in wrap(&text, width).iter().take(usize::from(footer)).enumerate() {
            draw.text(area.x + 1, y + 1 + row as u16, width as u16, text, Role::Dim);
        }
    }
}

fn name(organism: &ShownOrganism, row: &Row) -> (String, Role) {
    match row.kind {
        RowKind::Group(group) => (group.to_string(), Role::Subject),
        RowKind::Parameter(index) => {
            let name = organism.evaluated().0.parameters.get(index).map_or("", |known| &known.name);
            let role = if row.shares == [0, 0] { Role::Dim } else { Role::Text };
            (format!(" {}", parameter_name(name)), role)
        }
        RowKind::Others(count) => (format!("{count} others"), Role::Dim),
    }
}

/// Formats White's share, Black's share, and White's advantage, in centipawns.
fn numbers([white, black]: [Score; 2]) -> [String; 3] {
    let share = |score: Score| {
        let points = centipawns(score);
        let sign = if points < 0 { "−" } else { "" };
        format!("{sign}{}", thousands(points.unsigned_abs().into()))
    };
    let (white_share, black_share) = (share(white), share(black));
    [white_share, black_share, signed(centipawns(white - black).into())]
}

/// The widths of the name and of each number, in columns.
struct Columns {
    name: u16,
    number: u16,
    /// Whether the shares of both sides are shown beside the difference.
    shares: bool,
}

impl Columns {
    fn new(width: u16, widest: usize) -> Columns {
        let number = (widest as u16 + 1).max(LEAST);
        let shares = width >= NAME + 3 * number;
        let name = width.saturating_sub(if shares { 3 * number } else { number });
        Columns { name, number, shares }
    }

    fn draw_line(
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
