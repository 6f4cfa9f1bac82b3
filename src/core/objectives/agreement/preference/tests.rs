use std::sync::Arc;

use super::*;
use crate::engine::evaluation::Weights;
use crate::engine::one_ply::{PlyScore, ordered_moves, score_move};
use crate::engine::schema::Schema;
use crate::organism::Organism;
use crate::positions::{Example, PositionSet};
use crate::threads::{Interrupt, ThreadPool};

const TEMPERATURE: f64 = 80.0;

fn examples(step: usize) -> Vec<Example> {
    PositionSet::embedded("gm2600-train").unwrap().examples.iter().step_by(step).cloned().collect()
}

fn schema() -> Arc<Schema> {
    Schema::built_in("paper-2014").unwrap()
}

fn fitness(examples: &[Example], ply_score: PlyScore) -> Agreement {
    let set = PositionSet { name: "some".to_owned(), examples: Arc::new(examples.to_vec()) };
    let pool = ThreadPool::new(1).unwrap();
    Agreement::build(&set, &schema(), ply_score, None, &pool, &|_, _| {}, &Interrupt::default())
        .unwrap()
        .with_temperature(TEMPERATURE)
}

fn reference() -> Vec<i32> {
    Organism::named_or_path("reference").unwrap().evaluation.values
}

fn real(values: &[i32]) -> Vec<f64> {
    values.iter().map(|value| f64::from(*value)).collect()
}

/// The loss by searching each position with the engine's own quiescence search.
fn searched(examples: &[Example], values: &[i32], ply_score: PlyScore) -> f64 {
    let weights = Weights::new(&schema(), values).unwrap();
    let score = |example: &Example, m| score_move(&example.position, m, &weights, ply_score);
    let loss = |example: &Example| {
        let played = score(example, example.moves[0]);
        let scores: Vec<i32> =
            ordered_moves(&example.position).into_iter().map(|m| score(example, m)).collect();
        let decided = MATE / 2;
        if played.abs() >= decided || scores.iter().any(|score| *score >= decided) {
            return 0.0;
        }
        let weight = |score: &i32| (f64::from(score - played) / (16.0 * TEMPERATURE)).exp();
        scores.iter().filter(|score| **score > -decided).map(weight).sum::<f64>().ln()
    };
    examples.iter().map(loss).sum()
}

#[test]
fn the_loss_is_that_of_searching_each_position() {
    let examples = examples(50);
    for ply_score in [PlyScore::Static, PlyScore::Quiescence] {
        let fitness = fitness(&examples, ply_score);
        for values in [reference(), schema().smallest(), reference().iter().map(|value| value / 2).collect()]
        {
            let (found, expected) =
                (fitness.derivatives(&real(&values)).loss, searched(&examples, &values, ply_score));
            assert!((found - expected).abs() < 1e-6 * expected, "{found} {expected}");
        }
    }
}

#[test]
fn the_derivatives_are_those_of_the_loss() {
    let fitness = fitness(&examples(250), PlyScore::Static);
    let at = real(&reference());
    let here = fitness.derivatives(&at);
    for index in 0..at.len() {
        let moved = |by: f64| {
            let mut values = at.clone();
            values[index] += by;
            fitness.derivatives(&values)
        };
        let (below, above) = (moved(-0.01), moved(0.01));
        let slope = (above.loss - below.loss) / 0.02;
        assert!((slope - here.gradient[index]).abs() < 1e-6, "{index}: {slope} {}", here.gradient[index]);
        for other in 0..at.len() {
            let second = (above.gradient[other] - below.gradient[other]) / 0.02;
            let found = here.hessian[index * at.len() + other];
            assert!((second - found).abs() < 1e-7, "{index} {other}: {second} {found}");
        }
    }
}

/// Neither threads nor the organisms measured before change a bit.
#[test]
fn derivatives_have_the_same_bits_always() {
    let (examples, at) = (examples(20), real(&reference()));
    let first = {
        let fitness = fitness(&examples, PlyScore::Quiescence);
        ThreadPool::new(1).unwrap().install(|| fitness.derivatives(&at))
    };
    let fitness = fitness(&examples, PlyScore::Quiescence);
    for seed in 0..20 {
        let _ =
            fitness.answers(&reference().iter().map(|value| value / (1 + seed % 5)).collect::<Vec<i32>>());
    }
    assert_eq!(ThreadPool::new(3).unwrap().install(|| fitness.derivatives(&at)), first);
}
