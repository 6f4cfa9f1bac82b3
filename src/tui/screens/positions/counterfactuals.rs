//! What would change the organism's move, and at what price; and what the edits made so far have changed.

use ratatui::layout::Rect;

use super::{Frame, Pane, Spot, State, lists, words};
use crate::tui::action::Action;
use crate::tui::draw::Draw;
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{cut, left, right, signed, wrap};
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::theme::Role;

/// The width from which the value that is now stands beside the one to be.
const WIDE: u16 = 50;

/// Widths of the columns after the name: the change, won, lost, net.
fn columns(width: u16) -> [usize; 4] {
    if width >= WIDE { [13, 6, 6, 7] } else { [6, 5, 5, 5] }
}

/// Draws the pane.
pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let inner = frame.open(draw, "What would change it", "");
    let rest = outcome(draw, state, model, inner);
    remedies(draw, state, model, rest, frame.keys);
}

/// Draws the subject's total, and what its edits did, at the foot of an area; what is left of the area.
pub(super) fn outcome(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) -> Rect {
    let totals = totals(state, model, usize::from(area.width.saturating_sub(2)));
    let room = area.height.saturating_sub(totals.len() as u16);
    for (line, (text, role, act)) in totals.iter().enumerate() {
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

/// The total of the subject, beside that of what its editing began with.
fn totals(state: &State, model: &Model, width: usize) -> Vec<(String, Role, Option<Action>)> {
    let mut lines = Vec::new();
    let (text, role) = words::agreement(state, model);
    if !text.is_empty() {
        lines.extend(wrap(&text, width).into_iter().map(|line| (line, role, None)));
    }
    if model.selection.draft.is_some() {
        lines.push(("u undo".to_owned(), Role::Key, Some(Action::Undo)));
        lines.push(("P plant into the population".to_owned(), Role::Key, Some(Action::Plant)));
    }
    lines
}

fn remedies(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect, keys: bool) {
    let agrees = state.study.explanation().is_some_and(|why| why.agrees());
    let told = match state.study.remedies() {
        Some(found) if !found.is_empty() => Ok(found),
        Some(_) if agrees => Err(("✓ it plays the right move: nothing to mend".to_owned(), Role::Good)),
        Some(_) => Err(("no single value would make it play the right move".to_owned(), Role::Dim)),
        None => Err((words::unexplained(state, model), Role::Dim)),
    };
    let found = match told {
        Ok(found) => found,
        Err((text, role)) => {
            words::say(draw, area, &text, role);
            return;
        }
    };
    let columns = columns(area.width);
    let name = area.width.saturating_sub(columns.iter().sum::<usize>() as u16 + 2);
    let full = area.width >= WIDE;
    let heading = format!(" {}{}", left("value", usize::from(name)), headings(columns));
    draw.text(area.x, area.y, area.width, &heading, Role::Dim);
    let sentence = if area.height >= 8 { 3 } else { 0 };
    let rows = found.len().min(usize::from(u16::MAX)) as u16;
    let body = Rect { y: area.y + 1, height: rows.min(area.height.saturating_sub(1 + sentence)), ..area };
    let page = usize::from(body.height);
    let first = draw.hits.scroll(lists::REMEDIES, state.remedies.at, page, found.len());
    for (line, (index, remedy)) in found.iter().enumerate().skip(first).take(page).enumerate() {
        let row = Rect { y: body.y + line as u16, height: 1, ..body };
        draw.hits.note(row, Target::own(Spot::Row(Pane::Remedies, index)));
        let here = keys && index == state.remedies.at;
        if here {
            draw.fill(row, Role::Cursor);
        }
        draw.over(row.x, row.y, 1, if here { "▸" } else { " " }, Role::Key, here);
        let text = words::parameter(state, model, remedy.parameter);
        draw.over(row.x + 1, row.y, name, &cut(&text, usize::from(name)), Role::Text, here);
        let mut x = row.x + 1 + name;
        let change = if full {
            format!("{} → {}", words::value(state, model, remedy.parameter), remedy.value)
        } else {
            remedy.value.to_string()
        };
        let [to, more, less, sum] = columns;
        let mut cells = vec![(right(&change, to), Role::Text)];
        match remedy.cost {
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
            draw.over(x, row.y, row.right().saturating_sub(x), &text, role, here);
            x += text.cells() as u16;
        }
    }
    if sentence > 0
        && let Some(remedy) = found.get(state.remedies.at)
    {
        let below = Rect { y: body.bottom(), height: sentence, ..area };
        words::say(draw, below, &words::remedy(state, model, remedy), Role::Text);
    }
}

fn headings(columns: [usize; 4]) -> String {
    ["to", "won", "lost", "net"].iter().zip(columns).map(|(text, width)| right(text, width)).collect()
}
