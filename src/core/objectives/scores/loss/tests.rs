use std::sync::Arc;

use rstest::rstest;

use super::*;
use crate::engine::evaluation::{Score, Weights};
use crate::engine::one_ply::PlyScore;
use crate::engine::schema::Schema;
use crate::objectives::scores::score;
use crate::organism::Organism;
use crate::positions::PositionSet;
use crate::threads::ThreadPool;

fn schema() -> Arc<Schema> {
    Schema::built_in("paper-2008").unwrap()
}

fn positions(step: usize) -> Vec<Chess> {
    let set = PositionSet::embedded("gm2600-train").unwrap();
    set.examples.iter().step_by(step).map(|example| example.position.clone()).collect()
}

fn figure_3() -> Vec<i32> {
    Organism::named_or_path("paper-2008-figure-3").unwrap().evaluation.values
}

/// The fitness with the scores of these values as goals, each wrong by `shift`.
fn fitness(step: usize, by: PlyScore, shift: Score) -> ScoresFitness {
    let weights = Weights::new(&schema(), &figure_3()).unwrap();
    let examples = positions(step).into_iter().map(|position| {
        let goal = score(&position, &weights, by) + shift;
        (position, goal)
    });
    ScoresFitness::new(&schema(), examples.collect(), by, usize::MAX).unwrap()
}

fn real(values: &[i32]) -> Vec<f64> {
    values.iter().map(|value| f64::from(*value)).collect()
}

#[rstest]
fn the_loss_is_the_sum_of_errors(
    #[values(PlyScore::Static, PlyScore::Quiescence)] by: PlyScore,
    #[values(Loss::Squares, Loss::Absolute)] loss: Loss,
) {
    let fitness = fitness(50, by, 32).with_loss(loss);
    let found = fitness.derivatives(&real(&figure_3())).loss / fitness.positions() as f64;
    let expected = match loss {
        Loss::Squares => 2.0,
        Loss::Absolute => (4.0 + SMOOTHING * SMOOTHING).sqrt(),
    };
    assert!((found - expected).abs() < 1e-9, "{found} {expected}");
}

#[rstest]
#[case(Loss::Squares)]
#[case(Loss::Absolute)]
fn the_gradient_is_that_of_the_loss(#[case] loss: Loss) {
    let fitness = fitness(50, PlyScore::Static, 40).with_loss(loss);
    let at: Vec<f64> = real(&figure_3()).iter().map(|value| value * 0.9).collect();
    let here = fitness.derivatives(&at);
    for index in 0..at.len() {
        let moved = |by: f64| {
            let mut values = at.clone();
            values[index] += by;
            fitness.derivatives(&values).loss
        };
        let slope = (moved(0.001) - moved(-0.001)) / 0.002;
        assert!((slope - here.gradient[index]).abs() < 1e-3 * (1.0 + slope.abs()), "{index}: {slope}");
    }
}

/// The parabola of the curvature is above the absolute error and touches it.
#[test]
fn the_curvature_of_absolute_errors_bounds_them() {
    for error in [-300.0, -1.0, -0.01, 0.0, 0.3, 25.0_f64] {
        let [loss, slope, curvature] = Loss::Absolute.at(error);
        for other in -1000..1000 {
            let other = f64::from(other);
            let parabola = loss + slope * (other - error) + curvature * (other - error).powi(2) / 2.0;
            assert!(parabola + 1e-9 >= Loss::Absolute.at(other)[0], "{error} {other}");
        }
    }
}

#[test]
fn derivatives_have_the_same_bits_for_any_number_of_threads() {
    let fitness = fitness(2, PlyScore::Static, 7);
    let at = |threads: usize| {
        ThreadPool::new(threads)
            .unwrap()
            .install(|| fitness.derivatives(&vec![33.3; schema().parameters.len()]))
    };
    assert_eq!(at(1), at(3));
}
