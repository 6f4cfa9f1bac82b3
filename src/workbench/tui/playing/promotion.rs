//! The popup that asks for the piece to which a pawn promotes.

use shakmaty::Role as Kind;

use super::PlayMove;
use crate::tui::prelude::*;

/// The promotion popup.
#[derive(Debug)]
pub(crate) struct Promotion {
    moves: Vec<Move>,
    cursor: Cursor,
}

impl Promotion {
    /// Creates the popup for the promotions to choose from.
    pub(crate) fn new(moves: Vec<Move>) -> Promotion {
        Promotion { moves, cursor: Cursor::default() }
    }

    fn play(&self) -> Vec<Effect> {
        let m = self.moves.get(self.cursor.at);
        m.map(|m| Effect::Notify(Note::new(PlayMove(*m)))).into_iter().collect()
    }
}

/// Promotes to a piece, and closes the popup.
pub(crate) fn promote(model: &mut Model, kind: Kind) -> Vec<Effect> {
    let Some(popup) = model.popup_mut::<Promotion>() else { return Vec::new() };
    popup.cursor.at = popup.moves.iter().position(|m| m.promotion() == Some(kind)).unwrap_or(popup.cursor.at);
    let effects = popup.play();
    model.popup = None;
    effects
}

impl Popup for Promotion {
    fn scope(&self) -> Scope {
        Scope::Promoting
    }

    fn draw(&self, draw: &mut Draw<'_>, _model: &Model, area: Rect) {
        let inner = frame(draw, area, 26, self.moves.len() as u16 + 2, "Promote to", "");
        for (row, m, line) in draw.visible(inner, List::POPUP, self.cursor.at, &self.moves) {
            let here = row == self.cursor.at;
            draw.row(line, Target::Row(List::POPUP, row), here);
            let (key, name) = match m.promotion() {
                Some(Kind::Queen) => ("q", "queen"),
                Some(Kind::Rook) => ("r", "rook"),
                Some(Kind::Bishop) => ("b", "bishop"),
                _ => ("n", "knight"),
            };
            draw.over(line.x, line.y, 1, if here { "▸" } else { " " }, Role::Key, here);
            draw.over(line.x + 2, line.y, line.width.saturating_sub(2), key, Role::Key, here);
            draw.over(line.x + 4, line.y, line.width.saturating_sub(4), name, Role::Text, here);
        }
    }

    fn handle(mut self: Box<Self>, model: &mut Model, input: PopupInput) -> Vec<Effect> {
        match input {
            PopupInput::Command(Action::Accept) => return self.play(),
            PopupInput::Command(action) => self.cursor.move_in_list(action, 4, self.moves.len()),
            PopupInput::Row(List::POPUP, row) => {
                self.cursor.at = row;
                return self.play();
            }
            PopupInput::Row(..) => {}
        }
        model.keep(self)
    }
}
