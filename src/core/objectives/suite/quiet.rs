//! Quiet positions, mixed into a suite of tactical positions. A search that prunes unsoundly solves fewer of them.
//!
//! A candidate is a position of the embedded set [`SET`] that is not in check, and in which the grandmaster's move is
//! neither a capture nor a promotion and gives no check. It qualifies if the untuned search agrees with the grandmaster:
//! its best move at four times the node limit is the grandmaster's, and was from half of these nodes on.
//!
//! Candidates are tried in a fixed order that spreads them over the set, and the first that qualify are taken. So the
//! choice depends only on the settings. It is kept in the session's folder ([`quiet_path`]), so a resumed session does
//! not search again.

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use shakmaty::{Chess, Move, Position};

use crate::engine::search::Signal;
use crate::files;
use crate::objectives::memo::{Key, Memo};
use crate::objectives::source::SourceError;
use crate::positions::PositionSet;
use crate::solving::{Problem, Solver, Suite};
use crate::threads::{Interrupt, ThreadPool};

/// The embedded set from which the positions are taken.
pub(super) const SET: &str = "gm2600-train";

/// The name of the positions in results.
pub(super) const NAME: &str = "quiet positions";

/// How many times the node limit of the suite a candidate is searched with.
pub(super) const EFFORT: u64 = 4;

/// Number of candidates that are searched before it is checked whether there are enough positions. It does not depend
/// on the number of threads, so neither do the recorded searches.
const BATCH: usize = 32;

/// The key of the candidates in the memory of searches.
const CANDIDATES: Key = Key::from_le_bytes(*b"quietpos");

/// The file that has the chosen candidates.
pub(super) const QUIET: &str = "quiet.txt";

/// Returns the path of the file that has the quiet positions of a session.
pub(super) fn quiet_path(folder: &Path) -> PathBuf {
    folder.join(QUIET)
}

/// Returns the candidates in the order in which they are tried.
///
/// # Errors
/// Returns an error if the embedded set cannot be read.
pub(super) fn candidates() -> Result<Suite, SourceError> {
    let set = PositionSet::embedded(SET).map_err(SourceError::input)?;
    let problem = |position: &Chess, best: Move| Problem {
        id: None,
        position: position.clone(),
        best: vec![best],
        avoid: Vec::new(),
    };
    let problems: Vec<Problem> = set
        .examples
        .iter()
        .filter_map(|example| match example.moves[..] {
            [best] if is_quiet(&example.position, best) => Some(problem(&example.position, best)),
            _ => None,
        })
        .collect();
    let order = spread(problems.len());
    Ok(Suite { name: NAME.to_owned(), problems: order.map(|index| problems[index].clone()).collect() })
}

/// Returns whether a position is not in check, and a move neither captures nor promotes nor gives check.
fn is_quiet(position: &Chess, m: Move) -> bool {
    let mut after = position.clone();
    after.play_unchecked(m);
    !position.is_check() && !m.is_capture() && !m.is_promotion() && !after.is_check()
}

/// Returns the numbers below `count` in an order whose beginnings are spread over all of them: each is the golden
/// section of `count` after the one before.
fn spread(count: usize) -> impl Iterator<Item = usize> {
    let divides =
        |step: usize| (2..=step).any(|factor| count.is_multiple_of(factor) && step.is_multiple_of(factor));
    let golden = count * 618 / 1_000;
    let step = (golden.max(1)..).find(|step| !divides(*step)).unwrap_or(1);
    (0..count).map(move |place| place * step % count)
}

/// The choice of quiet positions.
pub(super) struct Choice<'a> {
    /// The untuned search at [`EFFORT`] times the node limit.
    pub(super) solver: &'a Solver,
    pub(super) candidates: &'a Suite,
    /// Number of positions to choose.
    pub(super) count: usize,
    /// The results of candidates that are known.
    pub(super) memo: &'a Memo,
    pub(super) pool: &'a ThreadPool,
    /// Receives the number of positions chosen, and in total.
    pub(super) progress: &'a (dyn Fn(u64, u64) + Sync),
    pub(super) interrupt: &'a Interrupt,
}

impl Choice<'_> {
    /// Returns the indices of the chosen candidates.
    ///
    /// # Errors
    /// Returns an error if too few candidates qualify, or if the interrupt was raised.
    pub(super) fn make(&self) -> Result<Vec<usize>, SourceError> {
        let all: Vec<usize> = (0..self.candidates.problems.len()).collect();
        let mut chosen = Vec::new();
        for batch in all.chunks(BATCH) {
            (self.progress)(chosen.len() as u64, self.count as u64);
            let judge = |index: &usize| {
                if self.interrupt.raised() { Err(SourceError::Interrupted) } else { self.qualifies(*index) }
            };
            let judged: Result<Vec<bool>, SourceError> =
                self.pool.install(|| batch.par_iter().with_max_len(1).map(judge).collect());
            chosen.extend(
                batch.iter().zip(judged?).filter(|(_, qualifies)| *qualifies).map(|(index, _)| *index),
            );
            if chosen.len() >= self.count {
                chosen.truncate(self.count);
                return Ok(chosen);
            }
        }
        Err(SourceError::Input(format!(
            "--quiet is {}, but the untuned search finds only {} quiet moves of {SET} at {EFFORT} times the node limit; \
             use fewer positions or a larger --node-limit",
            self.count,
            chosen.len()
        )))
    }

    /// Returns whether the untuned search finds the move of a candidate in the first half of its nodes, and keeps it.
    fn qualifies(&self, index: usize) -> Result<bool, SourceError> {
        if let Some(known) = self.memo.get(CANDIDATES, index) {
            return Ok(known > 0);
        }
        let signal = Signal::default();
        let player = self.solver.factory.player(&signal);
        let mut player = player.map_err(|error| SourceError::Runtime(error.to_string()))?;
        let problem = &self.candidates.problems[index];
        let attempt = self.solver.attempt(player.as_mut(), index, problem, &signal);
        let half = self.solver.limits.nodes.unwrap_or(u64::MAX) / 2;
        let qualifies = attempt.solved && attempt.nodes <= half;
        self.memo.keep(CANDIDATES, index, u32::from(qualifies));
        Ok(qualifies)
    }
}

/// Writes the chosen candidates of a session. If writing fails, a resumed session only searches for them again.
pub(super) fn write(folder: &Path, context: &str, chosen: &[usize]) {
    let indices: String = chosen.iter().map(|index| format!("{index}\n")).collect();
    let _ = files::replace(&quiet_path(folder), format!("{context}\n{indices}").as_bytes());
}

/// Returns the chosen candidates of a session; `None` if the file is missing or damaged, or has another context.
pub(super) fn read(
    folder: &Path,
    context: Option<&str>,
    count: usize,
    candidates: usize,
) -> Option<Vec<usize>> {
    let text = String::from_utf8(files::read_own(&quiet_path(folder)).ok()?).ok()?;
    let mut lines = text.lines();
    let written = lines.next()?;
    let indices: Vec<usize> = lines.map(|line| line.parse().ok()).collect::<Option<_>>()?;
    let is_valid = context.is_none_or(|context| context == written)
        && indices.len() == count
        && indices.iter().all(|index| *index < candidates);
    is_valid.then_some(indices)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use super::*;

    #[test]
    fn an_order_has_every_number_once_and_its_beginnings_are_spread() {
        for count in [0, 1, 2, 10, 97, 1_000, 2_345] {
            let order: Vec<usize> = spread(count).collect();
            assert_eq!(order.iter().collect::<BTreeSet<_>>().len(), count, "{count}");
            assert!(order.iter().all(|index| *index < count));
            if count >= 100 {
                let mut quarters = [0; 4];
                order.iter().take(40).for_each(|index| quarters[index * 4 / count] += 1);
                assert!(quarters.iter().all(|number| (8..=12).contains(number)), "{count}: {quarters:?}");
            }
        }
    }

    #[test]
    fn candidates_are_quiet() {
        let candidates = candidates().unwrap();
        assert!(candidates.problems.len() > 1_000, "{}", candidates.problems.len());
        for problem in &candidates.problems {
            let [best] = problem.best[..] else { panic!("one move of a grandmaster") };
            let after = problem.position.clone().play(best).unwrap();
            assert!(!problem.position.is_check() && !after.is_check());
            assert_eq!(after.board().occupied().count(), problem.position.board().occupied().count());
            assert_eq!(after.board().pawns().count(), problem.position.board().pawns().count());
        }
    }

    #[test]
    fn too_few_quiet_moves_are_an_error() {
        let reference = crate::organism::Organism::named_or_path("reference").unwrap();
        let factory = crate::arena::PlayerFactory::Organism {
            weights: reference.weights(),
            parameters: reference.search_parameters(None).0,
            hash: 1,
            strength: None,
        };
        let limits = crate::engine::search::Limits::nodes(4);
        let mut candidates = candidates().unwrap();
        candidates.problems.truncate(3);
        let choice = Choice {
            solver: &Solver { factory, limits, until: crate::solving::Until::Limit },
            candidates: &candidates,
            count: 4,
            memo: &Memo::default(),
            pool: &ThreadPool::new(1).unwrap(),
            progress: &|_, _| {},
            interrupt: &Interrupt::default(),
        };
        let error = choice.make().unwrap_err().to_string();
        assert!(error.starts_with("--quiet is 4, but the untuned search finds only "), "{error}");
        let interrupt = Interrupt::default();
        interrupt.raise();
        let interrupted = Choice { interrupt: &interrupt, ..choice };
        assert!(matches!(interrupted.make(), Err(SourceError::Interrupted)));
    }

    #[test]
    fn a_damaged_file_is_ignored() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "context", &[3, 1, 4]);
        let read = |context, count, candidates| read(folder.path(), context, count, candidates);
        assert_eq!(read(Some("context"), 3, 5), Some(vec![3, 1, 4]));
        assert_eq!(read(None, 3, 5), Some(vec![3, 1, 4]));
        assert_eq!([read(Some("other"), 3, 5), read(None, 2, 5), read(None, 3, 4)], [None, None, None]);
        fs::write(quiet_path(folder.path()), "context\n3\n1\nx").unwrap();
        assert_eq!(read(Some("context"), 3, 5), None);
    }
}
