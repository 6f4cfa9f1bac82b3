//! Tests whether organisms play the grandmaster's move, and computes values of trees, for many organisms at once.
//!
//! Each organism occupies one SIMD lane. An organism plays the grandmaster's move unless a rival move scores higher.
//! Whether a tree's value exceeds a threshold is an AND over the opponent's replies and an OR over the mover's. So
//! masks of lanes, not scores, are passed up the tree. Decided lanes are removed from the mask, and a node without
//! open lanes is left at once. All lanes traverse a tree together, because the traversal costs more than the
//! arithmetic.

use std::ops::Range;

use super::dispatch::{LaneWork, dispatch};
use super::lanes::{Lanes, SimdPath, WIDTH};
use super::node::{Kind, Node, Question, pair_count};
use super::organism_batch::{
    BLOCKS, CompactLanes, MOST_LANES, Mask, OrganismBatch, PairWeights, blocks_up_to_last, mask_of, part,
};
use super::trees::TreeBatch;
use crate::engine::evaluation::{Score, Weights};
use crate::engine::prefetch::prefetch;
use crate::engine::quiescence::{DEPTH, MATE};

/// The maximum length of a path of nodes.
const STACK: usize = DEPTH as usize + 1;

/// The size of a cache line in bytes.
const LINE: usize = 64;

/// The minimum number of remaining rivals for which gathering pays.
const GATHER_FOR: usize = 4;

/// Evaluates questions of `batch` for each organism. Calls `on_match` with the index of the example and that of
/// the organism, for each organism that plays the grandmaster's move.
pub(super) fn evaluate(
    batch: &mut TreeBatch,
    questions: Range<usize>,
    organisms: &[Weights],
    path: SimdPath,
    on_match: impl FnMut(u32, usize),
) {
    let set = batch.context.set;
    dispatch(Matches { batch, questions, organisms, on_match }, set, path);
}

/// Finds the organisms that play the grandmasters' moves.
struct Matches<'a, F> {
    batch: &'a mut TreeBatch,
    questions: Range<usize>,
    organisms: &'a [Weights],
    on_match: F,
}

impl<F: FnMut(u32, usize)> LaneWork for Matches<'_, F> {
    #[inline(always)]
    fn run<L: Lanes, const TABLE: usize>(mut self) {
        let mut compact = CompactLanes::<L, TABLE>::default();
        for (chunk, organisms) in self.organisms.chunks(MOST_LANES).enumerate() {
            let packed = OrganismBatch::<L, TABLE>::of(organisms);
            for question in self.questions.clone() {
                prefetch_questions(self.batch, question);
                let example = self.batch.questions[question].example;
                let mut mask = answer(self.batch, question, &packed, &mut compact);
                while mask != 0 {
                    (self.on_match)(example, chunk * MOST_LANES + mask.trailing_zeros() as usize);
                    mask &= mask - 1;
                }
            }
        }
    }
}

/// Computes the value of the tree of each question for each organism, from the view of the side that does not move at its
/// root. Calls `on_values` with the place of the question in `questions`, the index of the first organism, and the values of
/// it and of those after it.
pub(super) fn values(
    batch: &mut TreeBatch,
    questions: impl Iterator<Item = usize> + Clone,
    organisms: &[Weights],
    path: SimdPath,
    on_values: impl FnMut(usize, usize, &[Score]),
) {
    let set = batch.context.set;
    dispatch(Values { batch, questions, organisms, on_values }, set, path);
}

/// Computes values of trees.
struct Values<'a, Q, F> {
    batch: &'a mut TreeBatch,
    questions: Q,
    organisms: &'a [Weights],
    on_values: F,
}

impl<Q: Iterator<Item = usize> + Clone, F: FnMut(usize, usize, &[Score])> LaneWork for Values<'_, Q, F> {
    #[inline(always)]
    fn run<L: Lanes, const TABLE: usize>(mut self) {
        for (chunk, organisms) in self.organisms.chunks(MOST_LANES).enumerate() {
            let packed = OrganismBatch::<L, TABLE>::of(organisms);
            for (place, question) in self.questions.clone().enumerate() {
                let node = self.batch.questions[question].node;
                let blocks = blocks_up_to_last(packed.lanes());
                let mut walk = Walk::new(self.batch, question, packed.weights(), blocks);
                let (values, draw) = (walk.value(node), walk.constant(0));
                for (block, organisms) in organisms.chunks(WIDTH).enumerate() {
                    let values = values[block].sub(draw[block]);
                    let first = chunk * MOST_LANES + block * WIDTH;
                    (self.on_values)(place, first, &values.lanes()[..organisms.len()]);
                }
            }
        }
    }
}

/// Prefetches what the next questions read first: the roots and the rivals of the one after next, and the features of
/// the next one, whose roots have arrived by now. The roots of a question are adjacent.
#[inline(always)]
fn prefetch_questions(batch: &TreeBatch, question: usize) {
    if let Some(Question { node, first_rival, .. }) = batch.questions.get(question + 2) {
        prefetch_lines(&batch.nodes, *node as usize);
        prefetch_lines(&batch.rivals, *first_rival as usize);
    }
    if let Some(Question { node, .. }) = batch.questions.get(question + 1) {
        let first_pair = batch.nodes[*node as usize].first_pair as usize;
        prefetch_lines(&batch.pair_values, first_pair);
        if let Some(index) = batch.pair_indices.get(first_pair) {
            prefetch(index);
        }
    }
}

/// Prefetches two cache lines of a slice.
#[inline(always)]
fn prefetch_lines<T>(of: &[T], at: usize) {
    for item in [of.get(at), of.get(at + LINE / size_of::<T>())].into_iter().flatten() {
        prefetch(item);
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
    let Question { node, first_rival, rivals, contenders, .. } = batch.questions[question];
    let mut walk = Walk::new(batch, question, packed.weights(), blocks_up_to_last(packed.lanes()));
    let played = walk.value(node);
    let first = first_rival as usize;
    let end = first + if packed.has_negative_weights() { rivals } else { contenders } as usize;
    // The tree of a static score is a leaf: to gather lanes takes longer than to evaluate them.
    let may_gather = walk.batch.context.depth() > 0;
    let (next, open) = walk.unrefuted(first..end, &played, packed.lanes(), may_gather);
    if next == end {
        return open;
    }
    // Few lanes are open, spread over many blocks: gather them.
    let pairs = pair_count(batch.context.set);
    let (weights, lanes, played) = compact.gather(packed, pairs, &played, open);
    let mut walk = Walk::new(batch, question, weights, blocks_up_to_last(lanes));
    let (_, left) = walk.unrefuted(next..end, &played, lanes, false);
    compact.scattered(left)
}

/// Evaluates a leaf for groups of blocks, as many at once as fit the registers. `$body` gets the first block of a group
/// and the scores of its blocks. A macro, because the compiler does not inline SIMD instructions into closures.
macro_rules! for_each_group {
    ($walk:ident, $node:ident, |$first:ident, $sums:ident| $body:block) => {
        let mut $first = 0;
        while $first < $walk.blocks {
            match $walk.blocks - $first {
                4.. if L::TOGETHER >= 4 => {
                    let $sums = $walk.leaf_of::<4>($node, $first);
                    $body
                    $first += 4;
                }
                3 if L::TOGETHER >= 4 => {
                    let $sums = $walk.leaf_of::<3>($node, $first);
                    $body
                    $first += 3;
                }
                2.. if L::TOGETHER >= 2 => {
                    let $sums = $walk.leaf_of::<2>($node, $first);
                    $body
                    $first += 2;
                }
                _ => {
                    let $sums = $walk.leaf_of::<1>($node, $first);
                    $body
                    $first += 1;
                }
            }
        }
    };
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
    weights: &'a PairWeights<L, TABLE>,
    /// The number of blocks up to the last one with an open lane.
    blocks: usize,
}

impl<'a, L: Lanes, const TABLE: usize> Walk<'a, L, TABLE> {
    #[inline(always)]
    fn new(
        batch: &'a mut TreeBatch,
        question: usize,
        weights: &'a PairWeights<L, TABLE>,
        blocks: usize,
    ) -> Self {
        Walk { batch, question, weights, blocks }
    }

    /// Returns the lanes of `open` that no rival in `rivals` refutes; `played` are the scores of the grandmaster's
    /// move. If `may_gather`, stops early when gathering the open lanes would pay. Also returns the next rival.
    #[inline(always)]
    fn unrefuted(
        &mut self,
        rivals: Range<usize>,
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
            self.prefetch_rivals(at);
            let threshold = if rival.wins_ties == 1 { &just_below } else { played };
            let refuted = self.above(rival.node, threshold, open);
            if refuted != 0 {
                self.batch.credit(self.question, at, refuted.count_ones());
                open &= !refuted;
                if open == 0 {
                    return (end, 0);
                }
                self.blocks = blocks_up_to_last(open);
            }
            if may_gather && end - at > GATHER_FOR {
                let left = open.count_ones() as usize;
                let live = (0..BLOCKS).filter(|block| part(open, *block) != 0).count();
                if 2 * left.div_ceil(WIDTH) <= live {
                    return (at + 1, open);
                }
            }
        }
        (end, open)
    }

    /// Prefetches what the next two rivals need. Trees do not fit the caches.
    #[inline(always)]
    fn prefetch_rivals(&self, at: usize) {
        if let Some(next) = self.batch.rivals.get(at + 1) {
            let pair = self.batch.nodes[next.node as usize].first_pair as usize;
            if let (Some(index), Some(value)) =
                (self.batch.pair_indices.get(pair), self.batch.pair_values.get(pair))
            {
                prefetch(index);
                prefetch(value);
            }
        }
        if let Some(next) = self.batch.rivals.get(at + 2) {
            prefetch(&self.batch.nodes[next.node as usize]);
        }
    }

    /// Returns a node, and prefetches its first child.
    #[inline(always)]
    fn enter(&self, at: u32) -> Node {
        let node = self.batch.nodes[at as usize];
        if !node.is_childless()
            && let Some(child) = self.batch.nodes.get(node.first_child as usize)
        {
            prefetch(child);
        }
        node
    }

    /// Returns the scores of a leaf relative to the reference, for `N` blocks from `first` on.
    #[inline(always)]
    fn leaf_of<const N: usize>(&self, node: &Node, first: usize) -> [L; N] {
        let pairs = node.first_pair as usize..node.first_pair as usize + usize::from(node.pairs);
        let (indices, values) = (&self.batch.pair_indices[pairs.clone()], &self.batch.pair_values[pairs]);
        let mut sums = [L::splat(0); N];
        for (index, value) in indices.iter().zip(values) {
            let weights = &self.weights[usize::from(*index) % TABLE];
            for block in 0..N {
                sums[block] = sums[block].multiply_add(&weights[first + block], bytemuck::cast(*value));
            }
        }
        sums
    }

    /// Returns the scores of a leaf relative to the reference.
    #[inline(always)]
    fn leaf(&self, node: &Node) -> [L; BLOCKS] {
        let mut scores = [L::splat(0); BLOCKS];
        for_each_group!(self, node, |first, sums| {
            scores[first..first + sums.len()].copy_from_slice(&sums);
        });
        scores
    }

    /// Returns the lanes in which the score of a leaf exceeds the threshold. Most nodes are leaves, so their scores are
    /// not stored.
    #[inline(always)]
    fn leaf_hits(&self, node: &Node, threshold: &[L; BLOCKS]) -> Mask {
        let mut hits = 0;
        for_each_group!(self, node, |first, sums| {
            for (index, sum) in sums.into_iter().enumerate() {
                hits |= mask_of(first + index, sum.above(&threshold[first + index]));
            }
        });
        hits
    }

    /// Returns an absolute score relative to the reference.
    #[inline(always)]
    fn constant(&self, score: i32) -> [L; BLOCKS] {
        let mut scores = [L::splat(score); BLOCKS];
        for (block, score) in scores.iter_mut().enumerate().take(self.blocks) {
            let mut base = L::splat(0);
            for (pair, weights) in self.batch.reference(self.question).iter().zip(self.weights) {
                base = base.multiply_add(&weights[block], bytemuck::cast(*pair));
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
    /// The opponent moves at the root, the mover at odd depths. A node is left as soon as it can no longer change the value
    /// of the tree in any lane (alpha-beta).
    #[inline(always)]
    fn value(&mut self, root: u32) -> [L; BLOCKS] {
        let blocks = self.blocks;
        let mut node = self.enter(root);
        let own = self.own(&node, false);
        if node.is_childless() {
            return own;
        }
        let mut places = [Place::default(); STACK];
        let mut best = [own; STACK];
        // The value that a node must stay below (the mover's) or above (the opponent's) to change the value of the tree.
        let mut limits = best;
        let mut depth = 0;
        places[0].node = root;
        loop {
            // Leave finished nodes, then enter the next child.
            let child = loop {
                let mover = depth % 2 == 1;
                let mut may_matter = depth == 0;
                if depth > 0 {
                    let (limit, own) = (&limits[depth][..blocks], &best[depth][..blocks]);
                    for (limit, own) in limit.iter().zip(own) {
                        may_matter |= (if mover { limit.above(own) } else { own.above(limit) }) != 0;
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
            node = self.enter(child);
            let mover = depth % 2 == 1;
            limits[depth] = best[depth - 1];
            if depth > 2 {
                let (above, limits) = limits.split_at_mut(depth);
                for (limit, above) in limits[0][..blocks].iter_mut().zip(&above[depth - 2]) {
                    *limit = if mover { limit.min(*above) } else { limit.max(*above) };
                }
            }
            best[depth] = self.own(&node, mover);
            places[depth] = Place { node: child, next: None };
        }
    }

    /// Returns the lanes of `lanes` in which a node's own score exceeds the threshold.
    #[inline(always)]
    fn hits(&self, node: &Node, mover: bool, threshold: &[L; BLOCKS], lanes: Mask) -> Mask {
        if matches!(node.kind(), Kind::Leaf | Kind::StandPat) {
            return self.leaf_hits(node, threshold) & lanes;
        }
        let mut hits = 0;
        let own = self.own(node, mover);
        for (block, (own, threshold)) in own.iter().zip(threshold).enumerate().take(self.blocks) {
            hits |= mask_of(block, own.above(threshold));
        }
        hits & lanes
    }

    /// Returns the lanes of `lanes` in which the tree's value exceeds the threshold (relative to the reference).
    #[inline(always)]
    fn above(&mut self, root: u32, threshold: &[L; BLOCKS], lanes: Mask) -> Mask {
        let mut node = self.enter(root);
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
            node = self.enter(child);
            let mover = depth % 2 == 1;
            let hits = self.hits(&node, mover, threshold, lanes);
            found[depth] = hits;
            open[depth] = if mover { lanes & !hits } else { hits };
            places[depth] = Place { node: child, next: None };
        }
    }
}
