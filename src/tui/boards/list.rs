//! Rows of a list of games that are over.

use ratatui::layout::Rect;

use super::Scene;
use crate::arena::game::{Ending, Record};
use crate::arena::pgn;
use crate::tui::draw::Draw;
use crate::tui::format::{cut, left, right, thousands};
use crate::tui::theme::Role;

/// Columns of the number, the result, and the moves.
const NUMBER: usize = 6;
const RESULT: usize = 7;
const MOVES: usize = 6;

/// The columns of the players' names, and whether there is room for how games ended.
fn columns(width: u16) -> (usize, bool) {
    // Where there is no room for it the end stands in the game's replay only.
    let ends = width >= 64;
    let end = if ends { 22 } else { 2 };
    let name = usize::from(width).saturating_sub(NUMBER + RESULT + MOVES + end + 3) / 2;
    (name.clamp(7, 22), ends)
}

/// The heading of a list of that width.
pub(crate) fn heading(width: u16) -> String {
    let (name, ends) = columns(width);
    format!(
        " {} {} {} {} {}  {}",
        right("game", NUMBER - 1),
        left("○ White", name),
        left("● Black", name),
        left("result", RESULT),
        right("moves", MOVES - 1),
        if ends { "end" } else { "" }
    )
}

/// Draws a game.
pub(crate) fn row(
    draw: &mut Draw<'_>,
    scene: &Scene<'_>,
    row: Rect,
    (number, players, record): (u64, [usize; 2], &Record),
    here: bool,
) {
    let (name, _) = columns(row.width);
    let mut x = row.x;
    let mut put = |draw: &mut Draw<'_>, text: &str, width: usize, role: Role| {
        draw.over(x, row.y, row.right().saturating_sub(x).min(width as u16), text, role, here);
        x = x.saturating_add(width as u16);
    };
    put(draw, if here { "▸" } else { " " }, 1, Role::Key);
    put(draw, &right(&thousands(number + 1), NUMBER - 1), NUMBER, Role::Dim);
    for player in players {
        put(draw, &left(&cut(scene.name(player), name), name), name + 1, scene.role(player));
    }
    put(draw, &left(pgn::result(record.winner), RESULT), RESULT + 1, Role::Text);
    put(draw, &right(&moves(record).to_string(), MOVES - 1), MOVES + 1, Role::Dim);
    let role = if record.forfeit().is_some() { Role::Warning } else { Role::Dim };
    let used = 1 + NUMBER + 2 * (name + 1) + RESULT + 1 + MOVES + 1;
    let room = usize::from(row.width).saturating_sub(used);
    let how = how(&record.ending);
    let how =
        if room > 8 { cut(&how, room) } else { how.chars().take_while(|sign| *sign == '✗').collect() };
    put(draw, &how, room, role);
}

/// Moves of each side, those of the opening, too.
fn moves(record: &Record) -> usize {
    (record.opening.len() + record.moves.len()).div_ceil(2)
}

/// How a game ended, in a word or two.
fn how(ending: &Ending) -> String {
    match ending {
        Ending::Forfeit { verdict, .. } => format!("✗ {verdict}"),
        other => other.to_string(),
    }
}
