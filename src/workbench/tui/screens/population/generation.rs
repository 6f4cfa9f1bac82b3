//! Statistics of the displayed generation, and their changes from the previous generation.

use super::State;
use crate::evolution::record::Spread;
use crate::job::report::RunResult;
use crate::objectives::details::Details;
use crate::tui::evolution::mean_diversity;
use crate::tui::prelude::*;

/// Rows of the pane, including borders, headings and the test result.
pub(super) const HEIGHT: u16 = 12;

/// A number of a generation.
type Part = (&'static str, Role, fn(&Spread) -> f64);

const PARTS: [Part; 6] = [
    ("best", Role::Organism, |spread| spread.best as f64),
    ("upper 10 %", Role::Text, |spread| spread.q90),
    ("median", Role::Text, |spread| spread.median),
    ("mean", Role::Mean, |spread| spread.mean),
    ("lower 10 %", Role::Text, |spread| spread.q10),
    ("worst", Role::Text, |spread| spread.worst as f64),
];

pub(super) fn draw(draw: &mut Draw<'_>, _state: &State, model: &Model, frame: Frame) {
    let Some(open) = &model.evolution else { return };
    let Some((run, record)) = open.run().zip(open.record()) else {
        let inner = pane::draw(draw, frame.area, "Generation", "", frame.highlighted);
        paragraph(draw, inner, "none measured yet", Role::Dim);
        return;
    };
    let back = open.earlier.is_some();
    let newest = run.latest.as_ref().map_or(0, |newest| newest.generation);
    let title = match back {
        true => format!("Generation {} of {newest}", record.generation),
        false => format!("Generation {}", thousands(record.generation.into())),
    };
    let note = match (back, open.runs.len() > 1) {
        (true, _) => "looking back".to_owned(),
        (false, true) => format!("run {}", record.run + 1),
        (false, false) => String::new(),
    };
    let inner = pane::draw(draw, frame.area, &title, &note, frame.highlighted);
    // Only the predecessor of the newest generation is in memory.
    let before = run.previous.as_ref().filter(|_| !back);
    let measure = open.measure();
    // A measure without shares leaves more room for what follows.
    let share_width = if measure.share_heading().is_empty() { 5 } else { 6 };
    let line = |role: Role, numbers: [&str; 3], change: Cell| line(share_width, role, numbers, change);
    let mut lines =
        vec![line(Role::Dim, ["", measure.heading, measure.share_heading()], ("▲▼".to_owned(), Role::Dim))];
    for (name, role, part) in PARTS {
        let value = part(&record.spread);
        let old = before.map(|(old, _)| measure.value(part(old)));
        let better = measure.larger_is_better;
        let change = change(measure.value(value), old, better, |difference| measure.difference(difference));
        lines.push(line(role, [name, &measure.number(value), &measure.percentage(value)], change));
    }
    let diversity = mean_diversity(record) * 100.0;
    let change =
        change(diversity, before.map(|(_, old)| old * 100.0), true, |difference| format!("{difference:.1}"));
    lines.push(line(Role::Text, ["bits that differ", "", &format!("{diversity:.1}")], change));
    let text = |role, numbers: [&str; 3], note: &str| line(role, numbers, (note.to_owned(), Role::Dim));
    lines.push(match open.stagnant_since() {
        Some(since) if !back => {
            text(Role::Warning, ["no gain since", &thousands(since.into()), ""], "half the run")
        }
        _ => text(Role::Text, ["evaluations", &thousands(record.evaluations), ""], ""),
    });
    let is_match =
        open.settings.as_ref().is_some_and(|settings| settings.objective.properties().plays_opponents());
    let details = run.result.as_ref().map(|result| &result.details);
    // The mentor pane compares the champion's error with the best possible one.
    let mentor = details.and_then(Details::mentor_report).map(|report| {
        text(Role::Subject, ["✓ test set", &format!("{:.1}", report.test.champion.mean), ""], "cp")
    });
    let plays = details.is_some_and(|details| details.match_report().is_some());
    lines.extend(mentor.or_else(|| match &run.result {
        Some(RunResult { test_score, test_total, .. }) if plays && *test_total > 0 => {
            let points = measure.number(*test_score as f64);
            Some(text(Role::Subject, ["✓ final", &points, ""], measure.heading))
        }
        Some(RunResult { test_total: 0, .. }) => None,
        // A search is tested on several suites, so there is no single result.
        _ if !measure.larger_is_better => None,
        Some(RunResult { test_score, test_total, .. }) => {
            let share = percent(*test_score as f64, *test_total);
            let of = format!("/{}", thousands(*test_total));
            // Omit the size of the test set rather than cut it off: the curves' heading has it too.
            let of = if usize::from(inner.width) > 27 + of.len() { &of } else { "" };
            Some(text(Role::Subject, ["✓ test set", &thousands(*test_score), &share], of))
        }
        None if is_match => Some(text(Role::Dim, ["final match at the end", "", ""], "")),
        None => Some(text(Role::Dim, ["test set at the end", "", ""], "")),
    }));
    pieces(draw, inner, lines);
}

/// Returns a line: a name, a count and a share in so many cells, and what follows.
fn line(share_width: usize, role: Role, [name, count, share]: [&str; 3], change: Cell) -> [Cell; 2] {
    let count = right(&cut(count, 7), 19_usize.saturating_sub(name.cells()));
    [(format!("{name}{count}{} ", right(share, share_width)), role), change]
}

/// Returns the change of a number: a mark for its direction, and its size.
fn change(now: f64, before: Option<f64>, more_is_better: bool, format: impl Fn(f64) -> String) -> Cell {
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
