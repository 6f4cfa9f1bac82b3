//! All boards, small, each with its players and clocks.

use ratatui::layout::Rect;
use shakmaty::{Color, Position};

use super::board::{clock, time};
use super::state::{Event, Hosted};
use super::{Frame, Spot, act, points, role};
use crate::director::Board;
use crate::tui::draw::Draw;
use crate::tui::format::cut;
use crate::tui::format::unicode::Width as _;
use crate::tui::model::{List, Model, Target};
use crate::tui::playing::board::squares;
use crate::tui::theme::Role;
use crate::tui::theme::board::Player;
use crate::tui::widgets::board::{self, Mark, Picture, Size};

/// Columns and rows of a board with its two players, and a gap.
const WIDTH: u16 = 18;
const HEIGHT: u16 = 11;

/// The rows that the wall could use on a screen of this width, with its border.
pub(super) fn height(open: &Hosted, width: u16) -> u16 {
    let boards = open.threads.max(open.boards.len()).max(1);
    let columns = usize::from((width / 2 / WIDTH).max(1));
    (boards.div_ceil(columns) as u16).saturating_mul(HEIGHT).saturating_add(1)
}

/// Draws the pane.
pub(super) fn draw(draw: &mut Draw<'_>, model: &Model, open: &Hosted, event: &Event, frame: Frame) {
    let count = open.boards.len();
    let inner = frame.open(draw, "Boards", &format!("{count} of {}", open.threads.max(count)));
    if inner.width < WIDTH || inner.height < HEIGHT - 1 {
        return;
    }
    if count == 0 {
        draw.text(inner.x + 1, inner.y, inner.width - 1, open.stage.word(), Role::Dim);
        return;
    }
    let columns = usize::from((inner.width + 1) / WIDTH).max(1);
    let rows = usize::from((inner.height + 1) / HEIGHT).max(1);
    // For the keys: how many boards stand side by side.
    draw.seen.scroll(List::BoardColumns, 0, columns, columns);
    let first = draw.seen.scroll(List::BoardRows, open.board / columns, rows, count.div_ceil(columns));
    for (place, board) in open.boards.iter().enumerate().skip(first * columns).take(rows * columns) {
        let (column, row) = ((place % columns) as u16, (place / columns - first) as u16);
        let area = Rect {
            x: inner.x + column * WIDTH,
            y: inner.y + row * HEIGHT,
            width: WIDTH - 1,
            height: (HEIGHT - 1).min(inner.height),
        };
        draw.seen.note(area, Target::Contest(Spot::Board(place)));
        let watched = open.replay.is_none() && place == open.board;
        one(draw, model, open, event, (board, watched, frame.keys), area);
    }
}

fn one(
    draw: &mut Draw<'_>,
    model: &Model,
    open: &Hosted,
    event: &Event,
    (board, watched, keys): (&Board, bool, bool),
    area: Rect,
) {
    let (moves, position) = (board.game.moves(), board.game.position());
    let flipped = model.contest.flipped;
    let (top, bottom) = if flipped { (Color::White, Color::Black) } else { (Color::Black, Color::White) };
    let mark = if watched && keys {
        "▸"
    } else if watched {
        "•"
    } else {
        " "
    };
    draw.text(area.x, area.y, 1, mark, Role::Key);
    name(draw, open, event, board, top, Rect { height: 1, ..area });
    name(draw, open, event, board, bottom, Rect { y: area.y + 9, height: 1, ..area });
    let marks: Vec<Mark> =
        act::last(moves, moves.len()).into_iter().flat_map(|m| squares(m, Player::Line)).collect();
    let picture = Picture {
        board: position.board(),
        turn: position.turn(),
        flipped,
        marks: &marks,
        ascii: model.ascii,
    };
    board::draw(draw, Rect { x: area.x + 1, y: area.y + 1, height: 8, width: 16 }, &picture, Size::Tiny);
}

/// A player's name and clock, or its points once the game is over.
fn name(draw: &mut Draw<'_>, open: &Hosted, event: &Event, board: &Board, side: Color, line: Rect) {
    let number = board.fixture.player(side);
    let tail = match &board.end {
        None => clock(open, board, side).map(|left| time(left, false)).unwrap_or_default(),
        Some((_, winner)) => points(*winner, side).to_owned(),
    };
    let width = line.width - 1;
    let room = width.saturating_sub(tail.cells() as u16 + u16::from(!tail.is_empty()));
    draw.text(line.x + 1, line.y, room, &cut(event.name(number), usize::from(room)), role(number));
    let to_move = board.end.is_none() && board.game.position().turn() == side;
    let x = (line.x + 1 + width).saturating_sub(tail.cells() as u16);
    draw.text(x, line.y, line.width, &tail, if to_move { Role::Key } else { Role::Dim });
}
