//! The popup that asks for the piece to which a pawn promotes.

use shakmaty::Role as Kind;

use super::PlayMove;
use crate::tui::command::command;
use crate::tui::prelude::*;

/// The command that promotes to a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Choose(Kind);

/// The commands of the promotion popup.
pub(crate) static PROMOTING: &[Command] = &[
    promoting(Action::Accept, &["Enter"], "promote", "promote", "promote to the selected piece"),
    promoting(Action::own(&Choose(Kind::Queen)), &["q"], "queen", "queen", "promote to a queen"),
    promoting(Action::own(&Choose(Kind::Rook)), &["r"], "rook", "rook", "promote to a rook"),
    promoting(Action::own(&Choose(Kind::Bishop)), &["b"], "bishop", "bishop", "promote to a bishop"),
    promoting(Action::own(&Choose(Kind::Knight)), &["n"], "knight", "knight", "promote to a knight"),
    promoting(Action::Up, &["↑", "k"], "", "up", "one row up"),
    promoting(Action::Down, &["↓", "j"], "", "down", "one row down"),
];

const fn promoting(
    action: Action,
    keys: &'static [&'static str],
    bar_label: &'static str,
    name: &'static str,
    about: &'static str,
) -> Command {
    command(action, Scope::Promoting, keys, bar_label, name, about)
}

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

impl Popup for Promotion {
    fn scope(&self) -> Scope {
        Scope::Promoting
    }

    fn draw(&self, draw: &mut Draw<'_>, _model: &Model, area: Rect) {
        let inner = frame(draw, area, 26, self.moves.len() as u16 + 2, "Promote to", "");
        for (row, m) in self.moves.iter().enumerate().take(usize::from(inner.height)) {
            let line = Rect { y: inner.y + row as u16, height: 1, ..inner };
            draw.hits.note(line, Target::Row(List::POPUP, row));
            let here = row == self.cursor.at;
            if here {
                draw.fill(line, Role::Cursor);
            }
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

    fn perform(mut self: Box<Self>, model: &mut Model, action: Action) -> Vec<Effect> {
        let chosen = match action {
            Action::Own(act) => act.get::<Choose>().map(|Choose(kind)| kind),
            _ => None,
        };
        let at = chosen.and_then(|kind| self.moves.iter().position(|m| m.promotion() == Some(kind)));
        if let Some(at) = at {
            self.cursor.at = at;
        }
        if at.is_some() || action == Action::Accept {
            return self.play();
        }
        self.cursor.move_in_list(action, 4, self.moves.len());
        model.popup = Some(self);
        Vec::new()
    }

    fn clicked(mut self: Box<Self>, model: &mut Model, list: List, row: usize) -> Vec<Effect> {
        if list == List::POPUP {
            self.cursor.at = row;
            return self.play();
        }
        model.popup = Some(self);
        Vec::new()
    }
}
