//! What the screen remembers, and how its list keeps its place.

use std::sync::Arc;

use shakmaty::Move;

use super::{ID, Pane, lists};
use crate::disagreement::{
    Contribution, Entry, Explanation, Filter, Order, Outcome, Part, Player, ScanRequest, Undecided, select,
};
use crate::engine::one_ply::PlyScore;
use crate::job::report::State::Running;
use crate::objectives::scores;
use crate::objectives::scores::{Distance, MentorScores};
use crate::positions::PositionSource;
use crate::tui::cursor::Cursor;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::playing::BoardState;
use crate::tui::scan_cache::{ScanCache, contributions};
use crate::tui::subject::ShownOrganism;

/// What the screen remembers.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// What the analyst told.
    pub(crate) study: ScanCache,
    /// The pane that has the keys.
    pub(crate) pane: Pane,
    /// Whether it is shown alone.
    pub(crate) zoomed: bool,
    /// The champion looked into while the evolution runs: following each new one would take its time.
    pub(crate) during: Option<ShownOrganism>,
    /// Positions loaded in place of the session's training set.
    pub(crate) source: Option<PositionSource>,
    /// Which positions are listed.
    pub(crate) filter: Filter,
    /// In which order.
    pub(crate) order: Order,
    /// The other way round.
    pub(crate) reversed: bool,
    /// Whether the organisms mimic a mentor whose scores are known.
    pub(crate) mimics: bool,
    /// The positions listed.
    pub(crate) rows: Vec<u32>,
    /// The row the keys are on.
    pub(crate) cursor: Cursor,
    /// The position looked at.
    pub(crate) entry: Option<usize>,
    /// The position to be looked at once the positions are read.
    pub(crate) awaited: Option<usize>,
    /// The row of a position that the list keeps for the cursor's sake, though the filter leaves it out.
    pub(crate) kept: Option<usize>,
    /// The move under the cursor.
    pub(crate) candidates: Cursor,
    /// How many plies of its line the board shows.
    pub(crate) steps: usize,
    /// What speaks for the organism's move and against another: which two, and what each parameter adds.
    pub(crate) compared: Option<Compared>,
    /// The parameter under the cursor, by what it adds.
    pub(crate) why: Cursor,
    /// The parameter that the cursors of both panes stay on, once the person chose it.
    pub(crate) held: Option<usize>,
    /// Whether parameters that add nothing are listed, too.
    pub(crate) unfolded: bool,
    /// The change under the cursor.
    pub(crate) remedies: Cursor,
    /// The class under the cursor.
    pub(crate) totals: Cursor,
    /// The board, and what is played on it.
    pub(crate) table: BoardState,
    /// The pane that had the keys before moves were played.
    pub(crate) before: Pane,
    /// Whether the person chose a row: until then the cursor stays on the first.
    pub(crate) chosen: bool,
    /// The filter the list was made with, and how many positions have its outcome.
    pub(crate) shown: (Filter, usize),
    /// What the list was made of.
    basis: Option<Basis>,
    /// The explanation that the cursors belong to.
    explained: Option<(usize, Arc<Explanation>)>,
}

/// Two moves and what tells them apart.
#[derive(Debug, Clone)]
pub(crate) struct Compared {
    /// The move that is spoken for, among the candidates.
    pub(crate) first: usize,
    /// The other.
    pub(crate) second: usize,
    /// What each parameter adds, the largest first.
    pub(crate) parts: Result<Vec<Contribution>, Undecided>,
    /// How many of them add something.
    pub(crate) telling: usize,
}

/// What a list is made of. When it changes, the list is made anew.
#[derive(Debug, Clone, PartialEq)]
struct Basis {
    edition: u64,
    filter: Filter,
    order: Order,
    reversed: bool,
    rival: bool,
}

impl State {
    /// The position looked at.
    pub(crate) fn entry(&self) -> Option<&Entry> {
        self.study.entry(self.entry?)
    }

    /// The filter in effect: before the answers are known there is nothing to tell disagreements by.
    pub(crate) fn effective(&self) -> Filter {
        let mut filter = self.filter.clone();
        if self.study.answers(Part::Subject).is_none() {
            filter.outcome = Outcome::All;
        }
        filter
    }

    /// Whether anything but the usual disagreements is asked for.
    pub(crate) fn is_filtered(&self) -> bool {
        self.filter != Filter::default()
    }

    /// How many positions the filter lists.
    pub(crate) fn listed(&self) -> usize {
        self.rows.len() - usize::from(self.kept.is_some())
    }

    /// How many positions have the outcome asked for, whatever else is asked.
    fn whole(&self) -> usize {
        let subject = self.study.answers(Part::Subject);
        let rival = self.study.answers(Part::Rival);
        let total = self.study.book().map_or(0, |book| book.entries.len());
        match (self.effective().outcome, subject, rival) {
            (Outcome::Disagree, Some(subject), _) => total - subject.count(),
            (Outcome::Agree, Some(subject), _) => subject.count(),
            (Outcome::RivalOnly, Some(subject), Some(rival)) => rival.beyond(subject),
            (Outcome::SubjectOnly, Some(subject), Some(rival)) => subject.beyond(rival),
            (Outcome::All, ..) => total,
            _ => 0,
        }
    }

    /// The moves that lead from the position looked at to the one on the board.
    pub(crate) fn line(&self) -> Vec<Move> {
        let candidate = self.study.explanation().and_then(|why| why.candidates.get(self.candidates.at));
        candidate.map_or_else(Vec::new, |candidate| {
            [candidate.m].iter().chain(&candidate.line).copied().take(self.steps).collect()
        })
    }

    /// How many plies the line of the move under the cursor has.
    pub(crate) fn line_len(&self) -> usize {
        let candidate = self.study.explanation().and_then(|why| why.candidates.get(self.candidates.at));
        candidate.map_or(0, |candidate| 1 + candidate.line.len())
    }

    /// Where organisms mimic a mentor the list begins with what is farthest from it, whoever plays what there.
    fn look_to_the_mentor(&mut self, mimics: bool) {
        if self.mimics != mimics {
            self.mimics = mimics;
            // What the organism's own score is made of says where to look for the difference.
            self.table.evaluation = mimics;
            (self.order, self.filter.outcome) =
                if mimics { (Order::Mentor, Outcome::All) } else { (Order::default(), Outcome::default()) };
        }
    }

    /// How far the subject is from its mentor in the position looked at.
    pub(crate) fn distance(&self) -> Option<Distance> {
        self.study.distance(self.entry?)
    }

    /// Gives a pane the keys. Who looks at more than the list looks at this position: it stays.
    pub(crate) fn look_at(&mut self, pane: Pane) {
        self.pane = pane;
        self.chosen |= pane != Pane::List && self.entry.is_some();
    }

    /// Whether the evaluation takes the place of the reasons: they speak of the position looked at alone.
    pub(crate) fn weighs(&self) -> bool {
        self.table.evaluation || self.table.play.is_some()
    }

    /// The cursor of the list went to a row.
    pub(crate) fn go_to(&mut self, row: usize) {
        self.cursor.at = row.min(self.rows.len().saturating_sub(1));
        self.chosen = true;
        self.entry = self.rows.get(self.cursor.at).map(|entry| *entry as usize);
        if self.kept.is_some_and(|kept| kept != self.cursor.at) {
            self.basis = None;
        }
    }

    /// Makes the list anew where what it is made of has changed, and keeps the place in it: the cursor stays on
    /// its position, which stays listed while it is looked at even where another subject now solves it.
    fn list(&mut self, rival: bool) {
        let basis = Basis {
            edition: self.study.revision(),
            filter: self.effective(),
            order: self.order,
            reversed: self.reversed,
            rival,
        };
        let awaited = self.awaited.filter(|_| self.study.book().is_some());
        if self.basis.as_ref() == Some(&basis) && awaited.is_none() {
            return;
        }
        let asked = |basis: &Basis| Filter { outcome: self.filter.outcome, ..basis.filter.clone() };
        let same_question = self.basis.as_ref().is_some_and(|older| asked(older) == asked(&basis));
        if awaited.is_some() {
            (self.entry, self.chosen, self.awaited) = (awaited, true, None);
        }
        let rows = match self.study.book() {
            // Between two subjects the list stays: an empty one would lose the place.
            Some(_) if self.waits() && !self.rows.is_empty() && same_question => return,
            Some(book) => select(book, self.study.rows(rival), &basis.filter, basis.order, basis.reversed),
            None => Vec::new(),
        };
        self.rows = rows;
        self.kept = None;
        let found = self.entry.and_then(|entry| self.rows.iter().position(|row| *row as usize == entry));
        match (found, self.entry) {
            _ if !self.chosen => self.cursor.at = 0,
            (Some(row), _) => self.cursor.at = row,
            (None, Some(entry)) if same_question && self.study.entry(entry).is_some() => {
                self.cursor.at = self.cursor.at.min(self.rows.len());
                self.rows.insert(self.cursor.at, entry as u32);
                self.kept = Some(self.cursor.at);
            }
            _ => self.cursor.at = self.cursor.at.min(self.rows.len().saturating_sub(1)),
        }
        self.entry = self.rows.get(self.cursor.at).map(|entry| *entry as usize);
        self.shown = (basis.filter.clone(), self.whole());
        self.basis = Some(basis);
    }

    /// Whether answers are awaited that the list needs.
    fn waits(&self) -> bool {
        self.study.answers(Part::Subject).is_none()
    }

    /// Brings the cursors of moves and parameters to the position looked at; true where the moves are others.
    fn follow(&mut self) -> bool {
        let explained = self.entry.zip(self.study.explanation().cloned());
        let entry =
            |explained: &Option<(usize, Arc<Explanation>)>| explained.as_ref().map(|(entry, _)| *entry);
        let same = match (&self.explained, &explained) {
            (Some((_, older)), Some((_, newer))) => Arc::ptr_eq(older, newer),
            (None, None) => true,
            _ => false,
        };
        if !same {
            // While an edited organism is not explained yet the cursors wait where they are.
            if explained.is_none() && self.explained.is_some() && entry(&self.explained) == self.entry {
                self.compared = None;
                return false;
            }
            if entry(&self.explained) != entry(&explained) {
                self.held = None;
                self.why.at = 0;
                self.remedies.at = 0;
                self.unfolded = false;
            }
            self.steps = 0;
            self.candidates.at = explained.as_ref().map_or(0, |(_, why)| why.pair().1);
            self.explained = explained;
            self.compared = None;
        }
        self.compare();
        self.hold();
        !same
    }

    fn compare(&mut self) {
        let Some((_, why)) = self.explained.as_ref().filter(|_| self.study.explanation().is_some()) else {
            self.compared = None;
            return;
        };
        let (first, usual) = why.pair();
        let second = if self.candidates.at == first { usual } else { self.candidates.at };
        if self.compared.as_ref().is_none_or(|compared| compared.second != second) {
            let parts = contributions(why, first, second);
            let adds = |parts: &Vec<Contribution>| parts.iter().filter(|part| part.difference() != 0).count();
            let telling = parts.as_ref().map_or(0, adds);
            self.compared = Some(Compared { first, second, parts, telling });
        }
    }

    /// The rows of parameters shown, without the one for all others.
    pub(crate) fn told(&self, compared: &Compared) -> usize {
        let all = compared.parts.as_ref().map_or(0, Vec::len);
        if self.unfolded { all } else { compared.telling }
    }

    /// Keeps the cursors on the parameter chosen.
    fn hold(&mut self) {
        let remedies = self.study.counterfactuals().unwrap_or_default();
        let remedy = remedies.iter().position(|remedy| Some(remedy.parameter) == self.held);
        self.remedies.at = remedy.unwrap_or(self.remedies.at).min(remedies.len().saturating_sub(1));
        let Some(compared) = &self.compared else { return };
        let parts = compared.parts.as_deref().unwrap_or_default();
        let part = parts.iter().position(|part| Some(part.parameter) == self.held);
        self.why.at = part.unwrap_or(self.why.at).min(self.told(compared));
    }
}

/// The organism as the analyst takes it.
pub(super) fn player(model: &Model, organism: &ShownOrganism) -> Player {
    let settings = model.evolution.as_ref().and_then(|open| open.settings.as_ref());
    let (schema, values) = organism.evaluated();
    Player {
        schema: Arc::clone(schema),
        values: values.to_vec(),
        ply_score: settings
            .map_or(PlyScore::Quiescence, |settings| settings.objective.settings().ply_score()),
    }
}

/// The organism this screen speaks of: the subject or, while an evolution runs and the champion is the
/// subject, the champion it had when the screen was opened or the run began.
pub(crate) fn studied(state: &State, model: &Model) -> Option<ShownOrganism> {
    state.during.clone().or_else(|| model.subject())
}

/// What this screen wants to know, made of the model alone.
fn wanted(state: &State, model: &Model) -> ScanRequest {
    let settings = model.evolution.as_ref().and_then(|open| open.settings.as_ref());
    let positions = state
        .source
        .clone()
        .or_else(|| settings.map(|settings| settings.objective.settings().train().clone()));
    // What edits began with is measured once, too: they are compared with it.
    let base = model.selection.draft.as_ref().map(|draft| player(model, draft.base()));
    let base = base.filter(|base| state.study.remembered(base).is_none());
    ScanRequest {
        positions: positions.unwrap_or_else(|| PositionSource::Embedded("gm2600-train".to_owned())),
        subject: studied(state, model).map(|subject| player(model, &subject)),
        rival: model.rival().map(|rival| player(model, rival)).or(base),
        entry: state.entry,
        mentor_scores: heard(model),
    }
}

/// What was heard of mentors, once all was: before a generation is measured.
fn heard(model: &Model) -> Option<MentorScores> {
    let open = model.evolution.as_ref().filter(|open| open.latest().is_some())?;
    let settings = open.settings.as_ref()?;
    Some(MentorScores {
        scores: scores::scores_path(&open.folder),
        settings: settings.objective.scores().cloned()?,
        train: settings.objective.settings().train().clone(),
    })
}

/// Brings the screen in step with the model after a change; asks the analyst where something else is wanted.
/// Only while the screen is shown: nothing is computed for who does not look.
pub(crate) fn refresh(state: &mut State, model: &mut Model) -> Option<Effect> {
    let running = model.evolution.as_ref().is_some_and(|open| open.state == Running);
    let holds = running && model.screen == ID && model.selection.chosen().is_none();
    state.during = if holds { studied(state, model) } else { None };
    if state.pane == Pane::Analysis && model.thinking.on.is_none() {
        state.look_at(Pane::Board);
    }
    if model.screen != ID {
        return None;
    }
    let wish = wanted(state, model);
    state.look_to_the_mentor(wish.mentor_scores.is_some());
    let changed = state.study.set_request(&wish);
    let rival = model.rival().is_some();
    state.list(rival);
    // The list decides which position is looked at.
    let wanted = wanted(state, model);
    let changed = state.study.set_request(&wanted) || changed;
    if state.follow() {
        for list in [lists::CANDIDATES, lists::CONTRIBUTIONS, lists::REMEDIES] {
            model.hits.scroll_to_top(list);
        }
    }
    changed.then(|| Effect::Scan(Box::new(wanted)))
}
