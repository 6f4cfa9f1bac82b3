//! The position where two players part, with the favourite move of each.

use super::{ANALYSIS, Frame, State};
use crate::tui::playing::analysis;
use crate::tui::playing::board::{self, BoardContent, marked};
use crate::tui::prelude::*;

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let title = format!("Position {}", state.parting.at + 1);
    let inner = if frame.bare { frame.area } else { frame.open(draw, &title, "") };
    let Some((parting, contrast)) = state.selected().zip(state.contrast.as_ref()) else {
        paragraph(draw, inner, "no position is selected", Role::Dim);
        return;
    };
    let marks = [SquareMark::Subject, SquareMark::Rival];
    let moves: Vec<MarkedMove> =
        parting.moves.into_iter().zip(marks).map(|(m, mark)| marked(m, mark)).collect();
    let text = |side: usize| {
        let [own, other] = [0, 1].map(|player| 100.0 * parting.chances[player][side]);
        let (sign, role) = if side == 0 { ("[ ]", Role::Subject) } else { ("{ }", Role::Rival) };
        let [one, two] = &contrast.players;
        (format!("{sign} {}: {one} {own:.0} %, {two} {other:.0} %", parting.san()[side]), role)
    };
    let caption = |room: usize, is_tight: bool| {
        let lines = [text(0), text(1)]
            .into_iter()
            .flat_map(|(text, role)| wrap(&text, room.max(8)).into_iter().map(move |line| (line, role)));
        lines.take(if is_tight { 1 } else { usize::MAX }).collect()
    };
    let content = BoardContent {
        position: &parting.position,
        moves: &moves,
        score: None,
        caption: &caption,
        is_game: false,
    };
    let rest = board::draw(draw, model, inner, &state.board_state, frame.bare, &content);
    if model.thinking.on.is_some() && !draw.hits.has_pane(ANALYSIS) {
        analysis::compact(draw, state, model, rest);
    }
}
