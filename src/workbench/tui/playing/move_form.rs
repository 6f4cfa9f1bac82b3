//! The form for typing a move.

use super::{LineExplorer, PlayMove};
use crate::positions::moves::find_move;
use crate::tui::prelude::*;

/// Returns the form for a move of the position on the board.
pub(crate) fn form(play: &LineExplorer) -> Form {
    let position = play.position().clone();
    let fields = vec![Field::text("move", "such as Nf3, exd5, O-O, e7e8q", "")];
    Form::plain("Play a move", fields, move |fields| {
        let text = fields.shown("move");
        let found = find_move(&position, text).map(|m| Request::notify(PlayMove(m)));
        found.map_err(|error| fields.problem("move", format!("“{text}” {error}")))
    })
}
