//! The lists of the screen as tables that can be sorted and searched.

use super::{State, drift, lists};
use crate::tui::boards::list;
use crate::tui::hit_map::List;
use crate::tui::model::Model;
use crate::tui::table::{Key, Table};
use crate::tui::theme::Role;

/// The columns of the standings.
pub(super) const NAME: usize = 0;
pub(super) const SEAT: usize = 1;
pub(super) const POINTS: usize = 2;
pub(super) const WON: usize = 3;
pub(super) const DRAWN: usize = 4;
pub(super) const LOST: usize = 5;
pub(super) const ELO: usize = 6;

/// Returns the tables of the screen.
pub(super) fn tables<'a>(state: &'a State, model: &'a Model) -> Vec<Table<'a>> {
    let mut tables =
        vec![standings(state, lists::STANDINGS), standings(state, lists::FINALISTS), games(state, 0)];
    tables.extend(drift::table(state, model));
    tables
}

/// Returns the table of the players of the round robin shown.
fn standings(state: &State, list: List) -> Table<'_> {
    let entries = state.round.as_ref().map_or(&[][..], |round| &round.entries);
    Table::new(list, entries.len(), state.row.at)
        .ascending([(NAME, "organism"), (SEAT, "seat")])
        .numbers([(POINTS, "points"), (WON, "won"), (DRAWN, "drawn"), (LOST, "lost"), (ELO, "Elo")])
        .keys(move |row, column| {
            let entry = entries.get(row)?;
            let [lost, drawn, won] = entry.player.totals;
            Some(match column {
                NAME => Key::text(&entry.player.name),
                SEAT => Key::count(entry.player.number),
                POINTS => Key::Number(entry.player.points()),
                WON => Key::count(won),
                DRAWN => Key::count(drawn),
                LOST => Key::count(lost),
                _ => Key::Number(entry.player.elo?.value),
            })
        })
        .texts(move |row| entries.get(row).map_or_else(String::new, |entry| entry.player.name.clone()))
}

/// Returns the table of the games of the round robin shown, for a list of this width.
pub(super) fn games(state: &State, width: u16) -> Table<'_> {
    let rows = (state.listed_games(), state.game.at);
    list::table(
        lists::GAMES,
        rows,
        width,
        |game| Some((game.id.game, game.id.players.map(|player| player as usize), &game.record)),
        |player| (state.names().get(player).map_or("", String::as_str), Role::Text),
    )
}
