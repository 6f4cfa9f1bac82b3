//! Reads recorded data of a session: one generation, or the champions of all runs.

use std::io::BufRead as _;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use super::checkpoint::SessionProgress;
use super::entry::{Entry, RunEntry, SettingsChange};
use super::error::Error;
use super::journal::{self, Place};
use super::read::Recorded;
use super::{Header, JOURNAL, SESSION, Session, compressed, sealed};
use crate::evolution::record::{GenerationRecord, Individual, Spread};
use crate::experiment::Experiment;
use crate::objectives::properties::Comparable;
use crate::organism::chromosome::Chromosome;

/// Returns one generation of a session; `None` if it is not recorded. Neither changes nor locks anything; a job may
/// be writing to the journal.
///
/// The journal is read from its beginning, because every checksum depends on all earlier lines. So the returned
/// record and all lines before it are verified. Earlier lines are hashed but not parsed, which is about twenty times
/// faster. Later lines and `checkpoint.ron` are not read.
///
/// # Errors
/// There is no session, a later version wrote it, or the journal is damaged before that generation.
pub fn generation(folder: &Path, run: u32, generation: u32) -> Result<Option<GenerationRecord>, Error> {
    let mut found = None;
    each_line(folder, |path, place, rest| {
        match generation_of(rest) {
            Some(at) if at == (run, generation) => {
                if let Entry::Generation(record) = journal::parse(path, place, rest)? {
                    found = Some(Arc::unwrap_or_clone(record));
                }
            }
            Some(at) if at > (run, generation) => {}
            _ => return Ok(ControlFlow::Continue(())),
        }
        Ok(ControlFlow::Break(()))
    })?;
    Ok(found)
}

/// Returns the results of a session's complete runs, in order. Verifies the checksums of all other lines without
/// parsing them. Neither changes nor locks anything.
///
/// # Errors
/// There is no session, a later version wrote it, or the journal is damaged.
pub fn results(folder: &Path) -> Result<Vec<RunEntry>, Error> {
    let mut results = Vec::new();
    each_line(folder, |path, place, rest| {
        if rest.starts_with("\"result\":")
            && let Entry::Result(result) = journal::parse(path, place, rest)?
        {
            results.push(*result);
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(results)
}

/// What a journal says of its session as a whole.
#[derive(Debug, Default)]
pub(super) struct JournalSummary {
    /// The number of lines that were read.
    pub(super) lines: u64,
    /// The progress after these lines.
    pub(super) progress: SessionProgress,
    /// The changes of settings, oldest first.
    pub(super) changes: Vec<SettingsChange>,
    /// The results of the complete runs, in order.
    pub(super) results: Vec<RunEntry>,
}

/// Returns what the journal of a session with these settings says of it as a whole. Verifies the checksums of all lines, and
/// parses few of them. Ends before damage, of which a power failure may leave some after the last checkpoint. Neither changes
/// nor locks anything.
pub(super) fn outline(folder: &Path, settings: &Experiment) -> JournalSummary {
    let mut outline = JournalSummary::default();
    // Errors end the outline; those who open the session report them.
    let _ = each_line(folder, |path, place, rest| {
        if let Some((at, best)) = generation_of(rest).zip(best_of(rest)) {
            outline.progress.measure(at, best);
        } else if rest.starts_with("\"settings\":") || rest.starts_with("\"result\":") {
            match journal::parse(path, place, rest)? {
                Entry::Settings(change) => outline.changes.push(change),
                Entry::Result(result) => {
                    outline.progress.finish(result.run, settings);
                    outline.results.push(*result);
                }
                Entry::Generation(_) | Entry::Plant(_) | Entry::Withdraw(_) | Entry::Stop(_) => {}
            }
        }
        outline.lines = place.lines;
        Ok(ControlFlow::Continue(()))
    });
    outline
}

/// Returns the best score of each generation of a session's last run. Verifies the checksums of all lines without
/// parsing them. Neither changes nor locks anything.
///
/// # Errors
/// There is no session, a later version wrote it, or the journal is damaged.
pub fn best_scores(folder: &Path) -> Result<Vec<u64>, Error> {
    let mut scores = Vec::new();
    each_line(folder, |_, _, rest| {
        if let Some(((_, generation), best)) = generation_of(rest).zip(best_of(rest)) {
            if generation == 0 {
                scores.clear();
            }
            scores.push(best);
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(scores)
}

/// Calls `visit` with each generation of a session, oldest first, until `visit` breaks. One generation is in memory at a
/// time. Neither changes nor locks anything.
///
/// # Errors
/// There is no session, a later version wrote it, or the journal is damaged.
pub fn each_generation(
    folder: &Path,
    mut visit: impl FnMut(&GenerationRecord) -> ControlFlow<()>,
) -> Result<(), Error> {
    each_line(folder, |path, place, rest| match generation_of(rest) {
        Some(_) => match journal::parse(path, place, rest)? {
            Entry::Generation(record) => Ok(visit(&record)),
            _ => Ok(ControlFlow::Continue(())),
        },
        None => Ok(ControlFlow::Continue(())),
    })
}

/// Returns the best score of a line that holds a generation, without parsing the rest of it.
fn best_of(rest: &str) -> Option<u64> {
    let (_, spread) = rest.split_once("\"spread\":{\"best\":")?;
    let digits = spread.find(|digit: char| !digit.is_ascii_digit())?;
    spread[..digits].parse().ok()
}

/// Calls `visit` with each complete line of a session's journal whose checksum is valid, until `visit` breaks. The
/// arguments are the journal's path, the place after the line, and the text of its entry without the opening brace.
fn each_line(
    folder: &Path,
    mut visit: impl FnMut(&Path, Place, &str) -> Result<ControlFlow<()>, Error>,
) -> Result<(), Error> {
    if !folder.join(SESSION).exists() {
        return Err(Error::Missing(folder.to_owned()));
    }
    let (_, seal) = sealed::read::<Header>(&folder.join(SESSION))?;
    let path = folder.join(JOURNAL);
    let Some(mut journal) = compressed::open(&path)? else { return Ok(()) };
    let mut place = Place::start(seal);
    let mut line = Vec::new();
    loop {
        line.clear();
        journal.read_until(b'\n', &mut line).map_err(|cause| compressed::failure(&path, cause))?;
        // Without a line end, this is the end of the file, or a line that is being written.
        let Some(complete) = line.strip_suffix(b"\n") else { return Ok(()) };
        let Some((next, rest)) = journal::check(place, complete) else {
            return Err(Error::Damaged {
                path,
                what: format!(
                    "the journal is damaged after line {} (byte {}). Restore the file from a backup",
                    place.lines, place.bytes
                ),
            });
        };
        if visit(&path, next, rest)?.is_break() {
            return Ok(());
        }
        place = next;
    }
}

/// Returns the run and generation of a line that holds a generation, without parsing the rest of it.
fn generation_of(rest: &str) -> Option<(u32, u32)> {
    let rest = rest.strip_prefix("\"generation\":{\"run\":")?;
    let (run, rest) = rest.split_once(',')?;
    let (generation, _) = rest.strip_prefix("\"generation\":")?.split_once(',')?;
    Some((run.parse().ok()?, generation.parse().ok()?))
}

/// The champion of a run, complete or not, with its history.
#[derive(Debug, Clone, PartialEq)]
pub struct Champion {
    /// The run; the first is 0.
    pub run: u32,
    /// The distribution of the scores in each generation, beginning with generation 0.
    pub curve: Vec<Spread>,
    /// The settings of the run's last generation.
    pub settings: Experiment,
    /// The chromosome of the champion.
    pub chromosome: Chromosome,
    /// The parameter values, in schema order.
    pub values: Vec<i32>,
    /// The first generation that contained this chromosome.
    pub born: u32,
    /// The score on the training set.
    pub score: u64,
    /// The largest possible training score.
    pub train_total: u64,
    /// The score on the test set, if the run is complete.
    pub test_score: Option<u64>,
    /// The largest possible test score.
    pub test_total: u64,
    /// The number of organisms evaluated so far.
    pub evaluations: u64,
    /// Whether the run is complete.
    pub complete: bool,
}

impl Recorded {
    /// Returns the champion of each started run, in order: the first organism that reached the run's best
    /// training score.
    #[must_use]
    pub fn champions(&self) -> Vec<Champion> {
        self.history.chunk_by(|a, b| a.run == b.run).map(|run| self.champion(run)).collect()
    }

    /// Returns the champion of a run with these generations, of which there is at least one.
    fn champion(&self, generations: &[Arc<GenerationRecord>]) -> Champion {
        let first = &generations[0];
        let best = generations
            .iter()
            .reduce(|best, next| if next.spread.best > best.spread.best { next } else { best })
            .unwrap_or(first);
        let last = &generations[generations.len() - 1];
        let result = self.results.iter().find(|result| result.run == first.run);
        let compares = self.header.settings.objective.properties().comparable == Comparable::All;
        let (champion, values) = if compares {
            (best.population[0].clone(), best.champion_values.clone())
        } else {
            self.leader(last, result)
        };
        let champion = Individual { parents: Vec::new(), ..champion.clone() };
        let (champion, values) = match result.filter(|result| result.details.confirmation().is_some()) {
            // Games selected the champion.
            Some(result) if compares => self.confirmed(result),
            _ => (champion, values),
        };
        let optimizer = self.optimizer_at(last.run, last.generation).clone();
        Champion {
            run: first.run,
            curve: generations.iter().map(|record| record.spread.clone()).collect(),
            settings: Experiment { optimizer, ..self.header.settings.clone() },
            chromosome: champion.chromosome,
            values,
            born: champion.born,
            score: match result {
                // Scores of different generations cannot be compared, so use the score by which it was selected.
                Some(result) if !compares => result.best_score,
                _ => champion.score,
            },
            train_total: self.header.largest_score(),
            test_score: result.map(|result| result.test_score),
            test_total: self.header.largest_test_score(),
            evaluations: last.evaluations,
            complete: result.is_some(),
        }
    }

    /// Returns the recorded champion of a complete run and its values.
    fn confirmed(&self, result: &RunEntry) -> (Individual, Vec<i32>) {
        let champion = Individual {
            chromosome: result.champion.clone(),
            score: result.best_score,
            born: result.champion_born,
            parents: Vec::new(),
        };
        let values = champion.chromosome.decode(self.header.settings.schema());
        (champion, values)
    }

    /// Returns the champion and its values for an objective whose scores are not comparable between generations. The
    /// champion is the organism selected at the end of the run; before the end, it is the latest leader.
    fn leader(&self, last: &GenerationRecord, result: Option<&RunEntry>) -> (Individual, Vec<i32>) {
        let selected = |result: &RunEntry| Individual {
            chromosome: result.champion.clone(),
            score: result.best_score,
            born: result.champion_born,
            parents: Vec::new(),
        };
        let leader = result.map_or_else(|| last.population[0].clone(), selected);
        let values = leader.chromosome.decode(self.header.settings.schema());
        (leader, values)
    }
}

/// Returns the champions of a session's runs, like [`Recorded::champions`]. Neither changes nor locks anything.
///
/// # Errors
/// There is no session, a later version wrote it, or it is damaged.
pub fn champions(folder: &Path) -> Result<Vec<Champion>, Error> {
    Ok(Session::open_read_only(folder)?.champions())
}
