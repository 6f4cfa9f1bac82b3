//! The fitness function of the objective *scores*.

use std::ops::Range;
use std::sync::Arc;

use rand::seq::index;
use shakmaty::Chess;

use super::errors::Errors;
use super::matrix::{LANES, Matrix};
use super::recall::score;
use crate::engine::evaluation::{Layout, Score};
use crate::engine::features::ONE;
use crate::engine::one_ply::PlyScore;
use crate::engine::schema::{Schema, SchemaError};
use crate::evolution::fitness::{Fitness, Model, PastOfRun, Task};
use crate::objectives::scores::{Loss, ScoresSettings};
use crate::randomness::Randomness;

/// Number of organisms per task.
const ORGANISMS_PER_TASK: usize = 32;

/// Measures how close organisms come to target scores.
pub struct ScoresFitness {
    pub(super) layout: Layout,
    matrix: Matrix,
    /// The target scores, one per position.
    goals: Vec<Score>,
    /// The target scores in the layout of the matrix.
    targets: Vec<[Score; LANES]>,
    /// The positions, if organisms score them by quiescence search.
    pub(super) positions: Option<Vec<Chess>>,
    /// The number of positions on which a generation is measured.
    sample: usize,
    /// The loss for optimizers that use derivatives.
    pub(super) loss: Loss,
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
        let positions = (score == PlyScore::Quiescence).then_some(positions);
        Ok(ScoresFitness::of(layout, matrix, goals, positions, sample))
    }

    fn of(
        layout: Layout,
        matrix: Matrix,
        goals: Vec<Score>,
        positions: Option<Vec<Chess>>,
        sample: usize,
    ) -> ScoresFitness {
        let targets = Matrix::targets(&goals);
        ScoresFitness { layout, matrix, goals, targets, positions, sample, loss: Loss::default() }
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
        let Some(positions) = &self.positions else { return self.matrix.scores(values) };
        let weights = self.layout.weights(values);
        positions.iter().map(|position| score(position, &weights, PlyScore::Quiescence)).collect()
    }

    /// Returns an organism's errors on all positions.
    #[must_use]
    pub fn errors(&self, values: &[i32]) -> Errors {
        let distance = |(score, goal): (&Score, &Score)| f64::from(score.abs_diff(*goal)) / f64::from(ONE);
        Errors::of(self.scores(values).iter().zip(&self.goals).map(distance).collect())
    }

    fn distance(&self, values: &[i32]) -> u64 {
        if self.positions.is_none() {
            return self.matrix.distance(values, &self.targets);
        }
        let scores = self.scores(values);
        scores.iter().zip(&self.goals).map(|(score, goal)| u64::from(score.abs_diff(*goal))).sum()
    }
}

impl Fitness for ScoresFitness {
    fn tasks(&self, organisms: Arc<Vec<Vec<i32>>>) -> Vec<Task> {
        Task::with_all_items(&organisms, ORGANISMS_PER_TASK, self.positions())
    }

    fn has_items(&self, items: &Range<usize>) -> bool {
        *items == (0..self.positions())
    }

    fn run(&self, task: &Task) -> Vec<u64> {
        let measure =
            |values: &Vec<i32>| ScoresSettings::measure(self.distance(values), self.positions() as u64);
        task.organisms[task.range.clone()].iter().map(measure).collect()
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
        let positions = |all: &Vec<Chess>| drawn.iter().map(|index| all[*index].clone()).collect();
        let sampled = ScoresFitness::of(
            self.layout.clone(),
            self.matrix.select(&drawn),
            goals,
            self.positions.as_ref().map(positions),
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
