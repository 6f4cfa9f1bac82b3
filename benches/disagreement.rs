//! Measures the parts of the Positions screen: `cargo bench --bench disagreement`.

#![allow(clippy::unwrap_used, reason = "a benchmark that cannot be set up shall fail")]

use std::path::Path;
use std::sync::{Arc, OnceLock};

use divan::Bencher;
use eyas::disagreement::{
    AgreementFilter, Champion, Choice, Explanation, Filter, KnownResults, Learning, Order, PositionBook,
    nearest, select, verdict, with_costs,
};
use eyas::engine::evaluation::Weights;
use eyas::engine::one_ply::PlyScore;
use eyas::engine::one_ply::{best_move, ordered_moves, score_move};
use eyas::evolution::record::GenerationRecord;
use eyas::explain::importance::{Probe, medians};
use eyas::objectives::agreement::{Agreement, Answers};
use eyas::organism::{Genome, Organism};
use eyas::positions::PositionSource;
use eyas::session::Session;
use eyas::threads::{Interrupt, ThreadPool};

const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/trees");
const SCORE: PlyScore = PlyScore::Quiescence;

fn main() {
    divan::main();
}

fn book() -> &'static PositionBook {
    static BOOK: OnceLock<PositionBook> = OnceLock::new();
    BOOK.get_or_init(|| PositionBook::load(&PositionSource::Embedded("gm2600-train".to_owned())).unwrap())
}

fn genome() -> Genome {
    Organism::named_or_path("reference").unwrap().evaluation
}

fn weights() -> Weights {
    let genome = genome();
    Weights::new(&genome.schema, &genome.values).unwrap()
}

fn pool() -> ThreadPool {
    ThreadPool::new(0).unwrap()
}

fn fitness(pool: &ThreadPool) -> Agreement {
    let (genome, never) = (genome(), Interrupt::default());
    let cache = Some(Path::new(CACHE));
    Agreement::build(book().set(), &genome.schema, SCORE, cache, pool, &|_, _| {}, &never).unwrap()
}

/// The verdicts on 100 positions.
#[divan::bench]
fn verdicts_of_100(bencher: Bencher) {
    let weights = weights();
    bencher.bench(|| {
        let entries = book().entries.iter().step_by(50);
        entries.filter_map(|entry| verdict(entry.position(), &entry.moves, &weights, SCORE)).count()
    });
}

/// The verdicts on 100 positions by their definition: the best move, and the score of every move.
#[divan::bench]
fn verdicts_of_100_plain(bencher: Bencher) {
    let weights = weights();
    bencher.bench(|| {
        let entries = book().entries.iter().step_by(50);
        entries
            .map(|entry| {
                let position = entry.position();
                let scores =
                    ordered_moves(position).into_iter().map(|m| score_move(position, m, &weights, SCORE));
                (best_move(position, &weights, SCORE), scores.max())
            })
            .count()
    });
}

/// The explanation of the organism's move in one position.
#[divan::bench]
fn explain(bencher: Bencher) {
    let genome = genome();
    let mut at = 0;
    bencher.bench_local(|| {
        at = (at + 37) % 5000;
        let entry = &book().entries[at];
        Explanation::of(entry.position(), &entry.moves, &genome.schema, &genome.values, SCORE).unwrap()
    });
}

/// The rows of the positions in which the organism disagrees.
fn disagreements(answers: &Answers) -> Vec<usize> {
    (0..answers.len()).filter(|row| !answers.get(*row)).collect()
}

/// The counterfactuals of one position: the nearest values that would change the move, among about ten thousand
/// organisms.
#[divan::bench]
fn counterfactuals(bencher: Bencher) {
    let (genome, pool, never) = (genome(), pool(), Interrupt::default());
    let rows = disagreements(&fitness(&pool).answers(&genome.values));
    let mut at = 0;
    bencher.bench_local(|| {
        at = (at + 37) % rows.len();
        let entry = &book().entries[rows[at]];
        nearest(entry.position(), &entry.moves, &genome.schema, &genome.values, SCORE, &pool, &never).unwrap()
    });
}

/// The costs of the counterfactuals of one position, counted over 5,000 positions.
#[divan::bench]
fn costs_of_counterfactuals(bencher: Bencher) {
    let (genome, pool, never) = (genome(), pool(), Interrupt::default());
    let fitness = fitness(&pool);
    let answers = fitness.answers(&genome.values);
    let counterfactuals = |row: usize| {
        let entry = &book().entries[row];
        nearest(entry.position(), &entry.moves, &genome.schema, &genome.values, SCORE, &pool, &never).unwrap()
    };
    let (row, found) = disagreements(&answers)
        .into_iter()
        .map(|row| (row, counterfactuals(row)))
        .find(|(_, found)| found.len() > 4)
        .unwrap();
    bencher.bench_local(|| {
        pool.install(|| {
            with_costs(&found, row, &genome.schema, &genome.values, &answers, &fitness, &never).unwrap()
        })
    });
}

/// The agreement over 5,000 positions after a value has changed.
#[divan::bench]
fn new_total(bencher: Bencher) {
    let (genome, pool, never) = (genome(), pool(), Interrupt::default());
    let fitness = fitness(&pool);
    let weights = [weights()];
    drop(genome);
    bencher.bench_local(|| pool.install(|| fitness.answers_of(&weights, &never).unwrap()[0].count()));
}

/// Filters and sorts a list of 100,000 positions.
#[divan::bench]
fn select_of_100_000(bencher: Bencher) {
    let mut book = book().clone();
    let entries = book.entries.clone();
    book.entries = entries.into_iter().cycle().take(100_000).collect();
    let weights = weights();
    let verdict_of = |row: usize| {
        let entry = &book.entries[row];
        verdict(entry.position(), &entry.moves, &weights, SCORE)
    };
    let few: Vec<Option<Choice>> = (0..500).map(verdict_of).collect();
    let verdicts: Vec<Option<Choice>> = few.into_iter().cycle().take(100_000).collect();
    let answers = Answers::none(100_000);
    let filter =
        Filter { outcome: AgreementFilter::Disagree, text: "kasparov".to_owned(), ..Filter::default() };
    bencher.bench_local(|| {
        let known = KnownResults {
            subject: Some(&answers),
            rival: None,
            verdicts: &verdicts,
            distances: &[],
            net_gains: &[],
        };
        select(&book, known, &filter, Order::Instructive).len()
    });
}

/// The champions of the first run of the paper's session.
fn champions() -> Arc<[Champion]> {
    let recorded = Session::open_read_only(Path::new("sessions/paper-2014/1-grandmaster")).unwrap();
    let first = recorded.history.iter().filter(|record| record.run == 0);
    let champion = |record: &Arc<GenerationRecord>| Champion {
        generation: record.generation,
        values: record.champion_values.clone(),
    };
    first.map(champion).collect()
}

/// When 201 champions learned 5,000 moves.
#[divan::bench]
fn learning_of_a_run(bencher: Bencher) {
    let (genome, pool, never) = (genome(), pool(), Interrupt::default());
    let (fitness, champions) = (fitness(&pool), champions());
    bencher.bench_local(|| {
        Learning::new(&genome.schema, &champions, &fitness, None, &pool, &|_, _| {}, &never).unwrap().unwrap()
    });
}

/// The answers of one of the 201 champions to one of the 5,000 positions, by a search.
#[divan::bench]
fn one_answer_plain(bencher: Bencher) {
    let (genome, champions) = (genome(), champions());
    let mut at = 0;
    bencher.bench_local(|| {
        at = (at + 37) % 5000;
        let weights = Weights::new(&genome.schema, &champions[at % champions.len()].values).unwrap();
        best_move(book().entries[at].position(), &weights, SCORE)
    });
}

/// The turns of one position with their causes.
#[divan::bench]
fn causes_of_one_position(bencher: Bencher) {
    let (genome, pool, never) = (genome(), pool(), Interrupt::default());
    let (fitness, champions) = (fitness(&pool), champions());
    let learning = Learning::new(&genome.schema, &champions, &fitness, None, &pool, &|_, _| {}, &never);
    let learning = learning.unwrap().unwrap();
    let mut at = 0;
    bencher.bench_local(|| {
        at = (at + 37) % 5000;
        learning.turns(at, &fitness).unwrap()
    });
}

/// The importance of all 34 parameters of a champion, with groups and pairs.
#[divan::bench]
fn importance_of_all_parameters(bencher: Bencher) {
    let recorded = Session::open_read_only(Path::new("sessions/paper-2014/1-grandmaster")).unwrap();
    let (pool, never) = (pool(), Interrupt::default());
    let (experiment, schema) = (&recorded.header.settings, recorded.header.settings.schema());
    let cache = Some(Path::new(CACHE));
    let probe = Probe::new(experiment, cache, &pool, &|_, _| {}, &never).unwrap();
    let last = recorded.history.iter().rfind(|record| record.run == 0).unwrap();
    let population: Vec<Vec<i32>> =
        last.population.iter().map(|organism| organism.chromosome.decode(schema)).collect();
    let median = medians(&population);
    bencher.bench_local(|| {
        probe.rank(experiment, &last.champion_values, (&median, None), 10, &|_, _| {}, &never).unwrap()
    });
}
