//! Champions of runs as organism files.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::evolution::setting::SettingsError;
use crate::experiment::Experiment;
use crate::files;
use crate::objectives::details::Details;
use crate::organism::chromosome::Chromosome;
use crate::organism::{Genome, Organism, OrganismError, Origin};
use crate::session::{Header, Recorded, RunEntry, Session, best};
use crate::text;

use super::error::Error;
use super::report::RunResult;

/// Creates the champion of a run. Its origin omits the session's folder, so that equal sessions have equal files in any
/// folder.
pub(super) fn organism(header: &Header, result: &RunEntry) -> Result<Organism, Error> {
    let settings = &header.settings;
    let (evaluation, searches) = genomes(settings, &result.champion)?;
    // Games may select an organism that did not evolve.
    let games = result.details.confirmation();
    let evolved = games.is_none_or(|games| games.is_evolved(&result.champion));
    Ok(Organism {
        name: if evolved { name(settings, result.run) } else { unevolved_name(settings, result.run) },
        evaluation,
        searches,
        origin: Origin {
            description: text::truncated(&result_description(header, result), text::LONGEST_DESCRIPTION)
                .into_owned(),
            session: None,
            run: Some(result.run),
            generation: evolved.then_some(result.champion_born),
            seed: Some(settings.seed),
            train: train(header, result.best_score),
            test: test(header, result.test_score),
        },
    })
}

/// Returns the name of a run's champion.
pub(super) fn name(settings: &Experiment, run: u32) -> String {
    let name = settings.objective.settings().champion_name(&settings.preset, &settings.outline(), run);
    let name = match settings.target.evaluation() {
        Some(fixed) => format!("{}, its search tuned: {name}", fixed.organism),
        None => name,
    };
    text::name(&name).into_owned()
}

/// Returns the name of the result of a run if it is an organism that did not evolve.
fn unevolved_name(settings: &Experiment, run: u32) -> String {
    let name = settings.objective.settings().champion_name(&settings.preset, &settings.outline(), run);
    let organism = settings.target.evaluation().map_or("initial organism", |fixed| &fixed.organism);
    text::name(&format!("{organism}, unchanged: {name}")).into_owned()
}

/// Describes how an organism with this score evolved, given what was found out about it.
pub(super) fn description(header: &Header, score: u64, details: &Details) -> String {
    let objective = header.settings.objective.settings();
    let description = objective.champion_description(score, &header.train, details);
    description.unwrap_or_else(|| format!("evolved, {} stage", header.settings.stage()))
}

/// Describes how the champion of a run evolved.
fn result_description(header: &Header, result: &RunEntry) -> String {
    let report = result.details.match_report();
    if report.is_some_and(|report| report.keeps_start()) {
        return "the start of matches: no evolved organism won the final match against it".to_owned();
    }
    let confirmation = result.details.confirmation();
    let plays_itself = header.settings.objective.properties().plays_itself();
    if plays_itself && confirmation.is_some_and(|games| !games.is_evolved(&result.champion)) {
        return "the start of self-play: no evolved organism won the final match against it".to_owned();
    }
    description(header, result.best_score, &result.details)
}

/// Returns the number of correct moves and of positions on the training set, if scores are numbers of correct moves.
pub(super) fn train(header: &Header, score: u64) -> Option<(u64, u64)> {
    let [counts, _] = header.settings.objective.properties().counts_moves;
    counts.then_some((score, header.train.positions))
}

/// Returns the number of correct moves and of positions on the test set, if scores are numbers of correct moves.
pub(super) fn test(header: &Header, score: u64) -> Option<(u64, u64)> {
    let [_, counts] = header.settings.objective.properties().counts_moves;
    (counts && header.test.positions > 0).then_some((score, header.test.positions))
}

/// Returns the evaluation and the searches of an organism with these bits: the evolved genome and the fixed one.
pub(super) fn genomes(
    settings: &Experiment,
    chromosome: &Chromosome,
) -> Result<(Genome, Vec<Genome>), Error> {
    if settings.target.engine().is_some() {
        return Err(Error::NoOrganism(settings.schema().description.clone()));
    }
    // Validated settings have an evaluation that fits its schema.
    settings.target.genomes(chromosome).ok_or_else(|| {
        let reason = "the evaluation does not fit its schema".to_owned();
        Error::Settings(SettingsError::Invalid { name: "organism", reason })
    })
}

/// The content of a champion's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ChampionFile {
    /// An organism.
    Organism(Box<Organism>),
    /// The options of an engine: the text of a parameter file.
    Options(String),
}

impl From<Organism> for ChampionFile {
    fn from(organism: Organism) -> ChampionFile {
        ChampionFile::Organism(Box::new(organism))
    }
}

impl ChampionFile {
    fn save(&self, path: &Path) -> Result<(), String> {
        match self {
            ChampionFile::Organism(organism) => organism.save(path).map_err(|cause| cause.to_string()),
            ChampionFile::Options(text) => {
                let refuse = |cause| format!("{}: {cause}", path.display());
                files::replace(path, text.as_bytes()).map_err(refuse)
            }
        }
    }
}

/// The state of a champion's file compared with the journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileState {
    /// The file holds the expected champion.
    Same,
    /// There is no file.
    Missing,
    /// The file is not a valid organism file.
    Unreadable,
    /// The file holds another champion.
    Other,
}

impl FileState {
    /// Compares the file at `path` with the expected champion.
    pub(crate) fn compare(path: &Path, champion: &ChampionFile) -> FileState {
        let organism = match champion {
            ChampionFile::Organism(organism) => organism,
            ChampionFile::Options(text) => {
                return match files::read_own(path) {
                    Ok(found) if found == text.as_bytes() => FileState::Same,
                    Ok(_) => FileState::Other,
                    Err(cause) if cause.kind() == ErrorKind::NotFound => FileState::Missing,
                    Err(_) => FileState::Unreadable,
                };
            }
        };
        match Organism::load(path) {
            Ok(state) if state == **organism => FileState::Same,
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

/// Writes a champion's file unless it already holds this champion. Returns the previous state of the file.
pub(crate) fn write_if_different(path: &Path, champion: &ChampionFile) -> Result<FileState, Error> {
    let state = FileState::compare(path, champion);
    if state != FileState::Same {
        champion.save(path).map_err(Error::Champion)?;
    }
    Ok(state)
}

/// Returns the champion of the best run among these results of a session with this header; `None` without results.
///
/// # Errors
/// Returns an error if the session's settings and the champion's bits do not form an organism.
pub fn best_champion(header: &Header, results: &[RunEntry]) -> Result<Option<Organism>, Error> {
    best(results, |result| result.best_score).map(|result| organism(header, result)).transpose()
}

/// Returns the champion files of these complete runs: path and content.
pub(super) fn champion_files(
    folder: &Path,
    header: &Header,
    results: &[RunEntry],
) -> Result<Vec<(PathBuf, ChampionFile)>, Error> {
    let mut files = Vec::with_capacity(results.len() + 1);
    for result in results {
        let path = Session::champion_path(folder, &header.settings, result.run);
        files.push((path, file(header, result)?));
    }
    if let Some(best) = best(results, |result| result.best_score)
        && header.settings.runs > 1
        && results.len() >= header.settings.runs as usize
    {
        files.push((Session::best_champion_path(folder), file(header, best)?));
    }
    Ok(files)
}

/// Returns the content of the file of a run's champion.
fn file(header: &Header, result: &RunEntry) -> Result<ChampionFile, Error> {
    match header.settings.target.engine() {
        None => organism(header, result).map(ChampionFile::from),
        Some(engine) => {
            Ok(ChampionFile::Options(engine.file(&result.champion.decode(header.settings.schema()))))
        }
    }
}

/// Writes the champion files of these complete runs that are missing or wrong. Returns notices about the wrong ones. A
/// missing file gives no notice, because the process may have been killed before writing it.
pub(super) fn write(folder: &Path, header: &Header, results: &[RunEntry]) -> Result<Vec<String>, Error> {
    let mut notices = Vec::new();
    for (path, champion) in champion_files(folder, header, results)? {
        let state = write_if_different(&path, &champion)?;
        notices.extend(state.notice(&path).filter(|_| state != FileState::Missing));
    }
    Ok(notices)
}

/// Converts a recorded result to the reported one.
pub(super) fn report(folder: &Path, header: &Header, result: &RunEntry) -> RunResult {
    RunResult {
        run: result.run,
        mean_score_first: result.mean_score_first,
        best_score: result.best_score,
        train_total: header.largest_score(),
        test_score: result.test_score,
        test_total: header.largest_test_score(),
        evaluations: result.evaluations,
        champion: Session::champion_path(folder, &header.settings, result.run),
        details: result.details.clone(),
    }
}

/// Returns a session's recorded results as reported, without opening the session for writing.
#[must_use]
pub fn results(folder: &Path, recorded: &Recorded) -> Vec<RunResult> {
    recorded.results.iter().map(|result| report(folder, &recorded.header, result)).collect()
}
