//! Heatmaps of an evolution: parameters and bits of organisms, parameters over the generations, nodes of searches.

use super::heatmap::{self, Heatmap};
use crate::engine::schema::{Parameter, Schema};
use crate::evolution::record::GenerationRecord;

/// The largest number of columns of a heatmap of generations. More generations are sampled.
const GENERATIONS: usize = 400;

/// A row of a heatmap of parameters: a parameter, or one of its bits; 0 is the highest.
pub type Locus = (usize, Option<usize>);

/// Returns all parameters of a schema, in the order of the chromosome.
#[must_use]
pub fn parameters(schema: &Schema) -> Vec<Locus> {
    (0..schema.len()).map(|parameter| (parameter, None)).collect()
}

/// Returns all bits of a schema, in the order of the chromosome.
#[must_use]
pub fn bits(schema: &Schema) -> Vec<Locus> {
    let bits = |(parameter, known): (usize, &Parameter)| {
        (0..usize::from(known.bits)).map(move |bit| (parameter, Some(bit)))
    };
    schema.parameters.iter().enumerate().flat_map(bits).collect()
}

/// Returns the heatmap of parameters, or of bits, and the organisms of a generation.
#[must_use]
pub fn of_organisms(schema: &Schema, rows: &[Locus], record: &GenerationRecord) -> Heatmap {
    let starts: Vec<usize> = schema
        .parameters
        .iter()
        .scan(0, |start, parameter| Some(std::mem::replace(start, *start + usize::from(parameter.bits))))
        .collect();
    let organisms: Vec<_> =
        record.population.iter().filter(|one| one.chromosome.len() == schema.bits()).collect();
    let values: Vec<Vec<i32>> = organisms.iter().map(|one| one.chromosome.decode(schema)).collect();
    let cells = |&(parameter, bit): &Locus| {
        let cell = |(place, values): (usize, &Vec<i32>)| match bit {
            None => parameter_cell(schema, parameter, values),
            Some(bit) => {
                let bit = f64::from(u8::from(organisms[place].chromosome.bit(starts[parameter] + bit)));
                Some(heatmap::Cell::new(bit, bit))
            }
        };
        values.iter().enumerate().map(cell).collect()
    };
    let columns = (1..=organisms.len()).map(|place| place.to_string()).collect();
    let whole = rows.iter().all(|(_, bit)| bit.is_some());
    let ends = if whole { ["0", "1"] } else { ["low end of the range", "high end"] };
    Heatmap {
        row: if whole { "bit" } else { "parameter" }.to_owned(),
        rows: rows.iter().map(|locus| name(schema, locus)).collect(),
        column: "organism, fittest first".to_owned(),
        columns,
        value: if whole { "bit" } else { "value of the parameter" }.to_owned(),
        ends: ends.map(str::to_owned),
        cells: rows.iter().map(cells).collect(),
        written: false,
    }
}

/// Returns the name of a row.
fn name(schema: &Schema, (parameter, bit): &Locus) -> String {
    let known = &schema.parameters[*parameter];
    match bit {
        None => known.name.clone(),
        Some(bit) => format!("{} bit {} of {}", known.name, bit + 1, known.bits),
    }
}

fn parameter_cell(schema: &Schema, parameter: usize, values: &[i32]) -> Option<heatmap::Cell> {
    let value = f64::from(*values.get(parameter)?);
    let (low, high) = schema.parameters[parameter].range;
    let share = (value - f64::from(low)) / (f64::from(high) - f64::from(low)).max(1.0);
    Some(heatmap::Cell::new(value, share))
}

/// Whose values those of each generation are that the journal records.
pub const FITTEST: &str = "value in the fittest organism";

/// Returns the heatmap of parameters over the generations; `value` says whose values they are. Of many generations it has a
/// sample, always with the first and the last.
#[must_use]
pub fn history(schema: &Schema, rows: &[usize], generations: &[(u32, &[i32])], value: &str) -> Heatmap {
    let count = generations.len().min(GENERATIONS);
    let place = |column: usize| column * (generations.len() - 1) / (count - 1).max(1);
    let shown: Vec<_> = (0..count).map(|column| generations[place(column)]).collect();
    let cells = |&parameter: &usize| {
        shown.iter().map(|(_, values)| parameter_cell(schema, parameter, values)).collect()
    };
    Heatmap {
        row: "parameter".to_owned(),
        rows: rows.iter().map(|parameter| name(schema, &(*parameter, None))).collect(),
        column: "generation".to_owned(),
        columns: shown.iter().map(|(generation, _)| generation.to_string()).collect(),
        value: value.to_owned(),
        ends: ["low end of the range", "high end"].map(str::to_owned),
        cells: rows.iter().map(cells).collect(),
        written: false,
    }
}

/// Returns the most nodes until an organism found a best move; `None` if no organism found one.
#[must_use]
pub fn most_nodes(record: &GenerationRecord) -> Option<u32> {
    record.nodes.iter().flatten().copied().max().filter(|most| *most > 0)
}

/// Returns the heatmap of the nodes that the searches of a generation needed for each position; `None` if none are
/// recorded. A cell without a value is a best move that was not found.
#[must_use]
pub fn nodes(record: &GenerationRecord) -> Option<Heatmap> {
    let most = most_nodes(record)?;
    let positions = record.nodes.iter().map(Vec::len).max()?;
    let whole = f64::from(most).ln().max(f64::EPSILON);
    let cell = |&nodes: &u32| {
        (nodes > 0).then(|| heatmap::Cell::new(f64::from(nodes), f64::from(nodes).ln() / whole))
    };
    let row = |nodes: &Vec<u32>| {
        let mut row: Vec<_> = nodes.iter().map(cell).collect();
        row.resize(positions, None);
        row
    };
    Some(Heatmap {
        row: "organism, fittest first".to_owned(),
        rows: (1..=record.nodes.len()).map(|place| place.to_string()).collect(),
        column: "position of the suite".to_owned(),
        columns: (1..=positions).map(|position| position.to_string()).collect(),
        value: "nodes to the best move, empty if it was not found".to_owned(),
        ends: ["few nodes".to_owned(), format!("{} nodes", crate::numbers::thousands(u64::from(most)))],
        cells: record.nodes.iter().map(row).collect(),
        written: false,
    })
}
