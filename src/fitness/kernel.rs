//! The question “does the organism play this move?”, asked of many organisms at once.
//!
//! Organisms stand in SIMD lanes. An organism plays the grandmaster's move unless some rival move
//! scores higher, and whether a tree's value is above a threshold is an AND over the opponent's answers and an
//! OR over the mover's: masks of lanes, not scores, are handed up the tree. A lane that is
//! decided leaves the mask, a node without open lanes is left at once. All lanes go down a tree
//! together, so that the walk, which costs more than the arithmetic, is paid once.

use super::lanes::{Avx2, Lanes, Portable, Wide};
use super::trees::{Grove, Kind, Node, PAIRS};
use crate::engine::evaluation::Weights;
use crate::engine::quiescence::{DEPTH, MATE};

/// Deepest chain of nodes.
const STACK: usize = DEPTH as usize + 2;

/// Blocks of lanes that walk together.
const BLOCKS: usize = 8;

/// One mask of lanes a block.
type Masks = [u32; BLOCKS];

/// Adds to each organism's count the questions of `grove` it answers with yes.
pub(super) fn count(grove: &mut Grove, organisms: &[Weights], counts: &mut [u64]) {
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: AVX2 is there.
        unsafe { count_avx2(grove, organisms, counts) }
    } else {
        unsafe { count_with::<Portable>(grove, organisms, counts) }
    }
}

#[target_feature(enable = "avx2")]
unsafe fn count_avx2(grove: &mut Grove, organisms: &[Weights], counts: &mut [u64]) {
    unsafe { count_with::<Wide<Avx2, 4>>(grove, organisms, counts) }
}

/// Organisms arranged in lanes: block by block, pair by pair, lane by lane.
struct Herd {
    weights: Vec<i32>,
    blocks: usize,
    lanes: Masks,
}

impl Herd {
    fn of<L: Lanes>(organisms: &[Weights]) -> Herd {
        let blocks = organisms.len().div_ceil(L::WIDTH);
        let mut weights = vec![0; blocks * PAIRS * L::WIDTH];
        let mut lanes = [0; BLOCKS];
        for (index, organism) in organisms.iter().enumerate() {
            let (block, lane) = (index / L::WIDTH, index % L::WIDTH);
            lanes[block] |= 1 << lane;
            let weight =
                |feature: usize| organism.as_array().get(feature).map_or(0, |w| u32::from(*w as u16));
            for pair in 0..PAIRS {
                weights[(block * PAIRS + pair) * L::WIDTH + lane] =
                    (weight(2 * pair + 1) << 16 | weight(2 * pair)) as i32;
            }
        }
        Herd { weights, blocks, lanes }
    }
}

#[inline(always)]
unsafe fn count_with<L: Lanes>(grove: &mut Grove, organisms: &[Weights], counts: &mut [u64]) {
    for (organisms, counts) in organisms.chunks(L::WIDTH * BLOCKS).zip(counts.chunks_mut(L::WIDTH * BLOCKS)) {
        let herd = Herd::of::<L>(organisms);
        for question in 0..grove.questions.len() {
            let yes = unsafe { Walk::<L>::new(grove, question, &herd).answer() };
            for (block, mut mask) in yes.into_iter().enumerate() {
                while mask != 0 {
                    counts[block * L::WIDTH + mask.trailing_zeros() as usize] += 1;
                    mask &= mask - 1;
                }
            }
        }
    }
}

/// Where a walk down a tree is: the node and which of its children come next; `None` before the first.
#[derive(Clone, Copy, Default)]
struct Place {
    node: u32,
    next: Option<(u32, u32)>,
}

/// All organisms on their way through the trees of one question.
struct Walk<'a, L> {
    grove: &'a mut Grove,
    question: usize,
    herd: &'a Herd,
    /// The reference's score.
    base: [L; BLOCKS],
}

impl<'a, L: Lanes> Walk<'a, L> {
    #[inline(always)]
    unsafe fn new(grove: &'a mut Grove, question: usize, herd: &'a Herd) -> Self {
        let reference = grove.questions[question].reference;
        let mut base = [unsafe { L::splat(0) }; BLOCKS];
        for (block, sum) in base[..herd.blocks].iter_mut().enumerate() {
            for pair in 0..PAIRS {
                let value: i32 = bytemuck::cast([reference[2 * pair], reference[2 * pair + 1]]);
                unsafe {
                    let weights = L::load(herd.weights.as_ptr().add((block * PAIRS + pair) * L::WIDTH));
                    *sum = sum.multiply_add(weights, value);
                }
            }
        }
        Walk { grove, question, herd, base }
    }

    /// The lanes that play the move asked for.
    #[inline(always)]
    unsafe fn answer(&mut self) -> Masks {
        unsafe {
            let asked = self.grove.questions[self.question];
            let played = self.value(asked.node);
            let mut just_below = played;
            for threshold in &mut just_below {
                *threshold = threshold.sub(L::splat(1));
            }
            let mut open = self.herd.lanes;
            let first = asked.first_rival as usize;
            for at in first..first + asked.rivals as usize {
                let rival = self.grove.rivals[at];
                let threshold = if rival.wins_ties == 1 { &just_below } else { &played };
                let refuted = self.above(rival.node, threshold, open);
                let (mut any, mut hits) = (0, 0);
                for (open, refuted) in open.iter_mut().zip(refuted) {
                    hits += (*open & refuted).count_ones();
                    *open &= !refuted;
                    any |= *open;
                }
                if hits > 0 {
                    self.grove.credit(at, hits, at > first);
                }
                if any == 0 {
                    break;
                }
            }
            open
        }
    }

    /// A leaf's score relative to the reference.
    #[inline(always)]
    unsafe fn leaf(&self, node: &Node, block: usize) -> L {
        unsafe {
            let weights = self.herd.weights.as_ptr().add(block * PAIRS * L::WIDTH);
            let mut sum = L::splat(0);
            let first = node.first_pair as usize;
            for at in first..first + node.pairs as usize {
                let pair = *self.grove.pair_indices.get_unchecked(at) as usize;
                let value: i32 = bytemuck::cast(*self.grove.pair_values.get_unchecked(at));
                sum = sum.multiply_add(L::load(weights.add(pair * L::WIDTH)), value);
            }
            sum
        }
    }

    /// The score of a game that is over, relative to the reference.
    #[inline(always)]
    unsafe fn ended(&self, kind: Kind, block: usize) -> L {
        let score = match kind {
            Kind::Mate => MATE,
            Kind::Mated => -MATE,
            _ => 0,
        };
        unsafe { L::splat(score).sub(self.base[block]) }
    }

    /// The next child to visit; children nobody needed before are made now.
    #[inline(always)]
    unsafe fn step(&mut self, place: &mut Place, plies: usize) -> Option<u32> {
        let (next, end) = match place.next {
            Some(range) => range,
            None => unsafe {
                let at = place.node as usize;
                if !self.grove.nodes.get_unchecked(at).is_grown() {
                    self.grove.grow(self.question, at, plies as u32);
                }
                let node = self.grove.nodes.get_unchecked(at);
                (node.first_child, node.first_child + u32::from(node.children))
            },
        };
        place.next = Some((next + 1, end));
        (next < end).then_some(next)
    }

    /// The tree's value relative to the reference, exact in every lane.
    ///
    /// The opponent moves at the root, the mover at odd depths. A node is left as soon as it can no longer
    /// change its parent's value in any lane.
    #[inline(always)]
    unsafe fn value(&mut self, root: u32) -> [L; BLOCKS] {
        unsafe {
            let blocks = self.herd.blocks;
            let mut places = [Place::default(); STACK];
            let mut best = [[L::splat(0); BLOCKS]; STACK];
            let mut depth = 0;
            let mut at = root;
            loop {
                let node = *self.grove.nodes.get_unchecked(at as usize);
                let mover = depth % 2 == 1;
                for block in 0..blocks {
                    best[depth][block] = match node.kind() {
                        Kind::Leaf | Kind::StandPat => self.leaf(&node, block),
                        Kind::Evasions => L::splat(if mover { -MATE } else { MATE }).sub(self.base[block]),
                        kind => self.ended(kind, block),
                    };
                }
                places[depth] = Place { node: at, next: None };
                loop {
                    let mover = depth % 2 == 1;
                    let settled = depth > 0
                        && (0..blocks).all(|block| {
                            let (above, here) = (best[depth - 1][block], best[depth][block]);
                            (if mover { above.above(here) } else { here.above(above) }) == 0
                        });
                    if !settled && let Some(child) = self.step(&mut places[depth], depth) {
                        at = child;
                        depth += 1;
                        break;
                    }
                    if depth == 0 {
                        return best[0];
                    }
                    depth -= 1;
                    for block in 0..blocks {
                        let child = best[depth + 1][block];
                        let here = &mut best[depth][block];
                        *here = if mover { here.min(child) } else { here.max(child) };
                    }
                }
            }
        }
    }

    /// The lanes of `lanes` in which the tree's value is above the threshold (relative to the reference).
    #[inline(always)]
    unsafe fn above(&mut self, root: u32, threshold: &[L; BLOCKS], lanes: Masks) -> Masks {
        unsafe {
            let blocks = self.herd.blocks;
            let mut places = [Place::default(); STACK];
            // Lanes that may still change: at the opponent's nodes those not yet brought down to the
            // threshold, at the mover's those not yet lifted above it.
            let mut open = [[0; BLOCKS]; STACK];
            // At the mover's nodes, lanes found above.
            let mut found = [[0; BLOCKS]; STACK];
            let mut depth = 0;
            let mut at = root;
            let mut lanes = lanes;
            loop {
                let node = *self.grove.nodes.get_unchecked(at as usize);
                let mover = depth % 2 == 1;
                let mut any_open = 0;
                for block in 0..blocks {
                    let here = lanes[block];
                    let hit = if here == 0 {
                        0
                    } else {
                        match node.kind() {
                            Kind::Leaf | Kind::StandPat => {
                                self.leaf(&node, block).above(threshold[block]) & here
                            }
                            Kind::Evasions if mover => 0,
                            Kind::Evasions => here,
                            kind => self.ended(kind, block).above(threshold[block]) & here,
                        }
                    };
                    found[depth][block] = hit;
                    open[depth][block] = if mover { here & !hit } else { hit };
                    any_open |= open[depth][block];
                }
                places[depth] = Place { node: at, next: None };
                loop {
                    if any_open != 0
                        && let Some(child) = self.step(&mut places[depth], depth)
                    {
                        at = child;
                        lanes = open[depth];
                        depth += 1;
                        break;
                    }
                    let mover = depth % 2 == 1;
                    let result = if mover { found[depth] } else { open[depth] };
                    if depth == 0 {
                        return result;
                    }
                    depth -= 1;
                    any_open = 0;
                    for block in 0..blocks {
                        if mover {
                            open[depth][block] = result[block];
                        } else {
                            found[depth][block] |= result[block];
                            open[depth][block] &= !result[block];
                        }
                        any_open |= open[depth][block];
                    }
                }
            }
        }
    }
}
