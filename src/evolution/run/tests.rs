use super::super::fitness::ThreadPool;
use super::super::presets;
use super::super::settings::{GaSettings, Selection};
use super::super::testing::Agreement;
use super::*;

fn settings() -> EvolutionSettings {
    let mut settings = presets::named("quick").unwrap();
    settings.generations = 15;
    settings
}

fn evolve(settings: &EvolutionSettings, run: u32, threads: usize) -> (Run, Vec<GenerationRecord>) {
    let fitness = Agreement { items: 700, salt: 3 };
    let pool = ThreadPool::new(threads).unwrap();
    let mut run = Run::new(settings, run).unwrap();
    let mut records = Vec::new();
    for _ in 0..=settings.generations {
        let record = run.proposal(&fitness, &pool, &Interrupt::default()).unwrap();
        run.accept(&record);
        records.push(record);
    }
    (run, records)
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let one = evolve(&settings(), 0, 1).1;
    assert_eq!(evolve(&settings(), 0, 2).1, one);
    assert_eq!(evolve(&settings(), 0, 5).1, one);
}

#[test]
fn seeds_and_runs_differ() {
    let one = evolve(&settings(), 0, 1).1;
    assert_ne!(evolve(&settings(), 1, 1).1[0].population, one[0].population);
    assert_ne!(evolve(&EvolutionSettings { seed: 2, ..settings() }, 0, 1).1[0].population, one[0].population);
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
        assert!(record.population.is_sorted_by(|a, b| a.correct >= b.correct));
        assert_eq!(record.spread.best, record.population[0].correct);
        assert_eq!(record.champion_values, record.population[0].chromosome.decode(run.schema()));
        for individual in &record.population {
            let tasks = fitness.tasks(Arc::new(vec![individual.chromosome.decode(run.schema())]));
            let correct: u64 = tasks.iter().flat_map(|task| fitness.run(task)).sum();
            assert_eq!(individual.correct, correct, "the measure is the organism's own");
            assert!(individual.parents.iter().all(|&place| previous.is_some() && place < 50));
            assert!(individual.born <= generation);
        }
        previous = Some(record);
    }
    assert_eq!(run.mean_first(), records[0].spread.mean);
    assert!(records[15].spread.best > records[0].spread.best);
}

#[test]
fn records_told_again_lead_to_the_same_next_generation() {
    let pool = ThreadPool::new(2).unwrap();
    let fitness = Agreement { items: 700, salt: 3 };
    let records = evolve(&settings(), 4, 2).1;
    let mut run = Run::new(&settings(), 4).unwrap();
    for record in &records {
        assert_eq!(run.proposal(&fitness, &pool, &Interrupt::default()).as_ref(), Some(record));
        run.accept(record);
    }
}

#[test]
fn without_an_elite_the_best_ever_seen_is_the_champion() {
    let mut settings = settings();
    let OptimizerSettings::Ga(ga) = &mut settings.optimizer;
    *ga = GaSettings {
        elite: 0,
        mutation_rate: 0.2,
        selection: Selection::Rank { pressure: 1.0 },
        ..ga.clone()
    };
    let (run, records) = evolve(&settings, 0, 1);
    let best = records.iter().map(|record| record.spread.best).max().unwrap();
    assert!(records[15].spread.best < best, "this evolution was to lose its best");
    let first = records.iter().find(|record| record.spread.best == best).unwrap();
    assert_eq!(run.champion(), Some(&first.population[0]));
}

#[test]
fn an_interrupt_leaves_the_run_where_it_was() {
    let pool = ThreadPool::new(1).unwrap();
    let run = Run::new(&settings(), 0).unwrap();
    let interrupt = Interrupt::default();
    interrupt.raise();
    assert_eq!(run.proposal(&Agreement { items: 700, salt: 3 }, &pool, &interrupt), None);
    assert_eq!(run.next_generation(), 0);
}
