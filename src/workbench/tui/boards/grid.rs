//! The pane with all live boards in a grid, each with its players and clocks.

use super::large::time;
use super::{Boards, Scene, draw_position, lists, points};
use crate::director::Board;
use crate::tui::prelude::*;

/// The width and height of a board with its two players and a gap.
const WIDTH: u16 = 18;
const HEIGHT: u16 = 11;

/// Returns the height that this number of boards needs in a pane of this width, with its border.
pub(crate) fn height(boards: usize, width: u16) -> u16 {
    let columns = usize::from((width / WIDTH).max(1));
    (boards.max(1).div_ceil(columns) as u16).saturating_mul(HEIGHT).saturating_add(1)
}

/// The content of the pane.
pub(crate) struct Grid<'a> {
    pub(crate) boards: &'a Boards,
    pub(crate) note: &'a str,
    /// The text without boards.
    pub(crate) empty: &'a str,
}

/// Draws the pane.
pub(crate) fn draw(draw: &mut Draw<'_>, scene: &Scene<'_>, grid: &Grid<'_>, frame: Frame) {
    let Boards { live, at, replay } = grid.boards;
    let count = live.len();
    let inner = frame.open(draw, "Boards", grid.note);
    if inner.is_empty() {
        return;
    }
    if count == 0 || inner.width < WIDTH || inner.height < HEIGHT - 1 {
        let text = if count == 0 { grid.empty } else { "no room for a board: z zooms the pane" };
        draw.text(inner.x + 1, inner.y, inner.width - 1, text, Role::Dim);
        return;
    }
    let columns = usize::from((inner.width + 1) / WIDTH).max(1);
    let rows = usize::from((inner.height + 1) / HEIGHT).max(1);
    // Navigation reads the number of columns from the hit map.
    draw.hits.scroll(lists::COLUMNS, 0, columns, columns);
    let first = draw.hits.scroll(lists::ROWS, at / columns, rows, count.div_ceil(columns));
    for (place, board) in live.iter().enumerate().skip(first * columns).take(rows * columns) {
        let (column, row) = ((place % columns) as u16, (place / columns - first) as u16);
        let area = Rect {
            x: inner.x + column * WIDTH,
            y: inner.y + row * HEIGHT,
            width: WIDTH - 1,
            height: (HEIGHT - 1).min(inner.height),
        };
        draw.hits.note(area, Target::Part(scene.panes[0], place));
        let is_watched = replay.is_none() && place == *at;
        small_board(draw, scene, (board, is_watched, frame.focused), area);
    }
}

fn small_board(
    draw: &mut Draw<'_>,
    scene: &Scene<'_>,
    (board, watched, focused): (&Board, bool, bool),
    area: Rect,
) {
    let (moves, position) = (board.game.moves(), board.game.position());
    let (top, bottom) = scene.sides();
    let mark = match (watched, focused) {
        (true, true) => "▸",
        (true, false) => "•",
        (false, _) => " ",
    };
    draw.text(area.x, area.y, 1, mark, Role::Key);
    player_line(draw, scene, board, top, Rect { height: 1, ..area });
    player_line(draw, scene, board, bottom, Rect { y: area.y + 9, height: 1, ..area });
    let place = Rect { x: area.x + 1, y: area.y + 1, height: 8, width: 16 };
    draw_position(draw, scene, (position, moves, moves.len()), None, (place, Size::Tiny));
}

/// Draws a player's name, and the clock or the points of a finished game.
fn player_line(draw: &mut Draw<'_>, scene: &Scene<'_>, board: &Board, side: Color, line: Rect) {
    let number = board.fixture.player(side);
    let tail = match &board.end {
        None => scene.clock(board, side).map(|left| time(left, false)).unwrap_or_default(),
        Some((_, winner)) => points(*winner, side).to_owned(),
    };
    let width = line.width - 1;
    let room = width.saturating_sub(tail.cells() as u16 + u16::from(!tail.is_empty()));
    draw.text(line.x + 1, line.y, room, &cut(scene.name(number), usize::from(room)), scene.role(number));
    let to_move = board.end.is_none() && board.game.position().turn() == side;
    let x = (line.x + 1 + width).saturating_sub(tail.cells() as u16);
    draw.text(x, line.y, line.width, &tail, if to_move { Role::Key } else { Role::Dim });
}
