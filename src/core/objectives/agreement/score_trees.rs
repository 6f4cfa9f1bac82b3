//! Quiescence scores of positions for many organisms at once: one tree for each position.

use std::sync::{Arc, Mutex};

use rayon::prelude::*;
use shakmaty::Chess;

use super::kernel;
use super::lanes::SimdPath;
use super::organism_batch::MOST_LANES;
use super::trees::{Roots, TreeBatch, TreeContext};
use crate::engine::evaluation::{Score, Weights};
use crate::engine::features::FeatureSet;
use crate::threads::lock;

/// The trees of the quiescence searches of some positions. They grow where an organism needs it, which changes no score.
pub struct ScoreTrees {
    context: Arc<TreeContext>,
    batches: Vec<Mutex<TreeBatch>>,
    path: SimdPath,
}

impl ScoreTrees {
    /// The number of organisms that one walk through a tree serves.
    pub const ORGANISMS: usize = MOST_LANES;

    /// Creates the trees of these positions for organisms of this set of features.
    #[must_use]
    pub fn new(positions: Vec<Chess>, set: FeatureSet) -> ScoreTrees {
        let context = Arc::new(TreeContext::new(Roots::Positions(positions), set));
        let ranges = context.batch_ranges().into_iter();
        let batches = ranges.map(|range| Mutex::new(TreeBatch::build(&context, range))).collect();
        ScoreTrees { context, batches, path: SimdPath::best() }
    }

    /// Returns the position with this index.
    #[must_use]
    pub fn position(&self, index: usize) -> &Chess {
        self.context.position(index)
    }

    /// Returns an organism's scores of the positions with these indices, which ascend, from White's view. They are those of
    /// [`quiescence::search`](crate::engine::quiescence::search). Runs on the threads of the current pool.
    #[must_use]
    pub fn scores(&self, indices: &[usize], organism: &Weights) -> Vec<Score> {
        let of_part = |(_, part): (usize, &[usize])| {
            let mut scores = Vec::with_capacity(part.len());
            self.visit(part, std::slice::from_ref(organism), |_, sign, _, of| {
                scores.extend(of.iter().map(|score| sign * score));
            });
            scores
        };
        self.parts(indices).into_par_iter().flat_map_iter(of_part).collect()
    }

    /// Returns, for each organism, the sum of the costs of its scores of these positions. `cost` gets the place of a position
    /// in `indices`, which ascend, and the score from White's view. Runs on the threads of the current pool.
    #[must_use]
    pub fn costs(
        &self,
        indices: &[usize],
        organisms: &[Weights],
        cost: impl Fn(usize, Score) -> u64 + Sync,
    ) -> Vec<u64> {
        let of_part = |(start, part): (usize, &[usize])| {
            let mut sums = vec![0; organisms.len()];
            self.visit(part, organisms, |place, sign, first, of| {
                for (sum, score) in sums[first..].iter_mut().zip(of) {
                    *sum += cost(start + place, sign * score);
                }
            });
            sums
        };
        let add = |mut sums: Vec<u64>, others: Vec<u64>| {
            sums.iter_mut().zip(others).for_each(|(sum, other)| *sum += other);
            sums
        };
        self.parts(indices).into_par_iter().map(of_part).reduce(|| vec![0; organisms.len()], add)
    }

    /// Splits indices by batch. Returns the place of each part and the part.
    fn parts<'a>(&self, indices: &'a [usize]) -> Vec<(usize, &'a [usize])> {
        let size = self.context.batch_size();
        let mut start = 0;
        let placed = |part: &'a [usize]| {
            start += part.len();
            (start - part.len(), part)
        };
        indices.chunk_by(|one, other| one / size == other / size).map(placed).collect()
    }

    /// Scores positions of one batch. Calls `on_scores` with the place of a position in `part`, the sign that turns scores to
    /// White's view, the first of some organisms, and their scores.
    fn visit(
        &self,
        part: &[usize],
        organisms: &[Weights],
        mut on_scores: impl FnMut(usize, Score, usize, &[Score]),
    ) {
        let size = self.context.batch_size();
        let Some(first) = part.first() else { return };
        let mut batch = lock(&self.batches[first / size]);
        let questions = part.iter().map(|index| index % size);
        kernel::values(&mut batch, questions, organisms, self.path, |place, first, scores| {
            let sign = self.context.sign(self.position(part[place]));
            on_scores(place, sign.into(), first, scores);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::evaluation::Layout;
    use crate::engine::schema::Schema;
    use crate::organism::Organism;
    use crate::positions::PositionSet;

    #[test]
    fn every_simd_path_gives_the_same_scores() {
        let set = PositionSet::embedded("gm2600-train").unwrap();
        let positions: Vec<Chess> =
            set.examples.iter().step_by(25).map(|example| example.position.clone()).collect();
        let indices: Vec<usize> = (0..positions.len()).collect();
        let layout = Layout::of(&Schema::built_in("paper-2014").unwrap()).unwrap();
        let organism = Organism::named_or_path("reference").unwrap().weights();
        let scores = |path| {
            let trees = ScoreTrees { path, ..ScoreTrees::new(positions.clone(), layout.set()) };
            trees.scores(&indices, &organism)
        };
        let portable = scores(SimdPath::Portable);
        for path in SimdPath::ALL.into_iter().filter(|path| path.is_available()) {
            assert_eq!(scores(path), portable, "{path}");
        }
    }
}
