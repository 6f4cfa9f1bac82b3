//! Agreement of organisms with the moves played in the positions of a set. It counts exactly the positions that searching
//! every position with [`best_move`](crate::engine::one_ply::best_move) would count, a few thousand times faster.
//!
//! * **One tree for all organisms.** The moves of the quiescence search depend on the position and on fixed exchange values,
//!   not on the organism, so the search of a position is one tree with feature vectors as leaves (`trees.rs`). It grows where
//!   the first organism needs it, with the same `quiescence::node` as the plain search, and growth changes no answer.
//! * **The question** is not a score but whether another move scores higher than the grandmaster's, or equally and earlier in
//!   the fixed order. Organisms are SIMD lanes, 32 to a block and up to four blocks in one walk (`kernel.rs`). A move that
//!   refuted organisms moves forward. With static scores most rivals need no test (`contenders.rs`).
//! * **Memory.** With static scores, waiting for memory takes longer than arithmetic. So roots are stored in the order in which
//!   they are tested, and the kernel prefetches those of the next questions.
//! * **Scores of positions** (`score_trees.rs`), for the objective *scores*, come from the same trees and the same walk. Such a
//!   tree begins with the position instead of a move.
//! * **The cache** (`cache.rs`) is keyed by the source text of every file that shapes a tree. A new such file belongs in its list.

mod answers;
mod cache;
mod contenders;
mod dispatch;
mod kernel;
mod lanes;
mod node;
mod organism_batch;
mod preference;
mod score_trees;
#[cfg(test)]
mod tests;
mod trees;

use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use rayon::prelude::*;

use crate::engine::evaluation::{Layout, Weights};
use crate::engine::one_ply::PlyScore;
use crate::engine::schema::{Schema, SchemaError};
use crate::evolution::fitness::{Fitness, Model, Task};
use crate::organism::chromosome::Chromosome;
use crate::positions::PositionSet;
use crate::randomness::Randomness;
use crate::threads::{Interrupt, ThreadPool, lock};
pub use answers::Answers;
pub use lanes::SimdPath;
pub use score_trees::ScoreTrees;
use trees::{Roots, TreeBatch, TreeContext};

/// The number of random organisms evaluated right after the trees are built. They grow most of the nodes that
/// evolution needs, which are then stored in the cache.
const PROBES: usize = 32;

/// The default temperature of the softmax preference in centipawns: the values of a fit have about the usual scale.
pub(in crate::objectives) const TEMPERATURE: f64 = 70.0;

/// An error while building a fitness function.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The schema is not an evaluation schema.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// The interrupt was raised.
    #[error("interrupted while building the quiescence trees")]
    Interrupted,
    /// There are more positions than an index can number.
    #[error("{name}: {positions} positions exceed the limit of a fitness function; use fewer positions")]
    TooLarge {
        /// The name of the position set.
        name: String,
        /// The number of positions.
        positions: usize,
    },
}

/// The fitness function of the objective *moves*, which others use as well: the number of positions in which the organism's 1-ply move is the
/// move played (2014 paper, Figure 1).
pub struct Agreement {
    layout: Layout,
    batches: Vec<Mutex<TreeBatch>>,
    positions: usize,
    path: SimdPath,
    cached: bool,
    cache_warning: Option<String>,
    /// The temperature of the softmax preference in centipawns.
    temperature: f64,
}

impl Agreement {
    /// Builds the trees of a position set, or loads them from the cache folder (`None`: no cache). A stale or damaged
    /// cache file is built again and replaced. A cache file that cannot be written is a
    /// [warning](Agreement::cache_warning), not an error. `progress` receives the number of finished
    /// positions and the total.
    ///
    /// # Errors
    /// The schema has parameters that are not features of the evaluation, or the interrupt was raised.
    pub fn build(
        set: &PositionSet,
        schema: &Schema,
        ply_score: PlyScore,
        cache: Option<&Path>,
        pool: &ThreadPool,
        progress: &(dyn Fn(u64, u64) + Sync),
        interrupt: &Interrupt,
    ) -> Result<Agreement, Error> {
        let layout = Layout::of(schema)?;
        let positions = set.examples.len();
        if u32::try_from(positions).is_err() {
            return Err(Error::TooLarge { name: set.name.clone(), positions });
        }
        let context =
            Arc::new(TreeContext::new(Roots::Moves(Arc::clone(&set.examples), ply_score), layout.set()));
        let file = cache.map(|folder| cache::File::of(folder, set, ply_score, layout.set()));
        let found = file.as_ref().and_then(|file| pool.install(|| file.load(&context)));
        let cached = found.is_some();
        let mut cache_warning = None;
        let batches = match found {
            Some(batches) => batches,
            None => {
                let batches =
                    pool.install(|| build_batches(&context, schema, &layout, progress, interrupt))?;
                // Building trees of static scores is faster than loading them.
                if ply_score == PlyScore::Quiescence
                    && let Some(file) = file
                    && let Err(cause) = pool.install(|| file.store(&batches))
                {
                    cache_warning = Some(format!(
                        "cannot write the cache of quiescence trees {} ({cause}); the next run builds the trees again",
                        file.path().display()
                    ));
                }
                batches
            }
        };
        progress(positions as u64, positions as u64);
        let batches = batches.into_iter().map(Mutex::new).collect();
        let (path, temperature) = (SimdPath::best(), TEMPERATURE);
        Ok(Agreement { layout, batches, positions, path, cached, cache_warning, temperature })
    }

    /// Returns the same fitness function with another temperature of the softmax preference, in centipawns. Only
    /// derivatives depend on it.
    #[must_use]
    pub fn with_temperature(mut self, temperature: f64) -> Agreement {
        self.temperature = temperature;
        self
    }

    /// Returns the same fitness function with another SIMD path. The answers are the same.
    #[must_use]
    pub fn with_path(mut self, path: SimdPath) -> Agreement {
        self.path = path;
        self
    }

    /// Returns whether the trees were loaded from the cache.
    #[must_use]
    pub fn was_cached(&self) -> bool {
        self.cached
    }

    /// Returns a warning about the cache for the user, if there is one.
    #[must_use]
    pub fn cache_warning(&self) -> Option<&str> {
        self.cache_warning.as_deref()
    }

    /// Returns the number of grown nodes, and the size of all trees in bytes.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        self.batches.iter().fold((0, 0), |(nodes, bytes), batch| {
            let batch = lock(batch);
            (nodes + batch.nodes.len(), bytes + batch.bytes())
        })
    }

    /// Returns the positions in which the organism with these values plays the move played.
    #[must_use]
    pub fn answers(&self, values: &[i32]) -> Answers {
        let mut answers = Answers::none(self.positions);
        let weights = [self.layout.weights(values)];
        for batch in &self.batches {
            self.evaluate(batch, &weights, |position, _| answers.set(position as usize));
        }
        answers
    }

    /// Returns the answers of many organisms, which is much faster than evaluating them one by one. Runs on the
    /// threads of the current pool. Trees depend only on the set of features, so the organisms may have any schema of
    /// that set. Returns `None` if `interrupt` was raised.
    #[must_use]
    pub fn answers_of(&self, organisms: &[Weights], interrupt: &Interrupt) -> Option<Vec<Answers>> {
        let matches = |batch| {
            let mut found = Vec::new();
            self.evaluate(batch, organisms, |position, organism| found.push((position, organism)));
            found
        };
        let all: Option<Vec<Vec<(u32, usize)>>> =
            self.batches.par_iter().map(|batch| (!interrupt.raised()).then(|| matches(batch))).collect();
        let mut answers = vec![Answers::none(self.positions); organisms.len()];
        for (position, organism) in all?.into_iter().flatten() {
            answers[organism].set(position as usize);
        }
        Some(answers)
    }

    /// Returns, for each organism, whether it plays the move played in one position.
    #[must_use]
    pub fn answers_at(&self, position: usize, organisms: &[Weights]) -> Vec<bool> {
        let mut answers = vec![false; organisms.len()];
        for batch in &self.batches {
            let mut batch = lock(batch);
            for question in 0..batch.questions.len() {
                if batch.questions[question].example as usize == position {
                    let only = question..question + 1;
                    kernel::evaluate(&mut batch, only, organisms, self.path, |_, organism| {
                        answers[organism] = true;
                    });
                }
            }
        }
        answers
    }

    fn evaluate(&self, batch: &Mutex<TreeBatch>, organisms: &[Weights], on_match: impl FnMut(u32, usize)) {
        // A batch is valid whenever no node is being added, so a batch whose lock a panic has poisoned is usable.
        let mut batch = lock(batch);
        let all = 0..batch.questions.len();
        kernel::evaluate(&mut batch, all, organisms, self.path, on_match);
    }
}

impl Fitness for Agreement {
    fn tasks(&self, organisms: Arc<Vec<Vec<i32>>>) -> Vec<Task> {
        let all = 0..organisms.len();
        (0..self.batches.len())
            .map(|batch| Task {
                organisms: Arc::clone(&organisms),
                range: all.clone(),
                items: batch..batch + 1,
            })
            .collect()
    }

    fn has_items(&self, items: &Range<usize>) -> bool {
        self.batches.get(items.clone()).is_some()
    }

    fn run(&self, task: &Task) -> Vec<u64> {
        let organisms: Vec<Weights> =
            task.organisms[task.range.clone()].iter().map(|values| self.layout.weights(values)).collect();
        let mut counts = vec![0; organisms.len()];
        for batch in &self.batches[task.items.clone()] {
            self.evaluate(batch, &organisms, |_, organism| counts[organism] += 1);
        }
        counts
    }

    fn total(&self) -> u64 {
        self.positions as u64
    }

    fn is_function_of_values(&self) -> bool {
        true
    }

    fn model(&self) -> Option<&dyn Model> {
        Some(self)
    }
}

fn build_batches(
    context: &Arc<TreeContext>,
    schema: &Schema,
    layout: &Layout,
    progress: &(dyn Fn(u64, u64) + Sync),
    interrupt: &Interrupt,
) -> Result<Vec<TreeBatch>, Error> {
    let probes = probes(schema, layout);
    let positions = context.positions();
    let done = AtomicU64::new(0);
    context
        .batch_ranges()
        .into_par_iter()
        .map(|range| {
            if interrupt.raised() {
                return Err(Error::Interrupted);
            }
            let count = range.len() as u64;
            let mut batch = TreeBatch::build(context, range);
            let all = 0..batch.questions.len();
            kernel::evaluate(&mut batch, all, &probes, SimdPath::best(), |_, _| {});
            progress(done.fetch_add(count, Ordering::Relaxed) + count, positions as u64);
            Ok(batch)
        })
        .collect()
}

/// Returns random organisms that are the same for every set.
fn probes(schema: &Schema, layout: &Layout) -> Vec<Weights> {
    let mut rng = Randomness::new(0, "fitness", 0).stream(0, "scouts");
    let random = |_| layout.weights(&Chromosome::random(schema.bits(), &mut rng).decode(schema));
    (0..PROBES).map(random).chain([Weights::textbook(layout.set())]).collect()
}
