//! The pane of the board: the position, the moves of organism, rival and grandmaster, and all candidate moves.

use ratatui::layout::Rect;
use shakmaty::{Chess, Position};

use super::{Frame, Pane, Spot, State, lists, text};
use crate::disagreement::Entry;
use crate::tui::draw::Draw;
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{cut, left, right};
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::playing::board::squares;
use crate::tui::playing::{self, analysis};
use crate::tui::theme::Role;
use crate::tui::theme::board::SquareMark;
use crate::tui::widgets::areas::below;
use crate::tui::widgets::board::Mark;

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame, analysis_below: bool) {
    let Some(entry) = state.entry() else {
        let inner = frame.open(draw, "Board", "");
        draw.text(inner.x + 1, inner.y, inner.width.saturating_sub(1), "no position is selected", Role::Dim);
        return;
    };
    let inner = if frame.bare { frame.area } else { frame.open(draw, &text::game(entry), "") };
    let (position, marks) = position_and_marks(state, model, entry);
    let describe = |room: usize, tight: bool| {
        if tight {
            vec![(text::short_description(state, entry), Role::Text)]
        } else {
            text::description(state, model, entry, &position, room)
        }
    };
    let picture = playing::board::BoardContent { position: &position, marks: &marks, caption: &describe };
    let below = playing::board::draw(draw, model, inner, &state.table, frame.bare, &picture);
    if analysis_below {
        analysis::compact(draw, state, model, below);
    } else if state.table.play.is_none() {
        candidates(draw, state, model, below, frame.focused);
    }
}

/// Returns the position after the stepped moves of a line, and the marks of its last move; without steps, the selected
/// position and the marks of the moves.
fn position_and_marks(state: &State, model: &Model, entry: &Entry) -> (Chess, Vec<Mark>) {
    let mut position = entry.position().clone();
    let line = state.line();
    if let Some(last) = line.last() {
        line.iter().for_each(|m| position.play_unchecked(*m));
        return (position, squares(*last, SquareMark::Line).collect());
    }
    let mut marks = Vec::new();
    if let Some(why) = state.scan.explanation() {
        marks.extend(squares(why.candidates[0].m, SquareMark::Subject));
    }
    if let Some(m) = model.rival().and(state.scan.rival_move()) {
        marks.extend(squares(m, SquareMark::Rival));
    }
    for m in &entry.moves {
        marks.extend(squares(*m, SquareMark::Grandmaster));
    }
    (position, marks)
}

/// Draws all moves, the best first, with their scores and their quiescence lines.
fn candidates(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect, focused: bool) {
    if area.height < 2 {
        return;
    }
    let Some(explanation) = state.scan.explanation() else {
        let text = text::no_explanation(state, model);
        draw.text(area.x + 1, area.y, area.width.saturating_sub(1), &text, Role::Dim);
        return;
    };
    let heading = format!("{}{}{}  line", " ".repeat(6), left("move", 9), right("cp", 7));
    draw.text(area.x, area.y, area.width, &heading, Role::Dim);
    let hint = "← → step the line";
    let x = area.right().saturating_sub(hint.cells() as u16 + 1);
    if focused && usize::from(area.width) > heading.cells() + hint.cells() + 2 {
        draw.text(x, area.y, area.width, hint, Role::Dim);
    }
    let body = below(area, 1);
    for (index, candidate, row) in
        draw.visible(body, lists::CANDIDATES, state.candidates.at, &explanation.candidates)
    {
        let selected = index == state.candidates.at;
        let lit = selected && focused;
        draw.row(row, Target::own(Spot::Row(Pane::Board, index)), lit);
        let (mark, role) = if candidate.right {
            (if index == 0 { "[ )" } else { "( )" }, Role::Grandmaster)
        } else if index == 0 {
            ("[ ]", Role::Subject)
        } else if model.rival().and(state.scan.rival_move()) == Some(candidate.m) {
            ("{ }", Role::Rival)
        } else {
            ("", Role::Text)
        };
        draw.over(row.x, row.y, 1, if selected { "▸" } else { " " }, Role::Key, lit);
        draw.over(row.x + 1, row.y, 2, &right(&(index + 1).to_string(), 2), Role::Dim, lit);
        draw.over(row.x + 4, row.y, row.width.saturating_sub(4), &left(mark, 3), role, lit);
        let x = row.x + 8;
        let room = |x: u16| row.right().saturating_sub(x);
        draw.over(x, row.y, room(x), &left(&candidate.san, 8), role, lit);
        draw.over(x + 8, row.y, room(x + 8), &right(&text::score(candidate.score), 6), Role::Text, lit);
        let line = candidate.line_san.join(" ");
        let x = x + 16;
        draw.over(x, row.y, room(x), &cut(&line, usize::from(room(x))), Role::Dim, lit);
    }
}
