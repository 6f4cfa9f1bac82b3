//! How much faster an evolution is for its trees, as Markdown: `cargo bench --bench ratios`.
//!
//! Everything is the median of several runs and counts organisms that see 5,000 positions. Searching anew
//! is the plain definition of the organism's move, [`eyas::engine::one_ply::best_move`], written to be
//! read and not to be fast. “Trees warm” means that the very organisms that are measured have been asked
//! before, so that no tree grows any more; the whole runs, however, begin with trees as they come from the
//! cache and grow them as they go, as `eyas evolve` does.

#![allow(clippy::unwrap_used, reason = "a benchmark that cannot be set up has nothing to say")]
#![allow(clippy::print_stdout, reason = "the tables are the benchmark's result")]

mod common;

use std::collections::HashSet;
use std::fs;
use std::time::Instant;

use common::{CACHE, POPULATION, Population};
use eyas::engine::one_ply::PlyScore::{self, Quiescence, Static};
use eyas::experiment::presets;
use eyas::objectives::moves::MovesFitness;
use eyas::positions::PositionSet;
use eyas::threads::{Interrupt, ThreadPool};

/// Positions of a measure.
const POSITIONS: usize = 5000;
/// Positions that an organism searches anew, for one tenth of a measure.
const ANEW: usize = POSITIONS / 10;
/// Organisms, evenly spread over the population, that search anew.
const SEARCHERS: usize = 10;
/// How often a cached population is measured.
const MEASURES: usize = 15;
/// How often trees are built, and whole runs are made.
const REPETITIONS: usize = 3;

fn main() {
    // Without the argument that `cargo bench` gives this is only a check that it compiles.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    println!("{}\n", machine());
    measures();
    building();
    whole_runs();
}

/// The processor, in words.
fn machine() -> String {
    let described = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = described.lines().find(|line| line.starts_with("model name"));
    let model = model.and_then(|line| line.split_once(": ")).map_or("unknown processor", |(_, model)| model);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let paths: Vec<String> = common::paths().map(|path| path.to_string()).collect();
    format!("{model}, {cores} cores, {}; medians.", paths.join(", "))
}

/// Seconds that `work` takes, and what it makes.
fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let made = work();
    (start.elapsed().as_secs_f64(), made)
}

fn median(seconds: impl IntoIterator<Item = f64>) -> f64 {
    let mut seconds: Vec<f64> = seconds.into_iter().collect();
    seconds.sort_by(f64::total_cmp);
    let (low, high) = ((seconds.len() - 1) / 2, seconds.len() / 2);
    f64::midpoint(seconds[low], seconds[high])
}

/// Organisms a second, searching anew and with each SIMD path.
fn measures() {
    let distinct = |population: Population| population.organisms().into_iter().collect::<HashSet<_>>().len();
    println!(
        "A population of {POPULATION} and {POSITIONS} positions, trees warm. The ratio is to searching \
         anew on as many threads. Equal organisms are measured once: of the random ones {} are distinct, of \
         the converged ones {}.\n",
        distinct(Population::Random),
        distinct(Population::Converged)
    );
    println!("| move's score | population | how | threads | organisms/s | ratio |");
    println!("| --- | --- | --- | ---: | ---: | ---: |");
    let (set, tenth) = (common::training(POSITIONS), common::training(ANEW));
    for ply_score in [Quiescence, Static] {
        for population in Population::ALL {
            let organisms = population.organisms();
            let mut fitness = common::build(&set, ply_score, Some(CACHE), &ThreadPool::new(0).unwrap());
            let anew = [1, 2].map(|threads| {
                let pool = ThreadPool::new(threads).unwrap();
                let searchers = organisms.iter().step_by(POPULATION / SEARCHERS);
                let seconds = median(
                    searchers
                        .map(|organism| timed(|| common::search_anew(&tenth, organism, ply_score, &pool)).0),
                );
                ANEW as f64 / POSITIONS as f64 / seconds
            });
            let row = |how: &str, threads: usize, speed: f64| {
                let (score, who) = (common::name(ply_score), population.name());
                let ratio = speed / anew[threads - 1];
                let digits = if speed < 100.0 { 2 } else { 0 };
                println!("| {score} | {who} | {how} | {threads} | {speed:.digits$} | {ratio:.0} |");
            };
            for threads in [1, 2] {
                row("searching anew", threads, anew[threads - 1]);
            }
            for path in common::paths() {
                fitness = fitness.with_path(path);
                for threads in [1, 2] {
                    let pool = ThreadPool::new(threads).unwrap();
                    common::warm(&fitness, &pool, &organisms);
                    let measure = || timed(|| common::count(&fitness, &pool, &organisms)).0;
                    let seconds = median((0..MEASURES).map(|_| measure()));
                    row(&format!("trees, {path}"), threads, POPULATION as f64 / seconds);
                }
            }
        }
    }
    println!();
}

fn bytes(fitness: &[MovesFitness]) -> f64 {
    fitness.iter().map(|fitness| fitness.size().1).sum::<usize>() as f64 / f64::from(1 << 20)
}

/// Seconds to build and to load the trees of both shipped sets.
fn building() {
    println!("Trees of the 10,000 shipped positions (training and test):\n");
    println!("| move's score | how | threads | seconds | MiB |");
    println!("| --- | --- | ---: | ---: | ---: |");
    let sets = ["gm2600-train", "gm2600-test"].map(|name| PositionSet::embedded(name).unwrap());
    let row = |ply_score: PlyScore, how: &str, cache: Option<&str>, threads: usize| {
        let pool = ThreadPool::new(threads).unwrap();
        let build = || timed(|| sets.each_ref().map(|set| common::build(set, ply_score, cache, &pool)));
        if cache.is_some() {
            build();
        }
        let built: Vec<_> = (0..REPETITIONS).map(|_| build()).collect();
        let seconds = median(built.iter().map(|(seconds, _)| *seconds));
        let (size, score) = (bytes(&built[0].1), common::name(ply_score));
        println!("| {score} | {how} | {threads} | {seconds:.2} | {size:.0} |");
    };
    for threads in [1, 2] {
        row(Quiescence, "planted", None, threads);
    }
    for threads in [1, 2] {
        row(Quiescence, "from the cache", Some(CACHE), threads);
    }
    for threads in [1, 2] {
        row(Static, "planted", None, threads);
    }
    println!();
}

/// Seconds for the 2014 paper's evolution: breeding, measuring and recording, without a session's files.
fn whole_runs() {
    let settings = presets::named("paper-2014").unwrap();
    let generations = settings.generations;
    println!(
        "The paper's whole run, {generations} generations × {POPULATION} organisms × {POSITIONS} positions, \
         with trees as they come from the cache; seeds 1 to {REPETITIONS}:\n"
    );
    println!("| move's score | threads | seconds | organisms/s | MiB of trees at the end |");
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
                size = f64::max(size, bytes(&[fitness]));
                seconds
            }));
            let speed = f64::from(generations + 1) * POPULATION as f64 / seconds;
            println!("| {} | {threads} | {seconds:.2} | {speed:.0} | {size:.0} |", common::name(ply_score));
        }
    }
}
