//! Opens the session of a job and replays the unfinished run.

use std::path::Path;

use super::error::Error;
use super::{Opening, Request};
use crate::evolution::record::GenerationRecord;
use crate::evolution::run::Run;
use crate::experiment::Experiment;
use crate::objectives::source::FitnessSource;
use crate::session::{self, Header, Recorded, Session};
use crate::trust::{self, EngineUse};

/// Creates or opens the session and loads its positions.
pub(super) fn open(
    request: &Request,
    source: Option<Box<dyn FitnessSource>>,
) -> Result<(Session, Recorded, Box<dyn FitnessSource>), Error> {
    let new_source = |settings: &Experiment| source.unwrap_or_else(|| settings.objective.settings().source());
    match &request.opening {
        Opening::New(settings) => {
            settings.validate()?;
            if session::occupancy(&request.folder)? != session::Occupancy::Vacant {
                return Err(session::Error::Exists(request.folder.clone()).into());
            }
            trust::check(&request.folder, &EngineUse::of_experiment(settings))?;
            let mut source = new_source(settings);
            let [train, test] = source.load(&settings.outline())?;
            let eyas = env!("CARGO_PKG_VERSION").to_owned();
            let settings = (**settings).clone();
            let header = Header { eyas, settings, train, test, forked_from: None, blocked: Vec::new() };
            let session = Session::create(&request.folder, &header)?;
            Ok((session, Recorded::empty(header), source))
        }
        Opening::Resume => {
            let (session, recorded) = Session::open(&request.folder)?;
            let mut source = new_source(&recorded.header.settings);
            if !recorded.finished() {
                let header = &recorded.header;
                header.settings.validate()?;
                trust::check(&request.folder, &EngineUse::of_experiment(&header.settings))?;
                let found = source.load(&header.settings.outline())?;
                let sets = ["training", "test"].into_iter().zip(found).zip([&header.train, &header.test]);
                for ((which, found), recorded) in sets {
                    if found.blake3 != recorded.blake3 {
                        let (name, found, recorded) = (found.name, found.positions, recorded.positions);
                        return Err(Error::OtherPositions { which, name, found, recorded });
                    }
                }
            }
            Ok((session, recorded, source))
        }
    }
}

/// Replays the unfinished run to the end of the journal. Computes the last recorded generation again with `propose`, if
/// that is possible: if its result differs, so would all that follow.
pub(super) fn replay(
    recorded: &Recorded,
    propose: impl Fn(&Run) -> Result<Option<GenerationRecord>, Error>,
    folder: &Path,
) -> Result<Run, Error> {
    let index = recorded.results.len() as u32;
    let mut run = recorded.run(index)?;
    let records: Vec<_> = recorded.history.iter().filter(|record| record.run == index).collect();
    for (place, record) in records.iter().enumerate() {
        recorded.apply_changes(&mut run);
        plant(&mut run, recorded)?;
        if place + 1 == records.len() {
            let again = propose(&run)?;
            if again.is_some_and(|again| again != ***record) {
                return Err(Error::NotRepeatable {
                    folder: folder.to_owned(),
                    run: index,
                    generation: record.generation,
                    version: recorded.header.eyas.clone(),
                });
            }
        }
        run.accept(record);
    }
    recorded.apply_changes(&mut run);
    plant(&mut run, recorded)?;
    Ok(run)
}

/// Plants the organisms recorded for the next generation.
fn plant(run: &mut Run, recorded: &Recorded) -> Result<(), Error> {
    let (index, generation) = (run.index(), run.next_generation());
    recorded.planted_in(index, generation).try_for_each(|plant| Ok(run.plant(plant.chromosome.clone())?))
}
