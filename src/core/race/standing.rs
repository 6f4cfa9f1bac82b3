//! The progress and the result of a race.

use super::driver::Update;
use super::plan::{RacePlan, RacedOptimizer, RunId};
use super::rank_tests::{self, Friedman};
use crate::evolution::record::{GenerationRecord, Spread};
use crate::evolution::statistics;
use crate::objectives::measure::Measure;
use crate::objectives::properties::Comparable;
use crate::session::Recorded;

/// A generation of a run, or its state after a generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Point {
    /// The number of organisms measured up to and including this generation.
    pub evaluations: u64,
    /// The best score.
    pub score: u64,
}

/// The final scores of a run's champion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score {
    /// On the training set.
    pub train: u64,
    /// On the test set.
    pub test: u64,
}

/// A set on which the champions are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScoredSet {
    /// The training set, by which the optimizers search.
    Train,
    /// The test set, on which each champion is measured once.
    Test,
}

impl Score {
    /// Returns the score on a set.
    #[must_use]
    pub fn on(self, set: ScoredSet) -> u64 {
        match set {
            ScoredSet::Train => self.train,
            ScoredSet::Test => self.test,
        }
    }
}

/// The progress of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunProgress {
    /// The best score after each generation; where scores of different generations are not comparable, the best score
    /// of each generation.
    pub points: Vec<Point>,
    /// The final scores, if the run is complete.
    pub score: Option<Score>,
}

impl RunProgress {
    /// Returns the number of organisms measured so far.
    #[must_use]
    pub fn evaluations(&self) -> u64 {
        self.points.last().map_or(0, |point| point.evaluations)
    }

    /// Returns the score after at most this many evaluations; `None` if the run has not come so far, or if generation 0
    /// has more.
    #[must_use]
    pub fn score_at(&self, evaluations: u64) -> Option<u64> {
        let measured = self.points.partition_point(|point| point.evaluations <= evaluations);
        let has_more = measured < self.points.len() || self.score.is_some();
        let is_last = self.evaluations() == evaluations;
        let point = self.points.get(measured.checked_sub(1)?)?;
        (has_more || is_last).then_some(point.score)
    }
}

/// The distribution of the scores of an optimizer's runs after a number of evaluations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Band {
    /// The number of evaluations.
    pub evaluations: u64,
    /// The number of runs that have come so far.
    pub runs: usize,
    /// The lower quartile.
    pub q25: f64,
    /// The median.
    pub median: f64,
    /// The upper quartile.
    pub q75: f64,
}

/// The final scores of an optimizer, over the seeds that all optimizers have completed.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// The distribution of the scores.
    pub spread: Spread,
    /// The mean rank among the optimizers, 1 for the best.
    pub mean_rank: f64,
}

/// The signed-rank test of two optimizers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pair {
    /// The indices of the optimizers.
    pub optimizers: [usize; 2],
    /// The number of seeds with which the first one has the better score, and those with which the second one has.
    pub wins: [usize; 2],
    /// The probability of a difference that is at least as large, if the optimizers do not differ.
    pub p: f64,
    /// The probability with the correction of Holm for all pairs.
    pub corrected: f64,
}

/// The comparison of all optimizers on a set.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The number of seeds that all optimizers have completed.
    pub seeds: usize,
    /// The final scores of each optimizer.
    pub summaries: Vec<Summary>,
    /// The test of all optimizers; `None` if no scores differ.
    pub friedman: Option<Friedman>,
    /// The tests of all pairs.
    pub pairs: Vec<Pair>,
}

/// The progress of all runs.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    plan: RacePlan,
    /// The runs, in the order of [`RacePlan::runs`].
    runs: Vec<RunProgress>,
    /// The largest possible scores on the training set and the test set; 0 until a session has started.
    largest: [u64; 2],
}

impl Point {
    /// Returns the best score of a generation.
    #[must_use]
    pub fn of(record: &GenerationRecord) -> Point {
        Point { evaluations: record.evaluations, score: record.spread.best }
    }
}

impl Standing {
    /// Creates the standing of a race in which no run has started.
    #[must_use]
    pub fn new(plan: RacePlan) -> Standing {
        let runs = vec![RunProgress::default(); plan.runs().count()];
        Standing { plan, runs, largest: [0, 0] }
    }

    /// Returns the plan.
    #[must_use]
    pub fn plan(&self) -> &RacePlan {
        &self.plan
    }

    /// Returns the progress of a run.
    #[must_use]
    pub fn run(&self, run: RunId) -> &RunProgress {
        &self.runs[run.seed * self.plan.optimizers.len() + run.optimizer]
    }

    fn run_mut(&mut self, run: RunId) -> &mut RunProgress {
        &mut self.runs[run.seed * self.plan.optimizers.len() + run.optimizer]
    }

    /// Returns the runs of an optimizer, in the order of the seeds.
    pub fn runs_of(&self, optimizer: usize) -> impl Iterator<Item = &RunProgress> {
        (0..self.plan.seeds.len()).map(move |seed| self.run(RunId { optimizer, seed }))
    }

    /// Returns the number of an optimizer's complete runs.
    #[must_use]
    pub fn complete(&self, optimizer: usize) -> usize {
        self.runs_of(optimizer).filter(|run| run.score.is_some()).count()
    }

    /// Returns whether all runs are complete.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.runs.iter().all(|run| run.score.is_some())
    }

    /// Returns the number of organisms measured in all runs, and the number when all runs are complete.
    #[must_use]
    pub fn evaluations(&self) -> (u64, u64) {
        let planned = |raced: &RacedOptimizer| {
            let generations = u64::from(self.plan.generations(&raced.settings)) + 1;
            generations * u64::from(raced.settings.population())
        };
        let each: u64 = self.plan.optimizers.iter().map(planned).sum();
        (self.runs.iter().map(RunProgress::evaluations).sum(), each * self.plan.seeds.len() as u64)
    }

    /// Returns the measure that formats scores on a set.
    #[must_use]
    pub fn measure(&self, set: ScoredSet) -> Measure {
        match set {
            ScoredSet::Train => self.plan.base.measure(self.largest[0]),
            ScoredSet::Test => self.plan.base.test_measure(self.largest[1]),
        }
    }

    /// Takes a recorded session as the state of a run.
    pub(super) fn read(&mut self, run: RunId, recorded: &Recorded) {
        let header = &recorded.header;
        let points = recorded.history.iter().map(|record| Point::of(record)).collect();
        let largest = [header.largest_score(), header.largest_test_score()];
        self.update(&Update::Opened { run, points, largest });
        if let Some(result) = recorded.results.first() {
            self.update(&Update::Finished(run, Score { train: result.best_score, test: result.test_score }));
        }
    }

    /// Takes the report of a driver into account.
    pub fn update(&mut self, update: &Update) {
        match update {
            Update::Opened { run, points, largest } => {
                self.largest = *largest;
                *self.run_mut(*run) = RunProgress::default();
                points.iter().for_each(|point| self.push(*run, *point));
            }
            Update::Measured(run, point) => self.push(*run, *point),
            Update::Finished(run, score) => self.run_mut(*run).score = Some(*score),
            Update::Warning(_) => {}
        }
    }

    fn push(&mut self, run: RunId, mut point: Point) {
        let compares = self.plan.base.objective.properties().comparable == Comparable::All;
        let progress = self.run_mut(run);
        if let Some(last) = progress.points.last().filter(|_| compares) {
            point.score = point.score.max(last.score);
        }
        progress.points.push(point);
    }

    /// Returns the distribution of an optimizer's scores after at most this many evaluations, over the runs that have
    /// come so far; `None` if there are none.
    #[must_use]
    pub fn band(&self, optimizer: usize, evaluations: u64) -> Option<Band> {
        let mut scores: Vec<u64> =
            self.runs_of(optimizer).filter_map(|run| run.score_at(evaluations)).collect();
        scores.sort_unstable_by(|a, b| b.cmp(a));
        let Spread { q25, median, q75, .. } = scores.first().map(|_| statistics::spread(&scores))?;
        Some(Band { evaluations, runs: scores.len(), q25, median, q75 })
    }

    /// Returns the distributions of an optimizer's scores at `count` equal distances up to the largest number of
    /// evaluations. Numbers that no run has reached are left out.
    #[must_use]
    pub fn bands(&self, optimizer: usize, count: u64) -> Vec<Band> {
        let step =
            |index: u64| (u128::from(self.plan.evaluations) * u128::from(index) / u128::from(count)) as u64;
        (1..=count).filter_map(|index| self.band(optimizer, step(index))).collect()
    }

    /// Compares the final scores with the seeds that all optimizers have completed; `None` if there are none, or if
    /// there is no such set.
    #[must_use]
    pub fn comparison(&self, set: ScoredSet) -> Option<Comparison> {
        let [train, test] = self.largest;
        if (if set == ScoredSet::Train { train } else { test }) == 0 {
            return None;
        }
        let count = self.plan.optimizers.len();
        let block = |runs: &[RunProgress]| -> Option<Vec<u64>> {
            runs.iter().map(|run| run.score.map(|score| score.on(set))).collect()
        };
        let blocks: Vec<Vec<u64>> = self.runs.chunks(count).filter_map(block).collect();
        if blocks.is_empty() {
            return None;
        }
        let ranks: Vec<Vec<f64>> = blocks.iter().map(|block| rank_tests::ranks(block)).collect();
        let summary = |optimizer: usize| {
            let mut scores: Vec<u64> = blocks.iter().map(|block| block[optimizer]).collect();
            scores.sort_unstable_by(|a, b| b.cmp(a));
            let mean_rank = ranks.iter().map(|ranks| ranks[optimizer]).sum::<f64>() / ranks.len() as f64;
            Summary { spread: statistics::spread(&scores), mean_rank }
        };
        Some(Comparison {
            seeds: blocks.len(),
            summaries: (0..count).map(summary).collect(),
            friedman: rank_tests::friedman(&blocks),
            pairs: pairs(&blocks, count),
        })
    }
}

/// Compares all pairs of optimizers.
fn pairs(blocks: &[Vec<u64>], count: usize) -> Vec<Pair> {
    let column = |optimizer: usize| blocks.iter().map(|block| block[optimizer]).collect::<Vec<u64>>();
    let wins = |[one, other]: [usize; 2]| blocks.iter().filter(|block| block[one] > block[other]).count();
    let both: Vec<[usize; 2]> =
        (0..count).flat_map(|one| (one + 1..count).map(move |other| [one, other])).collect();
    let p: Vec<f64> =
        both.iter().map(|[one, other]| rank_tests::signed_rank(&column(*one), &column(*other)).p).collect();
    let corrected = rank_tests::holm(&p);
    let pair = |((optimizers, p), corrected): (([usize; 2], f64), f64)| {
        let [one, other] = optimizers;
        Pair { optimizers, wins: [wins([one, other]), wins([other, one])], p, corrected }
    };
    both.into_iter().zip(p).zip(corrected).map(pair).collect()
}
