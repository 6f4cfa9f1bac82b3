//! The fitness function of the objective *scores*.

use std::ops::Range;
use std::sync::Arc;

use rand::seq::index;
use shakmaty::Chess;

use super::errors::Errors;
use super::matrix::{LANES, Matrix};
use super::recall::clamped;
use crate::engine::evaluation::{Layout, Score, Weights};
use crate::engine::features::ONE;
use crate::engine::one_ply::PlyScore;
use crate::engine::schema::{Schema, SchemaError};
use crate::evolution::fitness::{Fitness, Model, PastOfRun, Task};
use crate::objectives::agreement::ScoreTrees;
use crate::objectives::scores::{Loss, ScoresSettings};
use crate::randomness::Randomness;

/// Number of organisms per task, with static scores.
const ORGANISMS_PER_TASK: usize = 32;

/// Measures how close organisms come to target scores.
pub struct ScoresFitness {
    pub(super) layout: Layout,
    matrix: Matrix,
    /// The target scores, one per position.
    goals: Vec<Score>,
    /// The target scores in the layout of the matrix.
    targets: Vec<[Score; LANES]>,
    /// The trees of the positions, if organisms score them by quiescence search.
    pub(super) searched: Option<Searched>,
    /// The number of positions on which a generation is measured.
    sample: usize,
    /// The loss for optimizers that use derivatives.
    pub(super) loss: Loss,
}

/// Some positions of those that have trees.
pub(super) struct Searched {
    trees: Arc<ScoreTrees>,
    /// The indices of the positions among those of the trees. They ascend.
    indices: Vec<usize>,
}

impl Searched {
    /// Returns the position with this index among these.
    pub(super) fn position(&self, index: usize) -> &Chess {
        self.trees.position(self.indices[index])
    }

    fn select(&self, positions: &[usize]) -> Searched {
        let indices = positions.iter().map(|index| self.indices[*index]).collect();
        Searched { trees: Arc::clone(&self.trees), indices }
    }
}

impl ScoresFitness {
    /// Creates the fitness of organisms of `schema` on these positions with target scores. Each generation is measured
    /// on `sample` of them.
    ///
    /// # Errors
    /// Returns an error if the schema is not one of the evaluation.
    pub fn new(
        schema: &Schema,
        examples: Vec<(Chess, Score)>,
        score: PlyScore,
        sample: usize,
    ) -> Result<ScoresFitness, SchemaError> {
        let layout = Layout::of(schema)?;
        let (positions, goals): (Vec<Chess>, Vec<Score>) = examples.into_iter().unzip();
        let matrix = Matrix::of(&layout, &positions);
        let searched = (score == PlyScore::Quiescence).then(|| Searched {
            indices: (0..positions.len()).collect(),
            trees: Arc::new(ScoreTrees::new(positions, layout.set())),
        });
        Ok(ScoresFitness::of(layout, matrix, goals, searched, sample))
    }

    fn of(
        layout: Layout,
        matrix: Matrix,
        goals: Vec<Score>,
        searched: Option<Searched>,
        sample: usize,
    ) -> ScoresFitness {
        let targets = Matrix::targets(&goals);
        ScoresFitness { layout, matrix, goals, targets, searched, sample, loss: Loss::default() }
    }

    /// Returns the same fitness with another loss. Only derivatives depend on it.
    #[must_use]
    pub fn with_loss(self, loss: Loss) -> ScoresFitness {
        ScoresFitness { loss, ..self }
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.goals.len()
    }

    /// Returns the features of the positions.
    #[must_use]
    pub fn matrix(&self) -> &Matrix {
        &self.matrix
    }

    /// Returns the target scores in sixteenths of a centipawn, from White's view.
    #[must_use]
    pub fn goals(&self) -> &[Score] {
        &self.goals
    }

    /// Returns an organism's scores in the order of the positions, in sixteenths of a centipawn, from White's view.
    #[must_use]
    pub fn scores(&self, values: &[i32]) -> Vec<Score> {
        let Some(Searched { trees, indices }) = &self.searched else { return self.matrix.scores(values) };
        let scores = trees.scores(indices, &self.layout.weights(values));
        scores.into_iter().map(clamped).collect()
    }

    /// Returns an organism's errors on all positions.
    #[must_use]
    pub fn errors(&self, values: &[i32]) -> Errors {
        let distance = |(score, goal): (&Score, &Score)| f64::from(score.abs_diff(*goal)) / f64::from(ONE);
        Errors::of(self.scores(values).iter().zip(&self.goals).map(distance).collect())
    }

    /// Returns each organism's mean absolute error, in centipawns.
    pub(super) fn population_errors(&self, organisms: &[Vec<i32>]) -> Vec<f64> {
        let mean = |sum: u64| sum as f64 / f64::from(ONE) / self.positions().max(1) as f64;
        self.distances(organisms).into_iter().map(mean).collect()
    }

    /// Returns the sum of each organism's absolute errors, in sixteenths of a centipawn.
    fn distances(&self, organisms: &[Vec<i32>]) -> Vec<u64> {
        let Some(Searched { trees, indices }) = &self.searched else {
            return organisms.iter().map(|values| self.matrix.distance(values, &self.targets)).collect();
        };
        let weights: Vec<Weights> = organisms.iter().map(|values| self.layout.weights(values)).collect();
        trees.costs(indices, &weights, |place, score| clamped(score).abs_diff(self.goals[place]).into())
    }
}

impl Fitness for ScoresFitness {
    fn tasks(&self, organisms: Arc<Vec<Vec<i32>>>) -> Vec<Task> {
        let size = if self.searched.is_some() { ScoreTrees::ORGANISMS } else { ORGANISMS_PER_TASK };
        Task::with_all_items(&organisms, size, self.positions())
    }

    fn has_items(&self, items: &Range<usize>) -> bool {
        *items == (0..self.positions())
    }

    fn run(&self, task: &Task) -> Vec<u64> {
        let measure = |sum| ScoresSettings::measure(sum, self.positions() as u64);
        self.distances(&task.organisms[task.range.clone()]).into_iter().map(measure).collect()
    }

    fn total(&self) -> u64 {
        ScoresSettings::LARGEST_MEASURE
    }

    /// Draws a new sample of the positions without replacement (2008, section 3.3).
    fn of_generation(
        &self,
        generation: u32,
        randomness: &Randomness,
        _: PastOfRun<'_>,
    ) -> Option<Box<dyn Fitness + '_>> {
        if self.sample >= self.positions() {
            return None;
        }
        let mut stream = randomness.stream(generation, "sample");
        let mut drawn = index::sample(&mut stream, self.positions(), self.sample).into_vec();
        drawn.sort_unstable();
        let goals = drawn.iter().map(|index| self.goals[*index]).collect();
        let sampled = ScoresFitness::of(
            self.layout.clone(),
            self.matrix.select(&drawn),
            goals,
            self.searched.as_ref().map(|searched| searched.select(&drawn)),
            self.sample,
        );
        Some(Box::new(sampled.with_loss(self.loss)))
    }

    fn is_function_of_values(&self) -> bool {
        true
    }

    fn model(&self) -> Option<&dyn Model> {
        Some(self)
    }
}
