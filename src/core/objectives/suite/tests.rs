use std::fs;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::quiet::quiet_path;
use super::*;
use crate::engine::search::SearchMode;
use crate::evolution::fitness::{Executor, measure};
use crate::experiment::Experiment;
use crate::experiment::presets;
use crate::objectives::source::{BuildContext, Past, SetRole};
use crate::objectives::start::untuned;
use crate::objectives::suite::Tally;
use crate::objectives::{ObjectiveMeasure, ObjectiveSettings, SetDigest};
use crate::organism::chromosome::Chromosome;
use crate::organism::{FixedEvaluation, Organism};
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
    let factory = PlayerFactory::Organism { weights: reference.weights(), parameters, hash, strength: None };
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
fn logarithmic_costs_are_those_of_the_nodes() {
    let experiment = settings();
    let suite = SuiteSettings { cost: Cost::LogNodes, ..experiment.objective.suite().unwrap().clone() };
    let evaluation = experiment.target.evaluation().unwrap();
    let fitness = SuiteFitness::new(&suite, evaluation, schema(), problems(), Arc::default()).unwrap();
    let organisms = organisms(3);
    let measures = measured(&fitness, &organisms, 2);
    let solved = measured(&self::fitness(Memo::default()), &organisms, 2);
    assert!(solved.iter().any(|saved| *saved > 0));
    for (organism, measure) in organisms.iter().zip(measures) {
        let costs = search_separately(organism).into_iter().map(|nodes| Cost::LogNodes.of(nodes as u32));
        assert_eq!(fitness.total() - measure, costs.sum::<u64>());
    }
    let shown = suite.measure(SetRole::Train, fitness.total());
    let doublings = POSITIONS as f64 * f64::from(LIMIT).log2();
    assert!((shown.value(0.0) - doublings).abs() < 0.01, "{}", shown.value(0.0));
}

#[test]
fn a_solution_that_stays_is_the_answer_at_the_limit() {
    let experiment = settings();
    let suite = SuiteSettings { found: Found::Stays, ..experiment.objective.suite().unwrap().clone() };
    let evaluation = experiment.target.evaluation().unwrap();
    let fitness = SuiteFitness::new(&suite, evaluation, schema(), problems(), Arc::default()).unwrap();
    let organisms = organisms(4);
    measured(&fitness, &organisms, 2);
    let mut unlike_first = 0;
    for values in &organisms {
        let nodes = fitness.by_item(values).unwrap();
        let reference = Organism::named_or_path("reference").unwrap();
        let parameters = SearchParameters::of(&schema(), values).unwrap();
        let hash = suite.table() as usize;
        let factory =
            PlayerFactory::Organism { weights: reference.weights(), parameters, hash, strength: None };
        let solver = Solver { factory, limits: Limits::nodes(u64::from(LIMIT)), until: Until::Limit };
        let mut player = solver.factory.player(&Signal::default()).unwrap();
        for (index, problem) in problems().iter().enumerate() {
            let attempt = solver.attempt(player.as_mut(), index, problem, &Signal::default());
            let expected = if attempt.solved && attempt.nodes < u64::from(LIMIT) { attempt.nodes } else { 0 };
            assert_eq!(u64::from(nodes[index]), expected);
            unlike_first += u32::from(attempt.nodes != attempt.nodes_first);
        }
    }
    assert!(unlike_first > 0, "the two definitions differ on some position");
}

#[test]
fn half_of_the_suite_is_held_out() {
    let load = |hold_out, positions| {
        let mut experiment = settings();
        let suite = experiment.objective.suite_mut().unwrap();
        (suite.hold_out, suite.positions) = (hold_out, positions);
        let mut source = suite.source();
        source.load(&experiment.outline()).unwrap()
    };
    let [train, test] = load(true, None);
    assert_eq!([(train.positions), (test.positions)], [440, 439]);
    assert_eq!(test.name, "ecm879, held-out half");
    let [train, test] = load(true, Some(50));
    assert_eq!((train.positions, test.positions), (50, 50));
    let [train, test] = load(false, Some(50));
    assert_eq!((train.positions, test.positions), (50, 0));
    let all = Suite::load(&PositionSource::Embedded("ecm879".to_owned())).unwrap();
    let [first, second] = all.clone().halves();
    let merged: Vec<&Problem> = (0..all.problems.len())
        .map(|index| if index % 2 == 0 { &first.problems[index / 2] } else { &second.problems[index / 2] })
        .collect();
    assert!(merged.into_iter().eq(&all.problems));
}

#[test]
fn positions_that_do_not_distinguish_organisms_are_counted() {
    let organisms = [vec![0, 5, 9, 0], vec![0, 7, 0, 0], vec![0, 5, 9, 0]];
    assert_eq!(Solved::of(&organisms), Solved { by_none: 2, by_all: 1 });
    assert_eq!(Solved::of(&organisms[..1]), Solved { by_none: 2, by_all: 2 });
    assert_eq!(Solved::of(&[]), Solved::default());
}

#[test]
fn constants_are_the_results_that_do_not_distinguish_organisms() {
    let organisms = [vec![0, 5, 9, 0, 8], vec![0, 8, 0, 0, 8]];
    let constants = Constants::of(&organisms, 4);
    let of = |constants: &Constants| [0, 1, 2, 3, 4].map(|item| constants.get(item));
    assert_eq!(of(&constants), [Some(0), Some(6), None, Some(0), None]);
    assert_eq!(constants.solved(), Solved { by_none: 2, by_all: 1 });
    assert_eq!(constants.items().collect::<Vec<_>>(), [0, 1, 3]);
    // The same follows from the results that are recorded.
    assert_eq!(Constants::of(&[vec![0, 6, 9, 0, 8], vec![0, 6, 0, 0, 8]], 4), constants);
    // Nothing is dropped if nothing would remain.
    assert_eq!(Constants::of(&organisms[..1], 5), Constants::default());
    assert_eq!(Constants::of(&[], 5), Constants::default());
}

#[test]
fn dropped_positions_are_searched_in_generation_0_only() {
    let dropping = || fitness(Memo::default()).dropping(Arc::default(), POSITIONS);
    let all = organisms(8);
    let (first, later) = all.split_at(5);
    let fitness = dropping();
    let scores = measured(&fitness, first, 2);
    let records: Vec<Vec<u32>> = first.iter().map(|one| fitness.by_item(one).unwrap()).collect();
    let constants = Constants::of(&records, POSITIONS);
    let dropped = constants.items().count();
    assert!((1..POSITIONS).contains(&dropped), "some are dropped and some are not: {dropped}");
    assert_eq!(fitness.searches(), (5 * POSITIONS) as u64);

    let later_scores = measured(&fitness, later, 2);
    assert_eq!(fitness.searches(), (5 * POSITIONS + 3 * (POSITIONS - dropped)) as u64);
    for (values, score) in all.iter().zip(scores.iter().chain(&later_scores)) {
        let expected: Vec<u32> = search_separately(values)
            .into_iter()
            .enumerate()
            .map(|(item, nodes)| {
                let solved = if nodes < u64::from(LIMIT) { nodes as u32 } else { 0 };
                constants.get(item).unwrap_or(solved)
            })
            .collect();
        assert_eq!(fitness.by_item(values).unwrap(), expected);
        let saved = expected.iter().map(|nodes| Cost::Nodes.saved(*nodes, LIMIT)).sum::<u64>();
        assert_eq!(*score, saved, "the score is that of the recorded nodes");
    }
    // The number of threads changes nothing.
    let again = dropping();
    assert_eq!(measured(&again, first, 1), scores);
    assert_eq!(measured(&again, later, 3), later_scores);
    // A resumed session knows the constants from the record.
    let resumed = self::fitness(Memo::default()).dropping(Arc::new(constants.into()), POSITIONS);
    assert_eq!(measured(&resumed, later, 2), later_scores);
    assert_eq!(measured(&resumed, first, 2), scores);
}

/// Loads a session with two quiet positions in this folder. Returns its positions and their digest.
fn with_quiet_positions(folder: &std::path::Path, threads: usize) -> (Vec<Problem>, SetDigest) {
    let mut experiment = settings();
    let suite = experiment.objective.suite_mut().unwrap();
    suite.quiet = 2;
    let mut source = suite.source();
    let [train, test] = source.load(&experiment.outline()).unwrap();
    assert_eq!((train.positions, test.positions), (POSITIONS as u64 + 2, 0));
    source.recall(&Past {
        folder,
        settings: "the settings",
        train: &train,
        outline: experiment.outline(),
        history: &[],
        pairs: None,
        finished: false,
    });
    let (pool, interrupt) = (ThreadPool::new(threads).unwrap(), Interrupt::default());
    let context = BuildContext::new(experiment.outline(), &pool, &interrupt);
    let built = source.build(SetRole::Train, &context).unwrap();
    assert_eq!(built.fitness.total(), u64::from(LIMIT) * train.positions);
    (training_problems(experiment.objective.suite().unwrap(), folder).unwrap(), train)
}

#[test]
fn quiet_positions_depend_on_the_settings_only_and_are_kept() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let (chosen, _) = with_quiet_positions(folders[0].path(), 1);
    let (again, _) = with_quiet_positions(folders[1].path(), 3);
    assert_eq!(chosen, again);
    assert_eq!(&chosen[..POSITIONS], problems(), "the suite comes first");
    let read = |folder: &tempfile::TempDir| fs::read(quiet_path(folder.path())).unwrap();
    assert_eq!(read(&folders[0]), read(&folders[1]));

    // A resumed session does not search for them again.
    let searches = searches_path(folders[0].path());
    assert!(searches.exists(), "candidates are remembered during the search");
    fs::remove_file(&searches).unwrap();
    with_quiet_positions(folders[0].path(), 2);
    assert!(!searches.exists());

    // The untuned search finds their moves at the larger limit.
    let values = untuned(&schema()).unwrap();
    let reference = Organism::named_or_path("reference").unwrap();
    let parameters = SearchParameters::of(&schema(), &values).unwrap();
    let hash = settings().objective.suite().unwrap().table() as usize;
    let factory = PlayerFactory::Organism { weights: reference.weights(), parameters, hash, strength: None };
    let limits = Limits::nodes(4 * u64::from(LIMIT));
    let solver = Solver { factory, limits, until: Until::Limit };
    let mut player = solver.factory.player(&Signal::default()).unwrap();
    for problem in &chosen[POSITIONS..] {
        let attempt = solver.attempt(player.as_mut(), 0, problem, &Signal::default());
        assert!(attempt.solved && attempt.nodes <= 2 * u64::from(LIMIT), "{attempt:?}");
    }
}

#[test]
fn a_suite_without_quiet_positions_has_the_same_digest_as_before() {
    let mut source = settings().objective.suite().unwrap().source();
    let [train, _] = source.load(&settings().outline()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (_, other) = with_quiet_positions(folder.path(), 1);
    assert_ne!(train.blake3, other.blake3);
    let mut hasher = blake3::Hasher::new_derive_key("eyas 2026 suites");
    let suite = Suite::load(&PositionSource::Embedded("ecm879".to_owned())).unwrap().spread(POSITIONS);
    hasher.update(&suite.content_hash());
    assert_eq!(train.blake3, hasher.finalize().to_string());
}

#[test]
fn settings_without_new_choices_are_stored_as_before() {
    let text = ron::to_string(settings().objective.suite().unwrap()).unwrap();
    assert!(
        ["found", "cost", "hold_out", "drop", "quiet", "play_off"].iter().all(|name| !text.contains(name)),
        "{text}"
    );
    let with = SuiteSettings {
        found: Found::Stays,
        cost: Cost::LogNodes,
        hold_out: true,
        drop_constant: true,
        quiet: 5,
        play_off: Some(play_off::PlayOffSettings::default()),
        ..settings().objective.suite().unwrap().clone()
    };
    let stored: SuiteSettings = ron::from_str(&ron::to_string(&with).unwrap()).unwrap();
    assert_eq!(stored, with);
}

#[test]
fn a_play_off_with_too_few_openings_is_refused() {
    let mut experiment = settings();
    let suite = experiment.objective.suite_mut().unwrap();
    suite.play_off = Some(play_off::PlayOffSettings { games: 10_000, ..Default::default() });
    let error = experiment.validate().unwrap_err().to_string();
    assert!(error.starts_with("--play-off: the games need 330,200 openings"), "{error}");
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
