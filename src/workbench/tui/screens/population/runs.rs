//! The runs of the ensemble.

use super::State;
use crate::tui::evolution::{Evolution, Run};
use crate::tui::prelude::*;

const LIST: List = List("population: runs");

/// Draws one row per run and marks the best run.
pub(super) fn draw(draw: &mut Draw<'_>, _state: &State, model: &Model, frame: Frame) {
    let Some(open) = &model.evolution else { return };
    let done = open.runs.iter().filter(|run| run.result.is_some()).count();
    let note = format!("{done} of {} done", open.runs.len());
    let inner = pane::draw(draw, frame.area, "Runs  [ ] switch", &note, frame.highlighted);
    if inner.height > 1 {
        table(open).draw(draw, inner, true);
    }
}

pub(super) fn table(open: &Evolution) -> Table<'_> {
    type Row<'a> = (usize, &'a Run);
    let measure = open.measure();
    // A search is tested on several suites, so there is no single result.
    let tested = measure.larger_is_better;
    let has_mentor = measure.logarithmic;
    let width = if tested { 6 } else { 8 };
    let share_width = if tested { 5 } else { 6 };
    let best = |run: &Run| run.latest.as_ref().map(|record| record.spread.best);
    let highest = open.runs.iter().filter_map(best).max();
    let is_champion = move |run: &Run| highest.is_some() && best(run) == highest;
    let cell = move |text: Option<String>, run: &Run| {
        (text.unwrap_or_default(), if is_champion(run) { Role::Organism } else { Role::Text })
    };
    let number = move |score: u64| open.measure().number(score as f64);
    let share = move |score: u64| open.measure().percentage(score as f64);
    let test = move |run: &Run| {
        let result = run.result.as_ref()?;
        match result.details.mentor_report() {
            Some(report) => Some(open.measure().amount(report.test.champion.mean)),
            None if !tested => None,
            None if result.details.match_report().is_some() => Some(number(result.test_score)),
            None => Some(thousands(result.test_score)),
        }
    };
    let test_share = |run: &Run| {
        let result = run.result.as_ref().filter(|result| result.details.match_report().is_none())?;
        Some(percent(result.test_score as f64, result.test_total))
    };
    let rows: Vec<Row<'_>> = open.runs.iter().enumerate().collect();
    Rows::new(LIST, rows, open.shown)
        .without_gaps()
        .spans("run", 3, move |(index, run)| {
            let star = if is_champion(run) && *index < 99 { "★" } else { "" };
            vec![(star.to_owned(), Role::Organism), cell(Some((index + 1).to_string()), run)]
        })
        .at_right()
        .natural()
        .right("gen", 6, move |(_, run)| {
            cell(run.latest.as_ref().map(|record| thousands(record.generation.into())), run)
        })
        .named("generation")
        .largest_first(|(_, run)| Some(Key::count(run.latest.as_ref()?.generation)))
        .right("best", width, move |(_, run)| cell(best(run).map(number), run))
        .largest_first(move |(_, run)| best(run).map(Key::count))
        .right("%", share_width, move |(_, run)| cell(best(run).map(share), run))
        .shown(!has_mentor || tested)
        .right("test", width, move |(_, run)| cell(test(run), run))
        .shown(tested || has_mentor)
        .largest_first(|(_, run)| Some(Key::count(run.result.as_ref()?.test_score)))
        .right("%", share_width, move |(_, run)| cell(test_share(run), run))
        .shown(tested)
        .table()
}
