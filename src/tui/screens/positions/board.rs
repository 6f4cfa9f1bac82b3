//! The board: the position, both moves on it, whose they are, and all moves the organism weighed.

use ratatui::layout::Rect;
use shakmaty::{Chess, Position};

use super::{Frame, Pane, Spot, State, lists, words};
use crate::disagreement::Entry;
use crate::tui::draw::Draw;
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{cut, left, right};
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::playing::board::squares;
use crate::tui::playing::{self, analysis};
use crate::tui::theme::Role;
use crate::tui::theme::board::Player;
use crate::tui::widgets::board::Mark;

/// Draws the pane.
pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let Some(entry) = state.entry() else {
        let inner = frame.open(draw, "Board", "");
        draw.text(inner.x + 1, inner.y, inner.width.saturating_sub(1), "no position is chosen", Role::Dim);
        return;
    };
    let inner = if frame.bare { frame.area } else { frame.open(draw, &words::game(entry), "") };
    let (position, marks) = shown(state, model, entry);
    let words = |room: usize, tight: bool| {
        if tight {
            vec![(words::in_short(state, entry), Role::Text)]
        } else {
            words::of_position(state, model, entry, &position, room)
        }
    };
    let picture = playing::board::BoardContent { position: &position, marks: &marks, caption: &words };
    let below = playing::board::draw(draw, model, inner, &state.table, frame.bare, &picture);
    if frame.below {
        analysis::compact(draw, state, model, below);
    } else if state.table.play.is_none() {
        candidates(draw, state, model, below, frame.keys);
    }
}

/// The position looked at, or where stepping through a line has led, with the squares of the moves.
fn shown(state: &State, model: &Model, entry: &Entry) -> (Chess, Vec<Mark>) {
    let mut position = entry.position().clone();
    let line = state.line();
    if let Some(last) = line.last() {
        line.iter().for_each(|m| position.play_unchecked(*m));
        return (position, squares(*last, Player::Line).collect());
    }
    let mut marks = Vec::new();
    if let Some(why) = state.study.explanation() {
        marks.extend(squares(why.candidates[0].m, Player::Subject));
    }
    if let Some(m) = model.rival().and(state.study.rival_move()) {
        marks.extend(squares(m, Player::Rival));
    }
    for m in &entry.moves {
        marks.extend(squares(*m, Player::Grandmaster));
    }
    (position, marks)
}

/// All moves, best first, with their scores and the quiescence line behind each.
fn candidates(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect, keys: bool) {
    if area.height < 2 {
        return;
    }
    let Some(explained) = state.study.explanation() else {
        let text = words::unexplained(state, model);
        draw.text(area.x + 1, area.y, area.width.saturating_sub(1), &text, Role::Dim);
        return;
    };
    let heading = format!("{}{}{}  then", " ".repeat(6), left("move", 9), right("cp", 7));
    draw.text(area.x, area.y, area.width, &heading, Role::Dim);
    let hint = "← → steps the line";
    let at = area.right().saturating_sub(hint.cells() as u16 + 1);
    if keys && usize::from(area.width) > heading.cells() + hint.cells() + 2 {
        draw.text(at, area.y, area.width, hint, Role::Dim);
    }
    let body = Rect { y: area.y + 1, height: area.height - 1, ..area };
    let page = usize::from(body.height);
    let len = explained.candidates.len();
    let first = draw.hits.scroll(lists::CANDIDATES, state.candidates.at, page, len);
    for (line, (index, candidate)) in
        explained.candidates.iter().enumerate().skip(first).take(page).enumerate()
    {
        let row = Rect { y: body.y + line as u16, height: 1, ..body };
        draw.hits.note(row, Target::own(Spot::Row(Pane::Board, index)));
        let here = index == state.candidates.at;
        let lit = here && keys;
        if lit {
            draw.fill(row, Role::Cursor);
        }
        let (mark, role) = if candidate.right {
            (if index == 0 { "[ )" } else { "( )" }, Role::Grandmaster)
        } else if index == 0 {
            ("[ ]", Role::Subject)
        } else if model.rival().and(state.study.rival_move()) == Some(candidate.m) {
            ("{ }", Role::Rival)
        } else {
            ("", Role::Text)
        };
        draw.over(row.x, row.y, 1, if here { "▸" } else { " " }, Role::Key, lit);
        draw.over(row.x + 1, row.y, 2, &right(&(index + 1).to_string(), 2), Role::Dim, lit);
        draw.over(row.x + 4, row.y, row.width.saturating_sub(4), &left(mark, 3), role, lit);
        let x = row.x + 8;
        let room = |x: u16| row.right().saturating_sub(x);
        draw.over(x, row.y, room(x), &left(&candidate.san, 8), role, lit);
        draw.over(x + 8, row.y, room(x + 8), &right(&words::score(candidate.score), 6), Role::Text, lit);
        let line = candidate.line_san.join(" ");
        let x = x + 16;
        draw.over(x, row.y, room(x), &cut(&line, usize::from(room(x))), Role::Dim, lit);
    }
}
