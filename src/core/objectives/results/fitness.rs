//! The fitness function of the objective *results*.

use std::ops::{AddAssign, Range};
use std::sync::{Arc, Mutex};

use rand::RngExt;
use rayon::prelude::*;
use shakmaty::{Color, Position};

use super::ResultsSettings;
use super::logistic::{Logistic, Observation, loss, sigmoid};
use super::table::{LossTable, UNITS_PER_NAT, class, points_and_turn};
use super::tempo::SetTempo;
use crate::engine::evaluation::{Layout, Weights};
use crate::engine::features::{FeatureSet, ONE};
use crate::engine::pieces::share_left;
use crate::engine::schema::{Parameter, Schema, SchemaError};
use crate::evolution::fitness::{Derivatives, Fitness, Model, PastOfRun, Task};
use crate::objectives::result_set::{Points, ResultPosition};
use crate::objectives::scores::matrix::{LANES, Matrix};
use crate::organism::FixedEvaluation;
use crate::randomness::Randomness;
use crate::threads::lock;

/// Number of organisms per task: few, because a task has all positions.
const ORGANISMS_PER_TASK: usize = 8;

/// Blocks of positions that all organisms of a task read one after another, so that they stay in the second-level cache.
const BLOCKS_PER_TILE: usize = 128;

/// Units of a position's weight.
const UNITS_PER_WEIGHT: f64 = 1_024.0;

/// Blocks of positions whose derivatives are one task.
const BLOCKS_PER_SUM: usize = 256;

/// A Gaussian prior: the values that parameters have without evidence, and how far they deviate.
#[derive(Debug, Clone, PartialEq)]
pub struct Prior {
    /// The means, in schema order.
    pub means: Vec<f64>,
    /// The standard deviation in units of the parameters, centipawns for most.
    pub deviation: f64,
}

impl Prior {
    /// Returns the prior with the values of `evaluation` as means. A parameter that it lacks has its textbook value if it
    /// is the value of a piece, and 0 otherwise.
    #[must_use]
    pub fn around(evaluation: &FixedEvaluation, schema: &Schema, deviation: f64) -> Prior {
        let textbook = FeatureSet::of(schema).textbook();
        let of_piece = |name: &str| {
            textbook.iter().find(|(known, _)| *known == name).map_or(0, |(_, value)| (*value).into())
        };
        let means = evaluation.under(schema).into_iter().zip(&schema.parameters);
        let mean = |(value, parameter): (Option<i32>, &Parameter)| {
            value.unwrap_or_else(|| of_piece(&parameter.name))
        };
        Prior { means: means.map(mean).map(f64::from).collect(), deviation }
    }

    /// Returns the negative logarithm of the prior's density in nats, without its constant.
    fn penalty(&self, values: impl Iterator<Item = f64>) -> f64 {
        let squares = values.zip(&self.means).map(|(value, mean)| ((value - mean) / self.deviation).powi(2));
        0.5 * squares.sum::<f64>()
    }
}

/// Measures how well evaluations predict the results of games.
pub struct ResultsFitness {
    matrix: Matrix,
    logistic: Logistic,
    table: LossTable,
    /// The class of each position ([`class`]); the padding of the last block has weight 0.
    classes: Vec<[u8; LANES]>,
    /// The weight of each position in units of 1/1,024.
    weights: Vec<[u32; LANES]>,
    /// The sum of the weights.
    total_weight: u64,
    prior: Option<Prior>,
    /// What is added to values of organisms before positions are scored, by the place of the parameter.
    added: Vec<(usize, i32)>,
    /// The game of each position.
    games: Vec<u32>,
    /// The share of the games that each run draws.
    share: f64,
    /// The games drawn last, and the fitness on their positions. All generations of a run draw the same games.
    last_drawn: Mutex<Option<(Vec<bool>, Arc<ResultsFitness>)>>,
}

/// Returns the weight of a position under these settings.
fn weight(settings: &ResultsSettings, position: &ResultPosition) -> f64 {
    let draw = if position.points == Points::DRAW { settings.draw_weight } else { 1.0 };
    let phase = share_left(&position.position);
    draw * (phase + (1.0 - phase) * settings.endgame_weight)
}

fn is_white(position: &ResultPosition) -> bool {
    position.position.turn() == Color::White
}

/// Fits scale, tempo and bias to the scores that an evaluation gives to these positions; `None` if the scores do not
/// predict the results.
#[must_use]
pub fn fitted(
    evaluation: &Weights,
    positions: &[&ResultPosition],
    settings: &ResultsSettings,
) -> Option<Logistic> {
    let observation = |position: &&ResultPosition| {
        let (points, turn) = points_and_turn(class(position.points, is_white(position)));
        let score = f64::from(evaluation.evaluate(&position.position)) / f64::from(ONE);
        Observation { score, turn, points, weight: weight(settings, position) }
    };
    Logistic::fit(&positions.iter().map(observation).collect::<Vec<_>>())
}

fn blocks<T: Copy>(items: &[T], padding: T) -> Vec<[T; LANES]> {
    let block = |some: &[T]| std::array::from_fn(|lane| some.get(lane).copied().unwrap_or(padding));
    items.chunks(LANES).map(block).collect()
}

impl ResultsFitness {
    /// Creates the fitness of organisms of `schema` on these positions.
    ///
    /// # Errors
    /// Returns an error if the schema is not one of the evaluation.
    pub fn new(
        schema: &Schema,
        positions: &[&ResultPosition],
        logistic: Logistic,
        settings: &ResultsSettings,
        prior: Option<Prior>,
    ) -> Result<ResultsFitness, SchemaError> {
        let layout = Layout::of(schema)?;
        // The evaluation may have its own value of the move.
        let logistic =
            if SetTempo::is_evolved(schema) { Logistic { tempo: 0.0, ..logistic } } else { logistic };
        let tempo = settings.tempo.unwrap_or_else(|| SetTempo::of(positions));
        let matrix = Matrix::of(&layout, positions.iter().map(|position| &position.position));
        let classes: Vec<u8> =
            positions.iter().map(|position| class(position.points, is_white(position))).collect();
        let weights: Vec<u32> = positions
            .iter()
            .map(|position| (weight(settings, position) * UNITS_PER_WEIGHT).round() as u32)
            .collect();
        Ok(ResultsFitness {
            matrix,
            logistic,
            table: LossTable::new(&logistic),
            classes: blocks(&classes, 0),
            total_weight: weights.iter().map(|weight| u64::from(*weight)).sum(),
            weights: blocks(&weights, 0),
            prior,
            added: tempo.places(schema).into_iter().flatten().collect(),
            games: positions.iter().map(|position| position.game).collect(),
            share: settings.share,
            last_drawn: Mutex::default(),
        })
    }

    /// Returns the fitness on some of the positions, by index.
    pub(super) fn on(&self, positions: &[usize]) -> ResultsFitness {
        let of = |index: &usize| (index / LANES, index % LANES);
        let classes: Vec<u8> =
            positions.iter().map(of).map(|(block, lane)| self.classes[block][lane]).collect();
        let weights: Vec<u32> =
            positions.iter().map(of).map(|(block, lane)| self.weights[block][lane]).collect();
        ResultsFitness {
            matrix: self.matrix.select(positions),
            logistic: self.logistic,
            table: self.table.clone(),
            classes: blocks(&classes, 0),
            total_weight: weights.iter().map(|weight| u64::from(*weight)).sum(),
            weights: blocks(&weights, 0),
            prior: self.prior.clone(),
            added: self.added.clone(),
            games: positions.iter().map(|index| self.games[*index]).collect(),
            share: 1.0,
            last_drawn: Mutex::default(),
        }
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.matrix.positions()
    }

    /// Returns the terms of the logistic model.
    #[must_use]
    pub fn logistic(&self) -> Logistic {
        self.logistic
    }

    /// Returns the mean loss of an organism in nats, without the prior.
    #[must_use]
    pub fn mean_loss(&self, values: &[i32]) -> f64 {
        let sums = self.losses(&[values.to_vec()]);
        sums[0] as f64 / (UNITS_PER_NAT * self.total_weight.max(1) as f64)
    }

    /// Returns the values with which positions are scored: those of an organism, and what is added to them.
    fn scored<T: Copy + AddAssign + From<i32>>(&self, values: &[T]) -> Vec<T> {
        let mut scored = values.to_vec();
        self.added.iter().for_each(|(place, value)| scored[*place] += T::from(*value));
        scored
    }

    /// Returns the sum of the weighted losses for each organism, in units of the table times units of the weights.
    fn losses(&self, organisms: &[Vec<i32>]) -> Vec<u64> {
        let mut sums = vec![0; organisms.len()];
        let organisms: Vec<Vec<i32>> = organisms.iter().map(|values| self.scored(values)).collect();
        let last = self.classes.len();
        for first in (0..last).step_by(BLOCKS_PER_TILE) {
            let tile = first..last.min(first + BLOCKS_PER_TILE);
            for (sum, values) in sums.iter_mut().zip(&organisms) {
                let scores = self.matrix.block_scores(values, tile.clone());
                let blocks = scores.zip(&self.classes[tile.clone()]).zip(&self.weights[tile.clone()]);
                for ((scores, classes), weights) in blocks {
                    for lane in 0..LANES {
                        let loss = self.table.loss(classes[lane], scores[lane]);
                        *sum += u64::from(weights[lane]) * u64::from(loss);
                    }
                }
            }
        }
        sums
    }

    /// Converts a sum of losses and the values of the organism to a score.
    fn score(&self, sum: u64, values: &[i32]) -> u64 {
        let units = ResultsSettings::UNITS_PER_NAT as f64;
        let mean = sum as f64 / (UNITS_PER_NAT * self.total_weight.max(1) as f64);
        let penalty = self.prior.as_ref().map_or(0.0, |prior| {
            prior.penalty(values.iter().map(|value| f64::from(*value))) / self.items().max(1.0)
        });
        let loss = ((mean + penalty) * units).round().max(0.0) as u64;
        ResultsSettings::LARGEST_SCORE.saturating_sub(loss)
    }
}

impl Fitness for ResultsFitness {
    fn tasks(&self, organisms: Arc<Vec<Vec<i32>>>) -> Vec<Task> {
        Task::with_all_items(&organisms, ORGANISMS_PER_TASK, self.positions())
    }

    fn has_items(&self, items: &Range<usize>) -> bool {
        *items == (0..self.positions())
    }

    fn run(&self, task: &Task) -> Vec<u64> {
        let organisms = &task.organisms[task.range.clone()];
        let sums = self.losses(organisms);
        sums.into_iter().zip(organisms).map(|(sum, values)| self.score(sum, values)).collect()
    }

    fn total(&self) -> u64 {
        ResultsSettings::LARGEST_SCORE
    }

    fn is_function_of_values(&self) -> bool {
        true
    }

    fn model(&self) -> Option<&dyn Model> {
        Some(self)
    }

    /// Draws the games of a run, the same in all of its generations.
    fn of_generation(
        &self,
        _: u32,
        randomness: &Randomness,
        _: PastOfRun<'_>,
    ) -> Option<Box<dyn Fitness + '_>> {
        if self.share >= 1.0 {
            return None;
        }
        let mut stream = randomness.stream(0, "games");
        let count = self.games.iter().max().map_or(0, |last| *last as usize + 1);
        let is_drawn: Vec<bool> = (0..count).map(|_| stream.random_bool(self.share)).collect();
        let mut last_drawn = lock(&self.last_drawn);
        if last_drawn.as_ref().is_none_or(|(games, _)| *games != is_drawn) {
            let positions: Vec<usize> =
                (0..self.positions()).filter(|index| is_drawn[self.games[*index] as usize]).collect();
            *last_drawn = Some((is_drawn, Arc::new(self.on(&positions))));
        }
        let (_, fitness) = last_drawn.as_ref()?;
        Some(Box::new(Arc::clone(fitness)))
    }
}

impl ResultsFitness {
    /// Returns the loss of some blocks of positions, and its derivatives above the diagonal of the Hessian.
    fn of_blocks(&self, values: &[f64], blocks: Range<usize>) -> Derivatives {
        let size = values.len();
        let mut sum = Derivatives::zero(size);
        let positions = blocks.start * LANES..self.positions().min(blocks.end * LANES);
        let mut present = Vec::with_capacity(size);
        for position in positions {
            present.clear();
            let row = self.matrix.row(position).map(|feature| f64::from(feature) / f64::from(ONE));
            present.extend(row.enumerate().filter(|(_, feature)| *feature != 0.0));
            let score: f64 = present.iter().map(|(index, feature)| values[*index] * feature).sum();
            let (block, lane) = (position / LANES, position % LANES);
            let (points, turn) = points_and_turn(self.classes[block][lane]);
            let weight = f64::from(self.weights[block][lane]) / UNITS_PER_WEIGHT;
            let x = self.logistic.logit(score, turn);
            let probability = sigmoid(x);
            let slope = weight * (probability - points) / self.logistic.scale;
            let curvature = weight * probability * (1.0 - probability) / self.logistic.scale.powi(2);
            sum.loss += weight * loss(x, points);
            for (place, (i, one)) in present.iter().enumerate() {
                sum.gradient[*i] += slope * one;
                let scaled = curvature * one;
                present[place..].iter().for_each(|(j, other)| sum.hessian[i * size + j] += scaled * other);
            }
        }
        sum
    }

    /// Adds the penalty of the prior.
    fn add_prior(&self, values: &[f64], sum: &mut Derivatives) {
        let Some(prior) = &self.prior else { return };
        let variance = prior.deviation.powi(2);
        sum.loss += prior.penalty(values.iter().copied());
        for (i, (value, mean)) in values.iter().zip(&prior.means).enumerate() {
            sum.gradient[i] += (value - mean) / variance;
            sum.hessian[i * (values.len() + 1)] += 1.0 / variance;
        }
    }
}

impl Model for ResultsFitness {
    fn derivatives(&self, values: &[f64]) -> Derivatives {
        let size = values.len();
        let starts: Vec<usize> = (0..self.classes.len()).step_by(BLOCKS_PER_SUM).collect();
        let scored = self.scored(values);
        let parts: Vec<Derivatives> =
            starts.par_iter().map(|first| self.of_blocks(&scored, *first..first + BLOCKS_PER_SUM)).collect();
        let mut sum = Derivatives::zero(size);
        parts.iter().for_each(|part| sum.add(part));
        self.add_prior(values, &mut sum);
        for i in 0..size {
            (0..i).for_each(|j| sum.hessian[i * size + j] = sum.hessian[j * size + i]);
        }
        sum
    }

    fn items(&self) -> f64 {
        self.total_weight as f64 / UNITS_PER_WEIGHT
    }
}
