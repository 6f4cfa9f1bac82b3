//! The champions of runs as organism files.

use std::path::Path;

use crate::arena::statistics::Estimate;
use crate::coevolution::Confirmation;
use crate::engine::schema::Schema;
use crate::evolution::settings::{EvolutionSettings, Stage};
use crate::organism::{Genome, Organism, Origin};
use crate::session::{Header, Recorded, RunEntry, Session};

use super::error::Error;
use super::report::RunResult;

/// The champion of a run. Its origin leaves out the session's folder, so that equal sessions have equal
/// files wherever they lie.
pub(super) fn organism(header: &Header, result: &RunEntry) -> Result<Organism, Error> {
    let settings = &header.settings;
    let schema = Schema::built_in(&settings.schema).map_err(|cause| Error::Settings(cause.into()))?;
    Ok(Organism {
        name: name(settings, result.run),
        evaluation: Genome::from_chromosome(schema, result.champion.clone()),
        searches: Vec::new(),
        origin: Origin {
            description: description(settings, result.confirmation.as_ref()),
            session: None,
            run: Some(result.run),
            generation: Some(result.champion_born),
            seed: Some(settings.seed),
            train: train(header, result.best_correct),
            test: Some((result.test_correct, header.test.positions)),
        },
    })
}

/// What a champion is called.
pub(super) fn name(settings: &EvolutionSettings, run: u32) -> String {
    let EvolutionSettings { preset, seed, .. } = settings;
    match settings.stage {
        Stage::Grandmaster => format!("{preset}, seed {seed}, run {}", run + 1),
        Stage::Coevolution => format!("coevolution {preset}, seed {seed}"),
    }
}

/// How an organism came to be, in words.
pub(super) fn description(settings: &EvolutionSettings, confirmation: Option<&Confirmation>) -> String {
    let evolved = format!("evolved, {} stage", settings.stage.name());
    match confirmation.and_then(Confirmation::gain) {
        None => evolved,
        Some(Estimate { value, error }) => format!(
            "{evolved}; {value:+.0} ± {error:.0} Elo over the best of the organisms it began with, in {} games of all",
            confirmation.map_or(0, Confirmation::games)
        ),
    }
}

/// Correct moves on the training set, where there is one.
pub(super) fn train(header: &Header, measure: u64) -> Option<(u64, u64)> {
    match header.settings.stage {
        Stage::Grandmaster => Some((measure, header.train.positions)),
        Stage::Coevolution => None,
    }
}

/// Writes an organism file, unless it already says the same.
fn keep(path: &Path, organism: &Organism) -> Result<(), Error> {
    if Organism::load(path).is_ok_and(|kept| kept == *organism) {
        return Ok(());
    }
    organism.save(path).map_err(|cause| Error::Champion(cause.to_string()))
}

/// The run with the best training measure, the first of equals: test figures play no part.
#[must_use]
pub fn best<T>(results: &[T], train: impl Fn(&T) -> u64) -> Option<&T> {
    results.iter().reduce(|best, next| if train(next) > train(best) { next } else { best })
}

/// Writes the champion files of these complete runs that are missing or wrong.
pub(super) fn write(folder: &Path, header: &Header, results: &[RunEntry]) -> Result<(), Error> {
    for result in results {
        keep(&Session::champion_path(folder, &header.settings, result.run), &organism(header, result)?)?;
    }
    match best(results, |result| result.best_correct) {
        Some(best) if results.len() >= header.settings.runs as usize => {
            keep(&Session::best_champion_path(folder), &organism(header, best)?)
        }
        _ => Ok(()),
    }
}

/// The result as reported.
pub(super) fn report(folder: &Path, header: &Header, result: &RunEntry) -> RunResult {
    RunResult {
        run: result.run,
        mean_correct_first: result.mean_correct_first,
        best_correct: result.best_correct,
        train_total: header.largest_measure(),
        test_correct: result.test_correct,
        test_total: header.test.positions,
        evaluations: result.evaluations,
        champion: Session::champion_path(folder, &header.settings, result.run),
        confirmation: result.confirmation.clone(),
    }
}

/// The results of a session as reported, without opening it for work.
#[must_use]
pub fn results(folder: &Path, recorded: &Recorded) -> Vec<RunResult> {
    recorded.results.iter().map(|result| report(folder, &recorded.header, result)).collect()
}
