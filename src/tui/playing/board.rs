//! Draws a screen's board and its caption: the screen's position or, while the user plays moves, the line.

use ratatui::layout::Rect;
use shakmaty::{Chess, Color, Move, Position, Square};

use super::line::target;
use super::{BoardState, LineExplorer, Spot};
use crate::positions::moves;
use crate::tui::draw::Draw;
use crate::tui::format::wrap;
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::theme::board::SquareMark;
use crate::tui::widgets::areas::below;
use crate::tui::widgets::board::{self, Mark, Picture, Size};

/// The least width of a caption beside a small board, in columns.
const BESIDE: u16 = 22;
/// The rows to leave below a large board.
const BELOW: u16 = 12;

/// What the board shows while the user plays no moves.
pub(crate) struct BoardContent<'a> {
    pub(crate) position: &'a Chess,
    /// The marked squares.
    pub(crate) marks: &'a [Mark],
    /// Returns the caption wrapped to a width in cells; a single line if the second argument is true.
    pub(crate) caption: &'a dyn Fn(usize, bool) -> Vec<(String, Role)>,
}

/// Draws the board at the top of `inner` with its caption beside or below it. Returns the area that remains below.
pub(crate) fn draw(
    draw: &mut Draw<'_>,
    model: &Model,
    inner: Rect,
    board: &BoardState,
    bare: bool,
    content: &BoardContent<'_>,
) -> Rect {
    let size = size(board, inner);
    let (width, height) = size.room();
    let beside = size == Size::Small && inner.width >= width + BESIDE;
    let caption_width = if beside { inner.width - width } else { inner.width };
    let x = if beside { inner.x } else { inner.x + inner.width.saturating_sub(width) / 2 };
    // In a small pane the caption replaces the letters of the files.
    let tight = bare && inner.height <= height;
    let high = if tight { height - 1 } else { height };
    let area = Rect { x, width: width.min(inner.width), height: inner.height.min(high), y: inner.y };
    let play = board.play.as_ref();
    let position = play.map_or(content.position, LineExplorer::position);
    let line_marks = play.map(line_marks);
    let picture = Picture {
        board: position.board(),
        turn: position.turn(),
        flipped: board.flipped,
        marks: line_marks.as_deref().unwrap_or(content.marks),
        ascii: model.ascii,
    };
    board::draw(draw, area, &picture, size);
    for (square, place) in board::squares(area, board.flipped, size) {
        draw.hits.note(place, Target::own(Spot::Square(square)));
    }
    let rest = below(inner, area.height);
    let room = usize::from(caption_width.saturating_sub(2));
    let caption = play.map_or_else(|| (content.caption)(room, tight), |play| line_caption(play, room));
    if beside {
        for (line, (text, role)) in caption.iter().enumerate().take(usize::from(height)) {
            draw.text(inner.x + width + 1, inner.y + line as u16, caption_width - 1, text, *role);
        }
        return rest;
    }
    for ((text, role), line) in caption.iter().zip(rest.rows()) {
        draw.text(line.x + 1, line.y, line.width.saturating_sub(1), text, *role);
    }
    below(rest, caption.len().min(usize::from(rest.height)) as u16)
}

/// Returns the chosen size or, if the board does not fit, a smaller one.
fn size(board: &BoardState, inner: Rect) -> Size {
    let (width, height) = Size::Large.room();
    let fits = |below: u16| inner.width >= width && inner.height >= height + below;
    match board.size {
        Some(Size::Small) => Size::Small,
        Some(Size::Large) if fits(0) => Size::Large,
        None if fits(BELOW) => Size::Large,
        _ => Size::Small,
    }
}

/// Returns marks on the two squares of a move.
pub(crate) fn squares(m: Move, kind: SquareMark) -> impl Iterator<Item = Mark> {
    m.from().into_iter().chain([target(m)]).map(move |square| Mark { square, kind })
}

/// Marks the cursor, the picked piece and its targets, and the last move.
fn line_marks(play: &LineExplorer) -> Vec<Mark> {
    let mark = |square: Square, kind| Mark { square, kind };
    let mut marks: Vec<Mark> = play.last().into_iter().flat_map(|m| squares(m, SquareMark::Line)).collect();
    marks.extend(play.targets().into_iter().map(|square| mark(square, SquareMark::Target)));
    marks.extend(play.picked.map(|square| mark(square, SquareMark::Picked)));
    marks.push(mark(play.cursor, SquareMark::Cursor));
    marks
}

/// Returns the state of the line, what Enter does, and the moves.
fn line_caption(play: &LineExplorer, width: usize) -> Vec<(String, Role)> {
    let position = play.position();
    let mut lines = Vec::new();
    let mut add = |text: &str, role: Role| {
        lines.extend(wrap(text, width.max(8)).into_iter().map(|line| (line, role)));
    };
    let turn = if position.turn() == Color::White { "White" } else { "Black" };
    let state = if position.is_checkmate() {
        format!("{turn} is mated")
    } else if position.is_stalemate() {
        "stalemate".to_owned()
    } else if position.is_insufficient_material() {
        "drawn: too few pieces to mate".to_owned()
    } else {
        let check = if position.is_check() { ", in check" } else { "" };
        format!("playing on: {turn} to move{check}")
    };
    add(&state, Role::Text);
    let hint = match (play.picked, play.moves_to(play.cursor).as_slice()) {
        (_, [m]) => format!("Enter plays {}", moves::san(position, *m)),
        (_, [_, ..]) => format!("Enter promotes on {}", play.cursor),
        (Some(picked), []) if picked == play.cursor => format!("{picked} is picked: select a target"),
        (Some(picked), []) => format!("from {picked} to {}: not legal", play.cursor),
        (None, []) => "Enter picks a piece, i types a move".to_owned(),
    };
    add(&hint, Role::Dim);
    let line = play.notation();
    if line.is_empty() {
        add("no moves yet", Role::Dim);
    } else {
        add(&line, Role::Title);
    }
    lines
}
