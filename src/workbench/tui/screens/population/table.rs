//! The organisms and the runs as tables that can be sorted and searched.

use super::{State, lists};
use crate::tui::evolution::Evolution;
use crate::tui::format::{parameter_name, thousands};
use crate::tui::model::Model;
use crate::tui::panes::values;
use crate::tui::table::{Key, Table};

/// The columns of the organisms. The parameters follow from [`PARAMETER`] on.
pub(super) const SCORE: usize = 0;
pub(super) const BORN: usize = 1;
pub(super) const PARENTS: usize = 2;
pub(super) const PARAMETER: usize = 3;

/// The columns of the runs.
pub(super) const GENERATION: usize = 0;
pub(super) const BEST: usize = 1;
pub(super) const TEST: usize = 2;

/// Returns the tables of the screen.
pub(super) fn tables<'a>(state: &'a State, model: &'a Model) -> Vec<Table<'a>> {
    let Some(open) = &model.evolution else { return Vec::new() };
    let mut tables = vec![runs(open)];
    tables.extend(organisms(state, open));
    tables.extend(values::sortable(model, open));
    tables
}

fn organisms<'a>(state: &'a State, open: &'a Evolution) -> Option<Table<'a>> {
    let (record, schema) = (open.record()?, open.schema.as_ref()?);
    let measure = open.measure();
    let evolved = schema.parameters.iter().enumerate().filter(|(_, parameter)| parameter.bits > 0);
    let parameters = evolved.map(|(index, parameter)| (PARAMETER + index, parameter_name(&parameter.name)));
    let table = Table::new(lists::ORGANISMS, record.population.len(), state.organisms.at)
        .numbers([(SCORE, measure.heading)])
        .numbers([(BORN, "born")])
        .ascending([(PARENTS, "parents")])
        .numbers(parameters)
        .keys(|row, column| {
            let organism = record.population.get(row)?;
            match column {
                SCORE => Some(Key::count(organism.score)),
                BORN => Some(Key::count(organism.born)),
                PARENTS => organism.parents.first().map(|parent| Key::count(*parent)),
                _ => {
                    let fits = organism.chromosome.len() == schema.bits();
                    let values = fits.then(|| organism.chromosome.decode(schema))?;
                    values.get(column - PARAMETER).map(|value| Key::Number(f64::from(*value)))
                }
            }
        });
    let text = |row: usize| {
        let Some(organism) = record.population.get(row) else { return String::new() };
        let parents = super::organisms::parents(open, record, organism);
        let score = open.measure().number(organism.score as f64);
        format!("#{} {score} {} {parents}", thousands(row as u64 + 1), thousands(organism.born.into()))
    };
    Some(table.texts(text))
}

fn runs(open: &Evolution) -> Table<'_> {
    Table::new(lists::RUNS, open.runs.len(), open.shown)
        .numbers([(GENERATION, "generation"), (BEST, "best"), (TEST, "test")])
        .keys(|row, column| {
            let run = open.runs.get(row)?;
            let record = run.latest.as_ref();
            match column {
                GENERATION => record.map(|record| Key::count(record.generation)),
                BEST => record.map(|record| Key::count(record.spread.best)),
                _ => run.result.as_ref().map(|result| Key::count(result.test_score)),
            }
        })
}
