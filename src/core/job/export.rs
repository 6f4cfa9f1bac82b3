//! Exports organisms from sessions.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::champion;
use super::error::Error;
use crate::engine_options::{TunedEngine, ValueFormat};
use crate::evolution::record::Individual;
use crate::files::StagedFile;
use crate::objectives::details::Details;
use crate::organism::{Organism, Origin};
use crate::session::{self, Header, Recorded, Session};

/// Creates the organism of an individual in a session's generation, with its origin. `session` is the name of the
/// session's folder. The organism has no test result, because only champions are tested.
///
/// # Errors
/// Returns an error if the session's schema is unknown.
pub fn organism_of(
    header: &Header,
    session: &str,
    run: u32,
    generation: u32,
    individual: &Individual,
) -> Result<Organism, Error> {
    let settings = &header.settings;
    let (evaluation, searches) = champion::genomes(settings, &individual.chromosome)?;
    Ok(Organism {
        name: format!("{}, generation {generation}", champion::name(settings, run)),
        evaluation,
        searches,
        origin: Origin {
            description: champion::description(header, individual.score, &Details::default()),
            session: Some(session.to_owned()),
            run: Some(run),
            generation: Some(generation),
            seed: Some(settings.seed),
            train: champion::train(header, individual.score),
            test: None,
        },
    })
}

/// Returns the session's champion so far: that of the best run on the training set; among equals, the first. It has a
/// test result if its run is complete.
fn champion_of(recorded: &Recorded, session: &str) -> Result<Option<Organism>, Error> {
    let (header, champions) = (&recorded.header, recorded.champions());
    let Some(best) = session::best(&champions, |champion| champion.score) else { return Ok(None) };
    if let Some(result) = recorded.results.iter().find(|result| result.run == best.run) {
        let organism = champion::organism(header, result)?;
        let origin = Origin { session: Some(session.to_owned()), ..organism.origin };
        return Ok(Some(Organism { origin, ..organism }));
    }
    let individual = Individual {
        chromosome: best.chromosome.clone(),
        score: best.score,
        born: best.born,
        parents: Vec::new(),
    };
    let organism = organism_of(header, session, best.run, best.born, &individual)?;
    Ok(Some(Organism { name: champion::name(&header.settings, best.run), ..organism }))
}

/// Tuned options of an engine.
#[derive(Debug, Clone, PartialEq)]
pub struct TunedValues {
    /// The engine.
    pub engine: TunedEngine,
    /// The run of the values, 0 first.
    pub run: u32,
    /// The values in schema order.
    pub values: Vec<i32>,
    /// Why the values are provisional, as a phrase; `None` if the run is complete.
    pub provisional: Option<String>,
}

/// Returns the tuned options of a session: those of its best complete run, or of the given run (0 first). If that run, or every
/// run, is not complete, they are the optimizer's estimate, which is provisional. An optimizer without one has the best organism
/// that is measured so far.
///
/// # Errors
/// Returns an error if the session cannot be read, does not tune an engine, or has no measured generation in that run.
pub fn tuned_values(folder: &Path, run: Option<u32>) -> Result<TunedValues, Error> {
    let recorded = Session::open_read_only(folder)?;
    let settings = &recorded.header.settings;
    let Some(engine) = settings.target.engine() else { return Err(Error::NoOptions(folder.to_owned())) };
    let is_wanted = |index: u32| run.is_none_or(|run| run == index);
    let complete = recorded.results.iter().filter(|result| is_wanted(result.run));
    let complete: Vec<_> = complete
        .map(|result| (result.run, result.best_score, result.champion.decode(settings.schema())))
        .collect();
    if let Some((run, _, values)) = session::best(&complete, |(_, score, _)| *score).cloned() {
        return Ok(TunedValues { engine: engine.clone(), run, values, provisional: None });
    }
    let champions = recorded.champions();
    let begun = champions.iter().rfind(|champion| is_wanted(champion.run));
    let begun = begun.ok_or_else(|| Error::NoChampion(folder.to_owned()))?;
    let (values, what) = match recorded.estimate(begun.run) {
        Some(estimate) => (estimate.decode(settings.schema()), "the optimizer's estimate"),
        None => (begun.values.clone(), "the best organism measured"),
    };
    let done = begun.curve.len().saturating_sub(1);
    let provisional =
        format!("{what} after generation {done} of {}; the run is not complete", settings.generations);
    Ok(TunedValues { engine: engine.clone(), run: begun.run, values, provisional: Some(provisional) })
}

/// Writes values of an engine's options in a format. `provisional` says why they are not final, if the format has a place for it. If `to` is a folder, the file gets
/// the name of the format in it. Returns the path of the file.
///
/// # Errors
/// Returns an error if the format cannot have the values, if the target exists and `overwrite` is not set, or if the file
/// cannot be written. An existing file is unchanged then.
pub fn export_values(
    engine: &TunedEngine,
    values: &[i32],
    provisional: Option<&str>,
    format: ValueFormat,
    to: &Path,
    overwrite: bool,
) -> Result<PathBuf, Error> {
    let text = engine.export(values, format, provisional)?;
    let to = if to.is_dir() { to.join(format!("tuned.{}", format.extension())) } else { to.to_owned() };
    write(&text, &to, overwrite)?;
    Ok(to)
}

/// Writes the champion of the session in `folder` as an organism file, or as a parameter file if the session tunes the
/// options of an engine: that of the best run. For an unfinished session
/// it is the best so far on the training set, without a test result. If `to` is a folder, the file gets the session's
/// name in it. Returns the path of the file. The session is only read, so a job may be using it.
///
/// # Errors
/// Returns an error if the session cannot be read or has no measured generation, if the target exists and `overwrite`
/// is not set, or if the file cannot be written. An existing file is unchanged then.
pub fn export_champion(folder: &Path, to: &Path, overwrite: bool) -> Result<PathBuf, Error> {
    let recorded = Session::open_read_only(folder)?;
    let session = session::name(folder);
    let to = if to.is_dir() { to.join(format!("{session}.ron")) } else { to.to_owned() };
    if recorded.header.settings.target.engine().is_some() {
        let TunedValues { engine, values, provisional, .. } = tuned_values(folder, None)?;
        return export_values(&engine, &values, provisional.as_deref(), ValueFormat::Eyas, &to, overwrite);
    }
    let organism = champion_of(&recorded, &session)?;
    let organism = organism.ok_or_else(|| Error::NoChampion(folder.to_owned()))?;
    export(&organism, &to, overwrite)?;
    Ok(to)
}

/// Writes an organism file atomically.
///
/// # Errors
/// Returns an error if the target exists and `overwrite` is not set, or if the file cannot be written. An existing file
/// is unchanged then.
pub fn export(organism: &Organism, to: &Path, overwrite: bool) -> Result<(), Error> {
    let failed = |cause: ron::Error| Error::Export { to: to.to_owned(), why: cause.to_string() };
    write(&organism.to_ron().map_err(failed)?, to, overwrite)
}

/// Writes a file atomically.
fn write(text: &str, to: &Path, overwrite: bool) -> Result<(), Error> {
    let failed = |why: String| Error::Export { to: to.to_owned(), why };
    let staged = StagedFile::write(to, text.as_bytes()).map_err(|cause| failed(cause.to_string()))?;
    let published = if overwrite { staged.publish() } else { staged.publish_new() };
    published.map_err(|cause| match cause.kind() {
        ErrorKind::AlreadyExists if !overwrite => Error::Occupied(to.to_owned()),
        _ => failed(cause.to_string()),
    })
}
