//! The transposition table: what was found out about positions, for when they are reached again.

use super::value::{MATE_BOUND, MAX_PLY, TABLEBASE_WIN};
use super::{Bound, depth};
use crate::engine::board::PackedMove;

/// What the table knows of a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known {
    /// The move that was best, or refuted the last move; none where no move was better than others.
    pub(super) best: PackedMove,
    /// Its score, for the side to move, mates counted from this node's ply.
    pub(super) score: i32,
    /// What the score says.
    pub(super) bound: Bound,
    /// The depth that was searched, in quarter plies; 0 for quiescence.
    pub(super) depth: i32,
    /// The static evaluation; [`super::value::NONE`] in check.
    pub(super) evaluation: i32,
}

impl Known {
    /// Whether the score answers the question of this window.
    pub(super) fn decides(&self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }

    /// Whether the score says more than the static evaluation.
    pub(super) fn betters(&self, evaluation: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score > evaluation,
            Bound::Upper => self.score < evaluation,
        }
    }
}

/// 16 bytes; four share a cache line.
#[derive(Clone, Copy, Default)]
#[repr(C)]
struct Entry {
    key: u64,
    best: u16,
    score: i16,
    evaluation: i16,
    /// Quarter plies; what is deeper counts as the deepest.
    depth: u8,
    /// The age in the upper six bits, the bound (1 upper, 2 lower, 3 exact; 0 empty) in the lower two.
    tag: u8,
}

const BUCKET: usize = 4;
const AGES: u8 = 64;

/// Entries of the same index, searched one by one.
#[derive(Clone, Copy, Default)]
#[repr(C, align(64))]
struct Bucket([Entry; BUCKET]);

/// A table of fixed size. Scores of mates are stored by the distance from the position, not from the root.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

impl Table {
    /// An empty table of `mebibytes`; 0 for one that keeps nothing.
    pub(super) fn new(mebibytes: usize) -> Table {
        let buckets = mebibytes * (1 << 20) / size_of::<Bucket>();
        Table { buckets: vec![Bucket::default(); buckets], age: 0 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.buckets.fill(Bucket::default());
        self.age = 0;
    }

    /// A new search begins: what earlier ones stored is the first to be replaced.
    pub(super) fn grow_old(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// How full it is with entries of this search, in thousandths, by a sample.
    pub(super) fn fullness(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(1000 / BUCKET)];
        let fresh = |entry: &&Entry| entry.tag & 3 != 0 && entry.tag >> 2 == self.age;
        let used: usize = sample.iter().map(|bucket| bucket.0.iter().filter(fresh).count()).sum();
        (used * 1000 / (sample.len() * BUCKET).max(1)) as u32
    }

    fn index(&self, key: u64) -> usize {
        // The upper half of a product spreads the keys over any number of buckets.
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    /// What is known of the position with this key, reached at `ply`.
    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<Known> {
        let bucket = self.buckets.get(self.index(key))?;
        let entry = bucket.0.iter().find(|entry| entry.key == key && entry.tag & 3 != 0)?;
        Some(Known {
            best: PackedMove::from_bits(entry.best),
            score: from_node(i32::from(entry.score), ply),
            bound: match entry.tag & 3 {
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
            depth: i32::from(entry.depth),
            evaluation: i32::from(entry.evaluation),
        })
    }

    /// Keeps what was found out about the position with this key, reached at `ply`.
    pub(super) fn store(&mut self, key: u64, ply: usize, known: Known) {
        let (index, age) = (self.index(key), self.age);
        let Some(bucket) = self.buckets.get_mut(index) else { return };
        let worth = |entry: &Entry| {
            let years = (age + AGES - (entry.tag >> 2)) % AGES;
            if entry.tag & 3 == 0 { i32::MIN } else { i32::from(entry.depth) - 16 * i32::from(years) }
        };
        let place = bucket.0.iter().position(|entry| entry.key == key && entry.tag & 3 != 0);
        let place =
            place.unwrap_or_else(|| (0..BUCKET).min_by_key(|at| worth(&bucket.0[*at])).unwrap_or_default());
        let entry = &mut bucket.0[place];
        let same = entry.key == key && entry.tag & 3 != 0;
        // A shallow bound does not push out what a deep search of the same position knows.
        let shallow = known.depth + 4 * depth::PLY <= i32::from(entry.depth);
        if same && shallow && known.bound != Bound::Exact && entry.tag >> 2 == age {
            return;
        }
        let keeps_move = same && known.best.is_none();
        *entry = Entry {
            key,
            best: if keeps_move { entry.best } else { known.best.bits() },
            score: to_node(known.score, ply) as i16,
            evaluation: known.evaluation as i16,
            depth: known.depth.clamp(0, i32::from(u8::MAX)) as u8,
            tag: age << 2
                | match known.bound {
                    Bound::Upper => 1,
                    Bound::Lower => 2,
                    Bound::Exact => 3,
                },
        };
    }
}

/// A score counted from the root as it is counted from the node at `ply`.
fn to_node(score: i32, ply: usize) -> i32 {
    if score.abs() < KNOWN_RESULT { score } else { score + score.signum() * ply as i32 }
}

/// A score counted from the node at `ply` as it is counted from the root.
fn from_node(score: i32, ply: usize) -> i32 {
    if score.abs() < KNOWN_RESULT { score } else { score - score.signum() * ply as i32 }
}

/// Scores from here on say in how many plies the game is decided.
const KNOWN_RESULT: i32 = TABLEBASE_WIN - 2 * MAX_PLY as i32;
const _: () = assert!(KNOWN_RESULT < MATE_BOUND);
