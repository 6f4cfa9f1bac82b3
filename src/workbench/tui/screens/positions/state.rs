//! The state of the Positions screen, and how its list and its cursors follow changes.

use std::collections::{BTreeSet, HashSet};

use super::groups::{Group, GroupKey, Listing, Row};
use super::time::{self, TurnFilter};
use super::{ANALYSIS, BOARD, ID, LIST, board, counterfactuals, list, why};
use crate::disagreement::{
    AgreementFilter, Candidate, Champion, Change, Contribution, Entry, Explanation, Filter, Order, Player,
    ScanRequest, Undecided, select,
};
use crate::engine::evaluation::Layout;
use crate::engine::one_ply::PlyScore;
use crate::job::report::State::Running;
use crate::objectives::{Distance, MentorScores};
use crate::tui::curve::Point;
use crate::tui::playing::BoardIn;
use crate::tui::prelude::*;
use crate::tui::scan_cache::{ScanCache, contributions};
use crate::tui::table::Arrangement;

/// The state of the screen.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// The results of the position scan.
    pub(crate) scan: ScanCache,
    /// The champion shown while the evolution runs. Following each new champion would slow the evolution down.
    pub(crate) pinned: Option<ShownOrganism>,
    /// Positions loaded instead of the session's training set.
    pub(crate) source: Option<PositionSource>,
    pub(crate) filter: Filter,
    /// Whether to list only marked positions, or only those that are not marked.
    pub(crate) only_marked: Option<bool>,
    /// Whether to list only positions that the champions learned, forgot or never learned.
    pub(crate) turned: Option<TurnFilter>,
    pub(crate) order: Order,
    /// Whether the organisms imitate a mentor with known scores.
    pub(crate) has_mentor: bool,
    /// The listed positions, with the one that is kept.
    pub(crate) listing: Listing,
    /// The groups that are folded.
    folded: BTreeSet<GroupKey>,
    /// The marked positions.
    marks: HashSet<Chess>,
    /// Counts the changes of folds and marks.
    turns: u64,
    /// The selected position, as an index in the book.
    pub(crate) entry: Option<usize>,
    /// Whether the cursor is on the heading above the selected position.
    pub(crate) on_heading: bool,
    /// The position to select when the positions are read.
    pub(crate) awaited: Option<usize>,
    /// The selected position, if it is listed although the filter excludes it.
    pub(crate) kept: Option<u32>,
    /// The selected candidate move.
    pub(crate) candidates: Cursor,
    /// The number of plies of the candidate's line that the board shows.
    pub(crate) steps: usize,
    /// The comparison of the organism's move with another one.
    pub(crate) comparison: Option<Comparison>,
    /// The selected contribution.
    pub(crate) why: Cursor,
    /// The parameter that the user selected in a pane. The cursors of both panes with parameters stay on it.
    pub(crate) held_parameter: Option<usize>,
    /// Whether parameters that contribute nothing are listed, too.
    pub(crate) unfolded: bool,
    /// The selected counterfactual.
    pub(crate) counterfactuals: Cursor,
    /// The selected class.
    pub(crate) totals: Cursor,
    /// The champions of the run shown, with the run and the number of its generations.
    pub(crate) champions: Option<(ChampionsKey, Arc<[Champion]>)>,
    /// The generation that the user selected in the pane of the time, until it is shown.
    pub(crate) wanted: Option<u32>,
    /// The board, the line played on it, and the focus.
    pub(crate) board_state: BoardIn<BOARD>,
    /// The pane that had the focus at the last update.
    last_pane: usize,
    /// Whether the user has selected a position. Until then the cursor stays on the first row.
    pub(crate) user_selected: bool,
    /// The filter of the current list, and the number of positions with its outcome.
    pub(crate) applied_filter: (Filter, usize),
    /// The inputs of the current list.
    list_key: Option<ListKey>,
    /// The position and the explanation that the cursors refer to.
    explained: Option<(usize, Arc<Explanation>)>,
}

/// A comparison of two candidate moves, given by their indices.
#[derive(Debug, Clone)]
pub(crate) struct Comparison {
    pub(crate) first: usize,
    pub(crate) second: usize,
    /// The contribution of each parameter to the difference of the scores, the largest first.
    pub(crate) contributions: Result<Vec<Contribution>, Undecided>,
    /// The number of contributions other than 0.
    pub(crate) nonzero: usize,
}

/// The session, the run and its newest generation.
type ChampionsKey = (PathBuf, usize, u32);

/// The inputs of a list. When they change, the list is made again.
#[derive(Debug, Clone, PartialEq)]
struct ListKey {
    edition: u64,
    filter: Filter,
    only_marked: Option<bool>,
    /// The condition on the answers of the champions, and the generation shown.
    turned: Option<(TurnFilter, u32)>,
    order: Order,
    rival: bool,
    turns: u64,
}

impl State {
    /// Returns the focused pane.
    pub(crate) fn pane(&self) -> usize {
        self.board_state.panes.at
    }

    /// Returns the selected position.
    pub(crate) fn entry(&self) -> Option<&Entry> {
        self.scan.entry(self.entry?)
    }

    /// Returns the filter without conditions that need answers which are not known yet.
    pub(crate) fn effective_filter(&self) -> Filter {
        let mut filter = self.filter.clone();
        if self.awaits_answers() {
            filter.outcome = AgreementFilter::All;
        }
        filter
    }

    /// Returns whether the filter is not the default one, which lists the disagreements.
    pub(crate) fn is_filtered(&self) -> bool {
        self.filter != Filter::default() || self.only_marked.is_some() || self.turned.is_some()
    }

    /// Sets a filter for marked and other positions alike, whenever they were learned.
    pub(super) fn set_filter(&mut self, filter: Filter) {
        (self.filter, self.only_marked, self.turned) = (filter, None, None);
    }

    /// Lists what the champion of the generation shown just learned, then what it forgot, then all as before.
    pub(super) fn next_turned(&mut self) {
        let next = match self.turned {
            None => Some(TurnFilter::Learned),
            Some(TurnFilter::Learned) => Some(TurnFilter::Forgotten),
            Some(_) => None,
        };
        let outcome = next.map_or_else(AgreementFilter::default, |_| AgreementFilter::All);
        self.set_filter(Filter { outcome, ..self.filter.clone() });
        self.turned = next;
    }

    /// Returns the rows of the list: in groups, unless the list is sorted or searched.
    pub(crate) fn rows(&self, model: &Model) -> &[Row] {
        self.listing.rows(model.tables.arrangement(list::LIST).is_natural())
    }

    /// Returns whether the rows are in groups.
    pub(super) fn is_grouped(&self, model: &Model) -> bool {
        self.listing.is_grouped() && model.tables.arrangement(list::LIST).is_natural()
    }

    /// Returns the selected row: that of the selected position, or the heading above it if the group is folded.
    pub(crate) fn cursor(&self, model: &Model) -> usize {
        let Some(entry) = self.entry.map(|entry| entry as u32) else { return 0 };
        let rows = self.rows(model);
        let position = || rows.iter().position(|row| *row == Row::Position(entry));
        let heading = || {
            let contains = |row: &Row| self.listing.group(row).is_some_and(|group| group.contains(entry));
            rows.iter().position(contains)
        };
        let found = if self.on_heading { heading().or_else(position) } else { position().or_else(heading) };
        found.unwrap_or(0)
    }

    /// Returns the group of the heading that the cursor is on.
    pub(super) fn selected_heading(&self, model: &Model) -> Option<&Group> {
        self.listing.group(self.rows(model).get(self.cursor(model))?)
    }

    /// Returns whether the positions of a group are not listed.
    pub(super) fn is_folded(&self, group: &Group) -> bool {
        self.folded.contains(&group.key())
    }

    /// Folds the group of the selected row with ←, and unfolds it with →.
    pub(super) fn fold(&mut self, model: &mut Model, action: Action) {
        let entry = self.entry.filter(|_| self.is_grouped(model));
        let group = entry.and_then(|entry| self.listing.group_of(entry as u32));
        let folds = action == Action::Left;
        if let Some(group) = group.filter(|group| self.is_folded(group) != folds) {
            let key = group.key();
            (self.on_heading, self.user_selected) = (true, true);
            if folds {
                self.folded.insert(key)
            } else {
                self.folded.remove(&key)
            };
            self.turns += 1;
        }
    }

    /// Returns whether a position is marked.
    pub(super) fn is_marked(&self, position: u32) -> bool {
        let entry = || self.scan.entry(position as usize);
        !self.marks.is_empty() && entry().is_some_and(|entry| self.marks.contains(entry.position()))
    }

    /// Marks the selected position, or removes its mark.
    pub(super) fn mark(&mut self, _model: &mut Model) {
        if let Some(position) = self.entry().map(|entry| entry.position().clone()) {
            if !self.marks.remove(&position) {
                self.marks.insert(position);
            }
            (self.turns, self.user_selected) = (self.turns + 1, true);
        }
    }

    /// Returns whether any position is marked, perhaps one that is not loaded.
    pub(super) fn has_marks(&self) -> bool {
        !self.marks.is_empty()
    }

    /// Returns the marked positions in the order of the file.
    pub(crate) fn marked(&self) -> Vec<u32> {
        let all = self.scan.book().map_or(0, |book| book.entries.len());
        (0..all as u32).filter(|position| self.is_marked(*position)).collect()
    }

    /// Returns the number of positions that match the filter.
    pub(crate) fn listed_count(&self) -> usize {
        self.listing.flat.len() - usize::from(self.kept.is_some())
    }

    /// Returns the number of positions with the filter's outcome, without its other conditions.
    fn outcome_count(&self) -> usize {
        let subject = self.scan.answers(OrganismRole::Subject);
        let rival = self.scan.answers(OrganismRole::Rival);
        let total = self.scan.book().map_or(0, |book| book.entries.len());
        match (self.effective_filter().outcome, subject, rival) {
            (AgreementFilter::Disagree, Some(subject), _) => total - subject.count(),
            (AgreementFilter::Agree, Some(subject), _) => subject.count(),
            (AgreementFilter::RivalOnly, Some(subject), Some(rival)) => rival.beyond(subject),
            (AgreementFilter::SubjectOnly, Some(subject), Some(rival)) => subject.beyond(rival),
            (AgreementFilter::All, ..) => total,
            _ => 0,
        }
    }

    /// Returns the moves from the selected position to the one on the board.
    pub(crate) fn line(&self) -> Vec<Move> {
        self.candidate().map_or_else(Vec::new, |candidate| {
            [candidate.m].iter().chain(&candidate.line).copied().take(self.steps).collect()
        })
    }

    /// Returns the selected candidate move.
    pub(super) fn candidate(&self) -> Option<&Candidate> {
        self.scan.explanation()?.candidates.get(self.candidates.at)
    }

    /// Returns the length of the selected candidate's line, in plies.
    pub(crate) fn line_len(&self) -> usize {
        self.candidate().map_or(0, |candidate| 1 + candidate.line.len())
    }

    /// With a mentor, lists all positions, the most distant scores first, and shows the evaluation of the organism.
    fn set_has_mentor(&mut self, has_mentor: bool) {
        if self.has_mentor != has_mentor {
            self.has_mentor = has_mentor;
            self.board_state.evaluation = has_mentor;
            (self.order, self.filter.outcome) = if has_mentor {
                (Order::Mentor, AgreementFilter::All)
            } else {
                (Order::default(), AgreementFilter::default())
            };
        }
    }

    /// Returns the distance between the subject's score of the selected position and its mentor's.
    pub(crate) fn distance(&self) -> Option<Distance> {
        self.scan.distance(self.entry?)
    }

    /// Returns whether the pane of the contributions shows the evaluation instead.
    pub(crate) fn shows_evaluation(&self) -> bool {
        self.board_state.evaluation || self.board_state.play.is_some()
    }

    /// Selects a row of the list. A heading shows the first position below it.
    pub(super) fn select_row(&mut self, model: &mut Model, row: usize) {
        let rows = self.rows(model);
        let row = rows.get(row.min(rows.len().saturating_sub(1)));
        let heading = row.and_then(|row| self.listing.group(row));
        let position = match (heading, row) {
            (Some(group), _) => group.positions.first().copied(),
            (None, Some(Row::Position(position))) => Some(*position),
            _ => None,
        };
        (self.on_heading, self.user_selected) = (heading.is_some(), true);
        self.entry = position.map(|position| position as usize);
        if self.kept.is_some() && self.kept != position {
            self.list_key = None;
        }
    }

    /// Loads other positions; `None` for the session's training set.
    pub(crate) fn load(&mut self, source: Option<PositionSource>) {
        // Read a file again after an error: it may have been corrected.
        if matches!(self.scan.load_result(), Some(Err(_))) {
            self.scan.clear_request();
        }
        if self.source == source && matches!(self.scan.load_result(), Some(Ok(_))) {
            return;
        }
        self.source = source;
        (self.entry, self.on_heading, self.user_selected) = (None, false, false);
    }

    /// Shows the positions of a game, which were written to a file, and selects one of them.
    pub(super) fn show_game(&mut self, model: &mut Model, path: PathBuf, index: usize) {
        self.load(Some(PositionSource::File(path)));
        self.set_filter(Filter { outcome: AgreementFilter::All, ..Filter::default() });
        self.order = Order::File;
        *model.tables.arrangement_mut(list::LIST) = Arrangement::default();
        self.awaited = Some(index);
    }

    /// Makes the list again if its inputs have changed. The cursor stays on the selected position, which stays listed
    /// even if another subject now solves it.
    fn update_list(&mut self, model: &Model) {
        let rival = model.rival().is_some();
        let key = ListKey {
            edition: self.scan.revision(),
            filter: self.effective_filter(),
            only_marked: self.only_marked,
            turned: self.turned.zip(time::viewed(model)),
            order: self.order,
            rival,
            turns: self.turns,
        };
        let awaited = self.awaited.filter(|_| self.scan.book().is_some());
        if self.list_key.as_ref() == Some(&key) && awaited.is_none() {
            return;
        }
        let conditions = |key: &ListKey| {
            let turned = key.turned.map(|(turned, _)| turned);
            (Filter { outcome: self.filter.outcome, ..key.filter.clone() }, key.only_marked, turned)
        };
        let same_filter = self.list_key.as_ref().is_some_and(|older| conditions(older) == conditions(&key));
        let row = self.cursor(model);
        if awaited.is_some() {
            (self.entry, self.on_heading, self.user_selected, self.awaited) = (awaited, false, true, None);
        }
        let mut positions = match self.scan.book() {
            // Keep the list until the answers of a new subject are known: an empty list would lose the cursor.
            Some(_) if self.awaits_answers() && !self.listing.flat.is_empty() && same_filter => return,
            Some(book) => select(book, self.scan.rows(rival), &key.filter, key.order),
            None => Vec::new(),
        };
        if let Some(wanted) = key.only_marked {
            positions.retain(|position| self.is_marked(*position) == wanted);
        }
        if let Some(((turned, viewed), learning)) = key.turned.zip(self.scan.learning()) {
            positions.retain(|position| turned.admits(learning, viewed, *position as usize));
        }
        let selected = self.entry.map(|entry| entry as u32).filter(|_| self.user_selected);
        let missing = selected.filter(|selected| !positions.contains(selected));
        let is_known = |position: &u32| self.scan.entry(*position as usize).is_some();
        self.kept = missing.filter(|position| same_filter && is_known(position));
        self.listing = Listing::new(&positions, self.changes(&key), &self.folded);
        if let Some(position) = self.kept {
            self.listing.keep(position, row);
        } else if missing.is_some() || selected.is_none() {
            self.entry = self.position_at(model, if self.user_selected { row } else { 0 });
            self.on_heading = false;
        }
        self.applied_filter = (key.filter.clone(), self.outcome_count());
        self.list_key = Some(key);
    }

    /// Returns the changes by which the list is grouped; `None` if it has no groups.
    fn changes(&self, key: &ListKey) -> Option<&[Option<Change>]> {
        let are_wrong = matches!(key.filter.outcome, AgreementFilter::Disagree | AgreementFilter::RivalOnly);
        if are_wrong && key.order == Order::Instructive { self.scan.changes() } else { None }
    }

    /// Returns the position in a row, or in the nearest one that has a position, below or else above it.
    fn position_at(&self, model: &Model, row: usize) -> Option<usize> {
        let rows = self.rows(model);
        let (above, below) = rows.split_at(row.min(rows.len()));
        below.iter().chain(above.iter().rev()).find_map(|row| match row {
            Row::Position(position) => Some(*position as usize),
            Row::Heading(_) => None,
        })
    }

    /// Returns whether the subject's answers are not known yet.
    fn awaits_answers(&self) -> bool {
        self.scan.answers(OrganismRole::Subject).is_none()
    }

    /// Moves the cursors of candidates and parameters when the explanation has changed. Returns whether the lists of
    /// candidates and parameters are different now.
    fn update_cursors(&mut self) -> bool {
        let explained = self.entry.zip(self.scan.explanation().cloned());
        let entry =
            |explained: &Option<(usize, Arc<Explanation>)>| explained.as_ref().map(|(entry, _)| *entry);
        let known = self.explained.as_ref().map(|(_, why)| Arc::as_ptr(why));
        let same = known == explained.as_ref().map(|(_, why)| Arc::as_ptr(why));
        if !same {
            // Keep the cursors until the explanation of an edited organism is known.
            if explained.is_none() && self.explained.is_some() && entry(&self.explained) == self.entry {
                self.comparison = None;
                return false;
            }
            if entry(&self.explained) != entry(&explained) {
                self.held_parameter = None;
                self.why.at = 0;
                self.counterfactuals.at = 0;
                self.unfolded = false;
            }
            self.steps = 0;
            self.candidates.at = explained.as_ref().map_or(0, |(_, why)| why.pair().1);
            self.explained = explained;
            self.comparison = None;
        }
        self.update_comparison();
        self.restore_cursors();
        !same
    }

    fn update_comparison(&mut self) {
        let Some((_, why)) = self.explained.as_ref().filter(|_| self.scan.explanation().is_some()) else {
            self.comparison = None;
            return;
        };
        let (first, usual) = why.pair();
        let second = if self.candidates.at == first { usual } else { self.candidates.at };
        if self.comparison.as_ref().is_none_or(|comparison| comparison.second != second) {
            let contributions = contributions(why, first, second);
            let nonzero = contributions.iter().flatten().filter(|part| part.difference() != 0).count();
            self.comparison = Some(Comparison { first, second, contributions, nonzero });
        }
    }

    /// Returns the number of listed contributions, without the row for the others.
    pub(crate) fn contribution_rows(&self, comparison: &Comparison) -> usize {
        let all = comparison.contributions.as_ref().map_or(0, Vec::len);
        if self.unfolded { all } else { comparison.nonzero }
    }

    /// Returns the selected contribution.
    pub(crate) fn contribution(&self) -> Option<&Contribution> {
        let comparison = self.comparison.as_ref()?;
        let is_listed = self.why.at < self.contribution_rows(comparison);
        comparison.contributions.as_ref().ok()?.get(self.why.at).filter(|_| is_listed)
    }

    /// Moves the cursors to the held parameter.
    fn restore_cursors(&mut self) {
        let counterfactuals = self.scan.counterfactuals().unwrap_or_default();
        let found = counterfactuals.iter().position(|change| Some(change.parameter) == self.held_parameter);
        let last = counterfactuals.len().saturating_sub(1);
        self.counterfactuals.at = found.unwrap_or(self.counterfactuals.at).min(last);
        let Some(comparison) = &self.comparison else { return };
        let contributions = comparison.contributions.as_deref().unwrap_or_default();
        let found = contributions.iter().position(|part| Some(part.parameter) == self.held_parameter);
        self.why.at = found.unwrap_or(self.why.at).min(self.contribution_rows(comparison));
    }
}

/// Returns an organism as a player of the position scan.
pub(super) fn player(model: &Model, organism: &ShownOrganism) -> Player {
    let settings = model.evolution.as_ref().and_then(|open| open.settings.as_ref());
    let (schema, values) = organism.evaluated();
    Player {
        schema: Arc::clone(schema),
        values: values.to_vec(),
        ply_score: settings
            .map_or(PlyScore::Quiescence, |settings| settings.objective.properties().ply_score),
    }
}

/// Returns the organism that the screen shows: the subject. While an evolution runs and its champion is the subject, it
/// is the champion at the time when the screen was opened or the run started.
pub(crate) fn studied(state: &State, model: &Model) -> Option<ShownOrganism> {
    state.pinned.clone().or_else(|| model.subject())
}

/// Returns the request for all results that the screen needs now.
fn scan_request(state: &State, model: &Model) -> ScanRequest {
    let settings = model.evolution.as_ref().and_then(|open| open.settings.as_ref());
    let positions = state
        .source
        .clone()
        .or_else(|| settings.map(|settings| settings.objective.settings().shown_positions()));
    // The organism before the edits is measured once, too: the edited one is compared with it.
    let base = model.selection.draft.as_ref().map(|draft| player(model, draft.base()));
    let base = base.filter(|base| state.scan.remembered(base).is_none());
    let mentor_scores = mentor_scores(model);
    ScanRequest {
        positions: positions.unwrap_or_else(|| PositionSource::Embedded("gm2600-train".to_owned())),
        subject: studied(state, model).map(|subject| player(model, &subject)),
        rival: model.rival().map(|rival| player(model, rival)).or(base),
        entry: state.entry,
        champions: state.champions.as_ref().map(|(_, champions)| Arc::clone(champions)),
        // With a mentor, the list is sorted by the distance from its scores.
        net_gains: mentor_scores.is_none(),
        mentor_scores,
    }
}

/// Returns the location of the mentors' scores; `None` until a generation is measured, as scores may be missing then.
fn mentor_scores(model: &Model) -> Option<MentorScores> {
    let open = model.evolution.as_ref().filter(|open| open.latest().is_some())?;
    open.settings.as_ref()?.objective.settings().mentor_scores(&open.folder)
}

/// Sorts and searches the list. The first row is selected until the user selects another one.
fn arrange(state: &mut State, model: &mut Model) {
    let rows = list::table(state, model, 0).arranged(model.tables.arrangement(list::LIST));
    let len = state.rows(model).len();
    model.tables.set_order(list::LIST, len, rows);
    if !state.user_selected
        && let Some(row) = model.tables.order(list::LIST, len).row(0)
    {
        state.entry = state.position_at(model, row);
    }
}

/// Updates the screen after a change of the model. Returns the effect that starts a scan if other results are needed
/// now. Computes nothing while the screen is not shown.
pub(crate) fn refresh(state: &mut State, model: &mut Model) -> Vec<Effect> {
    let running = model.evolution.as_ref().is_some_and(|open| open.state == Running);
    let is_pinned = running && model.screen == ID && model.selection.chosen().is_none();
    state.pinned = if is_pinned { studied(state, model) } else { None };
    if state.pane() == ANALYSIS && model.thinking.on.is_none() {
        state.board_state.panes.at = BOARD;
    }
    // When another pane gets the focus, the selected position stays selected.
    let pane = state.pane();
    let is_other = std::mem::replace(&mut state.last_pane, pane) != pane && pane != LIST;
    state.user_selected |= is_other && state.entry.is_some();
    if model.screen != ID {
        return Vec::new();
    }
    let look = state.wanted.take().map(|generation| model.look_at(generation)).unwrap_or_default();
    update_champions(state, model);
    let request = scan_request(state, model);
    state.set_has_mentor(request.mentor_scores.is_some());
    let changed = state.scan.set_request(&request);
    state.update_list(model);
    arrange(state, model);
    // Updating the list may have selected another position.
    let request = scan_request(state, model);
    let changed = state.scan.set_request(&request) || changed;
    if state.update_cursors() {
        for list in [board::LIST, why::LIST, counterfactuals::LIST] {
            model.hits.scroll_to_top(list);
        }
    }
    look.into_iter().chain(changed.then(|| Effect::Scan(Box::new(request)))).collect()
}

/// Takes the champions of the run shown if they have the subject's parameters. While the run goes on, those known at its
/// start stay: following each new one would slow it down.
fn update_champions(state: &mut State, model: &Model) {
    let subject = studied(state, model);
    let has_layout =
        |open: &&Evolution| open.schema.as_ref().is_some_and(|schema| Layout::of(schema).is_ok());
    let open = model.evolution.as_ref().filter(|open| open.evaluation.is_none()).filter(has_layout);
    let open = open.filter(|open| open.schema == subject.map(|subject| subject.schema));
    let Some((open, run, newest)) = open.and_then(|open| Some((open, open.run()?, open.latest()?))) else {
        state.champions = None;
        return;
    };
    let key = (open.folder.clone(), open.shown, newest.generation);
    let known = state.champions.as_ref().map(|(known, _)| known);
    let is_same_run = known.is_some_and(|known| (&known.0, known.1) == (&key.0, key.1));
    if known == Some(&key) || is_same_run && open.state == Running {
        return;
    }
    let champion =
        |point: &Point| Champion { generation: point.generation, values: point.champion_values.clone() };
    state.champions = Some((key, run.curve.points().map(champion).collect()));
}
