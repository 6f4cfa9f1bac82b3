//! The pane of the contributions: how much each parameter adds to the difference between the scores of two moves. It can
//! show the evaluation of the position instead.

use super::{COUNTERFACTUALS, Frame, State, WHY, counterfactuals, text};
use crate::disagreement::{Contribution, OrganismRole};
use crate::tui::playing::{BoardHost as _, analysis, evaluation};
use crate::tui::prelude::*;

/// The contributions of the parameters to the difference of two moves.
pub(super) const LIST: List = List("positions: contributions");

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    // Without a pane, the effect of edits is above the reasons.
    let shows_effect = model.selection.draft.is_some() && !draw.hits.has_pane(COUNTERFACTUALS);
    let open = |draw: &mut Draw<'_>, title: &str, note: &str| {
        let inner = frame.open(draw, title, note);
        if shows_effect { counterfactuals::edit_effect(draw, state, model, inner) } else { inner }
    };
    if state.shows_evaluation() {
        let title = format!("Evaluation {}", analysis::named(state, model, OrganismRole::Subject));
        let inner = open(draw, &title, if state.is_playing() { "" } else { "d why" });
        evaluation::draw(draw, state, model, inner, frame.focused);
        return;
    }
    let Some((why, comparison)) = state.scan.explanation().zip(state.comparison.as_ref()) else {
        let inner = frame.open(draw, "Why", "");
        paragraph(draw, inner, &text::no_explanation(state, model), Role::Dim);
        return;
    };
    let (own, other) = (&why.candidates[comparison.first], &why.candidates[comparison.second]);
    let inner = open(draw, &format!("Why {} over {}", own.san, other.san), "cp");
    let role = if other.right { Role::Grandmaster } else { Role::Text };
    let label = match (other.right, state.entry()) {
        (true, Some(entry)) => format!("( ) {}", text::right_name(entry)),
        _ => format!("    {} choice", text::ordinal(comparison.second as u64 + 1)),
    };
    let own_mark = if own.right { "✓" } else { "[ ]" };
    let moves = [(format!("{own_mark} organism"), own, Role::Subject), (label, other, role)];
    let [head, rest] = split_top(inner, 2);
    for ((label, candidate, role), line) in moves.into_iter().zip(head.rows()) {
        number(draw, line, &format!(" {label} {}", candidate.san), &text::score(candidate.score), role);
    }
    if let Err(undecided) = comparison.contributions {
        paragraph(draw, rest, text::undecided(undecided), Role::Dim);
    }
    if comparison.contributions.is_err() || rest.is_empty() {
        return;
    }
    let (for_own, for_other) = (format!(" █ for {}", own.san), format!("   ▒ for {}", other.san));
    let legend = [(for_own.as_str(), Role::Subject), (for_other.as_str(), Role::Grandmaster)];
    draw.spans(rest.x, rest.y, rest.width, &legend);
    let rest = below(rest, 1);
    let table = table(state, model, inner.width);
    let meaning = if inner.height >= 14 { 3 } else { 0 };
    let room = rest.height.saturating_sub(1 + meaning);
    let [body, foot] = split_top(rest, room.min(table.len.min(usize::from(u16::MAX)) as u16));
    table.draw_rows(draw, body, frame.focused);
    let [sum, foot] = split_top(foot, 1);
    number(draw, sum, " sum: the margin", &text::score(own.score - other.score), Role::Title);
    let meaning_text = state.contribution().map_or_else(
        || "equal in both scores; Enter lists them".to_owned(),
        |part| text::meaning(state, model, part.parameter),
    );
    paragraph(draw, split_top(foot, meaning)[0], &meaning_text, Role::Dim);
}

/// Draws a line with a number at its right end.
fn number(draw: &mut Draw<'_>, line: Rect, text: &str, number: &str, role: Role) {
    if !line.is_empty() {
        let room = line.width.saturating_sub(8);
        draw.text(line.x, line.y, room, text, role);
        draw.text(line.x + room, line.y, line.width - room, &right(number, 7), role);
    }
}

/// Returns the table of the contributions in a list of this width: the largest one has the longest bar. The last row is
/// for the parameters that are not listed.
pub(super) fn table<'a>(state: &'a State, model: &'a Model, width: u16) -> Table<'a> {
    let comparison = state.comparison.as_ref();
    let all = comparison.and_then(|found| found.contributions.as_deref().ok()).unwrap_or_default();
    let listed = comparison.map_or(0, |found| state.contribution_rows(found));
    let others = all.len() - listed;
    let parts = all.iter().take(listed).map(Some);
    let rows: Vec<Option<&Contribution>> = parts.chain((others > 0).then_some(None)).collect();
    let largest = all.iter().map(|part| part.difference().unsigned_abs()).max().unwrap_or(0).max(1);
    let name = usize::from((width * 9 / 20).clamp(8, 28));
    let bar_width = usize::from(width).saturating_sub(name + 1 + 9);
    let parameter = |part: &Contribution| text::parameter(state, model, part.parameter);
    let role = |part: &Contribution| if part.difference() > 0 { Role::Subject } else { Role::Grandmaster };
    let bar = move |part: &Contribution| {
        let fill = if part.difference() > 0 { "█" } else { "▒" };
        let share = f64::from(part.difference().unsigned_abs()) / f64::from(largest);
        let cells = (share * bar_width as f64).round() as usize;
        (fill.repeat(cells.max(usize::from(bar_width > 0 && part.difference() != 0))), role(part))
    };
    Rows::new(LIST, rows, state.why.at)
        .hide_cursor(state.pane() != WHY)
        .left("parameter", name, move |part| match part {
            Some(part) => (text::fitting_parameter(state, model, part.parameter, name), Role::Text),
            None => (format!("{others} others"), Role::Dim),
        })
        .gap(0)
        .overflowing()
        .sorted(move |part| Some(Key::text(parameter((*part)?))))
        .right("", bar_width, move |part| part.map_or_else(|| (String::new(), Role::Dim), bar))
        .right("", 7, move |part| match part {
            Some(part) => (text::score(part.difference()), role(part)),
            None => ("0".to_owned(), Role::Dim),
        })
        .gap(0)
        .named("contribution")
        .largest_first(|part| Some(Key::Number((*part)?.difference().into())))
        .searched(move |part| part.map_or_else(String::new, parameter))
        .table()
}
