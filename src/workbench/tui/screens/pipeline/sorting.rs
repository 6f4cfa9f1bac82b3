//! The list of pipelines as a table that can be sorted and searched.

use super::lists;
use super::state::State;
use crate::pipeline::Progress;
use crate::tui::table::{Key, Table};

/// The columns of the pipelines.
pub(super) const NAME: usize = 0;
pub(super) const PRESET: usize = 1;
pub(super) const STAGES: usize = 2;
pub(super) const CHANGED: usize = 3;

/// Returns the table of the pipelines. The stages are steps, so that their order does not change.
pub(super) fn pipelines(state: &State) -> Table<'_> {
    let rows = state.list.rows();
    let contents = |row: usize| rows.get(row).and_then(|row| row.contents.as_ref().ok());
    Table::new(lists::PIPELINES, rows.len(), state.list.cursor.at)
        .ascending([(NAME, "pipeline"), (PRESET, "preset")])
        .numbers([(STAGES, "complete stages")])
        .ascending([(CHANGED, "time since the last change")])
        .keys(move |row, column| match column {
            NAME => Some(Key::text(rows.get(row)?.name())),
            PRESET => contents(row).map(|contents| Key::text(&contents.plan.preset)),
            STAGES => contents(row).map(|contents| {
                let stages = contents.stages.iter();
                Key::count(stages.filter(|(stage, _)| stage.progress == Progress::Complete).count())
            }),
            _ => rows.get(row)?.age.map(|age| Key::Number(age.as_secs_f64())),
        })
        .texts(move |row| {
            let name = rows.get(row).map(super::task::Row::name).unwrap_or_default();
            format!("{name} {}", contents(row).map_or("", |contents| &contents.plan.preset))
        })
}
