//! The pane of the counterfactuals: the values that would change the organism's move, their cost, and the effect of the
//! edits made so far.

use super::{COUNTERFACTUALS, Frame, State, text};
use crate::disagreement::Counterfactual;
use crate::tui::prelude::*;

/// The counterfactuals: values that would change the organism's move.
pub(super) const LIST: List = List("positions: counterfactuals");

/// The minimum width of a list with the current values.
const WIDE: u16 = 50;

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let inner = frame.open(draw, "What would change it", "");
    let area = edit_effect(draw, state, model, inner);
    let found = state.scan.counterfactuals();
    let Some(selected) = found.filter(|found| !found.is_empty()) else {
        let agrees = state.scan.explanation().is_some_and(|why| why.agrees());
        let (text, role) = match found {
            Some(_) if agrees => ("✓ already plays the right move".to_owned(), Role::Good),
            Some(_) => ("no single value would make it play the right move".to_owned(), Role::Dim),
            None => (text::no_explanation(state, model), Role::Dim),
        };
        paragraph(draw, area, &text, role);
        return;
    };
    let table = table(state, model, area.width);
    let summary = if area.height >= 8 { 3 } else { 0 };
    let rows = table.len.min(usize::from(area.height.saturating_sub(1 + summary))) as u16;
    let [list, rest] = split_top(area, 1 + rows);
    table.draw(draw, list, frame.focused);
    if let Some(change) = selected.get(state.counterfactuals.at) {
        let [summary, _] = split_top(rest, summary);
        paragraph(draw, summary, &text::counterfactual(state, model, change), Role::Text);
    }
}

/// Returns the table of the counterfactuals in a list of this width.
pub(super) fn table<'a>(state: &'a State, model: &'a Model, width: u16) -> Table<'a> {
    let is_wide = width >= WIDE;
    let [to, won, lost, net] = if is_wide { [13, 6, 6, 7] } else { [6, 5, 5, 5] };
    let name = usize::from(width).saturating_sub(to + won + lost + net + 2);
    let parameter = |change: &Counterfactual| text::parameter(state, model, change.parameter);
    let value = move |change: &Counterfactual| match is_wide {
        true => format!("{} → {}", text::value(state, model, change.parameter), change.value),
        false => change.value.to_string(),
    };
    let count =
        |sign: char, count: Option<u32>| count.map_or_else(String::new, |count| format!("{sign}{count}"));
    Rows::new(LIST, state.scan.counterfactuals().unwrap_or_default(), state.counterfactuals.at)
        .without_gaps()
        .hide_cursor(state.pane() != COUNTERFACTUALS)
        .left("value", name, move |change| {
            (text::fitting_parameter(state, model, change.parameter, name), Role::Text)
        })
        .named("parameter")
        .sorted(move |change| Some(Key::text(parameter(change))))
        .right("to", to, move |change| (value(change), Role::Text))
        .named("value")
        .sorted(|change| Some(Key::Number(change.value.into())))
        .right("won", won, move |change| (count('+', change.cost.map(|(won, _)| won)), Role::Good))
        .named("positions won")
        .largest_first(|change| Some(Key::count(change.cost?.0)))
        .right("lost", lost, move |change| (count('−', change.cost.map(|(_, lost)| lost)), Role::Bad))
        .named("positions lost")
        .sorted(|change| Some(Key::count(change.cost?.1)))
        .right("net", net, |change| match change.cost.map(|(won, lost)| i64::from(won) - i64::from(lost)) {
            Some(net) => (signed(net), if net < 0 { Role::Bad } else { Role::Good }),
            None => ("counting…".to_owned(), Role::Dim),
        })
        .overflowing()
        .natural()
        .searched(parameter)
        .table()
}

/// Draws the subject's agreement, also before its edits, and the commands for edits at the bottom of an area. Returns the
/// rest of the area.
pub(super) fn edit_effect(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) -> Rect {
    let (text, role) = text::agreement(state, model);
    let wrapped = if text.is_empty() { Vec::new() } else { wrap(&text, area.width.saturating_sub(2).into()) };
    let mut lines: Vec<_> = wrapped.into_iter().map(|line| (line, role, None)).collect();
    if model.selection.draft.is_some() {
        lines.push(("u undo".to_owned(), Role::Key, Some(action("undo"))));
        lines.push(("P plant into the population".to_owned(), Role::Key, Some(action("plant"))));
    }
    let [rest, foot] = split_top(area, area.height.saturating_sub(lines.len() as u16));
    for ((text, role, action), line) in lines.iter().zip(foot.rows()) {
        draw.text(line.x + 1, line.y, line.width.saturating_sub(1), text, *role);
        if let Some(action) = action {
            draw.hits.note(line, Target::Act(*action));
        }
    }
    rest
}
