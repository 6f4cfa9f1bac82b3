mod simulation;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use rstest::rstest;

use super::report::{best, distinct, final_match};
use super::*;
use crate::arena::control::Control;
use crate::evolution::fitness::{Executor, Fitness, PastOfRun, Scope, Task, measure};
use crate::evolution::run::HallMember;
use crate::evolution::scoped::ScopedFitness;
use crate::experiment::{Experiment, Target, presets};
use crate::objectives::Objective;
use crate::objectives::source::{BuildContext, FitnessSource, SetRole};
use crate::organism::chromosome::Chromosome;
use crate::organism::{FixedEvaluation, FixedOrganism, Organism};
use crate::positions::PositionSource;
use crate::randomness::Randomness;
use crate::threads::{Interrupt, ThreadPool};

fn reference() -> Organism {
    Organism::named_or_path("reference").unwrap()
}

/// Games of 50 nodes a move that end after 20 moves.
fn settings() -> MatchesSettings {
    MatchesSettings {
        pairs: 4,
        control: Control::Nodes(50),
        hash: Some(1),
        max_moves: 20,
        racing: false,
        confirmation_pairs: 3,
        match_games: 4,
        ..MatchesSettings::default()
    }
}

fn experiment_of(settings: MatchesSettings) -> Experiment {
    let schema = reference().evaluation.schema.clone();
    let mut experiment = presets::named("quick").unwrap();
    experiment.target = Target::Evaluation { schema: schema.into() };
    experiment.objective = Objective::Matches(settings);
    experiment
}

fn source_of(experiment: &Experiment) -> Box<dyn FitnessSource> {
    let mut source = experiment.objective.settings().source();
    source.load(&experiment.outline()).unwrap();
    source
}

fn build(experiment: &Experiment, source: &mut dyn FitnessSource, role: SetRole) -> Box<dyn Fitness> {
    let pool = ThreadPool::new(1).unwrap();
    let interrupt = Interrupt::default();
    source.build(role, &BuildContext::new(experiment.outline(), &pool, &interrupt)).unwrap().fitness
}

fn fitness_of(settings: MatchesSettings) -> Box<dyn Fitness> {
    let experiment = experiment_of(settings);
    build(&experiment, source_of(&experiment).as_mut(), SetRole::Train)
}

/// Returns the values of `reference` with other values of some parameters.
fn values(changes: &[(&str, i32)]) -> Vec<i32> {
    let genome = reference().evaluation;
    let mut values = genome.values;
    for (name, value) in changes {
        values[genome.schema.index_of(name).unwrap()] = *value;
    }
    values
}

fn organisms() -> Vec<Vec<i32>> {
    vec![
        values(&[("KNIGHT_VALUE", 250)]),
        values(&[("QUEEN_VALUE", 700), ("ROOK_VALUE", 600)]),
        values(&[("PAWN_VALUE", 60)]),
    ]
}

fn measured(fitness: &dyn Fitness, organisms: &[Vec<i32>], threads: usize) -> Vec<u64> {
    measure(fitness, &ThreadPool::new(threads).unwrap(), organisms, &Interrupt::default()).unwrap()
}

fn generation(number: u32) -> (u32, Randomness) {
    (number, Randomness::new(1, "matches", 0))
}

#[test]
fn threads_and_order_change_nothing() {
    let organisms = organisms();
    let of = |threads: usize, organisms: &[Vec<i32>]| {
        let fitness = fitness_of(settings());
        let (number, randomness) = generation(2);
        let fitness = fitness.of_generation(number, &randomness, PastOfRun::default()).unwrap();
        let scores = measured(&*fitness, organisms, threads);
        let games: Vec<Vec<u8>> = organisms.iter().map(|one| fitness.games(one).unwrap()).collect();
        for (score, games) in scores.iter().zip(&games) {
            assert_eq!(games.len(), 8);
            assert_eq!(*score, games.iter().map(|points| u64::from(*points)).sum::<u64>() * 1_000_000 / 16);
        }
        (scores, games)
    };
    let (scores, games) = of(1, &organisms);
    assert!(scores.iter().collect::<BTreeSet<_>>().len() > 1, "{scores:?}");
    assert_eq!(of(3, &organisms), (scores.clone(), games.clone()));
    let backwards: Vec<Vec<i32>> = organisms.into_iter().rev().collect();
    let (mut reversed, _) = of(2, &backwards);
    reversed.reverse();
    assert_eq!(reversed, scores);
}

#[test]
fn each_generation_has_fresh_openings() {
    let organisms = organisms();
    let fitness = fitness_of(settings());
    let of = |number: u32| {
        let (number, randomness) = generation(number);
        let fitness = fitness.of_generation(number, &randomness, PastOfRun::default()).unwrap();
        measured(&*fitness, &organisms, 2);
        organisms.iter().map(|one| fitness.games(one).unwrap()).collect::<Vec<_>>()
    };
    assert_ne!(of(0), of(1));
}

#[test]
fn no_event_uses_the_openings_of_another() {
    let settings = MatchesSettings { pairs: 5, confirmation_pairs: 7, match_games: 5, ..settings() };
    // The confirmation has 7 openings, the final match 3, and 22 are left for four generations.
    let blocks = OpeningBlocks::new(&settings, 3, 32);
    let confirmation: BTreeSet<u64> = (0..7).map(|pair| blocks.confirmation(pair)).collect();
    let finals: BTreeSet<u64> = (0..3).map(|pair| blocks.final_match(pair)).collect();
    let of = |generation| -> BTreeSet<u64> {
        (0..5).map(|pair| blocks.generation(0, generation, 5, pair)).collect()
    };
    let selecting: BTreeSet<u64> = confirmation.union(&finals).copied().collect();
    assert_eq!((confirmation.len(), finals.len(), selecting.len()), (7, 3, 10));
    for number in 0..6 {
        assert_eq!(of(number).len(), 5, "no opening occurs twice in a generation");
        assert!(of(number).is_disjoint(&selecting) && of(number).iter().all(|index| *index < 32));
    }
    assert!((0..4).all(|number| of(number).is_disjoint(&of(number + 1))));
    let many = OpeningBlocks::new(&settings, 3, 1_000);
    assert_eq!(
        (many.generation(0, 3, 5, 4), many.generation(1, 0, 5, 0)),
        (29, 30),
        "runs follow each other"
    );
}

#[rstest]
#[case::more(8)]
#[case::fewer(3)]
fn generations_share_no_opening_after_a_change_of_the_pairs(#[case] pairs: u32) {
    let blocks = OpeningBlocks::new(&MatchesSettings { pairs: 5, ..settings() }, 9, 1_000);
    let mut used: BTreeSet<u64> =
        (0..4).flat_map(|number| (0..5).map(move |pair| blocks.generation(0, number, 5, pair))).collect();
    for number in 4..10 {
        for pair in 0..pairs.into() {
            let is_new = used.insert(blocks.generation(0, number, pairs, pair));
            assert!(is_new, "pair {pair} of generation {number}");
        }
    }
}

#[test]
fn equal_players_draw_without_a_game() {
    let fitness = fitness_of(settings());
    assert_eq!(measured(&*fitness, &[values(&[])], 1), [500_000]);
    assert_eq!(fitness.task_progress().unwrap().nodes, 0);
    assert_eq!(fitness.games(&values(&[])).unwrap(), [1; 6]);
}

#[test]
fn a_hopeless_organism_stops_playing_and_is_last() {
    let racing = MatchesSettings {
        racing: true,
        pairs: 24,
        max_moves: 60,
        control: Control::Nodes(200),
        ..settings()
    };
    let fitness = fitness_of(racing);
    let (number, randomness) = generation(0);
    let fitness = fitness.of_generation(number, &randomness, PastOfRun::default()).unwrap();
    let weak = values(&[("QUEEN_VALUE", 0), ("ROOK_VALUE", 0)]);
    let all = vec![weak, values(&[]), values(&[("BISHOP_VALUE", 330)])];
    let scores = measured(&*fitness, &all, 2);
    let played: Vec<usize> = all.iter().map(|one| fitness.games(one).unwrap().len()).collect();
    assert!(scores[0] < scores[1].min(scores[2]), "{scores:?}");
    assert!(played[0] < played[1].max(played[2]), "{played:?}");
    assert!(played.iter().all(|games| games.is_multiple_of(2)));
}

/// Measures organisms, and returns their scores and the half points of their games.
fn measured_games(fitness: &dyn Fitness, organisms: &[Vec<i32>]) -> (Vec<u64>, Vec<Vec<u8>>) {
    let scores = measured(fitness, organisms, 2);
    (scores, organisms.iter().map(|one| fitness.games(one).unwrap()).collect())
}

#[test]
fn games_of_an_earlier_race_do_not_count_again() {
    let fitness = || {
        fitness_of(MatchesSettings {
            racing: true,
            confirmation_pairs: 24,
            max_moves: 60,
            control: Control::Nodes(200),
            ..settings()
        })
    };
    let weak = values(&[("QUEEN_VALUE", 0), ("ROOK_VALUE", 0)]);
    let all = [weak.clone(), values(&[]), values(&[("BISHOP_VALUE", 330)])];
    let expected = measured_games(&*fitness(), &all);
    assert!(expected.1[0].len() < 48, "the weak one is hopeless");
    // Alone, the weak organism plays all of its games, as one of the few finalists of an earlier run may have done.
    let earlier = fitness();
    assert_eq!(measured_games(&*earlier, &all[..1]).1[0].len(), 48);
    assert_eq!(measured_games(&*earlier, &all), expected);
}

#[rstest]
#[case::fewer(2)]
#[case::more(6)]
fn games_from_before_a_change_of_the_pairs_change_no_score(#[case] pairs: u32) {
    let organisms = organisms();
    let of = |fitness: &dyn Fitness, pairs| {
        let (number, randomness) = generation(2);
        let past = PastOfRun { best: None, pairs };
        measured_games(&*fitness.of_generation(number, &randomness, past).unwrap(), &organisms)
    };
    let known = fitness_of(settings());
    of(&*known, None);
    let (scores, games) = of(&*known, Some(pairs));
    assert!(games.iter().all(|games| games.len() == 2 * pairs as usize));
    assert_eq!((scores, games), of(&*fitness_of(settings()), Some(pairs)));
}

#[test]
fn workers_receive_the_number_of_pairs() {
    let (setup, repeatable) = (String::new(), true);
    let scope = Scope { setup, test: false, generation: None, best: None, pairs: None, repeatable };
    let fitness = ScopedFitness { fitness: fitness_of(settings()), scope };
    let (number, randomness) = generation(2);
    let past = PastOfRun { best: None, pairs: Some(6) };
    let of_generation = fitness.of_generation(number, &randomness, past).unwrap();
    assert_eq!(of_generation.scope().unwrap().pairs, Some(6));
}

#[test]
fn opponents_take_turns() {
    let weak = Organism {
        evaluation: crate::organism::Genome::from_values(
            reference().evaluation.schema,
            values(&[("QUEEN_VALUE", 0), ("ROOK_VALUE", 0), ("KNIGHT_VALUE", 0)]),
        )
        .unwrap(),
        ..reference()
    };
    let opponents = vec![FixedOrganism::of(&reference()), FixedOrganism::of(&weak)];
    let fitness = fitness_of(MatchesSettings {
        opponents,
        pairs: 6,
        confirmation_pairs: 6,
        max_moves: 60,
        ..settings()
    });
    measured(&*fitness, &[values(&[])], 2);
    let games = fitness.games(&values(&[])).unwrap();
    let points = |turn: usize| -> u32 {
        let pairs = games.chunks(2).skip(turn).step_by(2);
        pairs.flatten().map(|points| u32::from(*points)).sum()
    };
    assert_eq!(points(0), 6, "against itself");
    assert!(points(1) > 6, "against the weak one: {games:?}");
}

/// Stops after a number of tasks.
struct StopAfter(usize);

impl Executor for StopAfter {
    fn execute(&self, fitness: &dyn Fitness, tasks: &[Task], _: &Interrupt) -> Option<Vec<Vec<u64>>> {
        tasks.iter().take(self.0).for_each(|task| drop(fitness.run(task)));
        None
    }
}

fn fitness_in(experiment: &Experiment, folder: &Path) -> Box<dyn Fitness> {
    let mut source = source_of(experiment);
    let [train, _] = source.load(&experiment.outline()).unwrap();
    source.recall(&crate::objectives::source::Past {
        folder,
        settings: "these",
        train: &train,
        outline: experiment.outline(),
        history: &[],
        pairs: None,
        finished: false,
    });
    build(experiment, source.as_mut(), SetRole::Train)
}

#[test]
fn games_of_an_interrupted_generation_are_not_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let (experiment, organisms) = (experiment_of(settings()), organisms());
    let begun = fitness_in(&experiment, folder.path());
    assert_eq!(measure(&*begun, &StopAfter(7), &organisms, &Interrupt::default()), None);
    assert_eq!(begun.task_progress().unwrap().done, 7);
    // Simulates a kill while a line was written.
    let path = games_path(folder.path());
    let mut text = fs::read(&path).unwrap();
    text.truncate(text.len() - 5);
    fs::write(&path, text).unwrap();

    let resumed = fitness_in(&experiment, folder.path());
    let scores = measured(&*resumed, &organisms, 2);
    assert_eq!(resumed.task_progress().unwrap().done, 3 * 6 - 6, "the torn one is played again");
    assert_eq!(scores, measured(&*fitness_of(settings()), &organisms, 1));
    resumed.recorded();
    assert!(!path.exists());
}

#[rstest]
#[case(|matches: &mut MatchesSettings| matches.pairs = 0, "--pairs is 0; it must be 1 to 100,000")]
#[case(|matches: &mut MatchesSettings| matches.racing_level = 0.9, "--racing-level is 0.9; it must be")]
#[case(
    |matches: &mut MatchesSettings| matches.start = Some(FixedOrganism::of(&Organism::named_or_path("paper-2008-figure-3").unwrap())),
    "--start: a value of “paper-2008-figure-3” is outside its range in schema paper-2014"
)]
fn invalid_settings_are_refused(#[case] change: fn(&mut MatchesSettings), #[case] hint: &str) {
    let mut settings = settings();
    change(&mut settings);
    let error = experiment_of(settings).validate().unwrap_err().to_string();
    assert!(error.contains(hint), "{error}");
}

#[test]
fn too_few_openings_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("few.epd");
    fs::write(&path, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n").unwrap();
    let experiment = experiment_of(MatchesSettings { openings: PositionSource::File(path), ..settings() });
    let error = experiment.objective.settings().source().load(&experiment.outline()).unwrap_err().to_string();
    assert!(
        error.contains("1 openings are too few; 9 are required: 4 for a generation (--pairs)"),
        "{error}"
    );
}

#[test]
fn the_start_is_the_search_of_the_organism_where_searches_evolve() {
    let mut experiment = presets::games("quick", FixedEvaluation::of(&reference())).unwrap();
    *experiment.objective.matches_mut().unwrap() = MatchesSettings { pairs: 1, ..settings() };
    experiment.validate().unwrap();
    let start = experiment.start().unwrap().unwrap();
    let untuned = crate::objectives::start::untuned(experiment.schema()).unwrap();
    assert_eq!(start.decode(experiment.schema()), untuned);
    // SPSA begins there: the two organisms of its pair are on opposite sides.
    let run = experiment.run(0).unwrap();
    let fitness = build(&experiment, source_of(&experiment).as_mut(), SetRole::Train);
    let record = run.proposal(&*fitness, &ThreadPool::new(2).unwrap(), &Interrupt::default()).unwrap();
    let [a, b] = [0, 1].map(|place| record.population[place].chromosome.decode(experiment.schema()));
    for (((a, b), start), parameter) in a.iter().zip(&b).zip(&untuned).zip(&experiment.schema().parameters) {
        let (low, high) = parameter.range;
        if low < high {
            assert_ne!(a, b, "{}", parameter.name);
            assert!(a.min(b) <= start && start <= a.max(b), "{}", parameter.name);
        }
    }
    assert_eq!(run.estimate().unwrap(), start, "the estimate before the first step");
}

/// Returns a chromosome that differs from the start in its first bit.
fn other() -> Chromosome {
    let mut chromosome = reference().evaluation.chromosome;
    chromosome.flip(0);
    chromosome
}

fn report(final_games: &[u8], best: u32) -> MatchReport {
    let schema = reference().evaluation.schema;
    let start = reference().evaluation.chromosome;
    let finalists = distinct(&schema, start, Some(other()), &[], &[]);
    let final_match = (!final_games.is_empty()).then(|| final_match(final_games));
    MatchReport { finalists, best, final_match, proof: None, final_faults: Vec::new(), games: 0, faults: 0 }
}

#[test]
fn a_lost_final_match_keeps_the_start() {
    let origin = |report: &MatchReport| report.champion().unwrap().origin;
    assert_eq!(origin(&report(&[2, 1, 0, 2], 1)), FinalistOrigin::Estimate);
    for games in [&[0, 1, 0, 2][..], &[1, 1], &[2, 0]] {
        assert!(report(games, 1).keeps_start());
        assert_eq!(origin(&report(games, 1)), FinalistOrigin::Start);
    }
    assert_eq!(origin(&report(&[], 0)), FinalistOrigin::Start);
    assert_eq!(origin(&report(&[], 1)), FinalistOrigin::Estimate, "no final match is configured");
    let played = report(&[2, 1, 0, 2], 1).final_match.unwrap();
    assert_eq!((played.results, played.pairs), ([1, 1, 2], [0, 0, 1, 1, 0]));
}

#[test]
fn the_best_finalist_played_longest() {
    let schema = Arc::clone(&reference().evaluation.schema);
    let start = reference().evaluation.chromosome;
    let leader =
        |generation, chromosome: &Chromosome| HallMember { generation, values: chromosome.decode(&schema) };
    let leaders = [leader(3, &start), leader(4, &other())];
    let mut all = distinct(&schema, start, None, &[], &leaders);
    let origins: Vec<FinalistOrigin> = all.iter().map(|finalist| finalist.origin).collect();
    assert_eq!(origins, [FinalistOrigin::Start, FinalistOrigin::Leader(4)], "each once");
    all[0].record(500_000, &[1, 1, 1, 1], &[]);
    all[1].record(1_000_000, &[2, 2], &[]);
    assert_eq!(best(&all), 0, "the other one stopped early");
    all[1].record(500_000, &[1, 1, 2, 0], &[]);
    assert_eq!(best(&all), 0, "the start wins ties");
    all[1].record(750_000, &[2, 1, 2, 1], &[]);
    assert_eq!(best(&all), 1);
}
