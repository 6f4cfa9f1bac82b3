//! Why the organism prefers its move: what each parameter adds to the difference of the two scores.

use ratatui::layout::Rect;

use super::{Pane, Spot, bare_inside, words};
use crate::tui::draw::Draw;
use crate::tui::format::{cut, parameter_name, right, wrap};
use crate::tui::model::{List, Model, Target};
use crate::tui::theme::Role;

/// Draws the pane.
pub(super) fn draw(draw: &mut Draw<'_>, model: &Model, area: Rect, focus: bool, bare: bool) {
    let state = &model.positions;
    let (entry, explained) = (state.study.entry(state.entry), state.study.explanation(state.entry));
    let title = match (entry, explained) {
        (Some(entry), Some(why)) => words::why(entry, why),
        _ => "Why".to_owned(),
    };
    let inner = bare_inside(draw, area, &title, "", focus, bare);
    let (Some(entry), Some(why)) = (entry, explained) else {
        words::not_explained(draw, model, inner);
        return;
    };
    let line = |y: u16| Rect { y, height: 1, ..inner };
    let own = &why.candidates[why.chosen];
    let theirs = &why.candidates[why.right];
    let mut y = inner.y;
    for (who, candidate, role) in [("[ ] organism", own, Role::Subject), ("( ) grandmaster", theirs, Role::Grandmaster)]
    {
        if y < inner.bottom() {
            let text = format!(" {who} {}", words::san(entry, candidate.m));
            number(draw, line(y), &text, &words::score(candidate.score), role, false);
        }
        y += 1;
    }
    if y >= inner.bottom() {
        return;
    }
    if why.chosen == why.right {
        agrees(draw, model, Rect { y, height: inner.bottom() - y, ..inner }, entry);
        return;
    }
    let legend = format!(" █ for {}   ▒ for {}", words::san(entry, own.m), words::san(entry, theirs.m));
    number(draw, line(y), &legend, "cp", Role::Dim, false);
    y += 1;
    let meaning = if inner.height >= 12 { 2 } else { 0 };
    let foot = 1 + meaning;
    let body = Rect { y, height: inner.bottom().saturating_sub(y + foot), ..inner };
    bars(draw, model, body, focus || bare);
    let sum = body.bottom();
    if sum < inner.bottom() {
        let total = own.score - theirs.score;
        number(draw, line(sum), " sum, the margin", &words::score(total), Role::Title, false);
    }
    if meaning > 0 {
        let at = state.why.at;
        let text = why.contributions.get(at).map(|part| words::parameter(model, part.parameter));
        let text = text.unwrap_or_else(|| "all others add nothing".to_owned());
        for (row, text) in wrap(&text, usize::from(inner.width.saturating_sub(2))).iter().take(2).enumerate() {
            let y = sum + 1 + row as u16;
            draw.text(inner.x + 1, y, inner.width.saturating_sub(1), text, Role::Dim);
        }
    }
}

/// A line with a number at its right end.
fn number(draw: &mut Draw<'_>, line: Rect, text: &str, number: &str, role: Role, here: bool) {
    let room = usize::from(line.width.saturating_sub(8));
    draw.over(line.x, line.y, room as u16, &cut(text, room), role, here);
    let x = line.right().saturating_sub(8).max(line.x);
    draw.over(x, line.y, line.right() - x, &right(number, 7), role, here);
}

fn agrees(draw: &mut Draw<'_>, model: &Model, area: Rect, entry: &crate::disagreement::Entry) {
    let ahead = model.positions.study.explanation(model.positions.entry).and_then(|why| {
        let second = why.candidates.get(1)?;
        Some((words::san(entry, second.m), why.candidates[why.chosen].score - second.score))
    });
    let mut text = "✓ it plays the grandmaster’s move".to_owned();
    if let Some((second, by)) = ahead {
        text += &format!(", {} cp ahead of {second}", words::score(by).trim_start_matches('+'));
    }
    for (row, line) in wrap(&text, usize::from(area.width.saturating_sub(2))).iter().enumerate() {
        let y = area.y + 1 + row as u16;
        if y < area.bottom() {
            draw.text(area.x + 1, y, area.width.saturating_sub(1), line, Role::Good);
        }
    }
}

/// One row a parameter: what it adds, as a bar as long as the largest is.
fn bars(draw: &mut Draw<'_>, model: &Model, body: Rect, keys: bool) {
    let state = &model.positions;
    let Some(why) = state.study.explanation(state.entry) else { return };
    let parts = &why.contributions;
    let rows = words::told(why);
    let len = rows + usize::from(rows < parts.len());
    let page = usize::from(body.height);
    let most = parts.iter().map(|part| part.difference.unsigned_abs()).max().unwrap_or(0).max(1);
    let first = draw.seen.scroll(List::Contributions, state.why.at, page, len);
    let name = (body.width * 2 / 5).clamp(8, 26);
    let wide = body.width.saturating_sub(name + 1 + 9);
    for (line, index) in (first..len).take(page).enumerate() {
        let row = Rect { y: body.y + line as u16, height: 1, ..body };
        let here = keys && index == state.why.at;
        draw.seen.note(row, Target::Positions(Spot::Row(Pane::Why, index)));
        if here {
            draw.fill(row, Role::Cursor);
        }
        draw.over(row.x, row.y, 1, if here { "▸" } else { " " }, Role::Key, here);
        let Some(part) = parts.get(index).filter(|_| index < rows) else {
            let text = format!("{} others", parts.len() - rows);
            draw.over(row.x + 1, row.y, row.width - 1, &text, Role::Dim, here);
            number(draw, Rect { x: row.right().saturating_sub(8), width: 8.min(row.width), ..row }, "", "0", Role::Dim, here);
            continue;
        };
        let (fill, role) =
            if part.difference > 0 { ("█", Role::Subject) } else { ("▒", Role::Grandmaster) };
        let known = model.subject().and_then(|subject| {
            subject.schema.parameters.get(part.parameter).map(|known| parameter_name(&known.name))
        });
        let text = cut(&known.unwrap_or_default(), usize::from(name));
        draw.over(row.x + 1, row.y, name, &text, Role::Text, here);
        let cells = f64::from(part.difference.unsigned_abs()) / f64::from(most) * f64::from(wide);
        let bar = fill.repeat((cells.round() as usize).max(usize::from(wide > 0)));
        draw.over(row.x + 1 + name + 1, row.y, wide, &right(&bar, usize::from(wide)), role, here);
        let x = row.right().saturating_sub(8).max(row.x);
        draw.over(x, row.y, row.right() - x, &right(&words::score(part.difference), 7), role, here);
    }
}
