//! The positions, as filtered and ordered: only the rows that are seen are made.

use ratatui::layout::Rect;

use super::{Act, Frame, Pane, Spot, State, lists, words};
use crate::disagreement::{Order, Outcome, Part};
use crate::objectives::scores::Distance;
use crate::tui::action::Action;
use crate::tui::draw::Draw;
use crate::tui::format::{left, right, thousands};
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::theme::Role;

/// Widths of the columns before the players: cursor and marks, margin, the two moves.
const MARKS: usize = 3;
const MARGIN: usize = 7;
const MOVE: usize = 8;
/// The width from which the rank of the grandmaster's move is shown, and the date.
const WITH_RANK: u16 = 50;
const WITH_DATE: u16 = 60;

/// Draws the pane.
pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let area = frame.area;
    let inner = frame.open(draw, &title(state), &order(state));
    let top = Rect { height: area.height.min(1), ..area };
    let act = |act: &'static Act| Target::Act(Action::own(act));
    let half = top.width / 2;
    draw.hits.note(Rect { width: half, ..top }, act(&Act::Filter));
    draw.hits.note(Rect { x: top.x + half, width: top.width - half, ..top }, act(&Act::Order));
    if inner.height == 0 || words::instead(draw, state, inner) {
        return;
    }
    heading(draw, state, Rect { height: 1, ..inner });
    let note = words::survey(state, model);
    let foot = u16::from(note.is_some() && inner.height > 3);
    let body = Rect { y: inner.y + 1, height: inner.height.saturating_sub(1 + foot), ..inner };
    if let Some((text, share)) = note.filter(|_| foot > 0) {
        words::progress(draw, Rect { y: inner.bottom() - 1, height: 1, ..inner }, &text, share);
    }
    if state.rows.is_empty() {
        words::nothing_found(draw, state, body);
        return;
    }
    rows(draw, state, model, body);
}

fn title(state: &State) -> String {
    let (listed, (filter, whole)) = (state.listed(), &state.shown);
    if state.study.book().is_none() {
        return "Positions".to_owned();
    }
    let shown = thousands(listed as u64);
    let of = if listed == *whole { String::new() } else { format!(" of {}", thousands(*whole as u64)) };
    // Short, so that what narrows the list is not cut off.
    let words = filter.describe();
    let words = words.replace(Outcome::RivalOnly.name(), "rival solves");
    let words = words.replace(Outcome::SubjectOnly.name(), "rival misses");
    format!("{shown}{of} {words}")
}

fn order(state: &State) -> String {
    format!("by {} {}", state.order.name(), if state.reversed { "▲" } else { "▼" })
}

fn heading(draw: &mut Draw<'_>, state: &State, line: Rect) {
    let by_mentor = state.order == Order::Mentor;
    let gm = state.entry().map_or("gm", words::right_short);
    let gm = if by_mentor { "mentor" } else { gm };
    let mut text =
        " ".repeat(MARKS) + &right("cp", MARGIN - 2) + "  " + &left(gm, MOVE) + &left("organism", MOVE + 1);
    if line.width >= WITH_RANK {
        text += &left("rank", 6);
    }
    text += "players";
    draw.text(line.x, line.y, line.width, &text, Role::Dim);
}

fn rows(draw: &mut Draw<'_>, state: &State, model: &Model, body: Rect) {
    let page = usize::from(body.height);
    let first = draw.hits.scroll(lists::POSITIONS, state.cursor.at, page, state.rows.len());
    for (line, (index, entry)) in state.rows.iter().enumerate().skip(first).take(page).enumerate() {
        let row = Rect { y: body.y + line as u16, height: 1, ..body };
        draw.hits.note(row, Target::own(Spot::Row(Pane::List, index)));
        let here = index == state.cursor.at;
        if here {
            draw.fill(row, Role::Cursor);
        }
        one(draw, state, model, row, *entry as usize, here);
    }
}

fn one(draw: &mut Draw<'_>, state: &State, model: &Model, row: Rect, index: usize, here: bool) {
    let Some(entry) = state.study.entry(index) else { return };
    let mut x = row.x;
    let mut put = |draw: &mut Draw<'_>, text: &str, width: usize, role: Role| {
        draw.over(x, row.y, row.right().saturating_sub(x), text, role, here);
        x = x.saturating_add(width as u16);
        usize::from(row.right().saturating_sub(x))
    };
    put(draw, if here { "▸" } else { " " }, 1, Role::Key);
    let (mark, role) = match state.study.answers(Part::Subject).map(|answers| answers.get(index)) {
        Some(true) => ("✓", Role::Good),
        Some(false) => ("✗", Role::Bad),
        None => ("…", Role::Dim),
    };
    put(draw, mark, 1, role);
    let rival = model.rival().and(state.study.answers(Part::Rival)).is_some_and(|answers| answers.get(index));
    put(draw, if rival { "○" } else { " " }, 1, Role::Rival);
    let verdict = state.study.verdict(index);
    let known = |text: Option<String>| text.unwrap_or_else(|| "…".to_owned());
    // What is compared, and how large the difference is: two scores, or two moves.
    let [difference, other, own] = if state.order == Order::Mentor {
        let distance = state.study.distance(index);
        let told = |of: fn(Distance) -> String| distance.map_or_else(|| "·".to_owned(), of);
        [
            told(|distance| words::plain(distance.apart())),
            told(|distance| words::score(distance.mentor)),
            told(|distance| words::score(distance.own)),
        ]
    } else {
        [
            known(verdict.map(|verdict| words::plain(verdict.margin))),
            entry.san.clone(),
            known(verdict.map(|verdict| words::san(entry, verdict.played))),
        ]
    };
    put(draw, &(right(&difference, MARGIN - 2) + "  "), MARGIN, Role::Text);
    put(draw, &left(&other, MOVE), MOVE, Role::Grandmaster);
    put(draw, &left(&own, MOVE + 1), MOVE + 1, Role::Subject);
    if row.width >= WITH_RANK {
        let rank = verdict.map_or_else(|| "…".to_owned(), |verdict| words::ordinal(verdict.rank.into()));
        put(draw, &left(&rank, 6), 6, Role::Dim);
    }
    let room = put(draw, "", 0, Role::Text);
    let year = words::year(entry).filter(|_| row.width >= WITH_DATE);
    let wide = room.saturating_sub(if year.is_some() { 5 } else { 0 });
    put(draw, &left(&words::players(entry), wide), wide, Role::Text);
    if let Some(year) = year {
        put(draw, &right(year, 5), 5, Role::Dim);
    }
}
