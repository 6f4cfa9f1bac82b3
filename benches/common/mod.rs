//! What both benchmarks measure: the shipped training positions, two populations, and the trees.
//!
//! * `random`: generation 0, all bits drawn. Hard work: the organisms disagree about nearly everything.
//! * `converged`: mutants of one good organism, as after many generations, when most of them play alike
//!   and some are equal.

#![allow(clippy::unwrap_used, reason = "a benchmark that cannot be set up has nothing to say")]

use std::path::Path;
use std::sync::Arc;

use eyas::engine::evaluation::Weights;
use eyas::engine::one_ply::PlyScore;
use eyas::engine::one_ply::best_move;
use eyas::engine::schema::Schema;
use eyas::evolution::fitness::measure;
use eyas::evolution::operators::mutation::mutate;
use eyas::objectives::moves::{MovesFitness, SimdPath};
use eyas::organism::Organism;
use eyas::organism::chromosome::Chromosome;
use eyas::positions::PositionSet;
use eyas::randomness::Randomness;
use eyas::threads::{Interrupt, ThreadPool};
use rayon::prelude::*;

/// Organisms in a population, as in the 2014 paper.
pub(crate) const POPULATION: usize = 100;

/// Where trees are kept between benchmarks and from one time to the next.
pub(crate) const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/trees");

/// Who is measured.
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

    /// The organisms' parameter values.
    pub(crate) fn organisms(self) -> Vec<Vec<i32>> {
        let schema = schema();
        let mut rng = Randomness::new(1, "benchmark", 0).stream(0, self.name());
        let champion = Organism::named_or_path("reference").unwrap().evaluation.chromosome;
        let organism = |number: usize| {
            let chromosome = match self {
                Population::Random => Chromosome::random(schema.bits(), &mut rng),
                Population::Converged => {
                    let mut mutant = champion.clone();
                    // From half a per cent, the paper's rate, to two per cent: one to five bits of 224.
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

/// The SIMD paths that this processor has.
pub(crate) fn paths() -> impl Iterator<Item = SimdPath> {
    SimdPath::ALL.into_iter().filter(|path| path.is_available())
}

pub(crate) fn name(ply_score: PlyScore) -> &'static str {
    match ply_score {
        PlyScore::Quiescence => "quiescence",
        PlyScore::Static => "static",
    }
}

/// The shipped training set, the first `positions` of it: they are in random order.
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
) -> MovesFitness {
    let (cache, never) = (cache.map(Path::new), Interrupt::default());
    MovesFitness::build(set, &schema(), ply_score, cache, pool, &|_, _| {}, &never).unwrap()
}

/// The moves each organism has right.
pub(crate) fn count(fitness: &MovesFitness, pool: &ThreadPool, organisms: &[Vec<i32>]) -> Vec<u64> {
    measure(fitness, pool, organisms, &Interrupt::default()).unwrap()
}

/// Asks until no tree grows any more, so that what is measured then is asking and nothing else.
pub(crate) fn warm(fitness: &MovesFitness, pool: &ThreadPool, organisms: &[Vec<i32>]) {
    let mut before = None;
    while before != Some(fitness.size()) {
        before = Some(fitness.size());
        count(fitness, pool, organisms);
    }
}

/// The moves one organism has right, every position searched anew.
pub(crate) fn search_anew(set: &PositionSet, values: &[i32], ply_score: PlyScore, pool: &ThreadPool) -> u64 {
    let weights = Weights::new(&schema(), values).unwrap();
    pool.install(|| {
        let examples = set.examples.par_iter();
        let agrees = |example: &&eyas::positions::Example| {
            best_move(&example.position, &weights, ply_score).is_some_and(|m| example.moves.contains(&m))
        };
        examples.filter(agrees).count() as u64
    })
}
