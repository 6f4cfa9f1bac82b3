//! Drawing of the whole screen: title, options, table and the description of the selected cell.

use ratatui::layout::Rect;

use super::plan::Plan;
use super::rows::{self, Row};
use super::sheet::Sheet;
use super::{Map, Spot, State, detail, map, table};
use crate::tui::action::Action;
use crate::tui::draw::Draw;
use crate::tui::format::thousands;
use crate::tui::format::unicode::Width as _;
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::theme::heat::Ramp;
use crate::tui::widgets::lines::paragraph;
use crate::tui::widgets::pane;

pub(crate) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let Some(sheet) = Sheet::new(state, model) else {
        return draw_empty(draw, model, area);
    };
    let rows = rows::rows(&sheet);
    let at = rows::cursor_row(&rows, sheet.state.locus);
    let locus = match rows.get(at) {
        Some(Row::Locus(locus)) => *locus,
        _ => return,
    };
    let small = area.width < 60 || area.height < 15;
    let inner = if small { area } else { pane::draw(draw, area, &title(&sheet, area.width), "", false) };
    let details = detail::height(inner.height, small);
    let headings: u16 = if small { 0 } else { 1 };
    if inner.height < details + headings + 4 {
        return;
    }
    if !small {
        draw_options(draw, &sheet, Rect { height: 1, ..inner });
    }
    let body = Rect { y: inner.y + headings, height: inner.height - headings - details - 1, ..inner };
    let plan = Plan::new(draw, &sheet, body, small);
    let ramp = draw.theme.heat(model.ascii);
    map::draw(draw, &sheet, &plan, &ramp, &rows, at);
    let rule = inner.bottom() - details - 1;
    let line = "─".repeat(usize::from(inner.width));
    draw.text(inner.x, rule, inner.width, &line, Role::Border);
    if !small {
        draw.text(area.x, rule, 1, "├", Role::Border);
        draw.text(area.right() - 1, rule, 1, "┤", Role::Border);
    }
    legend(draw, &ramp, sheet.state.map, inner, rule);
    let below = Rect { y: rule + 1, height: details, ..inner };
    detail::draw(draw, &sheet, locus, below, small);
}

/// Returns the title: heatmap, order, run and generation. In a narrow pane run and generation come last, because the
/// status line shows them too.
fn title(sheet: &Sheet<'_>, width: u16) -> String {
    let state = sheet.state;
    let grouped = if state.grouped { ", by group" } else { "" };
    let order = format!("{} order{grouped}", table::label(sheet));
    let run = sheet.open.filter(|open| open.runs.len() > 1 || width >= 100);
    let run = run.map(|open| format!("run {}", open.shown + 1));
    let unit = if width >= 100 { "generation" } else { "gen" };
    let record = sheet.record.filter(|_| state.map != Map::Generations);
    let generation = record.map(|record| format!("{unit} {}", thousands(record.generation.into())));
    let map = Some(state.map.title().to_owned());
    let parts =
        if width >= 80 { [map, run, generation, Some(order)] } else { [map, Some(order), run, generation] };
    parts.into_iter().flatten().collect::<Vec<String>>().join(" · ")
}

/// Draws the clickable options: heatmap, order and grouping.
fn draw_options(draw: &mut Draw<'_>, sheet: &Sheet<'_>, area: Rect) {
    let state = sheet.state;
    let mut x = area.x + 1;
    for map in Map::ALL {
        let selected = map == state.map;
        let label = format!("{}{}", if selected { "▸" } else { " " }, map.label());
        let width = label.cells() as u16;
        if x + width > area.right() {
            return;
        }
        draw.text(x, area.y, width, &label, if selected { Role::Tab } else { Role::Dim });
        draw.hits.note(Rect { x, width, ..area }, Target::own(Spot::Map(map)));
        x += width + 2;
    }
    let grouped = if state.grouped { "yes" } else { "no" };
    let rest = [
        (format!("by group: {grouped}"), Target::own(Spot::Grouped)),
        (format!("order: {}", table::label(sheet)), Target::Act(Action::Sort)),
    ];
    let mut right = area.right().saturating_sub(1);
    for (text, target) in rest {
        let width = text.cells() as u16;
        if right < x + width {
            return;
        }
        draw.text(right - width, area.y, width, &text, Role::Text);
        draw.hits.note(Rect { x: right - width, width, ..area }, target);
        right = right.saturating_sub(width + 3);
    }
}

/// Draws the color ramp between the meanings of its ends.
fn legend(draw: &mut Draw<'_>, ramp: &Ramp, map: Map, inner: Rect, y: u16) {
    let (low, high) = match map {
        Map::Bits if inner.width >= 60 => (" gene: lowest value ", " highest · bit: 0 or 1 "),
        _ if inner.width >= 60 => (" lowest of the range ", " highest "),
        _ => (" low ", " high "),
    };
    let steps: u16 = if inner.width >= 60 { 15 } else { 5 };
    let width = low.cells() as u16 + steps + high.cells() as u16;
    if width + 4 > inner.width {
        return;
    }
    let x = inner.right() - width - 1;
    draw.text(x, y, width, low, Role::Dim);
    let first = x + low.cells() as u16;
    for step in 0..steps {
        let (glyph, style) = ramp.cell(f64::from(step) / f64::from(steps - 1));
        draw.styled(first + step, y, 1, glyph, style);
    }
    draw.text(first + steps, y, width, high, Role::Dim);
}

/// Draws the screen while the session has no organisms.
fn draw_empty(draw: &mut Draw<'_>, model: &Model, area: Rect) {
    let inner = pane::draw(draw, area, "Genome", "", false);
    let failure = model.evolution.as_ref().and_then(|open| open.failure.as_deref());
    paragraph(draw, inner, failure.unwrap_or("The session is opening."), Role::Text);
}
