//! Draws the totals of the run above a grid with a cell for each position, which shows the nodes that it took.

use super::state::{Cell, Limit, Run};
use super::{Frame, GRID, State, histogram};
use crate::tui::playing::analysis::short;
use crate::tui::prelude::*;
use crate::tui::widgets::lines::{Lines, pieces};

/// The rows and the columns of the grid.
const CELLS: List = List("suite: cells");
const COLUMNS: List = List("suite: columns");

/// The sign of a cell: the symbol, the symbol in ASCII, and the role.
pub(super) type Sign = (&'static str, &'static str, Role);

const PENDING: Sign = ("·", ".", Role::Dim);
const IN_PROGRESS: Sign = ("◆", "@", Role::Key);
const UNSOLVED: Sign = ("✗", "x", Role::Dim);
/// The signs of solved positions by the most nodes; the last sign includes the rest.
const SOLVED: [(u64, Sign); 4] = [
    (1_000, ("▁", "1", Role::Good)),
    (10_000, ("▃", "2", Role::Organism)),
    (100_000, ("▅", "3", Role::Paper)),
    (u64::MAX, ("▇", "4", Role::Warning)),
];

/// Returns the sign of a cell.
pub(super) fn sign(cell: &Cell) -> Sign {
    match cell {
        Cell::Pending => PENDING,
        Cell::InProgress => IN_PROGRESS,
        Cell::Done(attempt) if !attempt.solved => UNSOLVED,
        Cell::Done(attempt) => {
            let level = SOLVED.iter().find(|(most, _)| attempt.nodes <= *most);
            level.map_or(SOLVED[3].1, |(_, sign)| *sign)
        }
    }
}

/// Returns the symbol of a sign for the current terminal.
pub(super) fn glyph(ascii: bool, sign: Sign) -> &'static str {
    if ascii { sign.1 } else { sign.0 }
}

/// Formats the search limit.
fn limit(limit: Limit) -> String {
    match limit {
        Limit::Nodes(nodes) => format!("{} nodes", thousands(nodes)),
        Limit::Depth(depth) => format!("depth {depth}"),
        Limit::Time(time) => format!("{} ms", thousands(time.as_millis() as u64)),
    }
}

fn source(source: &PositionSource) -> String {
    match source {
        PositionSource::File(path) => files::name(path),
        source => source.name(),
    }
}

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let settings = state.run().map_or(&state.settings, |run| &run.settings);
    let title = format!("Suite {}", source(&settings.source));
    let inner = frame.open(draw, &title, &limit(settings.limit));
    let Some(loaded) = state.loaded() else {
        let (text, role) = match &state.suite {
            Some((_, Err(message))) => (format!("✗ {message}\n\no selects another suite"), Role::Error),
            _ => ("reading the suite…".to_owned(), Role::Dim),
        };
        paragraph(draw, inner, &text, role);
        return;
    };
    let count = loaded.problems.len();
    let width = usize::from(inner.width.saturating_sub(2));
    let is_tall = inner.height >= 12;
    let mut lines = Lines::new(draw, inner);
    for (text, role) in sums(state, model, count, width).iter().take(usize::from(inner.height / 2)) {
        let line = lines.take(1);
        lines.draw.text(line.x, line.y, line.width + 1, text, *role);
    }
    if let Some(run) = state.run().filter(|_| is_tall) {
        let share = run.sums().done as f64 / count.max(1) as f64;
        let line = lines.take(1);
        bars::horizontal(lines.draw, line.x, line.y, line.width, share, Role::Organism);
    }
    let legend = legend(model, width, inner.height >= 16);
    let footer = if is_tall { legend.len() as u16 } else { 0 };
    let rest = below(inner, lines.rest().y - inner.y);
    let [area, foot] = split_top(rest, rest.height.saturating_sub(footer));
    let (_, columns) = columns(area, count);
    let rows = count.div_ceil(columns).min(usize::from(u16::MAX)) as u16;
    let area = histogram::draw(draw, state, area, rows);
    cells(draw, state, model, area, count, frame.focused);
    pieces(draw, foot, legend);
}

/// Returns the lines with the totals of the shown run and the comparison with the other run.
fn sums(state: &State, model: &Model, count: usize, width: usize) -> Vec<(String, Role)> {
    let (mark, role) = marker(state.role());
    let number = |count: usize| thousands(count as u64);
    let Some(run) = state.run() else {
        let player = super::player(state, model);
        let search = player.as_ref().and_then(|player| player.search(state.settings.mode));
        let name = player.map_or_else(|| "no organism".to_owned(), |player| model.name_of(&player));
        return vec![
            (cut(&format!("{mark} {name}"), width), role),
            (cut(&search.map_or_else(String::new, |(_, description)| description), width), Role::Dim),
            (format!("{} positions, none searched yet", number(count)), Role::Dim),
            ("Space solves; e edits suite and limit".to_owned(), Role::Dim),
        ];
    };
    let sums = run.sums();
    let timing = run.timing(model.now);
    let status = match (run.running, run.complete(), sums.working) {
        (_, true, _) => "✓ done".to_owned(),
        (true, ..) => "▶ running".to_owned(),
        (false, _, 0) => "‖ paused".to_owned(),
        (false, _, left) => format!("‖ pausing, {left} running"),
    };
    let search =
        run.organism.search(run.settings.mode).map_or_else(String::new, |(_, description)| description);
    let mut lines = vec![(cut(&format!("{mark} {}", model.name_of(&run.organism)), width), role)];
    lines.push((
        format!(
            "solved {} of {} · {} %",
            number(sums.solved),
            number(sums.done),
            percent(sums.solved as f64, sums.done as u64)
        ),
        Role::Title,
    ));
    let left = count - sums.done;
    let remaining = if left == 0 { String::new() } else { format!(" · {} left", number(left)) };
    lines.push((format!("{status}{remaining}"), if run.running { Role::Good } else { Role::Warning }));
    let seconds = timing.elapsed.as_secs_f64();
    let speed = if seconds > 0.2 { sums.searched as f64 / seconds } else { 0.0 };
    let mut pace = format!("Σ {} nodes", thousands(sums.nodes));
    if speed >= 1.0 {
        pace += &format!(" · {}/s", short(speed as u64));
    }
    lines.push((cut(&pace, width), Role::Text));
    lines.extend(model.time_lines(&timing, width).into_iter().map(|line| (line, Role::Dim)));
    lines.push((cut(&search, width), Role::Dim));
    if let Some(other) = state.other() {
        let (text, role) = comparison(state, other);
        lines.push((cut(&text, width), role));
    }
    lines
}

pub(super) fn marker(role: OrganismRole) -> (&'static str, Role) {
    match role {
        OrganismRole::Subject => ("●", Role::Subject),
        OrganismRole::Rival => ("○", Role::Rival),
    }
}

/// Compares the shown run with the other run.
fn comparison(state: &State, other: &Run) -> (String, Role) {
    let (mark, role) = marker(state.role().other());
    let sums = other.sums();
    let (gained, lost) = state.gained_and_lost().unwrap_or((0, 0));
    let text = format!(
        "{mark} {} of {} · ▲ {gained} gained ▼ {lost} lost",
        thousands(sums.solved as u64),
        thousands(sums.done as u64)
    );
    (text, role)
}

/// Returns the lines of the legend; only the first line unless `all` is true.
fn legend(model: &Model, width: usize, all: bool) -> Vec<Vec<(String, Role)>> {
    let entries = [
        (SOLVED[0].1, "≤1k"),
        (SOLVED[1].1, "≤10k"),
        (SOLVED[2].1, "≤100k"),
        (SOLVED[3].1, "≤limit"),
        (UNSOLVED, "unsolved"),
        (IN_PROGRESS, "running"),
        (PENDING, "pending"),
    ];
    let mut lines: Vec<Vec<(String, Role)>> = vec![Vec::new()];
    let mut used = 0;
    for (sign, name) in entries {
        let text = format!("{} ", glyph(model.ascii, sign));
        let cells = text.cells() + name.cells() + 2;
        if used + cells > width + 2 {
            lines.push(Vec::new());
            used = 0;
        }
        used += cells;
        if let Some(line) = lines.last_mut() {
            line.push((text, sign.2));
            line.push((format!("{name}  "), Role::Dim));
        }
    }
    if !all {
        lines.truncate(1);
    }
    lines
}

/// Returns the width of a cell with its gap, and the number of cells in a row.
fn columns(area: Rect, count: usize) -> (usize, usize) {
    let room = usize::from(area.width.saturating_sub(2)).max(1);
    // The cells have gaps if all rows fit with gaps.
    let spaced = count.div_ceil((room / 2).max(1)) <= usize::from(area.height);
    let step = if spaced { 2 } else { 1 };
    (step, (room / step).max(1))
}

fn cells(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect, count: usize, keys: bool) {
    if area.is_empty() {
        return;
    }
    let (step, columns) = columns(area, count);
    let rows = count.div_ceil(columns);
    draw.hits.scroll(COLUMNS, 0, columns, columns);
    let first = draw.hits.scroll(CELLS, state.at / columns, usize::from(area.height), rows);
    for (row, line) in (first..rows).zip(area.rows()) {
        for (column, index) in (row * columns..count).take(columns).enumerate() {
            let cell = state.run().and_then(|run| run.cells.get(index)).unwrap_or(&Cell::Pending);
            let sign = sign(cell);
            let x = area.x + 1 + (column * step) as u16;
            draw.hits.note(Rect { x, width: step as u16, ..line }, Target::Part(GRID, index));
            let here = index == state.at;
            let style = draw.theme.style(sign.2);
            let (text, style) = if here {
                ("▸", draw.theme.pointer(style, keys))
            } else {
                (glyph(model.ascii, sign), style)
            };
            draw.styled(x, line.y, 1, text, style);
        }
    }
}

/// Moves the cursor on the grid.
pub(super) fn navigate(state: &mut State, model: &mut Model, action: Action) {
    let (columns, rows) = (model.hits.page(COLUMNS).max(1), model.hits.page(CELLS).max(1));
    let at = match action {
        Action::PageUp => state.at.saturating_sub(columns * rows),
        Action::PageDown => state.at + columns * rows,
        _ => {
            let mut cursor = Cursor { at: state.at };
            cursor.move_on_grid(action, columns, state.count());
            cursor.at
        }
    };
    state.select(model, at);
}
