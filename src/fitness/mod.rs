//! Agreement with the moves played, fast: exactly what searching every position anew with
//! [`best_move`](crate::engine::one_ply::best_move) would count, a few thousand times faster.

mod answers;
mod cache;
mod kernel;
mod lanes;
mod node;
#[cfg(test)]
mod tests;
mod trees;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use crate::engine::evaluation::{Layout, Weights};
use crate::engine::one_ply::PlyScore;
use crate::engine::schema::{Schema, SchemaError};
use crate::evolution::fitness::{Fitness, Task};
use crate::organism::chromosome::Chromosome;
use crate::positions::PositionSet;
use crate::randomness::Randomness;
use crate::threads::{Interrupt, ThreadPool};
pub use answers::Answers;
pub use lanes::SimdPath;
use trees::{Ground, Grove};

/// Positions a grove, and so a task: small enough to share out, large enough to hide the sharing.
const POSITIONS_PER_GROVE: usize = 64;

/// Random organisms that try the trees once they are planted: most nodes that evolution will need grow
/// then, and go into the cache.
const SCOUTS: usize = 32;

/// Why a fitness function could not be built.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The schema is not one of the evaluation.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// The interrupt was raised first.
    #[error("interrupted while building the quiescence trees")]
    Interrupted,
    /// There are more positions than can be numbered.
    #[error("{name}: {positions} positions are more than a fitness function can hold")]
    TooLarge {
        /// The position set.
        name: String,
        /// Its size.
        positions: usize,
    },
}

/// The fitness function of the grandmaster stage: in how many positions the organism's 1-ply move is the
/// move played (2014 paper, Figure 1).
pub struct GrandmasterFitness {
    layout: Layout,
    groves: Vec<Mutex<Grove>>,
    positions: usize,
    path: SimdPath,
    cached: bool,
    cache_warning: Option<String>,
}

impl GrandmasterFitness {
    /// Builds the trees of a position set, or takes them from the cache folder (`None`: no cache). A
    /// cache that is stale or damaged is built anew and replaced; one that cannot be written is a
    /// [warning](GrandmasterFitness::cache_warning), not an error. `progress` is told how many positions of how many are done.
    ///
    /// # Errors
    /// A schema with parameters that are no features of the evaluation; the interrupt.
    pub fn build(
        set: &PositionSet,
        schema: &Schema,
        ply_score: PlyScore,
        cache: Option<&Path>,
        pool: &ThreadPool,
        progress: &(dyn Fn(u64, u64) + Sync),
        interrupt: &Interrupt,
    ) -> Result<GrandmasterFitness, Error> {
        let layout = Layout::of(schema)?;
        let positions = set.examples.len();
        if u32::try_from(positions).is_err() {
            return Err(Error::TooLarge { name: set.name.clone(), positions });
        }
        let ground = Arc::new(Ground::new(Arc::clone(&set.examples), ply_score));
        let file = cache.map(|folder| cache::File::of(folder, set, ply_score));
        let found = file.as_ref().and_then(|file| pool.install(|| file.load(&ground)));
        let cached = found.is_some();
        let mut cache_warning = None;
        let groves = match found {
            Some(groves) => groves,
            None => {
                let groves = pool.install(|| plant(&ground, schema, &layout, progress, interrupt))?;
                // Trees of static scores are planted faster than they are read back.
                if ply_score == PlyScore::Quiescence
                    && let Some(file) = file
                    && let Err(cause) = pool.install(|| file.store(&groves))
                {
                    cache_warning = Some(format!(
                        "the quiescence trees could not be kept in {} ({cause}); they are built anew next time",
                        file.path().display()
                    ));
                }
                groves
            }
        };
        progress(positions as u64, positions as u64);
        let groves = groves.into_iter().map(Mutex::new).collect();
        Ok(GrandmasterFitness { layout, groves, positions, path: SimdPath::best(), cached, cache_warning })
    }

    /// The same with another SIMD path; answers do not change.
    #[must_use]
    pub fn with_path(mut self, path: SimdPath) -> GrandmasterFitness {
        self.path = path;
        self
    }

    /// Whether the trees came from the cache.
    #[must_use]
    pub fn was_cached(&self) -> bool {
        self.cached
    }

    /// What a person should know about the cache, if anything.
    #[must_use]
    pub fn cache_warning(&self) -> Option<&str> {
        self.cache_warning.as_deref()
    }

    /// Nodes grown so far, and the bytes that all trees take.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        self.groves.iter().fold((0, 0), |(nodes, bytes), grove| {
            let grove = grove.lock().unwrap_or_else(PoisonError::into_inner);
            (nodes + grove.nodes.len(), bytes + grove.bytes())
        })
    }

    /// In which positions the organism with these values plays the move played.
    #[must_use]
    pub fn answers(&self, values: &[i32]) -> Answers {
        let mut answers = Answers::none(self.positions);
        let weights = [self.layout.weights(values)];
        for grove in &self.groves {
            self.ask(grove, &weights, |position, _| answers.set(position as usize));
        }
        answers
    }

    /// The same of many organisms at once, which is far quicker than one by one; on the threads of the pool it
    /// is called in. Trees depend on no schema, so neither need the organisms. `None` where `interrupt` was
    /// raised first.
    #[must_use]
    pub fn answers_of(&self, organisms: &[Weights], interrupt: &Interrupt) -> Option<Vec<Answers>> {
        let yes = |grove| {
            let mut yes = Vec::new();
            self.ask(grove, organisms, |position, organism| yes.push((position, organism)));
            yes
        };
        let all: Option<Vec<Vec<(u32, usize)>>> =
            self.groves.par_iter().map(|grove| (!interrupt.raised()).then(|| yes(grove))).collect();
        let mut answers = vec![Answers::none(self.positions); organisms.len()];
        for (position, organism) in all?.into_iter().flatten() {
            answers[organism].set(position as usize);
        }
        Some(answers)
    }

    fn ask(&self, grove: &Mutex<Grove>, organisms: &[Weights], yes: impl FnMut(u32, usize)) {
        // A grove is whole between any two nodes grown, so one that a panic left behind is usable.
        let mut grove = grove.lock().unwrap_or_else(PoisonError::into_inner);
        kernel::ask(&mut grove, organisms, self.path, yes);
    }
}

impl Fitness for GrandmasterFitness {
    fn tasks(&self, organisms: Arc<Vec<Vec<i32>>>) -> Vec<Task> {
        let all = 0..organisms.len();
        (0..self.groves.len())
            .map(|grove| Task { organisms: Arc::clone(&organisms), of: all.clone(), items: grove..grove + 1 })
            .collect()
    }

    fn run(&self, task: &Task) -> Vec<u64> {
        let organisms: Vec<Weights> =
            task.organisms[task.of.clone()].iter().map(|values| self.layout.weights(values)).collect();
        let mut counts = vec![0; organisms.len()];
        for grove in &self.groves[task.items.clone()] {
            self.ask(grove, &organisms, |_, organism| counts[organism] += 1);
        }
        counts
    }

    fn total(&self) -> u64 {
        self.positions as u64
    }
}

fn plant(
    ground: &Arc<Ground>,
    schema: &Schema,
    layout: &Layout,
    progress: &(dyn Fn(u64, u64) + Sync),
    interrupt: &Interrupt,
) -> Result<Vec<Grove>, Error> {
    let scouts = scouts(schema, layout);
    let positions = ground.examples.len();
    let done = AtomicU64::new(0);
    (0..positions.div_ceil(POSITIONS_PER_GROVE))
        .into_par_iter()
        .map(|index| {
            if interrupt.raised() {
                return Err(Error::Interrupted);
            }
            let first = index * POSITIONS_PER_GROVE;
            let range = first..positions.min(first + POSITIONS_PER_GROVE);
            let here = range.len() as u64;
            let mut grove = Grove::plant(ground, range);
            kernel::ask(&mut grove, &scouts, SimdPath::best(), |_, _| {});
            progress(done.fetch_add(here, Ordering::Relaxed) + here, positions as u64);
            Ok(grove)
        })
        .collect()
}

/// Random organisms, the same for every set.
fn scouts(schema: &Schema, layout: &Layout) -> Vec<Weights> {
    let mut rng = Randomness::new(0, "fitness", 0).stream(0, "scouts");
    let random = |_| layout.weights(&Chromosome::random(schema.bits(), &mut rng).decode(schema));
    (0..SCOUTS).map(random).chain([Weights::textbook()]).collect()
}

/// Where trees are cached unless a folder is named: the user's cache folder, if there is one.
#[must_use]
pub fn default_cache_folder() -> Option<PathBuf> {
    use etcetera::BaseStrategy;
    Some(etcetera::choose_base_strategy().ok()?.cache_dir().join("eyas"))
}
