//! Organisms taken out of sessions.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::champion;
use super::error::Error;
use crate::evolution::record::Individual;
use crate::files::Staged;
use crate::organism::{Organism, Origin};
use crate::session::{self, Champion, Header, Session};

/// The organism that an individual of a session's generation is, with its origin; `session` is the name of
/// the session's folder. It has no test figures: only champions are looked at on the test set.
///
/// # Errors
/// The session's schema is not known.
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
            description: champion::description(header, individual.correct, None),
            session: Some(session.to_owned()),
            run: Some(run),
            generation: Some(generation),
            seed: Some(settings.seed),
            train: champion::train(header, individual.correct),
            test: None,
        },
    })
}

/// The session's champion so far: the best run's on the training set, the first of equals. Test figures
/// are told where its run is complete.
fn champion_of(header: &Header, session: &str, champions: &[Champion]) -> Result<Option<Organism>, Error> {
    let Some(best) = session::best(champions, |champion| champion.correct) else { return Ok(None) };
    let individual = Individual {
        chromosome: best.chromosome.clone(),
        correct: best.correct,
        born: best.born,
        parents: Vec::new(),
    };
    let organism = organism_of(header, session, best.run, best.born, &individual)?;
    let settings = &header.settings;
    Ok(Some(Organism {
        name: champion::name(settings, best.run),
        origin: Origin {
            test: best.test_correct.and_then(|measure| champion::test(header, measure)),
            ..organism.origin
        },
        ..organism
    }))
}

/// Writes the champion of the session in `folder` as an organism file: the best run's, and of an unfinished
/// session the best so far on the training set, without test figures. Where `to` is a folder the file gets
/// the session's name there. Says where it was written. The session is only read; a job may be working on it.
///
/// # Errors
/// The session cannot be read or has measured nothing yet, something is at `to` and `overwrite` is not set,
/// or the file cannot be written; what was there then still is.
pub fn export_champion(folder: &Path, to: &Path, overwrite: bool) -> Result<PathBuf, Error> {
    let recorded = Session::open_read_only(folder)?;
    let session = session::name(folder);
    let organism = champion_of(&recorded.header, &session, &recorded.champions())?;
    let organism = organism.ok_or_else(|| Error::NoChampion(folder.to_owned()))?;
    let to = if to.is_dir() { to.join(format!("{session}.ron")) } else { to.to_owned() };
    export(&organism, &to, overwrite)?;
    Ok(to)
}

/// Writes an organism file, whole or not at all.
///
/// # Errors
/// Something is at `to` and `overwrite` is not set, or the file cannot be written; what was there then still
/// is.
pub fn export(organism: &Organism, to: &Path, overwrite: bool) -> Result<(), Error> {
    let failed = |why: String| Error::Export { to: to.to_owned(), why };
    let text = organism.to_ron().map_err(|cause| failed(cause.to_string()))?;
    let staged = Staged::write(to, text.as_bytes()).map_err(|cause| failed(cause.to_string()))?;
    let published = if overwrite { staged.publish() } else { staged.publish_new() };
    published.map_err(|cause| match cause.kind() {
        ErrorKind::AlreadyExists if !overwrite => Error::Occupied(to.to_owned()),
        _ => failed(cause.to_string()),
    })
}
