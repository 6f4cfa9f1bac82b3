//! The Population screen after a failure and in a small terminal.

use ratatui::layout::Rect;

use super::State;
use crate::tui::draw::Draw;
use crate::tui::evolution::{Evolution, mean_diversity};
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{percent, right, thousands, wrap};
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::widgets::pane;

fn draw_lines(draw: &mut Draw<'_>, area: Rect, lines: &[(String, Role)]) {
    let mut y = area.y;
    for (text, role) in lines {
        let width = usize::from(area.width.saturating_sub(2));
        let fits = text.cells() <= width;
        for line in if fits { vec![text.clone()] } else { wrap(text, width) } {
            if y < area.bottom() {
                draw.text(area.x + 1, y, area.width.saturating_sub(2), &line, *role);
            }
            y = y.saturating_add(1);
        }
    }
}

pub(super) fn failed(draw: &mut Draw<'_>, model: &Model, area: Rect, error: &str) {
    let inner = pane::draw(draw, area, "Evolution failed", "", true);
    let mut text = vec![
        (format!("✗ {error}"), Role::Error),
        (String::new(), Role::Text),
        ("All measured generations are saved in the session’s folder.".to_owned(), Role::Text),
        (String::new(), Role::Text),
        ("o opens a saved session, including this one".to_owned(), Role::Text),
        ("n starts another run".to_owned(), Role::Text),
        ("0 shows the log".to_owned(), Role::Text),
    ];
    if model.evolution.as_ref().is_none_or(|open| open.latest().is_none()) {
        text.remove(2);
    }
    draw_lines(draw, inner, &text);
}

/// Draws the most important numbers, without frames.
pub(super) fn numbers(draw: &mut Draw<'_>, state: &State, open: &Evolution, area: Rect) {
    let Some(record) = open.latest() else {
        let progress = open.progress.as_ref();
        let activity = progress.map_or("preparing", |progress| progress.activity);
        let share = progress.filter(|progress| progress.total > 0).map_or_else(String::new, |progress| {
            format!("{:.0} %", 100.0 * progress.done as f64 / progress.total as f64)
        });
        draw_lines(draw, area, &[(activity.to_owned(), Role::Title), (share, Role::Text)]);
        return;
    };
    let measure = open.measure();
    let row = |name: &str, value: f64| {
        let number = right(&measure.number(value), 8);
        match measure.percentage(value).as_str() {
            "" => format!("{name:<12}{number} cp"),
            share => format!("{name:<12}{number} {} %", right(share, 5)),
        }
    };
    let planned = open.settings.as_ref().map_or(0, |settings| settings.generations);
    let mut text = vec![
        (
            format!(
                "{:<12}{} of {}",
                "generation",
                right(&thousands(record.generation.into()), 8),
                thousands(planned.into())
            ),
            Role::Text,
        ),
        (row("best", record.spread.best as f64), Role::Organism),
        (row("median", record.spread.median), Role::Text),
        (row("mean", record.spread.mean), Role::Mean),
        (row("worst", record.spread.worst as f64), Role::Text),
        (format!("{:<12}{:>14.1} % of bits", "diversity", 100.0 * mean_diversity(record)), Role::Text),
    ];
    let result = open.run().and_then(|run| run.result.as_ref());
    if let Some(result) = result.filter(|result| measure.larger_is_better && result.test_total > 0) {
        let line = if result.match_report.is_some() {
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
    if state.zoomed {
        text.push(("z shows more in a larger terminal".to_owned(), Role::Dim));
    }
    draw_lines(draw, area, &text);
}
