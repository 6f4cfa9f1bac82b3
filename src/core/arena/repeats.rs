//! Detects games that are copies of earlier ones.
//!
//! A copy of a game gives no new evidence about its players, so it must not count twice. Two games are identical if
//! they start from the same position and have the same moves, opening included. Scores, times, results and players do
//! not matter.

use std::collections::HashSet;

use super::game::Record;

/// Counts the games that are identical to an earlier one. It stores 16 bytes for each distinct game.
#[derive(Debug, Clone, Default)]
pub struct Repeats {
    seen: HashSet<[u8; 16]>,
    count: u64,
}

impl Repeats {
    /// Returns how many of these games are identical to an earlier one of them.
    #[must_use]
    pub fn among<'a>(games: impl IntoIterator<Item = &'a Record>) -> u64 {
        let mut repeats = Repeats::default();
        for game in games {
            repeats.add(game);
        }
        repeats.count
    }

    /// Adds a game and returns whether it is identical to one that was added before.
    pub fn add(&mut self, game: &Record) -> bool {
        let repeated = !self.seen.insert(identity(game));
        self.count += u64::from(repeated);
        repeated
    }

    /// Returns how many of the added games are identical to an earlier one.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }
}

/// The first 128 bits of a BLAKE3 hash of the start position and all moves.
fn identity(game: &Record) -> [u8; 16] {
    let mut hasher = blake3::Hasher::new_derive_key("eyas 2026 identical games");
    // Neither a FEN nor a move contains a line break.
    hasher.update(game.start.as_deref().unwrap_or_default().as_bytes());
    for m in game.opening.iter().chain(game.moves.iter().map(|m| &m.uci)) {
        hasher.update(b"\n").update(m.as_bytes());
    }
    let mut identity = [0; 16];
    identity.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    identity
}

#[cfg(test)]
mod tests {
    use shakmaty::Color;

    use super::*;
    use crate::arena::game::{Ending, RecordedMove};
    use crate::positions::Variant;

    fn game(start: Option<&str>, opening: &str, moves: &str) -> Record {
        let recorded = |uci: &str| RecordedMove {
            uci: uci.to_owned(),
            score: None,
            depth: None,
            nodes: 0,
            microseconds: 0,
            ready: None,
            detail: None,
        };
        Record {
            variant: Variant::Standard,
            start: start.map(str::to_owned),
            opening: opening.split_whitespace().map(str::to_owned).collect(),
            moves: moves.split_whitespace().map(recorded).collect(),
            winner: None,
            ending: Ending::MoveLimit,
        }
    }

    #[test]
    fn a_game_repeats_when_its_start_and_all_its_moves_do() {
        let mut repeats = Repeats::default();
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        for distinct in [
            game(None, "e2e4", "e7e5 g1f3"),
            game(None, "e2e4", "e7e5"),
            game(None, "e2e4", "e7e5 g1f3 b8c6"),
            game(None, "d2d4", "e7e5 g1f3"),
            game(None, "", ""),
            game(Some(fen), "", ""),
            game(Some(fen), "", "e2e4"),
        ] {
            assert!(!repeats.add(&distinct), "{distinct:?}");
        }
        assert_eq!(repeats.count(), 0);
        // The length of the opening, the result and the times do not distinguish games.
        let mut copy = game(None, "e2e4 e7e5", "g1f3");
        copy.winner = Some(Color::Black);
        copy.ending = Ending::Resignation;
        copy.moves[0].microseconds = 7;
        assert!(repeats.add(&copy) && repeats.add(&copy));
        assert!(repeats.add(&game(Some(fen), "e2e4", "")));
        assert_eq!(repeats.count(), 3);
    }

    #[test]
    fn each_copy_among_games_counts_once() {
        let [one, other] = ["e7e5", "c7c5"].map(|reply| game(None, "e2e4", reply));
        assert_eq!(Repeats::among([]), 0);
        assert_eq!(Repeats::among([&one, &other]), 0);
        assert_eq!(Repeats::among([&one, &other, &one, &other, &one]), 3);
    }
}
