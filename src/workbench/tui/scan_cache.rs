//! The latest results of the position scan, one of each kind, and the current request.
//!
//! A result is returned while it matches the current request. A late result, which answers an earlier request, is kept
//! but not returned: the scan does not report it again if its request is repeated.

use std::collections::VecDeque;

use crate::disagreement::{
    Change, Choice, Contribution, Counterfactual, Entry, Explanation, Finding, Findings, KnownResults,
    Learning, Player, PositionBook, ScanRequest, Total, Totals, Turn, Undecided,
};
use crate::engine::evaluation::Weights;
use crate::engine::one_ply;
use crate::objectives::Distance;
use crate::objectives::agreement::Answers;
use crate::progress::WorkTimer;
use crate::tui::prelude::*;

/// The number of organisms whose answers are kept, so that an edited organism can be compared with its original.
const REMEMBERED: usize = 8;
/// The number of steps in which the list follows the first scan.
const STEPS: usize = 20;

/// The verdicts reported so far for an organism.
#[derive(Debug, Clone)]
struct Scan {
    player: Player,
    verdicts: Vec<Option<Choice>>,
}

/// The largest net gains of single changes, as far as they are known.
#[derive(Debug, Clone)]
struct Gains {
    player: Player,
    gains: Arc<Vec<Option<i32>>>,
    changes: Arc<Vec<Option<Change>>>,
    complete: bool,
}

/// The latest results of the position scan.
#[derive(Debug, Default)]
pub(crate) struct ScanCache {
    request: Option<ScanRequest>,
    book: Option<(PositionSource, Result<Arc<PositionBook>, String>)>,
    explained: Option<(usize, Player, Option<Arc<Explanation>>)>,
    counterfactuals: Option<(usize, Player, Vec<Counterfactual>)>,
    answers: [Option<(Player, Arc<Answers>)>; 2],
    distances: Option<(Player, Arc<Vec<Option<Distance>>>)>,
    /// The net gains that the list is sorted by, and those that were reported last.
    listed_gains: Option<Gains>,
    latest_gains: Option<Gains>,
    remembered: VecDeque<(Player, Arc<Answers>)>,
    /// The scan that the list is sorted by.
    listed: Option<Scan>,
    latest: Option<Scan>,
    progress: Option<(&'static str, u64, u64)>,
    /// Counts the positions of the task in progress.
    timer: WorkTimer,
    failure: Option<String>,
    /// Increases with every change that may affect the list.
    revision: u64,
    totals: Totals,
    /// The rival's move in a position.
    rival_move: Option<(usize, Player, Option<Move>)>,
    /// The answers of the run's champions, and how those to a position turned.
    learning: Option<Arc<Learning>>,
    turns: Option<(usize, Arc<Vec<Turn>>)>,
}

impl ScanCache {
    /// Sets the current request and returns whether it changed.
    pub(crate) fn set_request(&mut self, request: &ScanRequest) -> bool {
        if self.request.as_ref() == Some(request) {
            return false;
        }
        let older = self.request.replace(request.clone());
        if older.as_ref().is_none_or(|older| older.positions != request.positions) {
            self.failure = None;
            self.progress = None;
        }
        let organisms = |request: &ScanRequest| (request.subject.clone(), request.rival.clone());
        if older.as_ref().map(organisms) != Some(organisms(request)) {
            self.failure = None;
            self.progress = None;
            self.revision += 1;
            self.update_totals();
        }
        self.update_rival_move();
        true
    }

    /// Clears the current request, so that an equal one counts as new.
    pub(crate) fn clear_request(&mut self) {
        self.request = None;
    }

    /// Stores new results.
    pub(crate) fn add(&mut self, findings: Findings, now: Duration) {
        if let Some((task, done, _)) = findings.progress {
            let is_new = self.progress.is_none_or(|(earlier, ..)| earlier != task);
            if is_new {
                self.timer = WorkTimer::default();
                self.timer.start(now);
            }
            self.timer.record(now, done as f64);
            self.progress = findings.progress;
        }
        for finding in findings.findings {
            self.apply(finding);
        }
        if self.progress.is_some_and(|(_, done, total)| done >= total) {
            self.progress = None;
        }
    }

    fn apply(&mut self, finding: Finding) {
        match finding {
            Finding::PositionBook { positions, book } => {
                // All other results refer to positions by their index in the book.
                *self = ScanCache {
                    request: self.request.take(),
                    book: Some((positions, book)),
                    failure: self.failure.take(),
                    revision: self.revision + 1,
                    ..ScanCache::default()
                };
                self.update_rival_move();
            }
            Finding::Explained { entry, player, explanation } => {
                self.explained = Some((entry, player, explanation));
            }
            Finding::Counterfactuals { entry, player, counterfactuals } => {
                let mut sorted = counterfactuals.as_ref().clone();
                sorted.sort_by_key(|change| {
                    let net = change.cost.map(|(won, lost)| i64::from(won) - i64::from(lost));
                    let value = player.values.get(change.parameter).copied().unwrap_or(0);
                    (std::cmp::Reverse(net), change.value.abs_diff(value))
                });
                self.counterfactuals = Some((entry, player, sorted));
            }
            Finding::Answers { role, player, answers } => {
                self.remembered.retain(|(known, _)| *known != player);
                self.remembered.push_front((player.clone(), Arc::clone(&answers)));
                self.remembered.truncate(REMEMBERED);
                self.answers[role as usize] = Some((player, answers));
                self.revision += 1;
                self.update_totals();
            }
            Finding::Verdicts { player, first, verdicts } => self.add_verdicts(player, first, verdicts),
            Finding::Distances { player, distances } => {
                self.distances = Some((player, distances));
                self.revision += 1;
            }
            Finding::NetGains { player, gains, changes, parameters: (done, total) } => {
                let complete = done >= total;
                // The list keeps the order of the previous organism until all gains of this one are known.
                let follows = self.listed_gains.as_ref().is_none_or(|listed| listed.player == player);
                let latest = Gains { player, gains, changes, complete };
                if complete || follows {
                    self.listed_gains = Some(latest.clone());
                    self.revision += 1;
                }
                self.latest_gains = Some(latest);
            }
            Finding::Learning(learning) => {
                (self.learning, self.turns) = (Some(learning), None);
                self.revision += 1;
            }
            Finding::Turns { entry, turns } => self.turns = Some((entry, turns)),
            Finding::Failed(why) => {
                self.failure = Some(why);
                self.progress = None;
            }
        }
    }

    /// Adds a chunk of verdicts. The list keeps the order of the previous scan until this scan is complete.
    fn add_verdicts(&mut self, player: Player, first: usize, verdicts: Vec<Option<Choice>>) {
        let latest = match &mut self.latest {
            Some(latest) if latest.player == player && latest.verdicts.len() >= first => latest,
            _ if first == 0 => self.latest.insert(Scan { player, verdicts: Vec::new() }),
            _ => return,
        };
        latest.verdicts.truncate(first);
        latest.verdicts.extend(verdicts);
        let total = self.book().map_or(0, |book| book.entries.len()).max(1);
        let Some(latest) = &self.latest else { return };
        let known = latest.verdicts.len();
        let complete = known >= total;
        if complete {
            self.progress = None;
        }
        let follows = self.listed.as_ref().is_none_or(|listed| listed.player == latest.player);
        let before = self.listed.as_ref().map_or(0, |listed| listed.verdicts.len());
        if complete || (follows && (known < before || (known - before) * STEPS >= total)) {
            self.listed = Some(latest.clone());
            self.revision += 1;
        }
    }

    /// Counts the answers by class. Keeps the previous counts until the requested answers are known.
    fn update_totals(&mut self) {
        if let (Some(book), Some(subject)) = (self.book(), self.answers(OrganismRole::Subject)) {
            self.totals = Totals::of(book, subject, self.answers(OrganismRole::Rival).map(Arc::as_ref));
        }
    }

    /// Computes the rival's move in the current position by a search of one ply.
    fn update_rival_move(&mut self) {
        let Some((rival, index)) =
            self.request.as_ref().and_then(|request| request.rival.clone().zip(request.entry))
        else {
            self.rival_move = None;
            return;
        };
        if self.rival_move.as_ref().is_some_and(|(at, player, _)| (*at, player) == (index, &rival)) {
            return;
        }
        let weights = Weights::new(&rival.schema, &rival.values).ok();
        let m = self
            .entry(index)
            .zip(weights)
            .and_then(|(entry, weights)| one_ply::best_move(entry.position(), &weights, rival.ply_score));
        self.rival_move = Some((index, rival, m));
    }

    /// Returns the requested positions, or why they could not be loaded; `None` while they are being loaded.
    pub(crate) fn load_result(&self) -> Option<Result<&Arc<PositionBook>, &str>> {
        let (positions, book) = self.book.as_ref()?;
        (self.request.as_ref()?.positions == *positions).then(|| book.as_ref().map_err(String::as_str))
    }

    /// Returns the requested positions, once they are loaded.
    pub(crate) fn book(&self) -> Option<&Arc<PositionBook>> {
        self.load_result()?.ok()
    }

    /// Returns a requested position.
    pub(crate) fn entry(&self, index: usize) -> Option<&Entry> {
        self.book()?.entries.get(index)
    }

    fn requested_player(&self, role: OrganismRole) -> Option<&Player> {
        let request = self.request.as_ref()?;
        match role {
            OrganismRole::Subject => request.subject.as_ref(),
            OrganismRole::Rival => request.rival.as_ref(),
        }
    }

    /// Returns the requested subject.
    pub(crate) fn subject(&self) -> Option<&Player> {
        self.requested_player(OrganismRole::Subject)
    }

    /// Returns the positions in which the subject or the rival plays a right move.
    pub(crate) fn answers(&self, role: OrganismRole) -> Option<&Arc<Answers>> {
        self.book()?;
        let (player, answers) = self.answers[role as usize].as_ref()?;
        (Some(player) == self.requested_player(role)).then_some(answers)
    }

    /// Returns the answers of an organism that was scanned recently.
    pub(crate) fn remembered(&self, player: &Player) -> Option<&Arc<Answers>> {
        self.book()?;
        self.remembered.iter().find(|(known, _)| known == player).map(|(_, answers)| answers)
    }

    /// Returns the subject's verdict for a position, once it is known.
    pub(crate) fn verdict(&self, index: usize) -> Option<&Choice> {
        let subject = self.requested_player(OrganismRole::Subject)?;
        let scan = self.latest.as_ref().filter(|scan| scan.player == *subject)?;
        scan.verdicts.get(index)?.as_ref()
    }

    /// Returns whether a result belongs to the current position and the subject.
    fn is_current(&self, entry: usize, player: &Player) -> bool {
        let request = self.request.as_ref().filter(|_| self.book().is_some());
        request
            .is_some_and(|request| (request.entry, request.subject.as_ref()) == (Some(entry), Some(player)))
    }

    /// Returns the reasons for the subject's move in the current position.
    pub(crate) fn explanation(&self) -> Option<&Arc<Explanation>> {
        let (entry, player, explanation) = self.explained.as_ref()?;
        self.is_current(*entry, player).then_some(explanation.as_ref())?
    }

    /// Returns the changes that would correct the subject's move in the current position, the most costly last. Returns
    /// `None` until they are known.
    pub(crate) fn counterfactuals(&self) -> Option<&[Counterfactual]> {
        let (entry, player, counterfactuals) = self.counterfactuals.as_ref()?;
        self.is_current(*entry, player).then_some(counterfactuals.as_slice())
    }

    /// Returns the rival's move in the current position.
    pub(crate) fn rival_move(&self) -> Option<Move> {
        self.rival_move.as_ref()?.2
    }

    /// Returns the data of the list, as far as it is known, including the rival's answers if `rival` is true.
    pub(crate) fn rows(&self, rival: bool) -> KnownResults<'_> {
        KnownResults {
            subject: self.answers(OrganismRole::Subject).map(Arc::as_ref),
            rival: self.answers(OrganismRole::Rival).filter(|_| rival).map(Arc::as_ref),
            verdicts: self.listed.as_ref().map_or(&[], |scan| &scan.verdicts),
            distances: self.distances(),
            net_gains: self.listed_gains.as_ref().map_or(&[], |listed| &listed.gains),
        }
    }

    fn gains(&self) -> Option<&Gains> {
        let requested = self.requested_player(OrganismRole::Subject).filter(|_| self.book().is_some());
        self.latest_gains.as_ref().filter(|latest| Some(&latest.player) == requested)
    }

    /// Returns the largest net gain of a single change that corrects the subject's move in a position, as far as it is
    /// known.
    pub(crate) fn net_gain(&self, index: usize) -> Option<i32> {
        self.gains()?.gains.get(index).copied().flatten()
    }

    /// Returns the best single change for each position, once all are known.
    pub(crate) fn changes(&self) -> Option<&[Option<Change>]> {
        self.gains().filter(|gains| gains.complete).map(|gains| gains.changes.as_slice())
    }

    /// Returns whether the net gains of all positions are known.
    pub(crate) fn knows_net_gains(&self) -> bool {
        self.gains().is_some_and(|gains| gains.complete)
    }

    /// Returns the subject's distances from its mentor; empty if there is no mentor or the distances are not yet known.
    fn distances(&self) -> &[Option<Distance>] {
        let requested = self.requested_player(OrganismRole::Subject).filter(|_| self.book().is_some());
        let known = self.distances.as_ref().filter(|(player, _)| Some(player) == requested);
        known.map_or(&[], |(_, distances)| distances.as_slice())
    }

    /// Returns the subject's distance from its mentor in a position.
    pub(crate) fn distance(&self, index: usize) -> Option<Distance> {
        self.distances().get(index).copied().flatten()
    }

    /// Returns the answers of the run's champions. While a run goes on, they may lack the latest ones.
    pub(crate) fn learning(&self) -> Option<&Learning> {
        self.book()?;
        self.request.as_ref()?.champions.as_ref()?;
        self.learning.as_deref()
    }

    /// Returns how the answers of the champions to the current position turned, the first turn first.
    pub(crate) fn turns(&self) -> Option<&[Turn]> {
        let (entry, turns) = self.turns.as_ref().filter(|_| self.learning().is_some())?;
        (self.request.as_ref()?.entry == Some(*entry)).then_some(turns.as_slice())
    }

    /// Returns a number that changes whenever the list may change.
    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns the agreement by class.
    pub(crate) fn totals(&self) -> &[Total] {
        if self.book().is_some() { &self.totals.0 } else { &[] }
    }

    /// Returns the activity of a long computation, the work done and the total work.
    pub(crate) fn progress(&self) -> Option<(&'static str, u64, u64)> {
        self.progress
    }

    /// Returns the times of the task in progress.
    pub(crate) fn timing(&self, now: Duration) -> Option<Timing> {
        self.progress.map(|(.., total)| self.timer.timing(now, total as f64))
    }

    /// Returns what failed and what to do.
    pub(crate) fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }
}

/// Returns each parameter's contribution to the difference between the scores of two moves, the largest first.
pub(crate) fn contributions(
    explanation: &Explanation,
    first: usize,
    second: usize,
) -> Result<Vec<Contribution>, Undecided> {
    let mut parts = explanation.between(first, second)?;
    parts.sort_by_key(|role| std::cmp::Reverse(role.difference().abs()));
    Ok(parts)
}
