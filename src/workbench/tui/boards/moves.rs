//! The pane with the moves of a game, numbered as in the game's record.

use shakmaty::san::SanPlus;

use super::{Scene, Shown, lists};
use crate::arena::pgn;
use crate::tui::prelude::*;

/// The widths of a number and of a move.
const NUMBER: usize = 4;
const MOVE: usize = 8;
/// The width of a number with both moves.
const PAIR: u16 = (NUMBER + 1 + 2 * MOVE) as u16;
/// The least width of the pane, with its border.
pub(crate) const WIDTH: u16 = PAIR + 3;

/// A move of the list.
struct Entry {
    /// The row and the column of the pair, counted from the first pair.
    place: (usize, usize),
    side: Color,
    number: u32,
    san: String,
}

/// Returns the moves in their places, with `columns` pairs in a row.
fn entries(shown: &Shown<'_>, columns: usize) -> Vec<Entry> {
    let mut position = shown.start.clone();
    let offset = usize::from(position.turn().is_black());
    let entry = |(ply, m): (usize, &shakmaty::Move)| {
        let (side, number) = (position.turn(), position.fullmoves().get());
        let pair = (ply + offset) / 2;
        let san = SanPlus::from_move_and_play_unchecked(&mut position, *m).to_string();
        Entry { place: (pair / columns, pair % columns), side, number, san }
    };
    shown.moves.iter().enumerate().map(entry).collect()
}

/// Draws the pane. The last move on the board is marked. A click on a move of a replay goes to the position after it.
pub(crate) fn draw(draw: &mut Draw<'_>, scene: &Scene<'_>, shown: &Shown<'_>, frame: Frame) {
    let note = match (shown.ending(), shown.live) {
        (Some(_), _) => pgn::result(shown.winner).to_owned(),
        (None, Some(_)) => String::new(),
        (None, None) => format!("ply {}/{}", shown.ply, shown.moves.len()),
    };
    let inner = frame.open(draw, "Moves", &note);
    if inner.is_empty() {
        return;
    }
    let columns = usize::from((inner.width.saturating_sub(1) / PAIR).max(1));
    let entries = entries(shown, columns);
    let rows = entries.last().map_or(0, |last| last.place.0 + 1);
    let current = shown.ply.checked_sub(1).and_then(|ply| entries.get(ply)).map_or(0, |entry| entry.place.0);
    // Navigation reads the number of columns from the hit map.
    draw.hits.scroll(lists::MOVE_COLUMNS, 0, columns, columns);
    let first = draw.hits.scroll(lists::MOVES, current, usize::from(inner.height), rows);
    if entries.is_empty() {
        draw.text(inner.x + 1, inner.y, inner.width - 1, "no moves yet", Role::Dim);
    }
    for (ply, entry) in entries.iter().enumerate() {
        let Some(row) = entry.place.0.checked_sub(first).filter(|row| *row < usize::from(inner.height))
        else {
            continue;
        };
        let x = inner.x + 1 + entry.place.1 as u16 * PAIR;
        let line = Rect { x, y: inner.y + row as u16, height: 1, width: PAIR.min(inner.right() - x) };
        if entry.side == Color::White || ply == 0 {
            let number = right(&format!("{}.", entry.number), NUMBER);
            draw.text(line.x, line.y, line.width, &number, Role::Dim);
        }
        let at = NUMBER + 1 + if entry.side == Color::White { 0 } else { MOVE };
        let place = Rect {
            x: (line.x + at as u16).min(line.right()),
            width: (MOVE as u16).min(line.width.saturating_sub(at as u16)),
            ..line
        };
        if ply == 0 && entry.side == Color::Black {
            draw.text(place.x.saturating_sub(MOVE as u16), line.y, place.width, "…", Role::Dim);
        }
        draw_move(draw, scene, shown, (ply, entry), place);
    }
}

fn draw_move(
    draw: &mut Draw<'_>,
    scene: &Scene<'_>,
    shown: &Shown<'_>,
    (ply, entry): (usize, &Entry),
    place: Rect,
) {
    if shown.live.is_none() {
        draw.hits.note(place, Target::Part(scene.panes[2], ply + 1));
    }
    let is_current = ply + 1 == shown.ply;
    let text = left(&cut(&entry.san, MOVE - 1), MOVE);
    if is_current {
        draw.fill(place, Role::Cursor);
        draw.text(place.x.saturating_sub(1), place.y, 1, "▸", Role::Key);
    }
    // The moves of the opening were played by neither player.
    let role = if ply < shown.opening { Role::Dim } else { scene.role(shown.player(entry.side)) };
    draw.over(place.x, place.y, place.width, &text, role, is_current);
}
