//! The pane that shows how far the parameters moved since generation 0, the largest movement first.

use ratatui::layout::Rect;

use super::round::initial_population;
use super::{Frame, State, lists};
use crate::evolution::record::GenerationRecord;
use crate::figures::drift::{self, Move};
use crate::tui::draw::{Draw, Heading};
use crate::tui::evolution::Evolution;
use crate::tui::format::{cut, parameter_name, right};
use crate::tui::model::Model;
use crate::tui::table::{Key, Table};
use crate::tui::theme::Role;
use crate::tui::widgets::areas::below;
use crate::tui::widgets::bars;

/// Returns the movements of the parameters from generation 0, the founders, to a record, the largest first.
pub(super) fn moves(open: &Evolution, record: &GenerationRecord) -> Vec<Move> {
    let compute = || {
        let schema = open.schema.as_ref()?;
        let first = open.run()?.curve.points().next().filter(|point| point.generation == 0)?;
        Some(drift::moves(schema, &initial_population(open), &first.champion_values, record))
    };
    compute().unwrap_or_default()
}

/// The columns by which the list can be sorted. The natural order is by the size of the movement.
const NAME: usize = 0;
const MEAN_BEFORE: usize = 1;
const MEAN_NOW: usize = 2;
const MOVED: usize = 3;
const BEST_BEFORE: usize = 4;
const BEST_NOW: usize = 5;
const BEST_MOVED: usize = 6;

/// Returns the list for sorting and searching.
pub(super) fn table<'a>(state: &'a State, model: &'a Model) -> Option<Table<'a>> {
    let schema = model.evolution.as_ref()?.schema.as_ref()?;
    let name = |moved: &Move| schema.parameters.get(moved.parameter).map(|known| parameter_name(&known.name));
    let table = Table::new(lists::DRIFT, state.moves.len(), state.drift.at)
        .ascending([(NAME, "parameter")])
        .numbers([
            (MEAN_BEFORE, "mean of generation 0"),
            (MEAN_NOW, "mean now"),
            (MOVED, "movement of the mean"),
            (BEST_BEFORE, "best of generation 0"),
            (BEST_NOW, "best now"),
            (BEST_MOVED, "movement of the best"),
        ])
        .keys(move |row, column| {
            let moved = state.moves.get(row)?;
            Some(Key::Number(match column {
                NAME => return name(moved).map(Key::text),
                MEAN_BEFORE => moved.mean.0,
                MEAN_NOW => moved.mean.1,
                MOVED => moved.share(),
                BEST_BEFORE => moved.best.0.into(),
                BEST_NOW => moved.best.1.into(),
                _ => moved.best_share(),
            }))
        })
        .texts(move |row| state.moves.get(row).and_then(name).unwrap_or_default());
    Some(table)
}

/// Widths in cells: of a value, of a share, and of the bar of a share.
const VALUE: usize = 6;
const SHARE: usize = 6;
const BAR: u16 = 13;

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, open: &Evolution, frame: Frame) {
    let generation = open.record().map_or(0, |record| record.generation);
    let inner =
        frame.open(draw, "Parameter drift", &format!("generation 0 to {generation}, in % of the range"));
    let Some(schema) = open.schema.as_ref().filter(|_| !state.moves.is_empty()) else {
        let width = inner.width.saturating_sub(1);
        draw.text(inner.x + 1, inner.y, width, "no generation is finished yet", Role::Dim);
        return;
    };
    if inner.height < 3 || inner.width < 30 {
        return;
    }
    // In a narrow pane the best organism's columns are dropped first, then the bar.
    let width = usize::from(inner.width) - 2;
    let numbers = 2 * VALUE + SHARE + 2;
    let best = width >= 18 + 2 * numbers;
    let bar = width >= 18 + numbers + usize::from(BAR) + if best { numbers } else { 0 };
    let used = numbers + if best { numbers } else { 0 } + if bar { usize::from(BAR) + 1 } else { 0 };
    let name = width.saturating_sub(used).min(30);
    let x = inner.x + 1;
    let shown = |width: usize| if best { width } else { 0 };
    let headings = [
        Heading::left("parameter", name).by(NAME),
        Heading::right("mean 0", VALUE).by(MEAN_BEFORE),
        Heading::right("now", VALUE).by(MEAN_NOW),
        Heading::right("moved", SHARE).by(MOVED),
        Heading::gap(2 + if bar { usize::from(BAR) + 1 } else { 0 }),
        Heading::right("best 0", shown(VALUE)).by(BEST_BEFORE),
        Heading::right("now", shown(VALUE)).by(BEST_NOW),
        Heading::right("moved", shown(SHARE)).by(BEST_MOVED),
    ];
    draw.headings(Rect { x, width: inner.width - 1, height: 1, ..inner }, lists::DRIFT, &headings);
    let body = below(inner, 1);
    let farthest = state.moves.first().map_or(0.0, |first| first.share().abs()).max(0.05);
    for (row, moved, place) in draw.visible(body, lists::DRIFT, state.drift.at, &state.moves) {
        let y = place.y;
        let here = frame.focused && row == state.drift.at;
        if here {
            draw.fill(place, Role::Cursor);
        }
        let known = &schema.parameters[moved.parameter];
        draw.over(body.x, y, 1, if here { "▸" } else { " " }, Role::Key, here);
        draw.over(x, y, name as u16, &cut(&parameter_name(&known.name), name - 1), Role::Text, here);
        let mut at = x + name as u16;
        let mut put = |draw: &mut Draw<'_>, text: &str, role: Role| {
            draw.over(at, y, body.right().saturating_sub(at), text, role, here);
            at += text.chars().count() as u16;
            at
        };
        put(draw, &right(&format!("{:.0}", moved.mean.0), VALUE), Role::Dim);
        put(draw, &right(&format!("{:.0}", moved.mean.1), VALUE), Role::Mean);
        let after = put(draw, &format!("{}  ", right(&percent(moved.share()), SHARE)), Role::Text);
        if bar {
            put(draw, &" ".repeat(usize::from(BAR) + 1), Role::Text);
            bars::from_middle(draw, (after, y, BAR), moved.share() / farthest, Role::Mean);
        }
        if best {
            put(draw, &right(&moved.best.0.to_string(), VALUE), Role::Dim);
            put(draw, &right(&moved.best.1.to_string(), VALUE), Role::Organism);
            put(draw, &right(&percent(moved.best_share()), SHARE), Role::Text);
        }
    }
}

/// Formats a share in percent with its sign.
fn percent(share: f64) -> String {
    let text = format!("{:+.0} %", 100.0 * share);
    if text == "+0 %" || text == "-0 %" { "0 %".to_owned() } else { text.replace('-', "−") }
}
