//! Draws cards: that of the first start, and those of screens that have nothing to show. Their keys are the usual ones,
//! so the first key closes the card of the first start and does its work.

use super::commands;
use crate::tui::prelude::*;
use crate::tui::screens::{matches, positions, sessions};

/// The greatest width of a card.
const WIDTH: u16 = 76;
/// The least width of the column of keys.
const KEYS: u16 = 8;

/// Returns the card of the first start.
pub(super) fn welcome() -> Card {
    Card {
        title: "Welcome to Eyas",
        about: "Eyas evolves chess programs: random bit strings learn to play like grandmasters, to predict the results \
                of games, or to beat each other. You can watch, step, inspect and change everything.".to_owned(),
        choices: vec![
            (action("run or pause"), "watch a run: 100 random organisms evolve"),
            (action("play a game"), "play against generation 0, which has not learned yet"),
            (Action::Show(positions::ID), "browse their mistakes: where they differ from grandmasters"),
            (Action::Show(matches::ID), "play a match between organisms and engines"),
            (action("new pipeline"), "run the whole method, from random bits to an engine"),
            (action("open demo"), "open the demo: all of this finished, to look around"),
            (Action::Help, "show the keys, the terms and the symbols"),
        ],
    }
}

/// Returns the card of a screen with the choices that help on every screen.
pub(super) fn of_screen(mut card: Card) -> Card {
    card.choices.extend([
        (Action::Show(sessions::ID), "list the saved sessions"),
        (action("open demo"), "open the demo: a finished pipeline and a match"),
        (Action::Help, "show the keys, the terms and the symbols"),
    ]);
    card
}

/// Draws a card over the middle of `area`.
pub(super) fn draw(draw: &mut Draw<'_>, model: &Model, card: &Card, area: Rect) {
    let room = usize::from(WIDTH.min(area.width)).saturating_sub(4);
    let mut about = wrap(&card.about, room);
    // In a low terminal the choices are more useful than the text.
    about.truncate(usize::from(area.height).saturating_sub(card.choices.len() + 3));
    let height = (about.len() + card.choices.len()) as u16 + 4;
    let inner = frame(draw, area, WIDTH, height, card.title, "");
    let mut rows = inner.rows();
    for (line, row) in about.iter().zip(&mut rows) {
        draw.text(row.x + 1, row.y, row.width.saturating_sub(1), line, Role::Text);
    }
    let gap = usize::from(!about.is_empty());
    for ((action, text), row) in card.choices.iter().zip(rows.skip(gap)) {
        let key = commands::key_of(model, *action);
        draw.text(row.x + 1, row.y, row.width.saturating_sub(1), key, Role::Key);
        let x = row.x + KEYS.max(key.cells() as u16 + 2);
        let room = row.right().saturating_sub(x);
        draw.text(x, row.y, room, &cut(text, room.into()), Role::Text);
        draw.hits.note(row, Target::Act(*action));
    }
}
