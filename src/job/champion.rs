//! Champions of runs as organism files.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::engine::schema::Schema;
use crate::evolution::confirmation::Confirmation;
use crate::evolution::settings::{EvolutionSettings, MentorSettings, Stage};
use crate::evolution::validation::SettingsError;
use crate::numbers::thousands;
use crate::organism::chromosome::Chromosome;
use crate::organism::{Genome, Organism, OrganismError, Origin};
use crate::session::{Header, Recorded, RunEntry, Session, best};
use crate::text;
use crate::tuning;

use super::error::Error;
use super::report::RunResult;

/// Creates the champion of a run. Its origin omits the session's folder, so that equal sessions have equal files in any
/// folder.
pub(super) fn organism(header: &Header, result: &RunEntry) -> Result<Organism, Error> {
    let settings = &header.settings;
    let (evaluation, searches) = genomes(settings, &result.champion)?;
    Ok(Organism {
        name: name(settings, result.run),
        evaluation,
        searches,
        origin: Origin {
            description: text::truncated(
                &description(header, result.best_score, result.confirmation.as_ref()),
                text::LONGEST_DESCRIPTION,
            )
            .into_owned(),
            session: None,
            run: Some(result.run),
            generation: Some(result.champion_born),
            seed: Some(settings.seed),
            train: train(header, result.best_score),
            test: test(header, result.test_score),
        },
    })
}

/// Returns the name of a run's champion.
pub(super) fn name(settings: &EvolutionSettings, run: u32) -> String {
    let EvolutionSettings { preset, seed, .. } = settings;
    let name = format!("{preset}, seed {seed}, run {}", run + 1);
    let name = match (settings.stage, &settings.tuning) {
        (Stage::Coevolution, _) => format!("coevolution {preset}, seed {seed}"),
        (_, Some(tuning)) => format!("{}, its search tuned: {name}", tuning.evaluation.organism),
        (_, None) => name,
    };
    text::name(&name).into_owned()
}

/// Describes in words how an organism with this measure evolved.
pub(super) fn description(header: &Header, measure: u64, confirmation: Option<&Confirmation>) -> String {
    let Header { settings, train, .. } = header;
    let evolved = format!("evolved, {} stage", settings.stage.name());
    if settings.mentor.is_some() {
        let error = MentorSettings::error(measure as f64);
        return format!(
            "{evolved}: {error:.1} centipawns from the mentor on average, {} positions of {}",
            thousands(train.positions),
            train.name
        );
    }
    let measured = confirmation.and_then(|confirmation| confirmation.final_match.as_ref());
    match (&settings.tuning, measured.and_then(|found| Some((found.elo()?, found.games())))) {
        (Some(tuning), _) => format!(
            "search {evolved}: {} nodes on {} positions of {}, {} each at most",
            thousands(settings.nodes(measure, train.positions)),
            thousands(train.positions),
            train.name,
            thousands(tuning.node_limit.into())
        ),
        (None, Some((gain, games))) => format!(
            "{evolved}; {gain} Elo over the best of the organisms it began with, in {} games of the two",
            thousands(games)
        ),
        (None, None) => evolved,
    }
}

/// Returns the number of correct moves and of positions on the training set, if the stage has such a measure.
pub(super) fn train(header: &Header, measure: u64) -> Option<(u64, u64)> {
    match header.settings.stage {
        Stage::Grandmaster => Some((measure, header.train.positions)),
        Stage::Coevolution | Stage::Tuning | Stage::Mentor => None,
    }
}

/// Returns the number of correct moves and of positions on the test set, if the stage has such a measure.
pub(super) fn test(header: &Header, measure: u64) -> Option<(u64, u64)> {
    match header.settings.stage {
        Stage::Grandmaster | Stage::Coevolution => Some((measure, header.test.positions)),
        Stage::Tuning | Stage::Mentor => None,
    }
}

/// Returns the evaluation and the searches of an organism with these bits: the evolved genome and the fixed one.
pub(super) fn genomes(
    settings: &EvolutionSettings,
    chromosome: &Chromosome,
) -> Result<(Genome, Vec<Genome>), Error> {
    let schema = Schema::built_in(&settings.schema).map_err(|cause| Error::Settings(cause.into()))?;
    let evolved = Genome::from_chromosome(schema, chromosome.clone());
    match &settings.tuning {
        None => Ok((evolved, Vec::new())),
        Some(tuning) => {
            let stage = settings.stage.name();
            let evaluation = tuning::evaluation(tuning).ok_or(SettingsError::Stage { stage })?;
            Ok((evaluation, vec![evolved]))
        }
    }
}

/// The state of an organism file compared with the journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileState {
    /// The file holds the expected organism.
    Same,
    /// There is no file.
    Missing,
    /// The file is not a valid organism file.
    Unreadable,
    /// The file holds another organism.
    Other,
}

impl FileState {
    /// Compares the file at `path` with the expected organism.
    pub(crate) fn of(path: &Path, organism: &Organism) -> FileState {
        match Organism::load(path) {
            Ok(kept) if kept == *organism => FileState::Same,
            Ok(_) => FileState::Other,
            Err(OrganismError::Read { cause, .. }) if cause.kind() == ErrorKind::NotFound => {
                FileState::Missing
            }
            Err(_) => FileState::Unreadable,
        }
    }

    /// Returns a notice for the user, after the file was written again.
    pub(crate) fn notice(self, path: &Path) -> Option<String> {
        let found = match self {
            FileState::Same => return None,
            FileState::Missing => "the file was missing",
            FileState::Unreadable => "the file was damaged",
            FileState::Other => "the file did not match the journal",
        };
        Some(format!("{}: {found}; it was written again from the journal", path.display()))
    }
}

/// Writes an organism file unless it already holds this organism. Returns the previous state of the file.
pub(crate) fn keep(path: &Path, organism: &Organism) -> Result<FileState, Error> {
    let kept = FileState::of(path, organism);
    if kept != FileState::Same {
        organism.save(path).map_err(|cause| Error::Champion(cause.to_string()))?;
    }
    Ok(kept)
}

/// Returns the champion of the best run among these results of a session with this header; `None` without results.
///
/// # Errors
/// Returns an error if the session's settings and the champion's bits do not form an organism.
pub fn best_champion(header: &Header, results: &[RunEntry]) -> Result<Option<Organism>, Error> {
    best(results, |result| result.best_score).map(|result| organism(header, result)).transpose()
}

/// Returns the champion files of these complete runs: path and content.
pub(super) fn files(
    folder: &Path,
    header: &Header,
    results: &[RunEntry],
) -> Result<Vec<(PathBuf, Organism)>, Error> {
    let mut files = Vec::with_capacity(results.len() + 1);
    for result in results {
        let path = Session::champion_path(folder, &header.settings, result.run);
        files.push((path, organism(header, result)?));
    }
    if let Some(best) = best(results, |result| result.best_score)
        && header.settings.runs > 1
        && results.len() >= header.settings.runs as usize
    {
        files.push((Session::best_champion_path(folder), organism(header, best)?));
    }
    Ok(files)
}

/// Writes the champion files of these complete runs that are missing or wrong. Returns notices about the wrong ones. A
/// missing file gives no notice, because the process may have been killed before writing it.
pub(super) fn write(folder: &Path, header: &Header, results: &[RunEntry]) -> Result<Vec<String>, Error> {
    let mut notices = Vec::new();
    for (path, organism) in files(folder, header, results)? {
        let kept = keep(&path, &organism)?;
        notices.extend(kept.notice(&path).filter(|_| kept != FileState::Missing));
    }
    Ok(notices)
}

/// Converts a recorded result to the reported one.
pub(super) fn report(folder: &Path, header: &Header, result: &RunEntry) -> RunResult {
    RunResult {
        run: result.run,
        mean_score_first: result.mean_score_first,
        best_score: result.best_score,
        train_total: header.largest_measure(),
        test_score: result.test_score,
        test_total: header.largest_test_measure(),
        evaluations: result.evaluations,
        examinations: result.examinations.clone(),
        mentor_report: result.mentor_report.clone(),
        champion: Session::champion_path(folder, &header.settings, result.run),
        confirmation: result.confirmation.clone(),
    }
}

/// Returns a session's recorded results as reported, without opening the session for writing.
#[must_use]
pub fn results(folder: &Path, recorded: &Recorded) -> Vec<RunResult> {
    recorded.results.iter().map(|result| report(folder, &recorded.header, result)).collect()
}
