//! Measures the parts of an evolution: `cargo bench --bench fitness`. An item is an organism, or a position where
//! positions are searched or trees are built. `cargo bench --bench ratios` prints the table of ratios.

#![allow(clippy::unwrap_used, reason = "a benchmark that cannot be set up shall fail")]

mod common;

use std::fmt;

use common::{CACHE, POPULATION, Population};
use divan::Bencher;
use divan::counter::ItemsCount;
use eyas::engine::one_ply::PlyScore::{self, Quiescence, Static};
use eyas::evolution::optimizer::Generation;
use eyas::experiment::presets;
use eyas::objectives::agreement::SimdPath;
use eyas::positions::PositionSet;
use eyas::randomness::Randomness;
use eyas::threads::ThreadPool;

fn main() {
    divan::main();
}

/// The number of positions in the training set.
const TRAINING: usize = 5000;
/// The number of positions that one organism searches without trees.
const SEARCHED: usize = 250;

/// One organism and 250 positions, searched without trees.
#[divan::bench(args = [Quiescence, Static], consts = [1, 2], sample_count = 10, sample_size = 1)]
fn searching<const THREADS: usize>(bencher: Bencher, ply_score: &PlyScore) {
    let (set, pool) = (common::training(SEARCHED), ThreadPool::new(THREADS).unwrap());
    let organism = Population::Random.organisms().swap_remove(0);
    bencher
        .counter(ItemsCount::new(SEARCHED))
        .bench_local(|| common::count_by_search(&set, &organism, *ply_score, &pool));
}

/// A case of the benchmark [`cached`].
struct Case {
    ply_score: PlyScore,
    population: Population,
    path: SimdPath,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}, {}", common::name(self.ply_score), self.population.name(), self.path)
    }
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for ply_score in [Quiescence, Static] {
        for population in Population::ALL {
            for path in common::paths() {
                cases.push(Case { ply_score, population, path });
            }
        }
    }
    cases
}

/// A population and 5,000 positions with complete trees.
#[divan::bench(args = cases(), consts = [1, 2], sample_count = 10, sample_size = 1)]
fn cached<const THREADS: usize>(bencher: Bencher, case: &Case) {
    let pool = ThreadPool::new(THREADS).unwrap();
    let set = common::training(TRAINING);
    let organisms = case.population.organisms();
    let fitness = common::build(&set, case.ply_score, Some(CACHE), &pool).with_path(case.path);
    common::warm(&fitness, &pool, &organisms);
    bencher.counter(ItemsCount::new(POPULATION)).bench_local(|| common::count(&fitness, &pool, &organisms));
}

/// The shipped 10,000 positions.
fn shipped() -> [PositionSet; 2] {
    ["gm2600-train", "gm2600-test"].map(|name| PositionSet::embedded(name).unwrap())
}

/// Building the trees of 10,000 positions.
#[divan::bench(args = [Quiescence, Static], consts = [1, 2], sample_count = 3, sample_size = 1)]
fn building<const THREADS: usize>(bencher: Bencher, ply_score: &PlyScore) {
    let (sets, pool) = (shipped(), ThreadPool::new(THREADS).unwrap());
    bencher
        .counter(ItemsCount::new(2 * TRAINING))
        .bench_local(|| sets.each_ref().map(|set| common::build(set, *ply_score, None, &pool)));
}

/// Reading the trees of 10,000 positions from the cache. Trees of static scores are not cached.
#[divan::bench(consts = [1, 2], sample_count = 5, sample_size = 1)]
fn loading<const THREADS: usize>(bencher: Bencher) {
    let (sets, pool) = (shipped(), ThreadPool::new(THREADS).unwrap());
    let load = || sets.each_ref().map(|set| common::build(set, Quiescence, Some(CACHE), &pool));
    load();
    assert!(load().iter().all(eyas::objectives::agreement::Agreement::was_cached));
    bencher.counter(ItemsCount::new(2 * TRAINING)).bench_local(load);
}

/// Selection, crossover and mutation of one generation.
#[divan::bench]
fn breeding(bencher: Bencher) {
    let settings = presets::named("paper-2014").unwrap();
    let randomness = Randomness::new(1, "benchmark", 0);
    let mut optimizer = settings.optimizer.optimizer(&common::schema());
    let fitness: Vec<f64> = (0..POPULATION).map(|place| (1500.0 - place as f64).powi(2)).collect();
    let candidates = optimizer.ask(0, &randomness);
    optimizer.tell(Generation { number: 0, candidates, scores: &[], fitness: &fitness }, &randomness);
    let mut generation = 0;
    bencher.counter(ItemsCount::new(POPULATION)).bench_local(|| {
        generation += 1;
        let bred = optimizer.ask(generation, &randomness);
        optimizer.tell(
            Generation { number: generation, candidates: bred, scores: &[], fitness: &fitness },
            &randomness,
        );
    });
}
