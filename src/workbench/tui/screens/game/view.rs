//! Draws the game: its board, with the state, the clocks and the moves.

use super::live::{LiveGame, SHORT};
use super::{ANALYSIS, BOARD, State};
use crate::tui::format::clock;
use crate::tui::playing::board::{self, BoardContent, marked, press_hint};
use crate::tui::playing::side_panes::{Activity, SidePane};
use crate::tui::playing::{LineExplorer, analysis};
use crate::tui::prelude::*;
use crate::tui::widgets::pane::FRAMED_HEIGHT;

/// The least width of two columns.
const TWO_COLUMNS: u16 = 76;

/// The largest number of lines of moves.
const LAST_MOVES: usize = 8;

/// Divides an area among the panes: the board, and beside it the analysis and the evaluation while they are used.
pub(super) fn places(state: &State, model: &Model, area: Rect) -> Vec<(usize, Rect)> {
    let PaneFocus { at: focus, is_zoomed } = state.board_state.panes;
    let is_evaluating = state.board_state.focus() == Focus::Evaluation;
    let activity = Activity { playing: false, evaluating: is_evaluating, ..Activity::new(state, model) };
    let is_alone = !activity.analysing && focus == BOARD;
    if is_zoomed || is_alone || area.width < TWO_COLUMNS || area.height < FRAMED_HEIGHT {
        return vec![(focus, area)];
    }
    let [left, right] = split_left(area, area.width / 2);
    let beside = activity.places(state.board_state.focus(), right).into_iter();
    let beside = beside.map(|(pane, area): (SidePane, Rect)| (ANALYSIS + pane as usize, area));
    [(BOARD, left)].into_iter().chain(beside).collect()
}

/// Draws the pane of the board.
pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let shown = state.game.as_ref().zip(state.board_state.play.as_ref());
    let Some((game, play)) = shown else {
        let inner = frame.open(draw, "Game", "");
        paragraph(draw, inner, "no game is played", Role::Dim);
        return;
    };
    let title = format!("Game against {}", game.name);
    let inner = if frame.bare { frame.area } else { frame.open(draw, &title, "") };
    let last = play.last().map(|m| marked(m, SquareMark::Line));
    let (at, len) = play.place();
    let hint = game.hint.filter(|_| at == len).map(|m| marked(m, SquareMark::Grandmaster));
    let moves: Vec<MarkedMove> = last.into_iter().chain(hint).collect();
    let caption = |room: usize, _| caption(game, play, model, room);
    let content = BoardContent {
        position: play.position(),
        moves: &moves,
        score: None,
        caption: &caption,
        is_game: true,
    };
    let rest = board::draw(draw, model, inner, &state.board_state, frame.bare, &content);
    if model.thinking.on.is_some() && !draw.hits.has_pane(ANALYSIS) {
        analysis::compact(draw, state, model, rest);
    }
}

/// Returns the texts of the game, the most useful first.
fn caption(game: &LiveGame, play: &LineExplorer, model: &Model, width: usize) -> Vec<(String, Role)> {
    let mut lines = Vec::new();
    let mut add = |text: &str, role: Role| {
        lines.extend(wrap(text, width.max(8)).into_iter().map(|line| (line, role)));
    };
    let (at, len) = play.place();
    let check = if game.line.position().is_check() { ", check" } else { "" };
    let (state, role) = match game.result_text() {
        Some(result) => (result, Role::Title),
        None if game.is_own_turn() => (format!("your move{check}"), Role::Text),
        None if game.is_answering() => ("the opponent thinks…".to_owned(), Role::Dim),
        None => (game.opponent.awaited(model).to_owned(), Role::Dim),
    };
    add(&state, role);
    let [own, other] = [game.colour, game.colour.other()].map(|side| game.left(side, model.now));
    if let Some((own, other)) = own.zip(other) {
        add(&format!("you {} · opponent {}", time(own), time(other)), Role::Title);
    }
    if let Some(hint) = game.hint_text() {
        add(&hint, Role::Grandmaster);
    }
    if at < len {
        add("an earlier position: End returns to the game", Role::Warning);
    } else if game.is_own_turn() {
        add(&press_hint(play), Role::Dim);
    }
    let side = if game.colour == Color::White { "White" } else { "Black" };
    add(&format!("you play {side} · {}", game.control), Role::Dim);
    add(&format!("{} · {}", game.name, game.strength), Role::Dim);
    let notation = play.notation();
    if notation.is_empty() {
        add("no moves yet", Role::Dim);
    }
    let moves = wrap(&notation, width.max(8));
    let first = moves.len().saturating_sub(LAST_MOVES);
    lines.extend(moves.into_iter().skip(first).map(|line| (line, Role::Text)));
    lines
}

/// Formats the time of a clock: the last seconds with tenths.
fn time(left: Duration) -> String {
    if left < SHORT { format!("{:.1}", left.as_secs_f64()) } else { clock(left) }
}
