//! What the analyst told of the positions: the last finding of each kind, and what is wished for.
//!
//! A finding is shown while it is of the position and the organism wished for; one that comes late, after
//! something else was wished for, is kept unseen: the analyst does not tell it again unless it has to.

use std::collections::VecDeque;
use std::sync::Arc;

use shakmaty::Move;

use crate::disagreement::{
    Contribution, Counterfactual, Entry, Explanation, Finding, Findings, KnownResults, Part, Player,
    PositionBook, ScanRequest, Total, Totals, Undecided, Verdict,
};
use crate::engine::evaluation::Weights;
use crate::engine::one_ply;
use crate::objectives::moves::Answers;
use crate::objectives::scores::Distance;
use crate::positions::PositionSource;

/// How many organisms' answers are remembered, for what edits are compared with.
const REMEMBERED: usize = 8;
/// In how many steps the list follows a first survey.
const STEPS: usize = 20;

/// A survey, as far as it is told.
#[derive(Debug, Clone)]
struct Survey {
    player: Player,
    verdicts: Vec<Option<Verdict>>,
}

/// What was told.
#[derive(Debug, Default)]
pub(crate) struct ScanCache {
    wanted: Option<ScanRequest>,
    book: Option<(PositionSource, Result<Arc<PositionBook>, String>)>,
    explained: Option<(usize, Player, Option<Arc<Explanation>>)>,
    remedies: Option<(usize, Player, Vec<Counterfactual>)>,
    answers: [Option<(Player, Arc<Answers>)>; 2],
    distances: Option<(Player, Arc<Vec<Option<Distance>>>)>,
    remembered: VecDeque<(Player, Arc<Answers>)>,
    /// The survey the list is ordered by, and the one under way.
    ordered: Option<Survey>,
    coming: Option<Survey>,
    progress: Option<(&'static str, u64, u64)>,
    failure: Option<String>,
    /// Grows with everything that may change the order of the list.
    edition: u64,
    totals: Totals,
    /// The move of the rival in a position.
    rival_move: Option<(usize, Player, Option<Move>)>,
}

impl ScanCache {
    /// Takes a new wish; true where it is another than before.
    pub(crate) fn wish(&mut self, wanted: &ScanRequest) -> bool {
        if self.wanted.as_ref() == Some(wanted) {
            return false;
        }
        let older = self.wanted.replace(wanted.clone());
        if older.as_ref().is_none_or(|older| older.positions != wanted.positions) {
            self.failure = None;
            self.progress = None;
        }
        let part = |wanted: &ScanRequest| (wanted.subject.clone(), wanted.rival.clone());
        if older.as_ref().map(part) != Some(part(wanted)) {
            self.failure = None;
            self.progress = None;
            self.edition += 1;
            self.count();
        }
        self.think_for_the_rival();
        true
    }

    /// Forgets the wish, so that the same may be wished for again.
    pub(crate) fn forget(&mut self) {
        self.wanted = None;
    }

    /// Takes in what was told.
    pub(crate) fn add(&mut self, findings: Findings) {
        if findings.progress.is_some() {
            self.progress = findings.progress;
        }
        for finding in findings.findings {
            self.learn(finding);
        }
        if self.progress.is_some_and(|(_, done, total)| done >= total) {
            self.progress = None;
        }
    }

    fn learn(&mut self, finding: Finding) {
        match finding {
            Finding::PositionBook { positions, book } => {
                self.book = Some((positions, book));
                // What was found out speaks of positions by their place in the book.
                self.explained = None;
                self.remedies = None;
                self.answers = [None, None];
                self.distances = None;
                self.remembered.clear();
                self.ordered = None;
                self.coming = None;
                self.rival_move = None;
                self.totals = Totals::default();
                self.progress = None;
                self.edition += 1;
                self.think_for_the_rival();
            }
            Finding::Explained { entry, player, explanation } => {
                self.explained = Some((entry, player, explanation));
            }
            Finding::Counterfactuals { entry, player, counterfactuals: remedies } => {
                let mut remedies = remedies.as_ref().clone();
                let now = |remedy: &Counterfactual| player.values.get(remedy.parameter).copied().unwrap_or(0);
                remedies.sort_by_key(|remedy| {
                    let net = remedy.cost.map(|(won, lost)| i64::from(won) - i64::from(lost));
                    (std::cmp::Reverse(net), remedy.value.abs_diff(now(remedy)))
                });
                self.remedies = Some((entry, player, remedies));
            }
            Finding::Answers { part, player, answers } => {
                self.remembered.retain(|(known, _)| *known != player);
                self.remembered.push_front((player.clone(), Arc::clone(&answers)));
                self.remembered.truncate(REMEMBERED);
                self.answers[part as usize] = Some((player, answers));
                self.edition += 1;
                self.count();
            }
            Finding::Verdicts { player, first, verdicts } => self.survey(player, first, verdicts),
            Finding::Distances { player, distances } => {
                self.distances = Some((player, distances));
                self.edition += 1;
            }
            Finding::Failed(why) => {
                self.failure = Some(why);
                self.progress = None;
            }
        }
    }

    /// A stretch of a survey. The list keeps the order of the survey before until this one is whole.
    fn survey(&mut self, player: Player, first: usize, verdicts: Vec<Option<Verdict>>) {
        let coming = match &mut self.coming {
            Some(coming) if coming.player == player && coming.verdicts.len() >= first => coming,
            _ if first == 0 => self.coming.insert(Survey { player, verdicts: Vec::new() }),
            _ => return,
        };
        coming.verdicts.truncate(first);
        coming.verdicts.extend(verdicts);
        let total = self.book().map_or(0, |book| book.entries.len()).max(1);
        let Some(coming) = &self.coming else { return };
        let known = coming.verdicts.len();
        let whole = known >= total;
        if whole {
            self.progress = None;
        }
        let follows = self.ordered.as_ref().is_none_or(|ordered| ordered.player == coming.player);
        let before = self.ordered.as_ref().map_or(0, |ordered| ordered.verdicts.len());
        if whole || (follows && (known < before || (known - before) * STEPS >= total)) {
            self.ordered = Some(coming.clone());
            self.edition += 1;
        }
    }

    /// Counts by class; until the answers wished for are there the counts before stand.
    fn count(&mut self) {
        if let (Some(book), Some(subject)) = (self.book(), self.answers(Part::Subject)) {
            self.totals = Totals::of(book, subject, self.answers(Part::Rival).map(Arc::as_ref));
        }
    }

    /// The rival's move in the position looked at: one search of one ply.
    fn think_for_the_rival(&mut self) {
        let Some((rival, index)) =
            self.wanted.as_ref().and_then(|wanted| wanted.rival.clone().zip(wanted.entry))
        else {
            self.rival_move = None;
            return;
        };
        if self.rival_move.as_ref().is_some_and(|(at, who, _)| (*at, who) == (index, &rival)) {
            return;
        }
        let weights = Weights::new(&rival.schema, &rival.values).ok();
        let m = self
            .entry(index)
            .zip(weights)
            .and_then(|(entry, weights)| one_ply::best_move(entry.position(), &weights, rival.ply_score));
        self.rival_move = Some((index, rival, m));
    }

    /// Whether what is kept is of the positions wished for.
    fn is_of(&self, positions: &PositionSource) -> bool {
        self.wanted.as_ref().is_some_and(|wanted| wanted.positions == *positions)
    }

    /// The positions wished for, or why they cannot be had; `None` while they are read.
    pub(crate) fn opened(&self) -> Option<Result<&Arc<PositionBook>, &str>> {
        let (positions, book) = self.book.as_ref()?;
        self.is_of(positions).then(|| book.as_ref().map_err(String::as_str))
    }

    /// The positions wished for, once they are read.
    pub(crate) fn book(&self) -> Option<&Arc<PositionBook>> {
        self.opened()?.ok()
    }

    /// One of them.
    pub(crate) fn entry(&self, index: usize) -> Option<&Entry> {
        self.book()?.entries.get(index)
    }

    fn wished(&self, part: Part) -> Option<&Player> {
        let wanted = self.wanted.as_ref()?;
        match part {
            Part::Subject => wanted.subject.as_ref(),
            Part::Rival => wanted.rival.as_ref(),
        }
    }

    /// In which positions the subject or the rival plays a right move.
    pub(crate) fn answers(&self, part: Part) -> Option<&Arc<Answers>> {
        self.book()?;
        let (player, answers) = self.answers[part as usize].as_ref()?;
        (Some(player) == self.wished(part)).then_some(answers)
    }

    /// The answers of an organism that was looked at before.
    pub(crate) fn remembered(&self, player: &Player) -> Option<&Arc<Answers>> {
        self.book()?;
        self.remembered.iter().find(|(known, _)| known == player).map(|(_, answers)| answers)
    }

    /// What the subject plays in a position, once it is surveyed.
    pub(crate) fn verdict(&self, index: usize) -> Option<&Verdict> {
        let subject = self.wished(Part::Subject)?;
        let survey = self.coming.as_ref().filter(|survey| survey.player == *subject)?;
        survey.verdicts.get(index)?.as_ref()
    }

    /// Why the subject plays what it plays in the position looked at.
    pub(crate) fn explanation(&self) -> Option<&Arc<Explanation>> {
        let wanted = self.wanted.as_ref()?;
        let (entry, player, explanation) = self.explained.as_ref()?;
        (self.book().is_some() && Some(*entry) == wanted.entry && Some(player) == wanted.subject.as_ref())
            .then_some(explanation.as_ref())?
    }

    /// What would change the subject's move there, dearest last; `None` until it is found out.
    pub(crate) fn remedies(&self) -> Option<&[Counterfactual]> {
        let wanted = self.wanted.as_ref()?;
        let (entry, player, remedies) = self.remedies.as_ref()?;
        (self.book().is_some() && Some(*entry) == wanted.entry && Some(player) == wanted.subject.as_ref())
            .then_some(remedies.as_slice())
    }

    /// The rival's move in the position looked at.
    pub(crate) fn rival_move(&self) -> Option<Move> {
        self.rival_move.as_ref()?.2
    }

    /// What the list is made of: who plays what, as far as it is known; the rival's part only where `rival`.
    pub(crate) fn known(&self, rival: bool) -> KnownResults<'_> {
        KnownResults {
            subject: self.answers(Part::Subject).map(Arc::as_ref),
            rival: self.answers(Part::Rival).filter(|_| rival).map(Arc::as_ref),
            verdicts: self.ordered.as_ref().map_or(&[], |survey| &survey.verdicts),
            distances: self.distances(),
        }
    }

    /// How far the subject is from its mentor; empty where there is none, and until it is known.
    fn distances(&self) -> &[Option<Distance>] {
        let wished = self.wished(Part::Subject).filter(|_| self.book().is_some());
        let known = self.distances.as_ref().filter(|(player, _)| Some(player) == wished);
        known.map_or(&[], |(_, distances)| distances.as_slice())
    }

    /// How far it is in a position.
    pub(crate) fn distance(&self, index: usize) -> Option<Distance> {
        self.distances().get(index).copied().flatten()
    }

    /// Changes whenever the list may be another.
    pub(crate) fn edition(&self) -> u64 {
        self.edition
    }

    /// Agreement by class.
    pub(crate) fn totals(&self) -> &[Total] {
        if self.book().is_some() { &self.totals.0 } else { &[] }
    }

    /// What takes long just now: what, how much of it, of how much.
    pub(crate) fn progress(&self) -> Option<(&'static str, u64, u64)> {
        self.progress
    }

    /// What could not be found out, and what to do.
    pub(crate) fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }
}

/// What each parameter adds to the first move's score and not to the second's, the largest first.
pub(crate) fn contributions(
    explanation: &Explanation,
    first: usize,
    second: usize,
) -> Result<Vec<Contribution>, Undecided> {
    let mut parts = explanation.between(first, second)?;
    parts.sort_by_key(|part| std::cmp::Reverse(part.difference().abs()));
    Ok(parts)
}
