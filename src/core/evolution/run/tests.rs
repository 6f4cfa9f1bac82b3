use std::collections::HashSet;
use std::ops::Range;
use std::sync::Mutex;

use super::super::testing::Agreement;
use super::*;
use crate::evolution::fitness::Task;
use crate::evolution::operators::selection::Selection;
use crate::evolution::optimizers::ga::GaSettings;
use crate::experiment::{Experiment, presets};
use crate::threads::ThreadPool;

fn settings() -> Experiment {
    let mut settings = presets::named("quick").unwrap();
    settings.generations = 15;
    settings
}

fn evolve(settings: &Experiment, run: u32, threads: usize) -> (Run, Vec<GenerationRecord>) {
    evolve_on(&Agreement { items: 700, salt: 3 }, settings, run, threads)
}

fn evolve_on(
    fitness: &dyn Fitness,
    settings: &Experiment,
    run: u32,
    threads: usize,
) -> (Run, Vec<GenerationRecord>) {
    let pool = ThreadPool::new(threads).unwrap();
    let mut run = settings.run(run).unwrap();
    let mut records = Vec::new();
    for _ in 0..=settings.generations {
        let record = run.proposal(fitness, &pool, &Interrupt::default()).unwrap();
        run.accept(&record);
        records.push(record);
    }
    (run, records)
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    let one = evolve(&settings(), 0, 1).1;
    assert_eq!(evolve(&settings(), 0, 2).1, one);
    assert_eq!(evolve(&settings(), 0, 5).1, one);
}

#[test]
fn seeds_and_runs_differ() {
    let one = evolve(&settings(), 0, 1).1;
    assert_ne!(evolve(&settings(), 1, 1).1[0].population, one[0].population);
    assert_ne!(evolve(&Experiment { seed: 2, ..settings() }, 0, 1).1[0].population, one[0].population);
}

#[test]
fn records_are_complete() {
    let (run, records) = evolve(&settings(), 0, 2);
    let fitness = Agreement { items: 700, salt: 3 };
    let mut previous: Option<&GenerationRecord> = None;
    for (generation, record) in (0..).zip(&records) {
        assert_eq!(record.generation, generation);
        assert_eq!(record.evaluations, u64::from(generation + 1) * 50);
        assert_eq!(record.bit_diversity.len(), 224);
        assert_eq!(record.parameter_diversity.len(), 35);
        assert!(record.population.is_sorted_by(|a, b| a.score >= b.score));
        assert_eq!(record.spread.best, record.population[0].score);
        assert_eq!(record.champion_values, record.population[0].chromosome.decode(run.schema()));
        for individual in &record.population {
            let tasks = fitness.tasks(Arc::new(vec![individual.chromosome.decode(run.schema())]));
            let score: u64 = tasks.iter().flat_map(|task| fitness.run(task)).sum();
            assert_eq!(individual.score, score, "the score belongs to the organism");
            assert!(individual.parents.iter().all(|&place| previous.is_some() && place < 50));
            assert!(individual.born <= generation);
        }
        previous = Some(record);
    }
    assert_eq!(run.mean_first(), records[0].spread.mean);
    assert!(records[15].spread.best > records[0].spread.best);
}

/// Notes how many organisms of each generation are measured.
struct Counted {
    fitness: Agreement,
    keeps: bool,
    measured: Mutex<Vec<usize>>,
}

impl Fitness for Counted {
    fn tasks(&self, organisms: Arc<Vec<Vec<i32>>>) -> Vec<Task> {
        self.measured.lock().unwrap().push(organisms.len());
        self.fitness.tasks(organisms)
    }

    fn has_items(&self, items: &Range<usize>) -> bool {
        self.fitness.has_items(items)
    }

    fn run(&self, task: &Task) -> Vec<u64> {
        self.fitness.run(task)
    }

    fn total(&self) -> u64 {
        self.fitness.total()
    }

    fn is_function_of_values(&self) -> bool {
        self.keeps
    }
}

#[test]
fn organisms_of_the_last_generation_keep_their_measures() {
    let settings = settings();
    let [(again, records), (kept, other)] = [false, true].map(|keeps| {
        let fitness = Agreement { items: 700, salt: 3 };
        let fitness = Counted { fitness, keeps, measured: Mutex::default() };
        let records = evolve_on(&fitness, &settings, 0, 2).1;
        (fitness.measured.into_inner().unwrap(), records)
    });
    assert_eq!(other, records, "measures are the same");
    let values = |record: &GenerationRecord| -> HashSet<Vec<i32>> {
        record.population.iter().map(|one| one.chromosome.decode(settings.schema())).collect()
    };
    let of_generations: Vec<HashSet<Vec<i32>>> = records.iter().map(values).collect();
    assert_eq!(again, of_generations.iter().map(HashSet::len).collect::<Vec<_>>());
    let new = of_generations.windows(2).map(|pair| pair[1].difference(&pair[0]).count());
    assert_eq!(kept, [again[0]].into_iter().chain(new).collect::<Vec<_>>());
    assert!(kept.iter().sum::<usize>() < again.iter().sum::<usize>(), "the elite at least");
}

#[test]
fn replayed_records_lead_to_the_same_next_generation() {
    let pool = ThreadPool::new(2).unwrap();
    let fitness = Agreement { items: 700, salt: 3 };
    let records = evolve(&settings(), 4, 2).1;
    let mut run = settings().run(4).unwrap();
    for record in &records {
        assert_eq!(run.proposal(&fitness, &pool, &Interrupt::default()).as_ref(), Some(record));
        run.accept(record);
    }
}

#[test]
fn without_an_elite_the_champion_is_the_best_of_all_generations() {
    let mut settings = settings();
    let OptimizerSettings::Ga(ga) = &mut settings.optimizer else { panic!("not a genetic algorithm") };
    *ga = GaSettings {
        elite: 0,
        mutation_rate: 0.2,
        selection: Selection::Rank { pressure: 1.0 },
        ..ga.clone()
    };
    let (run, records) = evolve(&settings, 0, 1);
    let best = records.iter().map(|record| record.spread.best).max().unwrap();
    assert!(records[15].spread.best < best, "this evolution must lose its best organism");
    let first = records.iter().find(|record| record.spread.best == best).unwrap();
    assert_eq!(run.champion(), Some(&first.population[0]));
}

#[test]
fn an_interrupt_does_not_advance_the_run() {
    let pool = ThreadPool::new(1).unwrap();
    let run = settings().run(0).unwrap();
    let interrupt = Interrupt::default();
    interrupt.raise();
    assert_eq!(run.proposal(&Agreement { items: 700, salt: 3 }, &pool, &interrupt), None);
    assert_eq!(run.next_generation(), 0);
}

fn single_bit(bits: usize, bit: usize) -> Chromosome {
    let mut chromosome = Chromosome::zeros(bits);
    chromosome.set(bit, true);
    chromosome
}

#[test]
fn planted_organisms_replace_the_last_offspring_for_one_generation() {
    let pool = ThreadPool::new(2).unwrap();
    let fitness = Agreement { items: 700, salt: 3 };
    let mut run = settings().run(0).unwrap();
    for generation in 0..4 {
        let bred = run.proposal(&fitness, &pool, &Interrupt::default()).unwrap();
        let proposed = run.optimizer.ask(run.next, &run.randomness);
        if generation % 2 == 0 {
            for bit in [3, 5] {
                run.plant(single_bit(224, bit)).unwrap();
            }
            let candidates = run.candidates(None);
            assert_eq!(candidates[..48], proposed[..48], "the elite and the other offspring are unchanged");
            for (candidate, bit) in candidates[48..].iter().zip([3, 5]) {
                let expected =
                    Candidate { chromosome: single_bit(224, bit), born: generation, parents: vec![] };
                assert_eq!(candidate, &expected);
            }
        }
        let record = run.proposal(&fitness, &pool, &Interrupt::default()).unwrap();
        assert_eq!(run.proposal(&fitness, &pool, &Interrupt::default()).as_ref(), Some(&record));
        assert_eq!(record == bred, generation % 2 == 1, "planted for one generation only");
        assert_eq!(record.evaluations, bred.evaluations);
        run.accept(&record);
        assert_eq!(run.planted(), 0);
    }
}

#[test]
fn the_fittest_planted_organism_becomes_elite_and_champion() {
    let pool = ThreadPool::new(1).unwrap();
    let fitness = Agreement { items: 700, salt: 3 };
    let best = evolve(&settings(), 7, 2).1.pop().unwrap().population[0].chromosome.clone();
    let mut run = settings().run(0).unwrap();
    let next = |run: &mut Run| {
        let record = run.proposal(&fitness, &pool, &Interrupt::default()).unwrap();
        run.accept(&record);
        record
    };
    next(&mut run);
    run.plant(best.clone()).unwrap();
    let planted = next(&mut run);
    assert_eq!(planted.population[0].chromosome, best);
    assert_eq!(run.champion(), Some(&planted.population[0]));
    let after = next(&mut run);
    let elite = after.population.iter().find(|individual| individual.chromosome == best).unwrap();
    assert_eq!((elite.born, &elite.parents), (1, &vec![0]), "the organism is copied as the elite");
    assert!(
        after.population.iter().any(|child| child.born == 2 && child.parents.contains(&0)),
        "the organism has offspring"
    );
}

#[test]
fn a_rejected_organism_changes_nothing() {
    let mut run = settings().run(0).unwrap();
    let error = run.plant(single_bit(230, 0)).unwrap_err();
    assert_eq!(error, PlantError::Length { expected: 224, found: 230 });
    assert_eq!(run.planted(), 0);
    for place in 0..49 {
        run.plant(single_bit(224, place)).unwrap();
    }
    assert_eq!(run.plant(single_bit(224, 200)), Err(PlantError::Full { places: 49 }), "one organism is bred");
    let OptimizerSettings::Ga(mut ga) = settings().optimizer else { panic!("not a genetic algorithm") };
    ga.elite = 48;
    let mut run = settings().run(0).unwrap();
    run.change(&OptimizerSettings::Ga(ga));
    run.plant(single_bit(224, 0)).unwrap();
    run.plant(single_bit(224, 1)).unwrap();
    assert_eq!(run.plant(single_bit(224, 2)), Err(PlantError::Full { places: 2 }), "the elite stays");
}
