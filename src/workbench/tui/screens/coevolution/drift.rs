//! The pane that shows how far the parameters moved since generation 0, the largest movement first.

use super::round::initial_population;
use super::state::{State, session};
use crate::figures::drift::{self, Move};
use crate::tui::prelude::*;

const LIST: List = List("coevolution: drift");

/// Returns the movements of the parameters from generation 0, the founders, to the generation shown, the largest first.
pub(super) fn moves(open: &Evolution) -> Option<Vec<Move>> {
    let (schema, record) = open.schema.as_ref().zip(open.record())?;
    let first = open.run()?.curve.points().next().filter(|point| point.generation == 0)?;
    Some(drift::moves(schema, &initial_population(open), &first.champion_values, record))
}

/// The name of the column of bars, and the width of a bar.
const BARS: &str = "bars";
const BAR: u16 = 13;

/// Returns the table in a list of this width, in the natural order of the size of the movement.
pub(super) fn table<'a>(state: &'a State, schema: &'a Schema, width: u16) -> Table<'a> {
    let name = |moved: &Move| {
        let known = schema.parameters.get(moved.parameter);
        known.map(|known| parameter_name(&known.name)).unwrap_or_default()
    };
    // In a narrow pane the best organism's columns are dropped first, then the bar.
    let has_best = width >= 60;
    let has_bar = matches!(width, 53..60 | 73..);
    // Before, now, and the movement.
    let values = |moved: &Move, is_best: bool| match is_best {
        false => [moved.mean.0, moved.mean.1, moved.share()],
        true => [moved.best.0.into(), moved.best.1.into(), moved.best_share()],
    };
    let mut rows = Rows::new(LIST, &state.moves, state.parameter)
        .without_gaps()
        .left("parameter", 0, move |moved| (name(moved), Role::Text))
        .up_to(29)
        .spare(if has_best || !has_bar { 3 } else { 2 })
        .sorted(move |moved| Some(Key::text(name(moved))))
        .searched(name);
    for (is_best, whose, role) in [(false, "mean", Role::Mean), (true, "best", Role::Organism)] {
        let before = (format!("{whose} 0"), format!("{whose} of generation 0"), Role::Dim);
        let now = ("now".to_owned(), format!("{whose} now"), role);
        let movement = ("moved".to_owned(), format!("movement of the {whose}"), Role::Text);
        for (index, (heading, name, role)) in [before, now, movement].into_iter().enumerate() {
            let text = if index == 2 { percent } else { |value: f64| format!("{value:.0}") };
            rows = rows
                .right(heading, 6, move |moved| (text(values(moved, is_best)[index]), role))
                .named(name)
                .gap(if index > 0 { 0 } else { 1 + usize::from(is_best && !has_bar) })
                .shown(has_best || !is_best)
                .largest_first(move |moved| Some(Key::Number(values(moved, is_best)[index])));
        }
        if !is_best {
            rows =
                rows.left("", BAR.into(), |_| (String::new(), Role::Text)).named(BARS).gap(2).shown(has_bar);
        }
    }
    rows.table()
}

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let Some(open) = session(model) else { return };
    let generation = open.record().map_or(0, |record| record.generation);
    let note = format!("generation 0 to {generation}, in % of the range");
    let inner = frame.open(draw, "Parameter drift", &note);
    let Some(schema) = open.schema.as_ref().filter(|_| !state.moves.is_empty()) else {
        paragraph(draw, inner, "no generation is finished yet", Role::Dim);
        return;
    };
    if inner.height < 3 || inner.width < 30 {
        return;
    }
    let mut table = table(state, schema, inner.width);
    let farthest = state.moves.first().map_or(0.0, |first| first.share().abs()).max(0.05);
    for (row, line) in table.draw_in_pane(draw, inner, frame.focused) {
        let Rect { x, y, width, .. } = table.place(line, BARS);
        if width > 0 {
            bars::from_middle(draw, (x, y, BAR), state.moves[row].share() / farthest, Role::Mean);
        }
    }
}

/// Formats a share in percent with its sign.
fn percent(share: f64) -> String {
    let text = format!("{:+.0} %", 100.0 * share);
    if text == "+0 %" || text == "-0 %" { "0 %".to_owned() } else { text.replace('-', "−") }
}
