use std::ops::Range;

use rstest::rstest;

use super::*;
use crate::evolution::fitness::{Derivatives, Executor, Fitness, Model, PastOfRun, Task};
use crate::evolution::run::{Run, RunSettings};
use crate::threads::{Interrupt, ThreadPool};

/// The values of the organism to be found: two thirds of each range.
fn planted(schema: &Schema) -> Vec<i32> {
    schema.parameters.iter().map(|p| p.range.0 + (p.range.1 - p.range.0) * 2 / 3).collect()
}

/// A fitness whose loss is half the square of the distance from some values. Neighbouring parameters depend on each
/// other. The values differ between generations if `noise` is not 0.
struct Distance {
    target: Vec<f64>,
    noise: f64,
}

impl Distance {
    fn to(target: &[i32]) -> Distance {
        Distance { target: target.iter().map(|value| f64::from(*value)).collect(), noise: 0.0 }
    }

    fn hessian(&self, i: usize, j: usize) -> f64 {
        match i.abs_diff(j) {
            0 => 1.0 + (i % 3) as f64,
            1 => 0.45,
            _ => 0.0,
        }
    }
}

impl Fitness for Distance {
    fn tasks(&self, organisms: Arc<Vec<Vec<i32>>>) -> Vec<Task> {
        vec![Task { range: 0..organisms.len(), organisms, items: 0..1 }]
    }

    fn has_items(&self, items: &Range<usize>) -> bool {
        *items == (0..1)
    }

    fn run(&self, task: &Task) -> Vec<u64> {
        let loss = |values: &Vec<i32>| {
            let values: Vec<f64> = values.iter().map(|value| f64::from(*value)).collect();
            (1e12 - 16.0 * self.derivatives(&values).loss) as u64
        };
        task.organisms.iter().map(loss).collect()
    }

    fn total(&self) -> u64 {
        1_000_000_000_000
    }

    fn model(&self) -> Option<&dyn Model> {
        Some(self)
    }

    fn of_generation(
        &self,
        generation: u32,
        randomness: &Randomness,
        _: PastOfRun<'_>,
    ) -> Option<Box<dyn Fitness + '_>> {
        let mut rng = randomness.stream(generation, "sample");
        let moved =
            self.target.iter().map(|value| value + self.noise * (rng.random::<f64>() - 0.5)).collect();
        (self.noise > 0.0).then(|| Box::new(Distance { target: moved, noise: 0.0 }) as Box<dyn Fitness>)
    }
}

impl Model for Distance {
    fn items(&self) -> f64 {
        1.0
    }

    fn derivatives(&self, values: &[f64]) -> Derivatives {
        let mut derivatives = Derivatives::zero(values.len());
        let apart: Vec<f64> = values.iter().zip(&self.target).map(|(value, target)| value - target).collect();
        for i in 0..values.len() {
            for j in 0..values.len() {
                derivatives.hessian[i * values.len() + j] = self.hessian(i, j);
                derivatives.gradient[i] += self.hessian(i, j) * apart[j];
                derivatives.loss += self.hessian(i, j) * apart[i] * apart[j] / 2.0;
            }
        }
        derivatives
    }
}

fn schema() -> Arc<Schema> {
    Schema::built_in("paper-2014").unwrap()
}

fn run(settings: RegressionSettings) -> Run {
    Run::new(RunSettings {
        stage: "test",
        seed: 1,
        run: 0,
        schema: schema(),
        optimizer: OptimizerSettings::Regression(settings),
        initial: Vec::new(),
        start: None,
        hall_of_fame: None,
        fitness: Box::new(|scores| scores.iter().map(|score| *score as f64).collect()),
    })
}

fn advance(run: &mut Run, fitness: &dyn Fitness, executor: &dyn Executor, generations: u32) {
    for _ in 0..generations {
        let record = run.proposal(fitness, executor, &Interrupt::default()).unwrap();
        assert_eq!(run.proposal(fitness, executor, &Interrupt::default()).unwrap(), record);
        run.accept(&record);
    }
}

fn champion(run: &Run) -> Vec<i32> {
    run.champion().unwrap().chromosome.decode(run.schema())
}

#[test]
fn planted_values_are_found_in_the_first_step() {
    let (mut run, pool) = (run(RegressionSettings::default()), ThreadPool::new(1).unwrap());
    advance(&mut run, &Distance::to(&planted(&schema())), &pool, 2);
    assert_eq!(champion(&run), planted(&schema()));
}

/// The minimum is outside the ranges of some parameters and between the integers of others.
#[rstest]
#[case(4)]
#[case(40)]
fn the_best_integers_in_the_ranges_are_found(#[case] population: u32) {
    let schema = schema();
    let mut target = Distance::to(&planted(&schema));
    for (index, value) in target.target.iter_mut().enumerate() {
        *value += [0.5, 1e5, 0.3, -1e5, 0.45][index % 5];
    }
    let pool = ThreadPool::new(1).unwrap();
    let mut run = run(RegressionSettings { population, ..RegressionSettings::default() });
    advance(&mut run, &target, &pool, 4000 / population);
    let score = |values: Vec<i32>| {
        let organisms = Arc::new(vec![values]);
        target.run(&target.tasks(organisms)[0])[0]
    };
    let best = champion(&run);
    for (index, parameter) in schema.parameters.iter().enumerate() {
        assert!((parameter.range.0..=parameter.range.1).contains(&best[index]), "{}", parameter.name);
        for step in [-1, 1] {
            let mut neighbour = best.clone();
            neighbour[index] = (neighbour[index] + step).clamp(parameter.range.0, parameter.range.1);
            assert!(score(neighbour) <= score(best.clone()), "{} {step}", parameter.name);
        }
    }
}

/// Two values depend on each other. At the minimum for a second value of 8, the first one is above 4.5.
#[test]
fn the_integers_around_a_point_are_tried() {
    let mut schema = Schema::clone(&schema());
    schema.parameters.retain(|parameter| parameter.range.1 - parameter.range.0 > 20);
    schema.parameters.truncate(2);
    let bases: Vec<i32> = schema.parameters.iter().map(|parameter| parameter.range.0).collect();
    let regression = Regression::new(RegressionSettings::default(), &Arc::new(schema));
    let iterate = |first: f64, second: f64| Iterate {
        point: vec![f64::from(bases[0]) + first, f64::from(bases[1]) + second],
        hessian: vec![9.0, 2.7, 2.7, 1.0],
        is_settled: false,
    };
    let found = regression.roundings(&[iterate(4.4, 8.45), iterate(9.0, 9.0)]);
    let expected = [[4, 8], [5, 8], [4, 9], [5, 8]];
    assert_eq!(found, expected.map(|[first, second]| vec![bases[0] + first, bases[1] + second]));
}

/// The points of a resumed run are computed again from the recorded organisms, also if each generation has another loss
/// and the settings change.
#[rstest]
#[case(0.0)]
#[case(50.0)]
fn a_resumed_run_proposes_the_same(#[case] noise: f64) {
    let target = Distance { noise, ..Distance::to(&planted(&schema())) };
    let pool = ThreadPool::new(1).unwrap();
    let start = Some(Box::new(FixedEvaluation::of(&Organism::named_or_path("reference").unwrap())));
    let settings = RegressionSettings { start, ..RegressionSettings::default() };
    let changed = OptimizerSettings::Regression(RegressionSettings { population: 15, ..settings.clone() });
    let (mut first, mut records) = (run(settings.clone()), Vec::new());
    for generation in 0..12 {
        let mut record = first.proposal(&target, &pool, &Interrupt::default()).unwrap();
        if generation == 5 {
            let before = record;
            first.change(&changed);
            record = first.proposal(&target, &pool, &Interrupt::default()).unwrap();
            assert_ne!(record, before);
        }
        first.accept(&record);
        records.push(record);
    }
    let mut second = run(settings);
    for record in &records {
        if record.generation == 5 {
            second.change(&changed);
        }
        second.accept(record);
    }
    let next = first.proposal(&target, &pool, &Interrupt::default());
    assert_eq!(second.proposal(&target, &pool, &Interrupt::default()), next);
}
