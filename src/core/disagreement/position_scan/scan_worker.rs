//! The worker that evaluates all positions.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use rayon::prelude::*;
use shakmaty::Chess;

use super::{Finding, OrganismRole, PendingCosts, Player, Progress, ScanRequest};
use crate::disagreement::counterfactual;
use crate::disagreement::learning::{Champion, Learning};
use crate::disagreement::net_gain::NetGains;
use crate::disagreement::position_book::{Entry, PositionBook};
use crate::disagreement::verdict::{Choice, verdict};
use crate::engine::evaluation::{Layout, Score, Weights};
use crate::engine::features::FeatureSet;
use crate::engine::one_ply::PlyScore;
use crate::objectives::MentorScores;
use crate::objectives::agreement::{self, Agreement, Answers};
use crate::threads::{Interrupt, ThreadPool};

/// The number of positions that are scanned before the interrupt is checked again.
const CHUNK: usize = 128;
/// The number of steps in which the net gains are reported.
const GAIN_STEPS: usize = 6;
/// The number of organisms with cached answers and verdicts.
const CACHE_SIZE: usize = 8;

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
    fitness: Agreement,
}

/// The target scores, with the positions that the mentors scored.
type TargetScores = Vec<Option<(Chess, Score)>>;

/// What a scan works with, and where its findings go.
pub(in crate::disagreement) struct ScanContext<'a> {
    pub(in crate::disagreement) book: &'a Arc<PositionBook>,
    /// The threads that share the work.
    pub(in crate::disagreement) pool: &'a ThreadPool,
    /// Raised if there is a new request: the work ends at the next safe point, but trees are built to their end.
    pub(in crate::disagreement) leave: &'a Interrupt,
    /// Raised if the positions are obsolete: the work ends at the next safe point.
    pub(in crate::disagreement) abandon: &'a Interrupt,
    /// Receives the progress of each step.
    pub(in crate::disagreement) progress: &'a Progress<'a>,
    /// Receives the findings.
    pub(in crate::disagreement) report: &'a mut dyn FnMut(Finding),
}

/// Evaluates all positions of a book.
pub(in crate::disagreement) struct ScanWorker {
    cache: Option<PathBuf>,
    book: Option<Arc<PositionBook>>,
    trees: Option<Trees>,
    answers: RecentResults<Arc<Answers>>,
    scans: RecentResults<Vec<Option<Choice>>>,
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
    /// The answers of the champions reported last, and the position whose turns were reported last.
    learning: Option<(Arc<Learning>, Option<usize>)>,
}

impl ScanWorker {
    /// Creates a worker that caches trees in the folder `cache`, if there is one.
    pub(in crate::disagreement) fn new(cache: Option<PathBuf>) -> ScanWorker {
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
            learning: None,
        }
    }

    /// Takes over counterfactuals without costs. Replaces those that still have no costs.
    pub(in crate::disagreement) fn take_over(&mut self, pending: PendingCosts) {
        self.pending = Some(pending);
    }

    /// Processes a request.
    pub(in crate::disagreement) fn work(
        &mut self,
        request: &ScanRequest,
        context: &mut ScanContext<'_>,
    ) -> Result<(), agreement::Error> {
        let book = context.book;
        if !self.book.as_ref().is_some_and(|current| Arc::ptr_eq(current, book)) {
            let pending = self.pending.take();
            *self =
                ScanWorker { book: Some(Arc::clone(book)), pending, ..ScanWorker::new(self.cache.take()) };
        }
        let Some(subject) = &request.subject else { return Ok(()) };
        if let Some(mentor_scores) = &request.mentor_scores {
            self.distances(subject, mentor_scores, context)?;
        }
        let answers = self.answers(OrganismRole::Subject, subject, context)?;
        if let Some(rival) = request.rival.as_ref().filter(|_| !context.leave.raised()) {
            self.answers(OrganismRole::Rival, rival, context)?;
        }
        if !context.leave.raised() {
            self.add_costs(request, subject, &answers, context)?;
        }
        self.scan(subject, context)?;
        if let Some(champions) = request.champions.as_ref().filter(|_| !context.leave.raised()) {
            self.learning(request.entry, subject, champions, context)?;
        }
        if request.net_gains && !context.leave.raised() {
            self.add_net_gains(subject, &answers, context)?;
        }
        Ok(())
    }

    fn add_net_gains(
        &mut self,
        player: &Player,
        answers: &Answers,
        context: &mut ScanContext<'_>,
    ) -> Result<(), agreement::Error> {
        self.trees(player, context, context.leave, &|_, _, _| {})?;
        let ScanContext { pool, leave, progress, ref mut report, .. } = *context;
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
                report(Finding::NetGains {
                    player: player.clone(),
                    gains: Arc::new(known.gains().to_vec()),
                    changes: Arc::new(known.changes().to_vec()),
                    parameters: (done, total),
                });
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

    /// Reports the answers of the champions, and how those to the current position turned.
    fn learning(
        &mut self,
        entry: Option<usize>,
        subject: &Player,
        champions: &Arc<[Champion]>,
        context: &mut ScanContext<'_>,
    ) -> Result<(), agreement::Error> {
        let known = self.learning.take();
        let trees = self.trees(subject, context, context.abandon, context.progress)?;
        let ScanContext { pool, leave, progress, ref mut report, .. } = *context;
        let (learning, reported) = match known {
            Some((learning, reported)) if learning.champions() == champions => (learning, reported),
            known => {
                let count = |done, total| progress("comparing champions", done, total);
                let before = known.as_ref().map(|(learning, _)| &**learning);
                let learning = Learning::new(&subject.schema, champions, trees, before, pool, &count, leave)?;
                let Some(learning) = learning.map(Arc::new) else {
                    self.learning = known;
                    return Ok(());
                };
                report(Finding::Learning(Arc::clone(&learning)));
                (learning, None)
            }
        };
        if let Some(entry) = entry.filter(|entry| Some(*entry) != reported) {
            let turns = Arc::new(learning.turns(entry, trees)?);
            report(Finding::Turns { entry, turns });
        }
        self.learning = Some((learning, entry));
        Ok(())
    }

    fn distances(
        &mut self,
        player: &Player,
        mentor_scores: &MentorScores,
        context: &mut ScanContext<'_>,
    ) -> Result<(), agreement::Error> {
        let ScanContext { book, ref mut report, .. } = *context;
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
            let distance =
                |(position, mentor): &(Chess, Score)| mentor_scores.distance(position, *mentor, &weights);
            let distances = targets.iter().map(|target| target.as_ref().map(distance)).collect();
            report(Finding::Distances { player: player.clone(), distances: Arc::new(distances) });
            self.distances_reported_for = Some(player.clone());
        }
        self.targets = Some((mentor_scores.clone(), targets));
        Ok(())
    }

    fn trees(
        &mut self,
        player: &Player,
        context: &ScanContext<'_>,
        interrupt: &Interrupt,
        progress: &Progress<'_>,
    ) -> Result<&Agreement, agreement::Error> {
        let set = FeatureSet::of(&player.schema);
        let trees = match self.trees.take() {
            Some(trees) if trees.ply_score == player.ply_score && trees.set == set => trees,
            _ => {
                let report_progress = |done, total| progress("building quiescence trees", done, total);
                let cache = self.cache.as_deref();
                let fitness = Agreement::build(
                    context.book.set(),
                    &player.schema,
                    player.ply_score,
                    cache,
                    context.pool,
                    &report_progress,
                    interrupt,
                )?;
                Trees { ply_score: player.ply_score, set, fitness }
            }
        };
        Ok(&self.trees.insert(trees).fitness)
    }

    fn answers(
        &mut self,
        role: OrganismRole,
        player: &Player,
        context: &mut ScanContext<'_>,
    ) -> Result<Arc<Answers>, agreement::Error> {
        let answers = match self.answers.get(player) {
            Some(answers) => Arc::clone(answers),
            None => {
                let weights = weights(player)?;
                let trees = self.trees(player, context, context.abandon, context.progress)?;
                let mut answers = context
                    .pool
                    .install(|| trees.answers_of(&[weights], context.abandon))
                    .ok_or(agreement::Error::Interrupted)?;
                let answers = answers.pop().map(Arc::new).ok_or(agreement::Error::Interrupted)?;
                self.answers.insert(player.clone(), Arc::clone(&answers));
                answers
            }
        };
        let reported = &mut self.reported[role as usize];
        if reported.as_ref() != Some(player) {
            (context.report)(Finding::Answers {
                role,
                player: player.clone(),
                answers: Arc::clone(&answers),
            });
            *reported = Some(player.clone());
        }
        Ok(answers)
    }

    fn add_costs(
        &mut self,
        request: &ScanRequest,
        subject: &Player,
        answers: &Answers,
        context: &mut ScanContext<'_>,
    ) -> Result<(), agreement::Error> {
        let ScanContext { book, pool, leave, .. } = *context;
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
        let trees = self.trees(subject, context, leave, &|_, _, _| {})?;
        let costed = pool.install(|| {
            counterfactual::with_costs(&counterfactuals, entry, schema, values, answers, trees, leave)
        })?;
        if let Some(costed) = costed {
            (context.report)(Finding::Counterfactuals {
                entry,
                player: subject.clone(),
                counterfactuals: Arc::new(costed),
            });
            self.pending = None;
        }
        Ok(())
    }

    fn scan(&mut self, player: &Player, context: &mut ScanContext<'_>) -> Result<(), agreement::Error> {
        let ScanContext { book, pool, leave, progress, ref mut report, .. } = *context;
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
            let verdicts: Vec<Option<Choice>> = pool.install(|| {
                let verdict_of =
                    |entry: &Entry| verdict(entry.position(), &entry.moves, &weights, player.ply_score);
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

/// Returns the weights of an organism's evaluation.
pub(super) fn weights(player: &Player) -> Result<Weights, agreement::Error> {
    Ok(Layout::of(&player.schema)?.weights(&player.values))
}
