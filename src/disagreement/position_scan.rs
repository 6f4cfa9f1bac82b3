//! Findings about a position set, the order in which they are computed, and their cache.
//!
//! Two workers process the same request. The *explain worker* loads the book and explains the current position,
//! within milliseconds. The *scan worker* evaluates all positions, which can take seconds. Each worker reports a
//! finding once, and again only after a finding of the same kind for another organism or position. So a receiver keeps
//! the last finding of each kind, and shows it if it matches the request. Both workers report counterfactuals: the
//! explain worker reports them without costs and passes them to the scan worker, which reports them again with costs.

mod explain_worker;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use rayon::prelude::*;
use shakmaty::Chess;

use super::counterfactual::{self, Counterfactual};
use super::explanation::Explanation;
use super::net_gain::NetGains;
use super::position_book::PositionBook;
use super::verdict::{Verdict, verdict};
use crate::engine::evaluation::{Layout, Score, Weights};
use crate::engine::features::FeatureSet;
use crate::engine::one_ply::PlyScore;
use crate::engine::schema::Schema;
use crate::objectives::moves::{self, Answers, MovesFitness};
use crate::objectives::scores::{self, Distance, MentorScores};
use crate::positions::PositionSource;
use crate::threads::{Interrupt, ThreadPool};
pub(super) use explain_worker::{ExplainWorker, PendingCosts};

/// The number of positions that are scanned before the interrupt is checked again.
const CHUNK: usize = 128;
/// The number of steps in which the net gains are reported.
const GAIN_STEPS: usize = 6;
/// The number of organisms with cached answers and verdicts.
const CACHE_SIZE: usize = 8;

/// An organism and its scoring method.
#[derive(Debug, Clone, PartialEq)]
pub struct Player {
    /// The schema of the values.
    pub schema: Arc<Schema>,
    /// The parameter values.
    pub values: Vec<i32>,
    /// The scoring method for moves.
    pub ply_score: PlyScore,
}

/// The role of an organism in a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrganismRole {
    /// The organism that is examined.
    Subject,
    /// The organism that it is compared with.
    Rival,
}

impl OrganismRole {
    /// Returns the other role.
    #[must_use]
    pub fn other(self) -> OrganismRole {
        match self {
            OrganismRole::Subject => OrganismRole::Rival,
            OrganismRole::Rival => OrganismRole::Subject,
        }
    }
}

/// A request for findings.
#[derive(Debug, Clone, PartialEq)]
pub struct ScanRequest {
    /// The position set to examine.
    pub positions: PositionSource,
    /// The organism that is examined.
    pub subject: Option<Player>,
    /// The organism that it is compared with.
    pub rival: Option<Player>,
    /// The current position.
    pub entry: Option<usize>,
    /// The mentors' scores, if the organisms were evolved with mentors.
    pub mentor_scores: Option<MentorScores>,
    /// Whether the largest net gain of a single change is computed for each position.
    pub net_gains: bool,
}

/// A result of a request.
#[derive(Debug, Clone)]
pub enum Finding {
    /// The positions were loaded, or could not be loaded.
    PositionBook {
        /// The source of the positions.
        positions: PositionSource,
        /// The book, or a description of the problem and how to resolve it.
        book: Result<Arc<PositionBook>, String>,
    },
    /// The reasons for the subject's move.
    Explained {
        /// The index of the position.
        entry: usize,
        /// The organism that was explained.
        player: Player,
        /// The explanation; `None` if no right move is legal.
        explanation: Option<Arc<Explanation>>,
    },
    /// The counterfactuals for the subject's move; first without costs.
    Counterfactuals {
        /// The index of the position.
        entry: usize,
        /// The organism that the counterfactuals change.
        player: Player,
        /// One counterfactual for each parameter that can correct the move alone.
        counterfactuals: Arc<Vec<Counterfactual>>,
    },
    /// The positions in which an organism plays a right move.
    Answers {
        /// The role of the organism.
        role: OrganismRole,
        /// The organism that gave the answers.
        player: Player,
        /// The answers, by position.
        answers: Arc<Answers>,
    },
    /// A chunk of the subject's verdicts; one that begins with position 0 begins a new scan.
    Verdicts {
        /// The organism that gave the verdicts.
        player: Player,
        /// The first position of the chunk.
        first: usize,
        /// The verdicts for the positions of the chunk.
        verdicts: Vec<Option<Verdict>>,
    },
    /// The distances of an organism from its mentor.
    Distances {
        /// The organism that was compared with the mentor.
        player: Player,
        /// The distances, by position; `None` if there is no target score.
        distances: Arc<Vec<Option<Distance>>>,
    },
    /// The largest net gains of single changes, as far as they are known.
    NetGains {
        /// The organism that the changes correct.
        player: Player,
        /// The net gains, by position; `None` if no single change corrects the move.
        gains: Arc<Vec<Option<i32>>>,
        /// The number of parameters whose values were evaluated, and the number of all parameters.
        parameters: (usize, usize),
    },
    /// A computation failed. Describes the problem and how to resolve it.
    Failed(String),
}

/// A callback for the progress of long computations: the activity, the amount done, and the total amount.
pub(super) type Progress<'a> = dyn Fn(&'static str, u64, u64) + Sync + 'a;

/// A cache of results for the last few organisms, the most recent first.
#[derive(Debug)]
struct RecentResults<T>(VecDeque<(Player, T)>);

impl<T> RecentResults<T> {
    fn get(&mut self, player: &Player) -> Option<&T> {
        let index = self.0.iter().position(|(cached, _)| cached == player)?;
        let found = self.0.remove(index)?;
        self.0.push_front(found);
        self.0.front().map(|(_, result)| result)
    }

    fn insert(&mut self, player: Player, result: T) {
        self.0.push_front((player, result));
        self.0.truncate(CACHE_SIZE);
    }
}

impl<T> Default for RecentResults<T> {
    fn default() -> RecentResults<T> {
        RecentResults(VecDeque::new())
    }
}

/// The trees of a book for one scoring method and one set of features.
struct Trees {
    ply_score: PlyScore,
    set: FeatureSet,
    fitness: MovesFitness,
}

/// The target scores, with the positions that the mentors scored.
type TargetScores = Vec<Option<(Chess, Score)>>;

/// Evaluates all positions of a book.
pub(super) struct ScanWorker {
    cache: Option<PathBuf>,
    book: Option<Arc<PositionBook>>,
    trees: Option<Trees>,
    answers: RecentResults<Arc<Answers>>,
    scans: RecentResults<Vec<Option<Verdict>>>,
    reported: [Option<Player>; 2],
    /// The counterfactuals reported last, until their costs are reported.
    pending: Option<PendingCosts>,
    /// The organism of the current scan, and the number of reported verdicts.
    scanned: Option<(Player, usize)>,
    /// The net gains of the last organisms, and the organism and the number of parameters that were reported last.
    net_gains: RecentResults<NetGains>,
    gains_reported: Option<(Player, usize)>,
    /// The target scores of the requested mentors.
    targets: Option<(MentorScores, TargetScores)>,
    /// The organism with the last reported distances.
    distances_reported_for: Option<Player>,
}

impl ScanWorker {
    /// Creates a worker that caches trees in the folder `cache`, if there is one.
    pub(super) fn new(cache: Option<PathBuf>) -> ScanWorker {
        ScanWorker {
            cache,
            book: None,
            trees: None,
            answers: RecentResults::default(),
            scans: RecentResults::default(),
            reported: [None, None],
            pending: None,
            scanned: None,
            net_gains: RecentResults::default(),
            gains_reported: None,
            targets: None,
            distances_reported_for: None,
        }
    }

    /// Takes over counterfactuals without costs. Replaces those that still have no costs.
    pub(super) fn take_over(&mut self, pending: PendingCosts) {
        self.pending = Some(pending);
    }

    /// Processes a request. `leave` is raised if there is a new request, and `abandon` if the positions are obsolete.
    /// Both end the work at the next safe point, but only `abandon` ends the building of trees.
    pub(super) fn work(
        &mut self,
        book: &Arc<PositionBook>,
        request: &ScanRequest,
        pool: &ThreadPool,
        (leave, abandon): (&Interrupt, &Interrupt),
        report: &mut dyn FnMut(Finding),
        progress: &Progress<'_>,
    ) -> Result<(), moves::Error> {
        if !self.book.as_ref().is_some_and(|current| Arc::ptr_eq(current, book)) {
            let pending = self.pending.take();
            *self =
                ScanWorker { book: Some(Arc::clone(book)), pending, ..ScanWorker::new(self.cache.take()) };
        }
        let Some(subject) = &request.subject else { return Ok(()) };
        if let Some(mentor_scores) = &request.mentor_scores {
            self.distances(book, subject, mentor_scores, report)?;
        }
        let answers = self.answers(OrganismRole::Subject, book, subject, pool, abandon, report, progress)?;
        if let Some(rival) = request.rival.as_ref().filter(|_| !leave.raised()) {
            self.answers(OrganismRole::Rival, book, rival, pool, abandon, report, progress)?;
        }
        if !leave.raised() {
            self.add_costs(book, request, subject, &answers, pool, leave, report)?;
        }
        self.scan(book, subject, pool, leave, report, progress)?;
        if request.net_gains && !leave.raised() {
            self.add_net_gains(book, subject, &answers, pool, leave, report, progress)?;
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments, reason = "the context of one step of the scan")]
    fn add_net_gains(
        &mut self,
        book: &PositionBook,
        player: &Player,
        answers: &Answers,
        pool: &ThreadPool,
        leave: &Interrupt,
        report: &mut dyn FnMut(Finding),
        progress: &Progress<'_>,
    ) -> Result<(), moves::Error> {
        self.trees(book, player, pool, leave, &|_, _, _| {})?;
        let Some(Trees { fitness, .. }) = &self.trees else { return Ok(()) };
        if self.net_gains.get(player).is_none() {
            self.net_gains.insert(player.clone(), NetGains::new(&player.schema, answers));
        }
        let Some((_, known)) = self.net_gains.0.front_mut() else { return Ok(()) };
        let (schema, values) = (&player.schema, &player.values);
        let total = schema.len();
        let reported = self.gains_reported.as_ref().filter(|(reported, _)| reported == player);
        let mut reported = reported.map_or(0, |(_, parameters)| *parameters);
        loop {
            let done = known.parameters_done();
            // The list follows in a few steps, so that its rows do not move all the time.
            if done > reported && (done == total || (done - reported) * GAIN_STEPS >= total) {
                let gains = Arc::new(known.gains().to_vec());
                report(Finding::NetGains { player: player.clone(), gains, parameters: (done, total) });
                reported = done;
                self.gains_reported = Some((player.clone(), done));
            }
            if done == total || leave.raised() {
                return Ok(());
            }
            progress("computing net gains", done as u64, total as u64);
            let advanced = pool.install(|| known.advance(schema, values, answers, fitness, leave))?;
            if advanced.is_none() {
                return Ok(());
            }
            progress("computing net gains", known.parameters_done() as u64, total as u64);
        }
    }

    fn distances(
        &mut self,
        book: &PositionBook,
        player: &Player,
        mentor_scores: &MentorScores,
        report: &mut dyn FnMut(Finding),
    ) -> Result<(), moves::Error> {
        let targets = match self.targets.take() {
            Some((cached, targets)) if cached == *mentor_scores => targets,
            _ => {
                self.distances_reported_for = None;
                mentor_scores.goals(book.set()).unwrap_or_else(|error| {
                    report(Finding::Failed(error.to_string()));
                    Vec::new()
                })
            }
        };
        if self.distances_reported_for.as_ref() != Some(player) {
            let weights = weights(player)?;
            let distance = |(position, mentor): &(Chess, Score)| Distance {
                mentor: *mentor,
                own: scores::score(position, &weights, mentor_scores.settings.score),
            };
            let distances = targets.iter().map(|target| target.as_ref().map(distance)).collect();
            report(Finding::Distances { player: player.clone(), distances: Arc::new(distances) });
            self.distances_reported_for = Some(player.clone());
        }
        self.targets = Some((mentor_scores.clone(), targets));
        Ok(())
    }

    fn trees(
        &mut self,
        book: &PositionBook,
        player: &Player,
        pool: &ThreadPool,
        abandon: &Interrupt,
        progress: &Progress<'_>,
    ) -> Result<&MovesFitness, moves::Error> {
        let set = FeatureSet::of(&player.schema);
        let trees = match self.trees.take() {
            Some(trees) if trees.ply_score == player.ply_score && trees.set == set => trees,
            _ => {
                let report_progress = |done, total| progress("building quiescence trees", done, total);
                let cache = self.cache.as_deref();
                let fitness = MovesFitness::build(
                    book.set(),
                    &player.schema,
                    player.ply_score,
                    cache,
                    pool,
                    &report_progress,
                    abandon,
                )?;
                Trees { ply_score: player.ply_score, set, fitness }
            }
        };
        Ok(&self.trees.insert(trees).fitness)
    }

    #[allow(clippy::too_many_arguments, reason = "the context of one step of the scan")]
    fn answers(
        &mut self,
        role: OrganismRole,
        book: &PositionBook,
        player: &Player,
        pool: &ThreadPool,
        abandon: &Interrupt,
        report: &mut dyn FnMut(Finding),
        progress: &Progress<'_>,
    ) -> Result<Arc<Answers>, moves::Error> {
        let answers = match self.answers.get(player) {
            Some(answers) => Arc::clone(answers),
            None => {
                let weights = weights(player)?;
                let trees = self.trees(book, player, pool, abandon, progress)?;
                let mut answers = pool
                    .install(|| trees.answers_of(&[weights], abandon))
                    .ok_or(moves::Error::Interrupted)?;
                let answers = answers.pop().map(Arc::new).ok_or(moves::Error::Interrupted)?;
                self.answers.insert(player.clone(), Arc::clone(&answers));
                answers
            }
        };
        let reported = &mut self.reported[role as usize];
        if reported.as_ref() != Some(player) {
            report(Finding::Answers { role, player: player.clone(), answers: Arc::clone(&answers) });
            *reported = Some(player.clone());
        }
        Ok(answers)
    }

    #[allow(clippy::too_many_arguments, reason = "the context of one step of the scan")]
    fn add_costs(
        &mut self,
        book: &Arc<PositionBook>,
        request: &ScanRequest,
        subject: &Player,
        answers: &Answers,
        pool: &ThreadPool,
        leave: &Interrupt,
        report: &mut dyn FnMut(Finding),
    ) -> Result<(), moves::Error> {
        // Keep pending counterfactuals of another position: that position may be requested again before others are
        // reported.
        let Some(PendingCosts { entry, counterfactuals, .. }) = self.pending.clone().filter(|pending| {
            Arc::ptr_eq(&pending.book, book)
                && Some(pending.entry) == request.entry
                && pending.player == *subject
                && !pending.counterfactuals.is_empty()
        }) else {
            return Ok(());
        };
        let Player { schema, values, .. } = subject;
        let trees = self.trees(book, subject, pool, leave, &|_, _, _| {})?;
        let costed = pool.install(|| {
            counterfactual::with_costs(&counterfactuals, entry, schema, values, answers, trees, leave)
        })?;
        if let Some(costed) = costed {
            report(Finding::Counterfactuals {
                entry,
                player: subject.clone(),
                counterfactuals: Arc::new(costed),
            });
            self.pending = None;
        }
        Ok(())
    }

    fn scan(
        &mut self,
        book: &PositionBook,
        player: &Player,
        pool: &ThreadPool,
        leave: &Interrupt,
        report: &mut dyn FnMut(Finding),
        progress: &Progress<'_>,
    ) -> Result<(), moves::Error> {
        let total = book.entries.len();
        let weights = weights(player)?;
        if self.scans.get(player).is_none() {
            self.scans.insert(player.clone(), Vec::new());
        }
        let Some((_, known)) = self.scans.0.front_mut() else { return Ok(()) };
        let reported = match &self.scanned {
            Some((scanned, reported)) if scanned == player => *reported,
            _ => 0,
        };
        if reported < known.len() {
            report(Finding::Verdicts {
                player: player.clone(),
                first: reported,
                verdicts: known[reported..].to_vec(),
            });
        }
        self.scanned = Some((player.clone(), known.len()));
        while known.len() < total && !leave.raised() {
            let chunk = &book.entries[known.len()..total.min(known.len() + CHUNK)];
            let verdicts: Vec<Option<Verdict>> = pool.install(|| {
                let verdict_of = |entry: &super::Entry| {
                    verdict(entry.position(), &entry.moves, &weights, player.ply_score)
                };
                chunk.par_iter().map(verdict_of).collect()
            });
            let first = known.len();
            known.extend_from_slice(&verdicts);
            self.scanned = Some((player.clone(), known.len()));
            report(Finding::Verdicts { player: player.clone(), first, verdicts });
            progress("computing margins", known.len() as u64, total as u64);
        }
        Ok(())
    }
}

fn weights(player: &Player) -> Result<Weights, moves::Error> {
    Ok(Layout::of(&player.schema)?.weights(&player.values))
}

/// Both workers without background threads, for tests and synchronous use.
pub struct PositionScan {
    explain_worker: ExplainWorker,
    scan_worker: ScanWorker,
    pool: ThreadPool,
}

impl PositionScan {
    /// Creates a scan that uses this pool and does not cache trees on the disk.
    #[must_use]
    pub fn new(pool: ThreadPool) -> PositionScan {
        PositionScan { explain_worker: ExplainWorker::default(), scan_worker: ScanWorker::new(None), pool }
    }

    /// Processes a request completely and reports all findings.
    pub fn work(&mut self, request: &ScanRequest, report: &mut dyn FnMut(Finding)) {
        let never = Interrupt::default();
        let Some(book) = self.explain_worker.open(&request.positions, report) else { return };
        let result =
            self.explain_worker.explain(&book, request, &self.pool, &never, report).and_then(|pending| {
                pending.into_iter().for_each(|pending| self.scan_worker.take_over(pending));
                self.scan_worker.work(&book, request, &self.pool, (&never, &never), report, &|_, _, _| {})
            });
        if let Err(error) = result {
            report(Finding::Failed(error.to_string()));
        }
    }
}

#[cfg(test)]
mod tests;
