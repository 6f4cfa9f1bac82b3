//! The heading and the rows of a list of finished games.

use ratatui::layout::Rect;

use super::Scene;
use crate::arena::game::{Ending, Record};
use crate::arena::pgn;
use crate::tui::draw::Draw;
use crate::tui::format::{cut, left, right, thousands};
use crate::tui::theme::Role;

/// The widths of the columns.
const NUMBER: usize = 6;
const RESULT: usize = 7;
const MOVES: usize = 6;

/// Returns the width of each name column, and whether there is a column for the ending.
fn columns(width: u16) -> (usize, bool) {
    // In a narrow list, only the replay shows how a game ended.
    let ends = width >= 64;
    let end = if ends { 22 } else { 2 };
    let name = usize::from(width).saturating_sub(NUMBER + RESULT + MOVES + end + 3) / 2;
    (name.clamp(7, 22), ends)
}

pub(crate) fn heading(width: u16) -> String {
    let (name, ends) = columns(width);
    format!(
        " {} {} {} {} {}  {}",
        right("game", NUMBER - 1),
        left("□ White", name),
        left("■ Black", name),
        left("result", RESULT),
        right("moves", MOVES - 1),
        if ends { "end" } else { "" }
    )
}

/// Draws the row of a game.
pub(crate) fn row(
    draw: &mut Draw<'_>,
    scene: &Scene<'_>,
    row: Rect,
    (number, players, record): (u64, [usize; 2], &Record),
    selected: bool,
) {
    let (name, _) = columns(row.width);
    let mut x = row.x;
    let mut put = |draw: &mut Draw<'_>, text: &str, width: usize, role: Role| {
        draw.over(x, row.y, row.right().saturating_sub(x).min(width as u16), text, role, selected);
        x = x.saturating_add(width as u16);
    };
    put(draw, if selected { "▸" } else { " " }, 1, Role::Key);
    put(draw, &right(&thousands(number + 1), NUMBER - 1), NUMBER, Role::Dim);
    for player in players {
        put(draw, &left(&cut(scene.name(player), name), name), name + 1, scene.role(player));
    }
    put(draw, &left(pgn::result(record.winner), RESULT), RESULT + 1, Role::Text);
    put(draw, &right(&moves(record).to_string(), MOVES - 1), MOVES + 1, Role::Dim);
    let role = if record.forfeit().is_some() { Role::Warning } else { Role::Dim };
    let used = 1 + NUMBER + 2 * (name + 1) + RESULT + 1 + MOVES + 1;
    let room = usize::from(row.width).saturating_sub(used);
    let end = ending(&record.ending);
    let end =
        if room > 8 { cut(&end, room) } else { end.chars().take_while(|sign| *sign == '✗').collect() };
    put(draw, &end, room, role);
}

/// Returns the number of full moves, including the opening.
fn moves(record: &Record) -> usize {
    (record.opening.len() + record.moves.len()).div_ceil(2)
}

fn ending(ending: &Ending) -> String {
    match ending {
        Ending::Forfeit { verdict, .. } => format!("✗ {verdict}"),
        other => other.to_string(),
    }
}
