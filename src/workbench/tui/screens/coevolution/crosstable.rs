//! The crosstable of the round robin shown: the points of each organism against each other.

use super::CROSSTABLE;
use super::round::Round;
use super::standings;
use super::state::{State, session};
use super::status::title;
use crate::tui::format::points;
use crate::tui::prelude::*;
use crate::tui::widgets::heatmap;

const ROWS: List = List("coevolution: crosstable");
const COLUMNS: List = List("coevolution: columns");

/// Width of the place, in cells.
const PLACE: usize = 4;
/// Smallest and largest width of a name, in cells.
const NAMES: (usize, usize) = (9, 24);

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let Some(open) = session(model) else { return };
    let inner = frame.open(draw, &title("Crosstable", state, open), "points of the row");
    let Some(round) = &state.round else {
        paragraph(draw, inner, "no round robin is finished yet", Role::Dim);
        return;
    };
    if inner.height < 3 || inner.width < 20 {
        return;
    }
    let (players, all) = (round.entries.len(), round.columns());
    let most = round.results.iter().flatten().map(|games| games.iter().sum::<u32>()).max().unwrap_or(0);
    // The columns of the hall of fame are numbered h1, h2, ...
    let number = |column: usize| {
        column.checked_sub(players).map_or((column + 1).to_string(), |hall| format!("h{}", hall + 1))
    };
    let label = number(players.saturating_sub(1)).cells().max(number(all.saturating_sub(1)).cells());
    let cell = (most.to_string().cells() + 2).max(label) + 1;
    // A line below the table describes the selected cell, if it fits.
    let foot = u16::from(usize::from(inner.height) >= players.min(8) + 2);
    let [heading, rest] = split_top(inner, 1);
    let [body, foot] = split_top(rest, rest.height - foot);
    let width = usize::from(inner.width) - 2;
    let name = width.saturating_sub(PLACE + 2 + cell * all).clamp(NAMES.0, NAMES.1);
    let columns = (width.saturating_sub(PLACE + 1 + name) / cell).max(1);
    let (row_at, column_at) = (state.row.at, state.column.at);
    let first = draw.hits.scroll(COLUMNS, column_at, columns, all);
    let shown = first..(first + columns).min(all);
    // The area of a column in a line.
    let area = |line: Rect, column: usize| {
        let x = line.x + (1 + PLACE + name + (column - first) * cell) as u16;
        Rect { x, width: cell as u16, ..line }
    };
    for column in shown.clone() {
        let role = if frame.focused && column == column_at { Role::Key } else { Role::Dim };
        let Rect { x, y, width, .. } = area(heading, column);
        draw.text(x, y, width, &right(&number(column), cell), role);
    }
    if shown.len() < all {
        let text = format!("{}–{} of {all}", shown.start + 1, shown.end);
        draw.text(heading.x + 1, heading.y, (PLACE + name) as u16, &text, Role::Dim);
    }
    let ramp = draw.theme.heat(model.ascii);
    let rows = standings::rows(Some(round), model, Role::Text);
    for (place, row, line) in draw.visible(body, ROWS, row_at, &rows) {
        let here = frame.focused && place == row_at;
        let (sign, role) = if here { ("▸", Role::Key) } else { (row.mark, row.role) };
        let player = row.player;
        let organism = if player.name.cells() < name { &player.name } else { &player.brief };
        let text = format!(" {}", cut(organism, name - 1));
        let number = right(&(place + 1).to_string(), PLACE - 1);
        let spans = [(sign, role), (&*number, row.role), (&text, row.role)];
        draw.spans(line.x, line.y, (1 + PLACE + name) as u16, &spans);
        for column in shown.clone() {
            let area = area(line, column);
            draw.hits.note(area, Target::Part(CROSSTABLE, place * all + column));
            let [lost, drawn, won] = round.results[place][column];
            let games = lost + drawn + won;
            let scored = f64::from(won) + f64::from(drawn) / 2.0;
            let (text, style) = match games {
                0 => (right("·", cell), draw.theme.style(Role::Border)),
                _ => (right(&points(scored), cell - 1), ramp.text_style(scored / f64::from(games))),
            };
            let is_selected = here && column == column_at;
            let style = if is_selected { draw.theme.pointer(style, true) } else { style };
            let width = text.cells() as u16;
            draw.styled(area.right() - width, area.y, width, &text, style);
        }
    }
    let foot = Rect { x: foot.x + 1, width: foot.width - 2, ..foot };
    match frame.focused {
        _ if foot.height == 0 => {}
        true => draw.text(foot.x, foot.y, foot.width, &describe_cell(round, row_at, column_at), Role::Text),
        false => {
            let shares = (0..9).map(|step| f64::from(step) / 8.0);
            heatmap::legend(draw, foot, &ramp, ("the row lost all ", " won all"), shares);
        }
    }
}

/// Describes a cell in a sentence.
fn describe_cell(round: &Round, row: usize, column: usize) -> String {
    let found = round.results.get(row).and_then(|results| results.get(column));
    let Some([lost, drawn, won]) = found else { return String::new() };
    if lost + drawn + won == 0 {
        return "arrows select a cell, Enter lists its games".to_owned();
    }
    let (row, column) = (round.column_name(row), round.column_name(column));
    format!("{row} against {column}: {won} won, {drawn} drawn, {lost} lost")
}

/// Moves the selected cell.
pub(super) fn navigate(state: &mut State, model: &mut Model, action: Action) {
    let Some(round) = &state.round else { return };
    match action {
        Action::Left => state.column.move_in_list(Action::Up, 0, round.columns()),
        Action::Right => state.column.move_in_list(Action::Down, 0, round.columns()),
        _ => state.row.move_in_list(action, model.hits.page(ROWS), round.entries.len()),
    }
}

/// Selects a cell by its number.
pub(super) fn select(state: &mut State, _model: &mut Model, cell: usize) {
    let columns = state.round.as_ref().map_or(1, |round| round.columns().max(1));
    (state.row.at, state.column.at) = (cell / columns, cell % columns);
}

/// Returns the number of the selected cell.
pub(super) fn selected(state: &State) -> Option<usize> {
    Some(state.row.at * state.round.as_ref()?.columns() + state.column.at)
}
