//! The heading and the rows of a list of finished games.

use ratatui::layout::Rect;

use super::Scene;
use crate::arena::game::{Ending, Record};
use crate::arena::pgn;
use crate::tui::draw::{Draw, Heading};
use crate::tui::format::{cut, left, right, thousands};
use crate::tui::hit_map::List;
use crate::tui::table::{Key, Table};
use crate::tui::theme::Role;

/// The widths of the columns.
const NUMBER: usize = 6;
const RESULT: usize = 7;
const MOVES: usize = 6;

/// Returns the width of each name column, and whether there is a column for the ending.
fn columns(width: u16) -> (usize, bool) {
    // In a narrow list, only the replay shows how a game ended.
    let ends = width >= 64;
    let end = if ends { 22 } else { 2 };
    let name = usize::from(width).saturating_sub(NUMBER + RESULT + MOVES + end + 3) / 2;
    (name.clamp(7, 22), ends)
}

/// The columns by which games can be sorted.
const GAME: usize = 0;
const WHITE: usize = 1;
const BLACK: usize = 2;
const RESULT_OF: usize = 3;
const LENGTH: usize = 4;
const END: usize = 5;

/// Draws the headings of a list of games.
pub(crate) fn headings(draw: &mut Draw<'_>, line: Rect, list: List) {
    let (name, ends) = columns(line.width);
    let headings = [
        Heading::gap(1),
        Heading::right("game", NUMBER - 1).by(GAME),
        Heading::gap(1),
        Heading::left("□ White", name).by(WHITE),
        Heading::gap(1),
        Heading::left("■ Black", name).by(BLACK),
        Heading::gap(1),
        Heading::left("result", RESULT).by(RESULT_OF),
        Heading::right("moves", MOVES).by(LENGTH),
        Heading::gap(2),
        Heading::left(if ends { "end" } else { "" }, if ends { 20 } else { 0 }).by(END),
    ];
    draw.headings(line, list, &headings);
}

/// A finished game: its number, its players, White first, and its record.
pub(crate) type Game<'a> = (u64, [usize; 2], &'a Record);

/// Returns a table of `len` games.
pub(crate) fn table<'a>(
    list: List,
    (len, selected): (usize, usize),
    game: impl Fn(usize) -> Option<Game<'a>> + Clone + 'a,
    name: impl Fn(usize) -> String + Clone + 'a,
) -> Table<'a> {
    let (found, named) = (game.clone(), name.clone());
    Table::new(list, len, selected)
        .ascending([(GAME, "game"), (WHITE, "White"), (BLACK, "Black"), (RESULT_OF, "result")])
        .numbers([(LENGTH, "moves")])
        .ascending([(END, "end")])
        .keys(move |row, column| {
            let (number, [white, black], record) = game(row)?;
            Some(match column {
                GAME => Key::count(number),
                WHITE => Key::text(name(white)),
                BLACK => Key::text(name(black)),
                RESULT_OF => Key::text(pgn::result(record.winner)),
                LENGTH => Key::count(moves(record)),
                _ => Key::text(ending(&record.ending)),
            })
        })
        .texts(move |row| {
            let Some((number, [white, black], record)) = found(row) else { return String::new() };
            let (white, black, result) = (named(white), named(black), pgn::result(record.winner));
            format!("{} {white} {black} {result} {}", thousands(number + 1), ending(&record.ending))
        })
}

/// Draws the row of a game.
pub(crate) fn row(
    draw: &mut Draw<'_>,
    scene: &Scene<'_>,
    row: Rect,
    (number, players, record): (u64, [usize; 2], &Record),
    selected: bool,
) {
    let (name, _) = columns(row.width);
    let mut x = row.x;
    let mut put = |draw: &mut Draw<'_>, text: &str, width: usize, role: Role| {
        draw.over(x, row.y, row.right().saturating_sub(x).min(width as u16), text, role, selected);
        x = x.saturating_add(width as u16);
    };
    put(draw, if selected { "▸" } else { " " }, 1, Role::Key);
    put(draw, &right(&thousands(number + 1), NUMBER - 1), NUMBER, Role::Dim);
    for player in players {
        put(draw, &left(&cut(scene.name(player), name), name), name + 1, scene.role(player));
    }
    put(draw, &left(pgn::result(record.winner), RESULT), RESULT + 1, Role::Text);
    put(draw, &right(&moves(record).to_string(), MOVES - 1), MOVES + 1, Role::Dim);
    let role = if record.forfeit().is_some() { Role::Warning } else { Role::Dim };
    let used = 1 + NUMBER + 2 * (name + 1) + RESULT + 1 + MOVES + 1;
    let room = usize::from(row.width).saturating_sub(used);
    let end = ending(&record.ending);
    let end =
        if room > 8 { cut(&end, room) } else { end.chars().take_while(|sign| *sign == '✗').collect() };
    put(draw, &end, room, role);
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
