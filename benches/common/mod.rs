//! The data of the benchmarks `fitness` and `ratios`: the shipped training positions, two populations, and the trees.
//!
//! * `random`: generation 0 with random bits. It is the most expensive case: the organisms disagree in most positions.
//! * `converged`: mutants of one good organism, as after many generations: most of them play the same moves, and some
//!   are equal.

#![allow(clippy::unwrap_used, reason = "a benchmark that cannot be set up shall fail")]

use std::path::Path;
use std::sync::Arc;

use eyas::engine::evaluation::Weights;
use eyas::engine::one_ply::PlyScore;
use eyas::engine::one_ply::best_move;
use eyas::engine::schema::Schema;
use eyas::evolution::fitness::measure;
use eyas::evolution::operators::mutation::mutate;
use eyas::objectives::agreement::{Agreement, SimdPath};
use eyas::organism::Organism;
use eyas::organism::chromosome::Chromosome;
use eyas::positions::PositionSet;
use eyas::randomness::Randomness;
use eyas::threads::{Interrupt, ThreadPool};
use rayon::prelude::*;

/// The number of organisms in a population, as in the 2014 paper.
pub(crate) const POPULATION: usize = 100;

/// The folder of the cached trees, which all benchmarks share.
pub(crate) const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/trees");

/// A population to evaluate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Population {
    Random,
    Converged,
}

impl Population {
    pub(crate) const ALL: [Population; 2] = [Population::Random, Population::Converged];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Population::Random => "random",
            Population::Converged => "converged",
        }
    }

    /// The parameter values of the organisms.
    pub(crate) fn organisms(self) -> Vec<Vec<i32>> {
        let schema = schema();
        let mut rng = Randomness::new(1, "benchmark", 0).stream(0, self.name());
        let champion = Organism::named_or_path("reference").unwrap().evaluation.chromosome;
        let organism = |number: usize| {
            let chromosome = match self {
                Population::Random => Chromosome::random(schema.bits(), &mut rng),
                Population::Converged => {
                    let mut mutant = champion.clone();
                    // From 0.5 %, the paper's rate, to 2 %: one to five of 224 bits.
                    mutate(&mut mutant, 0.005 * (1 + number % 4) as f64, &mut rng);
                    mutant
                }
            };
            chromosome.decode(&schema)
        };
        (0..POPULATION).map(organism).collect()
    }
}

pub(crate) fn schema() -> Arc<Schema> {
    Schema::built_in("paper-2014").unwrap()
}

/// The SIMD paths that this processor supports.
pub(crate) fn paths() -> impl Iterator<Item = SimdPath> {
    SimdPath::ALL.into_iter().filter(|path| path.is_available())
}

pub(crate) fn name(ply_score: PlyScore) -> &'static str {
    match ply_score {
        PlyScore::Quiescence => "quiescence",
        PlyScore::Static => "static",
    }
}

/// The first positions of the shipped training set, which is in random order.
pub(crate) fn training(positions: usize) -> PositionSet {
    let set = PositionSet::embedded("gm2600-train").unwrap();
    let examples = Arc::new(set.examples[..positions].to_vec());
    PositionSet { name: set.name, examples }
}

pub(crate) fn build(
    set: &PositionSet,
    ply_score: PlyScore,
    cache: Option<&str>,
    pool: &ThreadPool,
) -> Agreement {
    let (cache, never) = (cache.map(Path::new), Interrupt::default());
    Agreement::build(set, &schema(), ply_score, cache, pool, &|_, _| {}, &never).unwrap()
}

/// For each organism, the number of positions in which its move is correct.
pub(crate) fn count(fitness: &Agreement, pool: &ThreadPool, organisms: &[Vec<i32>]) -> Vec<u64> {
    measure(fitness, pool, organisms, &Interrupt::default()).unwrap()
}

/// Evaluates the organisms until the trees do not grow any more, so that later measurements do not include growth.
pub(crate) fn warm(fitness: &Agreement, pool: &ThreadPool, organisms: &[Vec<i32>]) {
    let mut before = None;
    while before != Some(fitness.size()) {
        before = Some(fitness.size());
        count(fitness, pool, organisms);
    }
}

/// The number of positions in which the move of an organism is correct, counted by a search of every position.
pub(crate) fn count_by_search(
    set: &PositionSet,
    values: &[i32],
    ply_score: PlyScore,
    pool: &ThreadPool,
) -> u64 {
    let weights = Weights::new(&schema(), values).unwrap();
    pool.install(|| {
        let examples = set.examples.par_iter();
        let agrees = |example: &&eyas::positions::Example| {
            best_move(&example.position, &weights, ply_score).is_some_and(|m| example.moves.contains(&m))
        };
        examples.filter(agrees).count() as u64
    })
}
