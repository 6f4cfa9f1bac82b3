//! The area below the heatmap: a description of the cell under the cursor, and the distribution of its values.

use ratatui::layout::Margin;

use super::sheet::Sheet;
use super::{COMMANDS, Locus, Map};
use crate::engine::schema::{Parameter, Schema};
use crate::explain::family::Cause;
use crate::organism::chromosome::Chromosome;
use crate::tui::prelude::*;

/// A line of pieces.
type Line = Vec<Cell>;

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
    let [left, right] = split_left(area, area.width - side);
    let mut lines: Vec<Line> = vec![cell(sheet, locus), compared(sheet, locus), population(sheet, locus)];
    if sheet.state.map == Map::Origins {
        lines[1] = origin(sheet, locus);
    }
    if small && area.width < 60 {
        lines[0].retain(|(_, role)| *role == Role::Title);
    }
    match area.height {
        6.. => lines.extend([
            convergence(sheet, locus),
            meaning(sheet, locus.parameter),
            fitness(sheet),
            spread(sheet),
        ]),
        4.. => lines.push(meaning(sheet, locus.parameter)),
        _ => lines.push(convergence(sheet, locus)),
    }
    let text = left.inner(Margin::new(1, 0));
    let lines = fitted(lines, usize::from(text.width));
    for (pieces, row) in lines.iter().zip(text.rows()) {
        let spans: Vec<(&str, Role)> = pieces.iter().map(|(text, role)| (text.as_str(), *role)).collect();
        draw.spans(row.x, row.y, row.width, &spans);
    }
    if area.height > lines.len() as u16 && sheet.evolves(locus.parameter) && sheet.subject.is_some() {
        buttons(draw, Rect { width: text.width + 1, y: area.bottom() - 1, height: 1, ..text });
    }
    if side > 0 {
        distribution(draw, sheet, locus.whole(), Rect { width: side - 1, ..right });
    }
}

/// Says where the value under the cursor came from.
fn origin(sheet: &Sheet<'_>, locus: Locus) -> Line {
    let origins = match sheet.origins() {
        None => return vec![("the journal is being read".to_owned(), Role::Dim)],
        Some(Err(why)) => return vec![(why.to_owned(), Role::Warning)],
        Some(Ok(origins)) => origins,
    };
    let origin = sheet.at().and_then(|at| origins.get(at)?.get(locus.parameter));
    let Some(origin) = origin else { return Line::new() };
    let (generation, place) = (origin.generation, origin.place + 1);
    let text = match origin.cause {
        Cause::Founder => format!("a value of organism {place} of generation 0"),
        Cause::Planted => format!("planted into generation {generation}"),
        Cause::Mutation | Cause::Crossing => format!(
            "by {} in generation {generation}, organism {place}; its parents had {} and {}",
            origin.cause.name(),
            origin.before[0],
            origin.before[1]
        ),
    };
    vec![(text, Role::Text)]
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
fn buttons(draw: &mut Draw<'_>, line: Rect) {
    draw.text(line.x, line.y, line.width, "change:", Role::Dim);
    let mut x = line.x + 9;
    for (key, text, command) in [
        ("_", " −10", "lower by ten"),
        ("-", " −1", "lower by one"),
        ("+", " +1", "raise by one"),
        ("*", " +10", "raise by ten"),
        ("=", " set", "set value"),
    ] {
        let width = 1 + text.cells() as u16;
        if x + width > line.right() {
            return;
        }
        draw.spans(x, line.y, width, &[(key, Role::Key), (text, Role::Text)]);
        draw.hits.note(Rect { x, width, ..line }, Target::command(COMMANDS, command));
        x += width + 3;
    }
}

/// Draws a histogram of a parameter's values in the population, with marks for subject, rival and papers below it.
fn distribution(draw: &mut Draw<'_>, sheet: &Sheet<'_>, locus: Locus, area: Rect) {
    let Some(spec) = sheet.spec(locus.parameter).filter(|spec| spec.bits > 0) else { return };
    let values = values(sheet, locus.parameter);
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
    let papers = (0..sheet.model.choices.papers.len()).map(|index| sheet.paper_value(index, locus));
    let marks = papers.map(|value| (value, "◇", Role::Paper)).chain([
        (sheet.rival_value(locus), "○", Role::Rival),
        (sheet.subject_value(locus), "●", Role::Subject),
    ]);
    for (value, mark, role) in marks {
        if let Some(value) = value.filter(|value| (low..=high).contains(value)) {
            draw.text(x + bin(value) * bar + bar / 2, axis + 1, 1, mark, role);
        }
    }
}

/// Describes the cell under the cursor: organism, parameter and value.
fn cell(sheet: &Sheet<'_>, locus: Locus) -> Line {
    let Some(spec) = sheet.spec(locus.parameter) else { return Line::new() };
    let [low, high] = [spec.range.0, spec.range.1].map(|bound| thousands(u64::from(bound.unsigned_abs())));
    let Some(organism) = sheet.organism() else {
        return vec![(format!("{}, {low}–{high}", spec.name), Role::Title)];
    };
    let value = organism.values.get(locus.parameter).copied().unwrap_or_default();
    let description = match sheet.bit(locus).zip(locus.bit) {
        None if spec.bits == 0 => format!("{} = {value}, fixed", spec.name),
        None => format!("{} = {value} of {low}–{high}", spec.name),
        Some((at, bit)) => {
            let bits = at - bit..at - bit + usize::from(spec.bits);
            let chromosome = Chromosome::encode(&sheet.schema, &organism.values);
            let digit = |at| if chromosome.as_ref().is_some_and(|bits| bits.bit(at)) { '1' } else { '0' };
            let gene: String = bits.map(digit).collect();
            format!(
                "{} bit {} of {} = {}; gene {gene} (Gray code) = {value}",
                spec.name,
                bit + 1,
                spec.bits,
                digit(at)
            )
        }
    };
    vec![(format!("{}: ", sheet.model.name_of(&organism)), Role::Organism), (description, Role::Title)]
}

/// Lists the values of the subject, the rival and the papers.
fn compared(sheet: &Sheet<'_>, locus: Locus) -> Line {
    let locus = locus.whole();
    let number = |value: Option<i32>| value.map_or_else(|| "–".to_owned(), |value| value.to_string());
    let mut line = vec![(format!("● subject {}", number(sheet.subject_value(locus))), Role::Subject)];
    if let Some(old) = sheet.before_edit(locus) {
        line.push((format!(" ✎ edited, was {old}"), Role::Warning));
    }
    if sheet.model.rival().is_some() {
        line.push((format!("  ○ rival {}", number(sheet.rival_value(locus))), Role::Rival));
    }
    for (index, paper) in sheet.model.choices.papers.iter().enumerate() {
        let value = number(sheet.paper_value(index, locus));
        line.push((format!("  ◇ paper {} {value}", paper.name), Role::Paper));
    }
    line
}

/// Describes the population: the range of a parameter's values, or the organisms that have a bit.
fn population(sheet: &Sheet<'_>, locus: Locus) -> Line {
    let Some(record) = sheet.record else { return Line::new() };
    let count = record.population.len();
    let generation = thousands(record.generation.into());
    if let Some(bit) = sheet.bit(locus) {
        let ones = record.population.iter().filter(|organism| organism.chromosome.bit(bit)).count();
        let share = percent(ones as f64, count as u64);
        let text = format!("generation {generation}: bit is 1 in {ones} of {count} organisms, {share} %");
        return vec![(text, Role::Text)];
    }
    if !sheet.evolves(locus.parameter) {
        return vec![("fixed in this schema: cannot evolve or be edited".to_owned(), Role::Text)];
    }
    let mut values = values(sheet, locus.parameter);
    values.sort_unstable();
    let (Some(low), Some(high)) = (values.first(), values.last()) else { return Line::new() };
    let median = values[values.len() / 2];
    vec![(format!("population of generation {generation}: {low}–{high}, median {median}"), Role::Text)]
}

/// Returns a parameter's values in the displayed generation, fittest organism first.
fn values(sheet: &Sheet<'_>, parameter: usize) -> Vec<i32> {
    let decoded = sheet.organisms().iter().map(|organism| organism.chromosome.decode(&sheet.schema));
    decoded.filter_map(|values| values.get(parameter).copied()).collect()
}

/// Describes the diversity, which the list shows as cells.
fn convergence(sheet: &Sheet<'_>, locus: Locus) -> Line {
    let Some(share) = sheet.diversity(locus) else { return Line::new() };
    let now = share * 100.0;
    let text = if locus.bit.is_some() {
        format!("differs in {now:.0} % of pairs (50 % at random)")
    } else {
        let first = sheet.diversity_at_first(locus) * 100.0;
        let trend = sheet.trend(locus.parameter).map_or_else(String::new, |name| format!(", {name}"));
        format!("standard deviation {now:.0} % of the range, {first:.0} % in generation 0{trend}")
    };
    vec![(text, Role::Text)]
}

fn meaning(sheet: &Sheet<'_>, parameter: usize) -> Line {
    let Some(spec) = sheet.spec(parameter) else { return Line::new() };
    vec![(format!("{} · {}", spec.description, spec.unit), Role::Dim)]
}

/// Describes the fitness of the organism under the cursor.
fn fitness(sheet: &Sheet<'_>) -> Line {
    let Some((organism, open)) = sheet.organism().zip(sheet.open) else { return Line::new() };
    let mut text = open.measure().description(organism.score.unwrap_or_default());
    match (sheet.state.map, sheet.organisms().get(sheet.at().unwrap_or(0))) {
        (Map::Organisms | Map::Bits | Map::Origins, Some(organism)) => {
            text += &format!("; born in generation {}", thousands(organism.born.into()));
        }
        _ => match sheet.points.len() {
            1 => text += "; 1 generation recorded",
            count => text += &format!("; {} generations recorded", thousands(count as u64)),
        },
    }
    vec![(text, Role::Dim)]
}

/// Lists the positional spread of the subject, the rival and the papers: how much their positional terms weigh against
/// material.
fn spread(sheet: &Sheet<'_>) -> Line {
    let Some((_, Some(moments))) = &sheet.state.moments else { return Line::new() };
    // If searches evolve, all organisms have the same evaluation.
    if sheet.open.is_some_and(|open| open.evaluation.is_some()) {
        return Line::new();
    }
    let mut line = vec![("positional spread in pawns ± ".to_owned(), Role::Dim)];
    let mut add = |sign: &str, schema: &Schema, values: &[i32], role| {
        let spread = moments.positional_spread(schema, values).ok().flatten();
        let spread = spread.map_or_else(|| "–".to_owned(), |spread| format!("{spread:.2}"));
        line.push((format!("{sign} {spread}"), role));
    };
    if let Some(subject) = &sheet.subject {
        let (schema, values) = subject.evaluated();
        add("●", schema, values, Role::Subject);
    }
    if let Some(rival) = sheet.model.rival() {
        let (schema, values) = rival.evaluated();
        add("  ○", schema, values, Role::Rival);
    }
    for paper in &sheet.model.choices.papers {
        let value = |spec: &Parameter| paper.value(&spec.name).unwrap_or_default();
        let values: Vec<i32> = sheet.schema.parameters.iter().map(value).collect();
        add(&format!("  ◇ {}", paper.name), &sheet.schema, &values, Role::Paper);
    }
    line
}
