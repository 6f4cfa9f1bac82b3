//! The form for typing a move.

use shakmaty::Chess;

use super::{LineExplorer, PlayMove};
use crate::positions::moves::find_move;
use crate::tui::popups::forms::{Field, Form, FormSpec, Outcome, Problem};

#[derive(Debug, Clone)]
pub(crate) struct MoveForm {
    position: Chess,
}

/// Returns the form for a move of the position on the board.
pub(crate) fn form(play: &LineExplorer) -> Form {
    let fields = vec![Field::text("move", "such as Nf3, exd5, O-O, e7e8q", "")];
    Form::new(MoveForm { position: play.position().clone() }, fields)
}

impl FormSpec for MoveForm {
    fn title(&self) -> String {
        "Play a move".to_owned()
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let text = fields.first().map_or("", Field::shown).trim();
        find_move(&self.position, text)
            .map(|m| Outcome::notify(PlayMove(m)))
            .map_err(|error| Problem { field: 0, text: format!("“{text}” {error}") })
    }
}
