//! The lists of Personas.

use super::tasks::FoundPersonas;
use super::{Frame, State};
use crate::players::contrast::{Kind, POSITIONS, Parting, Value};
use crate::tui::prelude::*;

const PERSONAS: List = List("personas");
const VALUES: List = List("personas: values");
const KINDS: List = List("personas: kinds");
const PARTINGS: List = List("personas: positions");

/// The greatest width of a player's name as a heading.
const NAME: usize = 9;

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, _model: &Model, frame: Frame) {
    let inner = frame.open(draw, "Personas", "● compared with ○");
    if state.found.is_none() {
        paragraph(draw, inner, "The files are being read.", Role::Dim);
        return;
    }
    personas(state).draw(draw, inner, frame.focused);
}

pub(super) fn personas(state: &State) -> Table<'_> {
    let rows: Vec<(usize, &FoundPersonas)> = state.found().iter().enumerate().collect();
    let side = |number: &usize| match state.chosen {
        [one, _] if one == *number => ("●", Role::Subject),
        [_, other] if other == *number => ("○", Role::Rival),
        _ => (" ", Role::Dim),
    };
    Rows::new(PERSONAS, rows, state.cursor.at)
        .mark(move |(number, _)| side(number))
        .rest("player", |(_, found)| (found.persona.player.clone(), Role::Text))
        .sorted(|(_, found)| Some(Key::text(&found.persona.player)))
        .right("games", 7, |(_, found)| (thousands(found.persona.games), Role::Dim))
        .largest_first(|(_, found)| Some(Key::count(found.persona.games)))
        .right("moves", 8, |(_, found)| (thousands(found.persona.positions), Role::Dim))
        .largest_first(|(_, found)| Some(Key::count(found.persona.positions)))
        .searched_by_cells()
        .table()
}

/// Returns the name of a player as a heading.
fn heading(state: &State, side: usize) -> String {
    let name = state.contrast.as_ref().map_or("", |contrast| contrast.players[side].as_str());
    cut(name, NAME)
}

/// Opens the frame of a table, and says why it is empty. Returns the inside.
fn open(draw: &mut Draw<'_>, state: &State, frame: Frame, title: &str) -> Option<Rect> {
    let inner = frame.open(draw, title, "");
    let text = match (&state.contrast, state.comparing.is_some(), state.found().len()) {
        (_, true, _) => "The personas are being compared.",
        (Some(_), ..) => return Some(inner),
        (None, _, 0 | 1) => "Two personas are needed.",
        _ => "Enter compares the selected persona with the marked one.",
    };
    paragraph(draw, inner, text, Role::Dim);
    None
}

pub(super) fn draw_values(draw: &mut Draw<'_>, state: &State, _model: &Model, frame: Frame) {
    if let Some(inner) = open(draw, state, frame, "Values that differ most, in centipawns") {
        values(state).draw(draw, inner, frame.focused);
    }
}

pub(super) fn values(state: &State) -> Table<'_> {
    let rows: Vec<&Value> = state.contrast.iter().flat_map(|contrast| &contrast.values).collect();
    let value = |side: usize| move |value: &&Value| (decimal(value.values[side], 1), side_role(side));
    Rows::new(VALUES, rows, state.value.at)
        .rest("value", |value| (parameter_name(&value.name), Role::Text))
        .sorted(|value| Some(Key::text(&value.name)))
        .right(heading(state, 0), NAME, value(0))
        .right(heading(state, 1), NAME, value(1))
        .right("effect", 7, |value| (signed_decimal(value.effect, 3), Role::Text))
        .named("effect, in nats")
        .priority(1)
        .largest_first(|value| Some(Key::Number(value.effect.abs())))
        .right("errors", 7, |value| (signed_decimal(value.errors, 1), Role::Dim))
        .named("difference, in standard errors")
        .priority(2)
        .searched_by_cells()
        .table()
}

fn side_role(side: usize) -> Role {
    if side == 0 { Role::Subject } else { Role::Rival }
}

/// Returns a difference: of the colour of the player who makes the move more often.
fn difference(nats: Option<f64>) -> Cell {
    nats.map_or((String::new(), Role::Dim), |nats| {
        (signed_decimal(nats, 2), side_role(usize::from(nats < 0.0)))
    })
}

pub(super) fn draw_kinds(draw: &mut Draw<'_>, state: &State, _model: &Model, frame: Frame) {
    if let Some(inner) =
        open(draw, state, frame, "Kinds of moves that differ most, in nats: + ● more often, − ○")
    {
        kinds(state).draw(draw, inner, frame.focused);
    }
}

pub(super) fn kinds(state: &State) -> Table<'_> {
    let rows: Vec<&Kind> = state.contrast.iter().flat_map(|contrast| &contrast.kinds).collect();
    let phase = |phase: usize| move |kind: &&Kind| difference(kind.differences[phase]);
    Rows::new(KINDS, rows, state.kind.at)
        .rest("kind of move", |kind| (kind.name.clone(), Role::Text))
        .sorted(|kind| Some(Key::text(&kind.name)))
        .right("open", 6, phase(0))
        .named("opening")
        .right("middle", 6, phase(1))
        .named("middlegame")
        .right("end", 6, phase(2))
        .named("endgame")
        .right("all", 6, phase(3))
        .named("all phases")
        .right("errors", 7, |kind| (signed_decimal(kind.errors, 1), Role::Dim))
        .named("difference, in standard errors")
        .priority(2)
        .largest_first(|kind| Some(Key::Number(kind.errors.abs())))
        .searched_by_cells()
        .table()
}

pub(super) fn draw_partings(draw: &mut Draw<'_>, state: &State, _model: &Model, frame: Frame) {
    let title = state.contrast.as_ref().map_or_else(
        || "Positions where they part".to_owned(),
        |contrast| {
            let count = |number: usize| thousands(number as u64);
            format!(
                "They part in {} of {} positions of {POSITIONS}",
                count(contrast.parted),
                count(contrast.positions)
            )
        },
    );
    if let Some(inner) = open(draw, state, frame, &title) {
        partings(state).draw(draw, inner, frame.focused);
    }
}

pub(super) fn partings(state: &State) -> Table<'_> {
    let rows: Vec<&Parting> = state.contrast.iter().flat_map(|contrast| &contrast.partings).collect();
    let played = |side: usize| {
        move |parting: &&Parting| {
            let [one, other] = parting.san();
            (if side == 0 { one } else { other }, side_role(side))
        }
    };
    let chance = |side: usize| {
        move |parting: &&Parting| (format!("{:.0} %", 100.0 * parting.chances[side][side]), Role::Dim)
    };
    Rows::new(PARTINGS, rows, state.parting.at)
        .left(heading(state, 0), NAME, played(0))
        .right("", 5, chance(0))
        .named("chance of the first move")
        .left(heading(state, 1), NAME, played(1))
        .right("", 5, chance(1))
        .named("chance of the second move")
        .right("nats", 5, |parting| (format!("{:.2}", parting.nats), Role::Text))
        .priority(1)
        .largest_first(|parting| Some(Key::Number(parting.nats)))
        .rest("position", |parting| (parting.fen(), Role::Dim))
        .least_width(70)
        .searched_by_cells()
        .table()
}
