//! Tests of collecting, storing and combining scores, and of the distance to them.

use std::fs;
use std::sync::Arc;

use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use shakmaty::Position;

use super::fit::{Fit, Method};
use super::matrix::Matrix;
use super::*;
use crate::engine::evaluation::{Layout, Score, Weights};
use crate::engine::features::ONE;
use crate::engine::one_ply::PlyScore;
use crate::engine::schema::Schema;
use crate::evolution::fitness::{Fitness, PastOfRun, measure};
use crate::organism::chromosome::Chromosome;
use crate::organism::{FixedEvaluation, Organism};
use crate::positions::{Example, PositionSet, epd};
use crate::randomness::Randomness;
use crate::threads::{Interrupt, ThreadPool};

fn schema() -> Arc<Schema> {
    Schema::built_in("paper-2008").unwrap()
}

fn every(step: usize) -> Vec<Example> {
    PositionSet::embedded("gm2600-train").unwrap().examples.iter().step_by(step).cloned().collect()
}

fn values(seed: u64) -> Vec<i32> {
    let schema = schema();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    Chromosome::random(schema.bits(), &mut rng).decode(&schema)
}

fn named(spec: &str) -> MentorName {
    let organism = Organism::named_or_path(spec).ok();
    MentorName { spec: spec.to_owned(), evaluation: organism.as_ref().map(FixedEvaluation::of) }
}

fn answers(
    spec: &str,
    mode: ScoringMode,
    positions: &[PreparedPosition],
    threads: usize,
) -> Vec<Option<Answer>> {
    let mentors = [Mentor::of(&named(spec), mode).unwrap()];
    let (mut book, pool) = (AnswerBook::default(), ThreadPool::new(threads).unwrap());
    score_positions(&mentors, positions, &mut book, &pool, &|_, _| {}, &Interrupt::default()).unwrap();
    positions.iter().map(|position| book.get(0, position.key)).collect()
}

/// Returns positions with the scores of the 2008 paper's organism.
fn examples(step: usize) -> Vec<(shakmaty::Chess, Score)> {
    let organism = Organism::named_or_path("paper-2008-figure-3").unwrap();
    let weights = organism.weights();
    let score = |example: Example| {
        let score = weights.evaluate(&example.position);
        (example.position, score)
    };
    every(step).into_iter().map(score).collect()
}

fn fitness(step: usize, score: PlyScore, sample: usize) -> ScoresFitness {
    ScoresFitness::new(&schema(), examples(step), score, sample).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn the_product_is_the_evaluation_position_by_position(seed in any::<u64>(), step in 90usize..400) {
        let (schema, examples, values) = (schema(), every(step), values(seed));
        let layout = Layout::of(&schema).unwrap();
        let matrix = Matrix::of(&layout, examples.iter().map(|example| &example.position));
        let weights = Weights::new(&schema, &values).unwrap();
        let plain: Vec<Score> =
            examples.iter().map(|example| weights.evaluate(&example.position)).collect();
        prop_assert_eq!(&matrix.scores(&values), &plain);
        let every_third: Vec<usize> = (0..examples.len()).step_by(3).collect();
        let third: Vec<Score> = every_third.iter().map(|index| plain[*index]).collect();
        prop_assert_eq!(matrix.select(&every_third).scores(&values), third);
        let targets = vec![100; plain.len()];
        let distance: u64 = plain.iter().map(|score| u64::from(score.abs_diff(100))).sum();
        // The padding of the last block adds nothing.
        prop_assert_eq!(matrix.distance(&values, &Matrix::targets(&targets)), distance);
    }
}

#[test]
fn white_is_to_move_or_the_position_is_left_out() {
    let text = "4k3/8/8/8/8/8/8/4K2R b - - sm Kd7;\n4k3/8/8/8/8/8/8/4R2K b - - sm Kd7;\n4k3/8/8/8/8/8/8/4K2R w - - sm Kd1;\n\
                7k/8/8/8/8/5q2/7r/7K w - - sm Kg1;\n";
    let records = epd::read("x", text.as_bytes());
    let text = match records {
        Ok(records) => records,
        // The last position has no legal move, so its record cannot name one.
        Err(_) => epd::read("x", text.lines().take(3).collect::<Vec<_>>().join("\n").as_bytes()).unwrap(),
    };
    let set = PositionSet::from_records("x", &text).unwrap();
    let found = prepare_positions(&set.examples, true);
    assert_eq!(found[0].position.as_ref().unwrap().turn(), shakmaty::Color::White);
    assert_eq!(found[1].position.as_ref().unwrap_err(), &Reason::NotWhite, "Black is in check");
    assert_eq!(found[0].key, found[2].key, "equal positions have equal keys");
    let original = prepare_positions(&set.examples, false);
    assert!(original.iter().all(|position| position.position.is_ok()));
    assert_ne!(original[0].key, original[2].key, "the turn matters");
}

#[test]
fn answers_are_stored_and_damaged_lines_are_ignored() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scores.txt");
    let mut book = AnswerBook::resumed(&path, [1; 32]);
    for (mentor, position, answer) in
        [(1, 7, Answer::Score(-35)), (0, 9, Answer::None(Reason::Crashed)), (0, 3, Answer::Score(16))]
    {
        book.keep(mentor, position, answer);
    }
    let complete = fs::read_to_string(&path).unwrap();
    fs::write(&path, complete.replace("score -35", "score -36") + "0 00000000000000").unwrap();
    let mut again = AnswerBook::resumed(&path, [1; 32]);
    assert_eq!((again.len(), again.get(1, 7)), (2, None));
    assert_eq!(again.get(0, 9), Some(Answer::None(Reason::Crashed)));
    assert!(AnswerBook::resumed(&path, [2; 32]).is_empty(), "of another session");
    again.keep(1, 7, Answer::Score(-35));
    again.complete().unwrap();
    let sorted = fs::read(&path).unwrap();
    // The file does not depend on the order in which answers arrive.
    let other = folder.path().join("other.txt");
    let mut book = AnswerBook::resumed(&other, [1; 32]);
    for (mentor, position, answer) in
        [(0, 3, Answer::Score(16)), (1, 7, Answer::Score(-35)), (0, 9, Answer::None(Reason::Crashed))]
    {
        book.keep(mentor, position, answer);
    }
    book.complete().unwrap();
    assert_eq!(fs::read(&other).unwrap(), sorted);
    assert_eq!(AnswerBook::resumed(&path, [1; 32]).len(), 3);
}

#[test]
fn an_organisms_scores_are_exact_for_any_number_of_threads() {
    let positions = prepare_positions(&every(250), true);
    let weights = Organism::named_or_path("reference").unwrap().weights();
    for (position, answer) in positions.iter().zip(answers("reference", ScoringMode::Static, &positions, 2)) {
        let expected = position.position.as_ref().ok();
        let expected = expected.map(|position| Answer::Score(weights.evaluate(position)));
        assert_eq!(answer, expected);
    }
    let alone = answers("reference", ScoringMode::Depth(2), &positions, 1);
    assert_eq!(alone, answers("reference", ScoringMode::Depth(2), &positions, 3));
    assert!(alone.iter().flatten().filter(|answer| matches!(answer, Answer::Score(_))).count() > 10);
}

#[test]
fn unknown_mentors_and_engines_without_static_scores_are_refused() {
    let refused = |spec: &str, mode| Mentor::of(&named(spec), mode).unwrap_err().to_string();
    assert!(refused("nobody", ScoringMode::Depth(2)).starts_with("--mentor: “nobody” is neither a file"));
    assert!(refused("xboard:engine", ScoringMode::Nodes(5)).contains("no limit of nodes"));
}

#[test]
fn scores_of_several_mentors_are_combined() {
    let positions = prepare_positions(&every(1000), false);
    let mut book = AnswerBook::default();
    for position in &positions {
        for (mentor, score) in [(0, 16), (1, 32), (2, 1632)] {
            book.keep(mentor, position.key, Answer::Score(score));
        }
    }
    let target = |combination| {
        let weights = weights(combination, 3, &positions, &book);
        (targets(combination, &weights, &positions, &book)[0].clone().unwrap().0, weights)
    };
    assert_eq!(target(Combination::Mean).0, 560);
    assert_eq!(target(Combination::Median).0, 32);
    // The median is 2 centipawns; the others are 1 and 100 from it: weights in proportion to 1/2, 1 and 1/101.
    let (agreed, weights) = target(Combination::Agreement);
    assert!((weights[0] * 2.0 - weights[1]).abs() < 1e-12 && (weights[2] * 101.0 - weights[1]).abs() < 1e-12);
    assert_eq!(agreed, (weights[0] * 16.0 + weights[1] * 32.0 + weights[2] * 1632.0).round() as Score);
    book.keep(1, positions[0].key, Answer::None(Reason::Mate));
    let weights = super::weights(Combination::Mean, 3, &positions, &book);
    let found = targets(Combination::Mean, &weights, &positions, &book);
    assert_eq!(found[0], Err(Reason::Mate));
    let left_out = LeftOut::of(&found);
    assert_eq!(left_out, [LeftOut { reason: Reason::Mate, count: 1, first: vec![1] }]);
    let words = LeftOut::describe("train", 5, &left_out).unwrap();
    assert_eq!(words, "train: 1 of 5 positions are excluded: 1 with a mate score (number 1)");
}

#[test]
fn the_measure_is_the_mean_error_and_the_mentor_itself_has_none() {
    let fitness = fitness(50, PlyScore::Static, 1_000_000);
    let mentor = Organism::named_or_path("paper-2008-figure-3").unwrap().evaluation.values;
    let organisms: Vec<Vec<i32>> = (0..40).map(values).chain([mentor]).collect();
    let pool = ThreadPool::new(2).unwrap();
    let measures = measure(&fitness, &pool, &organisms, &Interrupt::default()).unwrap();
    assert_eq!(measures[40], ScoresSettings::LARGEST_MEASURE);
    for (organism, measure) in organisms.iter().zip(&measures) {
        let error = MentorReport::error(*measure as f64);
        assert!((error - fitness.errors(organism).mean).abs() <= 0.001, "{error}");
    }
    assert_eq!(ScoresSettings::measure(u64::MAX, 1), 0, "there is a largest error");
}

#[test]
fn each_generation_has_its_own_reproducible_sample() {
    let fitness = fitness(20, PlyScore::Static, 30);
    let sampled = |generation| {
        let own = fitness
            .of_generation(generation, &Randomness::new(1, "mentor", 0), PastOfRun::default())
            .unwrap();
        let organisms = Arc::new(vec![values(1)]);
        own.tasks(organisms).iter().flat_map(|task| own.run(task)).collect::<Vec<u64>>()
    };
    assert_eq!(sampled(4), sampled(4));
    assert_ne!(sampled(4), sampled(5));
    let all = self::fitness(20, PlyScore::Static, 250);
    assert!(
        all.of_generation(4, &Randomness::new(1, "mentor", 0), PastOfRun::default()).is_none(),
        "all of them in any generation"
    );
}

#[test]
fn a_quiescence_score_includes_captures() {
    let text = "4k3/8/8/3q4/4P3/8/8/4K3 w - - sm exd5;\n4k3/8/8/3q4/4P3/8/8/4K3 b - - sm Qxe4+;\n";
    let set = PositionSet::from_records("x", &epd::read("x", text.as_bytes()).unwrap()).unwrap();
    let examples: Vec<_> = set.examples.iter().map(|example| (example.position.clone(), 0)).collect();
    let values = Organism::named_or_path("paper-2008-figure-3").unwrap().evaluation.values;
    let quiet = ScoresFitness::new(&schema(), examples, PlyScore::Quiescence, 10).unwrap();
    let scores = quiet.scores(&values);
    assert!(scores[0] > 0 && scores[1] < -900 * ONE, "{scores:?}");
}

/// Returns random organisms of a schema, one with all values at their maximum, and one with zeros.
fn organisms(schema: &Schema, count: u64) -> Vec<Vec<i32>> {
    let random = |seed| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        Chromosome::random(schema.bits(), &mut rng).decode(schema)
    };
    let largest = schema.parameters.iter().map(|parameter| parameter.range.1).collect();
    (0..count).map(random).chain([largest, vec![0; schema.parameters.len()]]).collect()
}

#[test]
fn fast_quiescence_scores_are_those_of_the_search() {
    for name in ["paper-2008", "paper-2014", "extended"] {
        let schema = Schema::built_in(name).unwrap();
        // White and Black to move, and positions in check and with mates after captures.
        let mut positions: Vec<_> = every(97).into_iter().map(|example| example.position).collect();
        let suite = PositionSet::embedded("ecm879").unwrap();
        positions.extend(suite.examples.iter().step_by(40).map(|example| example.position.clone()));
        let after = suite
            .examples
            .iter()
            .step_by(53)
            .map(|example| crate::engine::quiescence::after(&example.position, example.moves[0]));
        positions.extend(after.filter(|position| !position.legal_moves().is_empty()));
        assert!(positions.iter().any(shakmaty::Position::is_check));
        let organisms = organisms(&schema, 140);
        let plain: Vec<Vec<Score>> = organisms
            .iter()
            .map(|values| {
                let weights = Weights::new(&schema, values).unwrap();
                positions.iter().map(|position| score(position, &weights, PlyScore::Quiescence)).collect()
            })
            .collect();
        let examples: Vec<_> = positions.iter().cloned().map(|position| (position, 160)).collect();
        let fitness = ScoresFitness::new(&schema, examples.clone(), PlyScore::Quiescence, 20).unwrap();
        // The scores do not depend on how far the trees have grown.
        for (values, expected) in organisms.iter().zip(&plain).take(3) {
            assert_eq!(&fitness.scores(values), expected, "{name}");
        }
        let measured = |scores: &Vec<Score>| {
            let sum = scores.iter().map(|score| u64::from(score.abs_diff(160))).sum();
            ScoresSettings::measure(sum, scores.len() as u64)
        };
        let expected: Vec<u64> = plain.iter().map(measured).collect();
        for threads in [1, 3] {
            let pool = ThreadPool::new(threads).unwrap();
            let fresh = ScoresFitness::new(&schema, examples.clone(), PlyScore::Quiescence, 20).unwrap();
            for fitness in [&fitness, &fresh] {
                let found = measure(fitness, &pool, &organisms, &Interrupt::default()).unwrap();
                assert_eq!(found, expected, "{name}");
            }
        }
        for (values, expected) in organisms.iter().zip(&plain).rev().take(3) {
            assert_eq!(&fitness.scores(values), expected, "{name}");
        }
    }
}

#[test]
fn a_sample_is_scored_by_the_same_trees() {
    let sampled = fitness(40, PlyScore::Quiescence, 25);
    let organisms = Arc::new(organisms(&schema(), 10));
    let randomness = Randomness::new(1, "mentor", 0);
    for generation in 0..3 {
        let own = sampled.of_generation(generation, &randomness, PastOfRun::default()).unwrap();
        let found: Vec<u64> =
            own.tasks(Arc::clone(&organisms)).iter().flat_map(|task| own.run(task)).collect();
        let mut stream = randomness.stream(generation, "sample");
        let drawn = rand::seq::index::sample(&mut stream, sampled.positions(), 25).into_vec();
        let examples = examples(40);
        let expected = organisms.iter().map(|values| {
            let weights = Weights::new(&schema(), values).unwrap();
            let apart = |index: &usize| {
                let (position, goal) = &examples[*index];
                u64::from(score(position, &weights, PlyScore::Quiescence).abs_diff(*goal))
            };
            ScoresSettings::measure(drawn.iter().map(apart).sum(), 25)
        });
        assert_eq!(found, expected.collect::<Vec<u64>>());
    }
}

#[test]
fn the_best_fit_recovers_the_weights_despite_outliers() {
    let examples = examples(10);
    let (positions, mut goals): (Vec<_>, Vec<Score>) = examples.into_iter().unzip();
    let layout = Layout::of(&schema()).unwrap();
    let matrix = Matrix::of(&layout, &positions);
    for method in [Method::LeastSquares, Method::LeastAbsolute] {
        let errors = Fit::of(method, &matrix, &goals).errors(&matrix, &goals);
        assert!(errors.mean < 0.01, "{method:?}: {errors:?}");
    }
    // Some scores are outliers: by least absolute errors, the others are still matched.
    goals.iter_mut().step_by(20).for_each(|goal| *goal += 2000 * ONE);
    let [squares, absolute] = [Method::LeastSquares, Method::LeastAbsolute]
        .map(|method| Fit::of(method, &matrix, &goals).errors(&matrix, &goals));
    assert!(absolute.mean < squares.mean && absolute.median < 1.0, "{absolute:?} {squares:?}");
    let bound = Fit::of(Method::LeastAbsolute, &matrix, &goals).bound.unwrap();
    assert!(bound <= absolute.mean && absolute.mean - bound < 0.005, "{bound} {absolute:?}");
}

#[test]
fn errors_become_weights_of_the_roulette_wheel() {
    let measures = [1_000, 2_000, 4_000].map(|error| ScoresSettings::LARGEST_MEASURE - error);
    assert_eq!(Weighting::Inverse { power: 1 }.fitness(&measures), [1.0, 0.5, 0.25]);
    assert_eq!(Weighting::Inverse { power: 2 }.fitness(&measures), [1.0, 0.25, 0.0625]);
    assert_eq!(Weighting::BelowWorst.fitness(&measures), [3.0, 2.0, 0.0]);
    let none = Weighting::Inverse { power: 3 }.fitness(&[ScoresSettings::LARGEST_MEASURE]);
    assert!(none[0].is_finite());
}
