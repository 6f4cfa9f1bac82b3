//! The area below the table: a description of the cell under the cursor, and the distribution of its values.

use ratatui::layout::Rect;

use super::sheet::Sheet;
use super::text::{self, Line};
use super::{Act, Locus, Spot};
use crate::tui::action::Action;
use crate::tui::draw::Draw;
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{right, wrap};
use crate::tui::hit_map::Target;
use crate::tui::theme::Role;
use crate::tui::widgets::bars;

/// Returns the height of the area on a screen of so many lines.
pub(super) fn height(lines: u16, small: bool) -> u16 {
    match lines {
        ..12 if small => 1,
        ..15 => 2,
        15..22 => 4,
        22..28 => 7,
        28..45 => 8,
        _ => 10,
    }
}

pub(super) fn draw(draw: &mut Draw<'_>, sheet: &Sheet<'_>, locus: Locus, area: Rect, small: bool) {
    let side = if area.width >= 100 && area.height >= 5 { (area.width * 2 / 5).min(74) } else { 0 };
    let left = Rect { width: area.width - side, ..area };
    let parameter = locus.parameter;
    let mut lines: Vec<Line> = vec![text::cell(sheet, locus)];
    if small && area.width < 60 {
        lines[0].retain(|(_, role)| *role == Role::Title);
    }
    lines.push(text::compared(sheet, parameter));
    lines.push(text::population(sheet, locus));
    lines.push(text::convergence(sheet, locus));
    if area.height >= 6 {
        lines.push(text::meaning(sheet, parameter));
        lines.push(text::fitness(sheet));
        lines.push(text::spread(sheet));
    } else if area.height >= 4 {
        lines[3] = text::meaning(sheet, parameter);
    }
    let lines = fitted(lines, usize::from(left.width.saturating_sub(2)));
    for (line, spans) in lines.iter().enumerate().take(usize::from(left.height)) {
        let spans: Vec<(&str, Role)> = spans.iter().map(|(text, role)| (text.as_str(), *role)).collect();
        draw.spans(left.x + 1, left.y + line as u16, left.width.saturating_sub(2), &spans);
    }
    let evolves = sheet.spec(parameter).is_some_and(|spec| spec.bits > 0);
    if area.height > lines.len() as u16 && evolves && sheet.subject.is_some() {
        buttons(draw, left, area.bottom() - 1);
    }
    if side > 0 {
        distribution(draw, sheet, parameter, Rect { x: left.right(), width: side - 1, ..area });
    }
}

/// Breaks lines that are too long between their pieces, and pieces that are too long at spaces.
fn fitted(lines: Vec<Line>, width: usize) -> Vec<Line> {
    let mut fitted = Vec::new();
    for line in lines {
        let mut current = Line::new();
        let mut cells = 0;
        for (text, role) in line {
            if cells > 0 && cells + text.cells() > width {
                fitted.push(std::mem::take(&mut current));
                cells = 0;
            }
            if cells == 0 && text.cells() > width {
                fitted.extend(wrap(&text, width).into_iter().map(|text| vec![(text, role)]));
            } else {
                cells += text.cells();
                current.push((text, role));
            }
        }
        fitted.extend((!current.is_empty()).then_some(current));
    }
    fitted
}

/// Draws the buttons that change the value under the cursor.
fn buttons(draw: &mut Draw<'_>, area: Rect, y: u16) {
    let mut x = area.x + 1;
    draw.text(x, y, area.right().saturating_sub(x), "change:", Role::Dim);
    x += 9;
    let changes = [("_ −10", -10), ("- −1", -1), ("+ +1", 1), ("* +10", 10)];
    let changes = changes.map(|(label, by)| (label, Target::own(Spot::Change(by))));
    for (label, target) in changes.into_iter().chain([("= set", Target::Act(Action::own(&Act::Set)))]) {
        let width = label.cells() as u16;
        if x + width > area.right() {
            return;
        }
        draw.text(x, y, 1, &label[..1], Role::Key);
        draw.text(x + 1, y, width - 1, &label[1..], Role::Text);
        draw.hits.note(Rect { x, y, width, height: 1 }, target);
        x += width + 3;
    }
}

/// Draws a histogram of a parameter's values in the population, with marks for subject, rival and papers below it.
fn distribution(draw: &mut Draw<'_>, sheet: &Sheet<'_>, parameter: usize, area: Rect) {
    let Some(spec) = sheet.spec(parameter).filter(|spec| spec.bits > 0) else { return };
    let values = text::values(sheet, parameter);
    if values.is_empty() || area.height < 5 {
        return;
    }
    let (low, high) = spec.range;
    let (from, to) = (low.to_string(), high.to_string());
    let margin = from.cells().max(to.cells()) as u16 + 1;
    let width = area.width.saturating_sub(2 * margin + 1);
    if width < 8 {
        return;
    }
    let span = f64::from(high) - f64::from(low) + 1.0;
    let bins = if span < f64::from(width) { span as u16 } else { width };
    let bar = bars::bar_width(width, usize::from(bins));
    let bin = |value: i32| {
        ((f64::from(value) - f64::from(low)) / span * f64::from(bins)).clamp(0.0, f64::from(bins - 1)) as u16
    };
    let mut counts = vec![0u64; usize::from(bins)];
    values.iter().for_each(|value| counts[usize::from(bin(*value))] += 1);
    let x = area.x + margin;
    let heading = format!("organisms by value of {}", spec.name);
    draw.text(area.x + 1, area.y, area.width - 1, &heading, Role::Dim);
    let plot = Rect { x, y: area.y + 1, width: bar * bins, height: area.height - 3 };
    bars::vertical(draw, plot, &counts, Role::Organism);
    let axis = plot.bottom();
    draw.text(area.x, axis, margin, &right(&from, usize::from(margin) - 1), Role::Dim);
    draw.text(x, axis, plot.width, &"─".repeat(usize::from(plot.width)), Role::Border);
    draw.text(x + plot.width + 1, axis, margin, &to, Role::Dim);
    let papers = (0..sheet.model.choices.papers.len()).map(|index| sheet.paper_value(index, parameter));
    let marks = papers.map(|value| (value, "◇", Role::Paper)).chain([
        (sheet.rival_value(parameter), "○", Role::Rival),
        (sheet.subject_value(parameter), "●", Role::Subject),
    ]);
    for (value, mark, role) in marks {
        if let Some(value) = value.filter(|value| (low..=high).contains(value)) {
            draw.text(x + bin(value) * bar + bar / 2, axis + 1, 1, mark, role);
        }
    }
}
