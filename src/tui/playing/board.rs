//! The board while moves are played on it: its marks, and the words that go with them.

use shakmaty::{Color, Move, Position, Square};

use super::Playing;
use super::line::target;
use crate::positions::moves;
use crate::tui::format::wrap;
use crate::tui::theme::Role;
use crate::tui::theme::board::Player;
use crate::tui::widgets::board::Mark;

/// The squares of a move.
pub(crate) fn squares(m: Move, of: Player) -> impl Iterator<Item = Mark> {
    m.from().into_iter().chain([target(m)]).map(move |square| Mark { square, of })
}

/// What is marked: the cursor, the piece picked up and where it can go, and the last move.
pub(crate) fn marks(play: &Playing) -> Vec<Mark> {
    let mark = |square: Square, of| Mark { square, of };
    let mut marks: Vec<Mark> = play.last().into_iter().flat_map(|m| squares(m, Player::Line)).collect();
    marks.extend(play.targets().into_iter().map(|square| mark(square, Player::Target)));
    marks.extend(play.picked.map(|square| mark(square, Player::Picked)));
    marks.push(mark(play.cursor, Player::Cursor));
    marks
}

/// What is said beside the board.
pub(crate) fn words(play: &Playing, width: usize) -> Vec<(String, Role)> {
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
