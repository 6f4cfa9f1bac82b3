//! The fitness function of the objective *likelihood*.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use shakmaty::{Move, Position};

use super::settings::LikelihoodSettings;
use crate::engine::evaluation::Layout;
use crate::engine::features::ONE;
use crate::engine::quiescence;
use crate::engine::schema::{Schema, SchemaError};
use crate::evolution::fitness::{Derivatives, Fitness, Model, Task};
use crate::players::choices::{Choices, Row};
use crate::players::logit::{each_position, log_chances, log_of};
use crate::players::rows::Terms;
use crate::positions::Example;

/// Positions of a task, and of a part of a sum.
const BLOCK: usize = 1024;

/// Measures how probable organisms make the moves played.
pub(super) struct LikelihoodFitness {
    layout: Layout,
    /// The parameter of each feature.
    parameters: Vec<Option<usize>>,
    blocks: Vec<Choices>,
    positions: usize,
    temperature: f64,
}

impl LikelihoodFitness {
    /// Creates the fitness of organisms of a schema on positions.
    pub(super) fn new(
        schema: &Schema,
        examples: &[Example],
        temperature: f64,
        progress: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<LikelihoodFitness, SchemaError> {
        let layout = Layout::of(schema)?;
        let set = layout.set();
        let done = std::sync::atomic::AtomicU64::new(0);
        let of_block = |examples: &[Example]| {
            let mut choices = Choices::default();
            for Example { position, moves: right } in examples {
                let moves: Vec<Move> = position.legal_moves().into_iter().collect();
                let terms = Terms::of(set, position);
                let row = |m: &Move| Row {
                    ones: Vec::new(),
                    values: terms.changes(&quiescence::after(position, *m)).0,
                };
                // One of the right moves is legal, because the set has checked them.
                let played = moves.iter().position(|m| right.contains(m)).unwrap_or(0);
                choices.push(&moves.iter().map(row).collect::<Vec<_>>(), played);
            }
            let count = examples.len() as u64;
            let before = done.fetch_add(count, std::sync::atomic::Ordering::Relaxed);
            progress(before + count, 0);
            choices
        };
        let blocks: Vec<Choices> = examples.par_chunks(BLOCK).map(of_block).collect();
        let mut parameters = vec![None; set.count()];
        for (parameter, feature) in layout.features().iter().enumerate() {
            parameters[*feature] = Some(parameter);
        }
        let positions = blocks.iter().map(Choices::len).sum();
        Ok(LikelihoodFitness { layout, parameters, blocks, positions, temperature })
    }

    /// Returns weights by feature that make scores in units of the temperature.
    fn weights(&self, values: impl Iterator<Item = f64>) -> Vec<f64> {
        let mut weights = vec![0.0; self.parameters.len()];
        for (value, feature) in values.zip(self.layout.features()) {
            weights[*feature] = value / (f64::from(ONE) * self.temperature);
        }
        weights
    }
}

impl Fitness for LikelihoodFitness {
    fn tasks(&self, organisms: Arc<Vec<Vec<i32>>>) -> Vec<Task> {
        let range = 0..organisms.len();
        let task =
            |block| Task { organisms: Arc::clone(&organisms), range: range.clone(), items: block..block + 1 };
        (0..self.blocks.len()).map(task).collect()
    }

    fn has_items(&self, items: &Range<usize>) -> bool {
        self.blocks.get(items.clone()).is_some()
    }

    fn run(&self, task: &Task) -> Vec<u64> {
        let gain = |values: &Vec<i32>| -> u64 {
            let weights = self.weights(values.iter().map(|value| f64::from(*value)));
            let blocks = self.blocks[task.items.clone()].iter();
            blocks.flat_map(|block| log_chances(block, &weights)).map(LikelihoodSettings::score_of).sum()
        };
        task.organisms[task.range.clone()].iter().map(gain).collect()
    }

    fn total(&self) -> u64 {
        self.positions as u64 * LikelihoodSettings::LARGEST_SCORE
    }

    fn is_function_of_values(&self) -> bool {
        true
    }

    fn model(&self) -> Option<&dyn Model> {
        Some(self)
    }
}

impl Model for LikelihoodFitness {
    fn derivatives(&self, values: &[f64]) -> Derivatives {
        let weights = self.weights(values.iter().copied());
        let mut sum = Derivatives::zero(values.len());
        // A few blocks at a time, so that their matrices need little memory.
        for group in self.blocks.chunks(rayon::current_num_threads().max(1) * 2) {
            let parts: Vec<Derivatives> =
                group.par_iter().map(|block| self.of_block(block, &weights, values.len())).collect();
            parts.iter().for_each(|part| sum.add(part));
        }
        // The blocks have the lower triangle.
        let size = values.len();
        for row in 0..size {
            for column in 0..row {
                sum.hessian[column * size + row] = sum.hessian[row * size + column];
            }
        }
        sum
    }

    fn items(&self) -> f64 {
        self.positions as f64
    }
}

impl LikelihoodFitness {
    /// Returns the derivatives on a block, with the lower triangle of the Hessian alone.
    fn of_block(&self, block: &Choices, weights: &[f64], size: usize) -> Derivatives {
        let mut sum = Derivatives::zero(size);
        let unit = 1.0 / (f64::from(ONE) * self.temperature);
        let (mut mean, mut entries) = (vec![0.0; size], Vec::new());
        each_position(block, 0..block.len(), weights, |_, moves, chances, played| {
            sum.loss -= log_of(chances[played]);
            mean.fill(0.0);
            for (index, (m, chance)) in moves.iter().zip(chances).enumerate() {
                entries.clear();
                m.each(|feature, value| {
                    entries.extend(self.parameters[feature].map(|at| (at, value * unit)))
                });
                entries.sort_unstable_by_key(|(row, _)| *row);
                for (place, (row, value)) in entries.iter().enumerate() {
                    let scaled = chance * value;
                    mean[*row] += scaled;
                    let line = &mut sum.hessian[row * size..][..size];
                    entries[..=place].iter().for_each(|(column, other)| line[*column] += scaled * other);
                    sum.gradient[*row] += if index == played { scaled - value } else { scaled };
                }
            }
            let used: Vec<usize> = (0..size).filter(|row| mean[*row] != 0.0).collect();
            for (place, row) in used.iter().enumerate() {
                let line = &mut sum.hessian[row * size..][..size];
                used[..=place].iter().for_each(|column| line[*column] -= mean[*row] * mean[*column]);
            }
        });
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::PositionSet;

    fn fitness() -> LikelihoodFitness {
        let set = PositionSet::embedded("gm2600-train").unwrap();
        let schema = Schema::built_in("paper-2014").unwrap();
        LikelihoodFitness::new(&schema, &set.examples[..40], 70.0, &|_, _| {}).unwrap()
    }

    #[test]
    fn derivatives_are_those_of_finite_differences() {
        let fitness = fitness();
        let values: Vec<f64> = (0..35).map(|index| 20.0 + 7.0 * f64::from(index % 5)).collect();
        let here = fitness.derivatives(&values);
        for index in 0..values.len() {
            let step = 1e-3;
            let at = |by: f64| {
                let mut moved = values.clone();
                moved[index] += by;
                fitness.derivatives(&moved)
            };
            let (up, down) = (at(step), at(-step));
            let slope = (up.loss - down.loss) / (2.0 * step);
            assert!((slope - here.gradient[index]).abs() < 1e-6 * (1.0 + slope.abs()), "{index}");
            for other in 0..values.len() {
                let turn = (up.gradient[other] - down.gradient[other]) / (2.0 * step);
                let element = here.hessian[index * values.len() + other];
                assert!((turn - element).abs() < 1e-6 * (1.0 + element.abs()), "{index} {other}");
            }
        }
    }

    #[test]
    fn the_score_is_the_likelihood() {
        let fitness = fitness();
        let values = vec![30; 35];
        let tasks = fitness.tasks(Arc::new(vec![values.clone()]));
        let score: u64 = tasks.iter().map(|task| fitness.run(task)[0]).sum();
        let loss = fitness.derivatives(&[30.0; 35]).loss / fitness.items();
        let shown = LikelihoodSettings::loss(score as f64 / fitness.items());
        assert!((loss - shown).abs() < 1e-5, "{loss} {shown}");
    }
}
