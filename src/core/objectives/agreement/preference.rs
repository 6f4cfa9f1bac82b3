//! The differentiable loss of the objective *moves*: a softmax preference over the legal moves.
//!
//! The organism prefers a move with score `s` with a probability proportional to `exp(s / T)`, where `T` is the
//! temperature (a multinomial logit: McFadden, “Conditional Logit Analysis of Qualitative Choice Behavior”, 1974). The
//! loss is the negative logarithm of the probability of the grandmasters' moves.
//!
//! The score of a move is that of its principal leaf: the static evaluation at the end of the line that the quiescence
//! search selects at these values. The score is linear in the values as long as the lines stay the same, so the loss is
//! convex there.
//!
//! Positions say nothing if the grandmaster's move mates, is mated by force, or misses a mate. They are left out.

use rayon::prelude::*;

use super::Agreement;
use super::node::{Kind, Node, pairs};
use super::trees::TreeBatch;
use crate::engine::evaluation::Layout;
use crate::engine::features::ONE;
use crate::engine::quiescence::MATE;
use crate::evolution::fitness::{Derivatives, Model};
use crate::threads::lock;

/// The probability below which a move does not contribute to derivatives.
const NEGLIGIBLE: f64 = 1e-9;
/// Scores at least this far from 0, in sixteenths of a centipawn, are mates.
const DECIDED: f64 = MATE as f64 / 2.0;

impl Model for Agreement {
    fn derivatives(&self, values: &[f64]) -> Derivatives {
        let preference = Preference::new(&self.layout, values, self.temperature);
        // The principal leaf of every legal move needs many more nodes than the fitness, so they grow in a copy: kept, those of
        // 5,000 positions with 510 parameters would take 2 GiB.
        let of_copy = |batch| preference.of_batch(&mut TreeBatch::clone(&lock(batch)));
        let parts: Vec<Derivatives> = self.batches.par_iter().map(of_copy).collect();
        let mut sum = Derivatives::zero(values.len());
        parts.iter().for_each(|part| sum.add(part));
        sum
    }

    fn items(&self) -> f64 {
        self.positions as f64
    }
}

/// An organism with real values that prefers moves.
struct Preference {
    /// The values by feature pair.
    weights: Vec<[f64; 2]>,
    /// The parameter of each feature in the pairs; `None` for a feature that the schema does not name.
    parameters: Vec<[Option<usize>; 2]>,
    count: usize,
    temperature: f64,
}

/// A legal move: its score relative to the reference in sixteenths of a centipawn, and the node of its principal leaf.
#[derive(Debug, Clone, Copy)]
struct Scored {
    root: u32,
    score: f64,
    leaf: u32,
}

impl Preference {
    fn new(layout: &Layout, values: &[f64], temperature: f64) -> Preference {
        let set = layout.set();
        let numbers: Vec<i16> = (1..=set.count() as i16).collect();
        let parameter = |number: i16| {
            let feature = usize::try_from(number).ok()?.checked_sub(1)?;
            layout.features().iter().position(|of| *of == feature)
        };
        let parameters: Vec<[Option<usize>; 2]> =
            pairs(set, &numbers).map(|pair| pair.map(parameter)).collect();
        let value =
            |parameter: Option<usize>| parameter.and_then(|index| values.get(index)).copied().unwrap_or(0.0);
        let weights = parameters.iter().map(|pair| pair.map(value)).collect();
        Preference { weights, parameters, count: values.len(), temperature }
    }

    fn of_batch(&self, batch: &mut TreeBatch) -> Derivatives {
        let mut sum = Derivatives::zero(self.count);
        for question in 0..batch.questions.len() {
            self.add_question(batch, question, &mut sum);
        }
        sum
    }

    /// Adds the loss of a question and its derivatives.
    fn add_question(&self, batch: &mut TreeBatch, index: usize, sum: &mut Derivatives) {
        let question = batch.questions[index];
        let mut walk =
            Walk { preference: self, base: self.score(batch.reference(index)), question: index, batch };
        let played = walk.scored(question.node);
        let first = question.first_rival as usize;
        let rivals = first..first + question.rivals as usize;
        let mut moves: Vec<Scored> = rivals.map(|at| walk.scored(walk.batch.rivals[at].node)).collect();
        let base = walk.base;
        let is_decided = |scored: &Scored, sign: f64| sign * (scored.score + base) >= DECIDED;
        if is_decided(&played, 1.0)
            || is_decided(&played, -1.0)
            || moves.iter().any(|one| is_decided(one, 1.0))
        {
            return;
        }
        moves.retain(|one| !is_decided(one, -1.0));
        moves.push(played);
        // The order of rivals depends on the organisms measured before.
        moves.sort_unstable_by_key(|one| one.root);
        self.add_choice(batch, index, &played, &moves, sum);
    }

    /// Adds the negative logarithm of the probability that `played` is preferred to the other moves.
    fn add_choice(
        &self,
        batch: &TreeBatch,
        question: usize,
        played: &Scored,
        moves: &[Scored],
        sum: &mut Derivatives,
    ) {
        let scale = 1.0 / (f64::from(ONE) * self.temperature);
        let highest = moves.iter().map(|one| one.score).fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = moves.iter().map(|one| libm::exp((one.score - highest) * scale)).collect();
        let total: f64 = weights.iter().sum();
        sum.loss += libm::log(total) - (played.score - highest) * scale;
        let mut mean = vec![0.0; self.count];
        for (one, weight) in moves.iter().zip(&weights) {
            let probability = weight / total;
            if probability < NEGLIGIBLE {
                continue;
            }
            let slopes = self.slopes(batch, question, one.leaf, scale);
            for (place, (i, slope)) in slopes.iter().enumerate() {
                mean[*i] += probability * slope;
                for (j, other) in &slopes[..=place] {
                    sum.hessian[i * self.count + j] += probability * slope * other;
                    if i != j {
                        sum.hessian[j * self.count + i] += probability * slope * other;
                    }
                }
            }
        }
        for (i, slope) in mean.iter().enumerate().filter(|(_, slope)| **slope != 0.0) {
            sum.gradient[i] += slope;
            for (j, other) in mean.iter().enumerate() {
                sum.hessian[i * self.count + j] -= slope * other;
            }
        }
        for (i, slope) in self.slopes(batch, question, played.leaf, scale) {
            sum.gradient[i] -= slope;
        }
    }

    /// Returns the parameters on which the score of a leaf relative to the reference depends, with the derivatives.
    fn slopes(&self, batch: &TreeBatch, question: usize, leaf: u32, scale: f64) -> Vec<(usize, f64)> {
        let node = &batch.nodes[leaf as usize];
        let entry = |(pair, values): (usize, [f64; 2])| {
            let both = self.parameters[pair].into_iter().zip(values);
            both.filter_map(|(parameter, value)| Some((parameter?, value * scale)))
                .filter(|(_, slope)| *slope != 0.0)
        };
        if node.kind() == Kind::Draw {
            let reference =
                batch.reference(question).iter().map(|pair| pair.map(|feature| -f64::from(feature)));
            return reference.enumerate().flat_map(entry).collect();
        }
        differences(batch, node).flat_map(entry).collect()
    }

    /// Returns the score of a question's reference.
    fn score(&self, reference: &[[i16; 2]]) -> f64 {
        let product = |(pair, values): (usize, &[i16; 2])| self.product(pair, values.map(f64::from));
        reference.iter().enumerate().map(product).sum()
    }

    fn product(&self, pair: usize, values: [f64; 2]) -> f64 {
        let [first, second] = self.weights[pair];
        first * values[0] + second * values[1]
    }
}

/// Returns the feature pairs in which a node differs from the reference, with the differences.
fn differences<'a>(batch: &'a TreeBatch, node: &Node) -> impl Iterator<Item = (usize, [f64; 2])> + use<'a> {
    let range = node.first_pair as usize..node.first_pair as usize + usize::from(node.pairs);
    let (indices, values) = (&batch.pair_indices[range.clone()], &batch.pair_values[range]);
    indices.iter().zip(values).map(|(index, pair)| (usize::from(*index), pair.map(f64::from)))
}

/// The search of the trees of one question.
struct Walk<'a> {
    preference: &'a Preference,
    /// The score of the reference.
    base: f64,
    question: usize,
    batch: &'a mut TreeBatch,
}

impl Walk<'_> {
    fn scored(&mut self, root: u32) -> Scored {
        let (score, leaf) = self.value(root, 0, f64::NEG_INFINITY, f64::INFINITY);
        Scored { root, score, leaf }
    }

    /// Returns the score of a node relative to the reference, exact inside (`alpha`, `beta`), and its principal leaf. The
    /// side that made the organism's move is to move after an odd number of plies, and prefers high scores.
    fn value(&mut self, at: u32, plies: u32, mut alpha: f64, mut beta: f64) -> (f64, u32) {
        let is_mover = plies % 2 == 1;
        let mut best = (self.own(at, is_mover), at);
        if !self.batch.nodes[at as usize].is_grown() {
            self.batch.grow(self.question, at as usize, plies);
        }
        let Node { first_child, children, .. } = self.batch.nodes[at as usize];
        for child in first_child..first_child + u32::from(children) {
            if is_mover {
                alpha = alpha.max(best.0)
            } else {
                beta = beta.min(best.0)
            };
            if alpha >= beta {
                break;
            }
            let found = self.value(child, plies + 1, alpha, beta);
            if if is_mover { found.0 > best.0 } else { found.0 < best.0 } {
                best = found;
            }
        }
        best
    }

    /// Returns the score of a node relative to the reference, before its children.
    fn own(&self, at: u32, is_mover: bool) -> f64 {
        let node = &self.batch.nodes[at as usize];
        let mate = f64::from(MATE);
        match node.kind() {
            Kind::Leaf | Kind::StandPat => differences(self.batch, node)
                .map(|(pair, values)| self.preference.product(pair, values))
                .sum(),
            Kind::Evasions if is_mover => -mate - self.base,
            Kind::Evasions | Kind::Mate => mate - self.base,
            Kind::Mated => -mate - self.base,
            Kind::Draw => -self.base,
        }
    }
}

#[cfg(test)]
mod tests;
