//! The games that are over, and what players did wrong.

use ratatui::layout::Rect;

use super::state::{Event, Hosted};
use super::{Frame, Spot, role};
use crate::arena::game::{Ending, Record};
use crate::arena::pgn;
use crate::tui::draw::Draw;
use crate::tui::format::{cut, left, right, thousands};
use crate::tui::model::{List, Target};
use crate::tui::theme::Role;

/// Columns of the number, the result, and the moves.
const NUMBER: usize = 6;
const RESULT: usize = 7;
const MOVES: usize = 6;

/// Draws the games, the one that ended last first.
pub(super) fn draw(draw: &mut Draw<'_>, open: &Hosted, event: &Event, frame: Frame) {
    let inner = frame.open(draw, "Games", &format!("{} over", thousands(event.order.len() as u64)));
    if inner.height < 2 {
        return;
    }
    if event.order.is_empty() {
        draw.text(inner.x + 1, inner.y, inner.width.saturating_sub(1), "none is over yet", Role::Dim);
        return;
    }
    // Where there is no room for it the end stands in the game's replay only.
    let end = if inner.width >= 64 { 22 } else { 2 };
    let name = usize::from(inner.width).saturating_sub(NUMBER + RESULT + MOVES + end + 3) / 2;
    let name = name.clamp(7, 22);
    let heading = format!(
        " {} {} {} {} {}  {}",
        right("game", NUMBER - 1),
        left("○ White", name),
        left("● Black", name),
        left("result", RESULT),
        right("moves", MOVES - 1),
        if end > 2 { "end" } else { "" }
    );
    draw.text(inner.x, inner.y, inner.width, &heading, Role::Dim);
    let body = Rect { y: inner.y + 1, height: inner.height - 1, ..inner };
    let page = usize::from(body.height);
    let first = draw.seen.scroll(List::Games, open.cursor.at, page, event.order.len());
    for (line, (row, number)) in event.newest().enumerate().skip(first).take(page).enumerate() {
        let place = Rect { y: body.y + line as u16, height: 1, ..body };
        draw.seen.note(place, Target::Contest(Spot::Game(row)));
        let here = frame.keys && row == open.cursor.at;
        if here {
            draw.fill(place, Role::Cursor);
        }
        one(draw, event, place, number, name, here);
    }
}

fn one(draw: &mut Draw<'_>, event: &Event, row: Rect, number: u64, name: usize, here: bool) {
    let Some((record, fixture)) = event.games.get(&number).zip(event.plan.fixture(number)) else { return };
    let mut x = row.x;
    let mut put = |draw: &mut Draw<'_>, text: &str, width: usize, role: Role| {
        draw.over(x, row.y, row.right().saturating_sub(x).min(width as u16), text, role, here);
        x = x.saturating_add(width as u16);
    };
    put(draw, if here { "▸" } else { " " }, 1, Role::Key);
    put(draw, &right(&thousands(number + 1), NUMBER - 1), NUMBER, Role::Dim);
    for player in fixture.players {
        put(draw, &left(&cut(event.name(player), name), name), name + 1, role(player));
    }
    put(draw, &left(pgn::result(record.winner), RESULT), RESULT + 1, Role::Text);
    put(draw, &right(&moves(record).to_string(), MOVES - 1), MOVES + 1, Role::Dim);
    let role = if record.forfeit().is_some() { Role::Warning } else { Role::Dim };
    let used = 1 + NUMBER + 2 * (name + 1) + RESULT + 1 + MOVES + 1;
    let room = usize::from(row.width).saturating_sub(used);
    let how = how(&record.ending);
    let how =
        if room > 8 { cut(&how, room) } else { how.chars().take_while(|sign| *sign == '✗').collect() };
    put(draw, &how, room, role);
}

/// Moves of each side, those of the opening, too.
fn moves(record: &Record) -> usize {
    (record.opening.len() + record.moves.len()).div_ceil(2)
}

/// How a game ended, in a word or two.
fn how(ending: &Ending) -> String {
    match ending {
        Ending::Forfeit { verdict, .. } => format!("✗ {verdict}"),
        other => other.to_string(),
    }
}

/// Draws the games lost by a fault, the newest first.
pub(super) fn faults(draw: &mut Draw<'_>, open: &Hosted, event: &Event, frame: Frame) {
    let count = event.faults.len();
    let inner = frame.open(draw, "Faults", &thousands(count as u64));
    if inner.is_empty() {
        return;
    }
    if count == 0 {
        draw.text(inner.x + 1, inner.y, inner.width.saturating_sub(1), "none so far", Role::Dim);
        return;
    }
    // A fault has two lines: who and what, and how.
    let page = usize::from(inner.height / 2).max(1);
    let first = draw.seen.scroll(List::GameFaults, open.fault.at, page, count);
    for (line, (row, number)) in event.faults.iter().rev().enumerate().skip(first).take(page).enumerate() {
        let y = inner.y + 2 * line as u16;
        let place = Rect { y, height: 2.min(inner.bottom() - y), ..inner };
        draw.seen.note(place, Target::Contest(Spot::Fault(row)));
        let here = frame.keys && row == open.fault.at;
        if here {
            draw.fill(place, Role::Cursor);
        }
        let Some((record, fixture)) = event.games.get(number).zip(event.plan.fixture(*number)) else {
            continue;
        };
        let Some((loser, verdict, reason)) = record.forfeit() else { continue };
        let who = event.name(fixture.player(loser));
        let mark = if here { "▸" } else { " " };
        draw.over(place.x, y, 1, mark, Role::Key, here);
        let width = place.width.saturating_sub(2);
        let text = format!("game {} · {who}: {verdict}", thousands(number + 1));
        draw.over(place.x + 2, y, width, &cut(&text, usize::from(width)), Role::Warning, here);
        if place.height > 1 {
            let reason = reason.split('\n').next().unwrap_or_default();
            draw.over(place.x + 2, y + 1, width, &cut(reason, usize::from(width)), Role::Dim, here);
        }
    }
}
