//! Tests of all optimizers: the contract of ask and tell, and standard functions.

use std::f64::consts::PI;

use rstest::rstest;

use super::cma_es::{CmaEs, Covariance};
use super::differential::Differential;
use super::pattern::Pattern;
use super::real::{MeasuredPoint, RealOptimizer, dimensions, normal, reflected, within};
use super::spsa::{Spsa, SpsaSettings};
use super::swarm::{Neighbourhood, Swarm};
use super::*;
use crate::evolution::optimizer::{Candidate, Generation};
use crate::organism::chromosome::Chromosome;
use crate::randomness::Randomness;

fn schema() -> Arc<Schema> {
    Schema::built_in("paper-2014").unwrap()
}

fn streams(run: u32) -> Randomness {
    Randomness::new(1, "test", run)
}

/// A score of values: the larger, the nearer each value is to two thirds of its range.
fn score(schema: &Schema, chromosome: &Chromosome) -> u64 {
    let values = chromosome.decode(schema);
    let distance: f64 = schema
        .parameters
        .iter()
        .zip(values)
        .filter(|(parameter, _)| parameter.range.0 < parameter.range.1)
        .map(|(parameter, value)| {
            let (low, high) = (f64::from(parameter.range.0), f64::from(parameter.range.1));
            ((f64::from(value) - low) / (high - low) - 2.0 / 3.0).powi(2)
        })
        .sum();
    (1e9 - 1e6 * distance) as u64
}

/// Asks for a generation, measures it and reports it; returns its candidates, fittest first.
fn advance(optimizer: &mut dyn Optimizer, number: u32) -> Vec<Candidate> {
    let candidates = optimizer.ask(number, &streams(0));
    report(optimizer, number, candidates)
}

fn report(optimizer: &mut dyn Optimizer, number: u32, mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    let schema = schema();
    candidates.sort_by_key(|candidate| std::cmp::Reverse(score(&schema, &candidate.chromosome)));
    let scores: Vec<u64> = candidates.iter().map(|one| score(&schema, &one.chromosome)).collect();
    let fitness: Vec<f64> = scores.iter().map(|score| *score as f64).collect();
    let generation =
        Generation { number, candidates: candidates.clone(), scores: &scores, fitness: &fitness };
    optimizer.tell(generation, &streams(0));
    candidates
}

fn every_optimizer() -> Vec<OptimizerSettings> {
    OptimizerSettings::NAMES.iter().map(|(name, _)| OptimizerSettings::named(name).unwrap()).collect()
}

#[test]
fn generations_are_full_and_asking_twice_gives_the_same() {
    for mut settings in every_optimizer() {
        for population in [4, 7, 20] {
            settings.set_population(population);
            settings.validate().unwrap();
            let mut optimizer = settings.optimizer(&schema());
            let mut last: Vec<Candidate> = Vec::new();
            for generation in 0..30 {
                let asked = optimizer.ask(generation, &streams(0));
                let is_new = |one: &Candidate| last.iter().all(|before| before.chromosome != one.chromosome);
                assert!(
                    asked.iter().all(|one| one.born == generation || !is_new(one)),
                    "{}",
                    settings.name()
                );
                assert_eq!(asked.len(), population as usize, "{}", settings.name());
                assert!(asked.iter().all(|one| one.chromosome.len() == schema().bits()));
                assert_eq!(asked, optimizer.ask(generation, &streams(0)), "{}", settings.name());
                last = advance(&mut *optimizer, generation);
            }
        }
    }
}

#[test]
fn repeated_tells_restore_the_state() {
    for settings in every_optimizer() {
        let (mut first, mut second) = (settings.optimizer(&schema()), settings.optimizer(&schema()));
        for generation in 0..40 {
            let candidates = advance(&mut *first, generation);
            report(&mut *second, generation, candidates);
        }
        assert_eq!(first.ask(40, &streams(0)), second.ask(40, &streams(0)), "{}", settings.name());
    }
}

#[test]
fn organisms_that_were_not_proposed_are_taken_in() {
    let schema = schema();
    let good: Vec<i32> =
        schema.parameters.iter().map(|p| p.range.0 + (p.range.1 - p.range.0) * 2 / 3).collect();
    let good = Chromosome::encode(&schema, &good).unwrap();
    for settings in every_optimizer() {
        let mean = |planted: bool| {
            let mut optimizer = settings.optimizer(&schema);
            for generation in 0..15 {
                let mut candidates = optimizer.ask(generation, &streams(0));
                if planted && generation > 2 {
                    let count = candidates.len();
                    for place in &mut candidates[count - 3..] {
                        *place =
                            Candidate { chromosome: good.clone(), born: generation, parents: Vec::new() };
                    }
                }
                report(&mut *optimizer, generation, candidates);
            }
            let last = optimizer.ask(15, &streams(0));
            last.iter().map(|one| score(&schema, &one.chromosome) as f64).sum::<f64>() / last.len() as f64
        };
        assert!(mean(true) > mean(false), "{}", settings.name());
    }
}

#[test]
fn initial_organisms_replace_the_first_generation() {
    for settings in every_optimizer() {
        let mut optimizer = settings.optimizer(&schema());
        let mut rng = streams(5).stream(0, "founders");
        let founder = || Chromosome::random(schema().bits(), &mut rng);
        let founders: Vec<Candidate> = std::iter::repeat_with(founder)
            .take(settings.population() as usize)
            .map(|chromosome| Candidate { chromosome, born: 0, parents: Vec::new() })
            .collect();
        report(&mut *optimizer, 0, founders);
        for generation in 1..20 {
            assert_eq!(advance(&mut *optimizer, generation).len(), settings.population() as usize);
        }
    }
}

#[test]
fn every_optimizer_improves_on_random_organisms() {
    for mut settings in every_optimizer() {
        settings.set_population(20);
        let mut optimizer = settings.optimizer(&schema());
        let first = score(&schema(), &advance(&mut *optimizer, 0)[0].chromosome);
        let best = (1..250).map(|generation| advance(&mut *optimizer, generation)[0].chromosome.clone());
        let last = best.map(|chromosome| score(&schema(), &chromosome)).max().unwrap();
        // The distance to the optimum falls to a quarter at least.
        let (before, after) = (1_000_000_000 - first, 1_000_000_000 - last);
        assert!(after * 4 < before, "{}: {before} to {after}", settings.name());
    }
}

#[rstest]
#[case(0.25, 0.25)]
#[case(-0.25, 0.25)]
#[case(1.25, 0.75)]
#[case(-3.5, 0.5)]
#[case(1.0, 1.0)]
fn coordinates_are_reflected_into_the_cube(#[case] outside: f64, #[case] inside: f64) {
    assert_eq!(reflected(outside), inside);
}

#[rstest]
#[case([0.25, 0.75], 0.5, 0.5)]
#[case([0.25, 0.75], 0.875, 0.625)]
#[case([0.25, 0.75], 0.0, 0.5)]
#[case([0.25, 0.75], 1.5, 0.5)]
#[case([0.5, 0.5], 0.9, 0.5)]
fn coordinates_are_reflected_at_their_bounds(
    #[case] bounds: [f64; 2],
    #[case] outside: f64,
    #[case] inside: f64,
) {
    assert_eq!(within(bounds, outside), inside);
}

/// Also in ranges that do not begin at 0.
#[test]
fn a_start_is_the_first_organism() {
    let mut shifted = Schema::clone(&schema());
    for (parameter, shift) in shifted.parameters.iter_mut().zip([-300, 0, 1000].into_iter().cycle()) {
        parameter.range = (parameter.range.0 + shift, parameter.range.1 + shift);
    }
    let shifted = Arc::new(shifted);
    for name in ["de", "pso"] {
        let mut rng = streams(0).stream(0, "start");
        let start = Chromosome::random(shifted.bits(), &mut rng);
        let mut optimizer = OptimizerSettings::named(name).unwrap().optimizer(&shifted);
        optimizer.start(&start);
        let first = optimizer.ask(0, &streams(0)).remove(0).chromosome;
        assert_eq!(first.decode(&shifted), start.decode(&shifted), "{name}");
    }
}

#[test]
fn normal_numbers_have_the_right_moments() {
    let mut rng = streams(0).stream(0, "normal");
    let drawn: Vec<f64> = (0..100_000).map(|_| normal(&mut rng)).collect();
    let moment = |power: i32| drawn.iter().map(|number| number.powi(power)).sum::<f64>() / drawn.len() as f64;
    // Five standard errors of each moment.
    assert!(moment(1).abs() < 0.016 && (moment(2) - 1.0).abs() < 0.023, "{} {}", moment(1), moment(2));
    assert!(moment(3).abs() < 0.062 && (moment(4) - 3.0).abs() < 0.155, "{} {}", moment(3), moment(4));
}

/// A standard function with its minimum 0, on coordinates from −5 to 5.
#[derive(Debug, Clone, Copy)]
enum Function {
    Sphere,
    Ellipsoid,
    Rosenbrock,
    Rastrigin,
}

impl Function {
    fn at(self, point: &[f64]) -> f64 {
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
fn generation_0_begins_near_a_start() {
    let schema = schema();
    let values: Vec<i32> =
        schema.parameters.iter().map(|p| p.range.0 + (p.range.1 - p.range.0) * 2 / 3).collect();
    let start = Chromosome::encode(&schema, &values).unwrap();
    for settings in every_optimizer() {
        let mean = |start: Option<&Chromosome>| {
            let mut optimizer = settings.optimizer(&schema);
            if let Some(start) = start {
                optimizer.start(start);
            }
            let asked = optimizer.ask(0, &streams(0));
            assert_eq!(asked, optimizer.ask(0, &streams(0)), "{}", settings.name());
            asked.iter().map(|one| score(&schema, &one.chromosome) as f64).sum::<f64>() / asked.len() as f64
        };
        assert!(mean(Some(&start)) > mean(None), "{}", settings.name());
    }
}

/// Two noisy measurements for each step: the estimate approaches the minimum although no single measurement shows it.
#[test]
fn the_estimate_of_a_pair_of_spsa_averages_noise() {
    let settings = SpsaSettings {
        population: 2,
        first_step: 0.02,
        stability: 30,
        calibration: 20,
        ..SpsaSettings::default()
    };
    for run in 0..5 {
        let mut spsa = Spsa::new(settings.clone(), vec![0.0; 10]);
        spsa.start(vec![0.2; 10]);
        let mut noise = streams(run).stream(0, "noise");
        let before = Function::Sphere.at(&[0.2; 10]);
        for generation in 0..400 {
            let mut measured: Vec<MeasuredPoint> = Vec::new();
            for (place, point) in spsa.ask(generation, &streams(run)).into_iter().enumerate() {
                let score = -Function::Sphere.at(&point) + 20.0 * normal(&mut noise);
                measured.push(MeasuredPoint { point, score, place, is_proposed: true });
            }
            assert_eq!(measured.len(), 2);
            measured.sort_by(|a, b| b.score.total_cmp(&a.score));
            spsa.tell(generation, &streams(run), &measured);
        }
        let estimate = spsa.estimate().unwrap();
        assert_eq!(estimate.len(), 10);
        let after = Function::Sphere.at(&estimate);
        assert!(after * 4.0 < before, "{before} to {after}");
    }
}

/// Parameters of two values are perturbed too.
#[test]
fn the_least_perturbation_of_spsa_reaches_the_next_integer() {
    let schema = Schema::built_in("search-extended").unwrap();
    let smallest = Chromosome::encode(&schema, &schema.smallest()).unwrap();
    let differing = |least_perturbation: f64| {
        let settings = SpsaSettings { population: 2, least_perturbation, ..SpsaSettings::default() };
        let mut optimizer = OptimizerSettings::Spsa(settings).optimizer(&schema);
        optimizer.start(&smallest);
        let [one, two] = <[Candidate; 2]>::try_from(optimizer.ask(0, &streams(0))).unwrap();
        let both = one.chromosome.decode(&schema).into_iter().zip(two.chromosome.decode(&schema));
        both.filter(|(one, two)| one != two).count()
    };
    let variable = schema.parameters.iter().filter(|one| one.range.0 < one.range.1).count();
    assert_eq!(differing(0.75), variable);
    assert!(differing(0.0) < variable);
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

#[rstest]
#[case("spsa")]
#[case("cma-es")]
fn reports_describe_the_estimate_and_the_distribution(#[case] name: &str) {
    let schema = schema();
    let reported = || {
        let mut optimizer = OptimizerSettings::named(name).unwrap().optimizer(&schema);
        assert_eq!(optimizer.report(), None, "nothing is measured");
        (0..5).for_each(|number| drop(advance(&mut *optimizer, number)));
        (optimizer.report().unwrap(), optimizer.estimate().unwrap().decode(&schema))
    };
    let (report, estimate) = reported();
    assert_eq!(reported().0, report, "replayed generations give the same report");
    assert_eq!(report.generation, 4);
    for ((exact, rounded), parameter) in report.estimate.iter().zip(estimate).zip(&schema.parameters) {
        assert!((exact - f64::from(rounded)).abs() <= 0.5 + 1e-9, "{}: {exact} {rounded}", parameter.name);
    }
    assert!(!report.columns.is_empty());
    assert!(report.columns.iter().all(|column| column.values.len() == schema.len()));
    assert_eq!(report.axes.len(), if name == "cma-es" { dimensions(&schema) } else { 0 });
    assert!(report.axes.is_sorted_by(|longer, shorter| longer.length >= shorter.length));
    for axis in &report.axes {
        let square: f64 = axis.direction.iter().map(|part| part * part).sum();
        assert!((square - 1.0).abs() < 1e-9, "{square}");
    }
}

#[test]
fn the_slope_of_spsa_is_that_of_the_score_over_the_range() {
    let settings = SpsaSettings { population: 2, ..SpsaSettings::default() };
    let mut spsa = Spsa::new(settings, vec![0.01]);
    spsa.start(vec![0.5]);
    for generation in 0..3 {
        let points = spsa.ask(generation, &streams(0)).into_iter().enumerate();
        let measured = |(place, point): (usize, Vec<f64>)| MeasuredPoint {
            score: 40.0 * point[0],
            point,
            place,
            is_proposed: true,
        };
        let measured: Vec<MeasuredPoint> = points.map(measured).collect();
        spsa.tell(generation, &streams(0), &measured);
    }
    let report = spsa.report().unwrap();
    let column =
        |heading: &str| report.columns.iter().find(|column| column.heading == heading).unwrap().values[0];
    assert!((column("slope") - 40.0).abs() < 1e-9, "{}", column("slope"));
    assert!(column("step") > 0.0, "uphill");
}

#[test]
fn a_step_of_spsa_is_bounded_and_reported() {
    let settings = SpsaSettings {
        population: 2,
        first_step: 0.01,
        perturbation: 0.02,
        calibration: 2,
        averaging: false,
        ..SpsaSettings::default()
    };
    let mut spsa = Spsa::new(settings, vec![0.0; 3]);
    spsa.start(vec![0.5; 3]);
    for generation in 0..4 {
        // After the calibration one measurement is absurd.
        let slope = if generation == 3 { 1e6 } else { 1.0 };
        let points = spsa.ask(generation, &streams(0)).into_iter().enumerate();
        let measured = |(place, point): (usize, Vec<f64>)| MeasuredPoint {
            score: slope * point.iter().sum::<f64>(),
            point,
            place,
            is_proposed: true,
        };
        let mut measured: Vec<MeasuredPoint> = points.map(measured).collect();
        measured.sort_by(|a, b| b.score.total_cmp(&a.score));
        let before = spsa.estimate().unwrap();
        spsa.tell(generation, &streams(0), &measured);
        let report = spsa.report().unwrap();
        let step = &report.columns.iter().find(|column| column.heading == "step").unwrap().values;
        for ((after, before), step) in spsa.estimate().unwrap().iter().zip(before).zip(step) {
            assert!((after - before - step).abs() < 1e-12, "{after} {before} {step}");
            assert!(step.abs() <= 0.04 + 1e-12 && *step != 0.0, "generation {generation}: {step}");
        }
    }
}

/// One organism is far better than the others, which are equal. The others move towards any of the best.
#[test]
fn the_best_share_says_how_many_attract_in_differential_evolution() {
    let moved = |best_share: f64| {
        let settings = DifferentialSettings { population: 20, best_share, ..DifferentialSettings::default() };
        let mut optimizer = Differential::new(settings, 1);
        let measured = |place: usize| {
            let at = if place == 0 { 0.9 } else { 0.1 };
            MeasuredPoint { point: vec![at], score: at, place, is_proposed: true }
        };
        optimizer.tell(0, &streams(0), &(0..20).map(measured).collect::<Vec<_>>());
        optimizer.ask(1, &streams(0)).iter().filter(|point| point[0] != 0.1).count()
    };
    assert!(moved(0.05) >= 18, "{}", moved(0.05));
    assert!(moved(1.0) <= 10, "{}", moved(1.0));
}

/// When no integer is nearer to the best organism, the search begins elsewhere.
#[test]
fn an_exhausted_pattern_search_begins_again() {
    let settings = PatternSettings { population: 4, reach: 0.25 };
    let mut pattern = Pattern::new(settings, 2, vec![0.05; 2]);
    let mut distant = 0;
    for generation in 0..100 {
        let points = pattern.ask(generation, &streams(0)).into_iter().enumerate();
        let measured = |(place, point): (usize, Vec<f64>)| MeasuredPoint {
            score: -Function::Sphere.at(&point),
            point,
            place,
            is_proposed: true,
        };
        let mut measured: Vec<MeasuredPoint> = points.map(measured).collect();
        measured.sort_by(|a, b| b.score.total_cmp(&a.score));
        // The optimum is at 0.65.
        distant += u32::from(measured.iter().any(|one| one.point.iter().all(|at| (at - 0.65).abs() > 0.3)));
        pattern.tell(generation, &streams(0), &measured);
    }
    assert!(distant >= 3, "{distant}");
}
