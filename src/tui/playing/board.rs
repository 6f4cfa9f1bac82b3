//! The board of a screen: what it looks at or, while moves are played, those, with the words that go with it.

use ratatui::layout::Rect;
use shakmaty::{Chess, Color, Move, Position, Square};

use super::line::target;
use super::{LineExplorer, Spot, Table};
use crate::positions::moves;
use crate::tui::draw::Draw;
use crate::tui::format::wrap;
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::theme::board::Player;
use crate::tui::widgets::board::{self, Mark, Picture, Size};

/// Room beside a small board for the words that else stand below it.
const BESIDE: u16 = 22;
/// Rows a large board must leave.
const BELOW: u16 = 12;

/// What is shown while nothing is played.
pub(crate) struct Shown<'a> {
    /// The position.
    pub(crate) position: &'a Chess,
    /// The squares of moves.
    pub(crate) marks: &'a [Mark],
    /// What is said of it in lines of so many cells; in one line where there is hardly room.
    pub(crate) words: &'a dyn Fn(usize, bool) -> Vec<(String, Role)>,
}

/// Draws the board at the top of `inner` with its words beside or below; what is left below them.
pub(crate) fn draw(
    draw: &mut Draw<'_>,
    model: &Model,
    inner: Rect,
    table: &Table,
    bare: bool,
    shown: &Shown<'_>,
) -> Rect {
    let size = size(table, inner);
    let (width, height) = size.room();
    let beside = size == Size::Small && inner.width >= width + BESIDE;
    let words_width = if beside { inner.width - width } else { inner.width };
    let x = if beside { inner.x } else { inner.x + inner.width.saturating_sub(width) / 2 };
    // Where there is hardly room the words matter more than the files' letters.
    let tight = bare && inner.height <= height;
    let high = if tight { height - 1 } else { height };
    let ground = Rect { x, width: width.min(inner.width), height: inner.height.min(high), y: inner.y };
    let play = table.play.as_ref();
    let position = play.map_or(shown.position, LineExplorer::position);
    let played = play.map(marks);
    let picture = Picture {
        board: position.board(),
        turn: position.turn(),
        flipped: table.flipped,
        marks: played.as_deref().unwrap_or(shown.marks),
        ascii: model.ascii,
    };
    board::draw(draw, ground, &picture, size);
    for (square, place) in board::squares(ground, table.flipped, size) {
        draw.hits.note(place, Target::own(Spot::Square(square)));
    }
    let mut below = Rect { y: inner.y + ground.height, height: inner.height - ground.height, ..inner };
    let room = usize::from(words_width.saturating_sub(2));
    let told = play.map_or_else(|| (shown.words)(room, tight), |play| words(play, room));
    if beside {
        for (line, (text, role)) in told.iter().enumerate().take(usize::from(height)) {
            draw.text(inner.x + width + 1, inner.y + line as u16, words_width - 1, text, *role);
        }
    } else {
        for (text, role) in told.iter().take(usize::from(below.height)) {
            draw.text(below.x + 1, below.y, below.width.saturating_sub(1), text, *role);
            below = Rect { y: below.y + 1, height: below.height - 1, ..below };
        }
    }
    below
}

/// The size asked for, as far as there is room for it.
fn size(table: &Table, inner: Rect) -> Size {
    let (width, height) = Size::Large.room();
    let fits = |below: u16| inner.width >= width && inner.height >= height + below;
    match table.size {
        Some(Size::Small) => Size::Small,
        Some(Size::Large) if fits(0) => Size::Large,
        None if fits(BELOW) => Size::Large,
        _ => Size::Small,
    }
}

/// The squares of a move.
pub(crate) fn squares(m: Move, of: Player) -> impl Iterator<Item = Mark> {
    m.from().into_iter().chain([target(m)]).map(move |square| Mark { square, player: of })
}

/// What is marked: the cursor, the piece picked up and where it can go, and the last move.
fn marks(play: &LineExplorer) -> Vec<Mark> {
    let mark = |square: Square, of| Mark { square, player: of };
    let mut marks: Vec<Mark> = play.last().into_iter().flat_map(|m| squares(m, Player::Line)).collect();
    marks.extend(play.targets().into_iter().map(|square| mark(square, Player::Target)));
    marks.extend(play.picked.map(|square| mark(square, Player::Picked)));
    marks.push(mark(play.cursor, Player::Cursor));
    marks
}

/// What is said beside the board.
fn words(play: &LineExplorer, width: usize) -> Vec<(String, Role)> {
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
    let offered = match (play.picked, play.moves_to(play.cursor).as_slice()) {
        (_, [m]) => format!("Enter plays {}", moves::san(position, *m)),
        (_, [_, ..]) => format!("Enter promotes on {}", play.cursor),
        (Some(picked), []) if picked == play.cursor => format!("{picked} is picked up: choose a square"),
        (Some(picked), []) => format!("from {picked} to {}: not legal", play.cursor),
        (None, []) => "Enter picks up, i types a move".to_owned(),
    };
    add(&offered, Role::Dim);
    let line = play.notation();
    if line.is_empty() {
        add("no move is played yet", Role::Dim);
    } else {
        add(&line, Role::Title);
    }
    lines
}
