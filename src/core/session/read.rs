//! Reads and verifies a session.

use std::path::Path;
use std::sync::Arc;

use super::checkpoint::{self, Checkpoint, Mark, SessionProgress};
use super::entry::{Entry, PlantEntry, RunEntry, SettingsChange, StopEntry};
use super::error::Error;
use super::journal::{self, Place, Rest, Scan};
use super::planting::Planting;
use super::{CHECKPOINT, Header, JOURNAL, SESSION, compressed, games, node_counts, sealed};
use crate::arena::node_counts::NodeCounts;
use crate::evolution::bounds::NamedBounds;
use crate::evolution::optimizers::OptimizerSettings;
use crate::evolution::record::GenerationRecord;
use crate::evolution::run::Run;
use crate::evolution::setting::SettingsError;
use crate::experiment::Experiment;

/// The recorded data of a session.
#[derive(Debug, Clone, PartialEq)]
pub struct Recorded {
    /// The header of the session.
    pub header: Header,
    /// The generations, oldest first.
    pub history: Vec<Arc<GenerationRecord>>,
    /// The changes of settings, oldest first.
    pub changes: Vec<SettingsChange>,
    /// The planted organisms that were not withdrawn, oldest first.
    pub plants: Vec<PlantEntry>,
    /// The runs that stopped before their last generation, in order.
    pub stops: Vec<StopEntry>,
    /// The results of the complete runs, in order.
    pub results: Vec<RunEntry>,
    /// The nodes that external engines reported for their searches under node limits.
    pub nodes: NodeCounts,
    /// Warnings for the user.
    pub warnings: Vec<String>,
}

impl Recorded {
    /// Creates the data of a session without journal entries.
    #[must_use]
    pub fn empty(header: Header) -> Recorded {
        Recorded {
            header,
            history: Vec::new(),
            changes: Vec::new(),
            plants: Vec::new(),
            stops: Vec::new(),
            results: Vec::new(),
            nodes: NodeCounts::default(),
            warnings: Vec::new(),
        }
    }

    /// Returns the organisms planted in generation `generation` of run `run`, in the order in which they were
    /// planted.
    pub fn planted_in(&self, run: u32, generation: u32) -> impl Iterator<Item = &PlantEntry> {
        self.plants.iter().filter(move |plant| (plant.run, plant.generation) == (run, generation))
    }

    /// Removes the planted organism that an entry withdraws.
    fn withdraw(&mut self, withdrawn: &PlantEntry) {
        let key = |plant: &PlantEntry| (plant.run, plant.generation, plant.chromosome.clone());
        let found = self.plants.iter().rposition(|plant| key(plant) == key(withdrawn));
        found.into_iter().for_each(|at| drop(self.plants.remove(at)));
    }

    /// Returns the optimizer's settings for breeding generation `generation` of run `run`, with all recorded changes
    /// applied.
    #[must_use]
    pub fn optimizer_at(&self, run: u32, generation: u32) -> &OptimizerSettings {
        self.changes
            .iter()
            .rev()
            .find(|change| (change.run, change.generation) <= (run, generation))
            .map_or(&self.header.settings.optimizer, |change| &change.optimizer)
    }

    /// Returns the number of games in generation `generation` of run `run`, if the user changed it:
    /// [`SettingsChange::pairs`].
    #[must_use]
    pub fn pairs_at(&self, run: u32, generation: u32) -> Option<u32> {
        let before =
            self.changes.iter().rev().filter(|change| (change.run, change.generation) <= (run, generation));
        before.filter_map(|change| change.pairs).next()
    }

    /// Returns the bounds of generation `generation` of run `run`, if the user changed any.
    #[must_use]
    pub fn bounds_at(&self, run: u32, generation: u32) -> Option<&NamedBounds> {
        let before =
            self.changes.iter().rev().filter(|change| (change.run, change.generation) <= (run, generation));
        before.filter_map(|change| change.bounds.as_ref()).next()
    }

    /// Creates a run (0 first) before its generation 0, without the events that are blocked.
    ///
    /// # Errors
    /// Returns an error if the settings are invalid.
    pub fn run(&self, index: u32) -> Result<Run, SettingsError> {
        let mut run = self.header.settings.run(index)?;
        self.header
            .blocked
            .iter()
            .filter(|blocked| blocked.run == index)
            .for_each(|blocked| run.block(blocked));
        Ok(run)
    }

    /// Applies the recorded changes to a run before its next generation.
    pub fn apply_changes(&self, run: &mut Run) {
        let (index, generation) = (run.index(), run.next_generation());
        run.change(self.optimizer_at(index, generation));
        run.change_pairs(self.pairs_at(index, generation));
        self.bounds_at(index, generation).into_iter().for_each(|bounds| run.change_bounds(bounds));
    }

    /// Returns why a run (0 first) stopped before its last generation; `None` if it did not.
    #[must_use]
    pub fn stop_of(&self, run: u32) -> Option<&StopEntry> {
        self.stops.iter().find(|stop| stop.run == run)
    }

    /// Returns the settings currently in force.
    #[must_use]
    pub fn settings_in_force(&self) -> Experiment {
        in_force(&self.header.settings, &self.changes)
    }

    /// Returns whether all runs are complete.
    #[must_use]
    pub fn finished(&self) -> bool {
        self.results.len() >= self.header.settings.runs as usize
    }
}

/// Returns the settings that these changes of the initial settings, oldest first, result in.
pub(super) fn in_force(initial: &Experiment, changes: &[SettingsChange]) -> Experiment {
    let mut settings = initial.clone();
    for change in changes {
        settings.optimizer = change.optimizer.clone();
        change.pairs.into_iter().for_each(|pairs| settings.objective.set_pairs(pairs));
    }
    settings
}

/// The data of a session, its progress, and the end of its journal's complete lines.
pub(super) struct LoadedSession {
    pub(super) recorded: Recorded,
    pub(super) progress: SessionProgress,
    pub(super) end: Place,
    /// The synced length of the games of recorded generations.
    pub(super) games: Option<Mark>,
    /// Whether there is a valid checkpoint.
    pub(super) has_checkpoint: bool,
    /// Whether the checkpoint matches this state exactly.
    pub(super) checkpointed: bool,
}

/// The verified content of a session's files.
struct Files {
    header: Header,
    entries: Vec<Entry>,
    checkpoint: Option<Checkpoint>,
    end: Place,
    games: Option<Mark>,
    warnings: Vec<String>,
}

/// Reads and verifies the files of a session.
fn read_files(folder: &Path) -> Result<Files, Error> {
    if !folder.join(SESSION).exists() {
        return Err(Error::Missing(folder.to_owned()));
    }
    let (header, seal) = sealed::read::<Header>(&folder.join(SESSION))?;
    header.settings.validate_initial().map_err(|error| Error::Damaged {
        path: folder.join(SESSION),
        what: format!("{error}. Restore the file from a backup"),
    })?;
    let path = folder.join(JOURNAL);
    // Read the checkpoint first: another process may append to the journal meanwhile.
    let (checkpoint, warning) = checkpoint::read_undamaged::<Checkpoint>(&folder.join(CHECKPOINT))?;
    let mut warnings = Vec::from_iter(warning);
    let bytes = compressed::read(&path)?;
    let scan = journal::scan(&path, &bytes, seal)?;
    let end = valid_end(&path, &scan, checkpoint.as_ref(), &bytes, &mut warnings)?;
    let results = scan.entries.iter().filter(|entry| matches!(entry, Entry::Result(_))).count();
    let finished = results >= header.settings.runs as usize;
    let rest = &bytes[end.bytes as usize..];
    // Nothing is written after the last result, so no kill leaves anything there.
    if finished && !rest.is_empty() {
        return Err(Error::trailing(path, "the journal of this finished session", end, rest));
    }
    let synced_games = checkpoint.as_ref().and_then(|checkpoint| checkpoint.games.clone());
    let games = games::verify(folder, seal, synced_games, finished)?;
    let mut planting = Planting::new(&header.settings);
    for (line, entry) in (1..).zip(&scan.entries) {
        planting.apply(entry).map_err(|why| Error::Damaged {
            path: path.clone(),
            what: format!("line {line}: {why}. Restore the file from a backup"),
        })?;
    }
    Ok(Files { header, entries: scan.entries, checkpoint, end, games, warnings })
}

/// Reads the header of a session and the entries of its journal, in order.
pub(super) fn entries(folder: &Path) -> Result<(Header, Vec<Entry>), Error> {
    read_files(folder).map(|files| (files.header, files.entries))
}

pub(super) fn read(folder: &Path) -> Result<LoadedSession, Error> {
    let Files { header, entries, checkpoint, end, games, warnings } = read_files(folder)?;
    let nodes = node_counts::read(folder);
    let mut recorded = Recorded { nodes, warnings, ..Recorded::empty(header) };
    let mut progress = SessionProgress::default();
    for entry in entries {
        progress.update(&entry, &recorded.header.settings);
        match entry {
            Entry::Generation(record) => recorded.history.push(record),
            Entry::Settings(change) => recorded.changes.push(change),
            Entry::Plant(plant) => recorded.plants.push(plant),
            Entry::Withdraw(plant) => recorded.withdraw(&plant),
            Entry::Stop(stop) => recorded.stops.push(stop),
            Entry::Result(result) => recorded.results.push(*result),
        }
    }
    let has_checkpoint = checkpoint.is_some();
    let checkpointed = checkpoint.is_some_and(|checkpoint| {
        // Checkpoints of earlier versions have no mark of the games.
        let games = checkpoint.games.as_ref().and(games.as_ref());
        checkpoint == Checkpoint::new(end, &progress, games)
    });
    Ok(LoadedSession { recorded, progress, end, games, has_checkpoint, checkpointed })
}

/// Returns the end of the valid part of the journal. It must include everything before the checkpoint. After a
/// checkpoint there are only generations, which are computed again.
fn valid_end(
    path: &Path,
    scan: &Scan<Entry>,
    checkpoint: Option<&Checkpoint>,
    bytes: &[u8],
    warnings: &mut Vec<String>,
) -> Result<Place, Error> {
    let end = scan.places[scan.places.len() - 1];
    let damaged = |what: &str| Error::Damaged {
        path: path.to_owned(),
        what: format!(
            "{what} after line {} (byte {}). Restore the file from a backup; or discard everything after that line: \
             truncate the file (truncate -s {}), delete checkpoint.ron and resume with --resume",
            end.lines, end.bytes, end.bytes
        ),
    };
    match checkpoint {
        Some(checkpoint) => {
            if scan.places.len() as u64 <= checkpoint.lines {
                return Err(damaged("the journal is damaged or truncated"));
            }
            if !checkpoint.mark().is_in(&scan.places) {
                return Err(damaged("the journal was changed and does not match checkpoint.ron"));
            }
        }
        None if scan.rest == Rest::Damaged => return Err(damaged("the journal is damaged")),
        None => {}
    }
    if scan.rest == Rest::Damaged {
        warnings.push(format!(
            "{}: damaged after line {}, after the last checkpoint, at {}; the generations from there on are computed \
             again.",
            path.display(),
            end.lines,
            journal::excerpt(&bytes[end.bytes as usize..])
        ));
    }
    Ok(end)
}
