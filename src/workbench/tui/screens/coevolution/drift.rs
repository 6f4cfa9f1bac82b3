//! The pane that shows how far the parameters moved since generation 0, the largest movement first.

use super::round::initial_population;
use super::state::{State, session};
use crate::engine::schema::Schema;
use crate::evolution::record::GenerationRecord;
use crate::figures::drift::{self, Move};
use crate::tui::evolution::Evolution;
use crate::tui::format::parameter_name;
use crate::tui::prelude::*;

const LIST: List = List("coevolution: drift");

/// Returns the movements of the parameters from generation 0, the founders, to a record, the largest first.
pub(super) fn moves(open: &Evolution, record: &GenerationRecord) -> Vec<Move> {
    let compute = || {
        let schema = open.schema.as_ref()?;
        let first = open.run()?.curve.points().next().filter(|point| point.generation == 0)?;
        Some(drift::moves(schema, &initial_population(open), &first.champion_values, record))
    };
    compute().unwrap_or_default()
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
    Rows::new(LIST, &state.moves, state.parameter)
        .left("parameter", 0, move |moved| (name(moved), Role::Text))
        .up_to(29)
        .spare(if has_best || !has_bar { 3 } else { 2 })
        .gap(0)
        .sorted(move |moved| Some(Key::text(name(moved))))
        .right("mean 0", 6, |moved| (format!("{:.0}", moved.mean.0), Role::Dim))
        .named("mean of generation 0")
        .largest_first(|moved| Some(Key::Number(moved.mean.0)))
        .right("now", 6, |moved| (format!("{:.0}", moved.mean.1), Role::Mean))
        .named("mean now")
        .gap(0)
        .largest_first(|moved| Some(Key::Number(moved.mean.1)))
        .right("moved", 6, |moved| (percent(moved.share()), Role::Text))
        .named("movement of the mean")
        .gap(0)
        .largest_first(|moved| Some(Key::Number(moved.share())))
        .left("", BAR.into(), |_| (String::new(), Role::Text))
        .named(BARS)
        .gap(2)
        .shown(has_bar)
        .right("best 0", 6, |moved| (moved.best.0.to_string(), Role::Dim))
        .named("best of generation 0")
        .gap(if has_bar { 1 } else { 2 })
        .shown(has_best)
        .largest_first(|moved| Some(Key::Number(moved.best.0.into())))
        .right("now", 6, |moved| (moved.best.1.to_string(), Role::Organism))
        .named("best now")
        .gap(0)
        .shown(has_best)
        .largest_first(|moved| Some(Key::Number(moved.best.1.into())))
        .right("moved", 6, |moved| (percent(moved.best_share()), Role::Text))
        .named("movement of the best")
        .gap(0)
        .shown(has_best)
        .largest_first(|moved| Some(Key::Number(moved.best_share())))
        .searched(name)
        .table()
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
    table.hides_cursor = !frame.focused;
    let farthest = state.moves.first().map_or(0.0, |first| first.share().abs()).max(0.05);
    for (row, line) in table.draw(draw, inner, frame.focused) {
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
