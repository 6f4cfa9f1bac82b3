//! The pane of the time: the moves of the champions in the selected position from generation to generation, when the right
//! move was learned, and what each generation learned and forgot.

use super::{Frame, State, TIME, text};
use crate::disagreement::{Learned, Learning, Turn, ValueChange};
use crate::tui::prelude::*;

pub(super) const LIST: List = List("positions: generations");

/// A condition on how the champions answered a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TurnFilter {
    /// The champion of the generation shown plays a right move, and the one before does not.
    Learned,
    /// The champion of the generation shown plays no right move, and the one before does.
    Forgotten,
    /// No champion ever played a right move.
    Never,
}

impl TurnFilter {
    pub(super) const ALL: [TurnFilter; 3] = [TurnFilter::Learned, TurnFilter::Forgotten, TurnFilter::Never];

    pub(super) fn name(self) -> &'static str {
        match self {
            TurnFilter::Learned => "just learned",
            TurnFilter::Forgotten => "just forgotten",
            TurnFilter::Never => "never learned",
        }
    }

    /// Returns whether a position meets the condition.
    pub(super) fn admits(self, learning: &Learning, viewed: u32, position: usize) -> bool {
        let now = learning.index_of(viewed);
        let turned = |right: bool| {
            now.checked_sub(1).is_some_and(|before| {
                learning.answered(now, position) == right && learning.answered(before, position) != right
            })
        };
        match self {
            TurnFilter::Learned => turned(true),
            TurnFilter::Forgotten => turned(false),
            TurnFilter::Never => learning.state(position) == Learned::Never,
        }
    }
}

/// The height of the pane below a board: the strip, the mark of the generation shown, a text, and the border.
pub(super) const HEIGHT: u16 = 3 + 2;

/// The least rows of the list of generations.
const WITH_LIST: u16 = 3 + 4;

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let (learning, position) = (state.scan.learning(), state.entry);
    let right = state.entry().map_or(String::new(), |entry| entry.san.clone());
    let note = learning.zip(position).map(|(learning, position)| described(learning.state(position)));
    let inner = frame.open(draw, &format!("Time: who plays {right}"), &note.unwrap_or_default());
    let Some((learning, position)) =
        learning.zip(position).filter(|(learning, _)| !learning.champions().is_empty())
    else {
        let width = inner.width.saturating_sub(1);
        return draw.text(inner.x + 1, inner.y, width, why_unknown(state, model), Role::Dim);
    };
    let has_list = inner.height >= WITH_LIST;
    let [lines, rest] = split_top(inner, if has_list { 3 } else { inner.height });
    let viewed = viewed(model);
    strip(draw, learning, position, viewed, lines);
    if lines.height >= 3 {
        let turns = state.scan.turns().unwrap_or_default();
        let told = turns.iter().rev().find(|turn| viewed.is_none_or(|viewed| turn.generation <= viewed));
        let line = told.map_or_else(
            || (untold(learning.state(position)).to_owned(), Role::Dim),
            |turn| (sentence(state, model, turn, &right), if turn.right { Role::Good } else { Role::Bad }),
        );
        let width = lines.width.saturating_sub(2);
        for (text, row) in wrap(&line.0, usize::from(width)).iter().zip(2..lines.height) {
            draw.text(lines.x + 1, lines.y + row, width, text, line.1);
        }
    }
    if has_list {
        table(state, model).draw(draw, rest, frame.focused);
    }
}

/// Returns why the answers of the champions are not shown.
fn why_unknown(state: &State, model: &Model) -> &'static str {
    let open = model.evolution.as_ref();
    match open {
        None => "no session is open",
        Some(open) if open.is_busy() => "shown when the run pauses",
        Some(_) if state.champions.is_none() => "no champions with this evaluation",
        Some(_) => "the champions are being compared",
    }
}

/// Returns the generation shown.
pub(super) fn viewed(model: &Model) -> Option<u32> {
    model.evolution.as_ref()?.viewed_generation()
}

/// Says how the champions answered a position.
fn described(state: Learned) -> String {
    match state {
        Learned::Always => "known from the beginning".to_owned(),
        Learned::Never => "never learned".to_owned(),
        Learned::Since(generation) => format!("learned at {generation}"),
        Learned::Forgotten(generation) => format!("forgotten at {generation}"),
    }
}

fn untold(state: Learned) -> &'static str {
    match state {
        Learned::Always => "every champion plays a right move",
        Learned::Never => "no champion ever played a right move",
        Learned::Since(_) | Learned::Forgotten(_) => "no turn up to this generation",
    }
}

/// Draws a line with the answers of the champions, and below it a mark at the generation shown. A click on a cell shows its
/// generation.
fn strip(draw: &mut Draw<'_>, learning: &Learning, position: usize, viewed: Option<u32>, area: Rect) {
    let champions = learning.champions();
    let (first, last) = (champions[0].generation, champions[champions.len() - 1].generation);
    let (left, right) = (format!(" {first} "), format!(" {last} "));
    let margin = left.cells() as u16;
    let cells = area.width.saturating_sub(margin + right.cells() as u16);
    if cells == 0 || area.height == 0 {
        return;
    }
    draw.text(area.x, area.y, area.width, &left, Role::Dim);
    draw.text(area.x + margin + cells, area.y, area.width, &right, Role::Dim);
    let answers: Vec<bool> = learning.history(position).collect();
    // Each cell shows the champions of its part of the run, at least one.
    let part = |cell: u16| usize::from(cell) * answers.len() / usize::from(cells);
    let shown = viewed.map(|viewed| learning.index_of(viewed));
    for cell in 0..cells {
        let (begin, end) = (part(cell), part(cell + 1).max(part(cell) + 1));
        let rights = answers[begin..end].iter().filter(|right| **right).count();
        let (sign, role) = match rights {
            0 => ("░", Role::Dim),
            all if all == end - begin => ("█", Role::Grandmaster),
            _ => ("▒", Role::Grandmaster),
        };
        let x = area.x + margin + cell;
        draw.text(x, area.y, 1, sign, role);
        draw.hits.note(
            Rect::new(x, area.y, 1, area.height.min(2)),
            Target::Generation(champions[end - 1].generation),
        );
    }
    let Some(shown) = shown.filter(|_| area.height >= 2) else { return };
    let cell = (0..cells).rev().find(|cell| part(*cell) <= shown).unwrap_or(0);
    let (x, number) = (area.x + margin + cell, champions[shown].generation.to_string());
    draw.text(x, area.y + 1, 1, "▲", Role::Key);
    // The number is at the side with more room.
    let number_x = if cell > cells / 2 { x.saturating_sub(number.cells() as u16 + 1) } else { x + 2 };
    draw.text(number_x, area.y + 1, number.cells() as u16, &number, Role::Text);
}

/// Says when the right move was learned or forgotten, and with which changed values.
fn sentence(state: &State, model: &Model, turn: &Turn, right: &str) -> String {
    let verb = if turn.right { "learned" } else { "forgot" };
    let change = |change: &ValueChange| {
        format!("{} {} → {}", text::parameter(state, model, change.parameter), change.from, change.to)
    };
    let why = match turn.causes.as_slice() {
        [] => "by several values together".to_owned(),
        [only] => format!("with {}", change(only)),
        [first, rest @ ..] => format!("with {} and {} more", change(first), rest.len()),
    };
    format!("generation {}: {verb} {right} {why}", turn.generation)
}

/// Returns the table of the generations: what each champion learned and forgot since the one before.
pub(super) fn table<'a>(state: &'a State, model: &'a Model) -> Table<'a> {
    let learning = state.scan.learning();
    let count = learning.map_or(0, |learning| learning.champions().len());
    let rows: Vec<usize> = (0..count).collect();
    let at = learning.zip(viewed(model)).map_or(0, |(learning, viewed)| learning.index_of(viewed));
    let turned = move |row: &usize| learning.map_or([0; 2], |learning| learning.turn_counts(*row));
    let generation = move |row: &usize| learning.map_or(0, |learning| learning.champions()[*row].generation);
    let changes = move |row: &usize| learning.map_or(0, |learning| learning.changes(*row).len());
    let right = move |row: &usize| {
        learning.zip(state.entry).is_some_and(|(learning, position)| learning.answered(*row, position))
    };
    let some = |count: usize| if count == 0 { "·".to_owned() } else { thousands(count as u64) };
    Rows::new(LIST, rows, at)
        .hide_cursor(state.pane() != TIME)
        .mark(move |row| if right(row) { ("✓", Role::Good) } else { ("✗", Role::Bad) })
        .right("generation", 10, move |row| (generation(row).to_string(), Role::Text))
        .natural()
        .right("learned", 8, move |row| (some(turned(row)[0]), Role::Good))
        .largest_first(move |row| Some(Key::count(turned(row)[0])))
        .right("forgotten", 9, move |row| (some(turned(row)[1]), Role::Bad))
        .largest_first(move |row| Some(Key::count(turned(row)[1])))
        .right("changed", 7, move |row| (some(changes(row)), Role::Dim))
        .named("values changed since the champion before")
        .largest_first(move |row| Some(Key::count(changes(row))))
        .table()
}

/// Returns the generation of a row.
pub(super) fn generation_of(state: &State, row: usize) -> Option<u32> {
    Some(state.scan.learning()?.champions().get(row)?.generation)
}
