//! How far the parameters of a population have moved since generation 0.

use super::table::{Cell, Table, columns};
use crate::engine::schema::Schema;
use crate::evolution::record::{Founder, GenerationRecord};
use crate::organism::chromosome::Chromosome;

/// The movement of a parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Move {
    /// The index of the parameter in the schema.
    pub parameter: usize,
    /// The mean over generation 0 and over the generation shown.
    pub mean: (f64, f64),
    /// The value in the best organism of generation 0 and of the generation shown.
    pub best: (i32, i32),
    /// The width of the range.
    pub width: f64,
}

impl Move {
    /// Returns the movement of the mean as a fraction of the range.
    #[must_use]
    pub fn share(&self) -> f64 {
        (self.mean.1 - self.mean.0) / self.width
    }

    /// Returns the movement of the best organism's value as a fraction of the range.
    #[must_use]
    pub fn best_share(&self) -> f64 {
        f64::from(self.best.1 - self.best.0) / self.width
    }
}

/// Returns the means of the parameters over the organisms that have the schema's length.
fn means<'a>(schema: &Schema, organisms: impl Iterator<Item = &'a Chromosome>) -> Option<Vec<f64>> {
    let mut sums = vec![0.0; schema.len()];
    let mut count = 0.0;
    for chromosome in organisms.filter(|chromosome| chromosome.len() == schema.bits()) {
        for (sum, value) in sums.iter_mut().zip(chromosome.decode(schema)) {
            *sum += f64::from(value);
        }
        count += 1.0;
    }
    (count > 0.0).then(|| sums.into_iter().map(|sum| sum / count).collect())
}

/// Returns the movements of the parameters from the founders to a generation, the largest first; empty without
/// founders. `first_best` are the values of the best organism of generation 0.
#[must_use]
pub fn moves(
    schema: &Schema,
    founders: &[Founder],
    first_best: &[i32],
    record: &GenerationRecord,
) -> Vec<Move> {
    let compute = || {
        let before = means(schema, founders.iter().map(|founder| &founder.chromosome))?;
        let now = means(schema, record.population.iter().map(|individual| &individual.chromosome))?;
        let mut moves: Vec<Move> = schema
            .parameters
            .iter()
            .enumerate()
            .filter(|(_, known)| known.range.1 > known.range.0)
            .filter_map(|(parameter, known)| {
                let best = (*first_best.get(parameter)?, *record.champion_values.get(parameter)?);
                let width = f64::from(known.range.1 - known.range.0);
                Some(Move { parameter, mean: (before[parameter], now[parameter]), best, width })
            })
            .collect();
        moves.sort_by(|one, other| other.share().abs().total_cmp(&one.share().abs()));
        Some(moves)
    };
    compute().unwrap_or_default()
}

/// Returns the movements as a table.
#[must_use]
pub fn table(schema: &Schema, moves: &[Move]) -> Table {
    let row = |moved: &Move| {
        vec![
            Cell::text(&schema.parameters[moved.parameter].name),
            Cell::Number(moved.mean.0, 1),
            Cell::Number(moved.mean.1, 1),
            Cell::Number(100.0 * moved.share(), 1),
            Cell::count(moved.best.0),
            Cell::count(moved.best.1),
            Cell::Number(100.0 * moved.best_share(), 1),
        ]
    };
    Table {
        columns: columns(&[
            ("parameter", ""),
            ("mean of generation 0", ""),
            ("mean", ""),
            ("mean moved", "% of the range"),
            ("best of generation 0", ""),
            ("best", ""),
            ("best moved", "% of the range"),
        ]),
        rows: moves.iter().map(row).collect(),
    }
}
