//! Games and positions that must not be in a set, because organisms are tested on them.

use std::collections::{HashMap, HashSet};

use shakmaty::Chess;

use super::game::Candidate;
use crate::positions::epd::EpdRecord;
use crate::positions::fen::fields;

/// Positions of other sets, and the games from which they come.
#[derive(Debug, Default)]
pub struct Exclusion {
    /// The positions, by their four fields.
    positions: HashSet<String>,
    /// For each pair of players and result, the plies and positions that were drawn from their games.
    games: HashMap<Players, Vec<(usize, String)>>,
}

/// The surnames of White and Black in lower case, and the result.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Players(String, String, String);

impl Players {
    fn new(white: &str, black: &str, result: &str) -> Players {
        let surname = |name: &str| name.split(',').next().unwrap_or(name).trim().to_lowercase();
        Players(surname(white), surname(black), result.to_owned())
    }
}

impl Exclusion {
    /// Excludes the positions of records, and the games from which they come. The operations written by `eyas import`
    /// identify a game: `c0` (players), `c3` (result) and `c4` (ply).
    #[must_use]
    pub fn of<'a>(records: impl IntoIterator<Item = &'a EpdRecord>) -> Exclusion {
        let mut exclusion = Exclusion::default();
        for record in records {
            let fields = fields(&record.position);
            if let Some((players, ply)) = origin(record) {
                exclusion.games.entry(players).or_default().push((ply, fields.clone()));
            }
            exclusion.positions.insert(fields);
        }
        exclusion
    }

    /// Returns whether nothing is excluded.
    pub(super) fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Returns whether the position with these four fields is excluded.
    #[must_use]
    pub(crate) fn contains_position(&self, fields: &str) -> bool {
        self.positions.contains(fields)
    }

    /// Returns whether a game is excluded, given all its positions: an excluded position comes from a game of the same
    /// players with the same result, and this game has it after the same number of plies; or the game has any excluded
    /// position after `first_ply` plies or more.
    #[must_use]
    pub(crate) fn contains(&self, game: &Candidate, line: &[Chess], first_ply: usize) -> bool {
        if self.is_empty() {
            return false;
        }
        let players = Players::new(&game.white, &game.black, &game.result.to_string());
        let drawn = self.games.get(&players).map_or(&[][..], Vec::as_slice);
        drawn.iter().any(|(ply, found)| line.get(*ply).is_some_and(|position| fields(position) == *found))
            || line.iter().skip(first_ply).any(|position| self.contains_position(&fields(position)))
    }
}

/// Returns the players of a record's game, and the ply of its position.
fn origin(record: &EpdRecord) -> Option<(Players, usize)> {
    let (white, black) = record.text("c0")?.split_once(" – ")?;
    let ply = record.text("c4")?.parse().ok()?;
    Some((Players::new(white, black, record.text("c3")?), ply))
}
