//! The organisms of Run after a failure and in a small terminal.

use super::State;
use crate::tui::evolution::mean_diversity;
use crate::tui::prelude::*;

pub(super) fn failed(draw: &mut Draw<'_>, open: &Evolution, area: Rect, error: &str) {
    let inner = pane::draw(draw, area, "Evolution failed", "", true);
    let rest = paragraph(draw, inner, &format!("✗ {error}"), Role::Error);
    let saved = open.latest().map(|_| "All measured generations are saved in the session’s folder.");
    let hints =
        ["", "o opens a saved session, including this one", "n starts another run", "L shows the log"];
    let texts = [""].into_iter().chain(saved).chain(hints);
    paragraphs(draw, rest, texts.map(|text| (text, Role::Text)));
}

/// Draws the most important numbers, without frames.
pub(super) fn numbers(draw: &mut Draw<'_>, state: &State, open: &Evolution, area: Rect) {
    let Some(record) = open.latest() else {
        let progress = open.progress.as_ref();
        let activity = progress.map_or("preparing", |progress| progress.activity);
        let share = progress.filter(|progress| progress.total > 0).map_or_else(String::new, |progress| {
            format!("{:.0} %", 100.0 * progress.done as f64 / progress.total as f64)
        });
        return paragraphs(draw, area, [(activity, Role::Title), (&share, Role::Text)]);
    };
    let measure = open.measure();
    let row = |name: &str, value: f64, role| {
        let number = right(&measure.number(value), 8);
        let share = measure.percentage(value);
        let unit = if share.is_empty() { "cp".to_owned() } else { format!("{} %", right(&share, 5)) };
        (format!("{name:<12}{number} {unit}"), role)
    };
    let planned = thousands(open.settings.as_ref().map_or(0, |settings| settings.generations).into());
    let generation = right(&thousands(record.generation.into()), 8);
    let mut text = vec![
        (format!("{:<12}{generation} of {planned}", "generation"), Role::Text),
        row("best", record.spread.best as f64, Role::Organism),
        row("median", record.spread.median, Role::Text),
        row("mean", record.spread.mean, Role::Mean),
        row("worst", record.spread.worst as f64, Role::Text),
        (format!("{:<12}{:>14.1} % of bits", "diversity", 100.0 * mean_diversity(record)), Role::Text),
    ];
    let result = open.run().and_then(|run| run.result.as_ref());
    if let Some(result) = result.filter(|result| measure.larger_is_better && result.test_total > 0) {
        let line = if result.details.match_report().is_some() {
            format!("{:<14}{}", "✓ final match", right(&measure.number(result.test_score as f64), 6))
        } else {
            let share = percent(result.test_score as f64, result.test_total);
            format!("{:<12}{} {} %", "✓ test set", right(&thousands(result.test_score), 8), right(&share, 5))
        };
        text.push((line, Role::Subject));
    }
    if open.runs.len() > 1 {
        text.push((format!("{:<12}{:>8} of {}", "run", open.shown + 1, open.runs.len()), Role::Text));
    }
    if state.panes.is_zoomed {
        text.push(("z shows more in a larger terminal".to_owned(), Role::Dim));
    }
    paragraphs(draw, area, text);
}
