//! The positions as a table that can be sorted and searched.

use super::{State, lists};
use crate::positions::moves;
use crate::tui::playing::problem::first_move;
use crate::tui::table::{Key, Table};

/// The columns. The natural order is that of the suite.
pub(super) const NODES: usize = 0;
pub(super) const BEST: usize = 1;
pub(super) const ANSWER: usize = 2;
pub(super) const DEPTH: usize = 3;
pub(super) const NAME: usize = 4;

/// Returns the table of the listed positions.
pub(super) fn positions(state: &State) -> Table<'_> {
    let problem = |row: usize| {
        let index = *state.rows.get(row)?;
        Some((index, state.loaded()?.problems.get(index)?))
    };
    let attempt = |index: usize| state.run()?.cells.get(index)?.attempt();
    let answer = move |row: usize| {
        let (index, problem) = problem(row)?;
        Some(moves::san(&problem.position, attempt(index)?.best?))
    };
    let name = move |row: usize| problem(row).map(|(index, problem)| super::list::name(problem, index));
    Table::new(lists::ROWS, state.rows.len(), state.cursor.at)
        .numbers([(NODES, "nodes")])
        .ascending([(BEST, "best move"), (ANSWER, "answer")])
        .numbers([(DEPTH, "depth")])
        .ascending([(NAME, "position")])
        .keys(move |row, column| {
            let (index, problem) = problem(row)?;
            match column {
                // Of equal nodes, an unsolved position counts more.
                NODES => {
                    let attempt = attempt(index)?;
                    Some(Key::Number(attempt.nodes as f64 + if attempt.solved { 0.0 } else { 0.5 }))
                }
                BEST => Some(Key::text(first_move(problem))),
                ANSWER => answer(row).map(Key::text),
                DEPTH => Some(Key::count(attempt(index)?.depth)),
                _ => name(row).map(Key::text),
            }
        })
        .texts(move |row| {
            let best = problem(row).map(|(_, problem)| first_move(problem)).unwrap_or_default();
            format!("{best} {} {}", answer(row).unwrap_or_default(), name(row).unwrap_or_default())
        })
}
