//! Counts the evaluations that the optimizers need on standard functions.

use std::f64::consts::PI;

use rstest::rstest;

use super::*;

/// A standard function with its minimum 0, on coordinates from −5 to 5.
#[derive(Debug, Clone, Copy)]
pub(super) enum Function {
    Sphere,
    Ellipsoid,
    Rosenbrock,
    Rastrigin,
}

impl Function {
    pub(super) fn at(self, point: &[f64]) -> f64 {
        let x: Vec<f64> = point.iter().map(|coordinate| 10.0 * reflected(*coordinate) - 5.0).collect();
        // The minimum is not the centre of the cube.
        let shifted = x.iter().map(|x| x - 1.5);
        let last = (x.len() - 1) as f64;
        match self {
            Function::Sphere => shifted.map(|x| x * x).sum(),
            Function::Ellipsoid => {
                shifted.enumerate().map(|(index, x)| 1e6_f64.powf(index as f64 / last) * x * x).sum()
            }
            Function::Rosenbrock => x
                .windows(2)
                .map(|pair| 100.0 * (pair[0] * pair[0] - pair[1]).powi(2) + (pair[0] - 1.0).powi(2))
                .sum(),
            Function::Rastrigin => shifted.map(|x| x * x - 10.0 * (2.0 * PI * x).cos() + 10.0).sum(),
        }
    }
}

/// Returns the number of evaluations until the value is below `target`; `None` if `budget` does not suffice.
fn evaluations(
    optimizer: &mut dyn RealOptimizer,
    function: Function,
    run: u32,
    target: f64,
    budget: usize,
) -> Option<usize> {
    let mut count = 0;
    for generation in 0.. {
        let mut measured: Vec<MeasuredPoint> = optimizer
            .ask(generation, &streams(run))
            .into_iter()
            .enumerate()
            .map(|(place, point)| MeasuredPoint {
                score: -function.at(&point),
                point,
                place,
                is_proposed: true,
            })
            .collect();
        if let Some(place) = measured.iter().position(|measured| -measured.score < target) {
            return Some(count + place + 1);
        }
        count += measured.len();
        if count >= budget {
            return None;
        }
        measured.sort_by(|a, b| b.score.total_cmp(&a.score));
        optimizer.tell(generation, &streams(run), &measured);
    }
    None
}

/// Returns the median of the evaluations of 15 runs. A run that fails counts as the whole budget.
fn median(
    create: impl Fn() -> Box<dyn RealOptimizer>,
    function: Function,
    target: f64,
    budget: usize,
) -> usize {
    let mut all: Vec<usize> = (0..15)
        .map(|run| evaluations(&mut *create(), function, run, target, budget).unwrap_or(budget))
        .collect();
    all.sort_unstable();
    all[7]
}

fn cma_es(dimensions: usize, population: u32, covariance: Covariance) -> Box<dyn RealOptimizer> {
    let settings = CmaEsSettings { population, covariance, step: 0.2, ..CmaEsSettings::default() };
    Box::new(CmaEs::new(settings, dimensions, Vec::new()))
}

/// The medians of Python's `cma` 4.5.0 for the same function, dimensions and population, from
/// `benches/reference/optimizers.py`: 15 seeds, a target of 1e-8.
#[rstest]
#[case(Function::Sphere, 10, 10, 1533)]
#[case(Function::Ellipsoid, 10, 10, 4067)]
#[case(Function::Rosenbrock, 10, 10, 5564)]
#[case(Function::Sphere, 40, 15, 5521)]
fn cma_es_needs_as_few_evaluations_as_the_reference(
    #[case] function: Function,
    #[case] dimensions: usize,
    #[case] population: u32,
    #[case] reference: usize,
) {
    let found = median(|| cma_es(dimensions, population, Covariance::Full), function, 1e-8, 100_000);
    assert!(found * 10 <= reference * 13, "{found} evaluations, the reference needs {reference}");
}

/// Without restarts, all organisms of a generation may have the same values.
#[test]
fn cma_es_stays_at_the_best_integers() {
    let settings = CmaEsSettings { population: 10, restarts: false, ..CmaEsSettings::default() };
    let mut optimizer = CmaEs::new(settings, 4, vec![0.05; 4]);
    let error = |point: &[f64]| -> f64 {
        point.iter().map(|coordinate| ((reflected(*coordinate) * 20.0).round() - 7.0).abs()).sum()
    };
    let mut best = f64::INFINITY;
    for generation in 0..400 {
        let points = optimizer.ask(generation, &streams(0));
        assert!(points.iter().flatten().all(|coordinate| coordinate.is_finite()), "generation {generation}");
        let mut measured: Vec<MeasuredPoint> = points
            .into_iter()
            .enumerate()
            .map(|(place, point)| MeasuredPoint { score: -error(&point), point, place, is_proposed: true })
            .collect();
        measured.sort_by(|a, b| b.score.total_cmp(&a.score));
        best = -measured[0].score;
        optimizer.tell(generation, &streams(0), &measured);
    }
    assert_eq!(best, 0.0);
}

/// The bounds are about a third above the medians at the time of writing.
#[test]
fn the_other_optimizers_reach_the_minimum() {
    let separable = median(|| cma_es(10, 10, Covariance::Separable), Function::Ellipsoid, 1e-8, 10_000);
    assert!(separable < 2_700, "{separable}");
    let differential =
        || -> Box<dyn RealOptimizer> { Box::new(Differential::new(DifferentialSettings::default(), 10)) };
    let multimodal = median(differential, Function::Rastrigin, 1e-8, 100_000);
    assert!(multimodal < 58_000, "{multimodal}");
    let swarm = |neighbourhood| {
        let settings = SwarmSettings { population: 50, neighbourhood };
        median(|| Box::new(Swarm::new(settings.clone(), 10)), Function::Sphere, 1e-8, 100_000)
    };
    let (global, ring) = (swarm(Neighbourhood::Global), swarm(Neighbourhood::Ring));
    assert!(global < 11_000 && ring < 21_000, "{global} {ring}");
    let pattern = || -> Box<dyn RealOptimizer> {
        Box::new(Pattern::new(PatternSettings { population: 20, reach: 0.25 }, 10, Vec::new()))
    };
    let pattern = median(pattern, Function::Ellipsoid, 1e-8, 100_000);
    assert!(pattern < 3_900, "{pattern}");
    let spsa = median(
        || Box::new(Spsa::new(SpsaSettings::default(), vec![0.0; 10])),
        Function::Sphere,
        1e-2,
        100_000,
    );
    assert!(spsa < 1_000, "{spsa}");
}

#[test]
#[ignore = "prints a table for docs/results.md, takes minutes"]
#[allow(clippy::print_stdout, reason = "the table is the result")]
fn table_of_evaluations() {
    println!("| function | dimensions | cma-es | separable | de | pso, global | pso, ring | pattern |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (function, dimensions, population) in [
        (Function::Sphere, 10, 10),
        (Function::Ellipsoid, 10, 10),
        (Function::Rosenbrock, 10, 10),
        (Function::Rastrigin, 10, 10),
        (Function::Sphere, 40, 15),
        (Function::Ellipsoid, 40, 15),
        (Function::Rosenbrock, 40, 15),
        (Function::Rastrigin, 40, 15),
    ] {
        let count =
            |create: &dyn Fn() -> Box<dyn RealOptimizer>| match median(create, function, 1e-8, 300_000) {
                300_000 => "–".to_owned(),
                found => found.to_string(),
            };
        let swarm = |neighbourhood| {
            let settings = SwarmSettings { population: 50, neighbourhood };
            count(&|| Box::new(Swarm::new(settings.clone(), dimensions)))
        };
        let pattern = PatternSettings { population: 20, reach: 0.25 };
        println!(
            "| {function:?} | {dimensions} | {} | {} | {} | {} | {} | {} |",
            count(&|| cma_es(dimensions, population, Covariance::Full)),
            count(&|| cma_es(dimensions, population, Covariance::Separable)),
            count(&|| Box::new(Differential::new(DifferentialSettings::default(), dimensions))),
            swarm(Neighbourhood::Global),
            swarm(Neighbourhood::Ring),
            count(&|| Box::new(Pattern::new(pattern.clone(), dimensions, Vec::new()))),
        );
    }
}
