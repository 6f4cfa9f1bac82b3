//! Simulated games between engines of known strengths: does a tune find the optimum, and does it claim gains that do not
//! exist? Everything except the games themselves is the code that real tunes run.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::super::board_games::{GameResult, GameSetup, Games, Opponent};
use super::super::report::{self, MatchReport};
use super::super::{GamePool, GamesPurpose, MatchFitness, MatchesSettings, OpeningBlocks};
use crate::arena::PlayerError;
use crate::engine_options::{OptionType, TunableOption, TunedEngine};
use crate::evolution::fitness::{Fitness, measure};
use crate::evolution::optimizers::OptimizerSettings;
use crate::evolution::optimizers::cma_es::CmaEsSettings;
use crate::experiment::{Experiment, presets};
use crate::objectives::memo::Memo;
use crate::threads::{Interrupt, ThreadPool};

/// The best values of six options that range from 0 to 100, and the start.
const BEST: [i32; 6] = [70, 30, 55, 45, 62, 38];
const START: [i32; 6] = [40, 65, 85, 20, 30, 70];

/// The number of openings, as many as are embedded.
const OPENINGS: u64 = 34_700;

/// The Elo by which a side must be stronger to win as often as it draws. It gives about half of the games as draws.
const DRAW_ELO: f64 = 200.0;

/// The advantage of White in Elo, and how much openings differ in it.
const WHITE_ELO: f64 = 35.0;
const OPENING_ELO: f64 = 120.0;

/// The Elo that an option at one end of its range costs if its best value is at the other end.
const RANGE_ELO: f64 = 1_000.0;

/// Plays games by chance. The strength of an engine falls with the squares of its distances from the optimum.
struct SimulatedGames {
    seed: u64,
    start: Vec<i32>,
    /// The Elo that a whole range costs; 0 for options without effect.
    range_elo: f64,
}

impl SimulatedGames {
    fn strength(&self, values: &[i32]) -> f64 {
        let share = |(value, best): (&i32, &i32)| f64::from(value.abs_diff(*best)) / 100.0;
        -self.range_elo * values.iter().zip(&BEST).map(share).map(|share| share * share).sum::<f64>()
    }

    /// Returns a number from 0 to below 1 that differs for other content.
    fn chance(&self, label: &str, content: &[&[i32]], numbers: &[u64]) -> f64 {
        let mut hasher = blake3::Hasher::new_derive_key("eyas tests: simulated games");
        hasher.update(label.as_bytes());
        hasher.update(&self.seed.to_le_bytes());
        for value in content.iter().flat_map(|values| *values) {
            hasher.update(&value.to_le_bytes());
        }
        for number in numbers {
            hasher.update(&number.to_le_bytes());
        }
        let mut first = [0; 8];
        first.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
        (u64::from_le_bytes(first) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

impl Games for SimulatedGames {
    fn play(&self, setup: &GameSetup<'_>) -> Result<GameResult, PlayerError> {
        let opponent = match setup.opponent {
            Opponent::Values(values) => values,
            Opponent::Start | Opponent::Fixed(_) => &self.start,
        };
        if setup.organism == opponent {
            return Ok(GameResult { half_points: 1, ..GameResult::default() });
        }
        let of_opening = OPENING_ELO * (self.chance("opening", &[], &[setup.opening]) - 0.5);
        let white = WHITE_ELO + of_opening;
        let lead = self.strength(setup.organism) - self.strength(opponent)
            + if setup.has_white() { white } else { -white };
        let expected = |elo: f64| 1.0 / (1.0 + libm::pow(10.0, -elo / 400.0));
        let (win, loss) = (expected(lead - DRAW_ELO), expected(-lead - DRAW_ELO));
        let colour = u64::from(setup.has_white());
        let chance = self.chance("game", &[setup.organism, opponent], &[setup.opening, colour]);
        let half_points = if chance < win {
            2
        } else if chance < 1.0 - loss {
            1
        } else {
            0
        };
        Ok(GameResult { half_points, is_played: true, ..GameResult::default() })
    }
}

fn engine() -> TunedEngine {
    let option = |(place, start): (usize, &i32)| TunableOption {
        name: format!("Option {place}"),
        kind: OptionType::Int,
        start: f64::from(*start),
        min: 0.0,
        max: 100.0,
        c_end: Some(5.0),
        r_end: None,
    };
    let options = START.iter().enumerate().map(option).collect();
    TunedEngine::new("uci:simulated".to_owned(), Vec::new(), options).unwrap()
}

/// Returns the preset with this number of games in its generations.
fn experiment(budget: u64, seed: u64, change: impl FnOnce(&mut Experiment)) -> Experiment {
    let mut experiment = presets::options(presets::GAMES_DEFAULT, engine()).unwrap();
    experiment.seed = seed;
    change(&mut experiment);
    let matches = experiment.objective.matches().unwrap();
    let games = 2 * u64::from(matches.pairs) * u64::from(experiment.optimizer.population());
    experiment.generations = (budget / games - 1) as u32;
    if let Some(spsa) = experiment.optimizer.spsa_mut() {
        spsa.set_last_perturbations(&engine().perturbations(), experiment.generations + 1);
    }
    experiment
}

/// Runs a tune, and returns the values of its result and the report.
fn tuned(experiment: &Experiment, range_elo: f64) -> (Vec<i32>, MatchReport) {
    let settings: &MatchesSettings = experiment.objective.matches().unwrap();
    let games = SimulatedGames { seed: experiment.seed, start: START.to_vec(), range_elo };
    let blocks = OpeningBlocks::new(settings, experiment.generations, OPENINGS);
    let pool = Arc::new(GamePool::new(settings, Box::new(games), blocks, Memo::default()));
    let (threads, interrupt) = (ThreadPool::new(1).unwrap(), Interrupt::default());
    let train = MatchFitness::new(Arc::clone(&pool), GamesPurpose::Confirmation);
    let mut run = experiment.run(0).unwrap();
    let mut last = None;
    for _ in 0..=experiment.generations {
        let record = run.proposal(&train, &threads, &interrupt).unwrap();
        run.accept(&record);
        last = Some(record);
    }
    let start = experiment.start().unwrap().unwrap();
    let schema = experiment.schema();
    let mut finalists = report::finalists(settings, &run, start, &last.unwrap().population);
    let values: Vec<Vec<i32>> = finalists.iter().map(|one| one.chromosome.decode(schema)).collect();
    let scores = measure(&train, &threads, &values, &interrupt).unwrap();
    for ((finalist, values), score) in finalists.iter_mut().zip(&values).zip(scores) {
        finalist.record(score, &train.games(values).unwrap(), &[]);
    }
    let best = report::best(&finalists);
    let test = MatchFitness::new(pool, GamesPurpose::FinalMatch);
    measure(&test, &threads, &values[best..=best], &interrupt).unwrap();
    let final_match = (best > 0).then(|| report::final_match(&test.games(&values[best]).unwrap()));
    let report = MatchReport {
        finalists,
        best: best as u32,
        final_match,
        proof: None,
        final_faults: Vec::new(),
        games: 0,
        faults: 0,
    };
    (report.champion().unwrap().chromosome.decode(schema), report)
}

/// Returns the distances of the options from the optimum as shares of the range: the mean and the largest.
fn distances(values: &[i32]) -> [f64; 2] {
    let all = || values.iter().zip(&BEST).map(|(value, best)| value.abs_diff(*best));
    [f64::from(all().sum::<u32>()) / (100.0 * BEST.len() as f64), f64::from(all().max().unwrap()) / 100.0]
}

/// How many of some seeds find the optimum within 5 % of the range and show a gain.
#[derive(Debug, PartialEq)]
struct Found {
    /// Every option is within 5 %.
    every: usize,
    /// The mean distance of the options is within 5 %.
    mean: usize,
}

fn found(name: &str, seeds: RangeInclusive<u64>, of_seed: impl Fn(u64) -> Experiment) -> Found {
    let result = |seed| {
        let (values, report) = tuned(&of_seed(seed), RANGE_ELO);
        (distances(&values), report.final_match.is_some_and(|played| played.is_gain()))
    };
    let results: Vec<([f64; 2], bool)> = seeds.map(result).collect();
    let count = |place: usize| {
        results.iter().filter(|(distances, is_gain)| distances[place] <= 0.05 && *is_gain).count()
    };
    let found = Found { mean: count(0), every: count(1) };
    eprintln!("{name}: distances [mean, largest] of the start {:?}, and of the results:", distances(&START));
    eprintln!("{results:.3?}");
    eprintln!("{name}: of {} seeds within 5 %: {found:?}", results.len());
    found
}

/// SPSA with 40,000 games.
fn spsa(seed: u64) -> Experiment {
    experiment(40_000, seed, |experiment| {
        experiment.objective.matches_mut().unwrap().against_best = true;
    })
}

/// CMA-ES with 100,000 games: many organisms with two games each.
fn cma_es(seed: u64) -> Experiment {
    experiment(100_000, seed, |experiment| {
        let matches = experiment.objective.matches_mut().unwrap();
        (matches.against_best, matches.pairs, matches.racing) = (true, 1, false);
        let (restarts, averaging) = (false, true);
        let cma_es =
            CmaEsSettings { population: 512, step: 0.2, restarts, averaging, ..CmaEsSettings::default() };
        experiment.optimizer = OptimizerSettings::CmaEs(cma_es);
    })
}

#[test]
fn spsa_finds_a_hidden_optimum() {
    let found = found("SPSA", 1..=10, spsa);
    assert!(found.every >= 9, "{found:?}");
}

#[test]
fn cma_es_finds_a_hidden_optimum() {
    let found = found("CMA-ES", 1..=10, cma_es);
    assert!(found.every >= 9, "{found:?}");
}

#[test]
#[ignore = "minutes"]
fn a_hundred_seeds_find_a_hidden_optimum() {
    let [spsa, cma] = [found("SPSA", 1..=100, spsa), found("CMA-ES", 1..=100, cma_es)];
    assert!(spsa.every >= 90 && cma.every >= 90, "{spsa:?}, {cma:?}");
    // Seeds that had no part in the choice of the setting.
    let unseen = found("CMA-ES", 301..=500, cma_es);
    assert!(unseen.every >= 180, "{unseen:?}");
}

#[test]
fn options_without_effect_are_rarely_confirmed() {
    let gains = (1..=200)
        .filter(|seed| {
            let experiment = experiment(640, *seed, |_| {});
            tuned(&experiment, 0.0).1.final_match.is_some_and(|played| played.is_gain())
        })
        .count();
    eprintln!("{gains} of 200 tunes of options without effect show a gain");
    assert!(gains <= 10, "{gains} of 200");
}
