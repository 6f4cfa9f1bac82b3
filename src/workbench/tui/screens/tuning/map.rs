//! The map: a row for each organism and a column for each position or for several positions. The colours show the nodes on a
//! logarithmic scale.

use ratatui::layout::{Constraint, Layout};

use super::view::View;
use super::{MAP, State, session};
use crate::objectives::details::Tally;
use crate::positions::moves::fen;
use crate::tui::format::compact;
use crate::tui::panes::curves;
use crate::tui::playing::problem::name;
use crate::tui::prelude::*;
use crate::tui::theme::heat::Ramp;
use crate::tui::widgets::heatmap;

/// The rows, one for each organism.
pub(super) const ROWS: List = List("tuning: rows");
/// The columns. As a table they can be sorted.
pub(super) const COLUMNS: List = List("tuning: columns");

/// The symbol of a position whose best move was not found.
const MISSED: &str = "✗";

/// The width of a row's label in columns: with the cursor, the mark and the place, and in a wide pane also with Σ nodes
/// and the number of found positions.
const LABEL: (u16, u16) = (8, 21);
/// The least width of a wide pane.
const WIDE: u16 = 60;

/// The distribution of the positions over the columns.
pub(super) struct Columns {
    /// The positions in the order of the columns.
    order: Vec<usize>,
    /// The number of columns.
    pub(super) count: usize,
    /// The width of a column, in cells.
    cell: u16,
}

impl Columns {
    fn new(order: Vec<usize>, room: usize, magnified: bool) -> Columns {
        let fits = order.len() <= room || magnified;
        let count = if fits { order.len() } else { room.max(1) };
        let cell = (room / count.max(1)).clamp(1, 3) as u16;
        Columns { order, count, cell }
    }

    /// Returns whether a column can represent several positions.
    pub(super) fn is_binned(&self) -> bool {
        self.count < self.order.len()
    }

    /// Returns the positions of a column.
    fn positions(&self, column: usize) -> &[usize] {
        let all = self.order.len();
        let end = |column: usize| (column * all).div_ceil(self.count.max(1)).min(all);
        self.order.get(end(column)..end(column + 1)).unwrap_or_default()
    }

    /// Returns the first position of a column.
    pub(super) fn first(&self, column: usize) -> usize {
        self.positions(column).first().copied().unwrap_or(0)
    }

    /// Returns the column of a position.
    pub(super) fn column_of(&self, position: usize) -> usize {
        let at = self.order.iter().position(|known| *known == position).unwrap_or(0);
        (at * self.count / self.order.len().max(1)).min(self.count.saturating_sub(1))
    }
}

/// Returns the columns for the width that was drawn last: one for each position if they fit, otherwise as many as fit.
pub(super) fn columns(state: &State, model: &Model) -> Option<Columns> {
    let room = model.hits.page(COLUMNS).max(1);
    Some(Columns::new(View::new(state, model).ok()?.order(), room, state.magnified))
}

/// Returns the columns as a table, for sorting.
pub(super) fn table<'a>(view: View<'a>) -> Table<'a> {
    let positions: Vec<usize> = (0..view.positions()).collect();
    let level = move |position: usize| {
        let nodes = view.record.nodes.iter().filter_map(|nodes| nodes.get(position));
        nodes.map(|nodes| view.level(*nodes)).sum()
    };
    Rows::new(COLUMNS, positions, view.at())
        .hidden("the population’s nodes for a position")
        .sorted(move |position| Some(Key::Number(level(*position))))
        .table()
}

/// Moves the cursor on the map.
pub(super) fn navigate(state: &mut State, model: &mut Model, action: Action) {
    let (Ok(view), Some(columns)) = (View::new(state, model), columns(state, model)) else {
        return;
    };
    let mut place = Cursor { at: view.place() };
    if matches!(action, Action::Up | Action::Down | Action::PageUp | Action::PageDown) {
        model.step(ROWS, &mut place, action, view.rows());
    }
    state.place = place.at;
    let here = columns.column_of(state.at);
    let mut column = Cursor { at: here };
    column.move_on_grid(action, columns.count, columns.count);
    if column.at != here {
        state.at = columns.first(column.at);
    }
}

/// Describes the order of the columns.
fn order_name(model: &Model) -> &'static str {
    let arrangement = model.tables.arrangement(COLUMNS);
    match (arrangement.column, arrangement.descending) {
        (None, false) => "in the suite’s order",
        (None, true) => "in the suite’s order, the last first",
        (Some(_), false) => "few nodes first",
        (Some(_), true) => "many nodes first",
    }
}

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let Ok(view) = View::new(state, model) else {
        let inner = frame.open(draw, "Positions × organisms", "");
        let text = match session(model) {
            Ok(open) if open.latest().is_none() && open.alive() => return curves::waiting(draw, open, inner),
            Ok(open) if open.latest().is_some() => "this generation has no nodes on record",
            _ => "no generation is complete yet",
        };
        paragraph(draw, inner, text, Role::Dim);
        return;
    };
    let title = format!("Positions × organisms · gen {}", thousands(view.record.generation.into()));
    let inner = frame.open(draw, &title, order_name(model));
    let label = if inner.width >= WIDE { LABEL.1 } else { LABEL.0 };
    let room = inner.width.saturating_sub(label + 1);
    if inner.height < 2 || room == 0 {
        return;
    }
    let columns = Columns::new(view.order(), usize::from(room), state.magnified);
    let shown = usize::from(room / columns.cell.max(1));
    let at = columns.column_of(view.at());
    let first = draw.hits.scroll(COLUMNS, at, shown, columns.count);
    let footer: u16 = match inner.height {
        ..6 => 0,
        6..9 => 1,
        9..12 => 2,
        _ => 3,
    };
    let all = view.rows() + usize::from(footer) + 2;
    let baseline = view.baseline().filter(|_| inner.height >= 12 || usize::from(inner.height) >= all);
    let heights = [1, u16::from(baseline.is_some())].map(Constraint::Length);
    let [heading, of_baseline, rows, footer] =
        Layout::vertical([heights[0], heights[1], Constraint::Fill(1), Constraint::Length(footer)])
            .areas(inner);
    let shown = first..columns.count.min(first + shown);
    let map = Map { view, columns, at, shown, label, ramp: draw.theme.heat(model.ascii) };
    let organisms = map.organisms();
    organisms.draw_headings(draw, heading);
    map.mark_column(draw, heading);
    if let Some((name, nodes)) = &baseline {
        map.draw_baseline(draw, of_baseline, name, nodes);
    }
    for (place, line) in organisms.draw_rows(draw, rows, true) {
        map.draw_row(draw, place, line, frame.focused);
    }
    map.draw_footer(draw, footer, baseline.as_ref().map(|(name, nodes)| (name.as_str(), nodes.as_slice())));
}

/// What is drawn of the map.
struct Map<'a> {
    view: View<'a>,
    columns: Columns,
    /// The column of the selected position.
    at: usize,
    /// The visible columns.
    shown: std::ops::Range<usize>,
    /// The width of the labels.
    label: u16,
    ramp: Ramp,
}

impl<'a> Map<'a> {
    /// Returns the labels of the rows as a table.
    fn organisms(&self) -> Table<'a> {
        let view = self.view;
        let mark = move |place: &usize| view.model.mark_of(*place);
        let places: Vec<usize> = (0..view.rows()).collect();
        Rows::new(ROWS, places, view.place())
            .without_gaps()
            .mark(mark)
            .right("#", 5, move |place| (thousands(*place as u64 + 1), mark(place).1))
            .right("nodes", 7, move |place| (compact(view.tally(*place).nodes), mark(place).1))
            .least_width(WIDE)
            .right("found", 6, move |place| (thousands(view.tally(*place).found), mark(place).1))
            .least_width(WIDE)
            .room("map")
            .gap(2)
            .table()
    }

    /// Returns the visible columns with their cells in a line.
    fn cells(&self, line: Rect) -> impl Iterator<Item = (usize, Rect)> {
        let (x, width) = (line.x + self.label, self.columns.cell.max(1));
        let places = self.shown.clone().zip(0..);
        places.map(move |(column, place)| (column, Rect { x: x + place * width, width, height: 1, ..line }))
    }

    /// Marks the column of the selected position.
    fn mark_column(&self, draw: &mut Draw<'_>, line: Rect) {
        let Some((_, cell)) = self.cells(line).find(|(column, _)| *column == self.at) else { return };
        let all = thousands(self.view.positions() as u64);
        let number = match self.columns.positions(self.at) {
            [one] => format!("{} of {all}", thousands(*one as u64 + 1)),
            positions => format!("{} positions of {all}", positions.len()),
        };
        let [_, line] = split_left(line, self.label);
        draw.clear(line);
        heatmap::mark_column(draw, line, cell.x + cell.width / 2, &[number]);
    }

    fn draw_baseline(&self, draw: &mut Draw<'_>, line: Rect, name: &str, nodes: &[u32]) {
        let tally = Tally::of(nodes, self.view.limit);
        let name = match name {
            _ if name.starts_with("gen 0") => "  gen 0",
            _ if name.starts_with("untuned") => "untuned",
            _ => "   base",
        };
        let sums = format!("{name}{}{}", right(&compact(tally.nodes), 7), right(&thousands(tally.found), 6));
        let text = if self.label == LABEL.1 { &sums } else { name };
        draw.text(line.x, line.y, self.label, text, Role::Dim);
        for (column, cell) in self.cells(line) {
            self.draw_cell(draw, cell, nodes, column);
        }
    }

    /// Draws the cells of an organism.
    fn draw_row(&self, draw: &mut Draw<'_>, place: usize, line: Rect, keys: bool) {
        let target = |column| Target::Part(MAP, place * self.columns.count + column);
        let nodes = self.view.nodes(place);
        draw.hits.note(Rect { width: self.label, ..line }, target(self.at));
        for (column, cell) in self.cells(line) {
            self.draw_cell(draw, cell, nodes, column);
            if place == self.view.place() && column == self.at {
                let style = self.level(nodes, column).map(|level| self.ramp.text_style(level));
                let style = draw.theme.pointer(style.unwrap_or_default(), keys);
                draw.styled(cell.x + cell.width / 2, cell.y, 1, "◆", style);
            }
            draw.hits.note(cell, target(column));
        }
    }

    fn draw_cell(&self, draw: &mut Draw<'_>, cell: Rect, nodes: &[u32], column: usize) {
        let (glyph, style) = match self.level(nodes, column) {
            Some(level) => self.ramp.cell(level),
            None => (MISSED, draw.theme.style(Role::Dim)),
        };
        heatmap::paint(draw, cell, glyph, style);
    }

    /// Returns the level of a cell; `None` if none of its positions was found.
    fn level(&self, nodes: &[u32], column: usize) -> Option<f64> {
        let positions = self.columns.positions(column);
        let nodes = || positions.iter().filter_map(|position| nodes.get(*position).copied());
        let sum: f64 = nodes().map(|nodes| self.view.level(nodes)).sum();
        nodes().any(|nodes| nodes > 0).then(|| sum / positions.len().max(1) as f64)
    }

    /// Draws the selected cell as text, its position, and the legend.
    fn draw_footer(&self, draw: &mut Draw<'_>, area: Rect, baseline: Option<(&str, &[u32])>) {
        let mut lines = Lines::new(draw, area);
        lines.text(&self.describe(baseline), Role::Title);
        match (&self.view.state.problems, self.view.state.problem()) {
            (Some(Err(message)), _) => lines.text(message, Role::Error),
            (_, Some(problem)) => lines.text(&fen(&problem.position), Role::Dim),
            _ => lines.text("reading the suite…", Role::Dim),
        }
        let missed = if self.columns.is_binned() { "none found" } else { "not found" };
        let high = format!(" {}  {MISSED} {missed}", compact(u64::from(self.view.limit)));
        if let Some(line) = lines.next() {
            let shares = (0..9).map(|step| 0.15 + 0.1 * f64::from(step));
            heatmap::legend(draw, line, &self.ramp, ("few nodes ", &high), shares);
        }
    }

    fn describe(&self, baseline: Option<(&str, &[u32])>) -> String {
        let view = &self.view;
        let (organism, nodes) = (view.place() + 1, view.nodes(view.place()));
        let positions = self.columns.positions(self.at);
        if let [first, .., last] = positions {
            let nodes: Vec<u32> = positions.iter().filter_map(|at| nodes.get(*at).copied()).collect();
            let tally = Tally::of(&nodes, view.limit);
            let range = match view.model.tables.arrangement(COLUMNS).column {
                Some(_) => format!("{} positions", positions.len()),
                None => format!("positions {}–{}", thousands(*first as u64 + 1), thousands(*last as u64 + 1)),
            };
            let [found, nodes] = [tally.found, tally.nodes].map(thousands);
            return format!("organism {organism}, {range}: {found} found, Σ {nodes} nodes");
        }
        let count = |nodes: &[u32]| match nodes.get(view.at()) {
            None | Some(0) => "not found".to_owned(),
            Some(nodes) => format!("{} nodes", thousands(u64::from(*nodes))),
        };
        let id = name(view.state.problem(), view.at());
        let before = baseline.map_or_else(String::new, |(name, nodes)| format!(" · {name} {}", count(nodes)));
        format!("{id}, organism {organism}: {}{before}", count(nodes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_belongs_to_one_column() {
        for (count, room) in [(0, 5), (1, 5), (5, 5), (6, 5), (879, 57), (879, 100), (100, 1)] {
            let columns = Columns::new((0..count).rev().collect(), room, false);
            let mut seen = Vec::new();
            for column in 0..columns.count {
                for position in columns.positions(column) {
                    assert_eq!(columns.column_of(*position), column, "{count} in {room}");
                    seen.push(*position);
                }
            }
            assert_eq!(seen, (0..count).rev().collect::<Vec<usize>>(), "{count} in {room}");
            assert_eq!(columns.is_binned(), count > room);
        }
    }
}
