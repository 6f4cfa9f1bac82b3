//! Draws a screen's board and its caption: the screen's position or, while the user plays moves, the line.

use shakmaty::Square;

use super::line::target;
use super::{BoardState, LineExplorer};
use crate::arena::game::Score;
use crate::tui::hit_map::BoardPart;
use crate::tui::prelude::*;
use crate::tui::widgets::board::{self, Mark, Picture};

/// The least width of texts beside the board, in columns.
const BESIDE: u16 = 22;
/// The rows of the texts below the board: the caption and some moves.
pub(crate) const BELOW: u16 = 8;

/// What the board shows while the user plays no moves, or in a game.
pub(crate) struct BoardContent<'a> {
    pub(crate) position: &'a Chess,
    /// The marked moves.
    pub(crate) moves: &'a [MarkedMove],
    /// The score of the position for the side to move, in centipawns.
    pub(crate) score: Option<f64>,
    /// Returns the caption wrapped to a width in cells; a single line if the second argument is true.
    pub(crate) caption: &'a dyn Fn(usize, bool) -> Vec<(String, Role)>,
    /// Whether this is a game, whose marked moves and caption are shown while the user plays moves, too.
    pub(crate) is_game: bool,
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
    let beside = inner.width >= width + BESIDE && inner.height < height + BELOW;
    let caption_width = if beside { inner.width - width } else { inner.width };
    let x = if beside { inner.x } else { inner.x + inner.width.saturating_sub(width) / 2 };
    // In a small pane the caption replaces the letters of the files.
    let tight = bare && inner.height <= height;
    let high = if tight { height - 1 } else { height };
    let area = Rect { x, width: width.min(inner.width), height: inner.height.min(high), y: inner.y };
    let play = board.play.as_ref();
    let position = play.map_or(content.position, LineExplorer::position);
    let explored = play.filter(|_| !content.is_game);
    let last: Option<Vec<MarkedMove>> =
        explored.map(|play| play.last().map(|m| marked(m, SquareMark::Line)).into_iter().collect());
    let marks = play.map(line_marks).unwrap_or_default();
    let score = analysed_score(model, position).or(content.score.filter(|_| play.is_none()));
    let picture = Picture {
        position,
        flipped: board.flipped,
        moves: last.as_deref().unwrap_or(content.moves),
        marks: &marks,
        white_share: score.map(|score| board::white_share(position.turn().fold_wb(score, -score))),
        ascii: model.ascii,
    };
    board::draw(draw, area, &picture, size);
    for (square, place) in board::squares(area, board.flipped, size) {
        draw.hits.note(place, Target::Board(BoardPart::Square(square)));
    }
    let rest = below(inner, area.height);
    let room = usize::from(caption_width.saturating_sub(2));
    let caption = explored.map_or_else(|| (content.caption)(room, tight), |play| line_caption(play, room));
    let text = if beside { Rect { x: inner.x + width, width: caption_width, ..inner } } else { rest };
    for ((text, role), line) in caption.iter().zip(text.rows()) {
        draw.text(line.x + 1, line.y, line.width.saturating_sub(1), text, *role);
    }
    let used = caption.len().min(usize::from(text.height)) as u16;
    if beside && rest.height >= BELOW / 2 { rest } else { below(text, used) }
}

/// Returns the score of the analysis for the side to move, in centipawns, if it is about this position.
fn analysed_score(model: &Model, position: &Chess) -> Option<f64> {
    let result = model.thinking.now().filter(|result| result.request.game.position() == position)?;
    Some(f64::from(Score::from(result.lines.first()?.line.value).centipawns()))
}

/// Returns the chosen size if it fits. Otherwise returns the largest size that leaves room for the texts below or beside
/// the board.
fn size(board: &BoardState, inner: Rect) -> Size {
    let below = Size::fitting(inner.width, inner.height.saturating_sub(BELOW));
    let beside = Size::fitting(inner.width.saturating_sub(BESIDE), inner.height);
    let largest = Size::fitting(inner.width, inner.height);
    board.size.filter(|size| *size <= largest).unwrap_or(below.max(beside))
}

/// Marks a move.
pub(crate) fn marked(m: Move, kind: SquareMark) -> MarkedMove {
    let to = target(m);
    MarkedMove { from: m.from().unwrap_or(to), to, kind }
}

/// Marks the cursor, and the picked piece with its targets.
fn line_marks(play: &LineExplorer) -> Vec<Mark> {
    let mark = |square: Square, kind| Mark { square, kind };
    let mut marks: Vec<Mark> =
        play.targets().into_iter().map(|square| mark(square, SquareMark::Target)).collect();
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
    add(&press_hint(play), Role::Dim);
    let line = play.notation();
    if line.is_empty() {
        add("no moves yet", Role::Dim);
    } else {
        add(&line, Role::Title);
    }
    lines
}

/// Returns what Enter does at the cursor.
pub(crate) fn press_hint(play: &LineExplorer) -> String {
    match (play.picked, play.moves_to(play.cursor).as_slice()) {
        (_, [m]) => format!("Enter plays {}", moves::san(play.position(), *m)),
        (_, [_, ..]) => format!("Enter promotes on {}", play.cursor),
        (Some(picked), []) if picked == play.cursor => format!("{picked} is picked: select a target"),
        (Some(picked), []) => format!("from {picked} to {}: not legal", play.cursor),
        (None, []) => "Enter picks a piece, ' types a move".to_owned(),
    }
}
