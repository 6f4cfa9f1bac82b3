//! Draws the map: a row for each organism and a column for each position or for several positions. The colours show the
//! nodes on a logarithmic scale.

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::view::View;
use super::{Spot, State, lists};
use crate::objectives::suite::Tally;
use crate::positions::moves::fen;
use crate::tui::draw::Draw;
use crate::tui::evolution::Evolution;
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{compact, cut, left, right, thousands};
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::panes::curves;
use crate::tui::theme::Role;
use crate::tui::theme::heat::Ramp;
use crate::tui::widgets::areas::below;
use crate::tui::widgets::pane::Frame;

/// The symbol of a position whose best move was not found.
const MISSED: &str = "✗";

/// The width of a row's label in columns: with the cursor, the mark and the place, and in a wide pane also with Σ nodes
/// and the number of found positions.
const LABEL: (u16, u16) = (8, 21);

/// The distribution of the positions over the columns.
pub(super) struct Columns {
    /// The positions in the order of the columns.
    order: Vec<usize>,
    /// The number of columns.
    count: usize,
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

    /// Returns the number of columns.
    pub(super) fn len(&self) -> usize {
        self.count
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
    let room = model.hits.page(lists::COLUMNS).max(1);
    Some(Columns::new(View::new(state, model)?.order(), room, state.magnified))
}

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, open: &Evolution, frame: Frame) {
    let Some(view) = View::new(state, model) else {
        let inner = frame.open(draw, "Positions × organisms", "");
        let text = match (open.latest(), open.alive()) {
            (Some(_), _) => "this generation has no nodes on record",
            (None, true) => return curves::waiting(draw, open, inner),
            (None, false) => "no generation is complete yet",
        };
        draw.text(inner.x + 1, inner.y, inner.width.saturating_sub(1), text, Role::Dim);
        return;
    };
    let order = view.order_name();
    let title = format!("Positions × organisms · gen {}", thousands(view.record.generation.into()));
    let inner = frame.open(draw, &title, order);
    let label = if inner.width >= 60 { LABEL.1 } else { LABEL.0 };
    let room = inner.width.saturating_sub(label + 1);
    if inner.height < 2 || room == 0 {
        return;
    }
    let columns = Columns::new(view.order(), usize::from(room), state.magnified);
    let shown = usize::from(room / columns.cell.max(1));
    let first = draw.hits.scroll(lists::COLUMNS, columns.column_of(view.at()), shown, columns.len());
    let footer: u16 = match inner.height {
        ..6 => 0,
        6..9 => 1,
        9..12 => 2,
        _ => 3,
    };
    let all = view.rows() + usize::from(footer) + 2;
    let baseline = view.baseline().filter(|_| inner.height >= 12 || usize::from(inner.height) >= all);
    let map = MapView {
        state,
        model,
        view: &view,
        columns: &columns,
        ramp: draw.theme.heat(model.ascii),
        first,
        label,
    };
    map.heading(draw, Rect { height: 1, ..inner });
    let rows = Rect { y: inner.y + 1, height: inner.height - 1 - footer, ..inner };
    let rows = match &baseline {
        Some((name, nodes)) => {
            map.baseline(draw, Rect { height: 1, ..rows }, name, nodes);
            below(rows, 1)
        }
        None => rows,
    };
    map.rows(draw, rows, frame.focused);
    let below = Rect { y: inner.bottom() - footer, height: footer, ..inner };
    map.footer(draw, below, baseline.as_ref().map(|(name, nodes)| (name.as_str(), nodes.as_slice())));
}

struct MapView<'a> {
    state: &'a State,
    model: &'a Model,
    view: &'a View<'a>,
    columns: &'a Columns,
    ramp: Ramp,
    /// The first column shown.
    first: usize,
    label: u16,
}

impl MapView<'_> {
    /// Returns the cells of a row with their columns.
    fn cells(&self, row: Rect) -> impl Iterator<Item = (usize, Rect)> {
        let (first, label, cell) = (self.first, self.label, self.columns.cell.max(1));
        let shown = usize::from(row.width.saturating_sub(label + 1) / cell);
        (first..self.columns.len().min(first + shown)).map(move |column| {
            let x = row.x + label + (column - first) as u16 * cell;
            (column, Rect { x, width: cell, height: 1, ..row })
        })
    }

    /// Draws the heading, with a marker and a number at the column of the selected position.
    fn heading(&self, draw: &mut Draw<'_>, row: Rect) {
        let wide = self.label == LABEL.1;
        let heading = if wide { "      #  nodes found" } else { "      #" };
        draw.text(row.x, row.y, row.width, heading, Role::Dim);
        let at = self.columns.column_of(self.view.at());
        let Some((_, cell)) = self.cells(row).find(|(column, _)| *column == at) else { return };
        let positions = self.columns.positions(at);
        let number = match positions {
            [one] => format!("{} of {}", thousands(*one as u64 + 1), thousands(self.view.positions() as u64)),
            _ => format!("{} positions of {}", positions.len(), thousands(self.view.positions() as u64)),
        };
        let x = cell.x + cell.width / 2;
        draw.text(x, row.y, 1, "▼", Role::Key);
        let cells = number.cells() as u16;
        if x + 1 + cells <= row.right() {
            draw.text(x + 1, row.y, cells, &number, Role::Key);
        } else if row.x + self.label + cells < x {
            draw.text(x - cells - 1, row.y, cells, &number, Role::Key);
        }
    }

    fn sums(&self, tally: Tally) -> String {
        if self.label < LABEL.1 {
            return String::new();
        }
        format!("{}{}", right(&compact(tally.nodes), 7), right(&thousands(tally.found), 6))
    }

    /// Draws the row of the baseline.
    fn baseline(&self, draw: &mut Draw<'_>, row: Rect, name: &str, nodes: &[u32]) {
        let sums = self.sums(Tally::of(nodes, self.view.limit));
        let short = match name {
            _ if name.starts_with("gen 0") => "  gen 0",
            _ if name.starts_with("untuned") => "untuned",
            _ => "   base",
        };
        draw.text(row.x, row.y, self.label, &format!("{}{sums}", left(short, 7)), Role::Dim);
        for (column, cell) in self.cells(row) {
            let (glyph, style) = self.appearance(draw, nodes, column);
            paint(draw, cell, glyph, style);
        }
    }

    fn rows(&self, draw: &mut Draw<'_>, area: Rect, keys: bool) {
        let place = self.view.place();
        let at = self.columns.column_of(self.view.at());
        for (row, area) in draw.visible_rows(area, lists::ROWS, place, self.view.rows()) {
            let here = row == place;
            let label = Rect { width: self.label, ..area };
            if here {
                draw.fill(label, Role::Cursor);
            }
            let (mark, role) = match (self.model.is_subject(row), self.model.is_rival(row)) {
                (true, _) => ("●", Role::Subject),
                (_, true) => ("○", Role::Rival),
                _ => (" ", Role::Text),
            };
            draw.over(area.x, area.y, 1, if here { "▸" } else { " " }, Role::Key, here);
            draw.over(area.x + 1, area.y, 1, mark, role, here);
            let text = right(&thousands(row as u64 + 1), 5) + &self.sums(self.view.tally(row));
            draw.over(area.x + 2, area.y, self.label.saturating_sub(2), &text, role, here);
            draw.hits.note(label, Target::own(Spot::Cell(row, at)));
            for (column, cell) in self.cells(area) {
                let (glyph, style) = self.appearance(draw, self.view.nodes(row), column);
                paint(draw, cell, glyph, style);
                if here && column == at {
                    let style = draw.theme.pointer(self.foreground(self.view.nodes(row), column), keys);
                    draw.styled(cell.x + cell.width / 2, cell.y, 1, "◆", style);
                }
                draw.hits.note(cell, Target::own(Spot::Cell(row, column)));
            }
        }
    }

    /// Returns the level of a cell; `None` if none of its positions was found.
    fn level(&self, nodes: &[u32], column: usize) -> Option<f64> {
        let positions = self.columns.positions(column);
        let nodes = || positions.iter().filter_map(|position| nodes.get(*position).copied());
        let found = nodes().any(|nodes| nodes > 0);
        let sum: f64 = nodes().map(|nodes| self.view.level(nodes)).sum();
        found.then(|| sum / positions.len().max(1) as f64)
    }

    fn appearance(&self, draw: &Draw<'_>, nodes: &[u32], column: usize) -> (&'static str, Style) {
        match self.level(nodes, column) {
            Some(level) => self.ramp.cell(level),
            None => (MISSED, draw.theme.style(Role::Dim)),
        }
    }

    fn foreground(&self, nodes: &[u32], column: usize) -> Style {
        self.level(nodes, column).map_or_else(Style::new, |level| self.ramp.text_style(level))
    }

    /// Draws the selected cell as text, its position, and the legend.
    fn footer(&self, draw: &mut Draw<'_>, area: Rect, baseline: Option<(&str, &[u32])>) {
        if area.height == 0 {
            return;
        }
        let width = area.width.saturating_sub(2);
        let line = cut(&self.describe(baseline), usize::from(width));
        draw.text(area.x + 1, area.y, width, &line, Role::Title);
        if area.height > 1 {
            let problem = self.state.problem();
            let (text, role) = match (&self.state.problems, problem) {
                (Some((_, Err(message))), _) => (message.clone(), Role::Error),
                (_, Some(problem)) => (fen(&problem.position), Role::Dim),
                _ => ("reading the suite…".to_owned(), Role::Dim),
            };
            draw.text(area.x + 1, area.y + 1, width, &cut(&text, usize::from(width)), role);
        }
        if area.height > 2 {
            self.legend(draw, Rect { x: area.x + 1, y: area.y + 2, width, height: 1 });
        }
    }

    fn describe(&self, baseline: Option<(&str, &[u32])>) -> String {
        let view = self.view;
        let positions = self.columns.positions(self.columns.column_of(view.at()));
        if let [first, .., last] = positions {
            let nodes = positions.iter().filter_map(|at| view.nodes(view.place()).get(*at).copied());
            let nodes: Vec<u32> = nodes.collect();
            let tally = Tally::of(&nodes, view.limit);
            let range = if self.view.is_sorted() {
                format!("{} positions", positions.len())
            } else {
                format!("positions {}–{}", thousands(*first as u64 + 1), thousands(*last as u64 + 1))
            };
            return format!(
                "organism {}, {range}: {} found, Σ {} nodes",
                view.place() + 1,
                thousands(tally.found),
                thousands(tally.nodes)
            );
        }
        let count = |nodes: Option<&u32>| match nodes {
            None | Some(0) => "not found".to_owned(),
            Some(nodes) => format!("{} nodes", thousands(u64::from(*nodes))),
        };
        let id = self.state.problem().and_then(|problem| problem.id.clone());
        let id = id.unwrap_or_else(|| format!("position {}", view.at() + 1));
        let now = count(view.nodes(view.place()).get(view.at()));
        let before = baseline
            .map_or_else(String::new, |(name, nodes)| format!(" · {name} {}", count(nodes.get(view.at()))));
        format!("{id}, organism {}: {now}{before}", view.place() + 1)
    }

    fn legend(&self, draw: &mut Draw<'_>, area: Rect) {
        const STEPS: u16 = 9;
        let limit = format!(" {} ", compact(u64::from(self.view.limit)));
        let mut x = draw.spans(area.x, area.y, area.width, &[("few nodes ", Role::Dim)]);
        for step in 0..STEPS {
            let share = 0.15 + 0.8 * f64::from(step) / f64::from(STEPS - 1);
            let (glyph, style) = self.ramp.cell(share);
            draw.styled(x, area.y, area.right().saturating_sub(x).min(1), glyph, style);
            x = x.saturating_add(1);
        }
        let room = area.right().saturating_sub(x);
        let all = if self.columns.is_binned() { " none found" } else { " not found" };
        let spans = [(limit.as_str(), Role::Dim), (" ✗", Role::Dim), (all, Role::Dim)];
        draw.spans(x, area.y, room, &spans);
    }
}

/// Draws a cell directly into the buffer, because a frame has thousands of cells.
fn paint(draw: &mut Draw<'_>, area: Rect, glyph: &str, style: Style) {
    for x in area.left()..area.right() {
        if let Some(cell) = draw.buffer.cell_mut((x, area.y)) {
            cell.set_symbol(glyph).set_style(style.remove_modifier(Modifier::BOLD));
        }
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
            for column in 0..columns.len() {
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
