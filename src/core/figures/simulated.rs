//! Simulated tunes by SPSA, as `eyas tune --objective self-play` makes them, of engines whose strengths are known. Everything
//! except the games is the code of real tunes.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::engine_options::{OptionType, TunableOption, TunedEngine};
use crate::evolution::record::{GenerationRecord, Scores};
use crate::evolution::report::OptimizerReport;
use crate::evolution::run::Measured;
use crate::experiment::{Experiment, presets, screening};
use crate::figures::response::Response;

/// The share of draws between equal players.
const DRAWS: f64 = 0.55;

/// The advantage of White in Elo, and how much openings differ in it.
const WHITE_ELO: f64 = 35.0;
const OPENING_ELO: f64 = 120.0;

/// Returns an engine with options from 0 to 1,000 that start at 500.
pub(crate) fn engine(options: usize) -> TunedEngine {
    engine_of(options, [500.0, 1_000.0], Some(50.0))
}

/// Returns an engine with options from 0 on, with this start and maximum.
pub(crate) fn engine_of(options: usize, [start, max]: [f64; 2], c_end: Option<f64>) -> TunedEngine {
    let option = |place: usize| TunableOption {
        name: format!("Option {place}"),
        kind: OptionType::Int,
        start,
        min: 0.0,
        max,
        c_end,
        r_end: None,
    };
    TunedEngine::new("uci:simulated".to_owned(), Vec::new(), (0..options).map(option).collect()).unwrap()
}

/// Returns the measure of the two engines of a pair by the games that the first one lost, drew and won.
pub(crate) fn measured(games: [u32; 3]) -> Measured {
    let [lost, drawn, won] = games;
    measured_by(vec![vec![[0; 3], games], vec![[won, drawn, lost], [0; 3]]])
}

/// Returns the measure of engines by the games that each lost, drew and won against each.
pub(crate) fn measured_by(results: Vec<Vec<[u32; 3]>>) -> Measured {
    let results = Scores { results, hall: Vec::new(), faults: Vec::new() };
    Measured::FromGames { scores: results.half_points(), results }
}

/// Plays pairs of games of an engine that is `lead` Elo stronger. Returns how many it lost, drew and won.
fn pairs_of_games(rng: &mut ChaCha8Rng, lead: f64, pairs: u32) -> [u32; 3] {
    let mut games = [0; 3];
    for _ in 0..pairs {
        let white = WHITE_ELO + OPENING_ELO * (rng.random::<f64>() - 0.5);
        for lead in [lead + white, lead - white] {
            let expected = 1.0 / (1.0 + libm::pow(10.0, -lead / 400.0));
            let draws = DRAWS * 2.0 * expected.min(1.0 - expected);
            let (win, chance) = (expected - draws / 2.0, rng.random::<f64>());
            games[if chance < win { 2 } else { usize::from(chance < win + draws) }] += 1;
        }
    }
    games
}

/// A tune and what it has measured.
pub(crate) struct Simulated {
    pub(crate) experiment: Experiment,
    pub(crate) records: Vec<GenerationRecord>,
    pub(crate) reports: Vec<OptimizerReport>,
    estimate: Vec<i32>,
}

impl Simulated {
    /// Returns the preset for this number of games, with `pair` games between the two engines of a pair.
    pub(crate) fn tune(engine: &TunedEngine, games: u32, pair: u32, seed: u64) -> Simulated {
        let mut experiment = presets::options_self_play(presets::GAMES_DEFAULT, engine.clone()).unwrap();
        (experiment.seed, experiment.generations) = (seed, games / pair - 1);
        experiment.objective.self_play_mut().unwrap().games_per_pair = pair;
        let spsa = experiment.optimizer.spsa_mut().unwrap();
        spsa.set_last_perturbations(&engine.perturbations(), games / pair);
        experiment.validate().unwrap();
        Simulated { experiment, records: Vec::new(), reports: Vec::new(), estimate: Vec::new() }
    }

    /// Screens an engine of this strength, whose options start at 40 of 100, with this number of games, about half of which are
    /// drawn between equals. Returns what the games say.
    pub(crate) fn screening(
        options: usize,
        games: u64,
        seed: u64,
        strength: &dyn Fn(&[i32]) -> f64,
    ) -> Response {
        let engine = engine_of(options, [40.0, 100.0], None);
        let mut experiment = presets::options_self_play(presets::GAMES_DEFAULT, engine).unwrap();
        screening::screen(&mut experiment, games).unwrap();
        experiment.seed = seed;
        experiment.validate().unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut run = experiment.run(0).unwrap();
        let mut records = Vec::new();
        for _ in 0..=experiment.generations {
            let record = run.proposal_by(|field| {
                let lead = strength(&field.organisms[0]) - strength(&field.organisms[1]);
                Ok::<_, ()>(Some(measured(pairs_of_games(&mut rng, lead, 1))))
            });
            let record = record.unwrap().unwrap();
            run.accept(&record);
            records.push(record);
        }
        assert_eq!(run.estimate().unwrap().decode(experiment.schema()), vec![40; options], "nothing moves");
        Response::of(&experiment, records.iter()).unwrap()
    }

    /// Plays this number of generations.
    pub(crate) fn stopped_after(mut self, generations: u32, strength: &dyn Fn(&[i32]) -> f64) -> Simulated {
        let mut rng = ChaCha8Rng::seed_from_u64(self.experiment.seed);
        let pairs = self.experiment.objective.self_play().unwrap().games_per_pair / 2;
        let mut run = self.experiment.run(0).unwrap();
        for _ in 0..generations {
            let record = run.proposal_by(|field| {
                let lead = strength(&field.organisms[0]) - strength(&field.organisms[1]);
                Ok::<_, ()>(Some(measured(pairs_of_games(&mut rng, lead, pairs))))
            });
            let record = record.unwrap().unwrap();
            run.accept(&record);
            self.records.push(record);
            self.reports.extend(run.report());
        }
        self.estimate = run.estimate().unwrap().decode(self.experiment.schema());
        self
    }

    /// Returns the estimate of the best values.
    pub(crate) fn estimate(&self) -> Vec<i32> {
        self.estimate.clone()
    }
}

/// The Elo that the start of [`loss`] is weaker than the optimum.
const START_LOSS: f64 = 100.0;

/// The interaction of neighbouring options.
const COUPLING: f64 = 0.8;

/// Returns the Elo that values are weaker than the optimum: a quadratic form with interactions.
fn loss(values: &[i32]) -> f64 {
    let best = |place: usize| 0.5 + 0.25 * libm::sin(3.0 * (place as f64 + 1.0));
    let form = |value: &dyn Fn(usize) -> f64| {
        let way: Vec<f64> = (0..values.len()).map(|place| value(place) - best(place)).collect();
        way.iter().map(|one| one * one).sum::<f64>()
            + COUPLING * way.windows(2).map(|two| two[0] * two[1]).sum::<f64>()
    };
    START_LOSS * form(&|place| f64::from(values[place]) / 1_000.0) / form(&|_| 0.5)
}

#[test]
#[ignore = "prints the table of docs/results.md, with benches/reference/tuners.py"]
fn table_of_tuners() {
    for (options, games, pair) in [6, 20].into_iter().flat_map(|options| {
        [2_000, 10_000].into_iter().flat_map(move |games| [32, 8].map(|pair| (options, games, pair)))
    }) {
        let left: Vec<f64> = (1..=10)
            .map(|seed| {
                let tune = Simulated::tune(&engine(options), games, pair, seed);
                loss(&tune.stopped_after(games / pair, &|values| -loss(values)).estimate())
            })
            .collect();
        let mean = left.iter().sum::<f64>() / 10.0;
        let deviation = libm::sqrt(left.iter().map(|one| (one - mean) * (one - mean)).sum::<f64>() / 9.0);
        let half = 2.262 * deviation / libm::sqrt(10.0);
        eprintln!("SPSA, {options} parameters, {games} games, {pair} a pair: {mean:.1} ± {half:.1} Elo left");
    }
}

#[test]
fn spsa_gains_at_equal_games() {
    let tune = Simulated::tune(&engine(6), 10_000, 32, 1).stopped_after(312, &|values| -loss(values));
    assert!(loss(&tune.estimate()) < START_LOSS / 4.0, "{}", loss(&tune.estimate()));
}
