//! Tests of all optimizers: the contract of ask and tell, and standard functions.

mod functions;

use rstest::rstest;

use self::functions::Function;
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
