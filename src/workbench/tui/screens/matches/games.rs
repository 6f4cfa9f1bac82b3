//! The panes of the finished games and of the faults.

use ratatui::layout::Rect;

use super::state::{MatchData, OpenMatch};
use super::{Frame, Spot, lists};
use crate::tui::boards::{Scene, list};
use crate::tui::draw::Draw;
use crate::tui::format::{cut, thousands};
use crate::tui::hit_map::Target;
use crate::tui::theme::Role;
use crate::tui::widgets::areas::below;

/// Draws the finished games, newest first.
pub(super) fn draw(draw: &mut Draw<'_>, scene: &Scene<'_>, open: &OpenMatch, data: &MatchData, frame: Frame) {
    let inner = frame.open(draw, "Games", &format!("{} finished", thousands(data.order.len() as u64)));
    if inner.height < 2 {
        return;
    }
    if data.order.is_empty() {
        draw.text(inner.x + 1, inner.y, inner.width.saturating_sub(1), "no game is finished yet", Role::Dim);
        return;
    }
    list::headings(draw, Rect { height: 1, ..inner }, lists::GAMES);
    let body = below(inner, 1);
    let rows = draw.visible_rows(body, lists::GAMES, open.cursor.at, data.order.len());
    for (row, place) in rows {
        let selected = frame.focused && row == open.cursor.at;
        draw.row(place, Target::own(Spot::Game(row)), selected);
        let number = data.newest().nth(row);
        let game = number.and_then(|number| Some((data.games.get(&number)?, data.plan.fixture(number)?)));
        let Some((record, fixture)) = game else { continue };
        list::row(draw, scene, place, (fixture.game, fixture.players, record), selected);
    }
}

/// Draws the games lost by a fault, newest first.
pub(super) fn draw_faults(draw: &mut Draw<'_>, open: &OpenMatch, data: &MatchData, frame: Frame) {
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
    let page = usize::from(inner.height / 2).max(1);
    let order = draw.tables.order(lists::FAULTS, count);
    let at = order.place(open.fault.at).unwrap_or(0);
    let first = draw.hits.scroll(lists::FAULTS, at, page, order.len());
    let rows = (first..order.len()).take(page).filter_map(|place| order.row(place));
    draw.scroll_position(inner, lists::FAULTS, (first, page), count);
    let faults = rows.filter_map(|row| Some((row, data.faults.iter().rev().nth(row)?)));
    for (line, (row, number)) in faults.enumerate() {
        let y = inner.y + 2 * line as u16;
        let place = Rect { y, height: 2.min(inner.bottom() - y), ..inner };
        let selected = frame.focused && row == open.fault.at;
        draw.row(place, Target::own(Spot::Fault(row)), selected);
        let Some((record, fixture)) = data.games.get(number).zip(data.plan.fixture(*number)) else {
            continue;
        };
        let Some((loser, verdict, reason)) = record.forfeit() else { continue };
        let player = data.name(fixture.player(loser));
        let mark = if selected { "▸" } else { " " };
        draw.over(place.x, y, 1, mark, Role::Key, selected);
        let width = place.width.saturating_sub(2);
        let text = format!("game {} · {player}: {verdict}", thousands(number + 1));
        draw.over(place.x + 2, y, width, &cut(&text, usize::from(width)), Role::Warning, selected);
        if place.height > 1 {
            let reason = reason.split('\n').next().unwrap_or_default();
            draw.over(place.x + 2, y + 1, width, &cut(reason, usize::from(width)), Role::Dim, selected);
        }
    }
}
