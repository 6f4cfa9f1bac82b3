//! All boards, small, each with its players and clocks.

use ratatui::layout::Rect;
use shakmaty::{Color, Position};

use super::large::time;
use super::{Scene, Spot, last, lists, points};
use crate::director::Board;
use crate::tui::draw::Draw;
use crate::tui::format::cut;
use crate::tui::format::unicode::Width as _;
use crate::tui::playing::board::squares;
use crate::tui::theme::Role;
use crate::tui::theme::board::Player;
use crate::tui::widgets::board::{self, Mark, Picture, Size};
use crate::tui::widgets::pane::Frame;

/// Columns and rows of a board with its two players, and a gap.
const WIDTH: u16 = 18;
const HEIGHT: u16 = 11;

/// The rows that a wall of so many boards could use in a pane of this width, with its border.
pub(crate) fn height(boards: usize, width: u16) -> u16 {
    let columns = usize::from((width / WIDTH).max(1));
    (boards.max(1).div_ceil(columns) as u16).saturating_mul(HEIGHT).saturating_add(1)
}

/// The boards of a wall.
pub(crate) struct Wall<'a> {
    /// They.
    pub(crate) boards: &'a [Board],
    /// The one in the large, where one is.
    pub(crate) watched: Option<usize>,
    /// The one that the keys are on.
    pub(crate) at: usize,
    /// What is said in the border.
    pub(crate) note: &'a str,
    /// What is said where there are none.
    pub(crate) empty: &'a str,
}

/// Draws the pane.
pub(crate) fn draw(draw: &mut Draw<'_>, scene: &Scene<'_>, wall: &Wall<'_>, frame: Frame) {
    let count = wall.boards.len();
    let inner = frame.open(draw, "Boards", wall.note);
    if inner.is_empty() {
        return;
    }
    if count == 0 || inner.width < WIDTH || inner.height < HEIGHT - 1 {
        let text = if count == 0 { wall.empty } else { "no room for a board: z zooms the pane" };
        draw.text(inner.x + 1, inner.y, inner.width - 1, text, Role::Dim);
        return;
    }
    let columns = usize::from((inner.width + 1) / WIDTH).max(1);
    let rows = usize::from((inner.height + 1) / HEIGHT).max(1);
    // For the keys: how many boards stand side by side.
    draw.hits.scroll(lists::COLUMNS, 0, columns, columns);
    let first = draw.hits.scroll(lists::ROWS, wall.at / columns, rows, count.div_ceil(columns));
    for (place, board) in wall.boards.iter().enumerate().skip(first * columns).take(rows * columns) {
        let (column, row) = ((place % columns) as u16, (place / columns - first) as u16);
        let area = Rect {
            x: inner.x + column * WIDTH,
            y: inner.y + row * HEIGHT,
            width: WIDTH - 1,
            height: (HEIGHT - 1).min(inner.height),
        };
        draw.hits.note(area, (scene.target)(Spot::Board(place)));
        one(draw, scene, (board, wall.watched == Some(place), frame.keys), area);
    }
}

fn one(draw: &mut Draw<'_>, scene: &Scene<'_>, (board, watched, keys): (&Board, bool, bool), area: Rect) {
    let (moves, position) = (board.game.moves(), board.game.position());
    let (top, bottom) = scene.sides();
    let mark = if watched && keys {
        "▸"
    } else if watched {
        "•"
    } else {
        " "
    };
    draw.text(area.x, area.y, 1, mark, Role::Key);
    name(draw, scene, board, top, Rect { height: 1, ..area });
    name(draw, scene, board, bottom, Rect { y: area.y + 9, height: 1, ..area });
    let marks: Vec<Mark> =
        last(moves, moves.len()).into_iter().flat_map(|m| squares(m, Player::Line)).collect();
    let picture = Picture {
        board: position.board(),
        turn: position.turn(),
        flipped: scene.flipped,
        marks: &marks,
        ascii: scene.ascii,
    };
    board::draw(draw, Rect { x: area.x + 1, y: area.y + 1, height: 8, width: 16 }, &picture, Size::Tiny);
}

/// A player's name and clock, or its points once the game is over.
fn name(draw: &mut Draw<'_>, scene: &Scene<'_>, board: &Board, side: Color, line: Rect) {
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
