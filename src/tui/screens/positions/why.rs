//! Why the organism prefers its move: what each parameter adds to the difference of the two scores.

use ratatui::layout::Rect;

use super::state::Compared;
use super::{Frame, Pane, Spot, State, lists, remedies, words};
use crate::tui::draw::Draw;
use crate::tui::format::{cut, right};
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::theme::Role;

/// Draws the pane.
pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let found = state.study.explanation().zip(state.compared.as_ref());
    let Some((why, compared)) = found else {
        let inner = frame.open(draw, "Why", "");
        words::say(draw, inner, &words::unexplained(state, model), Role::Dim);
        return;
    };
    let (own, other) = (&why.candidates[compared.first], &why.candidates[compared.second]);
    let inner = frame.open(draw, &format!("Why {} over {}", own.san, other.san), "cp");
    let inner = if frame.total { remedies::outcome(draw, state, model, inner) } else { inner };
    let line = |y: u16| Rect { y, height: 1, ..inner };
    let role = if other.right { Role::Grandmaster } else { Role::Text };
    let who = match (other.right, state.entry()) {
        (true, Some(entry)) => format!("( ) {}", words::right_name(entry)),
        _ => format!("    {} choice", words::ordinal(compared.second as u64 + 1)),
    };
    let own_mark = if own.right { "✓" } else { "[ ]" };
    let heads = [(format!("{own_mark} organism"), own, Role::Subject), (who, other, role)];
    let mut y = inner.y;
    for (who, candidate, role) in heads {
        if y < inner.bottom() {
            let text = format!(" {who} {}", candidate.san);
            number(draw, line(y), &text, &words::score(candidate.score), role, false);
        }
        y += 1;
    }
    let parts = match &compared.parts {
        Ok(parts) => parts,
        Err(undecided) => {
            let rest = Rect { y: y.min(inner.bottom()), height: inner.bottom().saturating_sub(y), ..inner };
            words::say(draw, rest, words::undecided(*undecided), Role::Dim);
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
    let rows = state.told(compared);
    let rows = (rows + usize::from(rows < parts.len())).min(usize::from(u16::MAX)) as u16;
    let room = inner.bottom().saturating_sub(y + 1 + meaning);
    let body = Rect { y, height: room.min(rows), ..inner };
    bars(draw, state, model, body, compared, frame.keys);
    let sum = body.bottom();
    if sum < inner.bottom() {
        let total = own.score - other.score;
        number(draw, line(sum), " sum: the margin", &words::score(total), Role::Title, false);
    }
    if meaning > 0 {
        let part = parts.get(state.why.at).filter(|_| state.why.at < state.told(compared));
        let text = part.map(|part| words::meaning(state, model, part.parameter));
        let text = text
            .unwrap_or_else(|| "they add the same to both scores, or nothing; Enter lists them".to_owned());
        words::say(draw, Rect { y: sum + 1, height: meaning, ..inner }, &text, Role::Dim);
    }
}

/// A line with a number at its right end.
fn number(draw: &mut Draw<'_>, line: Rect, text: &str, number: &str, role: Role, here: bool) {
    let room = usize::from(line.width.saturating_sub(8));
    draw.over(line.x, line.y, room as u16, &cut(text, room), role, here);
    let x = line.right().saturating_sub(8).max(line.x);
    draw.over(x, line.y, line.right() - x, &right(number, 7), role, here);
}

/// One row a parameter: what it adds, as a bar as long as the largest is.
fn bars(draw: &mut Draw<'_>, state: &State, model: &Model, body: Rect, compared: &Compared, keys: bool) {
    let Ok(parts) = &compared.parts else { return };
    let rows = state.told(compared);
    let len = rows + usize::from(rows < parts.len());
    let page = usize::from(body.height);
    let most = parts.iter().map(|part| part.difference().unsigned_abs()).max().unwrap_or(0).max(1);
    let first = draw.hits.scroll(lists::CONTRIBUTIONS, state.why.at, page, len);
    let name = (body.width * 9 / 20).clamp(8, 28);
    let wide = body.width.saturating_sub(name + 1 + 9);
    for (line, index) in (first..len).take(page).enumerate() {
        let row = Rect { y: body.y + line as u16, height: 1, ..body };
        let here = keys && index == state.why.at;
        draw.hits.note(row, Target::own(Spot::Row(Pane::Why, index)));
        if here {
            draw.fill(row, Role::Cursor);
        }
        draw.over(row.x, row.y, 1, if here { "▸" } else { " " }, Role::Key, here);
        let Some(part) = parts.get(index).filter(|_| index < rows) else {
            let text = format!("{} others", parts.len() - rows);
            draw.over(row.x + 1, row.y, row.width - 1, &text, Role::Dim, here);
            number(
                draw,
                Rect { x: row.right().saturating_sub(8), width: 8.min(row.width), ..row },
                "",
                "0",
                Role::Dim,
                here,
            );
            continue;
        };
        let (fill, role) =
            if part.difference() > 0 { ("█", Role::Subject) } else { ("▒", Role::Grandmaster) };
        let text = cut(&words::parameter(state, model, part.parameter), usize::from(name));
        draw.over(row.x + 1, row.y, name, &text, Role::Text, here);
        let cells = f64::from(part.difference().unsigned_abs()) / f64::from(most) * f64::from(wide);
        let bar = fill.repeat((cells.round() as usize).max(usize::from(wide > 0 && part.difference() != 0)));
        draw.over(row.x + 1 + name + 1, row.y, wide, &right(&bar, usize::from(wide)), role, here);
        let x = row.right().saturating_sub(8).max(row.x);
        draw.over(x, row.y, row.right() - x, &right(&words::score(part.difference()), 7), role, here);
    }
}
