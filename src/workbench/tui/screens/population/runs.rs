//! The runs of the ensemble.

use ratatui::layout::Rect;

use super::lists;
use super::table::{BEST, GENERATION, TEST};
use crate::tui::draw::{Draw, Heading};
use crate::tui::evolution::Evolution;
use crate::tui::format::{percent, right, thousands};
use crate::tui::hit_map::Target;
use crate::tui::theme::Role;
use crate::tui::widgets::areas::below;
use crate::tui::widgets::pane;

/// Draws one row per run and marks the best run.
pub(super) fn draw(draw: &mut Draw<'_>, open: &Evolution, area: Rect, focus: bool) {
    let done = open.runs.iter().filter(|run| run.result.is_some()).count();
    let note = format!("{done} of {} done", open.runs.len());
    let inner = pane::draw(draw, area, "Runs  [ ] switch", &note, focus);
    if inner.height < 2 {
        return;
    }
    let measure = open.measure();
    // A search is tested on several suites, so tselected is no single result.
    let tested = measure.larger_is_better;
    let has_mentor = measure.logarithmic;
    let (best, share, test) = match (tested, has_mentor) {
        (true, _) => (6, 5, 6),
        (false, true) => (8, 0, 8),
        (false, false) => (8, 6, 0),
    };
    let headings = [
        Heading::right("run", 4).natural(),
        Heading::right("gen", 6).by(GENERATION),
        Heading::right("best", best).by(BEST),
        Heading::right("%", share),
        Heading::right("test", test).by(TEST),
        Heading::right("%", if tested { share } else { 0 }),
    ];
    draw.headings(Rect { height: 1, ..inner }, lists::RUNS, &headings);
    let best = |index: usize| open.runs[index].latest.as_ref().map(|record| record.spread.best);
    let highest = (0..open.runs.len()).filter_map(best).max();
    let list = below(inner, 1);
    for (index, run, row) in draw.visible(list, lists::RUNS, open.shown, &open.runs) {
        let selected = index == open.shown;
        draw.row(row, Target::Row(lists::RUNS, index), selected);
        let champion = highest.is_some() && best(index) == highest;
        let mark = if selected { "▸" } else { " " };
        draw.over(row.x, row.y, 1, mark, Role::Key, selected);
        let mut text = right(&(index + 1).to_string(), 3);
        if let Some(record) = &run.latest {
            text += &right(&thousands(record.generation.into()), 6);
            let best = record.spread.best as f64;
            let widths = if tested { (6, 5) } else { (8, 6) };
            text += &right(&measure.number(best), widths.0);
            if !has_mentor {
                text += &right(&measure.percentage(best), widths.1);
            }
        }
        if let Some(mentor_report) = run.result.as_ref().and_then(|result| result.mentor_report.as_ref()) {
            text += &right(&measure.amount(mentor_report.test.champion.mean), 8);
        }
        if let Some(result) = run.result.as_ref().filter(|_| tested) {
            if result.match_report.is_some() {
                text += &right(&measure.number(result.test_score as f64), 6);
            } else {
                text += &right(&thousands(result.test_score), 6);
                text += &right(&percent(result.test_score as f64, result.test_total), 5);
            }
        }
        let role = if champion { Role::Organism } else { Role::Text };
        draw.over(row.x + 1, row.y, row.width.saturating_sub(1), &text, role, selected);
        if champion {
            draw.over(row.x + 1, row.y, 1, "★", Role::Organism, selected);
        }
    }
}
