//! The pane of the board: the position, the moves of organism, rival and grandmaster, and all candidate moves.

use ratatui::layout::Rect;
use shakmaty::{Chess, Position};

use super::{Frame, Pane, Spot, State, lists, table, text};
use crate::disagreement::Entry;
use crate::engine::evaluation::centipawns;
use crate::tui::draw::{Draw, Heading};
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{cut, left, right};
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::playing::board::marked;
use crate::tui::playing::{self, analysis};
use crate::tui::theme::Role;
use crate::tui::theme::board::SquareMark;
use crate::tui::widgets::areas::below;
use crate::tui::widgets::board::MarkedMove;

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame, analysis_below: bool) {
    let Some(entry) = state.entry() else {
        let inner = frame.open(draw, "Board", "");
        draw.text(inner.x + 1, inner.y, inner.width.saturating_sub(1), "no position is selected", Role::Dim);
        return;
    };
    let inner = if frame.bare { frame.area } else { frame.open(draw, &text::game(entry), "") };
    let (position, moves) = position_and_moves(state, model, entry);
    let describe = |room: usize, tight: bool| {
        if tight {
            vec![(text::short_description(state, entry), Role::Text)]
        } else {
            text::description(state, model, entry, &position, room)
        }
    };
    // The organism's own score of its move, unless a line is stepped through.
    let best = state.scan.explanation().filter(|_| state.steps == 0).map(|why| &why.candidates[0]);
    let score = best.map(|best| f64::from(centipawns(best.score)));
    let picture =
        playing::board::BoardContent { position: &position, moves: &moves, score, caption: &describe };
    let below = playing::board::draw(draw, model, inner, &state.table, frame.bare, &picture);
    if analysis_below {
        analysis::compact(draw, state, model, below);
    } else if state.table.play.is_none() {
        candidates(draw, state, model, below, frame.focused);
    }
}

/// Returns the position after the stepped moves of a line, and its last move; without steps, the selected position and
/// the moves to compare.
fn position_and_moves(state: &State, model: &Model, entry: &Entry) -> (Chess, Vec<MarkedMove>) {
    let mut position = entry.position().clone();
    let line = state.line();
    if let Some(last) = line.last() {
        line.iter().for_each(|m| position.play_unchecked(*m));
        return (position, vec![marked(*last, SquareMark::Line)]);
    }
    let subject = state.scan.explanation().map(|why| (why.candidates[0].m, SquareMark::Subject));
    let rival = model.rival().and(state.scan.rival_move()).map(|m| (m, SquareMark::Rival));
    let right = entry.moves.iter().map(|m| (*m, SquareMark::Grandmaster));
    let all = subject.into_iter().chain(rival).chain(right);
    (position, all.map(|(m, kind)| marked(m, kind)).collect())
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
    let headings = [
        Heading::gap(8),
        Heading::left("move", 8).by(table::MOVE),
        Heading::right("cp", 6).by(table::SCORE),
        Heading::left("  line", 6),
    ];
    draw.headings(Rect { height: 1, ..area }, lists::CANDIDATES, &headings);
    let hint = "← → step the line";
    let x = area.right().saturating_sub(hint.cells() as u16 + 1);
    if focused && usize::from(area.width) > 28 + hint.cells() + 2 {
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
