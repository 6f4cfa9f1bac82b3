//! The table: names and values at the left, the heatmap in the middle, diversity at the right.

use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::headings::headings;
use super::plan::{CONVERGENCE, NUMBER, OTHER, Other, Plan};
use super::rows::Row;
use super::sheet::Sheet;
use super::{Locus, Map, Spot, lists};
use crate::organism::chromosome::Chromosome;
use crate::tui::draw::Draw;
use crate::tui::format::{left, parameter_name, right, wrap};
use crate::tui::hit_map::Target;
use crate::tui::theme::Role;
use crate::tui::theme::heat::Ramp;
use crate::tui::widgets::areas::below;
use crate::tui::widgets::bars;

/// The decoded values of the visible columns.
enum Columns<'a> {
    Organisms { values: Vec<Vec<i32>>, bits: Vec<&'a Chromosome> },
    Generations(Vec<&'a [i32]>),
}

impl Columns<'_> {
    fn new<'a>(sheet: &Sheet<'a>, plan: &Plan) -> Columns<'a> {
        match sheet.state.map {
            Map::Generations => {
                let at = |column| sheet.points[plan.index(Map::Generations, column)];
                Columns::Generations(
                    (0..plan.shown).map(|column| at(column).champion_values.as_slice()).collect(),
                )
            }
            _ => {
                let shown = sheet.organisms().iter().skip(plan.first).take(plan.shown);
                let bits: Vec<&Chromosome> = shown.map(|organism| &organism.chromosome).collect();
                let values = bits.iter().map(|bits| bits.decode(&sheet.schema)).collect();
                Columns::Organisms { values, bits }
            }
        }
    }

    fn value(&self, column: usize, parameter: usize) -> Option<i32> {
        match self {
            Columns::Organisms { values, .. } => values.get(column)?.get(parameter).copied(),
            Columns::Generations(values) => values.get(column)?.get(parameter).copied(),
        }
    }

    fn bit(&self, column: usize, bit: usize) -> Option<bool> {
        match self {
            Columns::Organisms { bits, .. } => bits.get(column).map(|bits| bits.bit(bit)),
            Columns::Generations(_) => None,
        }
    }
}

/// Draws the table; `at` is the index of the row under the cursor.
pub(super) fn draw(
    draw: &mut Draw<'_>,
    sheet: &Sheet<'_>,
    plan: &Plan,
    ramp: &Ramp,
    rows: &[Row],
    at: usize,
) {
    let map = sheet.state.map;
    let columns = Columns::new(sheet, plan);
    headings(draw, sheet, plan);
    let area = plan.area;
    let body = below(area, plan.headings);
    let page = usize::from(body.height);
    // At the first parameter, the heading above it is visible too.
    let scroll_to = if at == 1 && matches!(rows.first(), Some(Row::Group(_))) { 0 } else { at };
    let mut first = draw.hits.scroll(lists::GENES, scroll_to, page, rows.len());
    if at >= first + page {
        first = draw.hits.scroll(lists::GENES, at, page, rows.len());
    }
    if rows.is_empty() {
        draw.text(
            body.x + 1,
            body.y,
            body.width.saturating_sub(1),
            "nothing found; Esc lists all",
            Role::Dim,
        );
    }
    draw.scroll_position(body, lists::GENES, (first, page), rows.len());
    let genes = Genes::new(sheet);
    let cursor = plan.cursor(sheet);
    for (line, (index, row)) in rows.iter().enumerate().skip(first).take(page).enumerate() {
        let line = Rect { y: body.y + line as u16, height: 1, ..body };
        match *row {
            Row::Group(group) => {
                draw.text(line.x + 1, line.y, line.width - 1, &group.to_string(), Role::Dim);
            }
            Row::Locus(locus) => {
                let selected = index == at;
                labels(draw, sheet, plan, &genes, line, locus, selected);
                diversity(draw, sheet, plan, line, locus, selected);
                for column in 0..plan.shown {
                    let x = plan.column(column);
                    let rect = Rect { x, width: plan.cell, ..line };
                    let marked = selected && cursor == Some(column);
                    cell(draw, sheet, ramp, &columns, rect, locus, column, marked);
                    draw.hits.note(rect, Target::own(Spot::Cell(locus, plan.index(map, column))));
                }
            }
        }
    }
    if plan.shown == 0 && plan.x < area.right() && area.width >= 60 {
        let width = area.right().saturating_sub(plan.x + plan.diversity_width);
        let reason = sheet.open.map_or("no session is open: n starts one, o opens one", |open| {
            open.failure.as_deref().unwrap_or("no generation is measured yet")
        });
        for (line, text) in wrap(reason, usize::from(width)).iter().enumerate().take(page) {
            draw.text(plan.x, body.y + line as u16, width, text, Role::Warning);
        }
    }
}

/// The chromosomes of subject and rival, for the rows of bits.
struct Genes {
    subject: Option<Chromosome>,
    rival: Option<Chromosome>,
}

impl Genes {
    fn new(sheet: &Sheet<'_>) -> Genes {
        let subject = sheet.subject.as_ref().and_then(|subject| sheet.chromosome(subject));
        Genes { subject, rival: sheet.model.rival().and_then(|rival| sheet.chromosome(rival)) }
    }
}

/// Draws the name of a row and the values of the compared organisms.
fn labels(
    draw: &mut Draw<'_>,
    sheet: &Sheet<'_>,
    plan: &Plan,
    genes: &Genes,
    line: Rect,
    locus: Locus,
    selected: bool,
) {
    let row = Rect { width: (plan.other(plan.others.len()) - line.x).min(line.width), ..line };
    if selected {
        draw.fill(row, Role::Cursor);
        draw.over(line.x, line.y, 1, "▸", Role::Key, true);
    }
    let Some(spec) = sheet.spec(locus.parameter) else { return };
    let (name, role) = match locus.bit {
        None => (parameter_name(&spec.name), Role::Text),
        Some(bit) => (format!("  bit {} of {}", bit + 1, spec.bits), Role::Dim),
    };
    let role = if sheet.state.map == Map::Bits && locus.bit.is_none() { Role::Title } else { role };
    let width = plan.name;
    draw.over(line.x + 2, line.y, width, &left(&name, usize::from(width)), role, selected);
    draw.hits.note(Rect { width: plan.name + 2, ..row }, Target::own(Spot::Name(locus)));
    let bit = |genes: &Option<Chromosome>| Some(i32::from(genes.as_ref()?.bit(sheet.bit(locus)?)));
    let parameter = locus.parameter;
    let number = |value: Option<i32>| value.map_or_else(|| "·".to_owned(), |value| value.to_string());
    let subject = if locus.bit.is_some() { bit(&genes.subject) } else { sheet.subject_value(parameter) };
    let edited = locus.bit.is_none() && sheet.before_edit(parameter).is_some();
    let mark = if edited { "✎" } else { "" };
    let role = if edited { Role::Warning } else { Role::Subject };
    let x = line.x + 2 + plan.name;
    let text = right(&format!("{mark}{}", number(subject)), usize::from(NUMBER));
    draw.over(x, line.y, NUMBER, &text, role, selected);
    draw.hits.note(Rect { x, width: NUMBER, ..line }, Target::own(Spot::Value(locus)));
    for (index, other) in plan.others.iter().enumerate() {
        let (value, role) = match (other, locus.bit) {
            (Other::Rival, None) => (sheet.rival_value(parameter), Role::Rival),
            (Other::Rival, Some(_)) => (bit(&genes.rival), Role::Rival),
            (Other::Paper(paper), None) => (sheet.paper_value(*paper, parameter), Role::Paper),
            // The papers publish values, not chromosomes.
            (Other::Paper(_), Some(_)) => (None, Role::Paper),
        };
        let role = if value.is_some() { role } else { Role::Dim };
        let text = right(&number(value), usize::from(OTHER));
        draw.over(plan.other(index), line.y, OTHER, &text, role, selected);
    }
}

/// Draws the diversity and convergence of a row.
fn diversity(draw: &mut Draw<'_>, sheet: &Sheet<'_>, plan: &Plan, line: Rect, locus: Locus, selected: bool) {
    if plan.diversity_width == 0 {
        return;
    }
    let x = line.right() - plan.diversity_width;
    if selected {
        draw.fill(Rect { x, width: plan.diversity_width, ..line }, Role::Cursor);
    }
    let diversity = match sheet.bit(locus) {
        Some(bit) => sheet.record.and_then(|record| record.bit_diversity.get(bit)).copied(),
        None => sheet.diversity(locus.parameter),
    };
    let Some(share) = diversity.map(f64::from) else {
        let fixed = sheet.spec(locus.parameter).is_some_and(|spec| spec.bits == 0);
        let text = if fixed { " fixed" } else { "" };
        draw.over(x, line.y, plan.diversity_width, text, Role::Dim, selected);
        return;
    };
    let text = format!(" {} {:2.0} %", bars::cell(share * 2.0), share * 100.0);
    draw.over(x, line.y, plan.diversity_width, &text, Role::Dim, selected);
    let trend =
        sheet.trend(locus.parameter).filter(|_| locus.bit.is_none()).map_or(" ", |trend| trend.mark());
    draw.over(x + 8, line.y, 1, trend, Role::Text, selected);
    if plan.diversity_width < CONVERGENCE {
        return;
    }
    if let Some(convergence) = sheet.convergence(locus) {
        let share = sheet.settled(locus).unwrap_or_default();
        let full = (share * 4.0).round() as usize;
        let bar = format!("{}{}", "█".repeat(full), "░".repeat(4 - full));
        draw.over(x + 10, line.y, 4, &bar, Role::Organism, selected);
        draw.over(x + 15, line.y, 8, convergence.label(), Role::Text, selected);
    }
}

#[expect(clippy::too_many_arguments, reason = "a cell depends on row, column and the whole table")]
fn cell(
    draw: &mut Draw<'_>,
    sheet: &Sheet<'_>,
    ramp: &Ramp,
    columns: &Columns<'_>,
    rect: Rect,
    locus: Locus,
    column: usize,
    marked: bool,
) {
    let bit = sheet.bit(locus).and_then(|bit| columns.bit(column, bit));
    let value = columns.value(column, locus.parameter).and_then(|value| sheet.share(locus.parameter, value));
    let (glyph, style) = match (bit, value) {
        (Some(bit), _) => {
            let style = ramp.text_style(f64::from(bit));
            let style = if marked { style.add_modifier(Modifier::REVERSED) } else { style };
            (if bit { "1" } else { "0" }, style)
        }
        (None, Some(share)) => ramp.cell(share),
        (None, None) => ("·", draw.theme.style(Role::Dim)),
    };
    // Thousands of cells per frame are written directly to the buffer.
    for x in rect.left()..rect.right() {
        if let Some(cell) = draw.buffer.cell_mut((x, rect.y)) {
            cell.set_symbol(glyph).set_style(style);
        }
    }
    if marked && bit.is_none() {
        let style = value.map_or(style, |share| ramp.text_style(share));
        draw.styled(rect.x + rect.width / 2, rect.y, 1, "◆", style);
    }
}
