//! The lists of the screen as tables that can be sorted and searched.

use super::state::State;
use super::{draw, lists};
use crate::race::ScoredSet;
use crate::tui::table::{Key, Table};

/// The columns of the races.
pub(super) const NAME: usize = 0;
pub(super) const COMPLETE: usize = 1;
pub(super) const CHANGED: usize = 2;
pub(super) const ABOUT: usize = 3;

/// The columns of the optimizers.
pub(super) const OPTIMIZER: usize = 0;
pub(super) const RUNS: usize = 1;
pub(super) const MEDIAN: usize = 2;
pub(super) const RANK: usize = 3;
pub(super) const TEST: usize = 4;
pub(super) const TEST_RANK: usize = 5;

/// Returns the tables of the screen.
pub(super) fn tables(state: &State) -> Vec<Table<'_>> {
    [races(state)].into_iter().chain(optimizers(state)).collect()
}

fn races(state: &State) -> Table<'_> {
    let rows = state.list.rows();
    let about = |row: usize| rows.get(row).and_then(|row| Some(draw::about(&row.contents.as_ref().ok()?.0)));
    Table::new(lists::RACES, rows.len(), state.list.cursor.at)
        .ascending([(NAME, "race")])
        .numbers([(COMPLETE, "complete runs")])
        .ascending([(CHANGED, "time since the last change"), (ABOUT, "objective")])
        .keys(move |row, column| match column {
            NAME => Some(Key::text(rows.get(row)?.name())),
            COMPLETE => rows.get(row)?.contents.as_ref().ok().map(|(_, complete)| Key::count(*complete)),
            CHANGED => rows.get(row)?.age.map(|age| Key::Number(age.as_secs_f64())),
            _ => about(row).map(Key::text),
        })
        .texts(move |row| {
            let name = rows.get(row).map(super::task::Row::name).unwrap_or_default();
            format!("{name} {}", about(row).unwrap_or_default())
        })
}

fn optimizers(state: &State) -> Option<Table<'_>> {
    let standing = state.standing()?;
    let [train, test] = [ScoredSet::Train, ScoredSet::Test].map(|set| standing.comparison(set));
    let optimizers = &standing.plan().optimizers;
    let table = Table::new(lists::OPTIMIZERS, optimizers.len(), state.optimizer.at)
        .ascending([(OPTIMIZER, "optimizer")])
        .numbers([(RUNS, "complete runs"), (MEDIAN, "median")])
        .ascending([(RANK, "rank")])
        .numbers([(TEST, "median on the test set")])
        .ascending([(TEST_RANK, "rank on the test set")])
        .keys(move |row, column| {
            let summary = |set: &Option<crate::race::Comparison>| {
                let summary = set.as_ref()?.summaries.get(row)?;
                Some((summary.spread.median, summary.mean_rank))
            };
            Some(match column {
                OPTIMIZER => Key::text(&optimizers.get(row)?.label),
                RUNS => Key::count(standing.complete(row)),
                MEDIAN => Key::Number(standing.bands(row, 100).last()?.median),
                RANK => Key::Number(summary(&train)?.1),
                TEST => Key::Number(summary(&test)?.0),
                _ => Key::Number(summary(&test)?.1),
            })
        })
        .texts(move |row| optimizers.get(row).map_or_else(String::new, |found| found.label.clone()));
    Some(table)
}
