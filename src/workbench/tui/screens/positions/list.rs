//! The pane of the positions, filtered and ordered. Only the visible rows are made.

use ratatui::layout::Rect;

use super::{Act, Frame, Pane, Spot, State, lists, table, text};
use crate::disagreement::{Order, OrganismRole, Outcome};
use crate::objectives::scores::Distance;
use crate::tui::action::Action;
use crate::tui::draw::{Draw, Heading};
use crate::tui::format::{left, right, signed, thousands};
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::widgets::areas::split_top;

/// The widths of the columns before the players: cursor and marks, net gain, margin, each of the two moves.
const MARKS: usize = 3;
const NET: usize = 5;
const MARGIN: usize = 7;
const MOVE: usize = 8;
/// The minimum widths of a list with the rank of the grandmaster's move, and with the year.
const WITH_RANK: u16 = 55;
const WITH_YEAR: u16 = 65;
/// The minimum width of a pane whose title has a long description of the order.
const LONG_TITLE: u16 = 70;

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let inner = frame.open(draw, &title(state), &order(state, model, frame.area.width));
    let [top, _] = split_top(frame.area, 1);
    draw.hits.note(top, Target::Act(Action::own(&Act::Filter)));
    if inner.height == 0 || text::draw_missing_positions(draw, state, inner) {
        return;
    }
    heading(draw, state, Rect { height: 1, ..inner });
    let note = text::survey_status(state, model);
    let foot = u16::from(note.is_some() && inner.height > 3);
    let body = Rect { y: inner.y + 1, height: inner.height.saturating_sub(1 + foot), ..inner };
    if let Some((text, share)) = note.filter(|_| foot > 0) {
        text::draw_progress(draw, Rect { y: inner.bottom() - 1, height: 1, ..inner }, &text, share);
    }
    if state.rows.is_empty() {
        text::draw_no_matches(draw, state, body);
        return;
    }
    rows(draw, state, model, body);
}

fn title(state: &State) -> String {
    let (listed, (filter, total)) = (state.listed_count(), &state.applied_filter);
    if state.scan.book().is_none() {
        return "Positions".to_owned();
    }
    let shown = thousands(listed as u64);
    let of = if listed == *total { String::new() } else { format!(" of {}", thousands(*total as u64)) };
    // Shorten the outcome, so that the other conditions are not cut off.
    let conditions = filter.describe().replace(Outcome::RivalOnly.name(), "rival solves");
    let conditions = conditions.replace(Outcome::SubjectOnly.name(), "rival misses");
    format!("{shown}{of} {conditions}")
}

/// Describes the order of the list, if no heading of a column shows it.
fn order(state: &State, model: &Model, width: u16) -> String {
    let arrangement = model.tables.arrangement(lists::POSITIONS);
    let text = match state.order {
        _ if arrangement.column.is_some() => return String::new(),
        Order::File => "order of the file",
        Order::Mentor if arrangement.descending => "nearest first",
        Order::Mentor => "by distance ▼",
        Order::Instructive if arrangement.descending => "by net gain ▲",
        Order::Instructive => match (state.scan.knows_net_gains(), width >= LONG_TITLE) {
            (true, true) => "most instructive first",
            (true, false) => "by net gain ▼",
            (false, true) => "most instructive first, as far as counted",
            (false, false) => "net gain so far",
        },
    };
    text.to_owned()
}

fn heading(draw: &mut Draw<'_>, state: &State, line: Rect) {
    let by_mentor = state.order == Order::Mentor;
    let right_move = state.entry().map_or("gm", text::right_short);
    let right_move = if by_mentor { "mentor" } else { right_move };
    let mut headings = vec![Heading::gap(MARKS)];
    headings.extend((!by_mentor).then(|| Heading::right("net", NET).natural()));
    let margin = Heading::right("cp", MARGIN - 2);
    headings.push(if by_mentor { margin.natural() } else { margin.by(table::MARGIN) });
    headings.extend([
        Heading::gap(2),
        Heading::left(right_move, MOVE).by(table::RIGHT),
        Heading::left("organism", MOVE + 1).by(table::PLAYED),
    ]);
    headings.extend((line.width >= WITH_RANK).then(|| Heading::left("rank", 6).by(table::RANK)));
    let used = MARKS + if by_mentor { 0 } else { NET } + MARGIN + 2 * MOVE + 1;
    let used = used + if line.width >= WITH_RANK { 6 } else { 0 };
    let year = if line.width >= WITH_YEAR { 5 } else { 0 };
    let players = usize::from(line.width).saturating_sub(used + year);
    headings.push(Heading::left("players", players).by(table::PLAYERS));
    headings.extend((year > 0).then(|| Heading::right("year", year).by(table::YEAR)));
    draw.headings(line, lists::POSITIONS, &headings);
}

fn rows(draw: &mut Draw<'_>, state: &State, model: &Model, body: Rect) {
    for (index, entry, row) in draw.visible(body, lists::POSITIONS, state.cursor.at, &state.rows) {
        let selected = index == state.cursor.at;
        draw.row(row, Target::own(Spot::Row(Pane::List, index)), selected);
        position(draw, state, model, row, *entry as usize, selected);
    }
}

fn position(draw: &mut Draw<'_>, state: &State, model: &Model, row: Rect, index: usize, selected: bool) {
    let Some(entry) = state.scan.entry(index) else { return };
    let mut x = row.x;
    let mut put = |draw: &mut Draw<'_>, text: &str, width: usize, role: Role| {
        draw.over(x, row.y, row.right().saturating_sub(x), text, role, selected);
        x = x.saturating_add(width as u16);
        usize::from(row.right().saturating_sub(x))
    };
    put(draw, if selected { "▸" } else { " " }, 1, Role::Key);
    let (mark, role) = match state.scan.answers(OrganismRole::Subject).map(|answers| answers.get(index)) {
        Some(true) => ("✓", Role::Good),
        Some(false) => ("✗", Role::Bad),
        None => ("…", Role::Dim),
    };
    put(draw, mark, 1, role);
    let rival =
        model.rival().and(state.scan.answers(OrganismRole::Rival)).is_some_and(|answers| answers.get(index));
    put(draw, if rival { "○" } else { " " }, 1, Role::Rival);
    if state.order != Order::Mentor {
        let (text, role) = match state.scan.net_gain(index) {
            Some(gain) => (signed(gain.into()), if gain < 0 { Role::Bad } else { Role::Good }),
            None if state.scan.knows_net_gains() => ("·".to_owned(), Role::Dim),
            None => ("…".to_owned(), Role::Dim),
        };
        put(draw, &right(&text, NET), NET, role);
    }
    let verdict = state.scan.verdict(index);
    let or_unknown = |text: Option<String>| text.unwrap_or_else(|| "…".to_owned());
    // The two scores or the two moves that are compared.
    let [difference, other, own] = if state.order == Order::Mentor {
        let distance = state.scan.distance(index);
        let or_dot = |format: fn(Distance) -> String| distance.map_or_else(|| "·".to_owned(), format);
        [
            or_dot(|distance| text::unsigned_score(distance.apart())),
            or_dot(|distance| text::score(distance.mentor)),
            or_dot(|distance| text::score(distance.own)),
        ]
    } else {
        [
            or_unknown(verdict.map(|verdict| text::unsigned_score(verdict.margin))),
            entry.san.clone(),
            or_unknown(verdict.map(|verdict| text::san(entry, verdict.played))),
        ]
    };
    put(draw, &(right(&difference, MARGIN - 2) + "  "), MARGIN, Role::Text);
    put(draw, &left(&other, MOVE), MOVE, Role::Grandmaster);
    put(draw, &left(&own, MOVE + 1), MOVE + 1, Role::Subject);
    if row.width >= WITH_RANK {
        let rank = verdict.map_or_else(|| "…".to_owned(), |verdict| text::ordinal(verdict.rank.into()));
        put(draw, &left(&rank, 6), 6, Role::Dim);
    }
    let room = put(draw, "", 0, Role::Text);
    let year = text::year(entry).filter(|_| row.width >= WITH_YEAR);
    let width = room.saturating_sub(if year.is_some() { 5 } else { 0 });
    put(draw, &left(&text::players(entry), width), width, Role::Text);
    if let Some(year) = year {
        put(draw, &right(year, 5), 5, Role::Dim);
    }
}
