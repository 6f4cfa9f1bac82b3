//! The explanations of a session's champion as figures, for reports.

use std::path::Path;
use std::sync::Arc;

use super::family::family;
use super::importance::Probe;
use super::{Error, tables};
use crate::evolution::record::GenerationRecord;
use crate::figures::{Content, Figure};
use crate::session::Recorded;
use crate::threads::{Interrupt, ThreadPool};

/// What measures organisms for an explanation.
pub struct Measuring<'a> {
    /// The folder of quiescence trees; `None` for the default one.
    pub cache: Option<&'a Path>,
    /// The threads.
    pub pool: &'a ThreadPool,
    /// Raised to end the work.
    pub interrupt: &'a Interrupt,
}

/// A figure, and the flags of `eyas explain` that write it again.
pub type Explained = (Figure, String);

/// Returns the last generation of the run with the best score, the first of equal runs.
fn best_run(recorded: &Recorded) -> Option<&Arc<GenerationRecord>> {
    let mut best: Option<&Arc<GenerationRecord>> = None;
    for (index, record) in recorded.history.iter().enumerate() {
        let is_last = recorded.history.get(index + 1).is_none_or(|next| next.run != record.run);
        if is_last && best.is_none_or(|best| record.spread.best > best.spread.best) {
            best = Some(record);
        }
    }
    best
}

/// Returns the ancestry of the champion: the origin of each value, and the line of descent. There are none if organisms have
/// no parents.
///
/// # Errors
/// Returns an error if the journal cannot be read.
pub fn ancestry(folder: &Path, recorded: &Recorded) -> Result<Vec<Explained>, Error> {
    let Some(last) = best_run(recorded).filter(|last| last.generation > 0) else { return Ok(Vec::new()) };
    let experiment = &recorded.header.settings;
    let family = match family(folder, experiment, last.run, Some((last.generation, 0))) {
        Err(Error::NoParents(_)) => return Ok(Vec::new()),
        family => family?,
    };
    let (schema, measure) = (experiment.schema(), experiment.measure(recorded.header.largest_score()));
    let run = last.run + 1;
    let origins = Figure::new(
        "origins",
        &format!("Where the values of the fittest organism of run {run} came from"),
        Content::Table(tables::origins(&family, schema)),
    );
    let line = Figure::new(
        "descent",
        &format!("The line of descent of the fittest organism of run {run}, along the nearer parents"),
        Content::Table(tables::line(&family, schema, &measure)),
    );
    let flags = format!("--family --run {run}");
    Ok(vec![(origins, flags.clone()), (line, flags)])
}

/// Returns how much the values of the champion matter. There is nothing if games or searches are the measure.
///
/// # Errors
/// Returns an error if the positions cannot be prepared, or if the interrupt was raised.
pub fn importance(recorded: &Recorded, measuring: &Measuring<'_>) -> Result<Vec<Explained>, Error> {
    let (experiment, never) = (&recorded.header.settings, |_, _| {});
    let Some(last) = best_run(recorded) else { return Ok(Vec::new()) };
    let Measuring { cache, pool, interrupt } = *measuring;
    let probe = match Probe::new(experiment, cache, pool, &never, interrupt) {
        Err(Error::NotExact(_)) => return Ok(Vec::new()),
        probe => probe?,
    };
    let (schema, measure) = (experiment.schema(), experiment.measure(recorded.header.largest_score()));
    let population: Vec<Vec<i32>> =
        last.population.iter().map(|organism| organism.chromosome.decode(schema)).collect();
    let ranking = probe.rank_in(experiment, &last.champion_values, &population, &never, interrupt)?;
    let run = last.run + 1;
    let figure = |name, title: &str, table| {
        let figure = Figure::new(name, &format!("{title} of run {run}"), Content::Table(table));
        (figure, format!("--importance --run {run}"))
    };
    Ok(vec![
        figure(
            "importance",
            "How much each value matters for the fittest organism",
            tables::importance(&ranking, schema, &measure),
        ),
        figure(
            "importance-groups",
            "How much groups of values matter for the fittest organism",
            tables::groups(&ranking, &measure),
        ),
        figure(
            "importance-pairs",
            "Pairs of values that matter together for the fittest organism",
            tables::pairs(&ranking, schema, &measure),
        ),
    ])
}
