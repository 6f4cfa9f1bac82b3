//! The rivals that decide a question of static scores.
//!
//! A rival whose features are nowhere higher than those of another rival scores at most as much for every organism
//! without negative weights. So it need not be tested: more than half of the rivals are like that. The values of the
//! papers' schemas are never negative. An organism with a negative value is tested against all rivals.

use super::node::{Kind, Rival, pair_count};
use super::trees::TreeBatch;
use crate::engine::features::FeatureSet;

/// The papers' features of a leaf, relative to the grandmaster's move.
type Features = [[i16; 2]; pair_count(FeatureSet::Paper)];

/// A rival and its features; `None` if its score is constant.
struct Candidate {
    rival: Rival,
    features: Option<Features>,
}

impl Candidate {
    /// Returns whether this rival refutes no organism that `other` does not refute as well.
    fn adds_nothing_to(&self, other: &Candidate) -> bool {
        match (&self.features, &other.features) {
            (Some(own), Some(others)) => {
                self.rival.wins_ties <= other.rival.wins_ties && is_nowhere_higher(own, others)
            }
            _ => false,
        }
    }

    /// Returns whether this rival refutes no organism at all.
    fn is_harmless(&self) -> bool {
        let played = Features::default();
        self.rival.wins_ties == 0 && self.features.is_some_and(|own| is_nowhere_higher(&own, &played))
    }
}

/// Moves the rivals that decide a question to the front, in the same order, and returns their number. These are all
/// rivals for quiescence scores, whose trees differ in more than their features, and for the extended features, most
/// of whose weights may be negative.
pub(super) fn move_to_front(batch: &TreeBatch, rivals: &mut [Rival]) -> usize {
    if batch.context.depth() > 0 || batch.context.set != FeatureSet::Paper {
        return rivals.len();
    }
    let candidates: Vec<Candidate> =
        rivals.iter().map(|rival| Candidate { rival: *rival, features: features(batch, rival) }).collect();
    let is_contender = |index: usize| {
        let one = &candidates[index];
        // Of equal rivals, the first is the contender.
        let is_replaced = |(at, other): (usize, &Candidate)| {
            at != index && one.adds_nothing_to(other) && (at < index || !other.adds_nothing_to(one))
        };
        !one.is_harmless() && !candidates.iter().enumerate().any(is_replaced)
    };
    let (contenders, others): (Vec<usize>, Vec<usize>) = (0..rivals.len()).partition(|at| is_contender(*at));
    for (rival, at) in rivals.iter_mut().zip(contenders.iter().chain(&others)) {
        *rival = candidates[*at].rival;
    }
    contenders.len()
}

/// Returns the features of a rival; `None` if its score is constant.
fn features(batch: &TreeBatch, rival: &Rival) -> Option<Features> {
    let node = &batch.nodes[rival.node as usize];
    if node.kind() != Kind::Leaf {
        return None;
    }
    let mut features = Features::default();
    let pairs = node.first_pair as usize..node.first_pair as usize + usize::from(node.pairs);
    for (index, value) in batch.pair_indices[pairs.clone()].iter().zip(&batch.pair_values[pairs]) {
        features[usize::from(*index)] = *value;
    }
    Some(features)
}

fn is_nowhere_higher(low: &Features, high: &Features) -> bool {
    low.as_flattened().iter().zip(high.as_flattened()).fold(true, |all, (low, high)| all & (low <= high))
}
