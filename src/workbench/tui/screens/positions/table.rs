//! The lists of the screen as tables that can be sorted and searched.

use super::{State, lists, text};
use crate::disagreement::Order;
use crate::tui::model::Model;
use crate::tui::table::{Key, Table};

/// The columns of the positions. The natural order is by the net gain or, with a mentor, by the distance.
pub(super) const MARGIN: usize = 0;
pub(super) const RIGHT: usize = 1;
pub(super) const PLAYED: usize = 2;
pub(super) const RANK: usize = 3;
pub(super) const PLAYERS: usize = 4;
pub(super) const YEAR: usize = 5;

/// The columns of the moves.
pub(super) const MOVE: usize = 0;
pub(super) const SCORE: usize = 1;

/// The columns of the counterfactuals.
pub(super) const PARAMETER: usize = 0;
pub(super) const TO: usize = 1;
pub(super) const WON: usize = 2;
pub(super) const LOST: usize = 3;

/// The columns of the totals.
pub(super) const CLASS: usize = 0;
pub(super) const COUNT: usize = 1;
pub(super) const SUBJECT: usize = 2;
pub(super) const RIVAL: usize = 3;

/// Returns the tables of the screen.
pub(super) fn tables<'a>(state: &'a State, model: &'a Model) -> Vec<Table<'a>> {
    let mut tables = vec![positions(state), counterfactuals(state, model), totals(state)];
    tables.extend(candidates(state));
    tables.extend(contributions(state, model));
    tables
}

/// Returns the table of the positions.
pub(super) fn positions(state: &State) -> Table<'_> {
    let entry = |row: usize| {
        let index = *state.rows.get(row)? as usize;
        Some((index, state.scan.entry(index)?))
    };
    let by_mentor = state.order == Order::Mentor;
    Table::new(lists::POSITIONS, state.rows.len(), state.cursor.at)
        .ascending([
            (MARGIN, if by_mentor { "distance" } else { "margin" }),
            (RIGHT, "right move"),
            (PLAYED, "organism’s move"),
            (RANK, "rank"),
            (PLAYERS, "players"),
            (YEAR, "year"),
        ])
        .keys(move |row, column| {
            let (index, entry) = entry(row)?;
            let distance = state.scan.distance(index).filter(|_| by_mentor);
            let number = |number: i32| Some(Key::Number(f64::from(number)));
            match column {
                MARGIN if by_mentor => number(distance?.apart()),
                RIGHT if by_mentor => number(distance?.mentor),
                PLAYED if by_mentor => number(distance?.own),
                MARGIN => number(state.scan.verdict(index)?.margin),
                RIGHT => Some(Key::text(&entry.san)),
                PLAYED => Some(Key::text(text::san(entry, state.scan.verdict(index)?.played))),
                RANK => Some(Key::count(state.scan.verdict(index)?.rank)),
                PLAYERS => Some(Key::text(text::players(entry))),
                _ => text::year(entry).map(Key::text),
            }
        })
        .texts(move |row| {
            let Some((index, entry)) = entry(row) else { return String::new() };
            let played = state.scan.verdict(index).map(|verdict| text::san(entry, verdict.played));
            let (players, year) = (text::players(entry), text::year(entry).unwrap_or_default());
            format!("{} {} {players} {year}", entry.san, played.unwrap_or_default())
        })
}

fn candidates(state: &State) -> Option<Table<'_>> {
    let candidates = &state.scan.explanation()?.candidates;
    let table = Table::new(lists::CANDIDATES, candidates.len(), state.candidates.at)
        .ascending([(MOVE, "move")])
        .numbers([(SCORE, "score")])
        .keys(|row, column| {
            let candidate = candidates.get(row)?;
            match column {
                MOVE => Some(Key::text(&candidate.san)),
                _ => Some(Key::Number(f64::from(candidate.score))),
            }
        })
        .texts(|row| {
            let found = candidates.get(row);
            found.map_or_else(String::new, |found| format!("{} {}", found.san, found.line_san.join(" ")))
        });
    Some(table)
}

fn contributions<'a>(state: &'a State, model: &'a Model) -> Option<Table<'a>> {
    let comparison = state.comparison.as_ref()?;
    let parts = comparison.contributions.as_ref().ok()?;
    let rows = state.contribution_rows(comparison);
    let len = rows + usize::from(rows < parts.len());
    let part = move |row: usize| parts.get(row).filter(|_| row < rows);
    let table = Table::new(lists::CONTRIBUTIONS, len, state.why.at)
        .ascending([(PARAMETER, "parameter")])
        .numbers([(SCORE, "contribution")])
        .keys(move |row, column| {
            let part = part(row)?;
            match column {
                PARAMETER => Some(Key::text(text::parameter(state, model, part.parameter))),
                _ => Some(Key::Number(f64::from(part.difference()))),
            }
        })
        .texts(move |row| {
            part(row).map_or_else(String::new, |part| text::parameter(state, model, part.parameter))
        });
    Some(table)
}

fn counterfactuals<'a>(state: &'a State, model: &'a Model) -> Table<'a> {
    let changes = state.scan.counterfactuals().unwrap_or_default();
    Table::new(lists::COUNTERFACTUALS, changes.len(), state.counterfactuals.at)
        .ascending([(PARAMETER, "parameter"), (TO, "value")])
        .numbers([(WON, "positions won")])
        .ascending([(LOST, "positions lost")])
        .keys(move |row, column| {
            let change = changes.get(row)?;
            match column {
                PARAMETER => Some(Key::text(text::parameter(state, model, change.parameter))),
                TO => Some(Key::Number(f64::from(change.value))),
                WON => change.cost.map(|(won, _)| Key::count(won)),
                _ => change.cost.map(|(_, lost)| Key::count(lost)),
            }
        })
        .texts(move |row| {
            let change = changes.get(row);
            change.map_or_else(String::new, |change| text::parameter(state, model, change.parameter))
        })
}

fn totals(state: &State) -> Table<'_> {
    let totals = state.scan.totals();
    let share = |count: u32, of: u32| Key::Number(f64::from(count) / f64::from(of.max(1)));
    Table::new(lists::TOTALS, totals.len(), state.totals.at)
        .ascending([(CLASS, "kind of move")])
        .numbers([(COUNT, "positions"), (SUBJECT, "subject"), (RIVAL, "rival")])
        .keys(move |row, column| {
            let total = totals.get(row)?;
            match column {
                CLASS => Some(Key::text(total.class.name())),
                COUNT => Some(Key::count(total.positions)),
                SUBJECT => Some(share(total.subject, total.positions)),
                _ => total.rival.map(|rival| share(rival, total.positions)),
            }
        })
}
