//! The values of champions, beside those that the papers report.

use super::table::{Cell, Table, columns};
use crate::engine::schema::Schema;
use crate::engine_options::{OptionType, TunableOption, TunedEngine};
use crate::organism::Organism;

/// The values that a paper reports for a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reported {
    /// Where the paper has them.
    pub source: &'static str,
    /// The values, in schema order.
    pub values: Vec<i32>,
}

/// Returns the values that a paper reports for a schema, if one does.
#[must_use]
pub fn reported(schema: &Schema) -> Option<Reported> {
    let (organism, source) = match schema.name.as_str() {
        "paper-2014" => ("paper-2014-figure-3", "2014 paper, Figure 3"),
        "paper-2008" => ("paper-2008-figure-3", "2008 paper, Figure 3"),
        "search-paper" => ("paper-2014-figure-3", "2014 paper, Table II"),
        _ => return None,
    };
    let organism = Organism::named_or_path(organism).ok()?;
    let genomes = std::iter::once(&organism.evaluation).chain(&organism.searches);
    let genome = genomes.into_iter().find(|genome| genome.schema.name == schema.name)?;
    Some(Reported { source, values: genome.values.clone() })
}

/// Returns the parameters with the values of the champion, the mean and the standard deviation over the champions of all
/// runs, and what a paper reports. `champions` has the values of each run's champion, in schema order; `best` is the
/// index of the champion of the session. The standard deviation is that of a sample (divided by n − 1).
#[must_use]
pub fn table(schema: &Schema, champions: &[Vec<i32>], best: usize) -> Table {
    let reported = reported(schema);
    let source = reported.as_ref().map_or("paper", |reported| reported.source);
    let mut titles = vec![("parameter", ""), ("theme", ""), ("unit", ""), ("champion", "")];
    let several = champions.len() > 1;
    titles.extend(
        several.then_some([("mean", "over runs"), ("standard deviation", "over runs")]).iter().flatten(),
    );
    titles.extend(reported.as_ref().map(|_| (source, "")));
    titles.extend([("lowest", "range"), ("highest", "range")]);
    let row = |(index, parameter): (usize, &crate::engine::schema::Parameter)| {
        let value = |values: &Vec<i32>| values.get(index).copied();
        let mut row = vec![
            Cell::text(&parameter.name),
            Cell::text(parameter.group.to_string()),
            Cell::text(&parameter.unit),
            champions.get(best).and_then(value).map_or(Cell::Empty, Cell::count),
        ];
        if several {
            let values: Vec<f64> = champions.iter().filter_map(value).map(f64::from).collect();
            let (mean, deviation) = mean_and_deviation(&values);
            row.extend([Cell::number(Some(mean), 1), Cell::number(Some(deviation), 1)]);
        }
        if let Some(reported) = &reported {
            row.push(reported.values.get(index).copied().map_or(Cell::Empty, Cell::count));
        }
        row.extend([Cell::count(parameter.range.0), Cell::count(parameter.range.1)]);
        row
    };
    Table { columns: columns(&titles), rows: schema.parameters.iter().enumerate().map(row).collect() }
}

/// Returns the options of an engine with the result of each run beside the start and the range. `results` has the values of each
/// run, in schema order.
#[must_use]
pub fn of_engine(engine: &TunedEngine, results: &[(u32, Vec<i32>)]) -> Table {
    let names: Vec<String> = match results {
        [_] => vec!["result".to_owned()],
        runs => runs.iter().map(|(run, _)| format!("result of run {}", run + 1)).collect(),
    };
    let mut titles = vec![("option", ""), ("start", "")];
    titles.extend(names.iter().map(|name| (name.as_str(), "")));
    titles.extend([("lowest", "range"), ("highest", "range")]);
    let start = engine.start();
    let row = |(index, option): (usize, &TunableOption)| {
        let cell = |step: i32| match option.kind {
            OptionType::Int => Cell::count(step),
            OptionType::Float => Cell::Number(f64::from(step) * option.unit(), option.decimals()),
            OptionType::Check | OptionType::Combo(_) => Cell::text(option.text(step)),
        };
        let value = |values: &Vec<i32>| values.get(index).map_or(Cell::Empty, |step| cell(*step));
        let mut row = vec![Cell::text(&option.name), value(&start)];
        row.extend(results.iter().map(|(_, values)| value(values)));
        let (low, high) = engine.schema().parameters[index].range;
        row.extend([cell(low), cell(high)]);
        row
    };
    Table { columns: columns(&titles), rows: engine.options().iter().enumerate().map(row).collect() }
}

/// Returns the mean and the standard deviation of a sample of two numbers or more.
pub(super) fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0)).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_values_stand_beside_those_of_the_runs() {
        let schema = Schema::built_in("paper-2014").unwrap();
        let champion = |pawn: i32| {
            let mut values = vec![7; schema.parameters.len()];
            values[0] = pawn;
            values
        };
        let table = table(&schema, &[champion(80), champion(110), champion(95)], 1);
        let headings: Vec<String> = table.columns.iter().map(super::super::table::Column::heading).collect();
        assert_eq!(
            headings[3..7],
            ["champion", "mean (over runs)", "standard deviation (over runs)", "2014 paper, Figure 3"]
        );
        let shown: Vec<String> = table.rows[0].iter().map(Cell::shown).collect();
        assert_eq!(shown[..2], ["PAWN_VALUE", "material"]);
        assert_eq!(shown[3..7], ["110", "95.0", "15.0", "100"]);
        assert_eq!(table.rows[4][6], Cell::Integer(1_710), "the queen of Figure 3");
    }

    #[test]
    fn the_search_s_values_are_those_of_table_2() {
        let schema = Schema::built_in("search-paper").unwrap();
        let reported = reported(&schema).unwrap();
        assert_eq!(reported.source, "2014 paper, Table II");
        assert_eq!(reported.values[..8], [1, 4, 1, 6, 3, 112, 227, 506]);
        let one = table(&schema, &[reported.values], 0);
        assert!(one.columns.iter().all(|column| column.unit != "over runs"), "one run has no deviation");
    }
}
