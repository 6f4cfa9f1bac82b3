use std::fs;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::evolution::fitness::{Executor, measure};
use crate::experiment::Experiment;
use crate::experiment::presets;
use crate::objectives::suite::Tally;
use crate::organism::FixedEvaluation;
use crate::organism::chromosome::Chromosome;
use crate::positions::PositionSource;
use crate::solving::Suite;
use crate::threads::{Interrupt, ThreadPool};

const POSITIONS: usize = 10;
const LIMIT: u32 = 1_500;

fn settings() -> Experiment {
    let reference = Organism::named_or_path("reference").unwrap();
    let evaluation = FixedEvaluation::of(&reference);
    let mut settings = presets::tuning("quick", evaluation).unwrap();
    let tuning = settings.objective.suite_mut().unwrap();
    (tuning.node_limit, tuning.positions) = (LIMIT, Some(POSITIONS as u32));
    settings
}

fn problems() -> Vec<Problem> {
    Suite::load(&PositionSource::Embedded("ecm879".to_owned())).unwrap().spread(POSITIONS).problems
}

fn schema() -> Arc<Schema> {
    Schema::built_in("search-paper").unwrap()
}

fn fitness(memo: Memo) -> SuiteFitness {
    let settings = settings();
    let (suite, evaluation) = (settings.objective.suite().unwrap(), settings.target.evaluation().unwrap());
    SuiteFitness::new(suite, evaluation, schema(), problems(), Arc::new(memo)).unwrap()
}

fn organisms(count: usize) -> Vec<Vec<i32>> {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    (0..count).map(|_| Chromosome::random(schema().bits(), &mut rng).decode(&schema())).collect()
}

fn measured(fitness: &SuiteFitness, organisms: &[Vec<i32>], threads: usize) -> Vec<u64> {
    measure(fitness, &ThreadPool::new(threads).unwrap(), organisms, &Interrupt::default()).unwrap()
}

/// Returns the nodes by position, each searched by a new engine.
fn search_separately(values: &[i32]) -> Vec<u64> {
    let reference = Organism::named_or_path("reference").unwrap();
    let parameters = SearchParameters::of(&schema(), values).unwrap();
    let hash = settings().objective.suite().unwrap().table() as usize;
    let factory = PlayerFactory::Organism { weights: reference.weights(), parameters, hash };
    let solver = Solver { factory, limits: Limits::nodes(u64::from(LIMIT)), until: Until::Found };
    let alone = |(index, problem): (usize, &Problem)| {
        let mut player = solver.factory.player(&Signal::default()).unwrap();
        solver.attempt(player.as_mut(), index, problem, &Signal::default()).nodes_first
    };
    problems().iter().enumerate().map(alone).collect()
}

#[test]
fn nodes_equal_those_of_separate_searches() {
    let (fitness, organisms) = (fitness(Memo::default()), organisms(3));
    let measures = measured(&fitness, &organisms, 2);
    let settings = settings();
    let mut found = 0;
    for (organism, measure) in organisms.iter().zip(measures) {
        let alone = search_separately(organism);
        let nodes: u64 = alone.iter().sum();
        assert_eq!(settings.largest_score(POSITIONS as u64) - measure, nodes);
        assert_eq!(measure, fitness.total() - nodes, "what counts is what was saved");
        // The measure itself is the weight on the roulette wheel.
        assert_eq!(
            settings.objective.settings().fitness(&[measure])[0],
            (u64::from(LIMIT) * POSITIONS as u64 - nodes) as f64
        );
        let by_item = fitness.by_item(organism).unwrap();
        for (&nodes, alone) in by_item.iter().zip(alone) {
            assert_eq!(if nodes == 0 { u64::from(LIMIT) } else { u64::from(nodes) }, alone);
        }
        let tally = Tally::of(&by_item, LIMIT);
        assert_eq!(tally.nodes, nodes);
        found += tally.found;
    }
    assert!((1..3 * POSITIONS as u64).contains(&found), "some are found and some are not: {found}");
}

#[test]
fn threads_and_order_change_nothing() {
    let organisms = organisms(4);
    let expected = measured(&fitness(Memo::default()), &organisms, 1);
    assert_eq!(measured(&fitness(Memo::default()), &organisms, 3), expected);
    let backwards: Vec<Vec<i32>> = organisms.iter().rev().cloned().collect();
    let mut measures = measured(&fitness(Memo::default()), &backwards, 2);
    measures.reverse();
    assert_eq!(measures, expected);
}

#[test]
fn no_organism_is_searched_twice() {
    let fitness = fitness(Memo::default());
    let [a, b, c] = <[Vec<i32>; 3]>::try_from(organisms(3)).unwrap();
    let first = measured(&fitness, &[a.clone(), b.clone(), a.clone()], 2);
    assert_eq!(fitness.searches(), 2 * POSITIONS as u64);
    assert_eq!(first[0], first[2]);
    // The same organisms in a later generation.
    let later = measured(&fitness, &[b, c, a], 2);
    assert_eq!(fitness.searches(), 3 * POSITIONS as u64);
    assert_eq!((later[0], later[2]), (first[1], first[0]));
    assert_eq!(fitness.task_progress().unwrap().total, POSITIONS as u64, "only what is new is work");
}

/// Stops after a number of tasks.
struct StopAfter(usize);

impl Executor for StopAfter {
    fn execute(&self, fitness: &dyn Fitness, tasks: &[Task], _: &Interrupt) -> Option<Vec<Vec<u64>>> {
        tasks.iter().take(self.0).for_each(|task| drop(fitness.run(task)));
        None
    }
}

#[test]
fn results_of_an_interrupted_generation_are_reused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("searches.txt");
    let organisms = organisms(2);
    let begun = fitness(Memo::resumed(&path, [7; 32]));
    assert_eq!(measure(&begun, &StopAfter(13), &organisms, &Interrupt::default()), None);
    assert_eq!(begun.searches(), 13);
    // Simulates a kill while a line was written.
    let mut text = fs::read(&path).unwrap();
    text.truncate(text.len() - 5);
    fs::write(&path, text).unwrap();

    let resumed = fitness(Memo::resumed(&path, [7; 32]));
    let measures = measured(&resumed, &organisms, 2);
    assert_eq!(resumed.searches(), 2 * POSITIONS as u64 - 12, "the torn one is made again");
    assert_eq!(measures, measured(&fitness(Memo::default()), &organisms, 1));

    // After a second interruption, the lines after the torn one count too.
    let again = fitness(Memo::resumed(&path, [7; 32]));
    assert_eq!(measured(&again, &organisms, 1), measures);
    assert_eq!(again.searches(), 0);

    let other = fitness(Memo::resumed(&path, [8; 32]));
    assert_eq!(measured(&other, &organisms, 2), measures);
    assert_eq!(other.searches(), 2 * POSITIONS as u64, "what another session found is not believed");

    resumed.recorded();
    assert!(!path.exists());
    assert_eq!(measured(&resumed, &organisms, 1), measures, "it is remembered nevertheless");
}

#[test]
fn a_changed_line_is_ignored() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("searches.txt");
    let memo = Memo::resumed(&path, [7; 32]);
    memo.keep(9, 0, 100);
    memo.keep(9, 1, 200);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace(" 1 200 ", " 1 201 ")).unwrap();
    let memo = Memo::resumed(&path, [7; 32]);
    assert_eq!((memo.get(9, 0), memo.get(9, 1)), (Some(100), None));
    assert_eq!(memo.complete(9, 2), None);
    memo.restore(9, &[100, 200]);
    assert_eq!(memo.complete(9, 2), Some(vec![100, 200]));
    memo.forget(9, std::iter::once(1));
    assert_eq!((memo.complete(9, 2), memo.get(9, 0)), (None, Some(100)));
}

#[test]
fn suites_are_sampled_at_equal_distances() {
    let all = Suite::load(&PositionSource::Embedded("ecm879".to_owned())).unwrap();
    let some = all.clone().spread(10);
    let expected: Vec<&Problem> = (0..10).map(|index| &all.problems[index * 879 / 10]).collect();
    assert!(some.problems.iter().eq(expected));
    assert_ne!(some.content_hash(), all.content_hash());
    assert_eq!(all.clone().spread(10_000).content_hash(), all.content_hash());
}

#[test]
fn the_untuned_search_is_that_of_the_reference() {
    let reference = Organism::named_or_path("reference").unwrap();
    for (mode, name) in [(SearchMode::Paper, "search-paper"), (SearchMode::Extended, "search-extended")] {
        let schema = Schema::built_in(name).unwrap();
        let parameters = SearchParameters::of(&schema, &untuned(&schema).unwrap()).unwrap();
        assert_eq!(parameters, reference.search_parameters(Some(mode)).0);
    }
    assert_eq!(untuned(&Schema::built_in("paper-2014").unwrap()), None);
}
