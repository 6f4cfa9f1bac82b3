//! Positions and organisms for tests.

use shakmaty::{Chess, Move};

use crate::engine::evaluation::Weights;
use crate::engine::schema::Schema;
use crate::organism::chromosome::Chromosome;
use crate::positions::PositionSet;
use crate::randomness::Randomness;

/// Returns `count` evenly spaced training positions, with their right moves.
pub(super) fn positions(count: usize) -> Vec<(Chess, Vec<Move>)> {
    let set = PositionSet::embedded("gm2600-train").unwrap();
    let step = set.examples.len() / count;
    let examples = set.examples.iter().step_by(step).take(count);
    examples.map(|example| (example.position.clone(), example.moves.clone())).collect()
}

/// Returns the values of a random organism.
pub(super) fn values(seed: u64) -> Vec<i32> {
    let schema = Schema::built_in("paper-2014").unwrap();
    let mut rng = Randomness::new(seed, "test", 0).stream(0, "organism");
    Chromosome::random(schema.bits(), &mut rng).decode(&schema)
}

/// Returns a random organism whose values are divided by the square of `divisor`; all zeros for 0.
pub(super) fn organism(seed: u64, divisor: i32) -> Weights {
    let schema = Schema::built_in("paper-2014").unwrap();
    let values: Vec<i32> = values(seed)
        .into_iter()
        .map(|value| if divisor == 0 { 0 } else { value / (divisor * divisor) })
        .collect();
    Weights::new(&schema, &values).unwrap()
}
