//! The lists of the screen as tables that can be sorted and searched.

use super::state::MatchData;
use super::{State, lists};
use crate::tui::boards::list;
use crate::tui::table::{Key, Table};

/// The columns of the saved matches.
pub(super) const NAME: usize = 0;
pub(super) const GAMES: usize = 1;
pub(super) const CHANGED: usize = 2;
pub(super) const PLAYERS: usize = 3;

/// The columns of the faults.
const GAME: usize = 0;
const PLAYER: usize = 1;

/// Returns the tables of the screen.
pub(super) fn tables(state: &State) -> Vec<Table<'_>> {
    let mut tables = vec![saved(state)];
    if let Some((open, data)) = state.open.as_ref().and_then(|open| Some((open, open.data.as_ref()?))) {
        tables.push(games(data, open.cursor.at));
        tables.push(faults(data, open.fault.at));
    }
    tables
}

fn games(data: &MatchData, selected: usize) -> Table<'_> {
    let game = |row: usize| {
        let number = data.newest().nth(row)?;
        let (record, fixture) = (data.games.get(&number)?, data.plan.fixture(number)?);
        Some((fixture.game, fixture.players, record.as_ref()))
    };
    let name = |player: usize| data.name(player).to_owned();
    list::table(lists::GAMES, (data.order.len(), selected), game, name)
}

fn faults(data: &MatchData, selected: usize) -> Table<'_> {
    let fault = |row: usize| {
        let number = *data.faults.iter().rev().nth(row)?;
        let (record, fixture) = (data.games.get(&number)?, data.plan.fixture(number)?);
        let (loser, verdict, reason) = record.forfeit()?;
        Some((number, data.name(fixture.player(loser)), format!("{verdict} {reason}")))
    };
    Table::new(lists::FAULTS, data.faults.len(), selected)
        .ascending([(GAME, "game"), (PLAYER, "player")])
        .keys(move |row, column| {
            let (number, player, _) = fault(row)?;
            Some(if column == GAME { Key::count(number) } else { Key::text(player) })
        })
        .texts(move |row| {
            fault(row).map_or_else(String::new, |(number, player, reason)| {
                format!("{} {player} {reason}", number + 1)
            })
        })
}

fn saved(state: &State) -> Table<'_> {
    let rows = state.saved.rows();
    Table::new(lists::SAVED, rows.len(), state.saved.cursor.at)
        .ascending([(NAME, "match")])
        .numbers([(GAMES, "games")])
        .ascending([(CHANGED, "time since the last change"), (PLAYERS, "players")])
        .keys(|row, column| {
            let row = rows.get(row)?;
            match column {
                NAME => Some(Key::text(row.title())),
                GAMES => row.games.map(|(done, _)| Key::count(done)),
                CHANGED => row.age.map(|age| Key::Number(age.as_secs_f64())),
                _ => row.about.as_ref().ok().map(Key::text),
            }
        })
        .texts(|row| {
            rows.get(row).map_or_else(String::new, |row| {
                let (Ok(about) | Err(about)) = &row.about;
                format!("{} {about}", row.title())
            })
        })
}
