//! The list of saved matches.

use ratatui::layout::Rect;

use super::{Spot, State, lists, sorting};
use crate::tui::draw::{Draw, Heading};
use crate::tui::format::{cut, duration, left, right, thousands};
use crate::tui::hit_map::Target;
use crate::tui::saved::SavedMatch;
use crate::tui::theme::Role;
use crate::tui::widgets::areas::below;
use crate::tui::widgets::lines::paragraph;
use crate::tui::widgets::pane;

/// The widths of the columns.
const NAME: usize = 12;
const GAMES: usize = 17;
const AGE: usize = 14;

/// Draws the list on the whole screen.
pub(super) fn draw(draw: &mut Draw<'_>, state: &State, area: Rect) {
    let rows = state.saved.rows();
    let note = if rows.is_empty() { String::new() } else { format!("{} saved", rows.len()) };
    let inner = pane::draw(draw, area, "Matches", &note, true);
    if inner.height < 3 || inner.width < 20 {
        return;
    }
    let mut list = inner;
    if state.open.is_none() {
        let text = "n  select two players for a match, or more for a tournament\n";
        list = paragraph(draw, inner, text, Role::Key);
    }
    let (text, role) = match &state.saved.rows {
        None => ("loading the saved matches …", Role::Dim),
        Some(Err(why)) => (why.as_str(), Role::Error),
        Some(Ok(_)) => ("", Role::Dim),
    };
    if !text.is_empty() {
        paragraph(draw, list, text, role);
        return;
    }
    let headings = [
        Heading::gap(2),
        Heading::left("match", NAME).by(sorting::NAME),
        Heading::gap(1),
        Heading::right("games", GAMES).by(sorting::GAMES),
        Heading::gap(1),
        Heading::right("changed", AGE).by(sorting::CHANGED),
        Heading::gap(2),
        Heading::left("players", 10).by(sorting::PLAYERS),
    ];
    draw.headings(Rect { height: 1, ..list }, lists::SAVED, &headings);
    let body = below(list, 1);
    for (index, row, place) in draw.visible(body, lists::SAVED, state.saved.cursor.at, rows) {
        let selected = index == state.saved.cursor.at;
        draw.row(place, Target::own(Spot::Saved(index)), selected);
        draw_row(draw, place, row, selected);
    }
}

fn draw_row(draw: &mut Draw<'_>, line: Rect, row: &SavedMatch, selected: bool) {
    draw.over(line.x, line.y, 1, if selected { "▸" } else { " " }, Role::Key, selected);
    let games = row.games.map_or_else(String::new, |(done, all)| {
        format!("{}/{}{}", thousands(done), thousands(all), if done < all { "" } else { " ✓" })
    });
    let age = row.age.map_or_else(String::new, |age| format!("{} ago", duration(age)));
    let text = format!("{} {} {}  ", left(&row.title(), NAME), right(&games, GAMES), right(&age, AGE));
    let width = line.width.saturating_sub(1);
    draw.over(line.x + 1, line.y, width, &format!(" {text}"), Role::Text, selected);
    let used = (NAME + GAMES + AGE + 6) as u16;
    let room = line.width.saturating_sub(used);
    let (about, role) = match &row.about {
        Ok(about) => (about, Role::Text),
        Err(why) => (why, Role::Error),
    };
    draw.over(line.x + used, line.y, room, &cut(about, usize::from(room)), role, selected);
}
