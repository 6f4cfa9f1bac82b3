//! The question “does the organism play this move?”, asked of many organisms at once.
//!
//! Organisms stand in SIMD lanes. An organism plays the grandmaster's move unless some rival move
//! scores higher, and whether a tree's value is above a threshold is an AND over the opponent's answers
//! and an OR over the mover's: masks of lanes, not scores, are handed up the tree. A lane that is decided
//! leaves the mask, a node without open lanes is left at once. All lanes go down a tree together, so that
//! the walk, which costs more than the arithmetic, is paid once.

#[cfg(target_arch = "x86_64")]
use super::lanes::{Avx2, Avx512};
use super::lanes::{Lanes, Portable, SimdPath, WIDTH};
use super::node::{Kind, Node, PAIRS};
use super::trees::Grove;
use crate::engine::evaluation::Weights;
use crate::engine::quiescence::{DEPTH, MATE};

/// Deepest chain of nodes.
const STACK: usize = DEPTH as usize + 1;

/// Blocks of lanes that walk together.
const BLOCKS: usize = 8;

/// Pairs of weights a block has room for: a power of two, so that masking an index bounds it.
const TABLE: usize = PAIRS.next_power_of_two();

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

/// Organisms arranged in lanes.
struct Herd<L> {
    /// For each block the pairs of weights, lane by lane.
    weights: Vec<[L; TABLE]>,
    /// The lanes that hold an organism.
    lanes: Masks,
}

impl<L: Lanes> Herd<L> {
    #[inline(always)]
    fn of(organisms: &[Weights]) -> Herd<L> {
        let mut herd = Herd { weights: Vec::new(), lanes: [0; BLOCKS] };
        for (block, organisms) in organisms.chunks(WIDTH).enumerate() {
            let mut table = [[0; WIDTH]; TABLE];
            for (lane, organism) in organisms.iter().enumerate() {
                for (pair, weights) in organism.as_array().chunks(2).enumerate() {
                    let low = u32::from(weights[0] as u16);
                    let high = weights.get(1).map_or(0, |weight| u32::from(*weight as u16));
                    table[pair][lane] = (high << 16 | low) as i32;
                }
                herd.lanes[block] |= 1 << lane;
            }
            herd.weights.push(std::array::from_fn(|pair| L::new(&table[pair])));
        }
        herd
    }
}

#[inline(always)]
fn ask_with<L: Lanes>(grove: &mut Grove, organisms: &[Weights], mut yes: impl FnMut(u32, usize)) {
    for (chunk, organisms) in organisms.chunks(WIDTH * BLOCKS).enumerate() {
        let herd = Herd::<L>::of(organisms);
        for question in 0..grove.questions.len() {
            let example = grove.questions[question].example;
            let answer = Walk::new(grove, question, &herd).answer();
            for (block, mut mask) in answer.into_iter().enumerate() {
                while mask != 0 {
                    yes(example, (chunk * BLOCKS + block) * WIDTH + mask.trailing_zeros() as usize);
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
    herd: &'a Herd<L>,
    /// The reference's score.
    base: [L; BLOCKS],
}

impl<'a, L: Lanes> Walk<'a, L> {
    #[inline(always)]
    fn new(grove: &'a mut Grove, question: usize, herd: &'a Herd<L>) -> Self {
        let reference = grove.questions[question].reference;
        let mut base = [L::splat(0); BLOCKS];
        for (sum, weights) in base.iter_mut().zip(&herd.weights) {
            for (pair, weights) in reference.chunks_exact(2).zip(weights) {
                *sum = sum.multiply_add(weights, bytemuck::cast([pair[0], pair[1]]));
            }
        }
        Walk { grove, question, herd, base }
    }

    fn blocks(&self) -> usize {
        self.herd.weights.len()
    }

    /// The lanes that play the move asked for.
    #[inline(always)]
    fn answer(&mut self) -> Masks {
        let asked = self.grove.questions[self.question];
        let played = self.value(asked.node);
        let mut just_below = played;
        for score in &mut just_below {
            *score = score.sub(L::splat(1));
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

    /// A leaf's score relative to the reference.
    #[inline(always)]
    fn leaf(&self, node: &Node, block: usize) -> L {
        let weights = &self.herd.weights[block];
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

    /// The tree's value relative to the reference, exact in every lane.
    ///
    /// The opponent moves at the root, the mover at odd depths. A node is left as soon as it can no longer
    /// change its parent's value in any lane.
    #[inline(always)]
    fn value(&mut self, root: u32) -> [L; BLOCKS] {
        let blocks = self.blocks();
        let mut places = [Place::default(); STACK];
        let mut best = [[L::splat(0); BLOCKS]; STACK];
        let mut depth = 0;
        let mut at = root;
        loop {
            let node = self.grove.nodes[at as usize];
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
                let mut may_matter = depth == 0;
                for block in 0..blocks {
                    if !may_matter {
                        let (above, here) = (&best[depth - 1][block], &best[depth][block]);
                        may_matter = (if mover { above.above(here) } else { here.above(above) }) != 0;
                    }
                }
                if may_matter && let Some(child) = self.step(&mut places[depth], depth) {
                    at = child;
                    depth += 1;
                    break;
                }
                if depth == 0 {
                    return best[0];
                }
                depth -= 1;
                for block in 0..blocks {
                    let (here, child) = (best[depth][block], best[depth + 1][block]);
                    best[depth][block] = if mover { here.min(child) } else { here.max(child) };
                }
            }
        }
    }

    /// The lanes of `lanes` in which the tree's value is above the threshold (relative to the reference).
    #[inline(always)]
    fn above(&mut self, root: u32, threshold: &[L; BLOCKS], lanes: Masks) -> Masks {
        let blocks = self.blocks();
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
            let node = self.grove.nodes[at as usize];
            let mover = depth % 2 == 1;
            let mut any_open = 0;
            for block in 0..blocks {
                let here = lanes[block];
                let hit = match node.kind() {
                    _ if here == 0 => 0,
                    Kind::Leaf | Kind::StandPat => self.leaf(&node, block).above(&threshold[block]) & here,
                    Kind::Evasions if mover => 0,
                    Kind::Evasions => here,
                    kind => self.ended(kind, block).above(&threshold[block]) & here,
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
