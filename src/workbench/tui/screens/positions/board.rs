//! The pane of the board: the position, the moves of organism, rival and grandmaster, and all candidate moves.

use super::{ANALYSIS, BOARD, Frame, State, text};
use crate::disagreement::{Candidate, Entry};
use crate::engine::evaluation::centipawns;
use crate::tui::playing::analysis;
use crate::tui::playing::board::{self, BoardContent, marked};
use crate::tui::prelude::*;

/// The candidate moves of the selected position.
pub(super) const LIST: List = List("positions: candidates");

/// Draws the board pane. Without a pane of its own, the analysis replaces the candidates.
pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let Some(entry) = state.entry() else {
        let inner = frame.open(draw, "Board", "");
        draw.text(inner.x + 1, inner.y, inner.width.saturating_sub(1), "no position is selected", Role::Dim);
        return;
    };
    let title = text::game(entry, usize::from(frame.area.width.saturating_sub(6)));
    let inner = if frame.bare { frame.area } else { frame.open(draw, &title, "") };
    let (position, moves) = position_and_moves(state, model, entry);
    let caption = |room: usize, tight: bool| match tight {
        true => vec![(text::short_description(state, entry), Role::Text)],
        false => text::description(state, model, entry, &position, room),
    };
    // The organism's own score of its move, unless a line is stepped through.
    let best = state.scan.explanation().filter(|_| state.steps == 0).map(|why| &why.candidates[0]);
    let score = best.map(|best| f64::from(centipawns(best.score)));
    let content =
        BoardContent { position: &position, moves: &moves, score, caption: &caption, is_game: false };
    let rest = board::draw(draw, model, inner, &state.board_state, frame.bare, &content);
    if model.thinking.on.is_some() && !draw.hits.has_pane(ANALYSIS) {
        analysis::compact(draw, state, model, rest);
    } else if !state.is_playing() && rest.height >= 2 {
        candidates(draw, state, model, rest);
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

fn candidates(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    if state.scan.explanation().is_none() {
        let text = text::no_explanation(state, model);
        draw.text(area.x + 1, area.y, area.width.saturating_sub(1), &text, Role::Dim);
        return;
    }
    let is_focused = state.pane() == BOARD;
    table(state, model).draw(draw, area, is_focused);
    let hint = "← → step the line";
    if is_focused && usize::from(area.width) > 28 + hint.cells() + 2 {
        draw.text(area.right() - hint.cells() as u16 - 1, area.y, area.width, hint, Role::Dim);
    }
}

/// Returns the table of all moves, the best first, with their scores and their quiescence lines.
pub(super) fn table<'a>(state: &'a State, model: &'a Model) -> Table<'a> {
    let candidates = state.scan.explanation().map_or(&[][..], |why| &why.candidates);
    let rows: Vec<(usize, &Candidate)> = candidates.iter().enumerate().collect();
    let mark = |(index, candidate): &(usize, &Candidate)| match index {
        0 if candidate.right => ("[ )", Role::Grandmaster),
        _ if candidate.right => ("( )", Role::Grandmaster),
        0 => ("[ ]", Role::Subject),
        _ if model.rival().and(state.scan.rival_move()) == Some(candidate.m) => ("{ }", Role::Rival),
        _ => ("", Role::Text),
    };
    Rows::new(LIST, rows, state.candidates.at)
        .right("", 2, |(index, _)| ((index + 1).to_string(), Role::Dim))
        .gap(0)
        .left("", 3, move |row| (mark(row).0.to_owned(), mark(row).1))
        .left("move", 8, move |row| (row.1.san.clone(), mark(row).1))
        .sorted(|(_, candidate)| Some(Key::text(&candidate.san)))
        .right("cp", 6, |(_, candidate)| (text::score(candidate.score), Role::Text))
        .gap(0)
        .named("score")
        .largest_first(|(_, candidate)| Some(Key::Number(candidate.score.into())))
        .rest("line", |(_, candidate)| (candidate.line_san.join(" "), Role::Dim))
        .gap(2)
        .searched(|(_, candidate)| format!("{} {}", candidate.san, candidate.line_san.join(" ")))
        .table()
}
