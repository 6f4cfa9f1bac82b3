//! The pane of the contributions: how much each parameter adds to the difference between the scores of two moves.

use ratatui::layout::Rect;

use super::state::Comparison;
use super::{Frame, Pane, Spot, State, counterfactuals, lists, text};
use crate::tui::draw::Draw;
use crate::tui::format::{cut, cut_name, right};
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::widgets::lines::paragraph;

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame, edit_effect: bool) {
    let found = state.scan.explanation().zip(state.comparison.as_ref());
    let Some((why, comparison)) = found else {
        let inner = frame.open(draw, "Why", "");
        paragraph(draw, inner, &text::no_explanation(state, model), Role::Dim);
        return;
    };
    let (own, other) = (&why.candidates[comparison.first], &why.candidates[comparison.second]);
    let inner = frame.open(draw, &format!("Why {} over {}", own.san, other.san), "cp");
    let inner = if edit_effect { counterfactuals::edit_effect(draw, state, model, inner) } else { inner };
    let line = |y: u16| Rect { y, height: 1, ..inner };
    let role = if other.right { Role::Grandmaster } else { Role::Text };
    let label = match (other.right, state.entry()) {
        (true, Some(entry)) => format!("( ) {}", text::right_name(entry)),
        _ => format!("    {} choice", text::ordinal(comparison.second as u64 + 1)),
    };
    let own_mark = if own.right { "✓" } else { "[ ]" };
    let moves = [(format!("{own_mark} organism"), own, Role::Subject), (label, other, role)];
    let mut y = inner.y;
    for (label, candidate, role) in moves {
        if y < inner.bottom() {
            let text = format!(" {label} {}", candidate.san);
            number(draw, line(y), &text, &text::score(candidate.score), role, false);
        }
        y += 1;
    }
    let contributions = match &comparison.contributions {
        Ok(contributions) => contributions,
        Err(undecided) => {
            let rest = Rect { y: y.min(inner.bottom()), height: inner.bottom().saturating_sub(y), ..inner };
            paragraph(draw, rest, text::undecided(*undecided), Role::Dim);
            return;
        }
    };
    if y >= inner.bottom() {
        return;
    }
    let (for_own, for_other) = (format!(" █ for {}", own.san), format!("   ▒ for {}", other.san));
    let legend = [(for_own.as_str(), Role::Subject), (for_other.as_str(), Role::Grandmaster)];
    draw.spans(inner.x, y, inner.width, &legend);
    y += 1;
    let meaning = if inner.height >= 14 { 3 } else { 0 };
    let rows = state.contribution_rows(comparison);
    let rows = (rows + usize::from(rows < contributions.len())).min(usize::from(u16::MAX)) as u16;
    let room = inner.bottom().saturating_sub(y + 1 + meaning);
    let body = Rect { y, height: room.min(rows), ..inner };
    bars(draw, state, model, body, comparison, frame.focused);
    let sum = body.bottom();
    if sum < inner.bottom() {
        let total = own.score - other.score;
        number(draw, line(sum), " sum: the margin", &text::score(total), Role::Title, false);
    }
    if meaning > 0 {
        let is_listed = state.why.at < state.contribution_rows(comparison);
        let selected = contributions.get(state.why.at).filter(|_| is_listed);
        let text = selected.map(|part| text::meaning(state, model, part.parameter));
        let text = text.unwrap_or_else(|| "equal in both scores; Enter lists them".to_owned());
        paragraph(draw, Rect { y: sum + 1, height: meaning, ..inner }, &text, Role::Dim);
    }
}

/// Draws a line with a number at its right end.
fn number(draw: &mut Draw<'_>, line: Rect, text: &str, number: &str, role: Role, selected: bool) {
    let room = usize::from(line.width.saturating_sub(8));
    draw.over(line.x, line.y, room as u16, &cut(text, room), role, selected);
    let x = line.right().saturating_sub(8).max(line.x);
    draw.over(x, line.y, line.right() - x, &right(number, 7), role, selected);
}

/// Draws a row for each parameter, with a bar: the largest contribution has the longest bar.
fn bars(
    draw: &mut Draw<'_>,
    state: &State,
    model: &Model,
    body: Rect,
    comparison: &Comparison,
    focused: bool,
) {
    let Ok(contributions) = &comparison.contributions else { return };
    let rows = state.contribution_rows(comparison);
    let len = rows + usize::from(rows < contributions.len());
    let largest = contributions.iter().map(|part| part.difference().unsigned_abs()).max().unwrap_or(0).max(1);
    let name = (body.width * 9 / 20).clamp(8, 28);
    let bar_width = body.width.saturating_sub(name + 1 + 9);
    for (index, row) in draw.visible_rows(body, lists::CONTRIBUTIONS, state.why.at, len) {
        let selected = focused && index == state.why.at;
        draw.row(row, Target::own(Spot::Row(Pane::Why, index)), selected);
        draw.over(row.x, row.y, 1, if selected { "▸" } else { " " }, Role::Key, selected);
        let Some(part) = contributions.get(index).filter(|_| index < rows) else {
            let text = format!("{} others", contributions.len() - rows);
            draw.over(row.x + 1, row.y, row.width - 1, &text, Role::Dim, selected);
            let cell = Rect { x: row.right().saturating_sub(8), width: 8.min(row.width), ..row };
            number(draw, cell, "", "0", Role::Dim, selected);
            continue;
        };
        let (fill, role) =
            if part.difference() > 0 { ("█", Role::Subject) } else { ("▒", Role::Grandmaster) };
        let text = cut_name(&text::parameter(state, model, part.parameter), usize::from(name));
        draw.over(row.x + 1, row.y, name, &text, Role::Text, selected);
        let cells = f64::from(part.difference().unsigned_abs()) / f64::from(largest) * f64::from(bar_width);
        let bar =
            fill.repeat((cells.round() as usize).max(usize::from(bar_width > 0 && part.difference() != 0)));
        draw.over(
            row.x + 1 + name + 1,
            row.y,
            bar_width,
            &right(&bar, usize::from(bar_width)),
            role,
            selected,
        );
        let x = row.right().saturating_sub(8).max(row.x);
        draw.over(x, row.y, row.right() - x, &right(&text::score(part.difference()), 7), role, selected);
    }
}
