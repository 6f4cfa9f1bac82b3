//! The positions, as filtered and ordered: only the rows that are seen are made.

use ratatui::layout::Rect;

use super::{Act, Pane, Spot, State, words};
use crate::tui::commands::Action;
use crate::tui::draw::Draw;
use crate::tui::format::{left, right, thousands};
use crate::tui::model::{List, Model, Target};
use crate::tui::theme::Role;
use crate::tui::widgets::pane;

/// Widths of the columns before the players: cursor and marks, margin, the two moves.
const MARKS: usize = 4;
const MARGIN: usize = 7;
const MOVE: usize = 9;
/// The width from which the rank of the grandmaster's move is shown, and the date.
const WITH_RANK: u16 = 52;
const WITH_DATE: u16 = 66;

/// Draws the pane.
pub(super) fn draw(draw: &mut Draw<'_>, model: &Model, area: Rect, focus: bool, bare: bool) {
    let state = &model.positions;
    let inner = if bare {
        let heading = Rect { height: area.height.min(1), ..area };
        draw.text(heading.x, heading.y, heading.width, &title(state), Role::Title);
        Rect { y: area.y + heading.height, height: area.height - heading.height, ..area }
    } else {
        pane::draw(draw, area, &title(state), &order(state), focus)
    };
    let top = Rect { height: area.height.min(1), ..area };
    let act = |act| Target::Act(Action::Positions(act));
    let half = top.width / 2;
    draw.seen.note(Rect { width: half, ..top }, act(Act::Filter));
    draw.seen.note(Rect { x: top.x + half, width: top.width - half, ..top }, act(Act::Order));
    if inner.height == 0 || words::instead(draw, model, inner) {
        return;
    }
    heading(draw, Rect { height: 1, ..inner }, bare);
    let note = words::survey(model);
    let foot = u16::from(note.is_some() && inner.height > 3);
    let body = Rect { y: inner.y + 1, height: inner.height.saturating_sub(1 + foot), ..inner };
    if let Some((text, share)) = note.filter(|_| foot > 0) {
        words::progress(draw, Rect { y: inner.bottom() - 1, height: 1, ..inner }, &text, share);
    }
    if state.rows.is_empty() {
        words::nothing_found(draw, body);
        return;
    }
    rows(draw, model, body);
}

fn title(state: &State) -> String {
    let shown = thousands(state.rows.len() as u64);
    let what = words::outcome(state.filter.outcome);
    let mut title = match state.whole() {
        Some(whole) if whole != state.rows.len() => format!("{shown} of {} {what}", thousands(whole as u64)),
        _ => format!("{shown} {what}"),
    };
    for part in words::narrowed(&state.filter) {
        title += " · ";
        title += &part;
    }
    title
}

fn order(state: &State) -> String {
    format!("{} {}", words::order(state.order), if state.reversed { "▴" } else { "▾" })
}

fn heading(draw: &mut Draw<'_>, line: Rect, bare: bool) {
    let margin = if bare { "margin" } else { "cp" };
    let mut text = " ".repeat(MARKS) + &right(margin, MARGIN - 2) + "  ";
    text += &left("gm", MOVE);
    text += &left("organism", MOVE);
    if line.width >= WITH_RANK {
        text += &left("rank", 6);
    }
    text += "players";
    draw.text(line.x, line.y, line.width, &text, Role::Dim);
}

fn rows(draw: &mut Draw<'_>, model: &Model, body: Rect) {
    let state = &model.positions;
    let page = usize::from(body.height);
    let first = draw.seen.scroll(List::Positions, state.cursor.at, page, state.rows.len());
    for (line, (index, entry)) in state.rows.iter().enumerate().skip(first).take(page).enumerate() {
        let row = Rect { y: body.y + line as u16, height: 1, ..body };
        draw.seen.note(row, Target::Positions(Spot::Row(Pane::List, index)));
        let here = index == state.cursor.at;
        if here {
            draw.fill(row, Role::Cursor);
        }
        one(draw, model, row, *entry, here);
    }
}

fn one(draw: &mut Draw<'_>, model: &Model, row: Rect, index: u32, here: bool) {
    let state = &model.positions;
    let Some(entry) = state.study.entry(Some(index)) else { return };
    let mut x = row.x;
    let mut put = |draw: &mut Draw<'_>, text: &str, width: usize, role: Role| {
        draw.over(x, row.y, row.right().saturating_sub(x), text, role, here);
        x = x.saturating_add(width as u16);
    };
    put(draw, if here { "▸" } else { " " }, 1, Role::Key);
    let verdict = state.study.verdict(index);
    let (mark, role) = match verdict {
        Some(verdict) if verdict.agrees => ("✓", Role::Good),
        Some(_) => ("✗", Role::Bad),
        None => ("…", Role::Dim),
    };
    put(draw, mark, 1, role);
    let rival = state.study.rival_agrees(index);
    put(draw, if rival == Some(true) { "○" } else { " " }, 2, Role::Rival);
    let margin = verdict.map_or_else(|| "…".to_owned(), words::margin);
    put(draw, &(right(&margin, MARGIN - 2) + "  "), MARGIN, Role::Text);
    put(draw, &left(&words::right_move(entry), MOVE), MOVE, Role::Grandmaster);
    let chosen = verdict.map_or_else(|| "…".to_owned(), |verdict| words::san(entry, verdict.chosen));
    put(draw, &left(&chosen, MOVE), MOVE, Role::Subject);
    if row.width >= WITH_RANK {
        let rank = verdict.map_or_else(|| "…".to_owned(), |verdict| words::ordinal(verdict.rank));
        put(draw, &left(&rank, 6), 6, Role::Dim);
    }
    let room = usize::from(row.right().saturating_sub(x));
    let year = words::year(entry).filter(|_| row.width >= WITH_DATE);
    match year {
        Some(year) => {
            let wide = room.saturating_sub(5);
            put(draw, &left(&words::players(entry), wide), wide, Role::Text);
            put(draw, &right(year, 5), 5, Role::Dim);
        }
        None => put(draw, &left(&words::players(entry), room), room, Role::Text),
    }
}
