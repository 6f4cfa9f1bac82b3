//! Organisms in SIMD lanes: up to 128 at once, in blocks.

use super::lanes::{Lanes, WIDTH};
use super::node::pairs;
use crate::engine::evaluation::Weights;

/// The number of blocks of lanes that are traversed together.
pub(super) const BLOCKS: usize = 4;

/// The number of lanes of all blocks.
pub(super) const MOST_LANES: usize = BLOCKS * WIDTH;

/// A mask of the lanes of all blocks.
pub(super) type Mask = u128;

const _: () = assert!(Mask::BITS as usize == MOST_LANES);

/// Returns the part of a mask that belongs to a block.
#[inline(always)]
pub(super) fn part(mask: Mask, block: usize) -> u32 {
    (mask >> (block * WIDTH)) as u32
}

/// Returns the number of blocks up to the last one with a lane of the mask.
#[inline(always)]
pub(super) fn blocks_up_to_last(mask: Mask) -> usize {
    (Mask::BITS - mask.leading_zeros()).div_ceil(WIDTH as u32) as usize
}

/// Returns the mask of lanes of one block.
#[inline(always)]
pub(super) fn mask_of(block: usize, lanes: u32) -> Mask {
    Mask::from(lanes) << (block * WIDTH)
}

/// The weight pairs of a block of organisms, lane by lane.
type Table<const TABLE: usize> = [[i32; WIDTH]; TABLE];

/// The weights of each pair, block by block: the blocks of a pair are adjacent, because a leaf needs all of them.
pub(super) type PairWeights<L, const TABLE: usize> = [[L; BLOCKS]; TABLE];

/// Returns weights of zero.
#[inline(always)]
fn no_weights<L: Lanes, const TABLE: usize>() -> Box<PairWeights<L, TABLE>> {
    Box::new([[L::splat(0); BLOCKS]; TABLE])
}

/// Organisms arranged in lanes.
pub(super) struct OrganismBatch<L, const TABLE: usize> {
    tables: Vec<Table<TABLE>>,
    /// The same tables in SIMD registers.
    weights: Box<PairWeights<L, TABLE>>,
    lanes: Mask,
    has_negative_weights: bool,
}

impl<L: Lanes, const TABLE: usize> OrganismBatch<L, TABLE> {
    #[inline(always)]
    pub(super) fn of(organisms: &[Weights]) -> OrganismBatch<L, TABLE> {
        let has_negative_weights =
            organisms.iter().any(|organism| organism.values().iter().any(|weight| *weight < 0));
        let mut packed =
            OrganismBatch { tables: Vec::new(), weights: no_weights(), lanes: 0, has_negative_weights };
        for (block, organisms) in organisms.chunks(WIDTH).enumerate() {
            let mut table = [[0; WIDTH]; TABLE];
            for (lane, organism) in organisms.iter().enumerate() {
                for (row, pair) in table.iter_mut().zip(pairs(organism.set(), organism.values())) {
                    row[lane] = bytemuck::cast(pair);
                }
                packed.lanes |= mask_of(block, 1 << lane);
            }
            packed.push(table);
        }
        packed
    }

    #[inline(always)]
    fn push(&mut self, table: Table<TABLE>) {
        let block = self.tables.len();
        for (weights, lanes) in self.weights.iter_mut().zip(&table) {
            weights[block] = L::new(lanes);
        }
        self.tables.push(table);
    }

    #[inline(always)]
    pub(super) fn weights(&self) -> &PairWeights<L, TABLE> {
        &self.weights
    }

    /// Returns whether any weight of any organism is negative.
    #[inline(always)]
    pub(super) fn has_negative_weights(&self) -> bool {
        self.has_negative_weights
    }

    /// Returns the lanes that hold an organism.
    #[inline(always)]
    pub(super) fn lanes(&self) -> Mask {
        self.lanes
    }
}

/// The open lanes of all blocks, gathered into as few blocks as possible.
pub(super) struct CompactLanes<L, const TABLE: usize> {
    /// Empty before the first use.
    weights: Option<Box<PairWeights<L, TABLE>>>,
    /// The original place of each gathered lane.
    survivors: Vec<u32>,
    /// A buffer for loading weights into registers. Unused lanes keep old values, which no mask selects.
    table: Table<TABLE>,
}

impl<L, const TABLE: usize> Default for CompactLanes<L, TABLE> {
    fn default() -> CompactLanes<L, TABLE> {
        CompactLanes { weights: None, survivors: Vec::new(), table: [[0; WIDTH]; TABLE] }
    }
}

impl<L: Lanes, const TABLE: usize> CompactLanes<L, TABLE> {
    /// Gathers the open lanes. Returns their weights, their mask and their scores in the new blocks.
    #[inline(always)]
    pub(super) fn gather(
        &mut self,
        packed: &OrganismBatch<L, TABLE>,
        pairs: usize,
        played: &[L; BLOCKS],
        mut open: Mask,
    ) -> (&PairWeights<L, TABLE>, Mask, [L; BLOCKS]) {
        let all_weights = self.weights.get_or_insert_with(no_weights);
        self.survivors.clear();
        while open != 0 {
            self.survivors.push(open.trailing_zeros());
            open &= open - 1;
        }
        let lanes = Mask::MAX >> (Mask::BITS as usize - self.survivors.len());
        let mut scores = [L::splat(0); BLOCKS];
        for (block, survivors) in self.survivors.chunks(WIDTH).enumerate() {
            let mut score = [0; WIDTH];
            for (lane, from) in survivors.iter().enumerate() {
                let (from_block, from_lane) = (*from as usize / WIDTH, *from as usize % WIDTH);
                for (row, from) in self.table[..pairs].iter_mut().zip(&packed.tables[from_block]) {
                    row[lane] = from[from_lane];
                }
                score[lane] = played[from_block].lanes()[from_lane];
            }
            scores[block] = L::new(&score);
            for (weights, row) in all_weights.iter_mut().zip(&self.table[..pairs]) {
                weights[block] = L::new(row);
            }
        }
        (all_weights, lanes, scores)
    }

    /// Returns the original places of gathered lanes.
    #[inline(always)]
    pub(super) fn scattered(&self, gathered: Mask) -> Mask {
        let survivors = self.survivors.iter().enumerate();
        survivors.fold(0, |open, (index, lane)| open | (gathered >> index & 1) << lane)
    }
}
