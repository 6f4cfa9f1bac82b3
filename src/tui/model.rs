//! Everything the workbench knows. `update` changes it, `view` reads it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ratatui::layout::{Position, Rect};
use shakmaty::Move;

pub(crate) use super::cursor::Cursor;

use super::background::compare::Comparison;
use super::commands::Action;
use super::evolution::Evolution;
pub(crate) use super::log::{Log, Weight};
use super::measure::{self, Measure};
use super::playing::{self, Thinking};
use super::popups::confirm::Confirm;
use super::popups::forms::Form;
use super::popups::players::Players;
use super::popups::search::Search;
use super::screens::population::Pane;
use super::screens::{Screen, coevolution, genome, matches, pipeline, positions, suite, tuning};
use super::subject::{Draft, Paper, SelectedOrganisms, ShownOrganism};
use super::theme::Theme;
use crate::experiment::Experiment;
use crate::session::Ending;

/// A list whose rows scroll; views remember where each begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum List {
    /// The table of organisms.
    Organisms,
    /// Parameter values.
    Values,
    /// The runs of the ensemble.
    Runs,
    /// The saved sessions.
    Sessions,
    /// The log.
    Log,
    /// Help or palette, form fields.
    Popup,
    /// The rows of the Genome screen.
    Genes,
    /// Its columns.
    GeneColumns,
    /// The positions.
    Positions,
    /// The moves of the position looked at.
    Candidates,
    /// The parameters that speak for one move and against the other.
    Contributions,
    /// What would change the organism's move.
    Remedies,
    /// Agreement by class of position.
    Totals,
    /// The lines an engine thinks best.
    Lines,
    /// The evaluation, part by part.
    Weighed,
    /// The rows of the suite’s grid.
    Cells,
    /// Its columns.
    CellColumns,
    /// The positions of the suite.
    SuiteRows,
    /// The games of a match that are over.
    Games,
    /// Those that were lost by a fault.
    GameFaults,
    /// The rows of the wall of boards.
    BoardRows,
    /// Its columns.
    BoardColumns,
    /// The saved matches.
    Contests,
    /// The pipelines.
    Pipelines,
    /// Who was picked for a match.
    Picked,
    /// Who took part in a round robin.
    Standings,
    /// The rows of its crosstable.
    Crosstable,
    /// Its columns.
    CrosstableColumns,
    /// Who took part in the confirmation.
    Finalists,
    /// How the parameters moved.
    Drift,
    /// The games of a round robin.
    SessionGames,
    /// The organisms of the map of positions.
    TuningRows,
    /// Its columns.
    TuningColumns,
    /// The positions gained and lost.
    TuningChanges,
}

impl List {
    /// How many there are.
    const COUNT: usize = List::TuningChanges as usize + 1;
}

/// What stands under the mouse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// Something that acts when clicked.
    Act(Action),
    /// A pane of the Population screen.
    Pane(Pane),
    /// A row of a list.
    Row(List, usize),
    /// A column of the curves: this generation.
    Moment(u32),
    /// Something on the Genome screen.
    Genome(genome::Spot),
    /// Something on the Positions screen.
    Positions(positions::Spot),
    /// Something on the Suite screen.
    Suite(suite::Spot),
    /// Something on the Coevolution screen.
    Coevolution(coevolution::Spot),
    /// Something on the Tuning screen.
    Tuning(tuning::Spot),
    /// Something on the Match screen.
    Match(matches::Spot),
    /// Something on the Pipeline screen.
    Pipeline(pipeline::Spot),
    /// Something of a board to play on.
    Board(playing::Spot),
    /// A popup's ground, which takes clicks from what lies below it.
    Popup,
    /// All that lies outside a popup.
    Outside,
}

/// What the last view drew where: for the mouse, and for scrolling by pages.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    targets: Vec<(Rect, Target)>,
    lists: [(usize, usize); List::COUNT],
    /// Panes drawn, in order.
    pub(crate) panes: Vec<Pane>,
}

impl Default for Seen {
    fn default() -> Seen {
        Seen { targets: Vec::new(), lists: [(0, 0); List::COUNT], panes: Vec::new() }
    }
}

impl Seen {
    /// An empty view whose lists begin where those of `before` did.
    pub(crate) fn after(before: &Seen) -> Seen {
        Seen { lists: before.lists, ..Seen::default() }
    }

    /// Notes what was drawn where; later ones lie on top.
    pub(crate) fn note(&mut self, area: Rect, target: Target) {
        if !area.is_empty() {
            self.targets.push((area, target));
        }
    }

    /// What stands at a cell, topmost first.
    pub(crate) fn at(&self, column: u16, row: u16) -> impl Iterator<Item = Target> {
        let position = Position::new(column, row);
        self.targets.iter().rev().filter(move |(area, _)| area.contains(position)).map(|(_, target)| *target)
    }

    /// The first visible row of a list with its cursor at `at`, when `page` rows fit; remembered.
    pub(crate) fn scroll(&mut self, list: List, at: usize, page: usize, len: usize) -> usize {
        let entry = &mut self.lists[list as usize];
        let lowest = at.saturating_sub(page.saturating_sub(1));
        let first = entry.0.clamp(lowest, at.max(lowest)).min(len.saturating_sub(page));
        *entry = (first, page);
        first
    }

    /// Lets a list begin with its first row again.
    pub(crate) fn rewind(&mut self, list: List) {
        self.lists[list as usize].0 = 0;
    }

    /// How many rows of a list were visible.
    pub(crate) fn page(&self, list: List) -> usize {
        self.lists[list as usize].1
    }
}

/// A saved session as the list shows it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SessionRow {
    /// Its folder.
    pub(crate) folder: PathBuf,
    /// Preset, seed and size in words; or why it cannot be read.
    pub(crate) about: String,
    /// Generations done and asked for, over all runs.
    pub(crate) progress: Option<(u64, u64)>,
    /// Best measure on the training set.
    pub(crate) best: Option<u64>,
    /// Whether it can be opened.
    pub(crate) readable: bool,
    /// How it ended.
    pub(crate) ending: Ending,
    /// What it began with.
    pub(crate) settings: Option<Box<Experiment>>,
    /// Where it stood at the last checkpoint: run, 0 first, and generation.
    pub(crate) newest: Option<(u32, u32)>,
    /// The largest measure on the training set.
    pub(crate) train_total: u64,
    /// The champion's measure on the test set and the largest there.
    pub(crate) test: Option<(u64, u64)>,
    /// Where it was forked from, in words.
    pub(crate) forked_from: Option<String>,
    /// How long ago it changed, when it was listed.
    pub(crate) age: Option<Duration>,
}

impl SessionRow {
    /// Its name: its folder's.
    pub(crate) fn name(&self) -> String {
        self.folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// What its measures are called, and how they are written.
    pub(crate) fn measure(&self) -> Measure {
        measure::of(self.settings.as_deref(), self.train_total)
    }

    /// Whether generations are left to do.
    pub(crate) fn unfinished(&self) -> bool {
        self.readable && self.progress.is_some_and(|(done, asked)| done < asked)
    }
}

/// The list of saved sessions.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    /// The folder they are in.
    pub(crate) root: PathBuf,
    /// What was found there, newest first.
    pub(crate) rows: Vec<SessionRow>,
    /// Why the folder could not be read.
    pub(crate) error: Option<String>,
    /// The row the keys are on.
    pub(crate) cursor: Cursor,
    /// The folder of the session marked for a comparison.
    pub(crate) marked: Option<PathBuf>,
}

/// What lies over the screen.
#[derive(Debug, Clone)]
pub(crate) enum Popup {
    /// All keys, searchable.
    Help(Search),
    /// Commands by name.
    Palette(Search),
    /// A form to fill in.
    Form(Box<Form>),
    /// Who plays a match.
    Players(Box<Players>),
    /// A question.
    Confirm(Box<Confirm>),
    /// Two sessions side by side.
    Comparison {
        /// They.
        of: Arc<Comparison>,
        /// The first row of the table of parameters shown.
        cursor: Cursor,
    },
    /// A pawn promotes: to what.
    Promotion {
        /// The moves to choose from.
        moves: Vec<Move>,
        /// The one the keys are on.
        cursor: Cursor,
    },
    /// The subject's values.
    Values {
        /// The row the keys are on.
        cursor: Cursor,
    },
}

/// What new runs begin with.
#[derive(Debug, Clone)]
pub(crate) struct Choices {
    /// The presets there are, the default first.
    pub(crate) presets: Vec<Experiment>,
    /// The organisms the papers print, the newest paper's first.
    pub(crate) papers: Vec<Paper>,
}

/// Everything the workbench knows.
#[derive(Debug)]
pub(crate) struct Model {
    /// The screen shown.
    pub(crate) screen: Screen,
    /// What lies over it.
    pub(crate) popup: Option<Popup>,
    /// The form of what is being begun: it comes back where that cannot be.
    pub(crate) asked: Option<Box<Form>>,
    /// The open session.
    pub(crate) evolution: Option<Evolution>,
    /// Whom the screens speak of.
    pub(crate) cast: SelectedOrganisms,
    /// The Genome screen.
    pub(crate) genome: genome::State,
    /// The Positions screen.
    pub(crate) positions: positions::State,
    /// The Suite screen.
    pub(crate) suite: suite::State,
    /// The Coevolution screen.
    pub(crate) coevolution: coevolution::State,
    /// The Tuning screen.
    pub(crate) tuning: tuning::State,
    /// The Match screen.
    pub(crate) matches: matches::State,
    /// The Pipeline screen.
    pub(crate) pipeline: pipeline::State,
    /// What an engine thinks of the board shown.
    pub(crate) thinking: Thinking,
    /// The pane of the Population screen that has the keys.
    pub(crate) pane: Pane,
    /// Whether that pane is shown alone.
    pub(crate) zoomed: bool,
    /// The organism under the cursor.
    pub(crate) organisms: Cursor,
    /// The first parameter shown in the table of organisms.
    pub(crate) first_parameter: usize,
    /// The row of the values pane.
    pub(crate) values: Cursor,
    /// The saved sessions.
    pub(crate) sessions: Sessions,
    /// What happened.
    pub(crate) log: Log,
    /// What new runs begin with.
    pub(crate) choices: Choices,
    /// What everything looks like.
    pub(crate) theme: Theme,
    /// Whether only ASCII may be drawn.
    pub(crate) ascii: bool,
    /// A word to the person, until the next key.
    pub(crate) notice: Option<(Weight, String)>,
    /// What the last view drew where.
    pub(crate) seen: Seen,
    /// Time since the workbench was opened.
    pub(crate) now: Duration,
}

impl Model {
    /// The workbench before anything happened.
    pub(crate) fn new(theme: Theme, ascii: bool, root: PathBuf, choices: Choices) -> Model {
        Model {
            screen: Screen::Population,
            popup: None,
            asked: None,
            evolution: None,
            cast: SelectedOrganisms::default(),
            genome: genome::State::default(),
            positions: positions::State::default(),
            suite: suite::State::default(),
            coevolution: coevolution::State::default(),
            tuning: tuning::State::default(),
            matches: matches::State::default(),
            pipeline: pipeline::State::default(),
            thinking: Thinking::default(),
            pane: Pane::Organisms,
            zoomed: false,
            organisms: Cursor::default(),
            first_parameter: 0,
            values: Cursor::default(),
            sessions: Sessions { root, ..Sessions::default() },
            log: Log::default(),
            choices,
            theme,
            ascii,
            notice: None,
            seen: Seen::default(),
            now: Duration::ZERO,
        }
    }

    /// Tells the person something, and keeps it in the log.
    pub(crate) fn say(&mut self, weight: Weight, text: String) {
        self.log.add(self.now, weight, text.clone());
        self.notice = Some((weight, text));
    }

    /// Whether the open session would be dropped on closing: generation 0 of a new seed that nobody told
    /// anything is the same again whenever it is wanted.
    pub(crate) fn discards(&self) -> bool {
        self.evolution.as_ref().is_some_and(|open| !open.touched)
    }

    /// The organism all screens speak of.
    pub(crate) fn subject(&self) -> Option<ShownOrganism> {
        self.cast.chosen().cloned().or_else(|| self.evolution.as_ref()?.champion())
    }

    /// The organism the subject is compared with.
    pub(crate) fn rival(&self) -> Option<&ShownOrganism> {
        self.cast.rival.as_ref()
    }

    /// Changes a value of the subject, held inside its range; false where that changes nothing. The subject
    /// is from then on the edited organism.
    pub(crate) fn edit(&mut self, parameter: usize, value: i32) -> bool {
        let Some(subject) = self.subject() else { return false };
        let draft = self.cast.draft.get_or_insert_with(|| Draft::of(subject));
        let changed = draft.set(parameter, value);
        if !draft.changed() {
            self.cast.draft = None;
        }
        changed
    }

    /// Whether the subject's evaluation stays as it is, as only its search evolves; then says so.
    pub(crate) fn evaluation_stays(&mut self) -> bool {
        let stays = self.subject().is_some_and(|subject| subject.evaluation.is_some());
        if stays {
            let text = "only the search of this organism evolves: its evaluation stays as it is";
            self.notice = Some((Weight::Warning, text.to_owned()));
        }
        stays
    }

    /// The name of an organism as the screens show it.
    pub(crate) fn name_of(&self, organism: &ShownOrganism) -> String {
        let open = self.evolution.as_ref();
        let confirmed = open.and_then(Evolution::confirmed);
        organism.origin.name_beside(&open.map(Evolution::name).unwrap_or_default(), confirmed.as_ref())
    }

    /// Whether the subject is the organism at this place of the generation shown.
    pub(crate) fn is_subject(&self, place: usize) -> bool {
        let Some(open) = &self.evolution else { return false };
        match self.cast.chosen() {
            None => place == open.champion_place() && open.earlier.is_none(),
            Some(chosen) => open.is_at(chosen, place),
        }
    }

    /// Whether the rival is the organism at this place of the generation shown.
    pub(crate) fn is_rival(&self, place: usize) -> bool {
        let open = self.evolution.as_ref();
        self.rival().zip(open).is_some_and(|(rival, open)| open.is_at(rival, place))
    }

    /// Whether Esc would do something.
    pub(crate) fn can_go_back(&self) -> bool {
        let earlier = self.evolution.as_ref().is_some_and(|open| open.looking_back());
        self.popup.is_some()
            || self.screen != Screen::Population
            || self.zoomed
            || earlier
            || self.cast.pinned.is_some()
    }
}
