//! A list of finished games.

use crate::arena::game::{Ending, Record};
use crate::arena::pgn;
use crate::tui::prelude::*;

/// The least width of a list that shows how the games ended. In a narrower one, only the replay shows it.
const WITH_ENDING: u16 = 64;
/// The largest width of a name.
const NAME: usize = 22;

/// A finished game: its number, its players, White first, and its record.
pub(crate) type Game<'a> = (u64, [usize; 2], &'a Record);

/// Returns the table of games for a list of this width. `game` returns the game of a row, and `player` a player's name
/// and colour.
pub(crate) fn table<'a, R: 'a>(
    list: List,
    (rows, selected): (Vec<R>, usize),
    width: u16,
    game: impl Fn(&R) -> Option<Game<'a>> + Copy + 'a,
    player: impl Fn(usize) -> (&'a str, Role) + Copy + 'a,
) -> Table<'a> {
    let has_ending = width >= WITH_ENDING;
    // The names have the room beside the other columns, of which the ending has at least 20 cells or one for its mark.
    let others = if has_ending { 44 } else { 24 };
    let name = (usize::from(width).saturating_sub(others) / 2).clamp(7, NAME);
    let text = move |row: &R, text: fn(Game<'a>) -> String| game(row).map(text).unwrap_or_default();
    let side = move |row: &R, side: usize| {
        let (name, role) = game(row).map_or(("", Role::Text), |(_, players, _)| player(players[side]));
        (name.to_owned(), role)
    };
    let number = |(number, ..): Game<'_>| thousands(number + 1);
    let result = |(.., record): Game<'_>| pgn::result(record.winner).to_owned();
    let ending = |(.., record): Game<'_>| ending(&record.ending);
    let end = move |row: &R| {
        let lost = game(row).is_some_and(|(.., record)| record.forfeit().is_some());
        let text = if has_ending || lost { text(row, ending) } else { String::new() };
        let shown = if has_ending { text } else { text.chars().take(1).collect() };
        (shown, if lost { Role::Warning } else { Role::Dim })
    };
    Rows::new(list, rows, selected)
        .right("game", 5, move |row| (text(row, number), Role::Dim))
        .gap(0)
        .sorted(move |row| Some(Key::count(game(row)?.0)))
        .left("□ White", name, move |row| side(row, 0))
        .named("White")
        .sorted(move |row| Some(Key::text(side(row, 0).0)))
        .left("■ Black", name, move |row| side(row, 1))
        .named("Black")
        .sorted(move |row| Some(Key::text(side(row, 1).0)))
        .left("result", 7, move |row| (text(row, result), Role::Text))
        .sorted(move |row| Some(Key::text(text(row, result))))
        .right("moves", 6, move |row| (text(row, |(.., record)| moves(record).to_string()), Role::Dim))
        .gap(0)
        .largest_first(move |row| Some(Key::count(moves(game(row)?.2))))
        .rest(if has_ending { "end" } else { "" }, end)
        .named("end")
        .gap(2)
        .sorted(move |row| Some(Key::text(text(row, ending))))
        .searched(move |row| {
            let [number, result, ending] = [number, result, ending].map(|part| text(row, part));
            format!("{number} {} {} {result} {ending}", side(row, 0).0, side(row, 1).0)
        })
        .table()
}

/// Returns the number of full moves, including the opening.
fn moves(record: &Record) -> usize {
    (record.opening.len() + record.moves.len()).div_ceil(2)
}

fn ending(ending: &Ending) -> String {
    match ending {
        Ending::Forfeit { verdict, .. } => format!("✗ {verdict}"),
        other => other.to_string(),
    }
}
