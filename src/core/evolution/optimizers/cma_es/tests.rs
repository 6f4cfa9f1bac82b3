//! Tests of the parameters of CMA-ES and of its restarts.

use rstest::rstest;

use super::*;

fn streams() -> Randomness {
    Randomness::new(1, "test", 0)
}

/// The sums are those of the formulas of the tutorial's table 1, computed apart from this program.
#[rstest]
#[case(10, 4, -1.967_893_879)]
#[case(10, 6, -2.207_323_655)]
#[case(35, 7, -2.095_498_693)]
#[case(10, 10, -1.648_945_714)]
fn the_negative_weights_have_the_sum_of_the_tutorial(
    #[case] dimensions: usize,
    #[case] population: usize,
    #[case] expected: f64,
) {
    let Parameters { weights, .. } = Parameters::new(dimensions, population, Covariance::Full);
    let [positive, negative] =
        [1.0, -1.0].map(|sign: f64| weights.iter().filter(|weight| **weight * sign > 0.0).sum::<f64>());
    assert!((positive - 1.0).abs() < 1e-9 && (negative - expected).abs() < 1e-8, "{positive} {negative}");
}

/// Asks for a generation, measures it on a function with one optimum, and tells the strategy.
fn advance(optimizer: &mut CmaEs, generation: u32) {
    let mut measured: Vec<MeasuredPoint> = optimizer
        .ask(generation, &streams())
        .into_iter()
        .enumerate()
        .map(|(place, point)| MeasuredPoint {
            score: 1.0 - distance(&point),
            point,
            place,
            is_proposed: true,
        })
        .collect();
    measured.sort_by(|a, b| b.score.total_cmp(&a.score));
    optimizer.tell(generation, &streams(), &measured);
}

/// The squared distance to the optimum.
fn distance(point: &[f64]) -> f64 {
    point.iter().map(|coordinate| (coordinate - 0.6) * (coordinate - 0.6)).sum()
}

#[test]
fn the_estimate_remains_after_a_restart_until_the_first_update() {
    let settings = CmaEsSettings { population: 6, ..CmaEsSettings::default() };
    let mut optimizer = CmaEs::new(settings, 3, Vec::new());
    let restart = (0..2_000).find(|generation| {
        advance(&mut optimizer, *generation);
        optimizer.factor == 2
    });
    let restart = restart.expect("the strategy converges");
    assert!(distance(&optimizer.estimate().unwrap()) < 1e-6);
    // Two generations of the experiment are one of the strategy.
    advance(&mut optimizer, restart + 1);
    assert!(distance(&optimizer.estimate().unwrap()) < 1e-6);
    advance(&mut optimizer, restart + 2);
    let state = optimizer.state.as_ref().unwrap();
    assert_eq!((state.updates, optimizer.estimate().unwrap()), (1, state.mean.as_slice().to_vec()));
}
