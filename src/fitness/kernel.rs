//! The question “does the organism play this move?”, asked of many organisms at once.
//!
//! Organisms stand in SIMD lanes. An organism plays the grandmaster's move unless some rival move
//! scores higher, and whether a tree's value is above a threshold is an AND over the opponent's answers
//! and an OR over the mover's: masks of lanes, not scores, are handed up the tree. A lane that is decided
//! leaves the mask, a node without open lanes is left at once. All lanes go down a tree together, so that
//! the walk, which costs more than the arithmetic, is paid once.

use std::ops::Range;

#[cfg(target_arch = "x86_64")]
use super::lanes::{Avx2, Avx512};
use super::lanes::{Lanes, Portable, SimdPath, WIDTH};
use super::node::{Kind, Node, PAIRS, pairs};
use super::trees::Grove;
use crate::engine::evaluation::Weights;
use crate::engine::quiescence::{DEPTH, MATE};

/// Deepest chain of nodes.
const STACK: usize = DEPTH as usize + 1;

/// Blocks of lanes that walk together.
const BLOCKS: usize = 8;

/// Pairs of weights a block has room for: a power of two, so that masking an index bounds it.
const TABLE: usize = PAIRS.next_power_of_two();

/// Rivals that must still come for gathering to pay.
const GATHER_FOR: usize = 4;

/// One mask of lanes a block.
type Masks = [u32; BLOCKS];

/// Asks each organism each question of `grove`; `yes` is told the example and the organism, by index, of
/// each question answered with yes.
pub(super) fn ask(grove: &mut Grove, organisms: &[Weights], path: SimdPath, yes: impl FnMut(u32, usize)) {
    match path {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions.
        SimdPath::Avx512 if path.is_available() => unsafe { ask_avx512(grove, organisms, yes) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions.
        SimdPath::Avx2 if path.is_available() => unsafe { ask_avx2(grove, organisms, yes) },
        _ => ask_with::<Portable>(grove, organisms, yes),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn ask_avx2(grove: &mut Grove, organisms: &[Weights], yes: impl FnMut(u32, usize)) {
    ask_with::<Avx2>(grove, organisms, yes);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn ask_avx512(grove: &mut Grove, organisms: &[Weights], yes: impl FnMut(u32, usize)) {
    ask_with::<Avx512>(grove, organisms, yes);
}

/// The pairs of weights of a block of organisms, lane by lane.
type Table = [[i32; WIDTH]; TABLE];

/// Organisms arranged in lanes.
struct Herd<L> {
    tables: Vec<Table>,
    /// The same in SIMD registers.
    weights: Vec<[L; TABLE]>,
    /// The lanes that hold an organism.
    lanes: Masks,
}

impl<L: Lanes> Herd<L> {
    #[inline(always)]
    fn of(organisms: &[Weights]) -> Herd<L> {
        let mut herd = Herd { tables: Vec::new(), weights: Vec::new(), lanes: [0; BLOCKS] };
        for (block, organisms) in organisms.chunks(WIDTH).enumerate() {
            let mut table = [[0; WIDTH]; TABLE];
            for (lane, organism) in organisms.iter().enumerate() {
                for (row, pair) in table.iter_mut().zip(pairs(organism.as_array())) {
                    row[lane] = bytemuck::cast(pair);
                }
                herd.lanes[block] |= 1 << lane;
            }
            herd.push(table);
        }
        herd
    }

    #[inline(always)]
    fn push(&mut self, table: Table) {
        let mut weights = [L::splat(0); TABLE];
        for (weights, lanes) in weights.iter_mut().zip(&table) {
            *weights = L::new(lanes);
        }
        self.weights.push(weights);
        self.tables.push(table);
    }
}

#[inline(always)]
fn ask_with<L: Lanes>(grove: &mut Grove, organisms: &[Weights], mut yes: impl FnMut(u32, usize)) {
    let mut few = Few::<L>::default();
    for (chunk, organisms) in organisms.chunks(WIDTH * BLOCKS).enumerate() {
        let herd = Herd::<L>::of(organisms);
        for question in 0..grove.questions.len() {
            let example = grove.questions[question].example;
            let answer = answer(grove, question, &herd, &mut few);
            for (block, mut mask) in answer.into_iter().enumerate() {
                while mask != 0 {
                    yes(example, (chunk * BLOCKS + block) * WIDTH + mask.trailing_zeros() as usize);
                    mask &= mask - 1;
                }
            }
        }
    }
}

/// The lanes that play the move asked for.
#[inline(always)]
fn answer<L: Lanes>(grove: &mut Grove, question: usize, herd: &Herd<L>, few: &mut Few<L>) -> Masks {
    let asked = grove.questions[question];
    let mut walk = Walk::new(grove, question, &herd.weights);
    let played = walk.value(asked.node);
    let first = asked.first_rival as usize;
    let end = first + asked.rivals as usize;
    let (next, open) = walk.stand(first..end, first, &played, herd.lanes, true);
    if next == end {
        return open;
    }
    // Few are left, spread over many blocks: they go on side by side.
    let (lanes, played) = few.gather(herd, &played, &open);
    let mut walk = Walk::new(grove, question, &few.weights);
    let (_, left) = walk.stand(next..end, first, &played, lanes, false);
    let mut open = [0; BLOCKS];
    for (index, (block, lane)) in few.survivors.iter().enumerate() {
        open[*block] |= (left[index / WIDTH] >> (index % WIDTH) & 1) << lane;
    }
    open
}

/// The lanes still open, gathered from all blocks into as few as they need.
struct Few<L> {
    weights: Vec<[L; TABLE]>,
    /// Who they were: block and lane.
    survivors: Vec<(usize, u32)>,
    /// Weights on their way into registers. Lanes without a survivor keep what an earlier one left there;
    /// no mask ever selects them.
    table: Table,
}

impl<L> Default for Few<L> {
    fn default() -> Few<L> {
        Few { weights: Vec::new(), survivors: Vec::new(), table: [[0; WIDTH]; TABLE] }
    }
}

impl<L: Lanes> Few<L> {
    /// Gathers the open lanes; their masks and scores in the new places.
    #[inline(always)]
    fn gather(&mut self, herd: &Herd<L>, played: &[L; BLOCKS], open: &Masks) -> (Masks, [L; BLOCKS]) {
        self.survivors.clear();
        for (block, mut mask) in open.iter().copied().enumerate() {
            while mask != 0 {
                self.survivors.push((block, mask.trailing_zeros()));
                mask &= mask - 1;
            }
        }
        let mut lanes = [0; BLOCKS];
        let mut scores = [L::splat(0); BLOCKS];
        self.weights.resize(self.survivors.len().div_ceil(WIDTH), [L::splat(0); TABLE]);
        for (block, survivors) in self.survivors.chunks(WIDTH).enumerate() {
            let mut score = [0; WIDTH];
            for (lane, (from_block, from_lane)) in survivors.iter().enumerate() {
                let from_lane = *from_lane as usize;
                for (row, from) in self.table[..PAIRS].iter_mut().zip(&herd.tables[*from_block]) {
                    row[lane] = from[from_lane];
                }
                score[lane] = played[*from_block].lane(from_lane);
                lanes[block] |= 1 << lane;
            }
            scores[block] = L::new(&score);
            for (weights, row) in self.weights[block].iter_mut().zip(&self.table[..PAIRS]) {
                *weights = L::new(row);
            }
        }
        (lanes, scores)
    }
}

/// Where a walk down a tree is: the node and which of its children come next; `None` before the first.
#[derive(Clone, Copy, Default)]
struct Place {
    node: u32,
    next: Option<(u32, u32)>,
}

/// Organisms on their way through the trees of one question.
struct Walk<'a, L> {
    grove: &'a mut Grove,
    question: usize,
    weights: &'a [[L; TABLE]],
    /// The reference's score.
    base: [L; BLOCKS],
}

impl<'a, L: Lanes> Walk<'a, L> {
    #[inline(always)]
    fn new(grove: &'a mut Grove, question: usize, weights: &'a [[L; TABLE]]) -> Self {
        let reference = grove.questions[question].reference;
        let mut base = [L::splat(0); BLOCKS];
        for (sum, weights) in base.iter_mut().zip(weights) {
            for (pair, weights) in reference.iter().zip(weights) {
                *sum = sum.multiply_add(weights, bytemuck::cast(*pair));
            }
        }
        Walk { grove, question, weights, base }
    }

    fn blocks(&self) -> usize {
        self.weights.len()
    }

    /// The lanes of `open` that no rival in `rivals` refutes, given the scores of the move played; where
    /// `may_gather`, stops early (and says at which rival) when it would pay to gather the open lanes.
    #[inline(always)]
    fn stand(
        &mut self,
        rivals: Range<usize>,
        first: usize,
        played: &[L; BLOCKS],
        mut open: Masks,
        may_gather: bool,
    ) -> (usize, Masks) {
        let mut just_below = *played;
        for score in &mut just_below {
            *score = score.sub(L::splat(1));
        }
        let end = rivals.end;
        for at in rivals {
            let rival = self.grove.rivals[at];
            let threshold = if rival.wins_ties == 1 { &just_below } else { played };
            let refuted = self.above(rival.node, threshold, &open);
            let (mut hits, mut left, mut live) = (0, 0, 0);
            for (open, refuted) in open.iter_mut().zip(refuted) {
                hits += (*open & refuted).count_ones();
                *open &= !refuted;
                left += open.count_ones() as usize;
                live += usize::from(*open != 0);
            }
            if hits > 0 {
                self.grove.credit(at, hits, at > first);
            }
            if left == 0 {
                return (end, open);
            }
            if may_gather && end - at > GATHER_FOR && 2 * left.div_ceil(WIDTH) <= live {
                return (at + 1, open);
            }
        }
        (end, open)
    }

    /// A leaf's score relative to the reference.
    #[inline(always)]
    fn leaf(&self, node: &Node, block: usize) -> L {
        let weights = &self.weights[block];
        let pairs = node.first_pair as usize..node.first_pair as usize + usize::from(node.pairs);
        let (indices, values) = (&self.grove.pair_indices[pairs.clone()], &self.grove.pair_values[pairs]);
        let mut sum = L::splat(0);
        for (index, value) in indices.iter().zip(values) {
            sum = sum.multiply_add(&weights[usize::from(*index) % TABLE], bytemuck::cast(*value));
        }
        sum
    }

    /// The score of a game that is over, relative to the reference.
    #[inline(always)]
    fn ended(&self, kind: Kind, block: usize) -> L {
        let score = match kind {
            Kind::Mate => MATE,
            Kind::Mated => -MATE,
            _ => 0,
        };
        L::splat(score).sub(self.base[block])
    }

    /// The next child to visit; children nobody needed before are made now.
    #[inline(always)]
    fn step(&mut self, place: &mut Place, plies: usize) -> Option<u32> {
        let (next, end) = match place.next {
            Some(range) => range,
            None => {
                let at = place.node as usize;
                if !self.grove.nodes[at].is_grown() {
                    self.grove.grow(self.question, at, plies as u32);
                }
                let node = &self.grove.nodes[at];
                (node.first_child, node.first_child + u32::from(node.children))
            }
        };
        place.next = Some((next + 1, end));
        (next < end).then_some(next)
    }

    /// A node's own score relative to the reference, before any child is looked at.
    #[inline(always)]
    fn own(&self, node: &Node, block: usize, mover: bool) -> L {
        match node.kind() {
            Kind::Leaf | Kind::StandPat => self.leaf(node, block),
            Kind::Evasions => L::splat(if mover { -MATE } else { MATE }).sub(self.base[block]),
            kind => self.ended(kind, block),
        }
    }

    /// The tree's value relative to the reference, exact in every lane.
    ///
    /// The opponent moves at the root, the mover at odd depths. A node is left as soon as it can no longer
    /// change its parent's value in any lane.
    #[inline(always)]
    fn value(&mut self, root: u32) -> [L; BLOCKS] {
        let blocks = self.blocks();
        let mut node = self.grove.nodes[root as usize];
        let mut own = [L::splat(0); BLOCKS];
        for (block, own) in own.iter_mut().enumerate().take(blocks) {
            *own = self.own(&node, block, false);
        }
        if node.is_childless() {
            return own;
        }
        let mut places = [Place::default(); STACK];
        let mut best = [own; STACK];
        let mut depth = 0;
        places[0].node = root;
        loop {
            // Leave what is finished, then enter the next child.
            let child = loop {
                let mover = depth % 2 == 1;
                let mut may_matter = depth == 0;
                if depth > 0 {
                    let (parent, here) = (&best[depth - 1][..blocks], &best[depth][..blocks]);
                    for (parent, here) in parent.iter().zip(here) {
                        may_matter |= (if mover { parent.above(here) } else { here.above(parent) }) != 0;
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
                for (here, child) in parents[depth][..blocks].iter_mut().zip(&children[0]) {
                    *here = if mover { here.min(*child) } else { here.max(*child) };
                }
            };
            depth += 1;
            node = self.grove.nodes[child as usize];
            for (block, score) in best[depth].iter_mut().enumerate().take(blocks) {
                *score = self.own(&node, block, depth % 2 == 1);
            }
            places[depth] = Place { node: child, next: None };
        }
    }

    /// The lanes of `lanes` in which a node's own score is above the threshold.
    #[inline(always)]
    fn hits(&self, node: &Node, mover: bool, threshold: &[L; BLOCKS], lanes: &Masks) -> Masks {
        let mut hits = [0; BLOCKS];
        for (block, (hit, lanes)) in hits.iter_mut().zip(lanes).enumerate().take(self.blocks()) {
            if *lanes != 0 {
                *hit = self.own(node, block, mover).above(&threshold[block]) & lanes;
            }
        }
        hits
    }

    /// The lanes of `lanes` in which the tree's value is above the threshold (relative to the reference).
    #[inline(always)]
    fn above(&mut self, root: u32, threshold: &[L; BLOCKS], lanes: &Masks) -> Masks {
        let mut node = self.grove.nodes[root as usize];
        let hits = self.hits(&node, false, threshold, lanes);
        if node.is_childless() || hits == [0; BLOCKS] {
            return hits;
        }
        let mut places = [Place::default(); STACK];
        // Lanes that may still change: at the opponent's nodes those not yet brought down to the
        // threshold, at the mover's those not yet lifted above it.
        let mut open = [hits; STACK];
        // At the mover's nodes, lanes found above.
        let mut found = [[0; BLOCKS]; STACK];
        let mut depth = 0;
        places[0].node = root;
        loop {
            let child = loop {
                if open[depth] != [0; BLOCKS]
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
                    for block in 0..BLOCKS {
                        found[depth][block] |= open[depth + 1][block];
                        open[depth][block] &= !open[depth + 1][block];
                    }
                }
            };
            let lanes = open[depth];
            depth += 1;
            node = self.grove.nodes[child as usize];
            let mover = depth % 2 == 1;
            let hits = self.hits(&node, mover, threshold, &lanes);
            found[depth] = hits;
            open[depth] = hits;
            if mover {
                for block in 0..BLOCKS {
                    open[depth][block] = lanes[block] & !hits[block];
                }
            }
            places[depth] = Place { node: child, next: None };
        }
    }
}
