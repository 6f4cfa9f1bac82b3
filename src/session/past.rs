//! Looks at what a session has recorded: one generation, or the champions of all runs.

use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use super::entry::{Entry, RunEntry};
use super::error::Error;
use super::journal::{self, Place};
use super::read::Recorded;
use super::{Header, JOURNAL, SESSION, Session, sealed};
use crate::engine::schema::Schema;
use crate::evolution::record::{GenerationRecord, Individual, Spread};
use crate::evolution::settings::{EvolutionSettings, Stage};
use crate::organism::chromosome::Chromosome;

/// One generation of a session, or `None` where it is not recorded. Changes and locks nothing; a job may be
/// writing to the journal.
///
/// The journal is read from its beginning, since every line's checksum hangs on all lines before it: the
/// record returned is what was written, and so is everything before it. Lines before it are hashed but not
/// parsed, which is some twenty times quicker; what stands after it is not looked at, nor is `checkpoint.ron`.
///
/// # Errors
/// There is no session, a later version wrote it, or the journal is damaged before that generation.
pub fn generation(folder: &Path, run: u32, generation: u32) -> Result<Option<GenerationRecord>, Error> {
    let mut found = None;
    each_line(folder, &mut |path, place, rest| {
        match which(rest) {
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

/// The results of the complete runs of a session, in order; of the rest of the journal only the checksums are looked at.
/// Changes and locks nothing.
///
/// # Errors
/// There is no session, a later version wrote it, or the journal is damaged.
pub fn results(folder: &Path) -> Result<Vec<RunEntry>, Error> {
    let mut results = Vec::new();
    each_line(folder, &mut |path, place, rest| {
        if rest.starts_with("\"result\":")
            && let Entry::Result(result) = journal::parse(path, place, rest)?
        {
            results.push(result);
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(results)
}

/// Shows the whole lines of a session's journal, each after its checksum was found right, until somebody has seen enough:
/// the journal's path, the place after the line, and what it says without its opening brace.
fn each_line(
    folder: &Path,
    look: &mut dyn FnMut(&Path, Place, &str) -> Result<ControlFlow<()>, Error>,
) -> Result<(), Error> {
    if !folder.join(SESSION).exists() {
        return Err(Error::Missing(folder.to_owned()));
    }
    let (_, seal) = sealed::read::<Header>(&folder.join(SESSION))?;
    let path = folder.join(JOURNAL);
    let mut journal = match File::open(&path) {
        Ok(file) => BufReader::new(file),
        Err(cause) if cause.kind() == ErrorKind::NotFound => return Ok(()),
        Err(cause) => return Err(Error::io("read", &path)(cause)),
    };
    let mut place = Place::start(seal);
    let mut line = Vec::new();
    loop {
        line.clear();
        journal.read_until(b'\n', &mut line).map_err(Error::io("read", &path))?;
        // Nothing, or a line that is being written just now.
        let Some(whole) = line.strip_suffix(b"\n") else { return Ok(()) };
        let Some((next, rest)) = journal::check(place, whole) else {
            return Err(Error::Damaged {
                path,
                what: format!("the journal is damaged after line {} (byte {})", place.lines, place.bytes),
            });
        };
        if look(&path, next, rest)?.is_break() {
            return Ok(());
        }
        place = next;
    }
}

/// The run and generation of a line that holds a generation, without parsing the rest of it.
fn which(rest: &str) -> Option<(u32, u32)> {
    let rest = rest.strip_prefix("\"generation\":{\"run\":")?;
    let (run, rest) = rest.split_once(',')?;
    let (generation, _) = rest.strip_prefix("\"generation\":")?.split_once(',')?;
    Some((run.parse().ok()?, generation.parse().ok()?))
}

/// The champion of a run, complete or not, and how it came to be.
#[derive(Debug, Clone, PartialEq)]
pub struct Champion {
    /// The run, 0 first.
    pub run: u32,
    /// The spread of each generation's measures, generation 0 first.
    pub curve: Vec<Spread>,
    /// The settings in force in the run's last generation.
    pub settings: EvolutionSettings,
    /// Its bits.
    pub chromosome: Chromosome,
    /// Its parameter values, in schema order.
    pub values: Vec<i32>,
    /// The generation in which its bits first stood in the population.
    pub born: u32,
    /// Its measure on the training set.
    pub correct: u64,
    /// Size of the training set.
    pub train_total: u64,
    /// Its measure on the test set, where the run is complete.
    pub test_correct: Option<u64>,
    /// Size of the test set.
    pub test_total: u64,
    /// Organisms measured so far.
    pub evaluations: u64,
    /// Whether the run is complete.
    pub complete: bool,
}

impl Recorded {
    /// The champion of each run that has been begun, in order: the first organism to reach the run's best
    /// training measure.
    #[must_use]
    pub fn champions(&self) -> Vec<Champion> {
        self.history.chunk_by(|a, b| a.run == b.run).map(|run| self.champion(run)).collect()
    }

    /// The champion of a run's generations, of which there is at least one.
    fn champion(&self, generations: &[Arc<GenerationRecord>]) -> Champion {
        let first = &generations[0];
        let best = generations
            .iter()
            .reduce(|best, next| if next.spread.best > best.spread.best { next } else { best })
            .unwrap_or(first);
        let last = &generations[generations.len() - 1];
        let result = self.results.iter().find(|result| result.run == first.run);
        let (champion, values) = match self.header.settings.stage {
            Stage::Grandmaster | Stage::Tuning => (&best.population[0], best.champion_values.clone()),
            Stage::Coevolution | Stage::Mentor => self.leader(last, result),
        };
        let optimizer = self.optimizer_at(last.run, last.generation).clone();
        Champion {
            run: first.run,
            curve: generations.iter().map(|record| record.spread.clone()).collect(),
            settings: EvolutionSettings { optimizer, ..self.header.settings.clone() },
            chromosome: champion.chromosome.clone(),
            values,
            born: champion.born,
            correct: match (self.header.settings.stage, result) {
                // Samples differ: only the whole training set compares.
                (Stage::Mentor, Some(result)) => result.best_correct,
                _ => champion.correct,
            },
            train_total: self.header.largest_measure(),
            test_correct: result.map(|result| result.test_correct),
            test_total: self.header.largest_test_measure(),
            evaluations: last.evaluations,
            complete: result.is_some(),
        }
    }

    /// The champion of a coevolution or of a mentor stage, and its values. Points of different generations do not compare,
    /// nor do errors on different samples: it is the one that the run's end has chosen, and before that the last leader.
    fn leader<'a>(
        &self,
        last: &'a GenerationRecord,
        result: Option<&RunEntry>,
    ) -> (&'a Individual, Vec<i32>) {
        let find = |result: &RunEntry| last.population.iter().find(|one| one.chromosome == result.champion);
        let leader = result.and_then(find).unwrap_or(&last.population[0]);
        let values = match Schema::built_in(&self.header.settings.schema) {
            Ok(schema) => leader.chromosome.decode(&schema),
            Err(_) => last.champion_values.clone(),
        };
        (leader, values)
    }
}

/// The champions of a session's runs, as [`Recorded::champions`]. Changes and locks nothing.
///
/// # Errors
/// There is no session, it was written by a later version, or it is damaged.
pub fn champions(folder: &Path) -> Result<Vec<Champion>, Error> {
    Ok(Session::open_read_only(folder)?.champions())
}
