//! The pane of the counterfactuals: the values that would change the organism's move, their cost, and the effect of the
//! edits made so far.

use ratatui::layout::Rect;

use super::{Frame, Pane, Spot, State, lists, table, text};
use crate::tui::action::Action;
use crate::tui::draw::{Draw, Heading};
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{cut_name, right, signed, wrap};
use crate::tui::general_commands;
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::widgets::lines::paragraph;

/// The minimum width of a list with the current values.
const WIDE: u16 = 50;

/// Returns the widths of the columns after the name: the change, positions won, lost, and their difference.
fn columns(width: u16) -> [usize; 4] {
    if width >= WIDE { [13, 6, 6, 7] } else { [6, 5, 5, 5] }
}

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let inner = frame.open(draw, "What would change it", "");
    let rest = edit_effect(draw, state, model, inner);
    counterfactuals(draw, state, model, rest, frame.focused);
}

/// Draws the subject's agreement and the effect of its edits at the bottom of an area. Returns the rest of the area.
pub(super) fn edit_effect(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) -> Rect {
    let lines = effect_lines(state, model, usize::from(area.width.saturating_sub(2)));
    let room = area.height.saturating_sub(lines.len() as u16);
    for (line, (text, role, act)) in lines.iter().enumerate() {
        let y = area.y + room + line as u16;
        if y < area.bottom() {
            draw.text(area.x + 1, y, area.width.saturating_sub(1), text, *role);
            if let Some(act) = act {
                draw.hits.note(Rect { y, height: 1, ..area }, Target::Act(*act));
            }
        }
    }
    Rect { height: room, ..area }
}

/// Returns the subject's agreement, also before its edits, and the commands for edits, as lines of this width.
fn effect_lines(state: &State, model: &Model, width: usize) -> Vec<(String, Role, Option<Action>)> {
    let mut lines = Vec::new();
    let (text, role) = text::agreement(state, model);
    if !text.is_empty() {
        lines.extend(wrap(&text, width).into_iter().map(|line| (line, role, None)));
    }
    if model.selection.draft.is_some() {
        lines.push(("u undo".to_owned(), Role::Key, Some(Action::own(&general_commands::UNDO))));
        lines.push((
            "P plant into the population".to_owned(),
            Role::Key,
            Some(Action::own(&general_commands::PLANT)),
        ));
    }
    lines
}

fn counterfactuals(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect, focused: bool) {
    let agrees = state.scan.explanation().is_some_and(|why| why.agrees());
    let found = state.scan.counterfactuals().unwrap_or_default();
    if found.is_empty() {
        let (text, role) = match state.scan.counterfactuals() {
            Some(_) if agrees => ("✓ already plays the right move".to_owned(), Role::Good),
            Some(_) => ("no single value would make it play the right move".to_owned(), Role::Dim),
            None => (text::no_explanation(state, model), Role::Dim),
        };
        paragraph(draw, area, &text, role);
        return;
    }
    let columns = columns(area.width);
    let name = area.width.saturating_sub(columns.iter().sum::<usize>() as u16 + 2);
    let [to, won, lost, net] = columns;
    let headings = [
        Heading::gap(1),
        Heading::left("value", usize::from(name)).by(table::PARAMETER),
        Heading::right("to", to).by(table::TO),
        Heading::right("won", won).by(table::WON),
        Heading::right("lost", lost).by(table::LOST),
        Heading::right("net", net).natural(),
    ];
    draw.headings(Rect { height: 1, ..area }, lists::COUNTERFACTUALS, &headings);
    let summary = if area.height >= 8 { 3 } else { 0 };
    let rows = found.len().min(usize::from(u16::MAX)) as u16;
    let body = Rect { y: area.y + 1, height: rows.min(area.height.saturating_sub(1 + summary)), ..area };
    for (index, change, row) in draw.visible(body, lists::COUNTERFACTUALS, state.counterfactuals.at, found) {
        let selected = focused && index == state.counterfactuals.at;
        draw.row(row, Target::own(Spot::Row(Pane::Counterfactuals, index)), selected);
        draw.over(row.x, row.y, 1, if selected { "▸" } else { " " }, Role::Key, selected);
        let text = text::parameter(state, model, change.parameter);
        draw.over(row.x + 1, row.y, name, &cut_name(&text, usize::from(name)), Role::Text, selected);
        let mut x = row.x + 1 + name;
        let value = if area.width >= WIDE {
            format!("{} → {}", text::value(state, model, change.parameter), change.value)
        } else {
            change.value.to_string()
        };
        let [to, more, less, sum] = columns;
        let mut cells = vec![(right(&value, to), Role::Text)];
        match change.cost {
            Some((won, lost)) => {
                let net = i64::from(won) - i64::from(lost);
                let role = if net < 0 { Role::Bad } else { Role::Good };
                cells.push((right(&format!("+{won}"), more), Role::Good));
                cells.push((right(&format!("−{lost}"), less), Role::Bad));
                cells.push((right(&signed(net), sum), role));
            }
            None => cells.push((right("counting…", more + less + sum), Role::Dim)),
        }
        for (text, role) in cells {
            draw.over(x, row.y, row.right().saturating_sub(x), &text, role, selected);
            x += text.cells() as u16;
        }
    }
    if summary > 0
        && let Some(change) = found.get(state.counterfactuals.at)
    {
        let below = Rect { y: body.bottom(), height: summary, ..area };
        paragraph(draw, below, &text::counterfactual(state, model, change), Role::Text);
    }
}
