//! Prints the speedup of an evolution by quiescence trees, as Markdown: `cargo bench --bench ratios`.
//!
//! Every figure is the median of several runs with 5,000 positions. “Searching” is the definition of the organism's
//! move, [`eyas::engine::one_ply::best_move`], which is written for clarity and not for speed. “Complete trees” means
//! that the same organisms were evaluated before, so that the trees do not grow any more. The whole runs start with the
//! trees of the cache and let them grow, as `eyas evolve` does.

#![allow(clippy::unwrap_used, reason = "a benchmark that cannot be set up shall fail")]
#![allow(clippy::print_stdout, reason = "a benchmark prints its result")]

mod common;

use std::collections::HashSet;
use std::fs;
use std::time::Instant;

use common::{CACHE, POPULATION, Population};
use eyas::engine::one_ply::PlyScore::{self, Quiescence, Static};
use eyas::experiment::presets;
use eyas::objectives::agreement::Agreement;
use eyas::positions::PositionSet;
use eyas::threads::{Interrupt, ThreadPool};

/// The number of positions of an evaluation.
const POSITIONS: usize = 5000;
/// The number of positions that an organism searches without trees: a tenth of an evaluation.
const SEARCHED: usize = POSITIONS / 10;
/// The number of organisms, evenly spread over the population, that search without trees.
const SEARCHERS: usize = 10;
/// The number of evaluations of a population with trees.
const EVALUATIONS: usize = 15;
/// The number of times that trees are built and whole runs are made.
const REPETITIONS: usize = 7;

fn main() {
    // Without the argument `--bench` of `cargo bench`, this run only checks that the benchmark compiles.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    println!("{}\n", machine());
    evaluations();
    building();
    whole_runs();
}

/// A description of the processor.
fn machine() -> String {
    let described = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = described.lines().find(|line| line.starts_with("model name"));
    let model = model.and_then(|line| line.split_once(": ")).map_or("unknown processor", |(_, model)| model);
    let cores = eyas::threads::cores();
    let paths: Vec<String> = common::paths().map(|path| path.to_string()).collect();
    format!("{model}, {cores} cores, {}; medians.", paths.join(", "))
}

/// Runs `work` and returns its seconds and its result.
fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed().as_secs_f64(), result)
}

fn median(seconds: impl IntoIterator<Item = f64>) -> f64 {
    let mut seconds: Vec<f64> = seconds.into_iter().collect();
    seconds.sort_by(f64::total_cmp);
    let (low, high) = ((seconds.len() - 1) / 2, seconds.len() / 2);
    f64::midpoint(seconds[low], seconds[high])
}

/// Prints the organisms per second without trees and with each SIMD path.
fn evaluations() {
    let distinct = |population: Population| population.organisms().into_iter().collect::<HashSet<_>>().len();
    println!(
        "A population of {POPULATION} and {POSITIONS} positions, with complete trees. The ratio is the speed relative \
        to searching with the same number of threads. Equal organisms are evaluated once: {} of the random and {} of \
        the converged ones are distinct.\n",
        distinct(Population::Random),
        distinct(Population::Converged)
    );
    println!("| move score | population | method | threads | organisms/s | ratio |");
    println!("| --- | --- | --- | ---: | ---: | ---: |");
    let (set, tenth) = (common::training(POSITIONS), common::training(SEARCHED));
    for ply_score in [Quiescence, Static] {
        for population in Population::ALL {
            let organisms = population.organisms();
            let mut fitness = common::build(&set, ply_score, Some(CACHE), &ThreadPool::new(0).unwrap());
            let searching = [1, 2].map(|threads| {
                let pool = ThreadPool::new(threads).unwrap();
                let searchers = organisms.iter().step_by(POPULATION / SEARCHERS);
                let seconds =
                    median(searchers.map(|organism| {
                        timed(|| common::count_by_search(&tenth, organism, ply_score, &pool)).0
                    }));
                SEARCHED as f64 / POSITIONS as f64 / seconds
            });
            let row = |method: &str, threads: usize, speed: f64| {
                let (score, population) = (common::name(ply_score), population.name());
                let ratio = speed / searching[threads - 1];
                let digits = if speed < 100.0 { 2 } else { 0 };
                println!("| {score} | {population} | {method} | {threads} | {speed:.digits$} | {ratio:.0} |");
            };
            for threads in [1, 2] {
                row("searching", threads, searching[threads - 1]);
            }
            for path in common::paths() {
                fitness = fitness.with_path(path);
                for threads in [1, 2] {
                    let pool = ThreadPool::new(threads).unwrap();
                    common::warm(&fitness, &pool, &organisms);
                    let evaluate = || timed(|| common::count(&fitness, &pool, &organisms)).0;
                    let seconds = median((0..EVALUATIONS).map(|_| evaluate()));
                    row(&format!("trees, {path}"), threads, POPULATION as f64 / seconds);
                }
            }
        }
    }
    println!();
}

fn mebibytes(fitness: &[Agreement]) -> f64 {
    fitness.iter().map(|fitness| fitness.size().1).sum::<usize>() as f64 / f64::from(1 << 20)
}

/// Prints the seconds to build and to load the trees of both shipped sets.
fn building() {
    println!("Trees of the 10,000 shipped positions (training and test):\n");
    println!("| move score | method | threads | seconds | MiB |");
    println!("| --- | --- | ---: | ---: | ---: |");
    let sets = ["gm2600-train", "gm2600-test"].map(|name| PositionSet::embedded(name).unwrap());
    let row = |ply_score: PlyScore, method: &str, cache: Option<&str>, threads: usize| {
        let pool = ThreadPool::new(threads).unwrap();
        let build = || timed(|| sets.each_ref().map(|set| common::build(set, ply_score, cache, &pool)));
        if cache.is_some() {
            build();
        }
        let built: Vec<_> = (0..REPETITIONS).map(|_| build()).collect();
        let seconds = median(built.iter().map(|(seconds, _)| *seconds));
        let (size, score) = (mebibytes(&built[0].1), common::name(ply_score));
        println!("| {score} | {method} | {threads} | {seconds:.2} | {size:.0} |");
    };
    for threads in [1, 2] {
        row(Quiescence, "built", None, threads);
    }
    for threads in [1, 2] {
        row(Quiescence, "from the cache", Some(CACHE), threads);
    }
    for threads in [1, 2] {
        row(Static, "built", None, threads);
    }
    println!();
}

/// Prints the seconds of the 2014 paper's evolution, without the files of a session.
fn whole_runs() {
    let settings = presets::named("paper-2014").unwrap();
    let generations = settings.generations;
    println!(
        "The paper's whole run, {generations} generations × {POPULATION} organisms × {POSITIONS} positions, \
        with trees from the cache; seeds 1 to {REPETITIONS}:\n"
    );
    println!("| move score | threads | seconds | organisms/s | MiB of trees at the end |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    let set = common::training(POSITIONS);
    for ply_score in [Quiescence, Static] {
        for threads in [1, 2] {
            let pool = ThreadPool::new(threads).unwrap();
            let mut size = 0.0;
            let seconds = median((1..=REPETITIONS as u64).map(|seed| {
                let fitness = common::build(&set, ply_score, Some(CACHE), &pool);
                let mut settings = settings.clone();
                settings.seed = seed;
                if let Some(moves) = settings.objective.moves_mut() {
                    moves.ply_score = ply_score;
                }
                let (seconds, ()) = timed(|| {
                    let mut run = settings.run(0).unwrap();
                    for _ in 0..=generations {
                        let record = run.proposal(&fitness, &pool, &Interrupt::default()).unwrap();
                        run.accept(&record);
                    }
                });
                size = f64::max(size, mebibytes(&[fitness]));
                seconds
            }));
            let speed = f64::from(generations + 1) * POPULATION as f64 / seconds;
            println!("| {} | {threads} | {seconds:.2} | {speed:.0} | {size:.0} |", common::name(ply_score));
        }
    }
}
