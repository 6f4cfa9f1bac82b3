//! What would change the organism's move, and at what price; and what the edits made so far have changed.

use ratatui::layout::Rect;

use super::{Pane, Spot, bare_inside, words};
use crate::tui::commands::Action;
use crate::tui::draw::Draw;
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{cut, left, parameter_name, percent, right, thousands, wrap};
use crate::tui::model::{List, Model, Target};
use crate::tui::theme::Role;

/// Cells of the columns after the name: the value now and then, won, lost, net.
const NUMBERS: u16 = 12 + 6 + 6 + 7;

/// Draws the pane.
pub(super) fn draw(draw: &mut Draw<'_>, model: &Model, area: Rect, focus: bool, bare: bool) {
    let inner = bare_inside(draw, area, "What would change it, at what price", "", focus, bare);
    let totals = totals(model, usize::from(inner.width.saturating_sub(2)));
    let room = inner.height.saturating_sub(totals.len() as u16);
    remedies(draw, model, Rect { height: room, ..inner }, focus || bare);
    for (line, (text, role, act)) in totals.iter().enumerate() {
        let y = inner.y + room + line as u16;
        if y < inner.bottom() {
            draw.text(inner.x + 1, y, inner.width.saturating_sub(1), text, *role);
            if let Some(act) = act {
                draw.seen.note(Rect { y, height: 1, ..inner }, Target::Act(*act));
            }
        }
    }
}

/// The total of the subject, beside that of what its editing began with.
fn totals(model: &Model, width: usize) -> Vec<(String, Role, Option<Action>)> {
    let state = &model.positions;
    let mut lines = Vec::new();
    let Some(now) = state.study.answers() else {
        if let Some(draft) = &model.cast.draft {
            lines.push((model.name_of(draft.now()), Role::Subject, None));
        }
        return lines;
    };
    let total = thousands(now.total);
    match (&model.cast.draft, state.study.base_answers(model)) {
        (Some(_), Some(base)) => {
            let (won, lost) = words::won_and_lost(base, now);
            let net = now.correct as i64 - base.correct as i64;
            let text = format!(
                "agreement {} → {} of {total} ({net:+}: {won} won, {lost} lost)",
                thousands(base.correct),
                thousands(now.correct),
                won = thousands(won),
                lost = thousands(lost),
            );
            let role = if net < 0 { Role::Bad } else { Role::Good };
            lines.extend(wrap(&text, width).into_iter().map(|line| (line, role, None)));
            lines.push(("u undo".to_owned(), Role::Key, Some(Action::Undo)));
            lines.push(("P plant into the population".to_owned(), Role::Key, Some(Action::Plant)));
        }
        _ => {
            let share = percent(now.correct as f64, now.total);
            let text = format!("agreement {} of {total}, {share} %", thousands(now.correct));
            lines.push((cut(&text, width), Role::Subject, None));
        }
    }
    lines
}

fn remedies(draw: &mut Draw<'_>, model: &Model, area: Rect, keys: bool) {
    let state = &model.positions;
    let told = match state.study.remedies(state.entry) {
        _ if area.height == 0 => return,
        None => Err(words::weighing(model)),
        Some([]) if state.agrees() => Err("✓ it plays the grandmaster’s move: nothing to mend".to_owned()),
        Some([]) => Err("no single value would make it play the grandmaster’s move".to_owned()),
        Some(found) => Ok(found),
    };
    let found = match told {
        Ok(found) => found,
        Err(text) => {
            for (line, text) in wrap(&text, usize::from(area.width.saturating_sub(2))).iter().enumerate() {
                if (line as u16) < area.height {
                    draw.text(area.x + 1, area.y + line as u16, area.width.saturating_sub(1), text, Role::Dim);
                }
            }
            return;
        }
    };
    let name = area.width.saturating_sub(NUMBERS + 2);
    let heading = format!(" {}{}", left("value", usize::from(name)), headings());
    draw.text(area.x, area.y, area.width, &heading, Role::Dim);
    let sentence = if area.height >= 6 { 2 } else { 0 };
    let body = Rect { y: area.y + 1, height: area.height.saturating_sub(1 + sentence), ..area };
    let page = usize::from(body.height);
    let first = draw.seen.scroll(List::Remedies, state.remedies.at, page, found.len());
    for (line, (index, remedy)) in found.iter().enumerate().skip(first).take(page).enumerate() {
        let row = Rect { y: body.y + line as u16, height: 1, ..body };
        draw.seen.note(row, Target::Positions(Spot::Row(Pane::Remedies, index)));
        let here = keys && index == state.remedies.at;
        if here {
            draw.fill(row, Role::Cursor);
        }
        draw.over(row.x, row.y, 1, if here { "▸" } else { " " }, Role::Key, here);
        let text = words::parameter_of(model, remedy.parameter).map(parameter_name).unwrap_or_default();
        let name_room = usize::from(name);
        draw.over(row.x + 1, row.y, name, &cut(&text, name_room), Role::Text, here);
        let mut x = row.x + 1 + name;
        let net = i64::from(remedy.won) - i64::from(remedy.lost);
        let net_role = if net < 0 { Role::Bad } else { Role::Good };
        let cells = [
            (right(&format!("{} → {}", remedy.from, remedy.to), 12), Role::Text),
            (right(&format!("+{}", remedy.won), 6), Role::Good),
            (right(&format!("−{}", remedy.lost), 6), Role::Bad),
            (right(&format!("{net:+}").replace('-', "−"), 7), net_role),
        ];
        for (text, role) in cells {
            draw.over(x, row.y, row.right().saturating_sub(x), &text, role, here);
            x += text.cells() as u16;
        }
    }
    if sentence > 0
        && let Some(remedy) = found.get(state.remedies.at)
    {
        let text = words::remedy(model, remedy);
        for (line, text) in wrap(&text, usize::from(area.width.saturating_sub(2))).iter().take(2).enumerate() {
            draw.text(area.x + 1, body.bottom() + line as u16, area.width.saturating_sub(1), text, Role::Text);
        }
    }
}

fn headings() -> String {
    right("now → then", 12) + &right("won", 6) + &right("lost", 6) + &right("net", 7)
}
