//! The pane of the positions, filtered and ordered. Only the visible rows are made.

use super::groups::{Group, Remedy, Row};
use super::{Frame, State, commands, text};
use crate::disagreement::{AgreementFilter, Order};
use crate::tui::prelude::*;

pub(crate) const LIST: List = List("positions: positions");

/// The minimum width of a pane whose title has a long description of the order.
const LONG_TITLE: u16 = 70;

/// The least width of a list with the players, and of one with the margins.
const WITH_PLAYERS: u16 = 46;
const WITH_MARGINS: u16 = 34;
/// The least width of a parameter's name in a heading, unless the name is shorter.
const SHORT_NAME: usize = 9;

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let width = frame.area.width;
    let title = title(state, usize::from(width.saturating_sub(6)));
    let inner = frame.open(draw, &title, &order(state, model, width));
    let [top, _] = split_top(frame.area, 1);
    draw.hits.note(top, Target::command(commands::FIRST, "filter positions"));
    if inner.height == 0 || text::draw_missing_positions(draw, state, inner) {
        return;
    }
    let note = text::survey_status(state, model, inner.width).filter(|_| inner.height > 3);
    let [upper, foot] = split_top(inner, inner.height - u16::from(note.is_some()));
    let table = table(state, model, inner.width);
    let body = table.draw_headings(draw, upper);
    if let Some((text, share)) = note {
        text::draw_progress(draw, foot, &text, share);
    }
    if state.rows(model).is_empty() {
        text::draw_no_matches(draw, state, body);
    } else {
        table.draw_rows(draw, body, true);
    }
}

/// Returns the title: how many positions are listed, and the filter. Without room it does not say of how many.
fn title(state: &State, room: usize) -> String {
    let Some(book) = state.scan.book() else { return "Positions".to_owned() };
    let (listed, (filter, with_outcome)) = (state.listed_count(), &state.applied_filter);
    let outcome = match filter.outcome {
        AgreementFilter::All => "positions",
        AgreementFilter::Disagree => "disagree",
        AgreementFilter::Agree => "agree",
        AgreementFilter::RivalOnly => "rival solves",
        AgreementFilter::SubjectOnly => "rival misses",
    };
    let conditions = filter.describe().replacen(filter.outcome.name(), outcome, 1);
    let marked = match state.only_marked {
        Some(true) => " · marked",
        Some(false) => " · not marked",
        None => "",
    };
    let marked = match state.turned {
        Some(turned) => format!("{marked} · {}", turned.name()),
        None => marked.to_owned(),
    };
    let all = if listed == *with_outcome { book.entries.len() } else { *with_outcome };
    let count = |number: usize| thousands(number as u64);
    let short = format!("{} {conditions}{marked}", count(listed));
    let long = format!("{} of {} {conditions}{marked}", count(listed), count(all));
    if listed == all || long.cells() > room { short } else { long }
}

/// Describes the order of the list, if no heading of a column shows it.
fn order(state: &State, model: &Model, width: u16) -> String {
    let arrangement = model.tables.arrangement(LIST);
    let is_wide = width >= LONG_TITLE;
    let text = match state.order {
        _ if arrangement.column.is_some() => return String::new(),
        Order::File => "order of the file",
        Order::Mentor if arrangement.descending => "nearest first",
        Order::Mentor => "by distance ▼",
        Order::Instructive if arrangement.descending => "by net gain ▲",
        Order::Instructive if state.is_grouped(model) && is_wide => "by the change that mends them, ← → fold",
        Order::Instructive if state.is_grouped(model) => "by change, ← → fold",
        Order::Instructive => match (state.scan.knows_net_gains(), is_wide) {
            (true, true) => "most instructive first",
            (true, false) => "by net gain ▼",
            (false, true) => "most instructive first, as far as counted",
            (false, false) => "net gain so far",
        },
    };
    text.to_owned()
}

/// Returns the heading of a group: the change and its effect over all positions, as far as there is room.
fn heading(state: &State, model: &Model, group: &Group, room: usize) -> String {
    let fold = if state.is_folded(group) { "▸ " } else { "▾ " };
    let room = room.saturating_sub(fold.cells());
    // Positions that a better change mends, too, are below that one.
    let count = format!(" · {} here", thousands(group.positions.len() as u64));
    let with_count = |long: &str, short: &str| match long.cells() + count.cells() <= room {
        true => format!("{fold}{long}{count}"),
        false => format!("{fold}{short}"),
    };
    let change = match group.remedy {
        Remedy::Change(change) => change,
        Remedy::Loss => return with_count("mended only at a loss", "mended only at a loss"),
        Remedy::Nothing => return with_count("not mended by a single change", "not mended by one change"),
    };
    let values = format!("{}→{}", change.from, change.to);
    let effect = format!("+{} −{}", thousands(change.won.into()), thousands(change.lost.into()));
    let name = text::parameter(state, model, change.parameter);
    let least = name.cells().min(SHORT_NAME);
    let ends = [
        (format!(" {values}: {effect}{count}"), name.cells()),
        (format!(" {values}: {effect}"), least),
        (format!(" {values} {effect}"), least),
    ];
    let fitting = ends.into_iter().find(|(end, name)| name + end.cells() <= room);
    let end = fitting.map_or_else(|| format!(" {values} {}", signed(change.net())), |(end, _)| end);
    let width = room.saturating_sub(end.cells()).max(least);
    format!("{fold}{}{end}", text::fitting_parameter(state, model, change.parameter, width))
}

/// What is compared in a row: the difference, the right one and the organism's.
#[derive(Clone, Copy)]
enum Compared {
    Difference,
    Right,
    Own,
}

/// Returns the table of the positions in a list of this width. The natural order is by the net gain, in groups by the
/// changes that mend the positions, or with a mentor by the distance.
pub(super) fn table<'a>(state: &'a State, model: &'a Model, width: u16) -> Table<'a> {
    let scan = &state.scan;
    let by_mentor = state.order == Order::Mentor;
    let index = |row: &Row| match row {
        Row::Position(position) => Some(*position as usize),
        Row::Heading(_) => None,
    };
    let entry = move |row: &Row| scan.entry(index(row)?);
    let verdict = move |row: &Row| scan.verdict(index(row)?);
    // The scores or the moves that are compared.
    let compared = move |row: &Row, which: Compared| {
        let number = |score: i32, text: fn(i32) -> String| Some((text(score), Key::Number(score.into())));
        let san = |san: String| Some((san.clone(), Key::text(san)));
        let distance = || scan.distance(index(row)?);
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
        move |row: &Row| (compared(row, which).map_or_else(|| unknown.to_owned(), |(text, _)| text), role)
    };
    let key = move |which: Compared| move |row: &Row| compared(row, which).map(|(_, key)| key);
    let net_gain = move |row: &Row| match index(row).and_then(|index| scan.net_gain(index)) {
        Some(gain) => (signed(gain.into()), if gain < 0 { Role::Bad } else { Role::Good }),
        None => (if scan.knows_net_gains() { "·" } else { "…" }.to_owned(), Role::Dim),
    };
    let solves = move |role: OrganismRole, row: &Row| Some(scan.answers(role)?.get(index(row)?));
    let rank = move |row: &Row| verdict(row).map(|verdict| verdict.rank);
    let players = move |row: &Row| entry(row).map_or_else(String::new, text::players);
    let year = move |row: &Row| text::year(entry(row)?);
    let turn = move |row: &Row| scan.learning()?.state(index(row)?).generation();
    // Where the subject fails everywhere, a mark at each row says nothing.
    let fails =
        matches!(state.applied_filter.0.outcome, AgreementFilter::Disagree | AgreementFilter::RivalOnly);
    let rows = Rows::new(LIST, state.rows(model), state.cursor(model))
        .without_gaps()
        .grouped(move |row| {
            let room = usize::from(width).saturating_sub(1);
            state.listing.group(row).map(|group| heading(state, model, group, room))
        })
        .mark(move |row| match row {
            Row::Position(position) if state.is_marked(*position) => ("=", Role::Key),
            _ => (" ", Role::Key),
        })
        .mark(move |row| match solves(OrganismRole::Subject, row) {
            Some(true) => ("✓", Role::Good),
            Some(false) if fails => (" ", Role::Bad),
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
            .natural()
            .right("cp", 6, difference)
            .named("margin")
            .least_width(WITH_MARGINS),
    };
    let right_move = state.entry().map_or("gm", text::right_short);
    rows.sorted(key(Compared::Difference))
        .left(if by_mentor { "mentor" } else { right_move }, 8, cell(Compared::Right, Role::Grandmaster))
        .gap(2)
        .named("right move")
        .sorted(key(Compared::Right))
        .left("organism", 9, cell(Compared::Own, Role::Subject))
        .named("organism’s move")
        .sorted(key(Compared::Own))
        .left("rank", 6, move |row| {
            (rank(row).map_or_else(|| "…".to_owned(), |rank| text::ordinal(rank.into())), Role::Dim)
        })
        .least_width(55)
        .sorted(move |row| rank(row).map(Key::count))
        .right("turned", 6, move |row| {
            (turn(row).map_or_else(|| "·".to_owned(), |at| at.to_string()), Role::Dim)
        })
        .named("generation since which the champions play it, or do not")
        .least_width(78)
        .largest_first(move |row| turn(row).map(Key::count))
        .rest("players", move |row| (players(row), Role::Text))
        .least_width(WITH_PLAYERS)
        .overflowing()
        .sorted(move |row| entry(row).map(text::players).map(Key::text))
        .right("year", 5, move |row| (year(row).unwrap_or_default().to_owned(), Role::Dim))
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
