//! The table: names and values at the left, the heatmap in the middle, diversity at the right.

use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::rows::Row;
use super::sheet::Sheet;
use super::{Locus, Map, Spot, columns};
use crate::evolution::chromosome::Chromosome;
use crate::tui::draw::Draw;
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{cut, left, parameter_name, right, thousands};
use crate::tui::model::{List, Target};
use crate::tui::theme::Role;
use crate::tui::theme::heat::Ramp;
use crate::tui::widgets::bars;

/// Width of the subject's column, where an edit is marked, and of the other columns of values.
const NUMBER: u16 = 6;
const OTHER: u16 = 5;

/// Width of diversity and convergence, in full and diversity alone.
const CONVERGENCE: u16 = 23;
const DIVERSITY: u16 = 7;

/// Whose values stand beside the subject's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Other {
    Rival,
    /// A paper's organism, the newest paper's being 0.
    Paper(usize),
}

/// What stands where.
pub(super) struct Plan {
    area: Rect,
    name: u16,
    /// Columns of values after the subject's: the rival's, where there is one, and the papers'.
    others: Vec<Other>,
    /// Width of diversity and convergence at the right.
    settled: u16,
    /// Where the heatmap begins, how many columns it has and how wide each is.
    x: u16,
    shown: usize,
    cell: u16,
    /// The first organism shown.
    first: usize,
    /// How many organisms or points of the curve there are.
    len: usize,
    /// Lines of headings.
    headings: u16,
}

impl Plan {
    /// Lays the table out in an area.
    pub(super) fn of(draw: &mut Draw<'_>, sheet: &Sheet<'_>, area: Rect, small: bool) -> Plan {
        let (name, others, settled) = match area.width {
            ..60 if small => (area.width.saturating_sub(NUMBER + 2), 0, 0),
            ..70 => (20, 0, 0),
            70..100 => (24, 1, DIVERSITY),
            _ => (31, 3, CONVERGENCE),
        };
        let rival = sheet.model.rival().map(|_| Other::Rival);
        let papers = (0..sheet.model.choices.papers.len()).map(Other::Paper);
        let others: Vec<Other> = rival.into_iter().chain(papers).take(others).collect();
        let x = area.x + 2 + name + NUMBER + OTHER * others.len() as u16 + 1;
        let room = area.right().saturating_sub(x + settled + u16::from(settled > 0));
        let room = if small && area.width < 60 { 0 } else { room };
        let len = match sheet.state().map {
            Map::Generations => sheet.points.len(),
            _ => sheet.organisms().len(),
        };
        let cell = columns::cell_width(room, len);
        let shown = usize::from(room / cell).min(len);
        let first = match sheet.state().map {
            // All generations have a column; views note how many there were.
            Map::Generations => draw.seen.scroll(List::GeneColumns, 0, shown, shown),
            _ => draw.seen.scroll(List::GeneColumns, sheet.place(), shown, len),
        };
        let headings = if area.height >= 14 && room > 0 { 2 } else { 1 };
        Plan { area, name, others, settled, x, shown, cell, first, len, headings }
    }

    /// The organism's place or the point of the curve in a column.
    fn index(&self, map: Map, column: usize) -> usize {
        match map {
            Map::Generations => columns::point_of(column, self.shown, self.len),
            _ => self.first + column,
        }
    }

    /// The column of the cursor.
    fn cursor(&self, sheet: &Sheet<'_>) -> Option<usize> {
        let column = match sheet.state().map {
            Map::Generations => columns::column_of(sheet.point()?.0, self.shown, self.len),
            _ => sheet.place().checked_sub(self.first)?,
        };
        (column < self.shown).then_some(column)
    }

    fn column(&self, column: usize) -> u16 {
        self.x + column as u16 * self.cell
    }

    /// Where the column of one of the others begins.
    fn other(&self, index: usize) -> u16 {
        self.area.x + 2 + self.name + NUMBER + OTHER * index as u16
    }
}

/// What a row of organisms or generations is made of, decoded for the columns shown.
enum Columns<'a> {
    Organisms { values: Vec<Vec<i32>>, bits: Vec<&'a Chromosome> },
    Generations(Vec<&'a [i32]>),
}

impl Columns<'_> {
    fn of<'a>(sheet: &Sheet<'a>, plan: &Plan) -> Columns<'a> {
        match sheet.state().map {
            Map::Generations => {
                let at = |column| sheet.points[plan.index(Map::Generations, column)];
                Columns::Generations((0..plan.shown).map(|column| at(column).champion_values.as_slice()).collect())
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

/// Draws the table; `at` is the row under the cursor.
pub(super) fn draw(draw: &mut Draw<'_>, sheet: &Sheet<'_>, plan: &Plan, ramp: &Ramp, rows: &[Row], at: usize) {
    let map = sheet.state().map;
    let columns = Columns::of(sheet, plan);
    headings(draw, sheet, plan);
    let area = plan.area;
    let body = Rect { y: area.y + plan.headings, height: area.height.saturating_sub(plan.headings), ..area };
    let page = usize::from(body.height);
    // The heading above the first parameter is shown with it.
    let scroll_to = if at == 1 && !matches!(rows[0], Row::Locus(_)) { 0 } else { at };
    let mut first = draw.seen.scroll(List::Genes, scroll_to, page, rows.len());
    if at >= first + page {
        first = draw.seen.scroll(List::Genes, at, page, rows.len());
    }
    let genes = Genes::of(sheet);
    let cursor = plan.cursor(sheet);
    for (line, (index, row)) in rows.iter().enumerate().skip(first).take(page).enumerate() {
        let line = Rect { y: body.y + line as u16, height: 1, ..body };
        match *row {
            Row::Group(group) => {
                draw.text(line.x + 1, line.y, line.width - 1, &group.to_string(), Role::Dim);
            }
            Row::Locus(locus) => {
                let here = index == at;
                names(draw, sheet, plan, &genes, line, locus, here);
                settled(draw, sheet, plan, line, locus, here);
                for column in 0..plan.shown {
                    let x = plan.column(column);
                    let rect = Rect { x, width: plan.cell, ..line };
                    let marked = here && cursor == Some(column);
                    cell(draw, sheet, ramp, &columns, rect, locus, column, marked);
                    draw.seen.note(rect, Target::Genome(Spot::Cell(locus, plan.index(map, column))));
                }
            }
        }
    }
    if plan.shown == 0 && plan.x < area.right() && area.width >= 60 {
        let width = area.right() - plan.x;
        draw.text(plan.x, body.y, width, &cut("no generation is measured yet", usize::from(width)), Role::Dim);
    }
}

/// The bits of those compared, for the rows of bits.
struct Genes {
    subject: Option<Chromosome>,
    rival: Option<Chromosome>,
}

impl Genes {
    fn of(sheet: &Sheet<'_>) -> Genes {
        let subject = sheet.subject.as_ref().and_then(|subject| sheet.chromosome(subject));
        Genes { subject, rival: sheet.model.rival().and_then(|rival| sheet.chromosome(rival)) }
    }
}

fn headings(draw: &mut Draw<'_>, sheet: &Sheet<'_>, plan: &Plan) {
    let area = plan.area;
    let y = area.y + plan.headings - 1;
    let map = sheet.state().map;
    draw.text(area.x + 2, y, plan.name, if map == Map::Bits { "gene, its bits" } else { "parameter" }, Role::Dim);
    draw.text(area.x + 2 + plan.name, y, NUMBER, &right("●", usize::from(NUMBER)), Role::Subject);
    for (index, other) in plan.others.iter().enumerate() {
        let (text, role) = match other {
            Other::Rival => ("○", Role::Rival),
            Other::Paper(paper) => (sheet.model.choices.papers[*paper].name.as_str(), Role::Paper),
        };
        draw.text(plan.other(index), y, OTHER, &right(text, usize::from(OTHER)), role);
    }
    let end = area.right() - plan.settled;
    if plan.settled > DIVERSITY {
        draw.text(end, y, plan.settled, " diversity since gen 0", Role::Dim);
    } else if plan.settled > 0 {
        draw.text(end, y, plan.settled, " divers", Role::Dim);
    }
    if plan.shown == 0 {
        return;
    }
    let width = end.saturating_sub(plan.x);
    if plan.headings > 1 {
        draw.text(plan.x, area.y, width, &cut(&axis(sheet, plan), usize::from(width)), Role::Dim);
    }
    if let Some(column) = plan.cursor(sheet) {
        let number = match map {
            Map::Generations => sheet.point().map_or(0, |(_, point)| u64::from(point.generation)),
            _ => sheet.place() as u64 + 1,
        };
        let number = thousands(number);
        let x = plan.column(column) + plan.cell / 2;
        draw.text(x, y, 1, "▼", Role::Key);
        let fits = usize::from(x) + 1 + number.cells() <= usize::from(end);
        let beside = if fits { x + 1 } else { x.saturating_sub(number.cells() as u16) };
        draw.text(beside, y, number.cells() as u16, &number, Role::Key);
    }
}

/// What the columns are.
fn axis(sheet: &Sheet<'_>, plan: &Plan) -> String {
    let count = |number: usize| thousands(number as u64);
    if sheet.state().map == Map::Generations {
        let ends = sheet.points.first().zip(sheet.points.last());
        let (first, last) = ends.map_or((0, 0), |(first, last)| (first.generation, last.generation));
        let resampled = if plan.shown < plan.len {
            format!(", {} of {} shown", count(plan.shown), count(plan.len))
        } else {
            String::new()
        };
        let ends = format!("{}–{}", thousands(first.into()), thousands(last.into()));
        return format!("the best of generations {ends}{resampled}");
    }
    let last = plan.first + plan.shown;
    format!("organisms {}–{} of {}, fittest first", count(plan.first + 1), count(last), count(plan.len))
}

/// The row's name and the values of those compared.
fn names(
    draw: &mut Draw<'_>,
    sheet: &Sheet<'_>,
    plan: &Plan,
    genes: &Genes,
    line: Rect,
    locus: Locus,
    here: bool,
) {
    let row = Rect { width: (plan.other(plan.others.len()) - line.x).min(line.width), ..line };
    if here {
        draw.fill(row, Role::Cursor);
        draw.over(line.x, line.y, 1, "▸", Role::Key, true);
    }
    let Some(known) = sheet.known(locus.parameter) else { return };
    let (name, role) = match locus.bit {
        None => (parameter_name(&known.name), Role::Text),
        Some(bit) => (format!("  bit {} of {}", bit + 1, known.bits), Role::Dim),
    };
    let role = if sheet.state().map == Map::Bits && locus.bit.is_none() { Role::Title } else { role };
    let width = plan.name;
    draw.over(line.x + 2, line.y, width, &left(&name, usize::from(width)), role, here);
    draw.seen.note(Rect { width: plan.name + 2, ..row }, Target::Genome(Spot::Name(locus)));
    let bit = |genes: &Option<Chromosome>| Some(i32::from(genes.as_ref()?.bit(sheet.bit(locus)?)));
    let parameter = locus.parameter;
    let number = |value: Option<i32>| value.map_or_else(|| "·".to_owned(), |value| value.to_string());
    let subject = if locus.bit.is_some() { bit(&genes.subject) } else { sheet.subject_value(parameter) };
    let edited = locus.bit.is_none() && sheet.before_edit(parameter).is_some();
    let mark = if edited { "✎" } else { "" };
    let role = if edited { Role::Warning } else { Role::Subject };
    let x = line.x + 2 + plan.name;
    let text = right(&format!("{mark}{}", number(subject)), usize::from(NUMBER));
    draw.over(x, line.y, NUMBER, &text, role, here);
    draw.seen.note(Rect { x, width: NUMBER, ..line }, Target::Genome(Spot::Value(locus)));
    for (index, other) in plan.others.iter().enumerate() {
        let (value, role) = match (other, locus.bit) {
            (Other::Rival, None) => (sheet.rival_value(parameter), Role::Rival),
            (Other::Rival, Some(_)) => (bit(&genes.rival), Role::Rival),
            (Other::Paper(paper), None) => (sheet.paper_value(*paper, parameter), Role::Paper),
            // The papers print values, no chromosomes.
            (Other::Paper(_), Some(_)) => (None, Role::Paper),
        };
        let role = if value.is_some() { role } else { Role::Dim };
        let text = right(&number(value), usize::from(OTHER));
        draw.over(plan.other(index), line.y, OTHER, &text, role, here);
    }
}

/// Diversity and how far it settled.
fn settled(draw: &mut Draw<'_>, sheet: &Sheet<'_>, plan: &Plan, line: Rect, locus: Locus, here: bool) {
    if plan.settled == 0 {
        return;
    }
    let x = line.right() - plan.settled;
    if here {
        draw.fill(Rect { x, width: plan.settled, ..line }, Role::Cursor);
    }
    let diversity = match sheet.bit(locus) {
        Some(bit) => sheet.record.and_then(|record| record.bit_diversity.get(bit)).copied(),
        None => sheet.diversity(locus.parameter),
    };
    let Some(share) = diversity.map(f64::from) else {
        let fixed = sheet.known(locus.parameter).is_some_and(|known| known.bits == 0);
        let text = if fixed { " fixed" } else { "" };
        draw.over(x, line.y, plan.settled, text, Role::Dim, here);
        return;
    };
    let text = format!(" {} {:2.0} %", bars::cell(share * 2.0), share * 100.0);
    draw.over(x, line.y, plan.settled, &text, Role::Dim, here);
    if plan.settled < CONVERGENCE {
        return;
    }
    if let Some(convergence) = sheet.convergence(locus) {
        let part = sheet.settled(locus).unwrap_or_default();
        let trend = sheet.trend(locus.parameter).filter(|_| locus.bit.is_none()).map_or(" ", |trend| trend.mark());
        let full = (part * 4.0).round() as usize;
        let bar = format!("{}{}", "█".repeat(full), "░".repeat(4 - full));
        draw.over(x + 8, line.y, 2, trend, Role::Text, here);
        draw.over(x + 10, line.y, 4, &bar, Role::Organism, here);
        draw.over(x + 15, line.y, 8, convergence.word(), Role::Text, here);
    }
}

/// One cell of the heatmap.
#[expect(clippy::too_many_arguments, reason = "a cell is where all of them meet")]
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
    let width = usize::from(rect.width);
    match (bit.map(f64::from), value) {
        (Some(share), _) => {
            let style = ramp.ink(share);
            let style = if marked { style.add_modifier(Modifier::REVERSED) } else { style };
            let digit = if share > 0.5 { "1" } else { "0" };
            let gap = if width > 1 { " " } else { "" };
            draw.styled(rect.x, rect.y, rect.width, &left(&format!("{gap}{digit}"), width), style);
        }
        (None, Some(share)) => {
            let (glyph, style) = ramp.cell(share);
            draw.styled(rect.x, rect.y, rect.width, &glyph.repeat(width), style);
            if marked {
                draw.styled(rect.x + rect.width / 2, rect.y, 1, "◆", ramp.ink(share));
            }
        }
        (None, None) => draw.text(rect.x + rect.width / 2, rect.y, 1, if marked { "◆" } else { "·" }, Role::Dim),
    }
}
