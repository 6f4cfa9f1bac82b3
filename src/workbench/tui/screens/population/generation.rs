//! Statistics of the displayed generation, and their changes from the previous generation.

use ratatui::layout::Rect;

use crate::job::report::RunResult;
use crate::tui::draw::Draw;
use crate::tui::evolution::{Evolution, mean_diversity};
use crate::tui::format::{percent, right, thousands};
use crate::tui::theme::Role;
use crate::tui::widgets::pane;

/// Rows of the pane, including borders, headings and the test result.
pub(super) const HEIGHT: u16 = 12;

pub(super) fn draw(draw: &mut Draw<'_>, open: &Evolution, area: Rect, focus: bool) {
    let Some((run, record)) = open.run().and_then(|run| Some((run, open.record()?))) else {
        let inner = pane::draw(draw, area, "Generation", "", focus);
        draw.text(inner.x + 1, inner.y, inner.width.saturating_sub(1), "none measured yet", Role::Dim);
        return;
    };
    let back = open.earlier.is_some();
    let newest = run.latest.as_ref().map_or(0, |newest| newest.generation);
    let title = match back {
        true => format!("Generation {} of {}", record.generation, newest),
        false => format!("Generation {}", thousands(record.generation.into())),
    };
    let note = match (back, open.runs.len() > 1) {
        (true, _) => "looking back".to_owned(),
        (false, true) => format!("run {}", record.run + 1),
        (false, false) => String::new(),
    };
    let inner = pane::draw(draw, area, &title, &note, focus);
    let spread = &record.spread;
    // Only the predecessor of the newest generation is in memory.
    let before = run.previous.as_ref().filter(|_| !back);
    let rows: [(&str, f64, Option<f64>); 6] = [
        ("best", spread.best as f64, before.map(|(old, _)| old.best as f64)),
        ("upper 10 %", spread.q90, before.map(|(old, _)| old.q90)),
        ("median", spread.median, before.map(|(old, _)| old.median)),
        ("mean", spread.mean, before.map(|(old, _)| old.mean)),
        ("lower 10 %", spread.q10, before.map(|(old, _)| old.q10)),
        ("worst", spread.worst as f64, before.map(|(old, _)| old.worst as f64)),
    ];
    let measure = open.measure();
    let mut lines = Lines { draw, inner, row: 0 };
    lines.push("", measure.heading, measure.share_heading(), "▲▼", Role::Dim, Role::Dim);
    for (name, value, old) in rows {
        let role = match name {
            "best" => Role::Organism,
            "mean" => Role::Mean,
            _ => Role::Text,
        };
        let old = old.map(|old| measure.value(old));
        let better = measure.larger_is_better;
        let (text, change) =
            change(measure.value(value), old, better, |difference| measure.difference(difference));
        lines.push(name, &measure.number(value), &measure.percentage(value), &text, role, change);
    }
    let diversity = mean_diversity(record) * 100.0;
    let (text, role) =
        change(diversity, before.map(|(_, old)| old * 100.0), true, |difference| format!("{difference:.1}"));
    lines.push("bits that differ", "", &format!("{diversity:.1}"), &text, Role::Text, role);
    lines.push("evaluations", &thousands(record.evaluations), "", "", Role::Text, Role::Dim);
    let is_match = open.settings.as_ref().is_some_and(|settings| settings.objective.matches().is_some());
    match &run.result {
        // The mentor pane compares the champion's error with the best possible one.
        Some(RunResult { mentor_report: Some(mentor_report), .. }) => {
            let error = format!("{:.1}", mentor_report.test.champion.mean);
            lines.push("✓ test set", &error, "", "cp", Role::Subject, Role::Dim);
        }
        Some(RunResult { match_report: Some(_), test_score, test_total, .. }) if *test_total > 0 => {
            let points = measure.number(*test_score as f64);
            lines.push("✓ final", &points, "", measure.heading, Role::Subject, Role::Dim);
        }
        Some(RunResult { test_total: 0, .. }) => {}
        // A search is tested on several suites, so there is no single result.
        _ if !measure.larger_is_better => {}
        Some(result) => {
            let share = percent(result.test_score as f64, result.test_total);
            let of = format!("/{}", thousands(result.test_total));
            // Omit the size of the test set rather than cut it off: the curves' heading has it too.
            let of = if usize::from(lines.inner.width) > 27 + of.len() { of } else { String::new() };
            lines.push("✓ test set", &thousands(result.test_score), &share, &of, Role::Subject, Role::Dim);
        }
        None if is_match => lines.push("final match at the end", "", "", "", Role::Dim, Role::Dim),
        None => lines.push("test set at the end", "", "", "", Role::Dim, Role::Dim),
    }
}

struct Lines<'a, 'b> {
    draw: &'a mut Draw<'b>,
    inner: Rect,
    row: u16,
}

impl Lines<'_, '_> {
    fn push(&mut self, name: &str, count: &str, share: &str, change: &str, role: Role, change_role: Role) {
        if self.row >= self.inner.height {
            return;
        }
        let (x, y, width) = (self.inner.x + 1, self.inner.y + self.row, self.inner.width.saturating_sub(1));
        self.draw.text(x, y, width, name, role);
        if !count.is_empty() {
            self.draw.text(x + 12, y, width.saturating_sub(12), &right(count, 7), role);
        }
        if !share.is_empty() {
            self.draw.text(x + 19, y, width.saturating_sub(19), &right(share, 6), role);
        }
        self.draw.text(x + 26, y, width.saturating_sub(26), change, change_role);
        self.row += 1;
    }
}

/// Returns the change of a number: a mark for its direction, and its size.
fn change(
    now: f64,
    before: Option<f64>,
    more_is_better: bool,
    format: impl Fn(f64) -> String,
) -> (String, Role) {
    let Some(before) = before else { return (String::new(), Role::Dim) };
    let text = format((now - before).abs());
    if text.chars().all(|character| matches!(character, '0' | '.')) {
        ("·".to_owned(), Role::Dim)
    } else {
        let mark = if now > before { "▲" } else { "▼" };
        let role = if (now > before) == more_is_better { Role::Good } else { Role::Bad };
        (format!("{mark} {text}"), role)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::format::rounded;

    #[test]
    fn changes_show_their_direction() {
        assert_eq!(change(1487.0, Some(1484.0), true, rounded).0, "▲ 3");
        assert_eq!(change(1400.0, Some(1411.0), true, rounded), ("▼ 11".to_owned(), Role::Bad));
        assert_eq!(change(1400.0, Some(1411.0), false, rounded), ("▼ 11".to_owned(), Role::Good));
        assert_eq!(change(1400.0, Some(1400.2), true, rounded).0, "·");
        assert_eq!(change(1400.0, None, true, rounded).0, "");
    }
}
