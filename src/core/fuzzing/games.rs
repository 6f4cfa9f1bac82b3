//! Games, positions and openings.

use std::num::NonZeroU32;
use std::path::Path;

use super::LARGEST;
use crate::arena::opening::{Openings, Order};
use crate::disagreement::PositionBook;
use crate::objectives::result_set::ResultSet;
use crate::positions::pgn_import::frame::{Games, RawGame};
use crate::positions::pgn_import::{ImportOptions, game};
use crate::positions::{PositionSet, epd};
use crate::solving::Suite;

/// Games to import.
pub fn pgn(bytes: &[u8]) -> bool {
    let options = ImportOptions { min_elo: 0, any_result: true, ..ImportOptions::default() };
    let (mut games, mut raw, mut is_valid) = (Games::new(bytes), RawGame::default(), false);
    let mut number = 0;
    while games.next(&mut raw).is_ok_and(|is_game| is_game) {
        number += 1;
        if let Ok(candidate) = game::read(&raw, number, &options) {
            is_valid = true;
            assert_eq!(candidate.line().len(), candidate.moves.len() + 1, "a position after each move");
        }
        let _ = game::read(&raw, number, &ImportOptions::default());
    }
    is_valid
}

/// Positions with operations.
pub fn epd(bytes: &[u8]) -> bool {
    let Ok(records) = epd::read("input", bytes) else { return false };
    let plain: Vec<_> = records.iter().map(|(_, record)| record.clone()).collect();
    let written = epd::write(&plain);
    let again = epd::read("written", written.as_bytes()).unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(again.into_iter().map(|(_, record)| record).collect::<Vec<_>>(), plain);
    let _ = (PositionSet::from_records("input", &records), Suite::from_records("input", &records));
    PositionBook::from_records("input", records).is_ok()
}

fn draw(openings: Result<Openings, crate::arena::opening::OpeningError>) -> bool {
    let Ok(openings) = openings else { return false };
    for index in 0..4 {
        for order in [Order::Sequential, Order::Random] {
            let _ = openings.nth(order, 1, index);
        }
    }
    true
}

/// Openings of any kind, compressed or not.
pub fn openings(bytes: &[u8]) -> bool {
    draw(Openings::from_bytes(Path::new("input"), bytes.to_vec(), None, LARGEST))
}

/// Polyglot books.
pub fn polyglot(bytes: &[u8]) -> bool {
    draw(Openings::from_bytes(Path::new("input.bin"), bytes.to_vec(), NonZeroU32::new(8), LARGEST))
}

/// Positions with results or points, as text.
pub fn results(bytes: &[u8]) -> bool {
    let Ok(set) = ResultSet::parse("input", bytes, false) else { return false };
    let _ = set.digest();
    true
}

/// Packed positions with results or points. The hash in the second line is replaced by that of the content.
pub fn packed(bytes: &[u8]) -> bool {
    crate::objectives::result_set::with_check(bytes).is_some_and(|bytes| results(&bytes))
}
