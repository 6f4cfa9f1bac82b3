//! The list of saved matches.

use super::State;
use crate::tui::format::duration;
use crate::tui::prelude::*;
use crate::tui::saved::SavedMatch;

const LIST: List = List("matches: saved");

/// Draws the list on the whole screen.
pub(super) fn draw(draw: &mut Draw<'_>, state: &State, _model: &Model, frame: Frame) {
    let table = table(state);
    let note = if table.len == 0 { String::new() } else { format!("{} saved", table.len) };
    let inner = pane::draw(draw, frame.area, "Matches", &note, true);
    if inner.height < 3 || inner.width < 20 {
        return;
    }
    let mut list = inner;
    if state.open.is_none() {
        let text = "n  select two players for a match, or more for a tournament\n";
        list = paragraph(draw, inner, text, Role::Key);
    }
    let (text, role) = match &state.saved.rows {
        Some(Ok(_)) => return drop(table.draw(draw, list, true)),
        Some(Err(why)) => (why.as_str(), Role::Error),
        None => ("loading the saved matches …", Role::Dim),
    };
    paragraph(draw, list, text, role);
}

/// Returns the table of the saved matches, newest first.
pub(super) fn table(state: &State) -> Table<'_> {
    let games = |row: &SavedMatch| {
        row.games.map_or_else(String::new, |(done, all)| {
            format!("{}/{}{}", thousands(done), thousands(all), if done < all { "" } else { " ✓" })
        })
    };
    let age = |row: &SavedMatch| row.age.map_or_else(String::new, |age| format!("{} ago", duration(age)));
    let about = |row: &SavedMatch| match &row.about {
        Ok(about) => (about.clone(), Role::Text),
        Err(why) => (why.clone(), Role::Error),
    };
    Rows::new(LIST, state.saved.rows(), state.saved.cursor.at)
        .left("match", 12, |row| (row.title(), Role::Text))
        .sorted(|row| Some(Key::text(row.title())))
        .right("games", 17, move |row| (games(row), Role::Text))
        .largest_first(|row| Some(Key::count(row.games?.0)))
        .right("changed", 14, move |row| (age(row), Role::Text))
        .named("time since the last change")
        .sorted(|row| Some(Key::Number(row.age?.as_secs_f64())))
        .rest("players", about)
        .gap(2)
        .sorted(|row| row.about.as_ref().ok().map(Key::text))
        .searched(move |row| format!("{} {}", row.title(), about(row).0))
        .table()
}
