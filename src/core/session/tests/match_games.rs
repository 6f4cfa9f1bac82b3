//! The games in the folder of a match.

use super::*;
use crate::arena::game::{Ending, Record};
use crate::positions::Variant;
use crate::session::MatchFolder;

/// A game that is told by its opening.
fn record(opening: &str) -> Record {
    Record {
        variant: Variant::Standard,
        start: None,
        opening: vec![opening.to_owned()],
        moves: Vec::new(),
        winner: None,
        ending: Ending::MoveLimit,
    }
}

/// Returns the numbers and the openings of the games, in the order in which they are visited.
fn visited(folder: &Path) -> Vec<(u64, String)> {
    let mut games = Vec::new();
    let mut visit = |_: &u32, number, record: Record| games.push((number, record.opening.concat()));
    MatchFolder::each(folder, &mut visit).unwrap();
    games
}

#[test]
fn games_are_visited_by_their_numbers_and_each_once() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("match");
    let mut created = MatchFolder::create(&folder, &7_u32, &[]).unwrap();
    // Game 0 takes longest, 4 is missing, and 1 is there twice.
    for (number, opening) in [(2, "c"), (1, "b"), (3, "d"), (0, "a"), (1, "other"), (6, "g"), (5, "f")] {
        created.append(number, &record(opening)).unwrap();
    }
    created.sync().unwrap();
    drop(created);
    let games = [(0, "a"), (1, "b"), (2, "c"), (3, "d"), (5, "f"), (6, "g")];
    let games: Vec<_> = games.map(|(number, opening)| (number, opening.to_owned())).into();
    assert_eq!(visited(&folder), games);
    let mut opened = Vec::new();
    let mut visit = |_: &u32, number, record: Record| opened.push((number, record.opening.concat()));
    MatchFolder::open(&folder, &mut visit).unwrap();
    assert_eq!(opened, games);
}
