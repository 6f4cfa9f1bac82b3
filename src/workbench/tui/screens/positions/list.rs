//! The pane of the positions, filtered and ordered. Only the visible rows are made.

use super::{Frame, State, commands, text};
use crate::disagreement::{Order, OrganismRole, Outcome};
use crate::tui::format::signed;
use crate::tui::prelude::*;

pub(crate) const LIST: List = List("positions: positions");

/// The minimum width of a pane whose title has a long description of the order.
const LONG_TITLE: u16 = 70;

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let inner = frame.open(draw, &title(state), &order(state, model, frame.area.width));
    let [top, _] = split_top(frame.area, 1);
    draw.hits.note(top, Target::command(commands::FIRST, "filter positions"));
    if inner.height == 0 || text::draw_missing_positions(draw, state, inner) {
        return;
    }
    let note = text::survey_status(state, model).filter(|_| inner.height > 3);
    let [upper, foot] = split_top(inner, inner.height - u16::from(note.is_some()));
    let table = table(state, model);
    let body = table.draw_headings(draw, upper);
    if let Some((text, share)) = note {
        text::draw_progress(draw, foot, &text, share);
    }
    if state.rows.is_empty() {
        text::draw_no_matches(draw, state, body);
    } else {
        table.draw_rows(draw, body, true);
    }
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
    let arrangement = model.tables.arrangement(LIST);
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

/// What is compared in a row: the difference, the right one and the organism's.
#[derive(Clone, Copy)]
enum Compared {
    Difference,
    Right,
    Own,
}

/// Returns the table of the positions. The natural order is by the net gain or, with a mentor, by the distance.
pub(super) fn table<'a>(state: &'a State, model: &'a Model) -> Table<'a> {
    let scan = &state.scan;
    let by_mentor = state.order == Order::Mentor;
    let entry = move |row: &u32| scan.entry(*row as usize);
    let verdict = move |row: &u32| scan.verdict(*row as usize);
    // The scores or the moves that are compared.
    let compared = move |row: &u32, which: Compared| {
        let number = |score: i32, text: fn(i32) -> String| Some((text(score), Key::Number(score.into())));
        let san = |san: String| Some((san.clone(), Key::text(san)));
        let distance = || scan.distance(*row as usize);
        match which {
            Compared::Difference if by_mentor => number(distance()?.apart(), text::unsigned_score),
            Compared::Right if by_mentor => number(distance()?.mentor, text::score),
            Compared::Own if by_mentor => number(distance()?.own, text::score),
            Compared::Difference => number(verdict(row)?.margin, text::unsigned_score),
            Compared::Right => san(entry(row)?.san.clone()),
            Compared::Own => san(text::san(entry(row)?, verdict(row)?.played)),
        }
    };
    let cell = move |which: Compared, role: Role| {
        let unknown = if by_mentor { "·" } else { "…" };
        move |row: &u32| (compared(row, which).map_or_else(|| unknown.to_owned(), |(text, _)| text), role)
    };
    let key = move |which: Compared| move |row: &u32| compared(row, which).map(|(_, key)| key);
    let net_gain = move |row: &u32| match scan.net_gain(*row as usize) {
        Some(gain) => (signed(gain.into()), if gain < 0 { Role::Bad } else { Role::Good }),
        None => (if scan.knows_net_gains() { "·" } else { "…" }.to_owned(), Role::Dim),
    };
    let solves = move |role: OrganismRole, row: &u32| Some(scan.answers(role)?.get(*row as usize));
    let rank = move |row: &u32| verdict(row).map(|verdict| verdict.rank);
    let players = move |row: &u32| entry(row).map_or_else(String::new, text::players);
    let year = move |row: &u32| text::year(entry(row)?);
    let rows = Rows::new(LIST, &state.rows, state.cursor.at)
        .mark(move |row| match solves(OrganismRole::Subject, row) {
            Some(true) => ("✓", Role::Good),
            Some(false) => ("✗", Role::Bad),
            None => ("…", Role::Dim),
        })
        .mark(move |row| {
            let is_solved = model.rival().is_some() && solves(OrganismRole::Rival, row) == Some(true);
            (if is_solved { "○" } else { " " }, Role::Rival)
        });
    let difference = cell(Compared::Difference, Role::Text);
    let rows = match by_mentor {
        true => rows.right("cp", 5, difference).gap(0).natural().left("distance", 0, difference).shown(false),
        false => rows
            .right("net", 5, net_gain)
            .gap(0)
            .natural()
            .right("cp", 5, difference)
            .gap(0)
            .named("margin")
            .least_width(34),
    };
    let right_move = state.entry().map_or("gm", text::right_short);
    rows.sorted(key(Compared::Difference))
        .left(if by_mentor { "mentor" } else { right_move }, 8, cell(Compared::Right, Role::Grandmaster))
        .gap(2)
        .named("right move")
        .sorted(key(Compared::Right))
        .left("organism", 9, cell(Compared::Own, Role::Subject))
        .gap(0)
        .named("organism’s move")
        .sorted(key(Compared::Own))
        .left("rank", 6, move |row| {
            (rank(row).map_or_else(|| "…".to_owned(), |rank| text::ordinal(rank.into())), Role::Dim)
        })
        .gap(0)
        .least_width(55)
        .sorted(move |row| rank(row).map(Key::count))
        .rest("players", move |row| (players(row), Role::Text))
        .gap(0)
        .overflowing()
        .sorted(move |row| entry(row).map(text::players).map(Key::text))
        .right("year", 5, move |row| (year(row).unwrap_or_default().to_owned(), Role::Dim))
        .gap(0)
        .least_width(65)
        .sorted(move |row| year(row).map(Key::text))
        .searched(move |row| {
            let right = entry(row).map_or("", |entry| &entry.san);
            let own = entry(row).zip(verdict(row)).map(|(entry, verdict)| text::san(entry, verdict.played));
            let (own, year) = (own.unwrap_or_default(), year(row).unwrap_or_default());
            format!("{right} {own} {} {year}", players(row))
        })
        .table()
}
