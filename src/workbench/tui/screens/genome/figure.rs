//! The heatmap shown as a figure, with its rows in the order shown.

use super::sheet::Sheet;
use super::table::rows;
use super::{Map, State};
use crate::explain::family::{Cause, Origin};
use crate::figures::genome::{FITTEST, Locus, history, of_organisms};
use crate::figures::heatmap::Cell;
use crate::figures::{Content, Figure, Heatmap};
use crate::session;
use crate::tui::model::Model;

/// Returns the figure; `None` before the first generation.
pub(super) fn of(state: &State, model: &Model) -> Option<Figure> {
    let sheet = Sheet::new(state, model)?;
    let open = sheet.open?;
    let rows = rows(&sheet).into_iter().filter(|row| row.heading.is_none());
    let loci: Vec<Locus> = rows.map(|row| (row.locus.parameter, row.locus.bit)).collect();
    let (name, map) = match state.map {
        Map::Generations => {
            let points: Vec<(u32, &[i32])> = sheet
                .points
                .iter()
                .map(|point| (point.generation, point.champion_values.as_slice()))
                .collect();
            let parameters: Vec<usize> = loci.iter().map(|(parameter, _)| *parameter).collect();
            (
                "parameters".to_owned(),
                (!points.is_empty()).then(|| history(&sheet.schema, &parameters, &points, FITTEST))?,
            )
        }
        Map::Origins => {
            let parameters = loci.iter().map(|(parameter, _)| *parameter);
            let generation = sheet.record?.generation;
            (format!("origins-generation-{generation}"), of_origins(&sheet, parameters.collect())?)
        }
        Map::Organisms | Map::Bits => {
            let record = sheet.record?;
            let is_shown = |(_, bit): &Locus| bit.is_some() == (state.map == Map::Bits);
            let loci: Vec<Locus> = loci.into_iter().filter(is_shown).collect();
            let name = if state.map == Map::Bits { "bits" } else { "genome" };
            (format!("{name}-generation-{}", record.generation), of_organisms(&sheet.schema, &loci, record))
        }
    };
    let run = if open.runs.len() > 1 { format!(" · run {}", open.shown + 1) } else { String::new() };
    let name = if run.is_empty() { name } else { format!("{name}-run-{}", open.shown + 1) };
    let title = format!("{}{run} · {}", state.map.names().0, session::name(&open.folder));
    Some(Figure::new(&name, &title, Content::Heatmap(map)))
}

/// Returns the heatmap of the origins; `None` until they are read. A cell has the number of the cause.
fn of_origins(sheet: &Sheet<'_>, parameters: Vec<usize>) -> Option<Heatmap> {
    let origins = sheet.origins()?.ok()?;
    let last = Cause::ALL.len() - 1;
    let cell = |origin: &Origin| {
        let number = Cause::ALL.iter().position(|cause| *cause == origin.cause)?;
        Some(Cell { value: number as f64, share: number as f64 / last as f64 })
    };
    let row = |parameter: &usize| origins.iter().map(|of| of.get(*parameter).and_then(cell)).collect();
    let causes = Cause::ALL.iter().enumerate().map(|(number, cause)| format!("{number} {}", cause.name()));
    Some(Heatmap {
        row: "parameter".to_owned(),
        rows: parameters.iter().map(|parameter| sheet.name(*parameter).to_owned()).collect(),
        column: "organism".to_owned(),
        columns: (1..=origins.len()).map(|place| place.to_string()).collect(),
        value: format!("origin: {}", causes.collect::<Vec<_>>().join(", ")),
        ends: [0, last].map(|end| Cause::ALL[end].name().to_owned()),
        cells: parameters.iter().map(row).collect(),
        written: false,
    })
}
