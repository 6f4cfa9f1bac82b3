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

fn foreign(points: &[f64], dimensions: usize) -> Vec<MeasuredPoint> {
    let all = points.iter().enumerate();
    all.map(|(place, at)| MeasuredPoint {
        point: vec![*at; dimensions],
        score: *at,
        place,
        is_proposed: false,
    })
    .collect()
}

/// Hansen, *Injecting external solutions into CMA-ES* (2011): the step to such an organism is cut to a usual length.
#[test]
fn a_distant_organism_does_not_throw_the_mean_away() {
    let settings = CmaEsSettings { population: 10, ..CmaEsSettings::default() };
    let mut optimizer = CmaEs::new(settings, 10, Vec::new());
    optimizer.start(vec![0.5; 10]);
    advance(&mut optimizer, 0);
    let state = optimizer.state.clone().unwrap();
    let mut measured = foreign(&[1.0], 10);
    let proposed = optimizer.ask(1, &streams()).into_iter().skip(1).enumerate();
    measured.extend(proposed.map(|(place, point)| MeasuredPoint {
        point,
        score: 0.0,
        place: place + 1,
        is_proposed: true,
    }));
    optimizer.tell(1, &streams(), &measured);
    let moved = (&optimizer.state.as_ref().unwrap().mean - &state.mean).norm() / state.sigma;
    assert!(moved < 6.0, "{moved} standard deviations");
    assert!(optimizer.state.as_ref().unwrap().sigma < 3.0 * state.sigma);
}

#[test]
fn a_strategy_begins_among_organisms_that_it_did_not_propose() {
    let settings = CmaEsSettings { population: 6, ..CmaEsSettings::default() };
    let mut optimizer = CmaEs::new(settings, 3, Vec::new());
    optimizer.tell(0, &streams(), &foreign(&[0.92, 0.91, 0.9, 0.3, 0.2, 0.1], 3));
    let estimate = optimizer.estimate().unwrap();
    assert!(estimate.iter().all(|at| (0.9..=0.92).contains(at)), "{estimate:?}");
}

/// A mean, a step size and the upper triangle of a covariance matrix after an update.
type Expected = ([f64; 3], f64, [f64; 6]);

/// The points are these tenths away from a place, the fittest first. The expected numbers follow from the formulas of the
/// tutorial, computed apart from this program. The first step is so long that the path of the covariance matrix waits, and the
/// fittest of the second generation is an organism from elsewhere, whose step is cut.
#[test]
fn three_updates_are_those_of_the_tutorial() {
    let place = [0.5, 0.4, 0.6];
    let updates: [([[f64; 3]; 6], Expected); 3] = [
        (
            [
                [2.4, 1.6, -0.8],
                [1.9, 2.2, -1.1],
                [2.8, 0.9, -1.7],
                [-0.3, 0.5, 0.2],
                [0.4, -1.2, 0.9],
                [-1.5, -0.7, 1.3],
            ],
            (
                [0.728_906_97, 0.571_587_11, 0.504_408_05],
                0.139_263_651,
                [1.232_398_610, 0.217_379_049, -0.049_762_669, 1.092_957_272, -0.006_240_956, 0.981_184_407],
            ),
        ),
        (
            [
                [9.0, -7.0, 8.0],
                [0.1, 0.4, 0.2],
                [-0.3, 0.2, 0.1],
                [0.5, -0.6, 0.4],
                [1.1, 0.3, -0.9],
                [-0.8, 1.4, 0.6],
            ],
            (
                [0.764_857_31, 0.368_304_48, 0.703_773_64],
                0.158_013_425,
                [1.044_491_751, -0.032_020_353, 0.184_174_606, 1.392_313_067, -0.435_193_292, 1.349_503_370],
            ),
        ),
        (
            [
                [0.2, -0.1, 0.3],
                [-0.4, 0.1, 0.2],
                [0.3, 0.3, -0.2],
                [1.2, -0.4, 0.5],
                [-0.6, -1.3, 0.7],
                [0.9, 0.8, -1.6],
            ],
            (
                [0.503_709_66, 0.398_826_89, 0.623_234_94],
                0.134_104_642,
                [1.289_960_138, 0.073_843_026, 0.038_029_989, 1.340_847_614, -0.360_460_482, 1.126_989_858],
            ),
        ),
    ];
    let mut state = State::new(place.to_vec(), 0.1, Parameters::new(3, 6, Covariance::Full));
    for (generation, (points, (mean, sigma, covariance))) in updates.into_iter().enumerate() {
        let measured = points.iter().enumerate().map(|(rank, tenths)| MeasuredPoint {
            point: place.iter().zip(tenths).map(|(at, tenths)| at + tenths / 10.0).collect(),
            score: -(rank as f64),
            place: rank,
            is_proposed: generation != 1 || rank != 0,
        });
        state.update(measured.collect(), &CmaEsSettings::default(), &[]);
        let upper = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)].map(|at| state.covariance[at]);
        let found = state.mean.iter().chain([&state.sigma]).chain(&upper);
        for (found, expected) in found.zip(mean.iter().chain([&sigma]).chain(&covariance)) {
            assert!(
                (found - expected).abs() < 1e-8,
                "generation {generation}: {found} instead of {expected}"
            );
        }
    }
}

#[test]
fn coordinates_that_spread_over_less_than_an_integer_are_rounded() {
    let mut state = State::new(vec![0.5; 2], 0.1, Parameters::new(2, 6, Covariance::Full));
    state.covariance *= 4.0;
    let found = state.on_grid(&[0.33, 0.33], &[0.15, 0.25]);
    assert_eq!(found.as_slice(), [0.33, 0.25]);
}
