//! The panes of the finished games and of the faults, the newest first.

use super::state::{MatchData, OpenMatch};
use super::{State, role};
use crate::arena::game::FaultKind;
use crate::tui::boards::list;
use crate::tui::prelude::*;

const LIST: List = List("matches: games");
const FAULTS: List = List("matches: faults");

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, _model: &Model, frame: Frame) {
    let Some((open, data)) = state.opened() else { return };
    let inner = frame.open(draw, "Games", &format!("{} finished", thousands(data.order.len() as u64)));
    if inner.height < 2 {
        return;
    }
    if data.order.is_empty() {
        draw.text(inner.x + 1, inner.y, inner.width.saturating_sub(1), "no game is finished yet", Role::Dim);
        return;
    }
    table(open, data, inner.width).draw_in_pane(draw, inner, frame.focused);
}

/// Returns the table of the finished games for a list of this width.
pub(super) fn table<'a>(open: &OpenMatch, data: &'a MatchData, width: u16) -> Table<'a> {
    let rows = (data.newest().collect(), open.cursor.at);
    let game = |number: &u64| {
        let (record, fixture) = data.game(*number)?;
        Some((fixture.game, fixture.players, record.as_ref()))
    };
    list::table(LIST, rows, width, game, |player| (data.name(player), role(player)))
}

/// The name of the player who lost a game by a fault, the kind of the fault and the reason.
type Fault<'a> = (&'a str, FaultKind, &'a str);

fn fault(data: &MatchData, number: u64) -> Option<Fault<'_>> {
    let (record, fixture) = data.game(number)?;
    let (loser, verdict, reason) = record.forfeit()?;
    Some((data.name(fixture.player(loser)), verdict, reason))
}

/// Draws the games lost by a fault.
pub(super) fn draw_faults(draw: &mut Draw<'_>, state: &State, _model: &Model, frame: Frame) {
    let Some((open, data)) = state.opened() else { return };
    let count = data.faults.len();
    let inner = frame.open(draw, "Faults", &thousands(count as u64));
    if inner.is_empty() {
        return;
    }
    if count == 0 {
        draw.text(inner.x + 1, inner.y, inner.width.saturating_sub(1), "none so far", Role::Dim);
        return;
    }
    // A fault has two lines: the player with the verdict, and the reason.
    for (row, place) in draw.visible_rows_of(2, inner, FAULTS, open.fault.at, count) {
        let on_cursor = frame.focused && row == open.fault.at;
        draw.row(place, Target::Row(FAULTS, row), on_cursor);
        let number = data.faults.iter().rev().nth(row).copied();
        let Some((number, (player, verdict, reason))) =
            number.and_then(|number| Some((number, fault(data, number)?)))
        else {
            continue;
        };
        draw.over(place.x, place.y, 1, if on_cursor { "▸" } else { " " }, Role::Key, on_cursor);
        let head = format!("game {} · {player}: {verdict}", thousands(number + 1));
        let reason = reason.split('\n').next().unwrap_or_default();
        for (line, (text, role)) in place.rows().zip([(&*head, Role::Warning), (reason, Role::Dim)]) {
            let width = line.width.saturating_sub(2);
            draw.over(line.x + 2, line.y, width, &cut(text, usize::from(width)), role, on_cursor);
        }
    }
}

/// Returns the table of the games lost by a fault.
pub(super) fn faults<'a>(open: &OpenMatch, data: &'a MatchData) -> Table<'a> {
    let name = |number: &u64| fault(data, *number).map_or("", |(player, ..)| player);
    Rows::new(FAULTS, data.faults.iter().rev().copied().collect::<Vec<_>>(), open.fault.at)
        .right("game", 0, |number| (thousands(number + 1), Role::Dim))
        .sorted(|number| Some(Key::count(*number)))
        .left("player", 0, move |number| (name(number).to_owned(), Role::Text))
        .sorted(move |number| Some(Key::text(name(number))))
        .searched(|number| match fault(data, *number) {
            Some((player, verdict, reason)) => format!("{} {player} {verdict} {reason}", number + 1),
            None => String::new(),
        })
        .table()
}
