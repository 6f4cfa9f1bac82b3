//! Tests whether organisms play the grandmaster's move, for many organisms at once.
//!
//! Each organism occupies one SIMD lane. An organism plays the grandmaster's move unless a rival move scores higher.
//! Whether a tree's value exceeds a threshold is an AND over the opponent's replies and an OR over the mover's. So
//! masks of lanes, not scores, are passed up the tree. Decided lanes are removed from the mask, and a node without
//! open lanes is left at once. All lanes traverse a tree together, because the traversal costs more than the
//! arithmetic.

use std::ops::Range;

#[cfg(target_arch = "x86_64")]
use super::lanes::{Avx2, Avx512};
use super::lanes::{Lanes, Portable, SimdPath, WIDTH};
use super::node::{Kind, MOST_PAIRS, Node, Question, pair_count, pairs};
use super::trees::TreeBatch;
use crate::engine::evaluation::Weights;
use crate::engine::features::FeatureSet;
use crate::engine::quiescence::{DEPTH, MATE};

/// The maximum length of a path of nodes.
const STACK: usize = DEPTH as usize + 1;

/// The number of blocks of lanes that are traversed together.
const BLOCKS: usize = 4;

/// The number of weight pairs per block for the papers' features. Such numbers are powers of two, so that masking an
/// index keeps it in bounds.
const PAPER: usize = pair_count(FeatureSet::Paper).next_power_of_two();
/// The number of weight pairs per block for the extended features.
const EXTENDED: usize = MOST_PAIRS;

/// The minimum number of remaining rivals for which gathering pays.
const GATHER_FOR: usize = 4;

/// A mask of the lanes of all blocks.
type Mask = u128;

const _: () = assert!(Mask::BITS as usize == BLOCKS * WIDTH);

/// Returns the part of a mask that belongs to a block.
#[inline(always)]
fn part(mask: Mask, block: usize) -> u32 {
    (mask >> (block * WIDTH)) as u32
}

/// Returns the mask of lanes of one block.
#[inline(always)]
fn mask_of(block: usize, lanes: u32) -> Mask {
    Mask::from(lanes) << (block * WIDTH)
}

/// Evaluates each question of `batch` for each organism. Calls `on_match` with the index of the example and that of
/// the organism, for each organism that plays the grandmaster's move.
pub(super) fn evaluate(
    batch: &mut TreeBatch,
    organisms: &[Weights],
    path: SimdPath,
    on_match: impl FnMut(u32, usize),
) {
    match path {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor supports the instructions.
        SimdPath::Avx512 if path.is_available() => unsafe { evaluate_avx512(batch, organisms, on_match) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor supports the instructions.
        SimdPath::Avx2 if path.is_available() => unsafe { evaluate_avx2(batch, organisms, on_match) },
        _ => evaluate_with::<Portable>(batch, organisms, on_match),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn evaluate_avx2(batch: &mut TreeBatch, organisms: &[Weights], on_match: impl FnMut(u32, usize)) {
    evaluate_with::<Avx2>(batch, organisms, on_match);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn evaluate_avx512(batch: &mut TreeBatch, organisms: &[Weights], on_match: impl FnMut(u32, usize)) {
    evaluate_with::<Avx512>(batch, organisms, on_match);
}

/// The weight pairs of a block of organisms, lane by lane.
type Table<const TABLE: usize> = [[i32; WIDTH]; TABLE];

/// Organisms arranged in lanes.
struct OrganismBatch<L, const TABLE: usize> {
    tables: Vec<Table<TABLE>>,
    /// The same tables in SIMD registers.
    weights: Vec<[L; TABLE]>,
    /// The lanes that hold an organism.
    lanes: Mask,
}

impl<L: Lanes, const TABLE: usize> OrganismBatch<L, TABLE> {
    #[inline(always)]
    fn of(organisms: &[Weights]) -> OrganismBatch<L, TABLE> {
        let mut packed = OrganismBatch { tables: Vec::new(), weights: Vec::new(), lanes: 0 };
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
        let mut weights = [L::splat(0); TABLE];
        for (weights, lanes) in weights.iter_mut().zip(&table) {
            *weights = L::new(lanes);
        }
        self.weights.push(weights);
        self.tables.push(table);
    }
}

#[inline(always)]
fn evaluate_with<L: Lanes>(batch: &mut TreeBatch, organisms: &[Weights], on_match: impl FnMut(u32, usize)) {
    match batch.context.set {
        FeatureSet::Paper => evaluate_sized::<L, PAPER>(batch, organisms, on_match),
        FeatureSet::Extended => evaluate_sized::<L, EXTENDED>(batch, organisms, on_match),
    }
}

#[inline(always)]
fn evaluate_sized<L: Lanes, const TABLE: usize>(
    batch: &mut TreeBatch,
    organisms: &[Weights],
    mut on_match: impl FnMut(u32, usize),
) {
    let mut compact = CompactLanes::<L, TABLE>::default();
    for (chunk, organisms) in organisms.chunks(WIDTH * BLOCKS).enumerate() {
        let packed = OrganismBatch::<L, TABLE>::of(organisms);
        for question in 0..batch.questions.len() {
            let example = batch.questions[question].example;
            let mut mask = answer(batch, question, &packed, &mut compact);
            while mask != 0 {
                on_match(example, chunk * BLOCKS * WIDTH + mask.trailing_zeros() as usize);
                mask &= mask - 1;
            }
        }
    }
}

/// Returns the lanes that play the grandmaster's move of a question.
#[inline(always)]
fn answer<L: Lanes, const TABLE: usize>(
    batch: &mut TreeBatch,
    question: usize,
    packed: &OrganismBatch<L, TABLE>,
    compact: &mut CompactLanes<L, TABLE>,
) -> Mask {
    let Question { node, first_rival, rivals, .. } = batch.questions[question];
    let mut walk = Walk::new(batch, question, &packed.weights);
    let played = walk.value(node);
    let first = first_rival as usize;
    let end = first + rivals as usize;
    let (next, open) = walk.unrefuted(first..end, first, &played, packed.lanes, true);
    if next == end {
        return open;
    }
    // Few lanes are open, spread over many blocks: gather them.
    let pairs = pair_count(batch.context.set);
    let (lanes, played) = compact.gather(packed, pairs, &played, open);
    let mut walk = Walk::new(batch, question, &compact.weights);
    let (_, left) = walk.unrefuted(next..end, first, &played, lanes, false);
    let survivors = compact.survivors.iter().enumerate();
    survivors.fold(0, |open, (index, lane)| open | (left >> index & 1) << lane)
}

/// The open lanes of all blocks, gathered into as few blocks as possible.
struct CompactLanes<L, const TABLE: usize> {
    weights: Vec<[L; TABLE]>,
    /// The original place of each gathered lane.
    survivors: Vec<u32>,
    /// A buffer for loading weights into registers. Unused lanes keep old values, which no mask selects.
    table: Table<TABLE>,
}

impl<L, const TABLE: usize> Default for CompactLanes<L, TABLE> {
    fn default() -> CompactLanes<L, TABLE> {
        CompactLanes { weights: Vec::new(), survivors: Vec::new(), table: [[0; WIDTH]; TABLE] }
    }
}

impl<L: Lanes, const TABLE: usize> CompactLanes<L, TABLE> {
    /// Gathers the open lanes. Returns their masks and scores in the new blocks.
    #[inline(always)]
    fn gather(
        &mut self,
        packed: &OrganismBatch<L, TABLE>,
        pairs: usize,
        played: &[L; BLOCKS],
        mut open: Mask,
    ) -> (Mask, [L; BLOCKS]) {
        self.survivors.clear();
        while open != 0 {
            self.survivors.push(open.trailing_zeros());
            open &= open - 1;
        }
        let lanes = Mask::MAX >> (Mask::BITS as usize - self.survivors.len());
        let mut scores = [L::splat(0); BLOCKS];
        self.weights.resize(self.survivors.len().div_ceil(WIDTH), [L::splat(0); TABLE]);
        for (block, survivors) in self.survivors.chunks(WIDTH).enumerate() {
            let mut score = [0; WIDTH];
            for (lane, from) in survivors.iter().enumerate() {
                let (from_block, from_lane) = (*from as usize / WIDTH, *from as usize % WIDTH);
                for (row, from) in self.table[..pairs].iter_mut().zip(&packed.tables[from_block]) {
                    row[lane] = from[from_lane];
                }
                score[lane] = played[from_block].lane(from_lane);
            }
            scores[block] = L::new(&score);
            for (weights, row) in self.weights[block].iter_mut().zip(&self.table[..pairs]) {
                *weights = L::new(row);
            }
        }
        (lanes, scores)
    }
}

/// A place on the path through a tree: a node and the range of its children to visit next; `None` before the first.
#[derive(Clone, Copy, Default)]
struct Place {
    node: u32,
    next: Option<(u32, u32)>,
}

/// The traversal of the trees of one question by all organisms.
struct Walk<'a, L, const TABLE: usize> {
    batch: &'a mut TreeBatch,
    question: usize,
    weights: &'a [[L; TABLE]],
}

impl<'a, L: Lanes, const TABLE: usize> Walk<'a, L, TABLE> {
    #[inline(always)]
    fn new(batch: &'a mut TreeBatch, question: usize, weights: &'a [[L; TABLE]]) -> Self {
        Walk { batch, question, weights }
    }

    fn blocks(&self) -> usize {
        self.weights.len()
    }

    /// Returns the lanes of `open` that no rival in `rivals` refutes; `played` are the scores of the grandmaster's
    /// move. If `may_gather`, stops early when gathering the open lanes would pay. Also returns the next rival.
    #[inline(always)]
    fn unrefuted(
        &mut self,
        rivals: Range<usize>,
        first: usize,
        played: &[L; BLOCKS],
        mut open: Mask,
        may_gather: bool,
    ) -> (usize, Mask) {
        let mut just_below = *played;
        for score in &mut just_below {
            *score = score.sub(L::splat(1));
        }
        let end = rivals.end;
        for at in rivals {
            let rival = self.batch.rivals[at];
            let threshold = if rival.wins_ties == 1 { &just_below } else { played };
            let refuted = self.above(rival.node, threshold, open);
            if refuted != 0 {
                self.batch.credit(at, refuted.count_ones(), at > first);
                open &= !refuted;
                if open == 0 {
                    return (end, 0);
                }
            }
            let left = open.count_ones() as usize;
            let live = (0..BLOCKS).filter(|block| part(open, *block) != 0).count();
            if may_gather && end - at > GATHER_FOR && 2 * left.div_ceil(WIDTH) <= live {
                return (at + 1, open);
            }
        }
        (end, open)
    }

    /// Adds the scores of a leaf relative to the reference, for the blocks from `first` on.
    #[inline(always)]
    fn add_leaf<const N: usize>(&self, node: &Node, first: usize, scores: &mut [L; BLOCKS]) {
        let weights: [&[L; TABLE]; N] = std::array::from_fn(|block| &self.weights[first + block]);
        let pairs = node.first_pair as usize..node.first_pair as usize + usize::from(node.pairs);
        let (indices, values) = (&self.batch.pair_indices[pairs.clone()], &self.batch.pair_values[pairs]);
        let mut sums = [L::splat(0); N];
        for (index, value) in indices.iter().zip(values) {
            for (sum, weights) in sums.iter_mut().zip(weights) {
                *sum = sum.multiply_add(&weights[usize::from(*index) % TABLE], bytemuck::cast(*value));
            }
        }
        scores[first..first + N].copy_from_slice(&sums);
    }

    /// Returns the scores of a leaf relative to the reference.
    #[inline(always)]
    fn leaf(&self, node: &Node) -> [L; BLOCKS] {
        let mut scores = [L::splat(0); BLOCKS];
        let mut block = 0;
        while block < self.blocks() {
            match self.blocks() - block {
                4.. if L::TOGETHER >= 4 => {
                    self.add_leaf::<4>(node, block, &mut scores);
                    block += 4;
                }
                2.. if L::TOGETHER >= 2 => {
                    self.add_leaf::<2>(node, block, &mut scores);
                    block += 2;
                }
                _ => {
                    self.add_leaf::<1>(node, block, &mut scores);
                    block += 1;
                }
            }
        }
        scores
    }

    /// Returns an absolute score relative to the reference.
    #[inline(always)]
    fn constant(&self, score: i32) -> [L; BLOCKS] {
        let mut scores = [L::splat(score); BLOCKS];
        for (score, weights) in scores.iter_mut().zip(self.weights) {
            let mut base = L::splat(0);
            for (pair, weights) in self.batch.reference(self.question).iter().zip(weights) {
                base = base.multiply_add(weights, bytemuck::cast(*pair));
            }
            *score = score.sub(base);
        }
        scores
    }

    /// Returns the next child to visit. Creates the children if they do not exist.
    #[inline(always)]
    fn step(&mut self, place: &mut Place, plies: usize) -> Option<u32> {
        let (next, end) = match place.next {
            Some(range) => range,
            None => {
                let at = place.node as usize;
                if !self.batch.nodes[at].is_grown() {
                    self.batch.grow(self.question, at, plies as u32);
                }
                let node = &self.batch.nodes[at];
                (node.first_child, node.first_child + u32::from(node.children))
            }
        };
        place.next = Some((next + 1, end));
        (next < end).then_some(next)
    }

    /// Returns the scores of a node relative to the reference, before any of its children are visited.
    #[inline(always)]
    fn own(&self, node: &Node, mover: bool) -> [L; BLOCKS] {
        match node.kind() {
            Kind::Leaf | Kind::StandPat => self.leaf(node),
            Kind::Evasions => self.constant(if mover { -MATE } else { MATE }),
            Kind::Mate => self.constant(MATE),
            Kind::Mated => self.constant(-MATE),
            Kind::Draw => self.constant(0),
        }
    }

    /// Returns the value of the tree relative to the reference, exact in every lane.
    ///
    /// The opponent moves at the root, the mover at odd depths. A node is left as soon as it can no longer change its
    /// parent's value in any lane.
    #[inline(always)]
    fn value(&mut self, root: u32) -> [L; BLOCKS] {
        let blocks = self.blocks();
        let mut node = self.batch.nodes[root as usize];
        let own = self.own(&node, false);
        if node.is_childless() {
            return own;
        }
        let mut places = [Place::default(); STACK];
        let mut best = [own; STACK];
        let mut depth = 0;
        places[0].node = root;
        loop {
            // Leave finished nodes, then enter the next child.
            let child = loop {
                let mover = depth % 2 == 1;
                let mut may_matter = depth == 0;
                if depth > 0 {
                    let (parent, own) = (&best[depth - 1][..blocks], &best[depth][..blocks]);
                    for (parent, own) in parent.iter().zip(own) {
                        may_matter |= (if mover { parent.above(own) } else { own.above(parent) }) != 0;
                    }
                }
                if may_matter && let Some(child) = self.step(&mut places[depth], depth) {
                    break child;
                }
                if depth == 0 {
                    return best[0];
                }
                depth -= 1;
                let (parents, children) = best.split_at_mut(depth + 1);
                for (own, child) in parents[depth][..blocks].iter_mut().zip(&children[0]) {
                    *own = if mover { own.min(*child) } else { own.max(*child) };
                }
            };
            depth += 1;
            node = self.batch.nodes[child as usize];
            best[depth] = self.own(&node, depth % 2 == 1);
            places[depth] = Place { node: child, next: None };
        }
    }

    /// Returns the lanes of `lanes` in which a node's own score exceeds the threshold.
    #[inline(always)]
    fn hits(&self, node: &Node, mover: bool, threshold: &[L; BLOCKS], lanes: Mask) -> Mask {
        let mut hits = 0;
        let own = self.own(node, mover);
        for (block, (own, threshold)) in own.iter().zip(threshold).enumerate().take(self.blocks()) {
            hits |= mask_of(block, own.above(threshold));
        }
        hits & lanes
    }

    /// Returns the lanes of `lanes` in which the tree's value exceeds the threshold (relative to the reference).
    #[inline(always)]
    fn above(&mut self, root: u32, threshold: &[L; BLOCKS], lanes: Mask) -> Mask {
        let mut node = self.batch.nodes[root as usize];
        let hits = self.hits(&node, false, threshold, lanes);
        if node.is_childless() || hits == 0 {
            return hits;
        }
        let mut places = [Place::default(); STACK];
        // The lanes that can still change: at the opponent's nodes those still above the threshold, at the mover's
        // nodes those not yet above it.
        let mut open = [0; STACK];
        open[0] = hits;
        // At the mover's nodes, the lanes already above the threshold.
        let mut found = [0; STACK];
        let mut depth = 0;
        places[0].node = root;
        loop {
            let child = loop {
                if open[depth] != 0
                    && let Some(child) = self.step(&mut places[depth], depth)
                {
                    break child;
                }
                if depth == 0 {
                    return open[0];
                }
                depth -= 1;
                if depth % 2 == 0 {
                    open[depth] = found[depth + 1];
                } else {
                    found[depth] |= open[depth + 1];
                    open[depth] &= !open[depth + 1];
                }
            };
            let lanes = open[depth];
            depth += 1;
            node = self.batch.nodes[child as usize];
            let mover = depth % 2 == 1;
            let hits = self.hits(&node, mover, threshold, lanes);
            found[depth] = hits;
            open[depth] = if mover { lanes & !hits } else { hits };
            places[depth] = Place { node: child, next: None };
        }
    }
}
