//! Draws games and positions, reproducibly for a seed, in one pass and with bounded memory.
//!
//! Every game has a random rank, keyed by the seed and its number in the file. The games of lowest rank are selected:
//! an unbiased sample of known size from a stream of unknown length. Only these games and a reserve need memory. In
//! rank order, each game provides a random eligible position. If an earlier game already provided that position,
//! another one is drawn; a game without a new position is replaced by the next in rank. Because the rank order is
//! random, the first games form the training set and the rest the test set.

use std::collections::{BinaryHeap, HashSet};

use rand::{Rng, RngExt};
use shakmaty::Position;

use super::exclusion::Exclusion;
use super::game::Candidate;
use crate::positions::epd::{EpdRecord, Operand};
use crate::positions::fen::fields;
use crate::positions::text::one_line;
use crate::randomness::Randomness;

/// A game with its rank.
struct Ranked {
    rank: u64,
    candidate: Candidate,
}

impl Ranked {
    fn key(&self) -> (u64, u64) {
        (self.rank, self.candidate.number)
    }
}

impl PartialEq for Ranked {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Ranked {}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

/// Keeps the games of lowest rank.
pub(super) struct Sampler {
    randomness: Randomness,
    capacity: usize,
    kept: BinaryHeap<Ranked>,
    offered: u64,
}

/// The result of drawing.
pub(super) struct Drawn {
    /// The records in rank order.
    pub(super) records: Vec<EpdRecord>,
    /// Number of games without a new position.
    pub(super) exhausted: u64,
}

impl Sampler {
    pub(super) fn new(seed: u64, capacity: usize) -> Sampler {
        Sampler {
            randomness: Randomness::new(seed, "import", 0),
            capacity,
            kept: BinaryHeap::new(),
            offered: 0,
        }
    }

    /// Adds a game to the sample if its rank is low enough.
    pub(super) fn offer(&mut self, candidate: Candidate) {
        self.offered += 1;
        let rank = self.randomness.stream(candidate.number as u32, "rank").next_u64();
        self.kept.push(Ranked { rank, candidate });
        if self.kept.len() > self.capacity {
            self.kept.pop();
        }
    }

    /// Returns the number of games offered.
    pub(super) fn offered(&self) -> u64 {
        self.offered
    }

    /// Returns the number of games offered and not kept.
    pub(super) fn dropped(&self) -> u64 {
        self.offered - self.kept.len() as u64
    }

    /// Draws one record from each of the games of lowest rank, `count` in total if there are enough games. `file` is
    /// the first part of the records' `id`s. Positions in `exclusion` are not drawn.
    pub(super) fn draw(self, file: &str, count: usize, exclusion: &Exclusion) -> Drawn {
        let mut used = HashSet::new();
        let mut drawn = Drawn { records: Vec::with_capacity(count.min(self.kept.len())), exhausted: 0 };
        for Ranked { mut candidate, .. } in self.kept.into_sorted_vec() {
            if drawn.records.len() == count {
                break;
            }
            let mut rng = self.randomness.stream(candidate.number as u32, "position");
            let mut plies = std::mem::take(&mut candidate.eligible);
            let record = loop {
                if plies.is_empty() {
                    break None;
                }
                let ply = plies.swap_remove(rng.random_range(0..plies.len()));
                let record = record(&candidate, file, ply);
                let fields = fields(&record.position);
                if !exclusion.contains_position(&fields) && used.insert(fields) {
                    break Some(record);
                }
            };
            match record {
                Some(record) => drawn.records.push(record),
                None => drawn.exhausted += 1,
            }
        }
        drawn
    }

    /// Draws up to `most` positions of every game, in the order of the games. The first `test_games` games by rank form the
    /// test set, the second of the results. A position that another game has provided is not drawn again. Returns the
    /// number of games without a new position as well.
    pub(super) fn draw_all(
        self,
        file: &str,
        most: usize,
        test_games: usize,
        exclusion: &Exclusion,
    ) -> (Vec<EpdRecord>, Vec<EpdRecord>, u64) {
        let mut used = HashSet::new();
        let mut sets: [Vec<(u64, Vec<EpdRecord>)>; 2] = Default::default();
        for (place, Ranked { mut candidate, .. }) in self.kept.into_sorted_vec().into_iter().enumerate() {
            let mut rng = self.randomness.stream(candidate.number as u32, "position");
            let mut plies = std::mem::take(&mut candidate.eligible);
            let mut records: Vec<(u32, EpdRecord)> = Vec::new();
            while records.len() < most && !plies.is_empty() {
                let ply = plies.swap_remove(rng.random_range(0..plies.len()));
                let mut record = record(&candidate, file, ply);
                let fields = fields(&record.position);
                if !exclusion.contains_position(&fields) && used.insert(fields) {
                    add_player(&mut record, &candidate);
                    records.push((ply, record));
                }
            }
            records.sort_by_key(|(ply, _)| *ply);
            let records = records.into_iter().map(|(_, record)| record).collect();
            sets[usize::from(place < test_games)].push((candidate.number, records));
        }
        let exhausted = sets.iter().flatten().filter(|(_, records)| records.is_empty()).count() as u64;
        let [train, test] = sets.map(|mut games| {
            games.sort_by_key(|(number, _)| *number);
            games.into_iter().flat_map(|(_, records)| records).collect()
        });
        (train, test, exhausted)
    }
}

/// Adds who moves in the position of a record: `c5` is the player, `c6` the opponent, `c7` and `c8` their ratings.
fn add_player(record: &mut EpdRecord, game: &Candidate) {
    let [white, black] = [&game.white, &game.black];
    let [of_white, of_black] = &game.ratings;
    let seats = record
        .position
        .turn()
        .fold_wb([white, black, of_white, of_black], [black, white, of_black, of_white]);
    for (opcode, text) in ["c5", "c6", "c7", "c8"].into_iter().zip(seats) {
        let text = if text.is_empty() { "?".to_owned() } else { text.clone() };
        record.insert(opcode, Operand::Text(text));
    }
}

/// Returns the record of the position before the move at `ply`.
fn record(game: &Candidate, file: &str, ply: u32) -> EpdRecord {
    let ply = ply as usize;
    let mut position = game.start.clone();
    for m in &game.moves[..ply] {
        position.play_unchecked(*m);
    }
    let or_unknown = |text: &str| if text.is_empty() { "?".to_owned() } else { text.to_owned() };
    let mut record = EpdRecord::new(position);
    record.insert("sm", Operand::Moves(vec![game.moves[ply]]));
    for (opcode, text) in [
        ("id", one_line(&format!("{file}.{:05}", game.number))),
        ("c0", format!("{} – {}", or_unknown(&game.white), or_unknown(&game.black))),
        ("c1", or_unknown(&game.event)),
        ("c2", or_unknown(&game.date)),
        ("c3", game.result.to_string()),
        ("c4", ply.to_string()),
    ] {
        record.insert(opcode, Operand::Text(text));
    }
    record
}
