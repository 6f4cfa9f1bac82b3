//! Measures how fast organisms are scored by a mentor and by results of games: `cargo bench --bench mentor`.
//!
//! The organisms are random ones of the 2008 schema, the positions 1,000 of the shipped training sets, as many as the
//! paper draws for a generation. `product` scores organisms by a product of matrices; `evaluation` evaluates each
//! position for each organism; `trees` scores them by quiescence trees, `search` by a quiescence search of each position for
//! each organism; `results` computes the loss of organisms as predictors of results. The ratios and the
//! organisms per second on one thread are printed first, each the best of several passes.

#![allow(clippy::unwrap_used, reason = "a benchmark that cannot be set up shall fail")]
#![allow(clippy::print_stdout, reason = "a benchmark prints its result")]

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use divan::Bencher;
use divan::counter::ItemsCount;
use eyas::engine::evaluation::{Score, Weights};
use eyas::engine::one_ply::PlyScore;
use eyas::engine::schema::Schema;
use eyas::evolution::fitness::Fitness;
use eyas::objectives::result_set::{Part, ResultSet};
use eyas::objectives::results::fitness::{ResultsFitness, fitted};
use eyas::objectives::results::settings::ResultsSettings;
use eyas::objectives::scores::{ScoresFitness, score};
use eyas::organism::Organism;
use eyas::organism::chromosome::Chromosome;
use eyas::positions::PositionSet;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use shakmaty::Chess;

const POSITIONS: usize = 1000;
const ORGANISMS: usize = 64;
/// The number of passes over all organisms; the best time counts.
const PASSES: usize = 20;

fn main() {
    // Without the argument `--bench` of `cargo bench`, this run only checks that the benchmark compiles.
    if std::env::args().any(|argument| argument == "--bench") {
        let work = Work::new();
        let rate = |measure: &dyn Fn() -> u64| {
            let pass = |_| {
                let start = Instant::now();
                black_box(measure());
                ORGANISMS as f64 / start.elapsed().as_secs_f64()
            };
            (0..PASSES).map(pass).fold(0.0, f64::max)
        };
        let (product, evaluation) = (rate(&|| work.product()), rate(&|| work.evaluation()));
        println!(
            "{POSITIONS} positions: product {product:.0} organisms/s, evaluation {evaluation:.0}/s, ratio {:.0}",
            product / evaluation
        );
        let results = rate(&|| work.results());
        println!("{POSITIONS} positions: results {results:.0}/s, ratio to product {:.2}", results / product);
        let (trees, search) = (rate(&|| work.trees()), rate(&|| work.search()));
        println!(
            "{POSITIONS} positions: quiescence trees {trees:.0} organisms/s, search {search:.0}/s, ratio {:.0}",
            trees / search
        );
    }
    divan::main();
}

struct Work {
    fitness: ScoresFitness,
    quiescence: ScoresFitness,
    results: ResultsFitness,
    examples: Vec<(Chess, Score)>,
    organisms: Arc<Vec<Vec<i32>>>,
    schema: Arc<Schema>,
}

impl Work {
    fn new() -> Work {
        let schema = Schema::built_in("paper-2008").unwrap();
        let mentor = Organism::named_or_path("paper-2008-figure-3").unwrap().weights();
        let set = PositionSet::embedded("gm2600-train").unwrap();
        let examples: Vec<(Chess, Score)> = set
            .examples
            .iter()
            .take(POSITIONS)
            .map(|example| (example.position.clone(), mentor.evaluate(&example.position)))
            .collect();
        let fitness = ScoresFitness::new(&schema, examples.clone(), PlyScore::Static, POSITIONS).unwrap();
        let quiescence =
            ScoresFitness::new(&schema, examples.clone(), PlyScore::Quiescence, POSITIONS).unwrap();
        let set = ResultSet::embedded("gm2600-results").unwrap();
        let positions: Vec<_> = set.part(Part::Train).take(POSITIONS).collect();
        let settings = ResultsSettings::default();
        let logistic = fitted(&mentor, &positions, &settings).unwrap();
        let results = ResultsFitness::new(&schema, &positions, logistic, &settings, None).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let organism = |_| Chromosome::random(schema.bits(), &mut rng).decode(&schema);
        let organisms = Arc::new((0..ORGANISMS).map(organism).collect());
        Work { fitness, quiescence, results, examples, organisms, schema }
    }

    fn product(&self) -> u64 {
        self.measured(&self.fitness)
    }

    fn trees(&self) -> u64 {
        self.measured(&self.quiescence)
    }

    fn results(&self) -> u64 {
        self.measured(&self.results)
    }

    fn measured(&self, fitness: &impl Fitness) -> u64 {
        let tasks = fitness.tasks(Arc::clone(&self.organisms));
        tasks.iter().flat_map(|task| fitness.run(task)).sum()
    }

    fn evaluation(&self) -> u64 {
        self.searched(PlyScore::Static)
    }

    fn search(&self) -> u64 {
        self.searched(PlyScore::Quiescence)
    }

    /// Returns the sum of the errors, position by position.
    fn searched(&self, by: PlyScore) -> u64 {
        let error = |values: &Vec<i32>| {
            let weights = Weights::new(&self.schema, values).unwrap();
            let error =
                |(position, goal): &(Chess, Score)| u64::from(score(position, &weights, by).abs_diff(*goal));
            self.examples.iter().map(error).sum::<u64>()
        };
        self.organisms.iter().map(error).sum()
    }
}

#[divan::bench]
fn product(bencher: Bencher) {
    let work = Work::new();
    bencher.counter(ItemsCount::new(ORGANISMS)).bench(|| work.product());
}

#[divan::bench]
fn evaluation(bencher: Bencher) {
    let work = Work::new();
    bencher.counter(ItemsCount::new(ORGANISMS)).bench(|| work.evaluation());
}

#[divan::bench]
fn results(bencher: Bencher) {
    let work = Work::new();
    bencher.counter(ItemsCount::new(ORGANISMS)).bench(|| work.results());
}

#[divan::bench]
fn trees(bencher: Bencher) {
    let work = Work::new();
    bencher.counter(ItemsCount::new(ORGANISMS)).bench(|| work.trees());
}
