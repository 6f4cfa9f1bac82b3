//! The transposition table: search results of positions that may be reached again.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use memmap2::{MmapMut, MmapRaw};

use super::value::{MATE_BOUND, MAX_PLY, TABLEBASE_WIN};
use super::{Bound, depth};
use crate::engine::board::PackedMove;
use crate::engine::prefetch::prefetch;
use crate::platform::prefer_large_pages;

/// The data of a position in the table.
#[derive(Debug, Clone, Copy)]
pub(super) struct TableData {
    /// The best or refuting move; none if no move was better than others.
    pub(super) best: PackedMove,
    /// The score for the side to move, with mates counted from this node's ply.
    pub(super) score: i32,
    /// The kind of score.
    pub(super) bound: Bound,
    /// The search depth in quarter plies; 0 for quiescence.
    pub(super) depth: i32,
    /// The static evaluation; [`super::value::NONE`] in check.
    pub(super) evaluation: i32,
}

impl TableData {
    /// Returns whether the score is sufficient to return from a node with this window.
    pub(super) fn is_sufficient(&self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }

    /// Returns whether the score is more informative than the static evaluation.
    pub(super) fn improves_on(&self, evaluation: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score > evaluation,
            Bound::Upper => self.score < evaluation,
        }
    }
}

/// Entries per bucket, searched linearly: one cache line.
const BUCKET: usize = 4;
const AGES: u8 = 64;

/// The two words of an entry: key ⊕ data, and data. Threads read and write without locks, so a reader may see words of
/// two writes; then the key is wrong and the entry is ignored (Hyatt and Mann, *A lock-less transposition-table
/// implementation for parallel search*, 2002).
type Slot = [AtomicU64; 2];
type Bucket = [Slot; BUCKET];

/// The unpacked data of one position.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    best: u16,
    score: i16,
    evaluation: i16,
    /// Quarter plies, saturated.
    depth: u8,
    /// The age in the upper six bits, the bound (1 upper, 2 lower, 3 exact; 0 empty) in the lower two.
    tag: u8,
}

impl Entry {
    fn read([first, second]: &Slot) -> Entry {
        let data = second.load(Relaxed);
        Entry {
            key: first.load(Relaxed) ^ data,
            best: data as u16,
            score: (data >> 16) as i16,
            evaluation: (data >> 32) as i16,
            depth: (data >> 48) as u8,
            tag: (data >> 56) as u8,
        }
    }

    fn write(self, [first, second]: &Slot) {
        let data = u64::from(self.best)
            | u64::from(self.score as u16) << 16
            | u64::from(self.evaluation as u16) << 32
            | u64::from(self.depth) << 48
            | u64::from(self.tag) << 56;
        first.store(self.key ^ data, Relaxed);
        second.store(data, Relaxed);
    }

    fn is_of(&self, key: u64) -> bool {
        self.key == key && self.tag & 3 != 0
    }
}

/// A transposition table of fixed size. Mate scores are stored relative to the position, not to the root.
///
/// Nearly every access misses the CPU caches and, with small pages, also the address translation cache. The memory is
/// therefore mapped separately with a request for large pages, if the system supports them. With small pages, which a
/// vector of atomics has, a bench takes 5 % more time.
pub(super) struct Table {
    memory: Option<MmapRaw>,
    age: u8,
}

impl Table {
    /// Creates an empty table of `mebibytes` MiB. A table of size 0 stores nothing. If memory is short, tries half the
    /// size, then half of that, and so on.
    pub(super) fn new(mebibytes: usize) -> Table {
        let sizes =
            std::iter::successors(Some(mebibytes), |size| Some(size / 2)).take_while(|size| *size > 0);
        let memory = sizes.filter_map(|size| MmapMut::map_anon(size << 20).ok()).next().map(MmapRaw::from);
        memory.iter().for_each(prefer_large_pages);
        Table { memory, age: 0 }
    }

    /// Returns the size in MiB.
    pub(super) fn mebibytes(&self) -> usize {
        self.memory.as_ref().map_or(0, |memory| memory.len() >> 20)
    }

    /// Returns the memory as buckets.
    #[inline]
    fn buckets(&self) -> &[Bucket] {
        let Some(memory) = &self.memory else { return &[] };
        let buckets = memory.len() / size_of::<Bucket>();
        // SAFETY: the mapping belongs to this table and lives as long as it. It starts at a page boundary, holds this
        // many buckets, and is initialized; all bits are valid atomics. Shared borrows access it as atomics only.
        unsafe { std::slice::from_raw_parts(memory.as_ptr().cast::<Bucket>(), buckets) }
    }

    /// Clears the table.
    pub(super) fn clear(&mut self) {
        if let Some(memory) = &mut self.memory {
            // SAFETY: the mapping has this length, and the exclusive borrow of the table excludes other accesses. With
            // atomic stores instead, a bench that clears 16 MiB before each of its searches of 25 ms took 10 % more
            // time, and a tuned search clears its table even more often.
            unsafe { memory.as_mut_ptr().write_bytes(0, memory.len()) }
        }
        self.age = 0;
    }

    /// Starts a new search: entries of earlier searches are replaced first.
    pub(super) fn start_search(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// Returns the share of entries from this search in permille, estimated from a sample.
    pub(super) fn fullness(&self) -> u32 {
        let buckets = self.buckets();
        let sample = &buckets[..buckets.len().min(1000 / BUCKET)];
        let entries = sample.iter().flat_map(entries);
        let used = entries.filter(|entry| entry.tag & 3 != 0 && entry.tag >> 2 == self.age).count();
        (used * 1000 / (sample.len() * BUCKET).max(1)) as u32
    }

    /// Prefetches the bucket of this key.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        let buckets = self.buckets();
        if let Some(bucket) = buckets.get(index(key, buckets.len())) {
            prefetch(bucket);
        }
    }

    /// Returns the data of the position with this key, reached at `ply`.
    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<TableData> {
        let buckets = self.buckets();
        let bucket = buckets.get(index(key, buckets.len()))?;
        let entry = entries(bucket).find(|entry| entry.is_of(key))?;
        Some(TableData {
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

    /// Stores the data of the position with this key, reached at `ply`.
    pub(super) fn store(&self, key: u64, ply: usize, known: TableData) {
        let age = self.age;
        let buckets = self.buckets();
        let Some(bucket) = buckets.get(index(key, buckets.len())) else { return };
        let worth = |entry: &Entry| {
            let age_gap = (age + AGES - (entry.tag >> 2)) % AGES;
            if entry.tag & 3 == 0 { i32::MIN } else { i32::from(entry.depth) - 16 * i32::from(age_gap) }
        };
        let same = entries(bucket).position(|entry| entry.is_of(key));
        let least = || entries(bucket).enumerate().min_by_key(|(_, entry)| worth(entry));
        let Some(place) = same.or_else(|| least().map(|(place, _)| place)) else { return };
        // Another thread may have replaced the entry.
        let old = Entry::read(&bucket[place]);
        let same = old.is_of(key);
        // A shallow bound must not replace the result of a deep search of the same position.
        let shallow = known.depth + 4 * depth::PLY <= i32::from(old.depth);
        if same && shallow && known.bound != Bound::Exact && old.tag >> 2 == age {
            return;
        }
        let keeps_move = same && known.best.is_none();
        let entry = Entry {
            key,
            best: if keeps_move { old.best } else { known.best.bits() },
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
        entry.write(&bucket[place]);
    }
}

/// Returns the bucket index of a key. The upper half of a product spreads the keys over any number of buckets.
fn index(key: u64, buckets: usize) -> usize {
    ((u128::from(key) * buckets as u128) >> 64) as usize
}

fn entries(bucket: &Bucket) -> impl Iterator<Item = Entry> {
    bucket.iter().map(Entry::read)
}

/// Converts a score from root distance to the distance from the node at `ply`.
fn to_node(score: i32, ply: usize) -> i32 {
    if score.abs() < KNOWN_RESULT { score } else { score + score.signum() * ply as i32 }
}

/// Converts a score from the distance from the node at `ply` to root distance.
fn from_node(score: i32, ply: usize) -> i32 {
    if score.abs() < KNOWN_RESULT { score } else { score - score.signum() * ply as i32 }
}

/// Scores from this bound on contain a distance in plies to the decision of the game.
const KNOWN_RESULT: i32 = TABLEBASE_WIN - 2 * MAX_PLY as i32;
const _: () = assert!(KNOWN_RESULT < MATE_BOUND);

#[cfg(test)]
mod tests {
    use super::*;

    /// Data of which every part depends on the number.
    fn data(number: u64) -> TableData {
        let part = (number % 1000) as i32;
        TableData {
            best: PackedMove::from_bits(part as u16),
            score: part,
            bound: Bound::Exact,
            depth: part % 200,
            evaluation: -part,
        }
    }

    #[test]
    fn threads_that_write_to_one_bucket_read_only_whole_entries() {
        let table = Table::new(1);
        // Miri takes seconds for each.
        let accesses = if cfg!(miri) { 5 } else { 200_000_u64 };
        let hits: usize = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4)
                .map(|thread| {
                    let table = &table;
                    scope.spawn(move || {
                        let mut hits = 0;
                        for number in 0..accesses {
                            // The bucket depends on the upper bits of the key only.
                            let (written, read) = (number % 7, (number + thread) % 7);
                            table.store(written, 0, data(written));
                            if let Some(found) = table.probe(read, 0) {
                                let expected = data(read);
                                assert_eq!(found.best, expected.best);
                                assert_eq!((found.score, found.depth), (expected.score, expected.depth));
                                assert_eq!(found.evaluation, expected.evaluation);
                                hits += 1;
                            }
                        }
                        hits
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert!(hits > 0);
    }

    #[test]
    fn a_cleared_table_has_no_entries() {
        let mut table = Table::new(1);
        let key = u64::MAX / 3;
        table.store(key, 0, data(17));
        assert_eq!(table.probe(key, 0).unwrap().score, 17);
        table.clear();
        assert!(table.probe(key, 0).is_none());
    }

    #[test]
    fn the_fullness_counts_entries_of_the_present_search() {
        let mut table = Table::new(1);
        assert_eq!(table.fullness(), 0);
        // One entry in each of 100 buckets; the sample has 250 buckets of four.
        let buckets = table.buckets().len() as u64;
        (0..100).for_each(|bucket| table.store((u64::MAX / buckets + 1) * bucket, 0, data(1)));
        assert_eq!(table.fullness(), 100);
        table.start_search();
        assert_eq!(table.fullness(), 0);
    }

    #[test]
    fn entries_of_earlier_searches_are_replaced_before_shallower_ones() {
        let mut table = Table::new(1);
        // All are of the first bucket.
        table.store(1, 0, TableData { depth: 20, ..data(1) });
        table.start_search();
        (2..=4).for_each(|key| table.store(key, 0, TableData { depth: 10, ..data(key) }));
        table.store(5, 0, TableData { depth: 1, ..data(5) });
        assert_eq!([1, 2, 3, 4, 5].map(|key| table.probe(key, 0).is_some()), [false, true, true, true, true]);
        table.store(6, 0, TableData { depth: 30, ..data(6) });
        assert_eq!([2, 3, 4, 5, 6].map(|key| table.probe(key, 0).is_some()), [true, true, true, false, true]);
    }
}
